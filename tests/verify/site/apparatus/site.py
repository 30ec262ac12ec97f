"""Builds the invented site of the tests of the apparatus."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tests.forked import run
from tests.verify.site.apparatus.samples import BASE, SENTENCES, text_of, write_manifests

ROOT = Path(__file__).parents[4]

CONF = """\
import gamerules.game as games
games.names = lambda: ("vint",)  # one game is enough, and a quick one

project = "probes"
version = release = "1.2.0"
extensions = ["myst_parser", "sphinxcontrib.bibtex", "verify", "verify.site.apparatus.extension"]
myst_enable_extensions = ["attrs_inline", "attrs_block"]
bibtex_bibfiles = ["docs/works.bib"]
bibtex_default_style = "edition"
edition_file = "edition.toml"
html_theme = "basic"
import json
import os
verify_sources = os.environ.get("PROBE_SOURCES", "")
"""

PAGES = {
    "index.md": "# Probes\n\n```{toctree}\nrules\nnotes\nparts\n```\n",
    "rules.md": (
        "# Rules & {claim}`two <__import__('gamerules').__name__.count('e')> | no-rule: invented` more\n\n"
        "```{setup}\nfrom gamerules.cards import PACK_32\none = len(PACK_32) // 32\n```\n\n"
        "## {locus}`probe.head.1` The probe\n\n"
        "{locus}`probe.deal.1` Each player gets {claim}`8 <7 + one> | no-rule: invented` "
        "[карт]{.language-ru}[, or {claim}`9 <8 + one> | no-rule: invented`, "
        "it seems]{.supplied}. {locus}`probe.deal.2` "
        "Nobody *ever* sees the rest; see {locus-ref}`probe.play.1` {erratum}`P-1`.\n\n"
        "| {locus}`probe.play.1` Card | Wins |\n| --- | --- |\n| high | "
        "{claim}`5,000 <5000 * one> \\| no-rule: invented` |\n"
        "| {locus}`probe.play.2` sum | `15` |\n\n{locus}`probe.prices.1` Here are the prices:\n\n"
        "{.continued}\n| card | price |\n| --- | --- |\n| high | some |\n\n"
        "{locus}`second.deal.1` Cards are dealt two at a time.\n"
    ),
    "notes.md": (
        "# Notes\n\n````{erratum} P-1\n:locus: probe.deal.2 probe.deal.1\n:stands: карты «колоды»\n"
        ":meant: the cards of the other pack\n:grade: proved\n\nIt is so by {locus-ref}`probe.play.1`.\n\n"
        "```{example}\n:loci: probe.deal.2\n:no-rule: invented\n"
        ">>> 7 + len(__import__('gamerules').__path__)\n8\n```\n````\n\n"
        "See [the prices](#lost-prices) {cite}`ivanov`.\n\n(lost-prices)=\n## Prices\n\nThey are lost.\n"
    ),
    "parts.md": (
        "# Parts\n\n```{errata-list}\n```\n\n```{decisions} vint\n```\n\n"
        "```{cells} gamerules.vint.penalties:UNDERTRICK_PRICE\n```\n\n"
        "```{cells} gamerules.vint.coronets:CORONET_PRICE\n```\n\n"
        "```{lost-tables} lost.toml\n```\n\n```{concordance} both.toml\n```\n\n```{terms} terms.yaml\n```\n\n"
        "```{languages} terms.yaml\n```\n\n```{sides} parts.toml\n```\n\n```{games-overview}\n```\n\n"
        "```{sources}\n```\n\n```{sentences} probe\n```\n\n```{rights}\n```\n\n"
        "```{data-files}\n```\n\n```{bibliography}\n:all:\n```\n"
    ),
    "works.bib": (
        "@misc{ivanov, author = {Иванов, Пётр}, title = {Книга}, year = {1899}}\n"
        "@misc{ivanov2, author = {Иванов, Пётр}, title = {Другая}, year = {1899}}\n"
        "@misc{unsigned, title = {An unsigned leaf}}\n"
    ),
    "edition.toml": (
        'title = "probes"\nsummary = "An invented game"\nauthors = ["probe project"]\ntranslators = ["probe project"]\n'
        'language = "en"\ndated = 2026-01-02\n[source.probe]\ntitle = "The probe"\noriginal-title = "Игра в пробу"\n'
        'language = "ru"\nsiglum = "P"\nauthor = { family = "Пробный", given = "Иван" }\n'
        '[source.second]\ntitle = "Another account"\nlanguage = "ru"\nkind = "chapter"\n'
        '[rights.words]\ncovers = "Our words: all"\nname = "Some licence"\nspdx = "CC0-1.0"\n'
        'url = "https://example.org/licence"\n[rights.translations]\ncovers = "The translations"\nname = "Unknown"\n'
        'url = "https://example.org/unknown"\nnote = "Nobody knows."\n'
    ),
    "lost.toml": (
        '[[lost]]\nid = "prices"\ntitle = "The prices"\npage = "notes"\nloci = ["probe.prices.1"]\nunit = "table"\n'
        'state = "lost"\nremains = "nothing"\n'
    ),
    "both.toml": (
        'title = "Two accounts"\nwitnesses = ["probe", "second"]\n'
        'shared = [{ loci = ["probe.deal.1", "second.deal.1"], words = 4 }]\n'
        '[[point]]\ntopic = "Deal"\nrelation = "differ"\n'
        'probe = { loci = ["probe.deal.1"], says = "one at a time" }\n'
        'second = { loci = ["second.deal.1"], says = "two at a time" }\nnote = "See P."\n'
    ),
    "terms.yaml": (
        "- term: trick\n  gloss: Cards won together.\n  ru: [взятка, взятки, взяток]\n  de: Stich\n"
        "  loci: [probe.play.1]\n"
    ),
    "parts.toml": '[[part]]\nid = "play"\ntitle = "Play"\nsections = ["probe.play"]\n',
}


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was built: its project, its output, the exit status and everything that was said."""

    project: Path
    out: Path
    status: int
    said: str

    def text(self, path: str) -> str:
        return (self.out / path).read_text(encoding="utf-8")


