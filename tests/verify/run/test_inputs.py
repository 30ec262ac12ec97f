"""All that a check reads is known, and a change in it runs the check again; what cannot be known is run each time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.conftest import Site
from verify import report
from verify.run.plan import Run
from verify.session import scan_pages

ASKS = ">>> import toy.engine\n"


def example(code: str, shown: str) -> str:
    return f"```{{example}}\n{ASKS}{code}\n{shown}\n```\n"


def run(site: Site) -> Run:
    return site.run(*scan_pages(site.settings), fresh=False)


def anew(site: Site) -> int:
    """Run all pages; return how many checks ran anew."""
    ran = run(site)
    return sum(result.check.kind.is_check for result in ran.results) - ran.reused


@pytest.fixture
def elsewhere(site: Site, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, outside of the project and not under watch."""
    folder = tmp_path_factory.mktemp("elsewhere") / "site-packages"
    (folder / "far").mkdir(parents=True)
    (folder / "far/__init__.py").write_text("def most(*given):\n    return max(given)\n", encoding="utf-8")
    (folder / "far.txt").write_text("3", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


INPUTS: dict[str, tuple[str, str, Callable[[Path, Path], object]]] = {
    "an installed module": (
        ">>> import far\n>>> far.most(1, 2)",
        "2",
        lambda root, far: (far / "far/__init__.py").write_text("def most(*given):\n    return min(given)\n"),
    ),
    "a module that comes before an installed one": (
        ">>> import far\n>>> far.most(1, 2)",
        "2",
        lambda root, far: (root / "far.py").write_text("def most(*given):\n    return 1\n"),
    ),
    "a file outside of the project": (
        ">>> import far, pathlib\n>>> pathlib.Path(far.__file__).parents[1].joinpath('far.txt').read_text()",
        "'3'",
        lambda root, far: (far / "far.txt").write_text("4"),
    ),
    "a folder outside of the project": (
        ">>> import far, os\n>>> sorted(os.listdir(os.path.dirname(os.path.dirname(far.__file__))))",
        "['far', 'far.txt']",
        lambda root, far: (far / "more.txt").write_text("4"),
    ),
    "that a file exists": (
        ">>> import os\n>>> os.path.exists('docs/there.txt')",
        "False",
        lambda root, far: (root / "docs/there.txt").write_text(""),
    ),
    "that a path is a file": (
        ">>> from pathlib import Path\n>>> Path('docs/there.txt').is_file()",
        "False",
        lambda root, far: (root / "docs/there.txt").write_text(""),
    ),
    "that a file can be written": (
        ">>> import os\n>>> os.access('docs/there.txt', os.W_OK)",
        "False",
        lambda root, far: (root / "docs/there.txt").write_text(""),
    ),
    "a file's size": (
        ">>> import os\n>>> os.path.getsize('toy/__init__.py')",
        "0",
        lambda root, far: (root / "toy/__init__.py").write_text("# more\n"),
    ),
    "a variable": (
        ">>> import os\n>>> os.environ['HOLDS']",
        "'yes'",
        lambda root, far: os.environ.update(HOLDS="no"),
    ),
    "a variable by getenv": (
        ">>> import os\n>>> os.getenv('HOLDS')",
        "'yes'",
        lambda root, far: os.environ.update(HOLDS="no"),
    ),
    "which variables there are": (
        ">>> import os\n>>> [name for name in os.environ if name.startswith('FAILS')]",
        "[]",
        lambda root, far: os.environ.update(FAILS="yes"),
    ),
}
"""What a check may read: the code, what it shows, and a change of the project or of the folder elsewhere."""


@pytest.mark.parametrize("name", INPUTS)
def test_a_change_in_what_was_read_runs_the_check_again(
    site: Site, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("HOLDS", "yes")
    monkeypatch.setenv("FAILS", "")
    monkeypatch.delenv("FAILS")
    code, shown, change = INPUTS[name]
    site.page(example(code, shown))
    assert [anew(site), anew(site)] == [1, 0]
    change(site.root, elsewhere)
    assert [result.verdict for result in run(site).results] == ["fails"]


def test_what_a_page_does_not_read_does_not_count(site: Site, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site.page(example(">>> import far\n>>> far.most(1, 2)", "2"))
    assert [anew(site), anew(site)] == [1, 0]
    monkeypatch.setenv("HOLDS", "no")
    (elsewhere / "far.txt").write_text("4", encoding="utf-8")
    (site.root / "docs/there.txt").write_text("", encoding="utf-8")
    assert anew(site) == 0


UNKNOWN = {
    "starts another process (subprocess.Popen)": "import subprocess; _ = subprocess.run(['true'])",
    "starts another process (os.system)": "import os; _ = os.system('true')",
    "starts another process (os.fork)": "import os; _ = os.fork() or os._exit(0)",
    "opens a database (sqlite3.connect)": "import sqlite3; sqlite3.connect('docs/some.db').close()",
    "loads a library (ctypes.dlopen)": "import ctypes, math; _ = ctypes.CDLL(math.__file__)",
    "uses the network (socket.__new__)": "import socket; socket.socket().close()",
    "reads the clock (time.time)": "import time; _ = time.time()",
    "reads the clock (time.perf_counter_ns)": "from time import perf_counter_ns; _ = perf_counter_ns()",
    "reads the clock (time.localtime)": "import time; _ = time.localtime()",
    "reads the clock (time.strftime)": "import time; _ = time.strftime('%Y')",
    "reads the clock (datetime.now)": "from datetime import datetime; _ = datetime.now()",
    "reads the clock (datetime.utcnow)": "import datetime; _ = datetime.datetime.utcnow()",
    "draws random numbers without a seed": "import uuid; _ = uuid.uuid4()",
    "asks the machine (/proc/uptime)": "_ = open('/proc/uptime').close()",
}
"""What cannot be known, and code that does it."""
ALIKE = (
    "import datetime; _ = datetime.date.today()",
    "import datetime; _ = datetime.datetime.today()",
    "import os; _ = os.urandom(1)",
    "import secrets; _ = secrets.token_hex()",
    "import random; _ = random.Random()",
    "import random; random.seed()",
    "import random; _ = random.SystemRandom().random()",
)
KNOWN = (
    "import random; _ = random.random(), random.Random(1).random(), random.seed(2)",
    "import logging, time, datetime; _ = time.localtime(0), time.strftime('%Y', time.gmtime(0))",
    "import datetime; _ = datetime.datetime(2000, 1, 1), datetime.datetime.fromtimestamp(0)",
    "import sqlite3; sqlite3.connect(':memory:').close()",
    "import ctypes, uuid, multiprocessing, tempfile",
    "_ = open('/dev/null').read()",
)


def test_what_cannot_be_known_is_run_each_time_and_named(site: Site) -> None:
    for number, code in enumerate(UNKNOWN.values()):
        site.page(example(f">>> {code}\n>>> 1", "1"), f"page{number:02}")
    for number, code in enumerate(ALIKE):
        site.page(example(f">>> {code}\n>>> 1", "1"), f"same{number}")
    assert anew(site) == anew(site) == len(UNKNOWN) + len(ALIKE)
    results = run(site).results
    assert [result.verdict for result in results] == ["holds"] * len(results)
    named = [result.unknown[0] for result in results]
    assert named[: len(UNKNOWN)] == list(UNKNOWN)
    assert set(named[len(UNKNOWN) :]) == {"reads the clock (time.time)", "draws random numbers without a seed"}


def test_what_can_be_known_is_stored(site: Site) -> None:
    for number, code in enumerate(KNOWN):
        site.page(example(f">>> {code}\n>>> 1", "1"), f"page{number}")
    assert [anew(site), anew(site)] == [len(KNOWN), 0]


def test_the_report_says_which_checks_are_run_each_time_and_why(site: Site) -> None:
    body = example(">>> 1", "1"), example(">>> import time; _ = time.time()\n>>> 1", "1"), example(">>> 2", "2")
    site.page("\n".join(body))
    assert anew(site) == 3
    ran = run(site)
    assert ran.reused == 1
    said = report.STYLES["text"]([], ran.results, reused=ran.reused)
    assert said.splitlines() == [
        "docs/page.md:8: run each time, and the 1 check below it, for it reads the clock (time.time)",
        "3 checks: 0 claims, 3 examples, 0 records; 0 fail, reused 1, 2 run each time",
    ]
    assert report.STYLES["json"]([], ran.results).count('"reads the clock (time.time)"') == 2


def test_wrapped_functions_answer_as_before(site: Site) -> None:
    code = """\
>>> import os, random, shutil, time
>>> from datetime import datetime
>>> class Day(datetime):
...     pass
>>> type(Day.now()).__name__, type(datetime.now()) is datetime, isinstance(time.time(), float)
('Day', True, True)
>>> os.stat in os.supports_dir_fd, shutil.rmtree.avoids_symlink_attacks, len(os.urandom(4))
(True, True, 4)
>>> random.seed(1); random.random() == random.Random(1).random()
True
>>> os.stat("toy", follow_symlinks=False).st_mode == os.lstat(path="toy").st_mode
True"""
    site.page(f"```{{example}}\n{ASKS}{code}\n```\n")
    assert [finding.message for result in run(site).results for finding in result.findings] == []
