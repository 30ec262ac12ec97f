import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pybtex.database import parse_string

from tests.verify.site.apparatus.samples import AUTHOR, BODY, edition
from verify.site.cite import formats as cite
from verify.site.cite import head, styles
from verify.site.cite.formats import Citation

ROOT = Path(__file__).parents[4]
LOCUS = "probe.deal.2"
PATH = f"games/probe/rules.html#{LOCUS}"


@pytest.fixture
def locus() -> Citation:
    return cite.for_locus(edition(), LOCUS, PATH)


@pytest.fixture
def hard() -> Citation:
    """A title with everything that one of the formats gives a meaning to."""
    page = cite.for_page(edition(), "50% & more: {#1} _two_ \\ ~x^ «Шлем»", "a b/ü.html")
    return replace(page, authors=(AUTHOR, BODY))


def test_a_locus_is_cited_under_its_known_author(locus: Citation) -> None:
    assert locus.authors == (AUTHOR,)
    assert locus.translators == (BODY,)
    assert locus.title == "The probe, deal, sentence 2 (probe.deal.2)"
    assert locus.address == f"https://example.org/probe/v1.2.0/{PATH}"
    assert locus.key.isascii() and " " not in locus.key


def test_a_page_is_cited_under_authors_only_if_all_are_known() -> None:
    assert cite.for_page(edition(), "T", "t.html", ["probe"]).authors == (AUTHOR,)
    assert cite.for_page(edition(), "T", "t.html", ["probe", "second"]).authors == (BODY,)
    plain = cite.for_page(edition(), "T", "t.html")
    assert (plain.authors, plain.translators) == ((BODY,), ())


def test_no_address_is_made_up() -> None:
    citation = cite.for_locus(edition(base=""), LOCUS, PATH)
    assert citation.address == ""
    for text in (cite.to_bibtex([citation]), cite.to_ris([citation]), cite.to_csl([citation]), *head.tags(citation)):
        assert "http" not in text.replace("http://www.zotero.org/namespaces/export#", "").replace(
            "https://schema.org", ""
        )


def test_bibtex(locus: Citation) -> None:
    assert cite.to_bibtex([locus]) == (
        "@incollection{probes-1.2.0-probe.deal.2,\n"
        "  author = {Пробный, Иван},\n"
        "  title = {{The probe, deal, sentence 2 (probe.deal.2)}},\n"
        "  booktitle = {{probes}},\n"
        "  translator = {{probe project}},\n"
        "  edition = {1.2.0},\n"
        "  year = {2026},\n"
        "  month = mar,\n"
        "  date = {2026-03-07},\n"
        "  origtitle = {Игра в пробу},\n"
        "  langid = {english},\n"
        f"  url = {{https://example.org/probe/v1.2.0/{PATH}}},\n"
        "}\n"
    )


def test_ris(locus: Citation) -> None:
    assert cite.to_ris([locus]).split("\r\n") == [
        "TY  - ENCYC",
        "ID  - probes-1.2.0-probe.deal.2",
        "AU  - Пробный, Иван",
        "A4  - probe project",
        "TI  - The probe, deal, sentence 2 (probe.deal.2)",
        "T2  - probes",
        "ET  - version 1.2.0",
        "PY  - 2026",
        "DA  - 2026/03/07",
        "LA  - en",
        "OP  - Игра в пробу",
        f"UR  - https://example.org/probe/v1.2.0/{PATH}",
        "ER  - ",
        "",
    ]


def test_csl_has_the_version_once(locus: Citation) -> None:
    (item,) = json.loads(cite.to_csl([locus]))
    assert item["type"] == "entry-encyclopedia"
    assert item["author"] == [{"family": "Пробный", "given": "Иван"}]
    assert item["translator"] == [{"literal": "probe project"}]
    assert item["issued"] == {"date-parts": [[2026, 3, 7]]}
    assert item["edition"] == "version 1.2.0" and "version" not in item


