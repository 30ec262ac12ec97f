"""The built pages in a real browser: scores, whole deals by clicking, failures, access, layout."""

import contextlib
import gzip
import io
import json
import re
import shlex
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from gamerules.browser import Desk
from gamerules.cli import main
from gamerules.game import find
from tests.conftest import BuiltSite, Quiet, serve
from verify.site.tryout import draw, form
from verify.site.tryout.form import Control

ROOT = Path(__file__).parents[4]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
START = 120_000
"""How long Python may take to start on a busy machine, in milliseconds."""

pytestmark = pytest.mark.browser


class Visit:
    """A page that is visited: what it asks for, and what it complains of."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base = base
        self.context = browser.new_context(**options)
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)

    def go(self, path: str) -> Page:
        self.page.goto(self.base + path)
        self.page.set_default_timeout(START)
        return self.page

    def outside(self) -> list[str]:
        return [url for url in self.asked if not url.startswith((self.base, "blob:", "data:"))]


@pytest.fixture
def faulty(built_site: BuiltSite) -> Iterator[Callable[..., str]]:
    """Serve the site with a fault: ``change`` handles a request and returns whether it has; returns the address."""
    with contextlib.ExitStack() as servers:

        def begin(change: Callable[[Quiet, str], bool], policy: str = "") -> str:
            class Faulty(Quiet):
                def do_GET(self) -> None:
                    if not change(self, self.path):
                        super().do_GET()

                def end_headers(self) -> None:
                    if policy:
                        self.send_header("Content-Security-Policy", policy)
                    super().end_headers()

            return servers.enter_context(serve(built_site.folder, Faulty))

        yield begin


@pytest.fixture
def visit(browser: Browser, built_site: BuiltSite) -> Iterator[Callable[..., Visit]]:
    made: list[Visit] = []

    def begin(base: str = built_site.url, **options: Any) -> Visit:
        made.append(Visit(browser, base, **options))
        return made[-1]

    yield begin
    for one in made:
        one.context.close()


@pytest.fixture(scope="module")
def at_home(browser: Browser, built_site: BuiltSite) -> Iterator[Callable[[str], Visit]]:
    """Return the page of a game on which several tests try things, since Python takes its time to start."""
    made: dict[str, Visit] = {}

    def visited(game: str) -> Visit:
        if game not in made:
            made[game] = Visit(browser, built_site.url)
            made[game].go(f"games/{game}/play.html")
        return made[game]

    yield visited
    for one in made.values():
        one.context.close()


def until(page: Page, words: str) -> None:
    """Wait until the calculator of Slam says something."""
    page.locator("#slam-score .tryout-status", has_text=words).wait_for()


# ---- the calculator


def printed(words: list[str]) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        main(words)
    return out.getvalue(), err.getvalue().strip()


def by_command(game: str, words: list[str]) -> dict[str, Any]:
    """Return what the command prints: the rows of its table as the page draws them, or that it refuses."""
    out, err = printed(["score", game, *words, "--json"])
    if err:
        return {"refused": True}
    data = json.loads(out)
    rows = [[e["side"], e["line"], signed(e["points"]), e["why"], e["locus"]] for e in data["entries"]]
    rows += [[side, "total", signed(points), "", ""] for side, points in data["totals"].items()]
    return {"rows": rows}


def signed(points: int) -> str:
    return f"{points:,}".replace("-", "−")


def examples() -> list[tuple[str, list[str]]]:
    """Return every score command that a page of the site shows, with its words."""
    found = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        shown = re.findall(
            r"(?:[$`] ?gamerules |\")score ((?:slam|vint|german-ombre|two-hand-bridge) --[^\"`\n]*)", text
        )
        found += [
            shlex.split(words) for words in shown if not any(word in words for word in ("FILE", "--help", "# status"))
        ]  # a file is not there to be read, and what is refused may not even be picked
    unique = sorted({tuple(words) for words in found})
    return [(game, [word for word in words if word != "--json"]) for game, *words in unique]


def random_words(game: str, rng: Random) -> list[str]:
    """Return words that a reader might pick: mostly sensible, now and then impossible."""
    words: list[str] = []
    for field in form.picked(find(game)):
        if field.control is Control.FILE or (not field.required and rng.random() < 0.85):
            continue
        if field.control is Control.FLAG:
            words.append(field.option)
        elif field.control is Control.ONE_OF:
            words += [word for word in [rng.choice(field.choices).value] if word]
        else:
            words += [field.option, rng.choice(field.choices).value]
    return words


HERE = Path(__file__).parent
FILL_IN = (HERE / "fill_in.js").read_text(encoding="utf-8").strip().rstrip(";")
LISTEN = (HERE / "listen.js").read_text(encoding="utf-8").strip().rstrip(";")


def values(game: str, words: list[str]) -> dict[str, str]:
    """Return words as the values of fields, decisions and named rules included."""
    known = (*form.picked(find(game)), form.rules_field(find(game)), next(form.decision_fields(find(game))))
    return draw.values_of(known, words)


@pytest.mark.parametrize("game", ["slam", "german-ombre", "vint", "two-hand-bridge"])
def test_the_calculator_gives_what_the_command_gives(at_home: Callable[[str], Visit], game: str) -> None:
    there = at_home(game)
    page = there.page
    rng = Random(8)
    shown = [words for name, words in examples() if name == game]
    inputs = shown + [random_words(game, rng) for _ in range(100)]
    results = page.evaluate(FILL_IN, [values(game, words) for words in inputs])
    for words, result in zip(inputs, results, strict=True):
        expected = by_command(game, words)
        assert ("error" in result) == ("refused" in expected), words
        assert "error" in result or result == expected, words
        assert not re.search(r"gamerules|--|[A-Z]{3}|Rules\(", result.get("error", "")), result
    assert shown
    assert sum("rows" in result for result in results) >= 5
    assert sum("error" in result for result in results) >= 3
    assert not there.outside()
    assert not there.faults


def test_what_no_deal_can_have_cannot_be_picked(visit: Callable[..., Visit]) -> None:
    page = visit().go("games/slam/play.html")
    page.wait_for_function("!tryout.parts[0].busy")
    page.locator("#slam-score summary", has_text="readings").wait_for()
    tricks = page.locator("#slam-score [data-option='--tricks']")
    tricks.select_option("1")
    run = page.locator("#slam-score [data-option='--declarer-run'] option[value='8']")
    page.wait_for_function("(option) => option.disabled", arg=run.element_handle())
    tricks.select_option("9")
    page.wait_for_function("(option) => !option.disabled", arg=run.element_handle())


# ---- the table

HEAD = ".felt-head"


def sit_down(page: Page, game: str, seed: int, seat: str = "1", opponent: str = "simple") -> str:
    """Deal at the table of a page, without pauses; return the selector of the table."""
    root = f"#{game}-table"
    page.wait_for_function("!tryout.parts[0].busy")  # Python starts by itself
    page.evaluate(LISTEN)
    page.evaluate("(root) => { document.querySelector(`${root} .tryout-settings`).open = true; }", root)
    page.select_option(f"{root} [data-option=seat]", seat)
    page.select_option(f"{root} [data-option=opponent]", opponent)
    page.fill(f"{root} [data-option=seed]", str(seed))
    page.click(f"{root} button[type=submit]")
    page.wait_for_selector(f"{root} {HEAD}")
    return root


def wait(page: Page, root: str) -> str:
    """Wait until the reader is to act, or the deal is over; return the table's head."""
    page.wait_for_function(
        """(root) => { const part = tryout.parts.find((one) => "#" + one.root.id === root);
        return !part.busy && last && (last.yours || last.over) && part.root.querySelector(".felt-head"); }""",
        arg=root,
    )
    return page.inner_text(f"{root} {HEAD}")


