"""Hears what a page's process reads: files, modules, questions put to the file system, variables, and the unknowable.

Where Python has an audit event it is heard; where it has none, what asks is wrapped, in this process alone. The
standard library counts as given, by the version of Python. What other packages' compiled code reads is not heard.
"""

from __future__ import annotations

import datetime
import functools
import gc
import os
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import source_from_cache
from types import FrameType
from typing import Any, Final

from verify.run.reach import UNKNOWN, about, own_files, state
from verify.settings import Settings

_IMPORTER: Final = "<frozen importlib._bootstrap_external>"
_LIBRARY: Final = os.path.dirname(os.__file__) + os.sep
_RUNNERS: Final = {str(file) for file in own_files()} - {__file__}
_GIVEN: Final = sys.stdlib_module_names | {"verify"}
_MACHINE: Final = ("/dev/", "/proc/", "/sys/")
_PROCESS: Final = "starts another process"
_EVENTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.exec", "os.spawn", "os.posix_spawn"), _PROCESS),
    **dict.fromkeys(("os.fork", "os.forkpty", "os.startfile"), _PROCESS),
    "sqlite3.connect": "opens a database",
    "ctypes.dlopen": "loads a library",
}
"""The audit events after which nobody knows what was read; those of sockets are such too."""
_ALWAYS: Final = sys.maxsize
_CLOCKS: Final[Mapping[str, int]] = {
    **{f"{name}{unit}": _ALWAYS for name in ("monotonic", "perf_counter", "process_time", "thread_time", "time",
                                            "clock_gettime") for unit in ("", "_ns")},
    **dict.fromkeys(("asctime", "ctime", "gmtime", "localtime"), 1),
    "strftime": 2,
}  # fmt: skip
"""The functions of :mod:`time` that read the clock, and with how many arguments they do not."""


