"""The apparatus of this project: what its data files say must fit the sources, the code and each other."""

import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from docutils import nodes
from pybtex.database import Entry, parse_file
from sphinx import addnodes

from gamerules import rules
from verify.settings import load_settings
from verify.site.apparatus import addresses, originals
from verify.site.apparatus.files import concordance, lost_tables, terms
from verify.site.cite import bibliography
from verify.site.engine import all_games, all_tables
from verify.site.facts import prose
from verify.texts.sources import load_manifests

ROOT = Path(__file__).parents[4]
APPARATUS = ROOT / "docs" / "apparatus"
SETTINGS = load_settings(ROOT)
KINDS = {locus: entry.kind for manifest in load_manifests(SETTINGS) for locus, entry in manifest.sentences.items()}
CFF: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EDITION = tomllib.loads((APPARATUS / "edition.toml").read_text(encoding="utf-8"))
WORKS: dict[str, Entry] = parse_file(str(ROOT / "docs" / "references.bib"), "bibtex").entries


def section(locus: str) -> str:
    return locus.rpartition(".")[0]


def test_the_citation_file_is_valid_and_names_this_version() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    done = subprocess.run([*command, "CITATION.cff"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert CFF["version"] == PROJECT["version"]
    assert CFF["date-released"] == EDITION["dated"] == date.fromisoformat(str(EDITION["dated"]))


def test_every_source_is_described() -> None:
    assert set(EDITION["source"]) == {locus.partition(".")[0] for locus in KINDS}
    assert set(EDITION["label"]) <= {section(locus) for locus in KINDS}


def test_the_concordance_has_every_rule_of_both_witnesses() -> None:
    found = concordance(APPARATUS / "concordance.toml")
    named = {locus for point in found.points for reading in point.readings.values() for locus in reading.loci}
    assert named <= set(KINDS)
    game = ("mendelev.slam-", "slam-dictionary.")
    other = ("slam-dictionary.senses", "slam-dictionary.witnesses")
    needed = {
        locus
        for locus, kind in KINDS.items()
        if kind == "rule" and locus.startswith(game) and section(locus) not in other
    }
    assert needed <= named, sorted(needed - named)


def test_what_is_lost_fits_the_sources() -> None:
    entries = lost_tables(APPARATUS / "lost.toml")
    named = {locus for entry in entries for locus in entry["loci"]}
    assert named <= set(KINDS)
    assert {locus for locus, kind in KINDS.items() if kind == "lost"} <= named
    for entry in entries:
        assert (ROOT / "docs" / f"{entry['page']}.md").is_file(), entry["page"]


def test_a_table_with_lost_figures_has_its_page() -> None:
    entries = lost_tables(APPARATUS / "lost.toml")
    named = {locus for entry in entries for locus in entry["loci"]}
    tables = [
        (entry, table) for entry, table in all_tables() if entry.module.startswith("gamerules.")
    ]  # not the tests' own
    assert tables
    for entry, table in tables:
        if table.lost or entry.status is rules.Status.LOST:
            assert named & set(table.loci), entry.name


def test_the_terms_fit_the_sources() -> None:
    found = terms(APPARATUS / "terms.yaml")
    assert len({term.term for term in found}) == len(found) > 50
    assert {locus for term in found for locus in term.loci} <= set(KINDS)
    for term in found:
        assert len(set(term.forms)) == len(term.forms), term.term
        assert all(form.isprintable() and form == form.strip() for form in term.forms)


def test_the_parts_have_every_section_with_rules() -> None:
    parts = tomllib.loads((APPARATUS / "parts.toml").read_text(encoding="utf-8"))["part"]
    named = {name for part in parts for name in part["sections"]}
    assert named <= {section(locus) for locus in KINDS} | set(KINDS)
    own = tuple(source for game in all_games() for source in game.sources)
    whole = {"slam-dictionary.senses", "slam-dictionary.aim", "german-ombre.aim", "german-ombre.chips"}
    needed = {locus for locus, kind in KINDS.items() if kind == "rule" and locus.startswith(own)}
    left = {locus for locus in needed if not named & {locus, section(locus)} and section(locus) not in whole}
    assert not left, sorted(left)


def test_every_label_of_the_bibliography_has_letters_and_is_unique() -> None:
    labels = list(bibliography.Labels().format_labels(WORKS.values()))
    assert len(set(labels)) == len(labels) == len(WORKS) > 10
    assert all(any(letter.isalpha() for letter in label) for label in labels)
    assert bibliography.label(WORKS["mendelev-encyclopedia"]) == "Менделев"


def test_every_work_that_is_cited_is_listed() -> None:
    import re

    cited = {
        key.strip()
        for page in (ROOT / "docs").rglob("*.md")
        for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", page.read_text(encoding="utf-8"))
        for key in keys.split(",")
    }
    assert cited <= set(WORKS), sorted(cited - set(WORKS))


def test_every_address_is_registered_and_none_has_vanished(capsys: pytest.CaptureFixture[str]) -> None:
    status = addresses.main(["--root", str(ROOT)])
    assert status == 0, capsys.readouterr().out


def test_no_file_has_a_sentence_of_a_source() -> None:
    digests = {locus: entry.sha256 for m in load_manifests(SETTINGS) for locus, entry in m.sentences.items()}
    for folder, pattern in (("docs", "*.md"), ("docs", "*.toml"), ("docs", "*.yaml"), ("gamerules", "*.py")):
        for path in (ROOT / folder).rglob(pattern):
            assert originals.sentences_in(path.read_text(encoding="utf-8"), digests, plain=False) == [], path


def test_a_citation_in_brackets_is_no_part_of_the_plain_text() -> None:
    key = nodes.inline("", "a-key")
    citation = addnodes.pending_xref("", key, refdomain="cite", reftype="p")
    text = nodes.paragraph("", "", nodes.Text("as others have it "), citation, nodes.Text(". More"))
    assert prose([text]) == "as others have it. More"
