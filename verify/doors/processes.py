"""Sphinx's processes that read and write pages: one that is lost ends the build, with an error that says so.

Sphinx passes over a task that fails while further tasks are still to start: the pages of all tasks then under way are
left out, and the build ends as if all were well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sphinx import builders
from sphinx.errors import SphinxError
from sphinx.util.parallel import ParallelTasks


class LostProcessError(SphinxError):
    """A process that has ended before its work was done."""

    category = "Lost process"


class WholeTasks(ParallelTasks):
    """Sphinx's tasks, none of which may fail unnoticed."""

    failure: Exception | None = None

    def add_task(
        self,
        task_func: Callable[[Any], Any] | Callable[[], Any],
        arg: Any = None,
        result_func: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        """Add a task; see Sphinx.

        Raises:
            LostProcessError: if the process of an earlier task is lost.
            SphinxParallelError: if an earlier task has failed.
        """
        super().add_task(task_func, arg, result_func)
        if self.failure is not None:
            raise self.failure

    def _join_one(self) -> bool:
        try:
            return super()._join_one()
        except (EOFError, OSError) as error:
            why = f" ({error})" if str(error) else ""
            self.failure = LostProcessError(
                f"a process that Sphinx started to read or write pages has ended before its work was done{why}: it was "
                "killed, or memory is short. Build again, if need be with a smaller -j"
            )
            raise self.failure from None
        except Exception as error:
            self.failure = error
            raise


def install() -> None:
    """Let Sphinx use these tasks."""
    builders.ParallelTasks = WholeTasks  # type: ignore[attr-defined]
