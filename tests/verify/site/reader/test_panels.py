"""The panels beside sentences, the terms that explain themselves, and the checks folded out of the text."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.conftest import BuiltSite
from tests.verify.site.reader.conftest import PHONE, WIDE, Reader, a_reader
from verify.site.engine import all_rules

pytestmark = pytest.mark.browser

PAGE = "games/slam/rules.html"
LOCUS = "slam-dictionary.auction.6"
WIDE_PAGES = (
    PAGE,
    "apparatus/concordance.html",
    "games/german-ombre/rules.html",
    "games/slam/decisions.html",
    "games/slam/examples.html",
    "games/vint/lost-tables.html",
    "index.html",
    "paper.html",
    "says-so.html",
)


def test_a_number_opens_code_checks_and_citation(reader: Reader) -> None:
    page = reader.open(PAGE)
    panel = page.locator(f"[id='beside-{LOCUS}']")
    expect(panel).to_be_hidden()
    reader.number(LOCUS)
    expect(panel).to_be_visible()
    text = panel.inner_text()
    names = [entry.name.rpartition(".")[2] for entry in all_rules() if LOCUS in entry.loci]
    assert names
    assert all(name in text for name in names)
    assert "rule" in text
    assert "stated" in text
    assert "holds" in text
    panel.locator("summary", has_text="Code").first.click()
    expect(panel.locator("pre").first).to_contain_text("def ")
    panel.get_by_role("button", name="Cite").click()
    expect(page.locator(f"[id='cite-{LOCUS}']")).to_be_visible()
    expect(panel).to_be_visible()  # what cites a sentence opens on top of it


def test_keys_open_and_close(reader: Reader) -> None:
    page = reader.open(PAGE)
    button, panel = page.locator(f'[popovertarget="beside-{LOCUS}"]').first, page.locator(f"[id='beside-{LOCUS}']")
    for key in ("Enter", "Space"):
        button.focus()
        page.keyboard.press(key)
        expect(panel).to_be_visible()
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        assert button.evaluate("node => node === document.activeElement")
    button.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(f"document.activeElement.closest('.beside')?.id === 'beside-{LOCUS}'")


def test_nothing_jumps_when_a_panel_opens(reader: Reader) -> None:
    page = reader.open(PAGE)
    where = "JSON.stringify([...document.querySelectorAll('article p')].slice(0, 40).map(p => p.offsetTop))"
    page.locator(f'[popovertarget="beside-{LOCUS}"]').first.scroll_into_view_if_needed()
    before, scrolled = page.evaluate(where), page.evaluate("scrollY")
    reader.number(LOCUS)
    assert page.evaluate(where) == before
    assert page.evaluate("scrollY") == scrolled


def test_the_panel_stands_beside_the_text_on_a_wide_screen_and_beneath_the_number_on_a_phone(reader: Reader) -> None:
    page = reader.open(PAGE)
    wider: ViewportSize = {"width": 1440, "height": 850}
    for size in (wider, WIDE, PHONE):
        page.set_viewport_size(size)
        button = page.locator(f'[popovertarget="beside-{LOCUS}"]').first
        button.evaluate("node => node.scrollIntoView({block: 'center', behavior: 'instant'})")
        reader.number(LOCUS)
        panel = page.locator(f"[id='beside-{LOCUS}']").bounding_box()
        number, text = button.bounding_box(), page.locator("article").bounding_box()
        assert panel and number and text
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= size["width"]
        if size is PHONE:
            assert panel["y"] >= number["y"] + number["height"] or panel["y"] + panel["height"] <= number["y"]
        else:
            assert panel["x"] >= text["x"] + text["width"]
        page.keyboard.press("Escape")


def test_checks_are_folded_away_and_come_back(reader: Reader) -> None:
    page = reader.open(PAGE)
    example = page.locator("article .verify-example").first
    expect(example).to_be_hidden()
    box = page.get_by_label("show the checks in the text")
    box.check()
    expect(example).to_be_visible()
    reader.open(PAGE)
    expect(example).to_be_visible()  # the choice is remembered
    box.uncheck()
    expect(example).to_be_hidden()


def test_an_address_inside_a_folded_check_unfolds_it(reader: Reader) -> None:
    page = reader.open(PAGE)
    ident = page.locator("article > section .verify-example").nth(3).get_attribute("id")
    reader.open(f"{PAGE}#{ident}")
    expect(page.locator(f"[id='{ident}']")).to_be_visible()
    expect(page.locator("article .verify-example").nth(8)).to_be_hidden()


def test_an_example_shows_in_the_panel(reader: Reader) -> None:
    page = reader.open(PAGE)
    reader.number("slam-dictionary.cards.1")
    panel = page.locator("[id='beside-slam-dictionary.cards.1']")
    panel.locator("summary", has_text="example").first.click()
    expect(panel.locator("pre").last).to_contain_text(">>>")


def test_checks_stay_on_pages_of_examples(reader: Reader) -> None:
    page = reader.open("games/slam/examples.html")
    expect(page.locator("article .verify-example").first).to_be_visible()


def test_without_scripts_everything_is_there(browser: Browser, built_site: BuiltSite) -> None:
    reader = a_reader(browser, built_site, java_script_enabled=False)
    page = reader.open(PAGE)
    expect(page.locator("article .verify-example").first).to_be_visible()
    expect(page.get_by_label("show the checks in the text")).to_be_hidden()
    reader.number(LOCUS)
    panel = page.locator(f"[id='beside-{LOCUS}']")
    expect(panel).to_be_visible()
    panel.locator("summary", has_text="Code").first.click()
    link = panel.locator("details a").first
    target = (link.get_attribute("href") or "")[1:]
    assert page.locator(f"[id='{target}'] pre").count() == 1
    page.context.close()


def test_a_term_explains_itself(reader: Reader) -> None:
    page = reader.open(PAGE)
    term = page.locator(".reader-term", has_text="auction").first
    panel = page.locator("#about-term-auction")
    term.click()
    expect(panel).to_be_visible()
    text = panel.inner_text()
    assert "торговля" in text
    assert "Reizen" in text
    assert "enchères" in text
    assert panel.locator("a").get_attribute("href") == "../../glossary.html#term-auction"
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    term.press("Enter")
    expect(panel).to_be_visible()


def test_a_term_is_marked_once_on_a_page_and_only_in_prose(reader: Reader) -> None:
    page = reader.open(PAGE)
    targets = page.locator(".reader-term").evaluate_all(
        "found => found.map(node => node.getAttribute('popovertarget'))"
    )
    assert len(targets) > 10
    assert len(set(targets)) == len(targets)
    assert page.locator(":is(h1, h2, h3, a, pre, code, table, .claim) .reader-term").count() == 0


def test_wide_tables_scroll_inside_themselves(reader: Reader) -> None:
    for path in WIDE_PAGES:
        page = reader.open(path)
        page.set_viewport_size({"width": 320, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path
