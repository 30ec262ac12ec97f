"""Every page of the site: valid, accessible, suits drawn as text, links that lead somewhere, no stranger asked."""

import gzip
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser

from tests.conftest import ROOT, BuiltSite
from tests.verify.site.reader.conftest import PHONE, WIDE, Reader, a_reader

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
VNU = ROOT / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
NOT_PAGES = ("pagefind", "try", "_static")
KINDS = (
    "index.html",
    "games/slam/index.html",
    "games/vint/rules.html",
    "games/slam/examples.html",
    "dictionary/slam.html",
    "apparatus/concordance.html",
    "apparatus/errata.html",
    "bibliography.html",
    "code/gamerules.slam.auction.html",
    "glossary.html",
    "loci.html",
    "paper.html",
    "says-so.html",
    "search.html?q=slam",
)
"""A page of each kind."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LIMIT = 300_000
"""How many bytes a page of rules may take over the wire, with all that it loads."""


def pages(site: BuiltSite) -> list[Path]:
    found = sorted(
        path for path in site.folder.rglob("*.html") if path.relative_to(site.folder).parts[0] not in NOT_PAGES
    )
    assert len(found) > 60
    return found


# ---- in the browser


@pytest.mark.slow
@pytest.mark.parametrize("path", KINDS)
def test_axe_finds_nothing(reader: Reader, path: str) -> None:
    page = reader.open(path)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for size in (WIDE, PHONE):
        for scheme in SCHEMES:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            told = [f"{rule['id']}: {rule['nodes'][0]['html'][:120]}" for rule in found["violations"]]
            assert told == [], (path, size, scheme)


def test_axe_finds_nothing_in_an_open_panel_with_four_colours(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    page.evaluate("document.documentElement.dataset.suits = 'four'")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    reader.number("slam-dictionary.auction.6")
    for part in page.locator(".beside:popover-open details").all():
        part.evaluate("node => { node.open = true; }")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [rule["id"] for rule in found["violations"]] == []


def test_axe_would_find_something(reader: Reader) -> None:
    page = reader.open("games/slam/index.html")
    page.evaluate("document.querySelector('article').insertAdjacentHTML('beforeend', '<img src=\"data:,\">')")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [rule["id"] for rule in found["violations"]] == ["image-alt"]


def test_a_page_of_rules_is_light(browser: Browser, built_site: BuiltSite) -> None:
    for path in sorted(built_site.folder.glob("games/*/rules.html")):
        reader = a_reader(browser, built_site)
        reader.open(path.relative_to(built_site.folder).as_posix())
        loaded = {url: _packed(reader.page.request.get(url).body()) for url in set(reader.asked)}
        reader.page.context.close()
        assert len(loaded) > 8
        assert sum(loaded.values()) < LIMIT, (path, sorted(loaded.items(), key=lambda entry: -entry[1])[:6])


def _packed(body: bytes) -> int:
    return min(len(body), len(gzip.compress(body)))


def test_no_page_asks_a_stranger_or_complains(reader: Reader) -> None:
    of_folder: dict[Path, list[Path]] = {}
    for path in pages(reader.site):
        of_folder.setdefault(path.relative_to(reader.site.folder).parent, []).append(path)
    alike = [found for folder, found in of_folder.items() if folder.parts[:1] == ("loci",)]
    for path in (*(path for found in of_folder.values() if found not in alike for path in found[::4]), *alike[0]):
        reader.open(path.relative_to(reader.site.folder).as_posix())


# ---- in the files


class _Links(HTMLParser):
    """Collects the addresses and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.idents: set[str] = set()
        self.links: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.idents.add(value)
            elif name in ("href", "src") and value and tag != "use":
                self.links.append(value)
            elif name in ("popovertarget", "data-from", "for", "aria-labelledby") and value:
                self.targets.append(value)


@cache
def read(path: Path) -> _Links:
    found = _Links()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def broken(site: BuiltSite, path: Path) -> Iterator[str]:
    """Yield the links of a page that lead nowhere."""
    base = f"{site.url}{path.relative_to(site.folder).as_posix()}"
    for link in read(path).links:
        address = urljoin(base, link)
        if not address.startswith(site.url):
            continue
        parts = urlsplit(address)
        target = site.folder / unquote(parts.path).lstrip("/")
        if target.is_dir():
            target /= "index.html"
        anchor = unquote(parts.fragment) if target.suffix == ".html" else ""
        if not target.is_file() or (anchor and anchor not in read(target).idents):
            yield link
    yield from (target for target in read(path).targets if target not in read(path).idents)


def test_every_link_and_address_leads_somewhere(built_site: BuiltSite) -> None:
    found = {str(path): sorted(set(broken(built_site, path)))[:5] for path in pages(built_site)}
    assert {path: links for path, links in found.items() if links} == {}


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<p id="a"><a href="#a">a</a><a href="#b">b</a><a href="other.html">c</a><a href="//x.org">d</a></p>'
    )
    assert list(broken(BuiltSite(tmp_path, "http://127.0.0.1:1/"), page)) == ["#b", "other.html"]


def test_every_suit_is_drawn_as_text(built_site: BuiltSite) -> None:
    count = 0
    for path in pages(built_site):
        text = path.read_text(encoding="utf-8")
        count += len(re.findall("[♠♥♦♣]\ufe0e", text))
        assert not re.findall("[♠♥♦♣](?!\ufe0e)", text), path
    assert count > 5_000


def test_suits_in_prose_have_a_spoken_name(built_site: BuiltSite) -> None:
    text = (built_site.folder / "games/slam/examples.html").read_text(encoding="utf-8")
    body = text[text.index("<article") : text.index("</article>")]
    for part in ("pre", "code", "script", "title", "textarea"):
        body = re.sub(rf"(?s)<{part}\b.*?</{part}>", "", body)
    body = re.sub(r'<span class="card[^>]*aria-label="[^"]+">[^<]*</span>', "", body)
    assert not re.findall("[♠♥♦♣]", re.sub(r"<[^>]*>", "", body))


def test_russian_is_marked_as_russian(built_site: BuiltSite) -> None:
    for path in sorted(built_site.folder.glob("games/*/*.html")):
        text = path.read_text(encoding="utf-8")
        body = text[text.index("<article") : text.index("</article>")]
        for part in ("pre", "code", "script"):
            body = re.sub(rf"(?s)<{part}\b.*?</{part}>", "", body)
        body = re.sub(r'(?s)<div popover id="cite-.*?</div>', "", body)  # plain text of a citation, for copying
        bare = re.sub(r'(?s)<(\w+)[^>]*\blang="ru"[^>]*>.*?</\1>', "", body)
        assert not re.findall("[а-яё]{3,}", re.sub(r"<[^>]*>", " ", bare), re.IGNORECASE), path


@pytest.mark.slow
def test_every_page_is_valid(built_site: BuiltSite, tmp_path: Path) -> None:
    # One pass of the compiler is enough for one run; it needs a larger stack.
    command = ["java", "-XX:TieredStopAtLevel=1", "-Xss8m", "-jar", str(VNU), "--errors-only", "--format", "gnu"]
    wrong = tmp_path / "wrong.html"
    wrong.write_text("<!doctype html><html lang=en><title>t</title><p id=a><p id=a>")
    bad = subprocess.run([*command, str(wrong)], capture_output=True, text=True, check=False)
    assert "Duplicate ID" in bad.stderr
    done = subprocess.run([*command, *map(str, pages(built_site))], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[:10] == []
    assert done.returncode == 0
