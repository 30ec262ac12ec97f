"""After any edits the verdicts are those of a clean run: random edits of everything that a verdict can depend on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.verify.run.conftest import Site
from verify.session import Outcome, verify_site
from verify.settings import load_settings

SETTINGS = '[tool.verify]\nwatch = ["toy"]\ntime-limit = 20\npending = []\nrequire-checks = ["rule"]\n'
PRICES = """\
import json
from pathlib import Path

PRICES = json.loads(Path(__file__).with_name("prices.json").read_text(encoding="utf-8"))


def price(name):
    from toy.late import FACTOR

    return FACTOR * PRICES[name]
"""
PAGES = {
    "docs/sums.md": """\
{locus}`toy.score.1` Sums.

```{setup}
from toy.engine import points, share
```

{claim}`2 <points(1)>` and {claim}`6 <points(3)>`.

```{example}
:loci: toy.score.1

>>> points(3)
6
>>> kept = share(7, 2)
>>> kept
3
```

{claim}`3 <kept>`
""",
    "docs/prices.md": """\
{locus}`toy.score.2` Prices.

```{example}
:loci: toy.score.2

>>> from toy.prices import price
>>> price("ace")
12
```
""",
    "docs/race.md": "# Race\n\n```{record} race.yaml\n```\n",
    "docs/whole.md": "# Whole\n\n```{include} _part.md\n```\n",
    "docs/_part.md": "```{example}\n>>> from toy.prices import PRICES\n>>> sorted(PRICES)\n['ace', 'king']\n```\n",
    "docs/files.md": """\
# Files

```{example}
>>> open("docs/_data.txt").read()
'3'
```

```{example}
>>> import importlib
>>> name = "late"
>>> importlib.import_module("toy." + name).FACTOR
3
```

```{example}
:uses: _data.txt
>>> import os
>>> sorted(os.listdir("docs/_more"))
['a']
```
""",
    "docs/_data.txt": "3",
    "docs/_more/a": "",
    "docs/race.yaml": """\
game: race
players: [Anna, Boris]
steps:
  - at: ours
    does:
      - Anna: "2"
    says: {total: 2, next: Boris}
""",
    "toy/prices.py": PRICES,
    "toy/prices.json": '{"ace": 4, "king": 3}',
    "toy/late.py": "FACTOR = 3\n",
    "docs/sources/toy.json": "",
    "docs/checks.toml": """\