def test_pybtex_reads_bibtex_back(locus: Citation, hard: Citation) -> None:
    found = parse_string(cite.to_bibtex([locus, hard]), "bibtex").entries
    entry = found[locus.key]
    assert [str(person) for person in entry.persons["author"]] == ["Пробный, Иван"]
    assert entry.fields["year"] == "2026" and entry.fields["date"] == "2026-03-07"
    assert entry.fields["translator"] == "{probe project}"
    assert "Шлем" in found[hard.key].fields["title"]


def test_citation_js_reads_all_three_back(locus: Citation, hard: Citation, tmp_path: Path) -> None:
    writers: dict[str, Callable[[list[Citation]], str]] = {
        "bib": cite.to_bibtex,
        "ris": cite.to_ris,
        "json": cite.to_csl,
    }
    files = []
    for extension, write in writers.items():
        file = tmp_path / f"cited.{extension}"
        file.write_bytes(write([locus, hard]).encode())
        files.append(str(file))
    script = Path(__file__).parent / "read_back.cjs"
    done = subprocess.run(
        ["node", str(script), *files], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    for extension, items in zip(writers, json.loads(done.stdout), strict=True):
        assert len(items) == 2, extension
        first, second = items
        assert first["title"] == locus.title, extension
        assert first["author"][0]["family"] == "Пробный" and first["author"][0]["given"] == "Иван", extension
        assert first["container-title"] == "probes", extension
        assert first["issued"]["date-parts"][0][0] == 2026, extension
        assert first["URL"] == locus.address, extension
        assert "1.2.0" in first["edition"], extension
        assert second["title"].replace("\u00a0", " ") == hard.title, extension
    for extension, items in zip(writers, json.loads(done.stdout), strict=True):
        if extension != "ris":  # citation-js drops A4, which Zotero reads
            name = items[0]["translator"][0]
            assert (name.get("literal") or name.get("family")) == "probe project", extension


@pytest.mark.parametrize("style", styles.STYLES)
def test_plain_styles_show_everything(locus: Citation, style: str) -> None:
    text = styles.formatted(locus, style)
    for part in ("Пробный", "probe.deal.2", "2026", "1.2.0", "probe project", locus.address):
        assert part in text, (part, text)
    assert text.count("1.2.0") - locus.address.count("1.2.0") == 1


@pytest.mark.parametrize("style", styles.STYLES)
@pytest.mark.parametrize("base", ["", "https://example.org/probe/"])
def test_a_locus_formatted_by_its_section_is_the_same(style: str, base: str) -> None:
    for number in (1, 2, 17, 136):
        name = f"probe.deal.{number}"
        citation = cite.for_locus(edition(base), name, f"r.html#{name}")
        assert styles.formatted_locus(citation, name, style) == styles.formatted(citation, style)


def test_head_tags_are_the_tested_recipe(locus: Citation) -> None:
    page = cite.for_page(edition(), 'The "probe" & rules', "games/probe/rules.html", ["probe"])
    assert head.tags(page)[:-1] == [
        '<link rel="schema.z" href="http://www.zotero.org/namespaces/export#">',
        '<meta name="z:itemType" content="encyclopediaArticle">',
        '<meta name="z:encyclopediaTitle" content="probes">',
        '<meta name="z:edition" content="version 1.2.0">',
        '<meta name="citation_title" content="The &quot;probe&quot; &amp; rules">',
        '<meta name="citation_author" content="Пробный, Иван">',
        '<meta name="citation_inbook_title" content="probes">',
        '<meta name="citation_publication_date" content="2026/03/07">',
        '<meta name="citation_language" content="en">',
        '<meta name="citation_public_url" content="https://example.org/probe/v1.2.0/games/probe/rules.html">',
    ]
    script = head.tags(page)[-1]
    data = json.loads(script.removeprefix('<script type="application/ld+json">').removesuffix("</script>"))
    assert data["author"] == [{"@type": "Person", "familyName": "Пробный", "givenName": "Иван", "name": "Иван Пробный"}]
    assert data["translator"][0]["name"] == "probe project"
    assert data["url"] == page.address and data["version"] == "1.2.0"


def test_json_ld_cannot_end_its_script() -> None:
    page = cite.for_page(edition(), "</script><script>alert(1)", "x.html")
    assert head.tags(page)[-1].count("</") == 1