def make(project: Path, **changes: str) -> Path:
    """Write the site's project; ``changes`` replaces pages (dots in names are written as underscores)."""
    write_manifests(project / "docs" / "sources")
    (project / "pyproject.toml").write_text("[tool.verify]\nrequire-checks = []\n")
    (project / "conf.py").write_text(CONF)
    (project / "docs" / "checks.toml").write_text(
        '"docs/notes.md" = { examples = 1, exceptions = 1 }\n"docs/rules.md" = { claims = 4, exceptions = 4 }\n'
    )
    pages = PAGES | {name.replace("_", "."): text for name, text in changes.items()}
    for name, text in pages.items():
        (project / "docs" / name).write_text(text, encoding="utf-8")
    return project


def build(
    project: Path,
    *,
    base: str = BASE,
    private: bool = False,
    builder: str = "html",
    start: bool = False,
    sources: str = "",
) -> Site:
    """Build the site, in a process of its own; ``start`` as in ``run``, ``sources`` a folder of texts as it is."""
    out = project / "_build" / builder
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": "1772841600",
        "READTHEDOCS_CANONICAL_URL": base,
        "PYTHONHASHSEED": "random",
        "PROBE_SOURCES": sources,
    }
    if private:
        texts = project / "texts"
        texts.mkdir(exist_ok=True)
        (texts / "probe.txt").write_text(text_of("probe"), encoding="utf-8")
        entry = {"locus": "second.deal.1", "text": SENTENCES["second.deal.1"][1]}
        (texts / "second.json").write_text(json.dumps({"loci": [entry]}))
        environment["PROBE_SOURCES"] = str(texts)
    words = ["-q", "-b", builder, "-c", str(project), "-d", str(project / "_build" / "doctrees")]
    done = run("sphinx", *words, str(project / "docs"), str(out), cwd=ROOT, env=environment, start=start)
    return Site(project, out, done.returncode, done.stdout + done.stderr)
