"""The apparatus of this project: what its data files say must fit the sources, the code and each other."""

import json
import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from docutils import nodes
from lxml import etree, html
from pybtex.database import Entry, parse_file
from sphinx import addnodes

import gamerules
import verify
from gamerules import rules
from tests.conftest import BuiltSite
from verify.settings import load_settings
from verify.site.apparatus import addresses, history, originals
from verify.site.apparatus.files import concordance, lost_tables, terms
from verify.site.cite import bibliography
from verify.site.engine import all_games, all_tables, statuses
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
    assert CFF["preferred-citation"]["version"] == CFF["version"]
    assert CFF["preferred-citation"]["date-released"] == CFF["date-released"]


def test_the_version_is_one_number_everywhere() -> None:
    version = PROJECT["version"]
    assert gamerules.__version__ == verify.__version__ == version
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / name).read_text(encoding="utf-8"))["version"] == version, name
    versions = re.findall(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert versions[0] == version
    assert list(reversed(versions))[:-1] == list(history.load(APPARATUS).versions)


def test_the_rights_are_the_same_everywhere() -> None:
    """edition.toml defines them; what is built from it is tested where it is built."""
    rights = EDITION["rights"]
    assert {name: right.get("spdx") for name, right in rights.items()} == {
        "code": "MIT",
        "words": "CC-BY-4.0",
        "translations": None,
    }
    assert PROJECT["license"] == rights["code"]["spdx"]
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith(rights["code"]["name"])
    assert CFF["license"] == [right["spdx"] for right in rights.values() if "spdx" in right]
    pages = (ROOT / "docs" / "LICENSE").read_text(encoding="utf-8")
    assert rights["words"]["spdx"] in pages and rights["translations"]["url"] in pages
    assert rights["translations"]["url"] in CFF["abstract"]
    assert rights["translations"]["url"] in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_change_of_a_sentence_is_told(built_site: BuiltSite) -> None:
    known = history.load(APPARATUS)
    texts = exported(built_site)
    assert list(known.faults(texts, PROJECT["version"])) == []
    old = {**texts, "slam-dictionary.senses.30": "In Écarté: the winning of all five tricks. Synonym: vole (воля)."}
    assert list(known.faults(old, PROJECT["version"])) == [
        "changes.toml: 'slam-dictionary.senses.30' names no sentence that was changed; remove it, or mend its spelling"
    ]


def test_the_history_of_a_sentence(tmp_path: Path) -> None:
    history.record(tmp_path, {"x.y.1": "One.", "x.y.2": "Two."}, "1")
    history.record(tmp_path, {"x.y.1": "One.", "x.y.2": "Too.", "x.y.3": "Three."}, "2")
    (tmp_path / "changes.toml").write_text('[2]\n"x.y.2" = "a slip"\n[3]\n"x.*" = "anew"\n')
    known = history.load(tmp_path)
    assert known.of("x.y.1", "One.", "3") == [("1", "first version")]
    assert known.of("x.y.2", "Tu.", "3") == [("3", "anew"), ("2", "a slip"), ("1", "first version")]
    assert known.of("x.y.3", "Three.", "2") == [("2", "first version")]
    assert list(known.faults({"x.y.1": "1", "x.y.4": "new"}, "3")) == []
    assert list(known.faults({"x.y.1": "1"}, "4")) == [
        "x.y.1 is not as in the version before; say in changes.toml what was changed"
    ]


def exported(site: BuiltSite) -> dict[str, str]:
    rows = json.loads((site.folder / "data" / "loci.json").read_text(encoding="utf-8"))
    return {row["locus"]: row["translation"] for row in rows if row["translation"]}


LEFT_OUT = {"supplied", "claim-fails", "locus-ref", "erratum-ref", "verify-verdict", "headerlink", "locus-cite"}
"""What a page has inside sentences that is not the source's, by its class."""
BLOCKS = ("tr", "p", "h1", "h2", "h3", "h4", "caption", "dt", "dd", "li")


def sentences_on(page: str) -> dict[str, str]:
    """Read the sentences off a page as a browser has it, by another way than the edition does."""
    found: dict[str, str] = {}
    locus = ""

    def read(node: etree._Element) -> None:
        nonlocal locus
        classes = set((node.get("class") or "").split())
        if node.tag in BLOCKS and next(node.iterancestors("tr"), None) is None:
            locus = ""
        if "locus" in classes and node.get("id"):
            locus = node.get("id", "")
            found[locus] = ""
        elif not (classes & LEFT_OUT or {"popover", "hidden"} & set(node.keys()) or node.tag in ("script", "style")):
            if locus:
                found[locus] += node.text or ""
            for child in node:
                read(child)
                if locus:
                    found[locus] += child.tail or ""
        if node.tag in BLOCKS and next(node.iterancestors("tr"), None) is None:
            locus = ""

    read(html.fromstring(page))
    return {name: squeezed(text) for name, text in found.items()}


def squeezed(text: str) -> str:
    """Return a text without white space, so that how lines and cells are set makes no difference."""
    return re.sub(r"[\s\ufe0e]+", "", text)


def test_each_exported_sentence_is_that_of_its_page(built_site: BuiltSite) -> None:
    texts = exported(built_site)
    pages = {
        row["locus"]: row["page"].partition("#")[0]
        for row in json.loads((built_site.folder / "data" / "loci.json").read_text(encoding="utf-8"))
        if row["page"]
    }
    shown: dict[str, str] = {}
    for page in sorted(set(pages.values())):
        shown |= sentences_on((built_site.folder / page).read_text(encoding="utf-8"))
    assert len(shown) == len(texts) == len(KINDS)
    continued = {"slam-dictionary.senses.1"}  # goes on in blocks of its own
    wrong = {
        locus: (text, shown[locus])
        for locus, text in texts.items()
        if not (squeezed(text).startswith if locus in continued else squeezed(text).__eq__)(shown[locus])
    }
    assert not wrong
    assert "Schlemm" in texts["slam-dictionary.senses.1"] and "slambra" in texts["slam-dictionary.senses.1"]
    for number in range(2, 9):
        assert texts[f"slam-dictionary.senses.{27 + number}"].startswith(f"{number}. ")


def test_no_exported_sentence_has_signs_of_the_apparatus(built_site: BuiltSite) -> None:
    signs = re.compile(r"[<>`]|\[(?!…\])|(?<!\w)[A-Z]-\d|([♠♥♦♣])\s*\1|\{")
    assert {locus: text for locus, text in exported(built_site).items() if signs.search(text)} == {}
    for bad in ("he wins S-16", "♠ ♠A", "three <tricks>", "the ace [of spades]", "`three`"):
        assert signs.search(bad)


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


def test_every_rule_of_the_sources_has_a_status() -> None:
    known = statuses()
    assert [locus for locus, kind in KINDS.items() if kind == "rule" and not known.get(locus)] == []


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
    cited = {
        key.strip()
        for page in (ROOT / "docs").rglob("*.md")
        for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", page.read_text(encoding="utf-8"))
        for key in keys.split(",")
    }
    assert cited <= set(WORKS), sorted(cited - set(WORKS))


def test_every_work_says_whether_it_was_seen() -> None:
    for key, work in WORKS.items():
        note = str(work.fields.get("note", ""))
        assert note.startswith(("Seen: ", "Not seen: ")), f"{key}: begin its note with Seen: or Not seen: and say where"
        # Commands are printed as they stand, and a title without braces of its own loses its capitals.
        assert "\\" not in note and str(work.fields["title"]).startswith("{"), key


_HISTORY = {
    "games/slam/notes.md": ("slam-notes-origin", "slam-notes-eight-trumps", "slam-notes-other-accounts"),
    "games/slam/witnesses.md": ("slam-witnesses-shared",),
    "games/two-hand-bridge/notes.md": ("two-hand-bridge-decision-laws",),
    "games/nullo-bridge/notes.md": ("nullo-bridge-notes-rank",),
}
"""The sections that tell history, by their pages; so does "What was regained" on each page of what is lost."""
_SEEN_AT = re.compile(
    r"\{cite(:\w+)?\}|\]\(https?:|\{(locus-ref|claim)\}|could not be verified|was found\b|not (known|seen)"
)


def unseen(text: str) -> list[str]:
    """Return a section's paragraphs that say neither where what they tell was seen nor that it was not verified."""
    body = re.sub(r"(?ms)^(`{3,}|:{3,})\{.*?^\1$", "", text)
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", body)]
    told = [part for part in paragraphs if part and not part.startswith(("#", "(", "|", "What follows"))]
    return [part for part in told if not _SEEN_AT.search(part)]


def test_every_piece_of_history_says_where_it_was_seen() -> None:
    pages = ROOT / "docs"
    for name, sections in _HISTORY.items():
        text = (pages / name).read_text(encoding="utf-8")
        for ident in sections:
            _, found, rest = text.partition(f"({ident})=\n")
            assert found, ident
            assert unseen(re.split(r"(?m)^\([\w-]+\)=$", rest)[0]) == [], (name, ident)
    lost = sorted((APPARATUS / "lost").glob("*.md"))
    assert len(lost) > 12
    for page in lost:
        regained = page.read_text(encoding="utf-8").partition("## What was regained")[2].partition("\n## ")[0]
        assert unseen(regained) == [], page.name
    for source, told in EDITION["source"].items():
        assert "http" in told["evidence"] or "verified" in told["evidence"] or "see there" in told["evidence"], source


def test_a_statement_without_its_place_is_found() -> None:
    assert unseen("It was played in 1900.\n\nSo it was {cite:p}`a`.") == ["It was played in 1900."]
    assert unseen("It was played in 1900; this could not be verified.\n\n```{example}\n>>> 1\n\n1\n```") == []


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