def click_something(page: Page, root: str, rng: Random) -> None:
    lay = page.locator(f"{root} [data-do=lay]")
    cards = page.locator(f"{root} .felt-hand button:not([aria-disabled=true]):not([aria-pressed=true])")
    actions = page.locator(f"{root} .felt-actions [data-do=act]")
    if lay.count() and lay.get_attribute("aria-disabled") is None:
        lay.click()
    elif actions.count() and (not cards.count() or rng.random() < 0.5):
        actions.nth(rng.randrange(actions.count())).click()
    else:
        cards.nth(rng.randrange(cards.count())).click()


@pytest.mark.parametrize(("game", "seed", "seat"), [("slam", 17, "1"), ("german-ombre", 5, "2")])
def test_a_deal_played_to_its_end_by_clicking(at_home: Callable[[str], Visit], game: str, seed: int, seat: str) -> None:
    there = at_home(game)
    page = there.page
    root = sit_down(page, game, seed, seat)
    assert f"seed={seed}" in page.url
    rng = Random(seed)
    tried = 0
    while "the end" not in wait(page, root):
        wrong = page.locator(f"{root} .felt-hand:not(.felt-idle) button[aria-disabled=true]")
        if wrong.count() and not tried:
            wrong.first.click(force=True)  # it says that it is disabled, and answers all the same
            page.wait_for_selector(f"{root} .felt-refused")
            wait(page, root)
            assert f"/games/{game}/" in str(page.get_attribute(f"{root} .felt-refused a", "href"))
            tried += 1
        before = len(page.evaluate("asked"))
        click_something(page, root, rng)
        page.wait_for_function("(n) => asked.length > n", arg=before)
    assert tried or game != "slam"
    assert page.locator(f"{root} .felt-end").count() == 1
    assert "The deal is over." in page.inner_text(f"{root} .tryout-status")
    page.wait_for_function("last.verdict !== undefined")
    assert game != "slam" or "judged with all hands open" in page.inner_text(f"{root} .felt-verdict")
    # The same requests, answered by this Python.
    desk = Desk()
    for request in page.evaluate("asked"):
        answer = json.loads(desk.handle(json.dumps({"game": game, "table": root[1:], **request})))
    assert answer == page.evaluate("last")
    assert not there.outside()
    assert not there.faults


