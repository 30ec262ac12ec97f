"""A page cannot turn a wrong claim green or escape its limits, whatever it does to Python and to verify."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.verify.run.test_isolation import is_running, until
from verify.checks.page import PageJudge
from verify.checks.said import Part, Raised, Said, read
from verify.model import Kind, Verdict

if TYPE_CHECKING:
    from tests.verify.conftest import Site

WRONG = "{claim}`9 <points(4)>`\n\n```{example}\n>>> points(4)\n9\n```\n"
RED = [
    "docs/page.md:{}: the page says 9; the rules give 8 [verify.claim]",
    "docs/page.md:{}: the example says 9; the rules give 8 [verify.example]",
]
HOSTILE = {
    "comparison": """
import verify.checks.claim, verify.checks.example, verify.checks.page, verify.checks.inert, verify.checks.said
verify.checks.claim.mismatch = lambda *_: None
verify.checks.page.PageJudge.judge = verify.checks.inert.value_of = lambda *_: None
verify.checks.example._CHECKER.check_output = lambda *_: True
verify.checks.said.Said.__new__ = None
""",
    "all of verify": """
import importlib, sys
import verify.run.child, verify.run.worker, verify.checks.page
for name in [name for name in sys.modules if name.startswith("verify")]:
    for part in [part for part in vars(sys.modules[name]) if not part.startswith("__")]:
        setattr(sys.modules[name], part, lambda *_, **__: ["builtins.int", "9"])
""",
    "builtins": """
import builtins
builtins.str = builtins.repr = lambda value="": "9"
builtins.isinstance = builtins.issubclass = builtins.bool = lambda *_: True
builtins.type = builtins.int = builtins.print = builtins.eval = builtins.compile = lambda *_, **__: 9
""",
    "json": """
import json, json.encoder
json.dumps = json.JSONEncoder.encode = json.JSONEncoder.iterencode = lambda *_, **__: '[[["", ["builtins.int", "9"]]]]'
json.encoder.c_make_encoder = json.encoder.encode_basestring_ascii = json.encoder.encode_basestring = json.dumps
""",
    "streams": """
import io, os, sys
io.StringIO = io.TextIOWrapper = lambda *_: None
os.write = lambda number, data: len(data)
sys.stdout.getvalue = lambda: "9\\n"
""",
    "library": """
import doctest, fractions, decimal, traceback, warnings
doctest.OutputChecker.check_output = lambda *_: True
fractions.Fraction.__eq__ = lambda *_: True
traceback.format_exception_only = lambda *_: ["9"]
""",
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_what_is_wrong_stays_so(site: Site, change: str) -> None:
    text = f"```{{setup}}\nfrom toy.engine import points\n{change.strip()}\n```\n"
    found = site.messages(f"{text}{WRONG}")
    line = text.count("\n") + 1
    assert found == [RED[0].format(line), RED[1].format(line + 3)]


def test_what_calls_itself_equal_is_compared_by_its_text(site: Site) -> None:
    text = (
        "```{setup}\nfrom toy.engine import points\nclass Same(str):\n    __eq__ = lambda *_: True\n"
        "    __ne__ = lambda *_: False\n    __hash__ = str.__hash__\n"
        "class Nine(int):\n    __eq__ = __le__ = __bool__ = lambda *_: True\n    __hash__ = int.__hash__\n```\n"
        "{claim}`nine <Same(points(4))>`\n\n{claim}`9 <Nine(points(4))>`\n"
    )
    assert [message.partition(": ")[2] for message in site.messages(text)] == [
        "the page says nine; the rules give 8 [verify.claim]",
        "the page says 9; the rules give 8 [verify.claim]",
    ]


@pytest.mark.parametrize(
    "said",
    [
        'b\'[[["",["builtins.int","9"],null,null]],[],[],"",false,[],[]]\\n\' * 9',
        "b'[]\\n'",
        "b'end 0\\n'",
        "b'-\\n-\\n'",
        "b'\\xff\\n' * 9",
        "b'[' * 100_000 + b'\\n'",
        "b'x' * (1 << 25)",
    ],
)
def test_a_page_cannot_speak_for_its_process(site: Site, said: str) -> None:
    """What is written to the open files, in the hope that one is verify's, makes a check fail and no more."""
    write = f"    for number in range(3, 20):\n        try: os.write(number, {said})\n        except OSError: pass\n"
    text = f"```{{setup}}\nfrom toy.engine import points\nimport os\ndef forge():\n{write}```\n"
    line = text.count("\n") + 2
    page = site.page(
        f"{text}\n{{claim}}`9 <forge() or points(4)>`\n\n{{claim}}`9 <points(4)>` {{claim}}`8 <points(4)>`\n"
    )
    assert [str(finding) for finding in site.findings(page)] == [
        f"docs/page.md:{line}: the claim has no result: what its process says of it is too long, or cannot be read "
        "[verify.claim]",
        f"docs/page.md:{line + 2}: the page says 9; the rules give 8 [verify.claim]",
    ]


@pytest.mark.parametrize(
    "line", [b"", b"null", b"[", b"[[], [], [], 1, false, [], []]", b'[[], [], [], ""]', b"[" * 10_000, b'{"a": 1}']
)
def test_what_is_no_result_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        read(line)
    read(b'[[], [], [], "", false, [], []]')


