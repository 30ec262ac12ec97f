"""Small sites in temporary folders: one with rules of its own, and one that Sphinx builds."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.verify.project import Project, make
from verify import session
from verify.model import Check, Finding, Kind, Page, Place, Result
from verify.run.plan import Run, run_site
from verify.settings import Settings, from_mapping

RULES = '''
from gamerules.rules import IllegalAction, rule


@rule("toy.score.1")
def points(tricks):
    """Two points a trick."""
    return 2 * tricks


@rule("toy.score.2")
def share(points, players):
    """Points are shared."""
    return points // players


@rule("toy.play.3")
def play(card):
    """No joker may be played."""
    if card == "joker":
        raise IllegalAction(card, "toy.play.3", "the joker stays in the box", ["ace", "king"])
    return card
'''

GAME = """
from dataclasses import dataclass

from gamerules.game import Fact, Game, Gives, RecordValueError
from gamerules.ledger import Ledger
from gamerules.rules import BaseRules, IllegalAction, rule


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    pass


@rule("toy.race.2", "toy.race.3")
@dataclass(frozen=True)
class State:
    rules: Rules
    total: int = 0
    actor: int | None = 0
    phase: str = "play"

    @property
    def is_over(self):
        return self.actor is None

    def legal_actions(self):
        return () if self.is_over else (1, 2)

    def ledger(self):
        return Ledger(())

    @rule("toy.race.1")
    def after(self, action):
        if action not in (1, 2):
            raise IllegalAction(action, "toy.race.1", "one step or two", (1, 2))
        total = self.total + action
        return State(self.rules, total, None if total >= 5 else 1 - self.actor)


def read(state, actor, word, value, names):
    if not value.isdigit():
        raise RecordValueError(f"{value!r} is no number of steps")
    return [(actor, int(value))]


GAME = Game(
    name="race",
    title="Race",
    sources=("toy.race",),
    players=2,
    presets={"RACE": Rules()},
    start=lambda rules, players: State(rules),
    actions=lambda *parts: [action for _, action in read(*parts)],
    facts={
        "total": Fact(Gives.NUMBER, lambda position: position.state.total, ("toy.race.2",), "steps so far"),
        "next": Fact(Gives.PLAYER, lambda position: position.state.actor, ("toy.race.3",), "who acts"),
        "lap": Fact(Gives.NUMBER, lambda position: position.state.total // 0, ("toy.race.4",), "a broken fact"),
    },
    label=lambda state: f"step {state.total}",
)
"""

RECORD = """\
game: race
players: [Anna, Boris]
steps:
  - at: ours
    does:
      - Anna: "2"
    says: {total: 2, next: Boris}
"""
"""A record of that game in which all holds."""


def source(*loci: tuple[str, str]) -> str:
    """Return the manifest of a source, from its loci and their kinds."""
    entries = [{"locus": locus, "kind": kind, "sha256": "0" * 64} for locus, kind in loci]
    return json.dumps({"source": "toy", "sha256": "0" * 64, "loci": entries})


class Site:
    """A site that is written, run and asked for its findings."""

    def __init__(self, root: Path) -> None:
        """Write the rules and the settings."""
        self.root = root
        self.write("pyproject.toml", '[tool.verify]\nwatch = ["toy"]\ntime-limit = 20\n')
        self.write("toy/__init__.py", "")
        self.write("toy/engine.py", RULES)
        self.write("toy/race.py", GAME)
        self.write("toy-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
        self.write("toy-1.dist-info/entry_points.txt", "[gamerules.games]\nrace = toy.race:GAME\n")
        self.settings = self.with_settings()

    def with_settings(self, **values: Any) -> Settings:
        """Return settings and keep them."""
        self.settings = from_mapping(self.root, {"watch": ["toy"], "time-limit": 20} | values)
        return self.settings

    def write(self, path: str, text: str) -> Path:
        """Write a file."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return file

    def page(self, text: str, name: str = "page") -> Page:
        """Write a page and scan it."""
        self.write(f"docs/{name}.md", text)
        page = session.scan_pages(self.settings, [f"docs/{name}.md"])[0]
        assert page.findings == ()
        return page

    def run(self, *pages: Page, fresh: bool | None = True, **options: Any) -> Run:
        """Run pages."""
        return run_site(pages, self.settings, fresh=fresh, **options)

    def findings(self, *pages: Page, **options: Any) -> list[Finding]:
        """Run pages and return all findings."""
        return [finding for result in self.run(*pages, **options).results for finding in result.findings]

    def messages(self, text: str, **options: Any) -> list[str]:
        """Write a page, run it and return the lines that would be printed."""
        return [str(finding) for finding in self.findings(self.page(text), **options)]

    def check(self, kind: Kind, text: str, line: int = 1, page: str = "docs/page.md", **options: str) -> Check:
        """Make a check by hand."""
        return Check(page, Place(page, line), kind, (), text, tuple(sorted(options.items())))

    def by_line(self, ran: Run) -> dict[int, Result]:
        """Return results by the line of their check."""
        return {result.check.place.line: result for result in ran.results}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Return an empty site with rules."""
    return Site(tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty site for Sphinx."""
    return make(tmp_path)


@pytest.fixture(scope="session")
def make_project() -> Callable[[Path], Project]:
    """Make an empty site for Sphinx in a given folder."""
    return make
