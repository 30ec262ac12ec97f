"""The built pages in a real browser: scores, whole deals by clicking, failures, access, layout."""

import contextlib
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
    """Return what the command prints: the rows of its table as the page draws them, or its error."""
    out, err = printed(["score", game, *words, "--json"])
    if err:
        return {"error": err}
    data = json.loads(out)
    rows = [[e["side"], e["line"], f"{e['points']:,}", e["why"], e["locus"]] for e in data["entries"]]
    rows += [[side, "total", f"{points:,}", "", ""] for side, points in data["totals"].items()]
    return {"rows": rows}


def examples() -> list[tuple[str, list[str]]]:
    """Return every score command that a page of the site shows, with its words."""
    found = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        shown = re.findall(
            r"(?:[$`] ?gamerules |\")score ((?:slam|vint|german-ombre|two-hand-bridge) --[^\"`\n]*)", text
        )
        found += [
            shlex.split(words) for words in shown if "FILE" not in words and "--help" not in words
        ]  # a file is not there to be read
    unique = sorted({tuple(words) for words in found})
    return [(game, [word for word in words if word != "--json"]) for game, *words in unique]


TEXTS = {
    "--bid": ("6", "8", "20", "24", "small-slam", "grand-slam", "slam"),
    "--tricks": ("5-3-1", "4-4-1", "9-0-0", "0-5-4", "3-4-2", "5-0-0", "5-5"),
    "--strain": ("clubs", "diamonds", "nullo", "hearts", "spades", "no-trump", "trumps"),
}


def random_words(game: str, rng: Random) -> list[str]:
    """Return words that a reader might give: mostly sensible, now and then impossible."""
    words: list[str] = []
    for field in form.fields_of(find(game)):
        if not field.required and rng.random() < 0.85:
            continue
        match field.control:
            case Control.CHOICE:
                words += [field.option, rng.choice(field.choices).value]
            case Control.NUMBER:
                least, most = field.least or 0, field.most or 13
                words += [field.option, str(rng.choice([*range(least, most + 1)] * 3 + [most + 1, 99]))]
            case Control.FLAG:
                words.append(field.option)
            case Control.ONE_OF:
                words += [word for word in [rng.choice(field.choices).value] if word]
            case Control.TEXT:
                words += [
                    field.option,
                    rng.choice(["6", "8", "20", "small-slam", "grand-slam", "5-3-1", "9-0-0", "hearts"]),
                ]
            case Control.LIST:
                words += [field.option, "opponents:plain:4"]
    return words


HERE = Path(__file__).parent
FILL_IN = (HERE / "fill_in.js").read_text(encoding="utf-8").strip().rstrip(";")
LISTEN = (HERE / "listen.js").read_text(encoding="utf-8").strip().rstrip(";")


def values(game: str, words: list[str]) -> dict[str, str]:
    """Return words as the values of fields, decisions and named rules included."""
    known = (*form.fields_of(find(game)), form.rules_field(find(game)), next(form.decision_fields(find(game))))
    return draw.values_of(known, words)


@pytest.mark.parametrize("game", ["slam", "german-ombre", "vint", "two-hand-bridge"])
def test_the_calculator_gives_what_the_command_gives(at_home: Callable[[str], Visit], game: str) -> None:
    there = at_home(game)
    page = there.page
    rng = Random(8)
    shown = [words for name, words in examples() if name == game]
    inputs = shown + [random_words(game, rng) for _ in range(100)] + [[]]
    results = page.evaluate(FILL_IN, [values(game, words) for words in inputs])
    for words, result in zip(inputs, results, strict=True):
        assert result["found"] == by_command(game, words), words
        command = shlex.split(result["command"])
        assert command[:3] == ["gamerules", "score", game]
        assert by_command(game, command[3:]) == by_command(game, words)
    assert shown
    scored = sum("rows" in result["found"] for result in results)
    assert shown
    assert scored >= 5
    assert len(results) - scored >= 5
    assert not there.outside()
    assert not there.faults


# ---- the table

HEAD = ".tryout-head"


