"""The apparatus of a small invented site, built once; then builds that must fail, and a private one."""

import csv
import io
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from frictionless import Package
from lxml import etree
from pybtex.database import parse_string

from gamerules import vint
from tests.verify.site.apparatus.samples import BASE, SENTENCES, text_of
from tests.verify.site.apparatus.site import CONF, PAGES, ROOT, Site, build, make
from verify.settings import load_settings
from verify.site.apparatus import originals
from verify.site.tei import document as tei
from verify.site.tei.text import NS, XML
from verify.texts.sources import load_manifests

TEI = {"t": NS}
DATA = ("csv", "json", "xml")
JING = "node_modules/vnu-jar/build/dist/vnu.jar"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    found = build(make(tmp_path_factory.mktemp("probe")))
    assert found.status == 0, found.said
    return found


def files(site: Site) -> Iterator[Path]:
    for folder in ("data", "cite"):
        yield from (path for path in (site.out / folder).rglob("*") if path.is_file())


def rows(site: Site, sheet: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(site.text(f"data/{sheet}.csv"))))


# ---- citing


def test_the_head_of_a_page(site: Site) -> None:
    page = site.text("rules.html")
    found = dict(re.findall(r'<meta name="((?:citation|z|DC)[_:.]\w+)" content="([^"]*)">', page))
    assert found == {  # no author: of its two sources one has none that is known
        "z:itemType": "webpage",
        "z:websiteTitle": "probes",
        "z:edition": "version 1.2.0",
        "citation_title": "Rules &amp; two more",
        "citation_inbook_title": "probes",
        "citation_publisher": "probe project",
        "citation_publication_date": "2026/03/07",
        "citation_language": "en",
        "citation_public_url": "https://example.org/probe/rules.html",
        "DC.title": "Rules &amp; two more",
        "DC.contributor": "probe project",
        "DC.publisher": "probe project",
        "DC.date": "2026-03-07",
        "DC.language": "en",
        "DC.identifier": "https://example.org/probe/rules.html",
        "DC.rights": "https://example.org/unknown",
    }
    assert '<link rel="canonical" href="https://example.org/probe/rules.html"' in page
    assert "Z3988" not in page  # a COinS span would replace the whole record


def test_every_page_tells_version_and_date_and_how_to_cite_it(site: Site) -> None:
    for page in site.out.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if page.name in ("genindex.html", "search.html"):
            assert "citation_title" not in text
            continue
        assert 'Version 1.2.0, <time datetime="2026-03-07">7 March 2026</time>' in text
        assert re.search(r'<button[^>]* popovertarget="cite-page">', text)
        for right in ("our words: <a", 'href="https://example.org/licence">CC0-1.0<', ">Unknown<"):
            assert right in text, right
        assert '<div popover id="cite-page"' in text
        for style in ("Chicago", "APA", "MLA"):
            assert f"<dt>{style}</dt>" in text


def test_every_locus_has_its_panel_and_files(site: Site) -> None:
    page = site.text("rules.html")
    for locus in SENTENCES:
        assert page.count(f'popovertarget="cite-{locus}" aria-label') == 1
        assert page.count(f'<div popover id="cite-{locus}"') == 1
        for extension in ("bib", "ris", "json"):
            assert f'href="cite/{locus}.{extension}"' in page
        entry = parse_string(site.text(f"cite/{locus}.bib"), "bibtex").entries
        assert len(entry) == 1
    assert "Пробный, Иван" in site.text("cite/probe.deal.1.bib")
    assert "Пробный" not in site.text("cite/second.deal.1.bib")
    assert page.count("<button") == page.count("</button>")


# ---- data


def test_the_tei_is_valid(site: Site) -> None:
    schema = etree.RelaxNG(etree.parse(str(tei.SCHEMA)))
    schema.assertValid(etree.parse(str(site.out / "data" / "edition.tei.xml")))


def test_jing_finds_the_tei_valid_too(site: Site, tmp_path: Path) -> None:
    driver = "nu.validator.vendor.thaiopensource.relaxng.util.Driver"  # jing, as the HTML checker brings it
    command = ["java", "-XX:TieredStopAtLevel=1", "-cp", str(ROOT / JING), driver, str(tei.SCHEMA)]
    damaged = tmp_path / "damaged.xml"
    damaged.write_text(
        site.text("data/edition.tei.xml").replace("<supplied", "<added").replace("</supplied", "</added")
    )
    for path, status in ((site.out / "data" / "edition.tei.xml", 0), (damaged, 1)):
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == status, done.stdout + done.stderr


