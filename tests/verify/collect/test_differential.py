"""Pages grown at random: whenever the scan and the real parser differ, the scan has reported a fault."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.verify.collect.layouts import grow
from tests.verify.collect.oracle import Seen, seen_by_myst
from verify.model import Kind
from verify.nodes import inline_digest, text_digest
from verify.scan import PageScan, lines_of


def scanned(text: str) -> tuple[list[Seen], list[str]]:
    scan = PageScan(Path("nowhere"), "page.md", "docs")
    scan.parse("page.md", lines_of(text), "myst")
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


def test_the_comparison_can_fail() -> None:
    text = "# P\n\n```{example}\n>>> 1\n1\n```\n"
    assert scanned(text)[0] == seen_by_myst(text) != seen_by_myst(text.replace("1", "2"))
