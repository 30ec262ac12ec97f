"""The search, in a browser: English and Russian, any form of a word, under any address."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import BuiltSite, serve
from tests.verify.site.reader.conftest import Reader, a_reader

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


RULES_OF_SLAM = "games/slam/rules.html"
NAMES = {
    "slam": "games/slam/index.html",
    "Slam": "games/slam/index.html",
    "vint": "games/vint/index.html",
    "винт": "games/vint/index.html",
    "ombre": "games/german-ombre/index.html",
    "german ombre": "games/german-ombre/index.html",
    "ломбер": "games/german-ombre/index.html",
    "lomber": "games/german-ombre/index.html",
    "two-hand bridge": "games/two-hand-bridge/index.html",
    "two hand bridge": "games/two-hand-bridge/index.html",
    "nullo in bridge": "games/nullo-bridge/index.html",
    "шлем": "games/slam/index.html",
    "шлемъ": "games/slam/index.html",
    "shlem": "games/slam/index.html",
    "szlem": "games/slam/index.html",
    "Errata": "apparatus/errata.html",
    "glossary": "glossary.html",
    "concordance": "apparatus/concordance.html",
    "play slam": "games/slam/play.html",
    "rules of slam": RULES_OF_SLAM,
    "slam rules": RULES_OF_SLAM,
    "how to play slam": "games/slam/index.html#slam-how-to-play",
}
"""Names, and the page that has to stand first."""
WORDS = {
    "trump": "glossary.html#term-trump",
    "козырь": "glossary.html#term-trump",
    "козыря": "glossary.html#term-trump",
    "козырями": "glossary.html#term-trump",
    "kozyr": "glossary.html#term-trump",
    "kozyri": "glossary.html#term-trump",
    "vzyatka": "glossary.html#term-trick",
    "vziatka": "glossary.html#term-trick",
    "взятокъ": "glossary.html#term-trick",
    "Stich": "glossary.html#term-trick",
    "honours": "glossary.html#term-honour",
    "онёры": "glossary.html#term-honour",
    "reserve": "glossary.html#term-reserve",
    "резервъ": "glossary.html#term-reserve",
    "rezerv": "glossary.html#term-reserve",
    "talon": "glossary.html#term-talon",
    "bidding": "games/slam/",
    "codille": "glossary.html#term-codille",
    "кодиль": "glossary.html#term-codille",
    "малый шлем": "glossary.html#term-small-slam",
    "malyi shlem": "glossary.html#term-small-slam",
    "бѣзъ козыря": "glossary.html#term-no-trump",
    "matadors": "glossary.html#term-matador",
    "spadille": "glossary.html#term-spadille",
    "шпадилья": "glossary.html#term-spadille",
    "coronets": "glossary.html#term-coronet",
    "small slam": "glossary.html#term-small-slam",
    "last three tricks reserve": RULES_OF_SLAM,
    "two hand bridge honours": "games/two-hand-bridge/",
    "forced spadille": "glossary.html#term-forced-spadille",
    "lost tariff": "games/german-ombre/tariff.html",
}
"""Words, and the page that has to be among the first three."""


def addresses(reader: Reader, query: str) -> list[str]:
    """Search, and return where the results lead to, below the site's address."""
    found(reader, query)
    links = reader.page.locator("#search-results a").all()
    return [str(link.evaluate("node => node.href")).removeprefix(reader.site.url) for link in links]


def test_there_are_fifty_queries() -> None:
    assert len({**NAMES, **WORDS}) >= 50


@pytest.mark.parametrize(("query", "wanted"), NAMES.items())
def test_a_name_leads_to_what_bears_it(reader: Reader, query: str, wanted: str) -> None:
    assert addresses(reader, query)[0] == wanted


@pytest.mark.parametrize(("query", "wanted"), WORDS.items())
def test_a_word_leads_to_what_is_said_of_it(reader: Reader, query: str, wanted: str) -> None:
    assert any(address.startswith(wanted) for address in addresses(reader, query)[:3])


def test_a_passage_leads_to_its_sentence_with_the_game_named(reader: Reader) -> None:
    found(reader, "lay aside three cards face down")
    result = reader.page.locator("#search-results li", has=reader.page.locator("mark")).first
    said = result.inner_text()
    assert "sentence" in said
    assert "Slam" in said
    address = str(result.locator("a").evaluate("node => node.href"))
    reader.page.goto(address)
    assert reader.page.locator(f"[id='{address.partition('#')[2]}']").count() == 1


@pytest.mark.parametrize(("kind", "prefix"), [("code", "code/"), ("registers", "apparatus/sentences/")])
def test_code_and_registers_are_found_when_asked_for(reader: Reader, kind: str, prefix: str) -> None:
    assert not any(address.startswith(prefix) for address in addresses(reader, "slam-dictionary"))
    reader.page.get_by_label(kind, exact=True).check()
    reader.page.locator("#search-page button").click()
    reader.page.wait_for_url("**also=**")
    reader.page.wait_for_function("document.getElementById('search-status').textContent.includes('found')")
    links = reader.page.locator("#search-results a").all()
    assert any(f"{reader.site.url}{prefix}" in str(link.evaluate("node => node.href")) for link in links)
