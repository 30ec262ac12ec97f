"""Many tasks on one process, on several, or on a Dask cluster, with the same results in the same order.

A task is lost with the process that ran it and is then done again; a result is kept under its task's number, so nothing
is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from gamerules.extras import need
from gamerules.rules import GameRulesError

T = TypeVar("T")
ATTEMPTS = 3
"""How often in a row a pool of processes may break without one result before it is given up."""


class LostWorkersError(GameRulesError, RuntimeError):
    """Processes died again and again; the message says what to try."""


def run(
    function: Callable[..., T],
    tasks: Sequence[tuple[Any, ...]],
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[T]:
    """Call a function on every task and return the results in the tasks' order.

    Args:
        function: a function of a module, so that other processes find it.
        tasks: its arguments, task by task.
        jobs: how many processes; 1 for none beside this one.
        scheduler: the address of a Dask scheduler (``tcp://…``), to run there instead.
        progress: told after each task how many are done, and of how many.

    Raises:
        LostWorkersError: if processes die again and again.
        gamerules.extras.MissingExtraError: if Dask is wanted and not installed.
    """
    if scheduler is not None:
        found = _on_dask(function, tasks, scheduler)
    elif jobs > 1 and len(tasks) > 1:
        found = _on_processes(function, tasks, jobs)
    else:
        found = ((number, function(*task)) for number, task in enumerate(tasks))
    results: dict[int, T] = {}
    for number, result in found:
        results[number] = result
        if progress:
            progress(len(results), len(tasks))
    return [results[number] for number in range(len(tasks))]


def _on_processes(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[tuple[int, T]]:
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    left = dict(enumerate(tasks))
    failures = 0
    while left:
        before = len(left)
        with ProcessPoolExecutor(min(jobs, len(left)), mp_context=get_context("spawn")) as pool:
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


def _on_dask(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], scheduler: str) -> Iterator[tuple[int, T]]:
    distributed = need("distributed")
    with distributed.Client(scheduler, set_as_default=False) as client:
        futures = {
            client.submit(function, *task, pure=False, retries=ATTEMPTS): number for number, task in enumerate(tasks)
        }
        for future in distributed.as_completed(list(futures), loop=client.loop):
            yield futures[future], future.result()
