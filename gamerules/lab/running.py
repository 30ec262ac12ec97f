"""Many tasks on one process, on several, or on a Dask cluster, with the same results in the same order.

A task is lost with the process that ran it and is then done again; a result is kept under its task's number, so nothing
is counted twice.
"""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from gamerules.extras import need
from gamerules.rules import GameRulesError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
ATTEMPTS = 3
"""How often in a row a pool of processes may break without one result before it is given up."""


PATIENCE = 10
"""How many seconds a scheduler has to answer."""


class LostWorkersError(GameRulesError, RuntimeError):
    """Processes died again and again; the message says what to try."""


class SchedulerError(GameRulesError, RuntimeError):
    """A Dask scheduler that is not there, or is no longer; the message names its address."""


def run(
    function: Callable[..., T],
    tasks: Sequence[tuple[Any, ...]],
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[T]:
    """Call a function on every task and return the results in the tasks' order.

    An exception, a task's or an interruption, ends the work at once: processes are stopped with what they are doing.

    Args:
        function: a function of a module, so that other processes find it.
        tasks: its arguments, task by task.
        jobs: how many processes; 1 for none beside this one.
        scheduler: the address of a Dask scheduler (``tcp://…``), to run there instead.
        progress: called after each task with how many are done, and of how many.

    Raises:
        LostWorkersError: if processes die again and again.
        SchedulerError: if no Dask scheduler answers at the address, or it goes away.
        gamerules.extras.MissingExtraError: if Dask is wanted and not installed.
    """
    if scheduler is not None:
        found = _on_dask(function, tasks, scheduler)
    elif jobs > 1 and len(tasks) > 1:
        found = _on_processes(function, tasks, jobs)
    else:
        found = _here(function, tasks)
    results: dict[int, T] = {}
    with closing(found):
        for number, result in found:
            results[number] = result
            if progress:
                progress(len(results), len(tasks))
    return [results[number] for number in range(len(tasks))]


Found = Generator[tuple[int, T], None, None]
"""The numbers of tasks with their results, as they come in."""


def _here(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Found[T]:
    for number, task in enumerate(tasks):
        yield number, function(*task)


def _on_processes(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], jobs: int) -> Found[T]:
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    left = dict(enumerate(tasks))
    failures = 0
    while left:
        before = len(left)
        with _pool(min(jobs, len(left))) as pool:
            futures = {pool.submit(function, *task): number for number, task in left.items()}
            try:
                for future in as_completed(futures):
                    number = futures[future]
                    yield number, future.result()
                    del left[number]
            except BrokenProcessPool:
                failures = 0 if len(left) < before else failures + 1
                if failures == ATTEMPTS:
                    raise LostWorkersError(
                        f"processes died {ATTEMPTS} times without one result; try fewer jobs, or see what kills them"
                    ) from None


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes that are killed, at work or not, if the work ends by an exception."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # Ctrl-C reaches the whole group of processes; only this one handles it.
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(active_children()) - others:
                process.kill()
            pool.shutdown(cancel_futures=True)
            raise


def _on_dask(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], scheduler: str) -> Found[T]:
    distributed = need("distributed")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # its errors are raised here, in one line
    _check_address(scheduler)
    try:
        client = distributed.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SchedulerError(f"{scheduler}: not a Dask scheduler: {error}") from None
    with client:
        # A task whose worker dies is done again by the scheduler; one that fails would fail again.
        futures = {client.submit(function, *task, pure=False): number for number, task in enumerate(tasks)}
        try:
            for future in distributed.as_completed(list(futures), loop=client.loop):
                yield futures[future], future.result()
        except distributed.KilledWorker:
            raise LostWorkersError("workers died again and again at one task; see their logs for why") from None
        except CancelledError:
            raise SchedulerError(f"{scheduler}: the scheduler has gone, and its work is lost") from None


def _check_address(scheduler: str) -> None:
    """Refuse an address at which nothing listens, or nothing that speaks Dask's protocol.

    Raises:
        SchedulerError: says whether the address is malformed, or nothing answers there.
    """
    try:
        parts = urlsplit(scheduler)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise SchedulerError(f"{scheduler!r} is not the address of a scheduler; write tcp://HOST:PORT")
    try:
        with socket.create_connection((host, port), PATIENCE) as line:
            if parts.scheme == "tcp" and not line.recv(1):
                raise ConnectionError("the connection was closed")
    except OSError as error:
        raise SchedulerError(f"{scheduler}: no scheduler answers there: {error.strerror or error}") from None
