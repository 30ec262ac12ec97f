"""The look: cards as pictures, figures drawn from positions, notes in the margin, the home page, keys."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, expect

from gamerules import records
from gamerules.cards import CardSet
from gamerules.ledger import Entry, Line
from tests.conftest import ROOT, BuiltSite
from tests.verify.site.reader.conftest import PHONE, Reader, a_reader
from verify.site.look import faces
from verify.site.look.extension import type_css
from verify.site.look.figures import sheet
from verify.site.look.plots import Bar, svg
from verify.site.look.table import in_order

pytestmark = pytest.mark.browser

FAN = "docs/games/slam/records/illustrative-deal.yaml"
MOST_STOPS = 6
"""How many times one presses Tab at most before the text of a page."""


def held(reader: Reader, picture: str) -> list[str]:
    """Return the spoken names of the cards in a picture."""
    return list(
        reader.page.locator(f"{picture} >> .face:not(.back)").evaluate_all("all => all.map(face => face.ariaLabel)")
    )


# ---- cards


def test_every_card_is_a_file_of_its_own_and_draws_something() -> None:
    drawn = dict(faces.files(ROOT))
    assert len(drawn) == 52 + 26
    for name, drawing in drawn.items():
        assert len(drawing) < 80_000, name
        art = ElementTree.fromstring(drawing)
        used = {use.get("{http://www.w3.org/1999/xlink}href", "")[1:] for use in art.iter() if use.tag.endswith("use")}
        assert used <= {part.get("id") for part in art.iter()}, name
        assert "<text" not in drawing, name
    assert drawn["dQ.svg"] != drawn["four/dQ.svg"]


def test_a_site_without_the_set_of_cards_is_built_all_the_same(tmp_path: Path) -> None:
    assert not faces.installed(tmp_path)
    assert list(faces.files(tmp_path)) == []
    assert type_css([]) == ""


def test_a_hand_is_held_by_suit_with_red_beside_black() -> None:
    assert [str(card) for card in in_order(CardSet.parse("♠K2 ♥A ♦3 ♣J"))] == ["♠K", "♠2", "♥A", "♣J", "♦3"]
    assert [str(card) for card in in_order(CardSet.parse("♥A ♦3 ♣J"))] == ["♥A", "♣J", "♦3"]
    assert [str(card) for card in in_order(CardSet.parse("♠K ♣J"))] == ["♠K", "♣J"]


@pytest.mark.parametrize(("game", "screens"), [("slam", 2), ("two-hand-bridge", 2.2), ("german-ombre", 2.8)])
def test_how_to_play_is_short_on_a_phone(browser: Browser, built_site: BuiltSite, game: str, screens: float) -> None:
    reader = a_reader(browser, built_site, viewport={"width": 390, "height": 800})
    page = reader.open(f"games/{game}/index.html")
    height = page.locator("section:has(> .how-to)").evaluate("section => section.getBoundingClientRect().height")
    assert height <= screens * 800
    page.context.close()


def test_small_cards_have_large_indices_and_load_no_pictures(browser: Browser, built_site: BuiltSite) -> None:
    reader = a_reader(browser, built_site, viewport=PHONE)
    page = reader.open("games/slam/index.html")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_timeout(300)
    assert page.locator(".picture .front img").count()
    assert not [url for url in reader.asked if "/cards/" in url]
    sizes = page.locator(".picture .front b").evaluate_all(
        "all => all.map(b => parseFloat(getComputedStyle(b).fontSize))"
    )
    assert min(sizes) >= 16
    page.context.close()


def test_four_colours_change_the_pictures_too(reader: Reader) -> None:
    page = reader.open("index.html")
    king = page.locator('.fan .face[aria-label="king of diamonds"] img')
    assert "cards/dK.svg" in str(king.get_attribute("src"))
    page.get_by_label("four-colour suits").first.check()
    assert "cards/four/dK.svg" in str(king.get_attribute("src"))


# ---- figures


def test_the_home_page_shows_the_hand_that_the_record_deals(reader: Reader) -> None:
    page = reader.open("index.html")
    replay = records.replay(records.load(ROOT / FAN))
    state = [moment.state for moment in replay.moments if moment.step == 1][-1]
    shown = held(reader, ".fan")
    assert len(shown) == state.hands[0].bit_count() == 10
    assert {name.split(" of ")[0] for name in shown if name.endswith("spades")} == {"jack", "ten", "seven"}
    for words in ("Play a deal", "Read the rules"):
        box = page.get_by_role("link", name=words).bounding_box()
        assert box
        assert box["y"] + box["height"] < 850
    assert not re.search(r"\d+ checks", page.locator("article").inner_text())


def test_a_trick_shows_its_cards_in_order_and_its_winner(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    assert held(reader, ".of-trick") == ["eight of diamonds", "seven of spades", "seven of diamonds", "ten of spades"]
    expect(page.locator(".of-trick .won")).to_have_text("Kabanov wins the trick")


def test_the_rank_of_trumps_is_drawn_as_the_rules_have_it(reader: Reader) -> None:
    reader.open("games/german-ombre/index.html")
    trumps = held(reader, ".of-cards >> nth=0")[:4]
    assert trumps == ["ace of spades", "seven of hearts", "ace of clubs", "ace of hearts"]


def test_a_score_sheet_is_written_away_from_the_line() -> None:
    entries = [
        Entry("N", Line.ABOVE, 100, "a.b.1", "first"),
        Entry("N", Line.ABOVE, 50, "a.b.1", "second"),
        Entry("S", Line.BELOW, 30, "a.b.1", "trick"),
    ]
    drawn = sheet(entries)
    above, _, below = drawn.partition('<tbody class="below">')
    assert above.index("second") < above.index("first")
    assert "trick" in below
    assert "below" not in sheet(entries[:2])  # one side alone: it is paid at once


def test_a_plot_says_in_words_what_it_shows() -> None:
    drawn = svg([Bar("wins", 0.5, 0.4, 0.6), Bar("loses", -0.25, -0.25, -0.25)], "means", "wins: 0.50; loses: −0.25")
    assert 'aria-label="wins: 0.50; loses: −0.25"' in drawn
    widths = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)"', drawn)]
    assert widths[0] == pytest.approx(2 * widths[1], rel=0.01)


# ---- a page's frame


def test_few_stops_stand_before_the_text(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    stops = 0
    while not page.evaluate("!!document.activeElement.closest('article')"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= MOST_STOPS + 1


def test_the_margin_says_what_runs_and_what_the_other_witness_has(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    page.set_viewport_size({"width": 1440, "height": 900})
    note = page.locator(".noted", has=page.locator("[id='slam-dictionary.auction.1']")).locator(".margin-note")
    expect(note).to_contain_text("All 8 sentences here are carried out by code")
    differs = page.locator(".noted", has=page.locator("[id='slam-dictionary.auction.2']")).locator(".margin-note")
    expect(differs).to_contain_text("Mendelev differs: spades, hearts, diamonds, clubs")
    text = page.locator("[id='slam-dictionary.auction.1']")
    assert note.bounding_box()["x"] > text.bounding_box()["x"] + 500  # type: ignore[index]
    page.set_viewport_size(PHONE)
    assert note.bounding_box()["y"] > text.bounding_box()["y"]  # type: ignore[index]


def test_a_sentence_with_nothing_to_say_has_no_panel(reader: Reader) -> None:
    page = reader.open("dictionary/slam.html")
    panels = page.locator(".beside")
    assert panels.count() > 10
    assert all(panels.nth(number).locator("li, .beside-erratum").count() for number in range(panels.count()))


def test_names_of_code_are_for_those_who_ask(reader: Reader) -> None:
    page = reader.open("games/slam/index.html")
    expect(page.locator("#slam-command")).to_be_hidden()
    page.get_by_label("code and addresses").check()
    expect(page.locator("#slam-command")).to_be_visible()
    reader.open("games/slam/index.html")
    expect(page.locator("#slam-command")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    ["index.html", "search.html", "games/slam/index.html", "games/slam/play.html", "games/german-ombre/rules.html"],
)
def test_what_the_first_paint_waits_for_is_small(built_site: BuiltSite, path: str) -> None:
    """At 400 kbit/s a second brings 50 kB: of style sheets and preloaded files, compressed, no more than that."""
    page = built_site.folder / path
    text = page.read_text(encoding="utf-8")
    waited = re.findall(r'<link rel="(?:stylesheet|preload)"[^>]*? href="([^"?]+)', text)
    assert len(waited) > 5
    assert sum(len(gzip.compress((page.parent / name).read_bytes())) for name in waited) < 50_000
    assert len(gzip.compress(text.encode())) < 100_000
