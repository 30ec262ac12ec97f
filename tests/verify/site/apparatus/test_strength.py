"""What the site shows of how much the checks notice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from verify.model import Check, Kind, Place, Result, Verdict
from verify.site.apparatus.draw_strength import picture
from verify.site.reader.draw_panels import Shown, _Panel


def test_the_picture_has_a_bar_for_each_share_and_says_it_in_words() -> None:
    drawn = ElementTree.fromstring(picture([("a & b", ((200, 150), (10, 10))), ("lab", (None, (3, 0)))], "games"))
    svg = drawn[0]
    assert svg.get("aria-label") == (
        "Shares noticed, by games. a & b: 75.0% of the breaks of the rules; a & b: 100.0% of the changes of the text; "
        "lab: 0.0% of the changes of the text."
    )
    bars = [node.get("width") for node in svg if node.get("fill-opacity") and node.get("height") == "12"]
    assert bars[2:] == ["97.5", "130.0", "0.0"]  # behind the two of the legend
    texts = [node.text for node in svg if node.tag.endswith("text")]
    assert texts == ["breaks of the rules", "changes of the text", "a & b", "75.0%", "100.0%", "lab", "0.0%"]


@pytest.mark.parametrize(
    ("red", "says"),
    [(None, ""), (0, "never seen to fail"), (1, "seen to fail: 1 time<"), (12, "seen to fail: 12 times<")],
)
def test_a_panel_says_how_often_a_check_was_seen_to_fail(red: int | None, says: str) -> None:
    check = Check("docs/page.md", Place("docs/page.md", 3), Kind.CLAIM, (), "8 <points(4)>")
    context: Any = SimpleNamespace(docname="page", address=lambda *_: "")
    known: Any = None
    drawn = _Panel(context, known, "")._check(Shown(Result(check, Verdict.HOLDS), "page", "", red))
    assert says in drawn
    assert ("seen to fail" in drawn) is (red is not None)