def hand_of(page: Page, root: str) -> list[str]:
    """Return the names of the cards in the reader's hand."""
    found: list[str] = page.locator(f"{root} .felt-hand button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return found


def test_a_deal_that_was_given_by_its_address(visit: Callable[..., Visit]) -> None:
    there = visit()
    page = there.go("games/slam/play.html?table=slam-table&seat=2&seed=23&opponent=simple#slam-table")
    page.click("#slam-table [data-do=deal]")
    page.wait_for_selector("#slam-table .felt-actions")
    desk = Desk()
    view = json.loads(
        desk.handle(
            json.dumps({"do": "new", "table": "t", "game": "slam", "seed": 23, "seat": 2, "opponent": "simple"})
        )
    )
    while not view["yours"]:
        view = json.loads(desk.handle('{"do": "advance", "table": "t"}'))
    hand = [card["card"][2] for held in view["hands"] if held["mine"] for card in held["cards"]]
    assert hand_of(page, "#slam-table") == hand
    assert "seed=23" in page.url


def test_a_deal_survives_a_reload(visit: Callable[..., Visit]) -> None:
    page = visit().go("games/slam/play.html")
    root = sit_down(page, "slam", 17)
    wait(page, root)
    page.fill(f"{root} [data-say]", "6")
    page.press(f"{root} [data-say]", "Enter")
    page.wait_for_function("last.log.some((line) => line.who === 'You')")
    head = wait(page, root)
    hand = hand_of(page, root)
    page.reload()
    page.wait_for_selector(f"{root} .felt-hand button")
    assert page.inner_text(f"{root} {HEAD}") == head
    assert hand_of(page, root) == hand


def test_a_card_drawn_onto_the_table_is_played(at_home: Callable[[str], Visit]) -> None:
    page = at_home("slam").page
    root = sit_down(page, "slam", 17)
    while "trick" not in wait(page, root):
        before = len(page.evaluate("asked"))
        page.click(f"{root} [data-do=hint]")
        page.click(f"{root} [data-do=follow]")
        page.wait_for_function("(n) => asked.length > n + 1", arg=before)
    card = page.locator(f"{root} .felt-hand button:not([aria-disabled=true])").last
    key = card.get_attribute("data-key")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 120, steps=4)
    page.mouse.up()
    page.locator(f"{root} [data-key={key}]").wait_for(state="detached")
    assert page.evaluate("asked.filter((one) => one.do === 'card').length") == 1


