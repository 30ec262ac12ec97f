import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from pybtex.database import parse_string

from tests.verify.site.apparatus.samples import AUTHOR, BODY, edition
from verify.site.cite import formats as cite
from verify.site.cite import head, styles
from verify.site.cite.formats import Citation

ROOT = Path(__file__).parents[4]
LOCUS = "probe.deal.2"
ADDRESS = f"https://example.org/probe/loci/{LOCUS}/"


@pytest.fixture
def locus() -> Citation:
    return cite.for_locus(edition(), LOCUS)


@pytest.fixture
def hard() -> Citation:
    """A title with everything that one of the formats gives a meaning to."""
    page = cite.for_page(edition(), "50% & more: {#1} _two_ \\ ~x^ «Шлем»", "a b/ü.html")
    return replace(page, authors=(AUTHOR, BODY))


def test_a_locus_is_cited_under_its_known_author(locus: Citation) -> None:
    assert locus.authors == (AUTHOR,)
    assert locus.translators == (BODY,)
    assert locus.title == "The probe, deal, sentence 2 (probe.deal.2)"
    assert locus.address == ADDRESS
    assert locus.key.isascii() and " " not in locus.key


def test_a_page_is_cited_under_authors_only_if_all_are_known() -> None:
    assert cite.for_page(edition(), "T", "t.html", ["probe"]).authors == (AUTHOR,)
    both = cite.for_page(edition(), "T", "t.html", ["probe", "second"])
    assert (both.authors, both.translators, both.kind) == ((), (BODY,), "webpage")
    unsigned = cite.for_locus(edition(), "second.deal.1")
    assert (unsigned.authors, unsigned.translators, unsigned.kind) == ((), (BODY,), "chapter")
    plain = cite.for_page(edition(), "T", "t.html")
    assert (plain.authors, plain.translators) == ((BODY,), ())


def test_no_address_is_made_up() -> None:
    citation = replace(cite.for_locus(edition(base=""), LOCUS), rights=None)
    assert citation.address == ""
    for text in (cite.to_bibtex([citation]), cite.to_ris([citation]), cite.to_csl([citation]), *head.tags(citation)):
        for known in (
            "http://www.zotero.org/namespaces/export#",
            "http://purl.org/dc/elements/1.1/",
            "https://schema.org",
        ):
            text = text.replace(known, "")
        assert "http" not in text


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
        "  publisher = {{probe project}},\n"
        "  origtitle = {{Игра в пробу}},\n"
        "  langid = {english},\n"
        f"  url = {{{ADDRESS}}},\n"
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
        "PB  - probe project",
        "PY  - 2026",
        "DA  - 2026/03/07",
        "LA  - en",
        "OP  - Игра в пробу",
        f"UR  - {ADDRESS}",
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
    for part in ("Пробный", "probe.deal.2", "2026", "1.2.0", "probe project", "Игра в пробу", locus.address):
        assert part in text, (part, text)
    assert text.count("1.2.0") == 1
    assert "Probe project" not in text and "Probes" not in text  # names keep their own case


@pytest.mark.parametrize("style", styles.STYLES)
@pytest.mark.parametrize("base", ["", "https://example.org/probe/"])
def test_what_is_unsigned_has_a_translator_and_no_author(style: str, base: str) -> None:
    for number, sources in enumerate((["second"], ["probe", "second"])):
        page = cite.for_page(edition(base), "A title", "t.html", sources)
        text = styles.formatted(page, style)
        assert not text.startswith("probe project. "), text
        assert text.count("A title") + text.count("A Title") <= 2 and "2026" in text, (number, text)