class Reached:
    """Notes what this process reads, each with the state in which it was first found."""

    def __init__(self, settings: Settings) -> None:
        """Begin to listen; nothing can end this."""
        self._root = os.path.join(settings.root, "")
        self._store = os.path.join(settings.root, settings.store, "")
        self._environment = dict(os.environ)
        self._states: dict[str, str] = {}
        self._told = 0
        sys.addaudithook(self._hear)
        sys.meta_path.insert(0, self)
        for name in ("stat", "lstat", "access", "readlink"):
            _wrap(os, name, self._asked)
        variables = type(os.environ)
        _wrap(variables, "__getitem__", lambda _, key: self._note(f"env:{os.fsdecode(key)}"))
        _wrap(variables, "__iter__", lambda _: self._note("env:*"))
        self._listen_for_the_unknowable()

    def _listen_for_the_unknowable(self) -> None:
        for name, enough in _CLOCKS.items():
            if hasattr(time, name):
                _wrap(time, name, functools.partial(self._clock, name, enough))
        for name in ("now", "utcnow"):  # the type cannot be assigned to, and reads the clock by itself
            methods = gc.get_referents(datetime.datetime.__dict__)[0]
            methods[name] = _Heard(
                methods[name], functools.partial(self._unknown, f"reads the clock (datetime.{name})")
            )
        drawn = "draws random numbers without a seed"
        urandom = os.urandom

        def random_bytes(size: int) -> bytes:
            self._unknown(drawn)
            return bytes(size) if _importing() else urandom(size)  # NumPy seeds its generator so, always alike now

        os.urandom = vars(random)["_urandom"] = random_bytes
        _wrap(random.Random, "seed", lambda _, a=None, *__, **___: self._unknown(drawn, a is None))
        vars(random)["seed"] = vars(random)["_inst"].seed

    def forget(self) -> None:
        """Begin anew in the process of a page, which is forked from the one that listens."""
        self._states.clear()
        self._told = 0

    def new(self) -> tuple[tuple[str, str], ...]:
        """Return what was noted since the last call, by name and state; see :mod:`verify.run.reach`."""
        told, self._told = self._told, len(self._states)
        return tuple(self._states.items())[told:]

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        """Note in vain where a module was looked for before it was found, if it was."""
        if name.partition(".")[0] in _GIVEN:
            return
        for folder in sys.path if path is None else path:
            base = os.path.join(folder, name.rpartition(".")[2])
            files = (f"{base}.py", os.path.join(base, "__init__.py"))
            if any(about(file) != "missing" for file in files):
                return
            for file in files:
                self._read(file)

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            if _reads(args[1], args[2]):
                self._read(args[0])
        elif event in ("os.listdir", "os.scandir"):
            if sys._getframe(1).f_code.co_filename != _IMPORTER:
                self._read("." if args[0] is None else args[0])
        elif event == "import":
            self._read(args[1])  # a compiled module's file
        elif (why := _EVENTS.get(event) or ("uses the network" if event.startswith("socket.") else "")) and (
            args[:1] not in ((None,), (":memory:",))
        ):
            self._unknown(f"{why} ({event})")

    def _read(self, path: object) -> None:
        """Note that a file was read, or looked for."""
        if isinstance(path, (str, bytes, os.PathLike)):
            full = os.path.abspath(os.fsdecode(path))
            if os.path.basename(os.path.dirname(full)) == "__pycache__" and full.endswith(".pyc"):
                full = source_from_cache(full)
            self._note_file(full, "")

    def _asked(self, path: object = None, *_: Any, dir_fd: int | None = None, **__: Any) -> None:
        """Note that the file system was asked about a file."""
        if isinstance(path, (str, bytes, os.PathLike)) and dir_fd is None:
            self._note_file(os.path.abspath(os.fsdecode(path)), "stat:")

    def _note_file(self, full: str, kind: str) -> None:
        given = f"{full}{os.sep}".startswith(_LIBRARY) and "-packages" not in full
        if given or full in _RUNNERS or full.startswith(self._store) or full == os.devnull:
            return
        if full.startswith(_MACHINE):
            self._unknown(f"asks the machine ({full})")
        self._note(kind + full.removeprefix(self._root).replace(os.sep, "/"))

    def _note(self, name: str) -> None:
        if name not in self._states:
            self._states[name] = ""  # reading it is an event as well
            self._states[name] = state(self._root, self._environment, name)

    def _clock(self, name: str, enough: int, *args: Any) -> None:
        self._unknown(f"reads the clock (time.{name})", len(args) < enough or None in args)

    def _unknown(self, why: str, really: bool = True) -> None:
        """Note that what was read cannot be known, unless an installed package asks while it is imported."""
        if really and f"{UNKNOWN}{why}" not in self._states and not _importing():
            self._states[f"{UNKNOWN}{why}"] = ""


class _Heard:
    """A class method that says first that it is called."""

    def __init__(self, method: Any, say: Callable[[], object]) -> None:
        self.method, self.say = method, say

    def __get__(self, instance: object, owner: type) -> Any:
        self.say()
        return self.method.__get__(instance, owner)


def _wrap(holder: Any, name: str, say: Callable[..., object]) -> None:
    """Let a function first tell with what it is called."""
    original = getattr(holder, name)

    @functools.wraps(original)
    def wrapper(*args: Any, **named: Any) -> Any:
        say(*args, **named)
        return original(*args, **named)

    setattr(holder, name, wrapper)
    for able in (os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks):
        able |= {wrapper} if original in able else set()


def _importing() -> bool:
    """Return whether what verify runs is importing the library or an installed package."""
    frame: FrameType | None = sys._getframe(1)
    while frame and (code := frame.f_code).co_filename not in _RUNNERS:
        if code.co_name == "<module>" and (code.co_filename.startswith(_LIBRARY) or "-packages" in code.co_filename):
            return True
        frame = frame.f_back
    return False


def _reads(mode: object, flags: object) -> bool:
    """Return whether an ``open`` event is about reading."""
    if isinstance(mode, str):
        return "r" in mode or "+" in mode
    return not isinstance(flags, int) or flags & (os.O_WRONLY | os.O_RDWR) != os.O_WRONLY
