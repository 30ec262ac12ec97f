"""The process that runs pages: it imports what they need once and forks a child for each of them.

``python -m verify.run.worker`` reads frames from its standard input and writes frames to its standard output. For each
set of modules that pages import it forks a *nursery*, which imports them, and which in turn forks one child for each
page. So each child finds just what its page imports, nothing another page did, and starts at once. A child that hangs
is killed, one that ends is noticed; what it had not finished runs in another child.
"""

from __future__ import annotations

import contextlib
import gc
import math
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.run import channel, follow
from verify.run.channel import Board
from verify.run.loader import install as install_loader

if TYPE_CHECKING:
    from verify.run.unit import Unit


class Reached:
    """Notes which files and modules the code of a check reaches that its text does not name."""

    def __init__(self, unit: Unit) -> None:
        """Begin to listen to the interpreter's audit events; they cannot be ended, but nothing is noted while off.

        What is installed counts as given, even where it is installed below the root.
        """
        self.root = os.path.join(unit.root, "")
        self.watch = unit.watch
        store = os.path.join(unit.root, unit.store)
        self.given = tuple(os.path.join(folder, "") for folder in (sys.prefix, sys.base_prefix, store))
        self.on = False
        self.files: set[str] = set()
        self.modules: set[str] = set()
        sys.addaudithook(self._hear)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Note what happens in this context."""
        self.on, before = True, set(sys.modules)
        try:
            yield
        finally:
            self.on = False
            new = sys.modules.keys() - before
            self.modules.update(name for name in new if name.partition(".")[0] in self.watch)

    def seen(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what has been noted since the page began: files and folders below the root, and modules; sorted."""
        return tuple(sorted(self.files)), tuple(sorted(self.modules))

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            self._note(args[0], reading=_reads(args[1], args[2]))
        elif event in ("os.listdir", "os.scandir"):
            self._note(args[0] if args[0] is not None else ".", reading=True)

    def _note(self, path: object, *, reading: bool) -> None:
        if not reading or not isinstance(path, (str, bytes, os.PathLike)):
            return
        full = os.path.abspath(os.fsdecode(path))
        if full.startswith(self.root) and not full.startswith(self.given) and not full.endswith(_COMPILED):
            self.files.add(full.removeprefix(self.root).replace(os.sep, "/"))


_LEISURE = 0.1  # seconds
_COMPILED = (".pyc", "__pycache__")


def _reads(mode: object, flags: object) -> bool:
    """Return whether an ``open`` event is about reading."""
    if isinstance(mode, str):
        return "r" in mode or "+" in mode
    return not isinstance(flags, int) or flags & (os.O_WRONLY | os.O_RDWR) != os.O_WRONLY