def test_each_kind_has_its_type_in_every_format() -> None:
    kinds = {
        "entry-encyclopedia": (cite.for_locus(edition(), LOCUS), "incollection", "ENCYC", "Article"),
        "chapter": (cite.for_locus(edition(), "second.deal.1"), "incollection", "CHAP", "Chapter"),
        "webpage": (cite.for_page(edition(), "Notes", "n.html"), "misc", "ELEC", "WebPage"),
        "dataset": (cite.for_data(edition(), "data/datapackage.json"), "misc", "DATA", "Dataset"),
    }
    for kind, (citation, bibtex, ris, schema) in kinds.items():
        (item,) = json.loads(cite.to_csl([citation]))
        assert item["type"] == kind and item["publisher"] == "probe project" and item["license"].startswith("https://")
        assert cite.to_bibtex([citation]).startswith(f"@{bibtex}{{")
        assert cite.to_ris([citation]).startswith(f"TY  - {ris}\r\n")
        assert head.json_ld(citation)["@type"] == schema
        assert ("edition" in item) + ("version" in item) == 1


@pytest.mark.parametrize("style", styles.STYLES)
@pytest.mark.parametrize("base", ["", "https://example.org/probe/"])
def test_a_locus_formatted_by_its_section_is_the_same(style: str, base: str) -> None:
    for number in (1, 2, 17, 136):
        name = f"probe.deal.{number}"
        citation = cite.for_locus(edition(base), name)
        assert styles.formatted_locus(citation, name, style) == styles.formatted(citation, style)


def zotero(tags: list[str]) -> dict[str, object]:
    """Read head tags by the rules of Zotero's translator for embedded metadata."""
    metas: dict[str, list[str]] = {}
    for name, content in re.findall(r'<meta name="([^"]+)" content="([^"]*)">', "\n".join(tags)):
        metas.setdefault(name, []).append(unescape(content))

    def first(*names: str) -> str:
        return next((metas[name][0] for name in names if name in metas), "")

    return {
        "itemType": first("z:itemType"),
        "title": first("citation_title", "DC.title"),
        "creators": metas.get("citation_author", metas.get("DC.creator", [])),
        "contributors": metas.get("DC.contributor", []),
        "container": first("citation_inbook_title"),
        "publisher": first("citation_publisher", "DC.publisher"),
        "date": first("citation_publication_date", "DC.date").replace("/", "-"),
        "language": first("citation_language", "DC.language"),
        "rights": first("DC.rights"),
        "url": first("citation_public_url", "citation_abstract_html_url", "DC.identifier"),
    }


def test_zotero_reads_the_head_of_a_page() -> None:
    page = cite.for_page(edition(), 'The "probe" & rules', "games/probe/rules.html", ["probe"])
    tags = head.tags(page)
    expected = {
        "itemType": "encyclopediaArticle",
        "title": 'The "probe" & rules',
        "creators": ["Пробный, Иван"],
        "contributors": ["probe project"],
        "container": "probes",
        "publisher": "probe project",
        "date": "2026-03-07",
        "language": "en",
        "rights": "https://example.org/unknown",
        "url": "https://example.org/probe/games/probe/rules.html",
    }
    assert zotero(tags) == expected
    for name, value in expected.items():  # no tag is there for nothing: a head without it is read otherwise
        damaged = [tag for tag in tags if not re.search(TAGS[name], tag)]
        assert zotero(damaged)[name] != value, name
    unsigned = zotero(head.tags(cite.for_locus(edition(), "second.deal.1")))
    assert (unsigned["itemType"], unsigned["creators"]) == ("bookSection", [])


TAGS = {
    "itemType": "z:itemType",
    "title": "title",
    "creators": "author|DC.creator",
    "contributors": "contributor",
    "container": "inbook",
    "publisher": "publisher",
    "date": "date",
    "language": "language",
    "rights": "rights",
    "url": "public_url|identifier",
}


def test_the_description_in_the_head() -> None:
    page = cite.for_page(edition(), 'The "probe" & rules', "games/probe/rules.html", ["probe"])
    script = head.tags(page)[-1]
    data = json.loads(script.removeprefix('<script type="application/ld+json">').removesuffix("</script>"))
    assert data["author"] == [{"@type": "Person", "familyName": "Пробный", "givenName": "Иван", "name": "Иван Пробный"}]
    assert data["translator"][0]["name"] == "probe project"
    assert data["url"] == page.address and data["version"] == "1.2.0"


def test_json_ld_cannot_end_its_script() -> None:
    page = cite.for_page(edition(), "</script><script>alert(1)", "x.html")
    assert head.tags(page)[-1].count("</") == 1
