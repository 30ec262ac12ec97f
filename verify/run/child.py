"""Is the process of a page: runs its code and says what came of it. What the page expects never gets here.

The namespace is a module called ``__main__``, as in a Python session; nothing is cleaned up. What this module needs it
has taken before any code of a page runs, and no module of verify or gamerules is left imported then: what a page does
to Python, to its library or to verify changes what the page itself gets, not how it is reported.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import importlib
import json.encoder
import linecache
import random
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from os import _exit, write
from resource import RLIM_INFINITY, RLIMIT_DATA, RUSAGE_SELF, getrlimit, getrusage, setrlimit
from time import sleep
from typing import Any, Final, NoReturn

from verify.checks.asked import Asked
from verify.checks.follow import Followed
from verify.checks.told import told
from verify.run.listen import Reached

FULL: Final = 112
"""The status with which a process ends whose memory a check has used up."""

_ENCODER: Any = getattr(json.encoder, "c_make_encoder")  # noqa: B009 - it is not in typeshed
_ENCODE: Final = _ENCODER(None, None, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, False)
"""JSON without a line of Python that a page could change."""
_LIVE: Final[dict[str, Any]] = vars(builtins)
_BUILTINS: Final[Mapping[str, Any]] = _LIVE.copy()
_FUTURES: Final[Mapping[str, Any]] = {name: getattr(__future__, name) for name in __future__.all_feature_names}
_WARNED: Final[list[list[Any]]] = []


def prepare() -> None:
    """Make ready, before the process of a page is forked, what is the same for all."""
    warnings.resetwarnings()
    warnings.simplefilter("always")
    warnings.simplefilter("ignore", ResourceWarning)  # it comes whenever memory happens to be tidied
    warnings.showwarning = _note_warning
    for name in [name for name in sys.modules if name.partition(".")[0] in ("verify", "gamerules")]:
        del sys.modules[name]


def be(order: Mapping[str, Any], reached: Reached, watch: Sequence[str], pipe: int, memory: int) -> NoReturn:
    """Run the checks of a unit and say what comes of each, on a line of its own.

    Args:
        order: the page, what each line begins with, whether the namespace is bare, and of each check its kind and the
            pieces of its code (none: it is left out because it hung or ended an earlier process).
        reached: tells what was read.
        watch: the packages that hold rules.
        pipe: where to say it.
        memory: how much of it this process may use, in bytes.
    """
    try:
        if sys.platform == "linux":
            hard = getrlimit(RLIMIT_DATA)[1]
            most = memory if hard == RLIM_INFINITY else min(memory, hard)
            setrlimit(RLIMIT_DATA, (most, most))
        reached.forget()
        sys.argv = [order["page"]]
        random.seed(0)  # it is sown anew at each fork
        page = Page(watch, memory, bare=order["bare"])
        for kind, pieces in order["checks"]:
            if pieces is None:
                page.broken |= kind == "setup"
                continue
            said = page.run(kind, pieces)
            said.insert(2, reached.new())
            data = f"{order['token']}{''.join(_ENCODE(said, 0))}\n".encode()
            while data:
                data = data[write(pipe, data) :]
    except OSError:
        sleep(30)  # a check has closed the pipe: the process must not seem to have ended by itself
    except MemoryError:
        _exit(FULL)
    except BaseException:
        _exit(1)
    _exit(0)


class _Refused(Exception):  # noqa: N818 - the error is the page's
    """Code that is not Python: what is wrong, with the line and the column (0: unknown)."""


class Page:
    """The namespace of a page.

    Attributes:
        broken: whether a set-up has failed: what follows in the namespace is not run.
    """

    def __init__(self, watch: Sequence[str], memory: int, *, bare: bool) -> None:
        """Begin a page that asks rules of these packages, and may use so many bytes.

        A bare namespace begins empty, as that of doctest: what is wrong with its code is raised when it runs.
        """
        module = sys.modules["__main__"] = types.ModuleType("__main__")
        self._bare = bare
        self.broken = False
        self._asked = Asked(watch)
        self._memory = memory
        self._namespace: dict[str, Any] = {} if bare else module.__dict__
        self._builtins: Mapping[str, Any] = _LIVE.copy()
        self._modules, self._loaded = sys.modules, sys.modules.copy()

    def run(self, kind: str, pieces: list[tuple[str, str, str, int]]) -> list[Any]:
        """Run a check; return what :class:`verify.checks.said.Said` holds, but for what was read."""
        parts: list[list[Any]] = []
        failed = ""
        _WARNED.clear()
        self._asked.heard.clear()
        if self.broken and kind not in ("rows", "record"):
            return [parts, [], failed, False, [], []]
        sys.displayhook = sys.__displayhook__
        followed = Followed(pieces)
        try:
            with followed:
                for piece in pieces:
                    parts.append(self._part(*piece))
                    if parts[-1][3] or parts[-1][1] is True:
                        break  # it is not Python, or its condition says that it is to be skipped
        except Exception as error:
            failed = f"{type(error).__name__}: {error}"
        took_away = self._took_away()
        if kind == "setup":
            warned = _WARNED and not self._bare
            self.broken = bool(failed or took_away or warned or parts[-1][2] or parts[-1][3])
        return [parts, _WARNED.copy(), failed, took_away, sorted(self._asked.heard), followed.ran()]

    def _took_away(self) -> bool:
        """Return whether modules that were there before the page are gone, and put them back."""
        if sys.modules is self._modules and self._loaded.keys() <= self._modules.keys():
            return False
        sys.modules = self._modules
        sys.modules.update(self._loaded)
        return True

    def _part(self, mode: str, source: str, path: str, line: int) -> list[Any]:
        """Run a piece of code; return what :class:`verify.checks.said.Part` holds."""
        out, value, raised, refused = StringIO(), None, None, None
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = out, StringIO()
        try:
            if path.startswith("<"):
                linecache.cache[path] = len(source), None, source.splitlines(keepends=True), path
            for code in self._codes(mode, source, path, line):
                value = self._value(mode, code)
        except _Refused as error:
            refused = list(error.args)
        except BaseException as error:
            if isinstance(error, MemoryError) and getrusage(RUSAGE_SELF).ru_maxrss << 10 > self._memory / 2:
                _exit(FULL)  # what fills more than half of it may stay, and nothing further would run
            raised = told(error)
        finally:
            sys.stdout, sys.stderr = streams
        return [StringIO.getvalue(out), value, raised, refused]

    def _codes(self, mode: str, source: str, path: str, line: int) -> Iterator[Any]:
        """Yield code ready to be run; that of a set-up statement by statement, each when it is its turn.

        Raises:
            _Refused: if it is not Python.
        """
        parts: list[Any] = [source if mode in _APART else "\n" * (line - 1) + source]
        try:
            if mode == "exec":
                tree = compile(parts[0], path, mode, self._flags | ast.PyCF_ONLY_AST, dont_inherit=True)
                parts = [ast.Module([statement], []) for statement in tree.body]
            how = "eval" if mode == "skipif" else mode
            for part in parts:
                yield part if mode in _APART else compile(part, path, how, self._flags, dont_inherit=True)
        except SyntaxError as error:
            if self._bare:
                raise
            raise _Refused(error.msg, error.lineno or line, error.offset or 1) from None
        except ValueError as error:
            raise _Refused(str(error), 0, 0) from None

    @property
    def _flags(self) -> int:
        """The compiler flags of the ``from __future__`` imports so far."""
        on = [name for name, feature in _FUTURES.items() if self._namespace.get(name) is feature]
        return sum(_FUTURES[name].compiler_flag for name in on)

    def _value(self, mode: str, code: Any) -> Any:
        """Run code and return its value, inert; builtins that it replaces stay so for the page's code alone."""
        if mode in _APART:
            return _APART[mode](code)
        how = exec if mode in ("exec", "single") else eval
        with self._asked.during(code):
            _LIVE.update(self._builtins)
            try:
                value = how(code, self._namespace)
            finally:
                self._builtins = _LIVE.copy()
                _LIVE.update(_BUILTINS)
        return _inert(value) if mode == "eval" else bool(value)


def _inert(value: Any) -> list[str]:
    """Return the name of a value's type and its text."""
    return [f"{type(value).__module__}.{type(value).__qualname__}", str(value)]


def _rows(expression: str) -> int | str:
    """Evaluate rows; return how many cells each has, or why they are no table."""
    from verify.checks import rows

    try:
        return len(rows.evaluate(expression)[0])
    except rows.RowsError as error:
        return str(error)


def _record(path: str) -> list[Any] | None:
    """Replay a record."""
    from verify.checks import record

    return record.replayed(path)


def _call(order: str) -> Any:
    """Call a function, named in the first line, with the text below."""
    target, _, text = order.partition("\n")
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)(text)


_APART: Final[Mapping[str, Callable[[str], Any]]] = {"rows": _rows, "record": _record, "call": _call}
"""What runs neither in the namespace of the page nor as Python."""


def _note_warning(message: Any, category: type[Warning], filename: str, lineno: int, *_: Any, **__: Any) -> None:
    if category is not SyntaxWarning or not filename.endswith(".py"):  # it comes only where the file is compiled again
        _WARNED.append([category.__name__, filename, lineno, str(message)])
