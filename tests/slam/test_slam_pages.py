"""The pages on Slam: complete, and such that a figure of the tables broken once is caught on them."""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from gamerules.rules import Cell, Table, rules
from gamerules.slam import GAME, Rules, scoring, strain
from verify.checks.claim import COMPARED, split_claim
from verify.collect.page import scan_page
from verify.model import Check, Kind
from verify.settings import load_settings

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/games/slam"
SETTINGS = load_settings(ROOT)

TABLES: tuple[Table, ...] = (
    scoring.SLAM_PREMIUM,
    scoring.DOUBLE_PREMIUM,
    scoring.PENALTY_FACTOR,
    scoring.RUBBER_PREMIUM,
    scoring.ACES,
    scoring.SEVENS,
    scoring.RUN,
    scoring.MADE_MULTIPLIER,
    strain.TRICK_VALUE,
    strain.NULLO_LEVEL,
)
CELLS = [(table, key) for table in TABLES for key in table]


def wanted_loci(kinds: tuple[str, ...]) -> list[str]:
    """The loci of both witnesses that are of these kinds."""
    found = []
    for source in ("slam-dictionary", "mendelev"):
        manifest = json.loads((ROOT / f"docs/sources/{source}.json").read_text(encoding="utf-8"))
        found += [e["locus"] for e in manifest["loci"] if e["kind"] in kinds and e["locus"].startswith(GAME.sources)]
    return found


# ---- a figure broken once is caught by the page of rules


def rules_page() -> tuple[Check, ...]:
    return scan_page(ROOT, "docs/games/slam/rules.md", SETTINGS).checks


def failures(checks: tuple[Check, ...]) -> list[Check]:
    """Run the checks of a page in this process; return those that fail."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    failed = []
    for check in checks:
        if check.kind is Kind.SETUP:
            exec(check.text, namespace)
        elif check.kind.is_role:
            claim = split_claim(check.text)
            if COMPARED[check.kind](claim.shown, eval(claim.expression, namespace), "en") is not None:
                failed.append(check)
        elif check.kind is Kind.EXAMPLE:
            test = doctest.DocTestParser().get_doctest(check.text + "\n", namespace, "example", None, None)
            if check.option("breaks"):
                test.examples.pop()  # the statement that must raise
            runner = doctest.DocTestRunner(verbose=False)
            with contextlib.redirect_stdout(io.StringIO()):
                result = runner.run(test, clear_globs=False)
            namespace = test.globs
            if result.failed:
                failed.append(check)
    return failed


@contextlib.contextmanager
def broken(table: Table, key: Any) -> Iterator[None]:
    """Add one to a figure of a table, for a while."""
    cells: Mapping[Any, Cell] = table.cells
    table.cells = MappingProxyType({**cells, key: Cell(cells[key].value + 1)})
    try:
        yield
    finally:
        table.cells = cells


def test_the_page_of_rules_holds_here_too() -> None:
    assert failures(rules_page()) == []


@pytest.mark.parametrize(("table", "key"), CELLS, ids=[f"{t.name.rpartition('.')[2]}-{k}" for t, k in CELLS])
def test_each_figure_broken_once_is_caught(table: Table, key: Any) -> None:
    with broken(table, key):
        caught = failures(rules_page())
    assert caught, f"{table.name}[{key}] can be wrong, and no check of the page of rules sees it"
    assert {locus for check in caught for locus in check.loci} & set(table.loci)


# ---- completeness


def test_every_sentence_is_translated_and_every_rule_checked() -> None:
    pages = [
        scan_page(ROOT, path.relative_to(ROOT).as_posix(), SETTINGS)
        for path in (*sorted(PAGES.glob("*.md")), ROOT / "docs/dictionary/slam.md")
    ]
    assert [fault for page in pages for fault in page.findings] == []
    manifest = json.loads((ROOT / "docs/sources/slam-dictionary.json").read_text(encoding="utf-8"))
    everything = [entry["locus"] for entry in manifest["loci"]] + [
        locus
        for locus in wanted_loci(("rule", "table", "example", "history", "heading"))
        if locus.startswith("mendelev")
    ]
    uses = [use.locus for page in pages for use in page.loci]
    assert sorted(uses) == sorted(everything)
    record = (PAGES / "records/illustrative-deal.yaml").read_text(encoding="utf-8")
    checked = {locus for page in pages for check in page.checks for locus in check.loci}
    checked |= set(re.findall(r"slam-dictionary\.example\.\d+", record))
    assert set(wanted_loci(("rule", "table", "example"))) - checked == set()


def test_the_concordance_names_every_rule_of_both_witnesses() -> None:
    text = (PAGES / "witnesses.md").read_text(encoding="utf-8")
    table = text[text.index("| point |") : text.index("(slam-witnesses-suits)=")]
    missing = []
    for locus in wanted_loci(("rule", "history", "advice", "pointer")):
        section = locus.rpartition(".")[0]
        if section in ("slam-dictionary.senses", "slam-dictionary.witnesses", "slam-dictionary.scoring"):
            continue  # the word in other games; and the score, which stands in the table as a range
        if f"`{locus}`" not in table:
            missing.append(locus)
    assert missing == []


def test_every_differ_has_a_check() -> None:
    text = (PAGES / "witnesses.md").read_text(encoding="utf-8")
    targets = re.findall(r"\[(?:differ|open)\]\(#([\w-]+)\)", text)
    assert len(targets) == 2
    for target in targets:
        section = text[text.index(f"({target})=") :].split("\n(slam-", 1)[0]
        assert "```{example}" in section, target


def test_every_decision_has_a_section_and_a_check() -> None:
    text = (PAGES / "decisions.md").read_text(encoding="utf-8")
    for name, decision in Rules.decisions().items():
        anchor = f"(slam-decision-{name.replace('_', '-')})="
        assert anchor in text, name
        section = text[text.index(anchor) + len(anchor) :].split("\n(slam-", 1)[0]
        assert f'readings("{name}")' in section, name
        if decision.kind != "witness":
            assert "```{example}" in section, name
            for reading in decision.readings:
                assert str(reading) in section, (name, reading)


def test_every_rule_of_the_engine_is_known_to_the_texts() -> None:
    known = set(wanted_loci(("rule", "table", "example", "pointer", "heading", "advice", "history")))
    for rule in rules():
        if rule.module.startswith("gamerules.slam"):
            assert set(rule.loci) <= known, rule.name
            assert rule.doc, rule.name


def test_every_rule_locus_is_carried_out() -> None:
    carried = {locus for rule in rules() if rule.module.startswith("gamerules.slam") for locus in rule.loci}
    loose = {locus for decision in Rules.decisions().values() for locus in decision.loci}
    assert [locus for locus in wanted_loci(("rule", "table")) if locus not in carried | loose] == []
