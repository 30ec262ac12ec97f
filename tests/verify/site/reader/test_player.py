"""Stepping through a record, in a browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gamerules import records
from gamerules.cards import CardSet
from tests.conftest import ROOT, BuiltSite
from tests.verify.site.reader.conftest import PHONE, Reader, a_reader
from verify.site.reader.frames import choices, frames_of

pytestmark = pytest.mark.browser

PAGE = "games/slam/examples.html"
NAME = "illustrative-deal"
RECORD = ROOT / "docs/games/slam/records/illustrative-deal.yaml"


def replayed(path: Path) -> records.Replay:
    return records.replay(records.load(path))


def count(page: Page) -> tuple[int, int]:
    """Return the moment shown and how many there are."""
    shown = page.locator(".player-count").first.inner_text()
    at, of = re.findall(r"\d+", shown)
    return int(at), int(of)


def shown_hands(page: Page) -> dict[str, str]:
    """Return the cards that the player draws, by owner, without dashes."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".player-hand")].map((hand) => [
            hand.querySelector(".player-owner").textContent.replace(" ▸", ""),
            [...hand.querySelectorAll(".face")].map((face) => face.querySelector("i").textContent[0]
              + face.querySelector("b").textContent).join(" ")]))"""
    )
    return {owner: str(CardSet.parse(cards)) if cards else "" for owner, cards in found.items()}


def test_a_replay_begins_with_cards_in_hands(reader: Reader) -> None:
    page = reader.open(PAGE)
    assert all(shown_hands(page).values())
    assert count(page)[0] == 2


def test_every_record_has_frames_that_agree_with_its_states() -> None:
    for path in sorted(ROOT.glob("docs/games/*/records/*.yaml")):
        replay = replayed(path)
        frames = frames_of(replay)
        assert {frame["step"] for frame in frames.frames} == set(range(len(replay.record.steps))), path
        assert frames.frames[-1].get("turn") == _turn(replay), path
        assert all(0 <= number < len(frames.entries) for frame in frames.frames for number in frame.get("score", ()))
        last = replay.moments[-1].state
        picture = replay.record.game.picture
        assert picture is not None
        shown = [frames.entries[number] for number in frames.frames[-1].get("score", ())]
        assert shown == list(picture(last, None).ledger), path
        json.dumps(frames.frames)  # plain data throughout


def _turn(replay: records.Replay) -> str | None:
    actor = replay.moments[-1].state.actor
    return None if actor is None else "chance" if actor < 0 else replay.record.players[actor]


def test_a_trick_just_completed_is_shown_with_its_winner() -> None:
    won = [frame for frame in frames_of(replayed(RECORD)).frames if "won" in frame and "did" in frame]
    assert [len(frame["trick"]) for frame in won] == [4] * 6 + [2] * 4
    assert [frame["won"] for frame in won].count("Danilov") == 1


def test_many_choices_are_counted_and_few_are_named() -> None:
    assert choices(["pass", "double"]) == "pass, double"
    assert choices(range(100)) == "100 choices, from 0 to 99"
    assert choices([]) == ""


def test_keys_step_forward_and_back(reader: Reader) -> None:
    page = reader.open(PAGE)
    _, of = count(page)
    page.locator(".player-bar button").nth(2).focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert count(page) == (3, of)
    page.keyboard.press("ArrowLeft")
    assert count(page) == (2, of)
    page.keyboard.press("End")
    assert count(page) == (of, of)
    page.keyboard.press("ArrowRight")
    assert count(page) == (of, of)
    expect(page.locator(".player-score caption")).to_contain_text("declarer 188")
    page.keyboard.press("Home")
    assert count(page) == (1, of)
    assert page.evaluate("document.activeElement.matches('.player-bar button')")  # stepping never loses the focus


def test_arrows_work_without_focus_while_the_player_is_in_sight(reader: Reader) -> None:
    page = reader.open(f"{PAGE}#{NAME}-step-5")
    before, _ = count(page)
    page.keyboard.press("ArrowRight")
    assert count(page)[0] == before + 1
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    page.keyboard.press("ArrowRight")
    assert count(page)[0] == before + 1


def test_buttons_and_slider_step(reader: Reader) -> None:
    page = reader.open(PAGE)
    at, _ = count(page)
    page.get_by_role("button", name="forward one").click()
    assert count(page)[0] == at + 1
    page.get_by_role("button", name="to the end").click()
    page.get_by_role("button", name="back one").click()
    at, of = count(page)
    assert at == of - 1
    page.get_by_role("slider", name="moment").fill("7")
    assert count(page)[0] == 8


def test_every_moment_shows_what_the_engine_says(reader: Reader) -> None:
    page = reader.open(PAGE)
    frames = frames_of(replayed(RECORD)).frames
    page.locator(".player-bar button").nth(2).focus()
    page.keyboard.press("Home")
    for frame in frames:
        assert shown_hands(page) == {owner: cards for owner, cards, _ in frame["hands"]}
        facts = page.locator(".player-facts").inner_text().replace("\ufe0e", "").replace("\n", " ")
        assert frame.get("turn", "nobody: the deal is over") in facts
        assert frame.get("legal", "") in facts
        assert page.locator(".player-trick li").count() == len(frame.get("trick", ()))
        page.keyboard.press("ArrowRight")


def test_a_deep_link_opens_at_its_step(reader: Reader) -> None:
    page = reader.open(f"{PAGE}#{NAME}-step-12")
    frames = frames_of(replayed(RECORD)).frames
    assert count(page)[0] == next(n for n, frame in enumerate(frames, 1) if frame["step"] == 11)
    assert page.locator(".reader-player").evaluate(
        "node => Math.abs(node.getBoundingClientRect().top) < innerHeight / 3"
    )
    page.evaluate(f"location.hash = '#{NAME}-step-31-2'")
    page.wait_for_timeout(100)
    assert count(page)[0] == 1 + next(n for n, frame in enumerate(frames, 1) if frame["step"] == 30)


def test_the_address_follows_and_brings_back_the_same_moment(reader: Reader) -> None:
    page = reader.open(PAGE)
    page.get_by_role("slider", name="moment").fill("46")
    address = page.url.rpartition("/")[2].partition("#")[2]
    assert page.locator(".player-link").get_attribute("href") == f"#{address}"
    text = page.locator(".player-done").inner_text()
    assert count(reader.open(f"{PAGE}#{address}"))[0] == 47
    assert page.locator(".player-done").inner_text() == text


def test_the_sentence_of_the_source_stands_with_its_link(reader: Reader) -> None:
    page = reader.open(f"{PAGE}#{NAME}-step-3")
    link = page.locator(".player-text a").first
    assert link.get_attribute("href") == "#slam-dictionary.example.9"
    assert "Danilov opens the auction" in page.locator(".player-text q").first.inner_text()
    assert "slam-dictionary.example.9" not in page.locator(".player-text").inner_text()  # spoken names, not addresses


def test_what_happened_is_announced_in_words(reader: Reader) -> None:
    page = reader.open(f"{PAGE}#{NAME}-step-24")
    said = page.locator(".player-said")
    assert said.get_attribute("aria-live") == "polite"
    page.get_by_role("button", name="forward one").click()
    assert re.search(r"(ace|king|queen|jack|ten|nine|eight|seven) of (spades|hearts|diamonds|clubs)", said.inner_text())
    assert not re.search("[♠♥♦♣]", said.inner_text())


def test_four_colours_are_remembered(reader: Reader) -> None:
    page = reader.open(PAGE)
    colour = "getComputedStyle(document.querySelector('.card.suit-%s')).color"
    assert page.evaluate(colour % "d") == page.evaluate(colour % "h")
    page.get_by_label("four-colour suits").first.check()
    assert len({page.evaluate(colour % suit) for suit in "shdc"}) == 4
    page = reader.open("games/slam/rubber.html")
    assert page.get_by_label("four-colour suits").first.is_checked()
    assert len({page.evaluate(colour % suit) for suit in "shdc"}) == 4
    page.get_by_label("four-colour suits").first.uncheck()
    assert page.evaluate(colour % "d") == page.evaluate(colour % "h")


def test_without_scripts_the_record_is_a_plain_list(browser: Browser, built_site: BuiltSite) -> None:
    reader = a_reader(browser, built_site, java_script_enabled=False, viewport=PHONE)
    page = reader.open(PAGE)
    steps = page.locator(f"#{NAME}-step-12")
    expect(steps).to_be_visible()
    assert page.locator(".record-step").count() == len(replayed(RECORD).record.steps)
    assert page.locator(".reader-player").count() == 0
    page.context.close()
