"""A page that hangs, exits, crashes or breaks its surroundings harms no other check, and never goes unnoticed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from verify.run import pool

if TYPE_CHECKING:
    from tests.verify.conftest import Site

HOSTILE = """\
```{setup}
import os, signal, sys, threading, time
from toy.engine import points
seen = []
```

```{example}
>>> seen.append(1); points(1)
2
```

```{example}
:timeout: 0.4

>>> while True: time.sleep(0.01)
>>> points(1)
2
```

```{example}
>>> os._exit(0)
>>> points(1)
2
```

```{example}
>>> os.kill(os.getpid(), signal.SIGSEGV)
>>> points(1)
2
```

{claim}`2 <os.abort() or points(1)>`

```{example}
>>> os.closerange(3, 200)
>>> points(1)
2
```

```{example}
>>> seen.append(2); seen
[1, 2]
>>> points(1)
3
```
"""
WANTED = [
    "docs/hostile.md:15: the example ran longer than 0.4 s and was stopped [verify.example]",
    "docs/hostile.md:21: the example ended its process with status 0 before it was finished [verify.example]",
    "docs/hostile.md:27: the example crashed: its process was killed by signal 11 (SIGSEGV) [verify.example]",
    "docs/hostile.md:32: the claim crashed: its process was killed by signal 6 (SIGABRT) [verify.claim]",
    "docs/hostile.md:35: the example closed verify's result pipe [verify.example]",
    "docs/hostile.md:43: the example says 3; the rules give 2 [verify.example]",
]
PEACEFUL = "```{example}\n>>> from toy.engine import points\n>>> points(1)\n2\n```\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hostile_page_harms_itself_only(site: Site, jobs: int) -> None:
    pages = [site.page(HOSTILE, "hostile"), site.page(PEACEFUL, "other")]
    started = time.monotonic()
    assert [str(finding) for finding in site.findings(*pages, jobs=jobs)] == WANTED
    assert time.monotonic() - started < 15


def test_a_page_that_kills_its_keeper_is_found_out(site: Site) -> None:
    text = "```{example}\n>>> import os, signal\n>>> os.kill(os.getppid(), signal.SIGKILL)\n>>> 1\n1\n```\n" + PEACEFUL
    assert [str(finding) for finding in site.findings(site.page(text, "a"), site.page(PEACEFUL, "b"), jobs=1)] == [
        "docs/a.md:2: the example killed the worker process [verify.example]"
    ]


def test_a_setup_that_hangs_fails_what_depends_on_it(site: Site) -> None:
    text = "```{setup}\n:timeout: 0.3\n\nwhile True: pass\n```\n{claim}`2 <points(1)>`\n"
    assert site.messages(text) == [
        "docs/page.md:4: the setup ran longer than 0.3 s and was stopped [verify.setup]",
        "docs/page.md:6: the claim was not run: its set-up on docs/page.md:4 fails [verify.depends]",
    ]


def test_rules_that_hang_or_exit_while_imported(site: Site) -> None:
    site.with_settings(**{"time-limit": 2})
    site.write("toy/slow.py", "while True: pass\n")
    site.write("toy/gone.py", "import os\nos._exit(3)\n")
    slow = site.page("```{setup}\nimport toy.slow\n```\n{claim}`2 <toy>`\n", "slow")
    gone = site.page("```{setup}\nimport toy.gone\n```\n{claim}`2 <toy>`\n", "gone")
    assert [str(finding) for finding in site.findings(gone, slow) if finding.code == "verify.setup"] == [
        "docs/gone.md:2: the setup ended its process with status 3 before it was finished [verify.setup]",
        "docs/slow.md:2: the setup ran longer than 2 s and was stopped [verify.setup]",
    ]


def test_pages_do_not_share_modules_that_they_change(site: Site) -> None:
    one = (
        "```{example}\n>>> import toy.engine\n>>> toy.engine.points = lambda n: 99\n>>> toy.engine.points(1)\n99\n```\n"
    )
    pages = [site.page(one, "a"), site.page(PEACEFUL, "b")]
    assert site.findings(*pages, jobs=1) == []


def test_a_page_finds_only_what_it_imports(site: Site) -> None:
    one = site.page("```{example}\n>>> import toy.race\n>>> toy.race.GAME.name\n'race'\n```\n", "a")
    other = site.page("```{example}\n>>> import sys\n>>> 'toy.race' in sys.modules\nFalse\n```\n", "b")
    assert site.findings(one, other, jobs=1) == []


def test_hidden_state_is_the_same_each_time(site: Site) -> None:
    text = (
        "```{example}\n>>> import random\n>>> random.random()\n0.8444218515250481\n>>> hash('a') == HASH\nTrue\n```\n"
    )
    found = site.findings(site.page("```{setup}\nHASH = hash('a')\n```\n" + text))
    assert found == []


def test_there_is_no_standard_input(site: Site) -> None:
    assert site.messages("```{example}\n>>> input('?')\n'yes'\n```\n") == [
        "docs/page.md:2: the example raises EOFError: EOF when reading a line [verify.example]"
    ]


def test_what_checks_print_does_not_leak(site: Site) -> None:
    text = (
        "```{example}\n>>> import os, subprocess, sys\n>>> print('said')\nsaid\n>>> sys.stderr.write('erred')\n5\n"
        ">>> os.write(1, b'leak1'), os.write(2, b'leak2')\n(5, 5)\n"
        ">>> subprocess.run(['echo', 'leak3']).returncode\n0\n>>> sys.__stdout__.write('leak4')\n5\n```\n"
    )
    site.page(text)
    command = [sys.executable, "-m", "verify", "--fresh", "docs/page.md"]
    done = subprocess.run(command, cwd=site.root, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == (
        "docs/page.md:2: run each time, for it starts another process (subprocess.Popen)\n"
        "1 check: 0 claims, 1 example, 0 records; 0 fail, 1 run each time\n"
    )


def test_a_thread_or_child_left_behind_does_not_delay(site: Site) -> None:
    text = (
        "```{example}\n>>> import threading, time, subprocess\n"
        ">>> threading.Thread(target=time.sleep, args=(60,)).start()\n"
        ">>> child = subprocess.Popen(['sleep', '60'])\n>>> 1\n1\n```\n"
    )
    started = time.monotonic()
    assert site.messages(text) == []
    assert time.monotonic() - started < 10


def test_a_fork_inside_a_check_reports_nothing_twice(site: Site) -> None:
    text = "```{example}\n>>> import os\n>>> pid = os.fork()\n>>> 1\n1\n```\n" + PEACEFUL
    ran = site.run(site.page(text))
    assert [(str(result.verdict), result.compared) for result in ran.results] == [("holds", 1), ("holds", 1)]


def test_any_number_of_jobs_gives_the_same(site: Site) -> None:
    pages = [site.page(f"{PEACEFUL}{{claim}}`{n} <points(1)>`\n", f"p{n}") for n in range(12)]
    results = [site.run(*pages, jobs=jobs).results for jobs in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert len([result for result in results[0] if result.findings]) == 11


def test_fail_fast_stops_at_the_first_failure_in_the_order_of_the_text(site: Site) -> None:
    pages = [site.page(f"{PEACEFUL}{{claim}}`{n} <points(1)>`\n", f"p{n}") for n in range(2, 9)]
    for jobs in (1, 3):
        ran = site.run(*pages, jobs=jobs, fail_fast=True)
        assert [str(result.check.place) for result in ran.results] == [
            "docs/p2.md:2", "docs/p2.md:6", "docs/p3.md:2", "docs/p3.md:6",
        ]  # fmt: skip


def test_a_worker_that_is_stopped_is_not_waited_for_for_ever(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many checks a page has, what no longer gets on is given up."""
    monkeypatch.setattr(pool, "STARTUP", 3.0)
    site.with_settings(**{"time-limit": 1})
    stop = "```{example}\n>>> import os, signal\n>>> os.kill(os.getppid(), signal.SIGSTOP)\n>>> 1\n1\n```\n"
    page = site.page(stop + "```{example}\n>>> 1\n1\n```\n" * 20)
    started = time.monotonic()
    found = site.findings(page, jobs=1)
    assert [str(finding) for finding in found] == [
        "docs/page.md:2: the example stopped the worker process [verify.example]"
    ]
    assert time.monotonic() - started < 40


