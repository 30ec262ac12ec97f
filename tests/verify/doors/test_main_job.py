"""The promise on the real texts: break one thing, and the build fails and names the file, the line and the locus."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import forked

ROOT = Path(__file__).parents[3]
RECORD = "docs/games/slam/records/illustrative-deal.yaml"
DEAL = "docs/games/slam/examples.md"
SLAM = "docs/games/slam/rules.md"
VINT = "docs/games/vint/rules.md"


@dataclass(frozen=True)
class Breakage:
    """One thing to break: the first ``old`` after ``anchor`` becomes ``new``; ``message`` must match the finding."""

    name: str
    path: str
    anchor: str
    old: str
    new: str
    message: str

    def apply(self, root: Path) -> int:
        """Break it; return the line on which ``old`` stood."""
        file = root / self.path
        text = file.read_text(encoding="utf-8")
        place = text.index(self.old, text.index(self.anchor))
        file.write_text(text[:place] + self.new + text[place + len(self.old) :], encoding="utf-8")
        return text[:place].count("\n") + 1


BREAKAGES = (
    Breakage(
        "a wrong trick winner",
        RECORD,
        "Danilov: play ♥Q",
        "winner: Kabanov",
        "winner: Danilov",
        r"trick 4 \(slam-dictionary\.example\.35\): the record says winner: Danilov; Kabanov \(♥K wins\) "
        r"by .*slam-dictionary\.play\.5.* \[verify\.record\]",
    ),
    Breakage(
        "a card not in the hand",
        RECORD,
        "trick: 7",
        "Danilov: play ♠A",
        "Danilov: play ♠9",
        r"slam-dictionary\.example\.40\): .*Danilov: play ♠9; ♠9 is not legal: .* \(slam-dictionary\.",
    ),
    Breakage(
        "a revoke",
        RECORD,
        "Kabanov: play ♥10",
        "Danilov: play ♥J",
        "Danilov: play ♣9",
        r"trick 3 \(slam-dictionary\.example\.34\): .*♣9 is not legal: .* \(slam-dictionary\.play\.4\)",
    ),
    Breakage(
        "a bid over the limit",
        RECORD,
        "Danilov: bid 9",
        "- Kabanov: bid 14",
        "- Kabanov: bid 15",
        r"slam-dictionary\.example\.11\): .*Kabanov: bid 15; 15 is not legal: .* \(slam-dictionary\.auction\.5\)",
    ),
    Breakage(
        "a score of 187",
        RECORD,
        "at: slam-dictionary.example.43",
        "Kabanov: 188",
        "Kabanov: 187",
        r"slam-dictionary\.example\.43\): the record says score of Kabanov: 187; 188",
    ),
    Breakage(
        "a wrong claim in prose",
        DEAL,
        "{locus}`slam-dictionary.example.43`",
        "{claim}`188 <",
        "{claim}`187 <",
        r"\(slam-dictionary\.example\.43\): .*187.*188.* \[verify\.claim\]",
    ),
    Breakage(
        "a penalty of 16,000",
        VINT,
        "{locus}`vint-viii.failed-slams.2`",
        "{claim}`17,000 <",
        "{claim}`16,000 <",
        r"\(vint-viii\.failed-slams\.2\): .*16,000.*17,?000.* \[verify\.claim\]",
    ),
    Breakage(
        "an example with no output",
        SLAM,
        "(slam-rules-cards)=",
        ":loci: slam-dictionary.cards.1\n>>> print(pack().of_suit(Suit.SPADES))\n♠AKQJ10987\n",
        ":loci: slam-dictionary.cards.1\n>>> spades = pack().of_suit(Suit.SPADES)\n```\n\n"
        "```{example}\n>>> print(pack().of_suit(Suit.SPADES))\n♠AKQJ10987\n",
        r"no output.* \[verify\.example\]",
    ),
    Breakage(
        "an unknown locus",
        SLAM,
        "(slam-rules-cards)=",
        "{locus}`slam-dictionary.cards.1`",
        "{locus}`slam-dictionary.card.1`",
        r"slam-dictionary\.card\.1.*did you mean.*slam-dictionary\.cards\.1.* \[verify\.locus\]",
    ),
    Breakage(
        "a misspelt option",
        SLAM,
        "(slam-rules-cards)=",
        ":loci: slam-dictionary.cards.1",
        ":locii: slam-dictionary.cards.1",
        r"locii.*did you mean.*loci.* \[verify\.option\]",
    ),
)
TOGETHER = tuple(b for b in BREAKAGES if b.name not in ("a card not in the hand", "a revoke", "a bid over the limit"))
"""Those that do not end the replay of the record before the others are reached."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site that is left whole, with its results stored."""
    root = tmp_path_factory.mktemp("sound") / "site"
    copy(ROOT, root)
    ran = verify(root)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return root


@pytest.fixture
def site(sound: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of the site to break."""
    root = tmp_path / "site"
    copy(sound, root)
    yield root
    shutil.rmtree(root)


def copy(source: Path, target: Path) -> None:
    """Copy the site's text and settings, not its code."""
    target.mkdir()
    for name in ("pyproject.toml", "conf.py", "CITATION.cff", "README.md"):
        if (source / name).exists():
            shutil.copy(source / name, target)
    for name in ("docs", ".verify"):
        if (source / name).exists():
            shutil.copytree(source / name, target / name)


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module in the site, with stored results used."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    return forked.run(*command, cwd=root, env=environment)


def verify(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the checks alone."""
    return run(root, "verify")


def build(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build the site, but for its files: the checks are reported before a page is written."""
    return run(root, "sphinx", "-q", "-b", "dummy", "-c", ".", "-d", "_build/doctrees", *options, "docs", "_build/none")


def findings(ran: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines that tell a finding."""
    return [line for line in (ran.stdout + ran.stderr).splitlines() if re.search(r"\[verify\.[a-z-]+\]$", line)]


def told(lines: list[str], breakage: Breakage, line: int) -> bool:
    """Return whether a finding names the file, the line and what is wrong."""
    start = f"{breakage.path}:{line}:"
    return any(found.startswith(start) and re.search(breakage.message, found) for found in lines)


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
def test_one_thing_broken_fails_at_its_line(site: Path, breakage: Breakage) -> None:
    line = breakage.apply(site)
    if breakage.name == "an example with no output":
        line += 1  # its code, below the option
    ran = verify(site)
    assert ran.returncode == 1
    assert told(findings(ran), breakage, line), ran.stdout + ran.stderr


@pytest.mark.slow
def test_the_site_fails_in_every_build_until_mended(site: Path) -> None:
    lines = {breakage: breakage.apply(site) for breakage in TOGETHER}
    first = build(site, "-j", "2")
    assert first.returncode == 1
    for breakage in lines:
        assert any(re.search(breakage.message, found) for found in findings(first)), first.stderr
    again = build(site)
    assert again.returncode == 1
    assert findings(again) == findings(first)
    strict = build(site, "-W")
    assert strict.returncode == 1
    assert findings(strict) == findings(first)
