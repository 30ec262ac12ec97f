"""The process that runs pages against broken code: ``python -m verify.strength.trial CACHE``.

It reads jobs from its standard input and writes what came of them to its standard output. For each job it forks a child
for each list of modules that pages import, which imports them, with the broken text in place of one file, and in turn
forks a child for each unit (the checks of a page that share a namespace, or a record). So nothing broken outlives its
job, and the files stay as they are: a check that would write below the project's root is refused.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, Final

from verify.run import channel
from verify.run.loader import Overlay
from verify.run.loader import install as install_loader
from verify.run.unit import Unit
from verify.run.worker import own_channels
from verify.strength.job import Done, Job, Tried

MEMORY: Final = 4 << 30
"""How much more memory than at its start a child may take, in bytes."""

IMPORTING: Final = 20
"""How much processor time importing may take, in seconds."""

_PATIENCE: Final = 20
"""How many times its processor time a child may take by the clock, besides a minute."""


class LostError(Exception):
    """A child that did not finish; the message says how it ended."""


def in_child(work: Callable[[], Any], seconds: int, *, group: bool = False) -> Any:
    """Do some work in a forked child and return what it returns.

    Args:
        work: the work; what it returns can be pickled.
        seconds: how much processor time it may take.
        group: whether it leads a group of processes, which ends with it.

    Raises:
        LostError: if it does not come back.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            if group:
                os.setpgid(0, 0)
            _limit(seconds)
            channel.write(writer, work())
        finally:
            os._exit(0)
    os.close(writer)
    leader = pid
    try:
        return channel.read(reader, time.monotonic() + 60 + _PATIENCE * seconds)
    except TimeoutError:
        raise LostError("did not come to an end") from None
    except EOFError:
        with contextlib.suppress(ChildProcessError):
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            pid = 0
        looped = status == -signal.SIGXCPU
        raise LostError("did not come to an end" if looped else f"ended its process ({status})") from None
    finally:
        os.close(reader)
        if group:
            with contextlib.suppress(OSError):
                os.killpg(leader, signal.SIGKILL)
        if pid:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _limit(seconds: int) -> None:
    """Limit this process's time and memory."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def run(job: Job, overlay: Overlay) -> Done:
    """Run a job."""
    tried: list[Tried] = []
    called: set[tuple[str, int]] = set()
    for preload, group in groupby(job.tries, lambda one: one[0].preload):
        tries = list(group)
        limit = IMPORTING + sum(seconds for _, seconds in tries)

        def work(preload: tuple[str, ...] = preload, tries: Sequence[tuple[Unit, int]] = tries) -> Done:
            return _nursery(job, overlay, preload, tries)

        try:
            done: Done = in_child(work, limit, group=True)
        except LostError as error:
            return Done(tuple(tried), f"importing {', '.join(preload)} {error}")
        if done.unimportable:
            return done
        tried += done.tried
        called |= done.called
        if not job.listen and any(one.place for one in done.tried):
            break
    return Done(tuple(tried), "", frozenset(called))


def _nursery(job: Job, overlay: Overlay, preload: tuple[str, ...], tries: Sequence[tuple[Unit, int]]) -> Done:
    """Import modules and fork a child for each unit."""
    import importlib

    from verify.checks.page import captured

    overlay.update(job.overlay)
    with _listening(job.listen) as called, captured():
        try:
            for name in preload:
                importlib.import_module(name)
        except BaseException as error:
            return Done((), f"{type(error).__name__}: {error}")
    tried: list[Tried] = []
    for unit, seconds in tries:
        one = _try(job, unit, seconds, listen=False)
        if job.listen and not one.place:
            heard = _try(job, unit, 10 * seconds, listen=True)
            one = Tried(heard.place, heard.says, one.seconds, heard.modules, heard.called)
        tried.append(one)
        if one.place and not job.listen:
            break
    return Done(tuple(tried), "", frozenset(called))


def _try(job: Job, unit: Unit, seconds: int, *, listen: bool) -> Tried:
    try:
        found: Tried = in_child(lambda: _run_unit(job, unit, listen=listen), seconds)
    except LostError as error:
        return Tried(unit.page, f"a check {error}")
    return found


def _run_unit(job: Job, unit: Unit, *, listen: bool) -> Tried:
    """Run a unit's steps up to the first that fails."""
    from verify.checks import page as checks_page

    sys.argv = [unit.page]
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    sys.addaudithook(_guard(job.root, job.root / job.store))
    place = says = ""
    with _listening(listen) as called:
        page = checks_page.PageRun(unit, contextlib.nullcontext)
        for check in unit.steps:
            if findings := page.step(check).findings:
                place, says = str(findings[0].place), findings[0].message
                break
    used = resource.getrusage(resource.RUSAGE_SELF)
    modules = frozenset(name for name in sys.modules if name.partition(".")[0] in unit.watch)
    return Tried(place, says, used.ru_utime + used.ru_stime, modules, frozenset(called))


@contextlib.contextmanager
def _listening(on: bool) -> Iterator[set[tuple[str, int]]]:
    """Note which functions are called in this context."""
    called: set[tuple[str, int]] = set()

    def hear(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            called.add((code.co_filename, code.co_firstlineno))

    if on:
        sys.setprofile(hear)
    try:
        yield called
    finally:
        if on:
            sys.setprofile(None)


_CHANGING: Final = frozenset({"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink"})


def _guard(root: Path, store: Path) -> Callable[[str, tuple[Any, ...]], None]:
    """Return an audit hook that refuses to change anything below the root, the store apart."""
    inside, free = os.path.join(root, ""), os.path.join(store, "")

    def guard(event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = args
            writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (
                mode is None and isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
            )
            paths = (path,) if writes else ()
        elif event in _CHANGING:
            paths = args[:2]
        else:
            return
        for path in paths:
            if isinstance(path, (str, bytes, os.PathLike)):
                full = os.path.abspath(os.fsdecode(path))
                if full.startswith(inside) and not full.startswith(free):
                    raise PermissionError(f"while rules are broken, nothing below the root is written: {full}")

    return guard


def main(cache: str) -> None:
    """Serve jobs until they end."""
    requests, replies = own_channels()
    overlay = install_loader(cache)
    import verify.checks.example
    import verify.checks.page  # noqa: F401 - both before any child is made

    channel.write(replies, frozenset(sys.modules))
    while True:
        try:
            job = channel.read(requests)
        except EOFError:
            return
        channel.write(replies, run(job, overlay))


if __name__ == "__main__":
    main(*sys.argv[1:])