"docs/files.md" = { examples = 3 }
"docs/prices.md" = { examples = 1 }
"docs/race.md" = { records = 1 }
"docs/sums.md" = { claims = 3, examples = 1 }
"docs/whole.md" = { examples = 1 }
""",
    "pyproject.toml": SETTINGS,
}
# What is edited: a file, a text in it, and what may stand there instead; None deletes the file.
EDITS: tuple[tuple[str, str | None, tuple[str, ...]], ...] = (
    ("docs/sums.md", "{claim}`2 <", ("{claim}`4 <", "{claim}`2 <")),
    ("docs/sums.md", "{claim}`6 <points(3)>`", ("", "{claim}`6 <points(3)>` {claim}`6 <points(3)>`")),
    ("docs/sums.md", ">>> kept = share(7, 2)", (">>> kept = share(9, 2)", ">>> kept = 3", ">>> kept = share(7, 2)")),
    ("docs/sums.md", "{locus}`toy.score.1` Sums.", ("Words.\n\nMore words.", "{locus}`toy.score.2`")),
    ("docs/sums.md", "import points, share", ("import points, share, play", "import points", "import *")),
    ("docs/prices.md", "12", ("15", "12")),
    ("docs/prices.md", "```{example}\n", ("```{example}\n:skip: later\n", "```{exmple}\n")),
    ("docs/race.yaml", "total: 2", ("total: 3", "total: 1")),
    ("docs/race.yaml", 'Anna: "2"', ('Anna: "1"', 'Anna: "3"')),
    ("docs/_part.md", "'king'", ("'queen'", "'king'")),
    ("docs/_part.md", "```{example}", ("A line.\n\n```{example}",)),
    ("docs/_data.txt", "3", ("4", "3 ")),
    ("docs/_more/b", "", ("",)),
    ("toy/engine.py", "2 * tricks", ("3 * tricks", "2 * tricks + 0", "2 * trick")),
    ("toy/engine.py", "points // players", ("points / players", "-(-points // players)")),
    ("toy/engine.py", "from gamerules.rules import", ("import toy.late\nfrom gamerules.rules import",)),
    ("toy/race.py", "total >= 5", ("total >= 2", "total > 5")),
    ("toy/late.py", "3", ("4", "1 + 2", "1 / 0")),
    ("toy/prices.json", '"ace": 4', ('"ace": 5', '"queen": 4')),
    ("toy/prices.py", "FACTOR *", ("2 +", "FACTOR + 0 *")),
    ("docs/sources/toy.json", "toy.score.2", ("toy.score.7",)),
    ("docs/checks.toml", "claims = 3", ("claims = 4",)),
    ("pyproject.toml", "pending = []", ('pending = ["toy.*"]',)),
    ("pyproject.toml", "time-limit = 20", ("time-limit = 30",)),
    ("docs/prices.md", None, ()),
    ("docs/_part.md", None, ()),
    ("docs/race.yaml", None, ()),
    ("toy/late.py", None, ()),
    ("docs/new.md", "", ("# New\n\n{claim}`6 <__import__('toy.engine').engine.points(3)>`\n",)),
)


def prepare(site: Site) -> None:
    """Write the site anew."""
    site.__init__(site.root)  # type: ignore[misc]
    for name, text in PAGES.items():
        (site.root / name).parent.mkdir(parents=True, exist_ok=True)
        (site.root / name).write_text(text, encoding="utf-8")
    loci = [{"locus": f"toy.score.{number}", "kind": "rule", "sha256": "0" * 64} for number in (1, 2)]
    source = {"source": "toy", "sha256": "0" * 64, "loci": loci}
    (site.root / "docs/sources/toy.json").write_text(json.dumps(source), encoding="utf-8")
    for name in ("docs/new.md", "docs/_more/b"):
        (site.root / name).unlink(missing_ok=True)
    shutil.rmtree(site.root / ".verify", ignore_errors=True)


def edit(root: Path, number: int, choice: int) -> None:
    """Make one edit; where its text does not stand any more, what it put there is taken back."""
    name, old, news = EDITS[number]
    path = root / name
    if old is None:
        path.unlink(missing_ok=True)
        return
    text = path.read_text(encoding="utf-8") if path.exists() else PAGES.get(name, "")
    new = news[choice % len(news)]
    changed = text.replace(old, new, 1) if old and old in text else text.replace(new, old, 1) if old else new
    path.write_text(changed, encoding="utf-8")


def verdicts(outcome: Outcome) -> tuple[list[Any], list[str]]:
    """Return all that a run says."""
    return list(outcome.results), [f"{finding}\n{finding.difference}\n{finding.frames}" for finding in outcome.findings]


steps = st.lists(
    st.lists(st.tuples(st.integers(0, len(EDITS) - 1), st.integers(0, 3)), min_size=1, max_size=3),
    min_size=1,
    max_size=5,
)
HYPOTHESIS = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target],
)


@pytest.mark.slow
@HYPOTHESIS
@given(edits=steps)
def test_verdicts_are_those_of_a_clean_run(site: Site, edits: list[list[tuple[int, int]]]) -> None:
    prepare(site)
    assert verify_site(load_settings(site.root), fresh=False).findings == ()
    for together in edits:
        for number, choice in together:
            edit(site.root, number, choice)
        now = load_settings(site.root)
        stored = verify_site(now, fresh=False)
        clean = verify_site(replace(now, store=".verify/clean"), fresh=True)
        assert verdicts(stored) == verdicts(clean), [EDITS[number] for number, _ in together]
        shutil.rmtree(site.root / ".verify/clean", ignore_errors=True)


def test_the_edits_matter(site: Site) -> None:
    """Most edits, each made alone, change what is found: otherwise the comparison would show little."""
    prepare(site)
    changed = 0
    for number in range(0, len(EDITS), 3):
        prepare(site)
        edit(site.root, number, 0)
        changed += bool(verify_site(load_settings(site.root), fresh=False).findings)
    assert changed >= 7


@pytest.mark.slow
def test_through_the_commands(site: Site) -> None:
    """The same through ``python -m verify``: each run is a process of its own, with nothing in memory."""
    prepare(site)
    rng = Random(5)
    for _ in range(4):
        edit(site.root, rng.randrange(len(EDITS)), rng.randrange(4))
        one = run(site.root, "--report", "json=one.json")
        other = run(site.root, "--report", "json=other.json", "--fresh")
        assert one == other
        assert (site.root / "one.json").read_bytes() == (site.root / "other.json").read_bytes()


def run(root: Path, *words: str) -> int:
    quiet = {key: value for key, value in os.environ.items() if key != "CI"}
    command = [sys.executable, "-m", "verify", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=quiet, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode
