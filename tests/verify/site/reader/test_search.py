"""The search, in a browser: English and Russian, any form of a word, under any address."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import BuiltSite, serve
from tests.verify.site.reader.conftest import Reader, a_reader
from verify.site.apparatus.files import Term
from verify.site.reader import terms

pytestmark = pytest.mark.browser

SLAM = "The rules of Slam"


def found(reader: Reader, query: str) -> list[str]:
    """Search, and return the titles of the results."""
    page = reader.open(f"search.html?q={query}")
    page.wait_for_function("document.getElementById('search-status').textContent.includes('found')")
    return page.locator("#search-results a").all_inner_texts()


@pytest.mark.parametrize(
    "query", ["шлем", "Шлемов", "slam", "slams", "взятка", "взятки", "взяток", "козырь", "bidding"]
)
def test_words_are_found_in_any_form(reader: Reader, query: str) -> None:
    titles = found(reader, query)
    assert any(title.startswith(SLAM) for title in titles), titles
    assert "\u2063" not in reader.page.locator("#search-results").inner_text()


def test_what_is_nowhere_is_not_found(reader: Reader) -> None:
    assert found(reader, "zzqvvkk") == []


def test_the_box_in_the_sidebar_leads_to_the_results(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    page.locator(".sidebar-search").fill("кодиль")
    page.locator(".sidebar-search").press("Enter")
    page.wait_for_function("document.getElementById('search-status')?.textContent.includes('found')")
    assert any("Ombre" in title for title in page.locator("#search-results a").all_inner_texts())


def test_a_result_leads_to_its_page(reader: Reader) -> None:
    found(reader, "codille")
    link = reader.page.locator("#search-results a").first
    link.click()
    assert "search.html" not in reader.page.url
    assert "odille" in reader.page.locator("article").inner_text()


def test_the_search_works_below_any_address(browser: Browser, built_site: BuiltSite, tmp_path: Path) -> None:
    below = tmp_path / "some" / "v1.0"
    for part in ("_static", "pagefind"):
        shutil.copytree(built_site.folder / part, below / part)
    shutil.copy(built_site.folder / "search.html", below)
    with serve(tmp_path) as address:
        url = f"{address}some/v1.0/"
        reader = a_reader(browser, BuiltSite(below, url))
        found(reader, "slam")
        href = reader.page.locator("#search-results a").first.evaluate("node => node.href")
        reader.page.context.close()
    assert href.startswith(url)
    assert reader.strangers == []


def test_hidden_words_are_marked_one_by_one() -> None:
    term = Term("small slam", "a gloss", ("малый шлем", "шлёмик"), {}, ("a.b.1",))
    assert terms.hidden(term) == '<span hidden lang="ru"> \u2063малый \u2063шлем \u2063шлёмик </span>'
