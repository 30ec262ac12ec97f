"""The frames that pass between the processes: a length, then a pickle."""

from __future__ import annotations

import os
import pickle
import select
import struct
import time
from typing import Any

_LENGTH = struct.Struct(">I")


def write(descriptor: int, frame: Any) -> None:
    """Write one frame."""
    body = pickle.dumps(frame, protocol=5)
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
    (length,) = _LENGTH.unpack(_exactly(descriptor, _LENGTH.size, deadline))
    return pickle.loads(_exactly(descriptor, length, deadline))


def _exactly(descriptor: int, size: int, deadline: float | None) -> bytes:
    parts: list[bytes] = []
    while size:
        if deadline is not None:
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
        part = os.read(descriptor, size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