def test_files_that_vanish_end_the_run(site: Site) -> None:
    """Another process deletes the project while its checks run: they fail, and the run comes to its end."""
    first = "```{example}\n>>> import shutil, os\n>>> shutil.rmtree(os.getcwd()); 1\n1\n```\n"
    later = "```{example}\n>>> from toy.engine import points\n>>> points(1)\n2\n```\n"
    other = "```{example}\n>>> from toy.race import State\n>>> State(None).phase\n'play'\n```\n"
    pages = [site.page(first + later, "one"), site.page(other, "two")]
    started = time.monotonic()
    found = site.findings(*pages, jobs=1)
    assert any("ModuleNotFoundError" in str(finding) for finding in found), found
    assert time.monotonic() - started < 40


@pytest.mark.parametrize(("pause", "fails"), [("os.path.exists('once')", False), ("False", True)])
def test_a_check_that_only_waited_is_tried_again(site: Site, pause: str, fails: bool) -> None:
    """A machine that stands still for a while makes no check fail; what waits for ever does."""
    body = f">>> import os, time\n>>> again = {pause}; open('once', 'w').close()\n>>> time.sleep(0 if again else 60)\n"
    page = site.page(f"```{{example}}\n:timeout: 1\n\n{body}>>> 1\n1\n```\n")
    found = [str(finding) for finding in site.findings(page)]
    assert found == (["docs/page.md:4: the example ran longer than 1 s and was stopped [verify.example]"] * fails)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind_however_verify_ends(site: Site, number: signal.Signals) -> None:
    text = (
        "```{example}\n>>> import os, subprocess, time\n>>> child = subprocess.Popen(['sleep', '60'])\n"
        ">>> open('pids', 'w').write(f'{os.getpid()} {os.getppid()} {child.pid} ')\n99\n>>> time.sleep(60)\n```\n"
    )
    site.page(text)
    command = [sys.executable, "-m", "verify", "docs/page.md"]
    with subprocess.Popen(command, cwd=site.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as verify:
        pids = until(lambda: (site.root / "pids").read_text().split() if (site.root / "pids").exists() else [])
        verify.send_signal(number)
        verify.communicate()
    until(lambda: not any(map(is_running, pids)))


def until(ask: Callable[[], Any]) -> Any:
    """Return the first answer that is true."""
    end = time.monotonic() + 20
    while not (answer := ask()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return answer


def is_running(pid: str) -> bool:
    """Return whether a process is there, and no mere entry in the list of processes."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:1] not in ("", "Z")


def test_a_process_finds_neither_verify_nor_a_game_imported(site: Site) -> None:
    text = (
        "```{example}\n>>> import sys\n>>> [name for name in sys.modules if name.startswith(('gamerules', 'verify'))]\n"
    )
    assert site.messages(f"{text}[]\n```\n") == []


def test_rules_may_change_between_runs_in_one_process(site: Site) -> None:
    page = site.page(PEACEFUL)
    for factor in (2, 3, 2):
        site.write("toy/engine.py", f"def points(n):\n    return {factor} * n\n")
        assert len(site.findings(page, fresh=False)) == (factor != 2)
