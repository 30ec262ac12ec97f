"""How the processes talk: frames (a length, then a pickle) through pipes, and a board that shows what a child is at."""

from __future__ import annotations

import mmap
import os
import pickle
import select
import struct
import time
from typing import Any, Final

_LENGTH = struct.Struct(">I")


def write(descriptor: int, frame: Any) -> None:
    """Write one frame."""
    write_raw(descriptor, pickle.dumps(frame, protocol=5))


def write_raw(descriptor: int, body: bytes) -> None:
    """Write one frame that is pickled already."""
    data = memoryview(_LENGTH.pack(len(body)) + body)
    while data:
        data = data[os.write(descriptor, data) :]


def read(descriptor: int, deadline: float | None = None) -> Any:
    """Read one frame.

    Args:
        descriptor: where to read.
        deadline: a moment of ``time.monotonic`` by which the whole frame must be there.

    Raises:
        EOFError: if the other side has closed.
        TimeoutError: if the frame does not come in time.
    """
    return pickle.loads(read_raw(descriptor, deadline))


def read_raw(descriptor: int, deadline: float | None = None) -> bytes:
    """Read one frame and leave it pickled; see :func:`read`."""
    (length,) = _LENGTH.unpack(_exactly(descriptor, _LENGTH.size, deadline))
    return _exactly(descriptor, length, deadline)


def is_ready(descriptor: int, seconds: float) -> bool:
    """Return whether something can be read, or the other side has closed, within so many seconds."""
    return bool(select.select([descriptor], [], [], max(0.0, seconds))[0])


def _exactly(descriptor: int, size: int, deadline: float | None) -> bytes:
    parts: list[bytes] = []
    while size:
        if deadline is not None and not is_ready(descriptor, deadline - time.monotonic()):
            raise TimeoutError
        part = os.read(descriptor, size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def lead_nowhere(*descriptors: int) -> None:
    """Let descriptors lead nowhere: what is written there is lost, and nothing can be read."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


BEFORE: Final = -1
"""The child has not yet begun its first check."""
BEHIND: Final = -2
"""The child has run its last check."""


class Board:
    """A few bytes of memory that a worker, its children and we share: which check is being run, and since when.

    It costs a child nothing to write there, and it can be read when the child is gone.
    """

    _START = struct.Struct("=d")
    _INDEX = struct.Struct("=q")
    SIZE: Final = 24

    def __init__(self, path: str) -> None:
        """Map the file, which has ``SIZE`` bytes."""
        self.path = path
        with open(path, "r+b") as file:
            self._memory = mmap.mmap(file.fileno(), self.SIZE)

    def at(self, index: int) -> None:
        """Note that a check begins now (or :data:`BEFORE`, or :data:`BEHIND`)."""
        self._START.pack_into(self._memory, 0, time.monotonic())  # first: a check is never thought older than it is
        self._INDEX.pack_into(self._memory, 8, index)

    def child(self, pid: int) -> None:
        """Note which process runs the checks; 0 if none."""
        self._INDEX.pack_into(self._memory, 16, pid)

    @property
    def index(self) -> int:
        """The check that is being run."""
        return int(self._INDEX.unpack_from(self._memory, 8)[0])

    @property
    def since(self) -> float:
        """When it began, by ``time.monotonic``."""
        return float(self._START.unpack_from(self._memory, 0)[0])

    @property
    def pid(self) -> int:
        """The process that runs the checks."""
        return int(self._INDEX.unpack_from(self._memory, 16)[0])

    def close(self) -> None:
        """Unmap it."""
        self._memory.close()