class Child:
    """A forked process that runs one unit."""

    def __init__(
        self, unit: Unit, careful: bool, board: Board, requests: int, replies: int, lost: tuple[int, ...]
    ) -> None:
        """Fork it.

        Args:
            unit: what to run.
            careful: whether to look after each check, at leisure, if we are still there.
            board: where it shows what it is at.
            requests: the nursery's channel; it becomes readable only when nobody wants the results any more.
            replies: the nursery's other channel, which the child must not have.
            lost: the steps to leave out.
        """
        self.used = math.inf
        self.quit_on = requests
        self.board = board
        self.reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            for descriptor in (self.reader, requests, replies):
                os.close(descriptor)
            _be_child(unit, careful, board, lost, writer)
        board.child(self.pid)
        os.close(writer)

    def wait(self, seconds: float) -> bytes | None:
        """Return what came of the unit; None if it has not come in time; EOFError if the child has ended."""
        ready, _, _ = select.select([self.reader, self.quit_on], [], [], seconds)
        if self.reader in ready:
            return channel.read_raw(self.reader, time.monotonic() + follow.STARTUP)
        if ready:
            self.end()
            os._exit(0)
        return None

    def end(self, grace: float = 0.0) -> int | None:
        """Kill what is left of the child and of its own children; return how it ended, None if it had to be killed."""
        until = time.monotonic() + grace
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        while not pid and time.monotonic() < until:
            time.sleep(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        os.close(self.reader)
        self.board.child(0)
        if pid:
            return os.waitstatus_to_exitcode(status)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        usage = os.wait4(self.pid, 0)[2]
        self.used = usage.ru_utime + usage.ru_stime
        return None


def _be_child(unit: Unit, careful: bool, board: Board, lost: tuple[int, ...], writer: int) -> None:
    """Run a unit and end; never returns."""
    try:
        os.setpgid(0, 0)
        os.register_at_fork(after_in_child=lambda: os.close(writer))
        run_here(unit, careful, board, lost, writer)
    finally:
        os._exit(0)


def run_here(unit: Unit, careful: bool, board: Board, lost: tuple[int, ...], writer: int) -> None:
    """Run a unit in this process and write what comes of it to a descriptor."""
    from verify.checks import page as checks_page

    sys.argv = [unit.page]
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    reached = Reached(unit)
    pipe, keeper = os.fstat(writer), os.getppid()

    def at(index: int) -> None:
        if careful:
            time.sleep(_LEISURE)  # what a check has killed may take a moment to die
        try:
            whole = os.path.samestat(os.fstat(writer), pipe) and os.getppid() == keeper
        except OSError:
            whole = False
        if not whole:  # a check has cut us off: wait for the end, so that it is the one to blame
            time.sleep(unit.limits[max(board.index, 0)] + follow.STARTUP)
            os._exit(1)  # nobody was left to end us
        board.at(index)

    outcomes = checks_page.run_unit(unit, lost, at, reached.listening, reached.seen)
    at(channel.BEHIND)
    channel.write(writer, outcomes)


def nursery(preload: tuple[str, ...], board: Board, requests: int, replies: int) -> None:
    """Import modules, then fork a child for each request until ``None`` comes; never returns."""
    clean = _import_quietly(preload)
    channel.write(replies, clean)
    if not clean:
        os._exit(0)
    gc.collect()
    gc.freeze()
    while (request := channel.read(requests)) is not None:
        unit, careful, lost = request
        outcomes = follow.drive(unit.limits, lost, partial(Child, unit, careful, board, requests, replies), board)
        channel.write(replies, lost)
        channel.write_raw(replies, outcomes)
    os._exit(0)


def _import_quietly(modules: tuple[str, ...]) -> bool:
    """Import modules; return whether nothing was raised, printed or warned about."""
    import importlib
    import warnings

    from verify.checks.page import captured

    with captured() as out, warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        warnings.simplefilter("always")
        try:
            for name in modules:
                importlib.import_module(name)
        except BaseException:
            return False
        return not out.getvalue() and not [entry for entry in caught if entry.category is not SyntaxWarning]


def serve(board: Board, requests: int, replies: int) -> None:
    """Fork a nursery for each list of modules that is asked for, until the requests end."""
    while True:
        try:
            preload = channel.read(requests)
        except EOFError:
            return
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(EOFError, BrokenPipeError):
                nursery(preload, board, requests, replies)
            os._exit(0)
        if os.waitpid(pid, 0)[1]:
            return  # a page has killed the nursery: our end tells it


def own_channels() -> tuple[int, int]:
    """Move the channels away from the standard streams, which then lead nowhere; return them."""
    requests, replies = os.dup(0), os.dup(1)
    channel.lead_nowhere(0, 1)
    return requests, replies


def warm_up(times: int = 10) -> None:
    """Run checks of our own some times: what Python does at the first times only need not be done in every child.

    What this changes in the interpreter each child sets anew for its page.
    """
    from verify.checks import page as checks_page
    from verify.model import Check, Kind, Place
    from verify.run.unit import Unit

    page = sys.modules["__main__"]
    texts = ((Kind.SETUP, "x = 1"), (Kind.EXAMPLE, ">>> x\n1\n>>> print(x)\n1"), (Kind.CLAIM, "one <x>"))
    checks = tuple(Check("", Place("", 1), kind, (), text) for kind, text in texts)
    unit = Unit("", checks, (), Path(), "", (), "", (1.0,) * len(checks))
    for _ in range(times):
        checks_page.run_unit(unit, (), lambda index: None, contextlib.nullcontext, lambda: ((), ()))
    sys.modules["__main__"] = page


def main(board_file: str, cache: str, *once: str) -> None:
    """Serve; where there is no fork (``once``), run a single unit in this very process."""
    requests, replies = own_channels()
    board = Board(board_file)
    install_loader(cache)
    import verify.checks.example
    import verify.checks.page  # noqa: F401 - both before any child is made

    if not once:
        warm_up()
        channel.write(replies, "ready")
        serve(board, requests, replies)
        return
    unit, careful, lost = channel.read(requests)
    run_here(unit, careful, board, lost, replies)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