def test_the_schema_is_no_rubber_stamp(site: Site) -> None:
    schema = etree.RelaxNG(etree.parse(str(tei.SCHEMA)))
    for old, new in (
        ("<listApp>", "<listApp><p/>"),
        ('cert="high"', 'cert="sure"'),
        ("<teiHeader>", "<teiHeader><p/>"),
    ):
        broken = site.text("data/edition.tei.xml").replace(old, new, 1)
        assert not schema.validate(etree.fromstring(broken.encode())), new


def test_the_tei_has_every_locus_in_order(site: Site) -> None:
    root = ET.fromstring(site.text("data/edition.tei.xml"))
    segments = root.findall(".//t:seg[@n]", TEI)
    ids = [segment.get(f"{XML}id") for segment in segments]
    assert ids == list(SENTENCES)
    texts = {ident: "".join(segment.itertext()) for ident, segment in zip(ids, segments, strict=True)}
    assert texts["probe.deal.1"] == "Each player gets 8 карт, or 9, it seems."
    supplied = [(element.get("resp"), "".join(element.itertext())) for element in root.findall(".//t:supplied", TEI)]
    assert supplied == [("#resp-0", ", or 9, it seems")]
    (note,) = root.findall(".//t:note[@type='erratum']", TEI)  # in its place in the text, and the text reads on
    assert note.get("resp") == "#resp-0" and note in list(root.find(".//t:seg[@n='2']", TEI) or [])
    for place in (note, root.find(".//t:item", TEI)):
        assert place is not None
        assert [(child.tag.rpartition("}")[2], child.text) for child in place.findall("t:choice/*", TEI)] == [
            ("sic", "карты «колоды»"),
            ("corr", "the cards of the other pack"),
        ]
    assert [bibl.get(f"{XML}id") for bibl in root.findall(".//t:listBibl/t:bibl", TEI)] == ["work-probe", "work-second"]
    assert [work.findtext("t:author", None, TEI) for work in root.findall(".//t:listBibl/t:bibl", TEI)] == [
        "Иван Пробный",
        None,
    ]
    published = root.find(".//t:publicationStmt", TEI)
    assert published is not None
    assert [idno.text for idno in published.findall("t:idno", TEI)] == ["probes 1.2.0", BASE]
    assert [licence.get("target") for licence in published.iterfind(".//t:licence", TEI)] == [
        "https://example.org/licence"
    ]
    assert published.findtext(".//t:p/t:ref", None, TEI) == "https://example.org/unknown"
    assert [resp.text for resp in root.findall(".//t:respStmt/t:resp", TEI)] == ["edition", "translation"]
    assert [gap.get("corresp") for gap in root.findall(".//t:gap", TEI)] == ["#lost-prices"]
    assert [rdg.get("wit") for rdg in root.findall(".//t:app/t:rdg", TEI)] == ["#wit-probe", "#wit-second"]


def test_no_pointer_dangles(site: Site) -> None:
    text = site.text("data/edition.tei.xml")
    pages = {f"../loci/{locus}/" for locus in SENTENCES}
    assert tei.dangling(text, pages) == []
    assert tei.dangling(text.replace('xml:id="probe.play.1"', 'xml:id="x"'), pages) == ["#probe.play.1"] * 4
    assert tei.dangling(text, pages - {"../loci/probe.deal.1/"}) == ["../loci/probe.deal.1/"]


def test_frictionless_accepts_the_package(site: Site) -> None:
    report = Package(str(site.out / "data" / "datapackage.json")).validate()
    assert report.valid, report.flatten(["title", "message"])
    described = {resource["path"] for resource in json.loads(site.text("data/datapackage.json"))["resources"]}
    assert described == {path.name for path in (site.out / "data").glob("*.csv")}