def sit_down(page: Page, game: str, seed: int, seat: str = "1", opponent: str = "simple") -> str:
    """Deal at the table of a page, without pauses; return the selector of the table."""
    root = f"#{game}-table"
    page.evaluate(LISTEN)
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
        return !part.busy && last && (last.yours || last.over) && part.root.querySelector(".tryout-head"); }""",
        arg=root,
    )
    return page.inner_text(f"{root} {HEAD}")


def click_something(page: Page, root: str, rng: Random) -> None:
    lay = page.locator(f"{root} [data-do=lay]")
    cards = page.locator(f"{root} .tryout-hand button:not([aria-disabled=true]):not([aria-pressed=true])")
    actions = page.locator(f"{root} .tryout-actions [data-do=act]")
    if lay.count() and lay.get_attribute("aria-disabled") is None:
        lay.click()
    elif page.locator(f"{root} [data-do=pick]").count():
        page.locator(f"{root} [data-do=pick]").click()
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
    while not wait(page, root).startswith("The end"):
        wrong = page.locator(f"{root} .tryout-hand:not(.tryout-idle) button[aria-disabled=true]")
        if wrong.count() and not tried:
            wrong.first.click(force=True)  # it says that it is disabled, and answers all the same
            page.wait_for_selector(f"{root} .tryout-felt .tryout-error")
            wait(page, root)
            assert f"/games/{game}/" in str(page.get_attribute(f"{root} .tryout-error a", "href"))
            tried += 1
        before = len(page.evaluate("asked"))
        click_something(page, root, rng)
        page.wait_for_function("(n) => asked.length > n", arg=before)
    assert tried or game != "slam"
    assert page.locator(f"{root} .tryout-score").count() == 1
    assert "The deal is over." in page.inner_text(f"{root} .tryout-status")
    # The same requests, answered by this Python.
    desk = Desk()
    for request in page.evaluate("asked"):
        answer = json.loads(desk.handle(json.dumps({"game": game, "table": root[1:], **request})))
    assert answer == page.evaluate("last")
    assert not there.outside()
    assert not there.faults


def hand_of(page: Page, root: str) -> list[str]:
    return page.locator(f"{root} .tryout-hand button").all_inner_texts()


def test_a_deal_that_was_given_by_its_address(visit: Callable[..., Visit]) -> None:
    there = visit()
    page = there.go("games/slam/play.html?table=slam-table&seat=2&seed=23&opponent=simple#slam-table")
    assert not any("/try/" in asked for asked in there.asked)  # nothing is loaded before it is asked for
    page.click("#slam-table button[type=submit]")
    page.wait_for_selector("#slam-table .tryout-actions")
    desk = Desk()
    view = json.loads(
        desk.handle(
            json.dumps({"do": "new", "table": "t", "game": "slam", "seed": 23, "seat": 2, "opponent": "simple"})
        )
    )
    while not view["yours"]:
        view = json.loads(desk.handle('{"do": "advance", "table": "t"}'))
    hand = [card["card"][1] for held in view["hands"] if held["mine"] for card in held["cards"]]
    assert [text.replace("\ufe0e", "") for text in hand_of(page, "#slam-table")] == hand
    assert "seed=23" in page.url


def test_watching_a_deal_step_by_step(at_home: Callable[[str], Visit]) -> None:
    page = at_home("german-ombre").page
    root = sit_down(page, "german-ombre", 4, "0")
    heads = [page.inner_text(f"{root} {HEAD}")]
    for _ in range(8):
        page.focus(f"{root} [data-do=advance]")
        before = len(page.evaluate("asked"))
        page.keyboard.press("Enter")
        page.wait_for_function("(n) => asked.length > n && !tryout.parts[1].busy", arg=before)
        assert page.evaluate("document.activeElement.dataset.do") == "advance"  # the focus stays
        heads.append(page.inner_text(f"{root} {HEAD}"))
    assert "face down" not in page.inner_text(f"{root} .tryout-felt").replace("card face down", "")
    page.click(f"{root} [data-do=back]")
    page.wait_for_function(f"(head) => document.querySelector('{root} {HEAD}').innerText === head", arg=heads[-2])
    page.click(f"{root} [data-do=end]")
    page.wait_for_selector(f"{root} .tryout-score")
    assert page.locator(f"{root} [data-do=advance]").count() == 0


def test_playing_by_keyboard_alone(at_home: Callable[[str], Visit]) -> None:
    page = at_home("slam").page
    root = sit_down(page, "slam", 17)
    wait(page, root)
    page.focus(f"{root} [data-say]")
    page.keyboard.type("bid 99")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{root} .tryout-felt .tryout-error")
    assert page.input_value(f"{root} [data-say]") == "bid 99"
    assert "is not legal" in page.inner_text(f"{root} .tryout-status")
    page.keyboard.press("Control+A")
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    page.wait_for_function("last.log.some((line) => line.who === 'You')")
    assert page.evaluate(f"document.querySelector('{root}').contains(document.activeElement)")
    wait(page, root)
    page.focus(f"{root} .tryout-hand button")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("[...document.querySelectorAll('.tryout-hand button')].indexOf(document.activeElement)")
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
    assert "gamerules score slam --strain diamonds" in status(page)
    until(page, "took too long")
    assert "188" in page.inner_text("#slam-score .tryout-result")  # what the build worked out still stands
    assert page.is_enabled("#slam-score button[type=submit]")


@pytest.mark.parametrize("what", ["policy", "games.zip", "build.json", "pyodide.asm.mjs"])
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
    until(page, "could not be used")
    assert "took too long" not in status(page)  # the cause is told at once
    assert "gamerules score slam --strain diamonds" in status(page)


def test_a_page_without_javascript_explains_itself(visit: Callable[..., Visit]) -> None:
    page = visit(java_script_enabled=False).go("games/slam/play.html")
    assert "needs JavaScript" in page.inner_text("#slam-score")
    assert page.is_disabled("#slam-score button[type=submit]")
    assert "188" in page.inner_text("#slam-score .tryout-result")
    assert "gamerules score slam --strain diamonds" in page.inner_text("#slam-score .tryout-command")
    assert "gamerules play slam" in page.inner_text("#slam-table")


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
    while "Trick" not in wait(page, root):
        click_something(page, root, rng)
        page.wait_for_timeout(50)
    check()
    heights = page.locator(f"{root} button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 24


def test_the_page_is_light_until_python_is_asked_for(visit: Callable[..., Visit], built_site: BuiltSite) -> None:
    there = visit()
    there.go("games/slam/play.html").wait_for_load_state("networkidle")
    assert not any("/try/" in url for url in there.asked)
    script = (built_site.folder / "_static" / "tryout.js").stat().st_size
    assert script < 30_000
