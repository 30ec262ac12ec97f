"""Work on several processes and on Dask: what ends it ends it at once, and is told in one line."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamerules.cli import WRONG, main
from gamerules.lab import running
from gamerules.lab.running import SchedulerError
from gamerules.rules import ImpossibleInputError

LONG = ("simulate", "slam", "--deals", "1000000")


def sleep_or_fail(seconds: float) -> float:
    if not seconds:
        raise ImpossibleInputError("no time")
    time.sleep(seconds)
    return seconds


def test_a_task_that_fails_does_not_wait_for_the_others() -> None:
    begun = time.monotonic()
    with pytest.raises(ImpossibleInputError, match="no time"):
        running.run(sleep_or_fail, [(60.0,), (0.0,), (60.0,)], jobs=2)
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("words", [(), ("--jobs", "2")], ids=["alone", "two processes"])
def test_an_interruption_stops_everything_at_once(words: tuple[str, ...], tmp_path: Path) -> None:
    """The signal goes to the whole group, as the terminal sends it."""
    told = tmp_path / "told"
    with (
        told.open("w", encoding="utf-8") as err,
        subprocess.Popen(
            [sys.executable, "-m", "gamerules", *LONG, *words],
            stdout=subprocess.DEVNULL,
            stderr=err,
            start_new_session=True,
        ) as process,
    ):
        time.sleep(4)  # by now all are at work
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) == 130
    assert told.read_text(encoding="utf-8") == "gamerules: interrupted\n"
    with pytest.raises(ProcessLookupError):
        for _ in range(100):  # whoever is left, is leaving
            os.killpg(process.pid, 0)
            time.sleep(0.1)


@pytest.mark.parametrize("address", ["foo", "localhost:8786", "tcp://localhost", "tcp://localhost:port"])
def test_what_is_no_address_is_refused(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SchedulerError, match="write tcp://HOST:PORT"):
        running.run(sleep_or_fail, [(1.0,)], scheduler=address)


def test_nobody_at_the_address_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert main(["simulate", "slam", "--deals", "1", "--scheduler", "tcp://127.0.0.1:1"]) == WRONG
    err = capsys.readouterr().err
    assert err == "gamerules: error: tcp://127.0.0.1:1: no scheduler answers there: Connection refused\n"


def test_somebody_else_at_the_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(running, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SchedulerError, match="no scheduler answers there"):
            running.run(sleep_or_fail, [(1.0,)], scheduler=address)


CLUSTER = """
import distributed, sys
if __name__ == "__main__":
    here = {"processes": False, "protocol": "tcp://", "dashboard_address": None}
    with distributed.LocalCluster(1, threads_per_worker=1, **here) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.mark.filterwarnings("ignore::Warning")
def test_a_scheduler_that_goes_is_told_and_a_failing_task_is_not_done_again(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "cluster.py").write_text(CLUSTER, encoding="utf-8")
    marks = tmp_path / "marks"
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "cluster.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
    ) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        with pytest.raises(ImpossibleInputError, match="marked"):
            running.run(_mark_and_fail, [(str(marks),)], scheduler=address)
        assert marks.read_text(encoding="utf-8") == "once "

        def kill(done: int, of: int) -> None:
            cluster.kill()

        with pytest.raises(SchedulerError, match="the scheduler has gone"):
            running.run(time.sleep, [(0.1,), (60.0,)], scheduler=address, progress=kill)


def _mark_and_fail(path: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("once ")
    raise ImpossibleInputError("marked")