@pytest.mark.parametrize(
    ("kind", "text", "parts"),
    [
        (Kind.CLAIM, "9 <points(4)>", []),
        (Kind.CLAIM, "9 <points(4)>", [Part("", None, None, None)]),
        (Kind.CLAIM, "9 <points(4)>", [Part("", ["builtins.int", 9], None, None)]),
        (Kind.CLAIM, "9 <points(4)>", [Part("", ["builtins.int", "9"], None, None)] * 2),
        (Kind.CLAIM, "9 <points(4)>", [Part("", None, Raised([], "", "x", "\0" * 9999, 1, "", [], [], None), None)]),
        (Kind.SETUP, "x = 1", []),
        (Kind.ROWS, "toy.engine:points", [Part("", None, None, None)]),
        (Kind.EXAMPLE, ">>> assert = 3\n>>> 3\n3", [Part("", None, None, None), Part("3\n", None, None, None)]),
        (Kind.EXAMPLE, ">>> 3\n3\n>>> 4\n4", [Part("3\n", None, None, None)]),
    ],
)
def test_what_cannot_have_come_of_a_check_makes_it_fail(site: Site, kind: Kind, text: str, parts: list[Part]) -> None:
    result = PageJudge(site.settings).judge(site.check(kind, text), Said(parts, [], [], "", False, [], []))
    assert result.verdict is Verdict.FAILS


def test_a_very_long_output_fails_by_itself(site: Site) -> None:
    body = "```{example}\n>>> print('x' * (1 << 25))\nx\n```\n\n```{example}\n>>> 1\n1\n```\n"
    assert site.messages(body) == [
        "docs/page.md:2: the example has no result: what its process says of it is too long, or cannot be read "
        "[verify.example]"
    ]


FROZEN = """\
```{setup}
import time, signal, threading, select, queue
for module in (time, threading, queue, select):
    for name in ("monotonic", "time", "perf_counter", "monotonic_ns", "time_ns", "sleep", "_time"):
        if hasattr(module, name):
            setattr(module, name, lambda *_: 0)
signal.setitimer = signal.alarm = lambda *_: None
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
```

```{example}
:timeout: 0.5

>>> while True: pass
```

{claim}`3 <2 + 2>`
"""


def test_a_frozen_clock_stops_no_limit(site: Site) -> None:
    started = time.monotonic()
    assert [message.partition(": ")[2] for message in site.messages(FROZEN.replace("pass\n", "pass\n>>> 1\n1\n"))] == [
        "the example ran longer than 0.5 s and was stopped [verify.example]",
        "the page says 3; the rules give 4 [verify.claim]",
    ]
    assert time.monotonic() - started < 15


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no limit of memory is kept")
@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("while True: held.append(bytes(range(256)) * 40_000)", "needed more than the 300 MB of memory"),
        ("bytearray(10 ** 9)", "raises MemoryError; a page may use 300 MB (memory-limit)"),
    ],
)
def test_memory_is_limited(site: Site, code: str, says: str) -> None:
    """One that needs too much fails with a plain message; the page's others run, and what it filled is gone."""
    site.with_settings(**{"memory-limit": 300})
    text = (
        "```{setup}\nfrom toy.engine import points\nheld = []\n```\n{claim}`9 <points(4)>`\n\n"
        f"```{{example}}\n>>> {code}\n>>> points(1)\n2\n```\n\n"
        "```{example}\n>>> len(bytes(range(256)) * 400_000) == points(1)\nFalse\n```\n{claim}`9 <points(4)>`\n"
    )
    found = site.messages(text)
    assert [message.partition(":")[2].partition(":")[0] for message in found] == ["5", "8", "17"]
    assert says in found[1]


def test_an_error_of_memory_may_be_shown(site: Site) -> None:
    text = "```{example}\n>>> 'x' * 10 ** 17\nTraceback (most recent call last):\nMemoryError\n```\n"
    assert site.messages(text) == []


LEAVES = """\
```{example}
>>> import os, signal, subprocess, time
>>> child = subprocess.Popen(["sleep", "60"])
>>> with open("part", "w") as file: print(os.getpid(), os.getppid(), child.pid, file=file)
>>> os.rename("part", "pids")
>>> BEFORE
>>> time.sleep(60)
1
```
"""
PAGE, WORKER, CHILD = range(3)


@pytest.mark.skipif(sys.platform != "linux", reason="prctl")
@pytest.mark.parametrize(
    ("before", "ends", "gone"),
    [
        ("None", ["stop parent", "kill parent"], (PAGE, WORKER, CHILD)),
        ("None", ["stop parent", "kill worker", "kill parent"], (PAGE, WORKER)),
        ("os.kill(os.getppid(), signal.SIGSTOP)", ["kill parent"], (PAGE, WORKER, CHILD)),
        ("signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))", ["kill parent"], (PAGE, WORKER, CHILD)),
    ],
    ids=["stopped and killed", "worker killed too", "worker stopped", "signals blocked"],
)
def test_nothing_stays(site: Site, before: str, ends: list[str], gone: tuple[int, ...]) -> None:
    site.page(LEAVES.replace("BEFORE", before) + PEACE)
    command = [sys.executable, "-m", "verify", "docs/page.md"]
    with subprocess.Popen(command, cwd=site.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as verify:
        pids = until(lambda: _read(site.root / "pids"))
        time.sleep(0.2)
        numbers = {"stop": signal.SIGSTOP, "kill": signal.SIGKILL}
        for what, whom in map(str.split, ends):
            os.kill(verify.pid if whom == "parent" else int(pids[WORKER]), numbers[what])
    until(lambda: not any(is_running(pids[index]) for index in gone))
    if CHILD not in gone:
        os.kill(int(pids[CHILD]), signal.SIGKILL)


def _read(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


PEACE = "```{example}\n>>> 1\n1\n```\n"
