"""A small site of pages in every form, and edits of everything that a verdict can depend on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.verify.conftest import RECORD, Site, source

SETTINGS = '[tool.verify]\nwatch = ["toy"]\ntime-limit = 20\npending = []\nrequire-checks = ["rule"]\n'
PRICES = """\
import json
from pathlib import Path

from gamerules.rules import rule

PRICES = json.loads(Path(__file__).with_name("prices.json").read_text(encoding="utf-8"))


@rule("toy.score.2")
def price(name):
    from toy.late import FACTOR

    return FACTOR * PRICES[name]
"""
RACE = [f"toy.race.{number}" for number in range(1, 5)]
STEPS = " ".join(f"{{locus}}`{locus}` Steps." for locus in RACE)
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

{claim}`3 <kept> | toy.score.2`
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
    "docs/race.md": f"# Race\n\n{STEPS}\n\n```{{record}} race.yaml\n```\n",
    "docs/whole.md": "# Whole\n\n```{include} _part.md\n```\n",
    "docs/rest.rst": """\
Rest
====

.. include:: _part.txt

:claim:`3 <__import__('toy.prices').prices.price('king') // 3>`
""",
    "docs/_part.txt": ".. example::\n\n   >>> from toy.engine import points\n   >>> points(2)\n   4\n",
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
    "docs/race.yaml": RECORD,
    "toy/prices.py": PRICES,
    "toy/prices.json": '{"ace": 4, "king": 3}',
    "toy/late.py": "FACTOR = 3\n",
    "docs/sources/toy.json": source(
        ("toy.score.1", "rule"), ("toy.score.2", "rule"), *((locus, "heading") for locus in RACE)
    ),
    "docs/checks.toml": """\
"docs/files.md" = { examples = 3 }
"docs/prices.md" = { examples = 1 }
"docs/race.md" = { records = 1 }
"docs/rest.rst" = { claims = 1, examples = 1 }
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
    ("docs/_part.txt", "4", ("5", "4")),
    ("docs/rest.rst", ".. include:: _part.txt\n", ("", ".. include:: _other.txt\n")),
    ("docs/_data.txt", "3", ("4", "3 ")),
    ("docs/_more/b", "", ("",)),
    ("toy/engine.py", "2 * tricks", ("3 * tricks", "2 * tricks + 0", "2 * trick")),
    ("toy/engine.py", "points // players", ("points / players", "-(-points // players)")),
    ("toy/engine.py", "from gamerules.rules import", ("import toy.late\nfrom gamerules.rules import",)),
    ("toy/engine.py", "def share(", ("def share(:",)),
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
    ("docs/_part.txt", None, ()),
    ("docs/race.yaml", None, ()),
    ("toy/late.py", None, ()),
    ("docs/new.md", "", ("# New\n\n{claim}`6 <__import__('toy.engine').engine.points(3)>`\n",)),
)

OLD = 1_000_000_000


def prepare(site: Site) -> None:
    """Write the site anew."""
    site.__init__(site.root)  # type: ignore[misc]
    for name, text in PAGES.items():
        (site.root / name).parent.mkdir(parents=True, exist_ok=True)
        (site.root / name).write_text(text, encoding="utf-8")
    for name in ("docs/new.md", "docs/_more/b"):
        (site.root / name).unlink(missing_ok=True)
    shutil.rmtree(site.root / ".verify", ignore_errors=True)


def edit(root: Path, number: int, choice: int) -> None:
    """Make one edit; where its text does not stand any more, what it put there is taken back.

    By an odd choice the file has an old time, always the same one: what has changed must not be told by time and size.
    """
    name, old, news = EDITS[number]
    path = root / name
    if old is None:
        path.unlink(missing_ok=True)
        return
    text = path.read_text(encoding="utf-8") if path.exists() else PAGES.get(name, "")
    new = news[choice % len(news)]
    changed = text.replace(old, new, 1) if old and old in text else text.replace(new, old, 1) if old else new
    path.write_text(changed, encoding="utf-8")
    if choice % 2:
        os.utime(path, (OLD, OLD))


def named(name: str, old: str | None) -> int:
    """Return the number of the first edit of this text in this file."""
    return next(number for number, entry in enumerate(EDITS) if entry[:2] == (name, old))


def steps(*, least: int, most: int) -> st.SearchStrategy[list[list[tuple[int, int]]]]:
    """Return steps of several edits each, between which the site is verified; ``least`` edits in each."""
    choice = st.tuples(st.integers(0, len(EDITS) - 1), st.integers(0, 3))
    return st.lists(st.lists(choice, min_size=least, max_size=3), min_size=1, max_size=most)


HYPOTHESIS = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target],
)