def test_watching_a_deal_step_by_step(at_home: Callable[[str], Visit]) -> None:
    page = at_home("german-ombre").page
    root = sit_down(page, "german-ombre", 4, "0")
    heads = [page.inner_text(f"{root} {HEAD}")]
    for _ in range(8):
        page.focus(f"{root} [data-do=advance]")
        before = len(page.evaluate("asked"))
        page.keyboard.press("Enter")
        page.wait_for_function("(n) => asked.length > n && !tryout.parts[0].busy", arg=before)
        assert page.evaluate("document.activeElement.dataset.do") == "advance"  # the focus stays
        heads.append(page.inner_text(f"{root} {HEAD}"))
    assert "face down" not in page.inner_text(f"{root} .felt").replace("card face down", "")
    page.click(f"{root} [data-do=back]")
    page.wait_for_function(f"(head) => document.querySelector('{root} {HEAD}').innerText === head", arg=heads[-2])
    page.click(f"{root} [data-do=end]")
    page.wait_for_selector(f"{root} .felt-end")
    assert page.locator(f"{root} [data-do=advance]").count() == 0


def test_playing_by_keyboard_alone(at_home: Callable[[str], Visit]) -> None:
    page = at_home("slam").page
    root = sit_down(page, "slam", 17)
    wait(page, root)
    page.focus(f"{root} [data-say]")
    page.keyboard.type("bid 99")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{root} .felt-refused")
    assert page.input_value(f"{root} [data-say]") == "bid 99"
    assert "No deal can bring more than" in page.inner_text(f"{root} .tryout-status")
    page.keyboard.press("Control+A")
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    page.wait_for_function("last.log.some((line) => line.who === 'You')")
    assert page.evaluate(f"document.querySelector('{root}').contains(document.activeElement)")
    wait(page, root)
    page.focus(f"{root} .felt-hand button")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("[...document.querySelectorAll('.felt-hand button')].indexOf(document.activeElement)")
    assert second == 1


# ---- how it starts, and how it fails


def send(handler: Quiet, site: BuiltSite, path: str, kind: str, pause: float = 0.0) -> bool:
    data = (site.folder / path.partition("?")[0].lstrip("/")).read_bytes()
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    with contextlib.suppress(OSError):
        for at in range(0, len(data), 200_000):
            handler.wfile.write(data[at : at + 200_000])
            time.sleep(pause)
    return True


def status(page: Page) -> str:
    return page.inner_text("#slam-score .tryout-status")


def links(page: Page) -> list[str]:
    found: list[str] = page.locator("#slam-score .tryout-result a").evaluate_all("all => all.map((one) => one.href)")
    return found


def test_a_wrong_content_type_does_no_harm(
    visit: Callable[..., Visit], faulty: Callable[..., str], built_site: BuiltSite
) -> None:
    base = faulty(
        lambda handler, path: ".wasm" in path and send(handler, built_site, path, "application/octet-stream"),
    )
    there = visit(base)
    page = there.go("games/slam/play.html")
    static = links(page)
    page.click("#slam-score button[type=submit]")
    until(page, "188")
    assert not there.faults
    assert links(page) == static  # the script draws the score as the build does, each line with its sentence
    assert len(static) == 4
    for address in static:
        file, _, anchor = address.removeprefix(there.base).partition("#")
        assert f'id="{anchor}"' in (built_site.folder / file).read_text(encoding="utf-8")


def test_progress_on_a_slow_line(
    visit: Callable[..., Visit], faulty: Callable[..., str], built_site: BuiltSite
) -> None:
    base = faulty(
        lambda handler, path: ".wasm" in path and send(handler, built_site, path, "application/wasm", 0.08),
    )
    page = visit(base).go("games/slam/play.html")
    page.evaluate(
        """() => { window.seen = []; window.gap = 0; let then = performance.now();
        setInterval(() => { const now = performance.now(); gap = Math.max(gap, now - then); then = now;
          seen.push(document.querySelector("#slam-score progress").value); }, 50);
        const button = document.querySelector("#slam-score button[type=submit]");
        button.addEventListener("click", () => { const at = performance.now();
          new MutationObserver((_, watcher) => { window.first = performance.now() - at; watcher.disconnect(); })
            .observe(document.querySelector("#slam-score .tryout-status"), { childList: true }); }, true); }"""
    )
    page.click("#slam-score button[type=submit]")
    until(page, "188")
    seen = page.evaluate("seen")
    assert page.evaluate("first") < 200
    assert seen == sorted(seen)
    assert len({round(value, 2) for value in seen}) > 10
    assert page.evaluate("gap") < 1500  # the page itself never stands still for long, even on a busy machine
    assert not page.is_visible("#slam-score progress")


