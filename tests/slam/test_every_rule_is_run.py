"""For every rule and each of its sentences: a check bound to the sentence runs the rule."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from gamerules.records import load, replay
from gamerules.rules import Rule, Table, rules
from gamerules.slam.cards import card_order
from verify.checks.claim import split_claim
from verify.collect.page import scan_page
from verify.model import Check, Kind
from verify.settings import load_settings

ROOT = Path(__file__).parents[2]
SETTINGS = load_settings(ROOT)


class Watch:
    """Notes which rules of a package are run: functions by their code, tables by the look-up of a figure."""

    def __init__(self, package: str) -> None:
        known = [entry for entry in rules() if entry.module.startswith(package)]
        self.rules = [entry for entry in known if not isinstance(self.found(entry), int)]
        self.functions: dict[CodeType, str] = {}
        self.tables: dict[int, str] = {}
        for entry in self.rules:
            thing = self.found(entry)
            if isinstance(thing, Table):
                self.tables[id(thing)] = entry.name
            else:
                self.functions[thing.__code__] = entry.name

    @staticmethod
    def found(entry: Rule) -> Any:
        """The function or table that a rule is."""
        thing: Any = importlib.import_module(entry.module)
        for part in entry.name.removeprefix(f"{entry.module}.").split("."):
            thing = getattr(thing, part)
        return getattr(thing, "__wrapped__", thing)

    def run(self, do: Callable[[], object]) -> set[str]:
        """Do something; return the names of the rules that were run."""
        seen: set[str] = set()

        def note(frame: FrameType, event: str, argument: object) -> None:
            if event != "call":
                return
            if frame.f_code in self.functions:
                seen.add(self.functions[frame.f_code])
            elif frame.f_code is Table.__getitem__.__code__ and id(frame.f_locals["self"]) in self.tables:
                seen.add(self.tables[id(frame.f_locals["self"])])

        card_order.cache_clear()
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            do()
        finally:
            sys.setprofile(before)
        return seen


def done(check: Check, namespace: dict[str, Any]) -> Callable[[], object]:
    """What running a check means, in this process."""
    if check.kind.is_role:
        return lambda: eval(split_claim(check.text).expression, namespace)
    if check.kind is Kind.SETUP:
        return lambda: exec(check.text, namespace)
    test = doctest.DocTest(
        doctest.DocTestParser().get_examples(check.text + "\n"), namespace, "example", None, None, None
    )

    def run() -> None:
        test.globs = namespace  # what an example names, later checks of the page may use
        with contextlib.redirect_stdout(io.StringIO()):
            doctest.DocTestRunner(verbose=False).run(test, clear_globs=False)

    return run


@pytest.mark.parametrize(
    ("package", "folders"),
    [("gamerules.slam", ("docs/games/slam", "docs/dictionary")), ("gamerules.vint", ("docs/games/vint",))],
)
def test_every_rule_is_run_by_a_check_of_each_of_its_sentences(package: str, folders: tuple[str, ...]) -> None:
    importlib.import_module(package)
    watch = Watch(package)
    run: dict[str, set[str]] = defaultdict(set)
    for page in (page for folder in folders for page in sorted((ROOT / folder).glob("*.md"))):
        namespace: dict[str, Any] = {"__name__": "__main__"}
        prepared: set[str] = set()
        for check in scan_page(ROOT, page.relative_to(ROOT).as_posix(), SETTINGS).checks:
            if check.kind is Kind.RECORD:
                record = load(page.parent / check.text.strip())
                seen, loci = watch.run(lambda record=record: replay(record)), record.loci  # type: ignore[misc]
            else:
                seen, loci = watch.run(done(check, namespace)), check.loci
            if check.kind is Kind.SETUP:
                prepared |= seen
            for locus in loci:
                run[locus] |= seen | prepared
    missed = [(entry.name, locus) for entry in watch.rules for locus in entry.loci if entry.name not in run[locus]]
    assert missed == []
    assert len(watch.rules) > 20
