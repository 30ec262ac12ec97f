"""Pages grown at random: whenever the scan and the real parser differ, the scan has reported a fault."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from textwrap import indent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.verify.collect import grown_rst
from tests.verify.collect.layouts import grow
from tests.verify.collect.oracle import Seen, seen_by_myst, seen_by_rst
from verify.collect.page import PageScan, lines_of
from verify.draw.nodes import inline_digest, text_digest
from verify.model import Kind

MARK = re.compile(r"\b1\d{3}\b")


def scanned(text: str, markup: str = "myst") -> tuple[list[Seen], list[str]]:
    """Return what the scan finds, sorted, and the faults; each check that has a mark stands on the line of its mark."""
    scan = PageScan(Path("nowhere"), "page.md", "docs")
    scan.parse("page.md", lines_of(text), markup)
    lines = text.split("\n")
    for check in scan.checks:
        for mark in MARK.findall(check.text):
            there = lines[check.place.line - 1 : check.place.line + check.text.count("\n")]
            assert any(mark in line for line in there), f"{check}:\n{text}"
    found = [
        (str(check.kind), (inline_digest if check.kind is Kind.CLAIM else text_digest)(check.text))
        for check in scan.checks
    ]
    found += [("locus", inline_digest(use.locus)) for use in scan.loci]
    return sorted(found), [str(fault) for fault in scan.faults]


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_scan_and_parser_agree(start: int) -> None:
    for seed in range(start, start + 10):
        text = grow(Random(seed))
        found, faults = scanned(text)
        assert faults or found == seen_by_myst(text), f"seed {seed}:\n{text}"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(random=st.randoms(use_true_random=False))
def test_scan_and_parser_agree_in_rest(random: Random) -> None:
    text = grown_rst.grow(random)
    found, faults = scanned(text, "rst")
    assert faults or found == seen_by_rst(text), text


def test_most_pages_in_rest_have_no_fault() -> None:
    """Or there would be nothing to compare; and what is on them is found."""
    pages = [scanned(grown_rst.grow(Random(seed)), "rst") for seed in range(60)]
    assert sum(not faults and bool(found) for found, faults in pages) > 12


def test_the_comparison_can_fail() -> None:
    text = "# P\n\n```{example}\n>>> 1\n1\n```\n"
    assert scanned(text)[0] == seen_by_myst(text) != seen_by_myst(text.replace("1", "2"))


CLAIM, OTHER = "{claim}`1 <x>`", "{claim}`2 <y>`"
TABLES = {
    "good": f"* - a\n  - {CLAIM}\n* - {OTHER}\n  - b",
    "one cell": f"* - {CLAIM}",
    "blank lines": f"* - a\n\n  - {CLAIM}\n\n* - b\n  - c",
    "blocks in cells": f"* - a\n\n    {CLAIM}\n\n    - {OTHER}\n  - b\n* - c\n  - d",
    "lines that go on": f"* - a\n    {CLAIM}\n  - b\n* - c\n  - d",
    "other marks": f"- * {CLAIM}\n  * b",
    "wide": f"*   - {CLAIM}\n    - b\n*   - c\n    - {OTHER}",
    "too few cells": f"* - a\n  - {CLAIM}\n* - b",
    "too many cells": f"* - a\n* - b\n  - {CLAIM}",
    "no list": f"{CLAIM}",
    "a list only": f"* {CLAIM}\n* b",
    "text before": f"a\n\n* - {CLAIM}",
    "text after": f"* - {CLAIM}\n\ntext",
    "text in a row": f"* - {CLAIM}\n\n  text",
    "text goes on lazily": f"* - {CLAIM}\ntext",
    "two lists": f"* - {CLAIM}\n\n- - b",
    "two lists in a row": f"* - {CLAIM}\n  + b",
    "numbers": f"1. - {CLAIM}",
    "numbers inside": f"* 1. {CLAIM}",
    "badly indented": f"* - a\n - {CLAIM}",
    "a row that is empty": f"* - {CLAIM}\n*",
    "cells that are empty": f"* - {CLAIM}\n  -\n* -\n  - b",
    "a comment": f"* - {CLAIM}\n% a\n* - b",
    "more header than rows": f":header-rows: 2\n\n* - {CLAIM}\n* - b",
    "nothing but header": f":header-rows: 1\n\n* - {CLAIM}",
    "header": f":header-rows: 1\n\n* - a\n* - {CLAIM}",
    "more stubs than columns": f":stub-columns: 2\n\n* - {CLAIM}\n  - b",
    "stubs": f":stub-columns: 1\n\n* - {CLAIM}\n  - b",
    "widths": f":widths: 1 2\n\n* - {CLAIM}\n  - b",
    "too many widths": f":widths: 1 2 3\n\n* - {CLAIM}\n  - b",
    "automatic widths": f":widths: auto\n\n* - {CLAIM}\n  - b",
}  # fmt: skip
GOOD = {
    "good", "one cell", "blank lines", "blocks in cells", "lines that go on", "other marks", "wide", "header", "stubs",
    "widths", "automatic widths", "cells that are empty",
}  # fmt: skip


@pytest.mark.parametrize("form", TABLES)
def test_a_list_table_that_is_left_out_is_a_fault(form: str) -> None:
    text = f"````{{list-table}}\n{TABLES[form]}\n````\n"
    found, faults = scanned(text)
    assert (faults == []) is (form in GOOD), faults
    assert faults or found == seen_by_myst(text)


@pytest.mark.parametrize("form", TABLES)
def test_a_list_table_that_is_left_out_is_a_fault_in_rest(form: str) -> None:
    body = TABLES[form].replace("{claim}", ":claim:").replace("\n% a\n", "\n\n.. a\n\n")
    start = "\n" if body.startswith(":") else "\n\n"
    text = f".. list-table::{start}{indent(body, '   ')}\n"
    scan = PageScan(Path("nowhere"), "page.rst", "docs")
    scan.parse("page.rst", lines_of(text), "rst")
    found = sorted(("claim", inline_digest(check.text)) for check in scan.checks)
    assert (scan.faults == []) or form not in GOOD, scan.faults
    assert scan.faults or found == seen_by_rst(text)


@pytest.mark.parametrize("opening", ["[^1]: ", "[^1]:", " [^1]:   ", "[^1]:\n    ", "- [^1]: ", "[^1]: # ", "[^1]: > "])
def test_of_two_footnotes_with_one_label_one_is_left_out(opening: str) -> None:
    text = f"Text.[^1]\n\n{opening}{CLAIM}\n\n[^2]: Text.\n\n[^1]: {OTHER}\n"
    found, faults = scanned(text)
    assert len(found) == 2 > len(seen_by_myst(text))
    assert faults == [
        f"page.md:{text.count(chr(10))}: the footnote [^1] is given twice, first at page.md:3; choose another label "
        "[verify.scan]"
    ]