def test_a_start_that_hangs_is_told_and_given_up(visit: Callable[..., Visit], faulty: Callable[..., str]) -> None:
    def hang(handler: Quiet, path: str) -> bool:
        if ".wasm" not in path:
            return False
        with contextlib.suppress(OSError):
            handler.connection.shutdown(socket.SHUT_RD)
            time.sleep(6)
        return True

    base = faulty(hang)
    page = visit(base).go("games/slam/play.html")
    page.evaluate("tryout.Engine.haste = 0.05")
    page.click("#slam-score button[type=submit]")
    until(page, "taking long")
    until(page, "took too long")
    assert "188" in page.inner_text("#slam-score .tryout-result")  # what the build worked out still stands
    assert page.is_enabled("#slam-score button[type=submit]")


@pytest.mark.parametrize("what", ["policy", "games.zip", "build.json", "pyodide.asm.mjs", ".wasm"])
def test_what_cannot_start_says_so(visit: Callable[..., Visit], faulty: Callable[..., str], what: str) -> None:
    def missing(handler: Quiet, path: str) -> bool:
        if what not in path:
            return False
        handler.send_error(404)
        return True

    policy = "script-src 'self' 'unsafe-inline'" if what == "policy" else ""
    base = faulty(missing, policy)
    page = visit(base).go("games/slam/play.html")
    page.click("#slam-score button[type=submit]")
    until(page, "could not be loaded")
    assert "took too long" not in status(page)  # the cause is told at once
    assert "Check that you are online and try again" in status(page)
    page.locator("#slam-table .tryout-status", has_text="could not be loaded").wait_for()


def test_a_page_without_javascript_explains_itself(visit: Callable[..., Visit]) -> None:
    page = visit(java_script_enabled=False).go("games/slam/play.html")
    assert "needs JavaScript" in page.inner_text("#slam-score")
    assert page.is_disabled("#slam-score button[type=submit]")
    assert "188" in page.inner_text("#slam-score .tryout-result")
    assert "needs JavaScript" in page.inner_text("#slam-table")


# ---- access and layout


def test_everybody_can_use_it(at_home: Callable[[str], Visit]) -> None:
    page = at_home("slam").page
    page.add_script_tag(path=AXE)

    def check() -> None:
        for dark, width in ((False, 1280), (True, 390), (False, 320), (True, 1280)):
            page.emulate_media(color_scheme="dark" if dark else "light")
            page.set_viewport_size({"width": width, "height": 800})
            found = page.evaluate("axe.run({ include: [['.tryout']] })")
            faults = [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found["violations"]]
            assert faults == [], (dark, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width

    check()
    root = sit_down(page, "slam", 17)
    rng = Random(1)
    while "trick" not in wait(page, root):
        click_something(page, root, rng)
        page.wait_for_timeout(50)
    check()
    heights = page.locator(f"{root} button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 24


def test_nothing_is_loaded_where_the_browser_saves_data(visit: Callable[..., Visit], built_site: BuiltSite) -> None:
    there = visit()
    there.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    there.go("games/slam/play.html").wait_for_load_state("networkidle")
    assert not any("/try/" in url for url in there.asked)
    script = (built_site.folder / "_static" / "tryout.js").read_bytes()
    assert len(gzip.compress(script)) < 14_000


def test_what_is_loaded_is_under_six_megabytes_and_kept(visit: Callable[..., Visit], built_site: BuiltSite) -> None:
    there = visit()
    page = there.go("games/slam/play.html")
    page.locator("#slam-table .tryout-status", has_text="Ready.").wait_for()
    told = float(re.findall(r"loads ([\d.]+) MB", page.inner_text("#slam-table .felt-start"))[0])
    files = [
        built_site.folder / url.removeprefix(there.base).partition("?")[0] for url in there.asked if "/try/" in url
    ]
    whole = sum(file.stat().st_size for file in set(files) if file.name not in ("build.json", "loci.json", "worker.js"))
    assert round(whole / 1e6, 1) == told
    assert whole < 6_000_000
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")
    before = len(there.asked)
    page.reload()
    page.locator("#slam-table .tryout-status", has_text="Ready.").wait_for()
    assert not [url for url in there.asked[before:] if url.partition("?")[0].endswith((".bin", ".zip"))]
