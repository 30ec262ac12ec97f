"""What a second build of a small site writes: nothing if nothing has changed, and all that shows what has."""

import gzip
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.verify.site.apparatus.site import CONF, PAGES, Site, build, make
from verify.site.tryout import pack

SENTENCE = "Each player gets {claim}`8 <7 + one> | no-rule: invented`"
EDITED = "Every player gets {claim}`8 <6 + 2 * one> | no-rule: invented`"
ALWAYS = {".buildinfo", "genindex.html", "objects.inv"}
"""What Sphinx writes at every build, apart from what lies in _static."""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    project = make(tmp_path, notes_md=PAGES["notes.md"] + "\n```{calculator} vint\n```\n")
    conf = CONF.replace("verify.site.apparatus.extension", "verify.site").replace('"basic"', '"furo"')
    (project / "conf.py").write_text(f'{conf}tryout_pyodide = "python"\n')
    (project / "python").mkdir()
    for name in pack.INTERPRETER:
        (project / "python" / name).write_bytes(b"{}")
    with ZipFile(project / "python" / "python_stdlib.zip", "w") as library:
        library.writestr("os.py", "")
    (project / "python" / "package.json").write_text('{"version": "9.9"}')
    found = build(project)
    assert found.status == 0, found.said
    return found


def again(site: Site) -> set[str]:
    """Build the site again, and return what has been written."""
    before = {path: path.stat().st_mtime_ns for path in site.out.rglob("*") if path.is_file()}
    built = build(site.project)
    assert built.status == 0, built.said
    after = {path: path.stat().st_mtime_ns for path in site.out.rglob("*") if path.is_file()}
    assert not {path for path in before.keys() - after.keys() if "pagefind" not in path.parts}
    names = {path.relative_to(site.out).as_posix() for path, stamp in after.items() if before.get(path) != stamp}
    return {name for name in names - ALWAYS if not name.startswith("_static/")}


def searched(site: Site) -> str:
    """Return the texts that the search knows."""
    return "".join(gzip.decompress(path.read_bytes()).decode() for path in (site.out / "pagefind/fragment").iterdir())


def edit(site: Site, old: str, new: str) -> None:
    page = site.project / "docs" / "rules.md"
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")


def test_nothing_changed_writes_nothing(site: Site) -> None:
    assert again(site) == set()


def test_an_edited_sentence_reaches_everything_that_shows_it(site: Site) -> None:
    shown = {
        "rules.html": ("player gets", "7 + one"),  # its panel shows the claim
        "data/loci.csv": ("player gets 8 карт",),
        "data/loci.json": ("player gets 8 карт",),
        "data/edition.tei.xml": ("player gets <num",),
        "loci/probe.deal.1/index.html": ("player gets 8",),
        "loci/probe.deal.2/index.html": ("player gets 8",),  # its neighbour
    }
    for path, texts in shown.items():
        assert all(text in site.text(path) for text in texts), path
    edit(site, SENTENCE, EDITED)
    written = again(site)
    assert shown.keys() <= written
    assert "Every player gets" in searched(site) and "Each player gets" not in searched(site)
    for path in shown:
        assert "Every player gets" in site.text(path) and "Each player gets" not in site.text(path), path
    assert "6 + 2 * one" in site.text("rules.html") and "7 + one" not in site.text("rules.html")
    assert not {name for name in written if name.startswith(("code/", "try/", "cite/"))}
    assert "parts.html" not in written
    assert {name.split("/")[1] for name in written if name.startswith("loci/")} == {"probe.deal.1", "probe.deal.2"}


def test_what_is_missing_is_made_again(site: Site) -> None:
    for name in ("data/edition.tei.xml", "pagefind/pagefind.js", "try/build.json"):
        (site.out / name).unlink()
    assert {"data/edition.tei.xml", "pagefind/pagefind.js", "try/build.json"} <= again(site)


def test_a_fault_of_the_data_is_told_until_it_is_mended(site: Site) -> None:
    lost = site.project / "docs" / "lost.toml"
    good = lost.read_text()
    lost.write_text(good.replace("probe.prices.1", "probe.prices.7"))
    for _ in range(2):
        assert "the pointer #probe.prices.7 leads nowhere" in build(site.project).said
    lost.write_text(good)
    assert build(site.project).status == 0


def test_what_the_edition_says_of_itself_reaches_every_page(site: Site) -> None:
    path = site.project / "docs" / "edition.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('title = "probes"', 'title = "trials"'), encoding="utf-8")
    assert {"index.html", "rules.html", "notes.html", "parts.html", "data/edition.json"} <= again(site)
    assert '"z:websiteTitle" content="trials"' in site.text("rules.html")