def test_frictionless_refuses_a_locus_that_is_not_there(site: Site, tmp_path: Path) -> None:
    for path in (site.out / "data").glob("*.csv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "datapackage.json").write_text(site.text("data/datapackage.json"))
    links = tmp_path / "links.csv"
    links.write_text(links.read_text(encoding="utf-8").replace("probe.deal.2", "probe.deal.9"), encoding="utf-8")
    assert not Package(str(tmp_path / "datapackage.json")).validate().valid


def test_json_follows_its_schemas(site: Site) -> None:
    data = site.out / "data"
    sheets = {path.stem for path in data.glob("*.csv")}
    for name in sheets:
        schema = json.loads(site.text(f"data/schemas/{name}.schema.json"))
        jsonschema.Draft202012Validator.check_schema(schema)
        found = json.loads(site.text(f"data/{name}.json"))
        jsonschema.validate(found, schema)
        assert len(found) == len(rows(site, name)), name
        for column in list(found[0]) if found else ():
            damaged = [{key: value for key, value in found[0].items() if key != column}]
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(damaged, schema)
    assert json.loads(site.text("data/edition.json"))["files"] == sorted(
        path.relative_to(site.out).as_posix()
        for path in data.rglob("*")
        if path.is_file() and path.name != "edition.tei.xml"
    )


def test_what_the_sheets_say(site: Site) -> None:
    loci = {row["locus"]: row for row in rows(site, "loci")}
    assert loci["probe.deal.1"]["translation"] == "Each player gets 8 карт."
    assert loci["probe.deal.1"]["edited"] == "Each player gets 8 карт[, or 9, it seems]."
    assert loci["probe.deal.1"]["page"] == "rules.html#probe.deal.1"
    assert loci["probe.deal.1"]["address"] == "loci/probe.deal.1/"
    assert loci["probe.deal.2"]["translation"] == "Nobody ever sees the rest; see."
    assert (loci["probe.deal.2"]["edited"], loci["probe.deal.2"]["errata"]) == ("", "P-1")
    assert loci["probe.prices.1"]["translation"] == "Here are the prices: high some"
    assert {row["grade"] for row in rows(site, "tables")} >= {"proved", "high", "lost"}
    assert all((row["figure"] == "") == (row["grade"] == "lost") for row in rows(site, "tables"))
    (erratum,) = rows(site, "errata")
    assert erratum["argument"] == "It is so by probe.play.1." and erratum["address"] == "notes.html#erratum-P-1"
    links = {(row["sheet"], row["name"], row["locus"]) for row in rows(site, "links")}
    assert {("errata", "P-1", "probe.deal.1"), ("lost", "prices", "probe.prices.1")} <= links
    assert {row["verdict"] for row in rows(site, "checks")} == {"holds"}
    assert [row["form"] for row in rows(site, "term_forms")] == ["взятка", "взятки", "взяток"]


def test_the_downloads_page_leads_to_every_file(site: Site) -> None:
    page = site.text("parts.html")
    linked = set(re.findall(r'href="(data/[^"]+)"', page))
    data = site.out / "data"
    made = {path.relative_to(site.out).as_posix() for path in data.rglob("*") if path.is_file()}
    assert made - linked == {"data/schemas/record.schema.json"}
    assert "probes.epub" not in page  # none was made
    assert all((site.out / path).is_file() for path in linked)


def test_the_same_version_has_the_same_bytes(site: Site, tmp_path: Path) -> None:
    again = build(make(tmp_path), start=True)  # sets and dictionaries in another order
    assert again.status == 0, again.said
    names = sorted(path.relative_to(site.out) for path in files(site))
    assert names == sorted(path.relative_to(again.out) for path in files(again))
    assert len(names) > 60
    for name in [*names, Path("rules.html"), Path("parts.html")]:
        assert (site.out / name).read_bytes() == (again.out / name).read_bytes(), name


# ---- pages


def test_what_is_gathered(site: Site) -> None:
    page = site.text("parts.html")
    assert page.count('href="notes.html#erratum-P-1"') == 1
    assert '<span lang="ru">“карты «колоды»”</span>' in page
    assert '<section id="decisions-vint">' in page
    fields = vint.Rules.decisions()
    assert all(f'<section id="decision-vint-{name.replace("_", "-")}">' in page for name in fields)
    assert page.count("<strong>(adopted)</strong>") == len(fields)
    assert "<td><p>proved</p></td>" in page and "<td><p>lost</p></td>" in page
    assert '<dt id="term-trick">' in page and '<span lang="de">Stich</span>' in page
    assert page.count('<code class="edition-digest') == 6
    assert "SHA-256" in page and "they differ" in page


def test_the_bibliography_is_a_list_of_items_with_whole_labels(site: Site) -> None:
    page = site.text("parts.html")
    assert "doc-biblioentry" not in page and 'role="list"' in page and page.count('role="listitem"') == 3
    labels = re.findall(r"<span class=\"label\"><span[^>]*>\[</span>(.*?)<span", page)
    assert [re.sub(r"<[^>]+>", "", label) for label in labels] == [
        "An unsigned leaf",
        "Иванов 1899",
        "Иванов 1899a",
    ]


def test_every_locus_has_a_page_of_its_own(site: Site) -> None:
    for locus in SENTENCES:
        page, data = site.text(f"loci/{locus}/index.html"), json.loads(site.text(f"loci/{locus}/index.json"))
        assert f'<link rel="canonical" href="{BASE}loci/{locus}/">' in page
        assert data["locus"] == locus and data["address"] == data["citation"]["URL"] == f"{BASE}loci/{locus}/"
        assert len(page) < 8_000
        for link in re.findall(r'href="(\.\.?/[^"#]*)', page):
            target = site.out / "loci" / locus / link
            assert (target / "index.html" if target.is_dir() else target).is_file(), link
    page = site.text("loci/probe.deal.1/index.html")
    assert 'карт</span><span class="supplied">[, or 9, it seems]</span>.</blockquote>' in page
    assert '<a href="../probe.deal.2/">probe.deal.2</a> Nobody ever sees' in page
    assert '<a href="../../notes.html#erratum-P-1">P-1</a>' in page and "once in <a" in page
    data = json.loads(site.text("loci/probe.deal.2/index.json"))
    assert (data["previous"], data["next"]) == ("probe.deal.1", None)
    assert data["checks"] == {"notes": 1}
    assert data["errata"] == [{"erratum": "P-1", "grade": "proved", "meant": "the cards of the other pack"}]


def test_without_a_public_address_there_is_none(tmp_path: Path) -> None:
    found = build(make(tmp_path), base="")
    assert found.status == 0, found.said
    page = found.text("loci/probe.deal.1/index.html")
    assert "canonical" not in page and "public_url" not in page and 'href="../../rules.html#probe.deal.1"' in page
    assert json.loads(found.text("loci/probe.deal.1/index.json"))["address"] is None
    assert "canonical" not in found.text("rules.html")


# ---- builds that must fail, and the private edition


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a fault of every kind."""
    register = "rules.html#probe.deal.1\nrules.html#probe.deal.9\ngone.html\nold.html -> notes.html\n"
    project = make(
        tmp_path_factory.mktemp("broken"),
        addresses_txt=f"{register}bad.html -> no.html\n",
        notes_md=f"{PAGES['notes.md']}\nAs it says: {SENTENCES['probe.deal.1'][1]}\n",
        lost_toml=PAGES["lost.toml"].replace("probe.prices.1", "probe.prices.7"),
        parts_md=PAGES["parts.md"] + "\n```{cells} gamerules.vint:GAME\n```\n\n```{decisions} bridge\n```\n",
    )
    found = build(project)
    assert found.status == 1
    return found


def test_an_address_that_vanishes_fails_the_build(broken: Site) -> None:
    assert "docs/addresses.txt:2: the published address rules.html#probe.deal.9 is gone" in broken.said
    assert "docs/addresses.txt:3: the published address gone.html is gone" in broken.said
    assert "bad.html leads to no.html, which does not exist" in broken.said
    assert "probe.deal.1 is gone" not in broken.said
    assert '<a href="notes.html">' in broken.text("old.html")


def test_an_original_sentence_on_a_page_fails_the_build(broken: Site) -> None:
    assert "notes: the page has the source's own sentence probe.deal.1" in broken.said


def test_a_pointer_to_nothing_fails_the_build(broken: Site) -> None:
    assert "the pointer #probe.prices.7 leads nowhere" in broken.said


def test_a_bad_directive_fails_the_build(broken: Site) -> None:
    assert "gamerules.vint:GAME is not a Table" in broken.said
    assert "there is no installed game 'bridge'" in broken.said


def test_texts_that_depart_from_the_manifests_are_reported(tmp_path: Path) -> None:
    project, texts = make(tmp_path), tmp_path / "texts"
    texts.mkdir()
    (texts / "probe.txt").write_text(text_of("probe"), encoding="utf-8")
    locus = "second.deal.1"
    manifests = load_manifests(load_settings(project))
    words = SENTENCES[locus][1]
    for loci, says in (
        ([{"locus": locus, "text": words.replace(" ", "\n")}], None),
        ([], f"{locus} is not in the text of second"),
        ([{"locus": locus, "text": f"{words} Да."}], f"{locus}: the text is not the one that was translated"),
    ):
        (texts / "second.json").write_text(json.dumps({"loci": loci}), encoding="utf-8")
        assert [found.says for found in originals.check_texts(texts, manifests)] == ([says] if says else [])
    built = build(project, sources=str(texts))
    says = f"docs/sources/second.json:1: ({locus}): {locus}: the text is not the one that was translated; "
    assert (built.status, says in built.said) == (1, True), built.said


def test_a_folder_without_texts_is_refused(tmp_path: Path) -> None:
    built = build(make(tmp_path), sources="nowhere")
    says = "verify_sources: 'nowhere' is not a folder of texts"
    assert (built.status, says in built.said) == (2, True), built.said


def test_only_a_private_edition_shows_the_original(site: Site, tmp_path: Path) -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in site.out.rglob("*.html"))
    assert "ровно восемь карт" not in everything and "Private edition" not in everything
    private = build(make(tmp_path), private=True)
    assert private.status == 0, private.said
    page = private.text("rules.html")
    assert re.search(r'<p class="edition-original"? ?[^>]*lang="ru"[^>]*>.*ровно восемь карт', page)
    assert "сразу по две" in page
    assert '<meta name="robots" content="noindex, nofollow">' in page
    assert all("Private edition" in private.text(name) for name in ("index.html", "rules.html", "notes.html"))
    stored = b"".join(path.read_bytes() for path in (private.project / "_build" / "doctrees").rglob("*.doctree"))
    assert "ровно восемь карт".encode() not in stored
    back = build(private.project)
    assert back.status == 0 and "ровно восемь" not in back.text("rules.html")


def test_a_gathered_page_follows_code_and_pages(tmp_path: Path) -> None:
    game = 'from gamerules.rules import Table\nPRICES = Table("PRICES", "probe.play.1", {"high": 4321})\n'
    project = make(tmp_path, parts_md=PAGES["parts.md"] + "\n```{cells} toygame:PRICES\n```\n")
    (project / "pyproject.toml").write_text('[tool.verify]\nrequire-checks = []\nwatch = ["toygame"]\n')
    (project / "conf.py").write_text(f"import sys\nsys.path.insert(0, {str(project)!r})\n{CONF}")
    (project / "toygame.py").write_text(game)
    first = build(project)
    assert first.status == 0, first.said
    assert "<td><p>4,321</p></td>" in first.text("parts.html")
    (project / "toygame.py").write_text(game.replace("4321", "4322"))
    notes = project / "docs" / "notes.md"
    notes.write_text(notes.read_text(encoding="utf-8").replace("the other pack", "another pack"), encoding="utf-8")
    page = build(project).text("parts.html")
    assert "<td><p>4,322</p></td>" in page and "<td><p>4,321</p></td>" not in page
    assert "the cards of another pack" in page


def test_the_book_says_what_it_is_and_is_offered_while_it_is_new(tmp_path: Path) -> None:
    project = make(tmp_path)
    (project / "conf.py").write_text(CONF + 'edition_book = "_build/epub"\n')
    book = build(project, builder="epub")
    assert book.status == 0, book.said
    opf = ET.fromstring((book.out / "content.opf").read_bytes())
    told = {element.tag.rpartition("}")[2]: element.text for element in opf[0]}
    assert (
        told["identifier"] == "probes-1.2.0" and told["language"] == "en" and told["description"] == "An invented game"
    )
    assert told["contributor"] == "probe project (translator)" and told["publisher"] == "probe project"
    assert told["rights"] == (
        "Our words: all: Some licence (https://example.org/licence); The translations: Unknown (https://example.org/unknown)"
    )
    assert told["date"] == "2026-03-07T00:00:00Z"
    site = build(project)
    assert (site.out / "probes.epub").read_bytes() == (book.out / "probes.epub").read_bytes()
    assert 'href="probes.epub"' in site.text("parts.html")
    notes = project / "docs" / "notes.md"
    notes.write_text(notes.read_text(encoding="utf-8").replace("They are lost", "They are gone"), encoding="utf-8")
    assert "probes.epub" not in build(project).text("parts.html")
    assert not (site.out / "probes.epub").exists()


def test_other_builders_get_no_head_and_no_panels(tmp_path: Path) -> None:
    found = build(make(tmp_path), builder="text")
    assert found.status == 0, found.said
    assert "Cite" not in found.text("rules.txt")
    assert not (found.out / "data").exists()
