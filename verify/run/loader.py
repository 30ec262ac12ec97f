"""Imports modules by what their files hold now.

Python keeps compiled modules by time and size, so that a file changed twice within a second can be run in its old form.
Checks must never be: here compiled code is kept by the digest of its source.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import marshal
import os
import sys
from pathlib import Path
from types import CodeType


def install(cache: Path) -> None:
    """Load every module from now on by its source's digest; compiled code is kept in the folder ``cache``."""
    details = (
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (_loader(cache), importlib.machinery.SOURCE_SUFFIXES),
        (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
    )
    sys.path_hooks.insert(0, importlib.machinery.FileFinder.path_hook(*details))
    sys.path_importer_cache.clear()


def _loader(cache: Path) -> type[importlib.machinery.SourceFileLoader]:
    class DigestLoader(importlib.machinery.SourceFileLoader):
        """Loads modules that are not installed packages by their source's digest."""

        def get_code(self, fullname: str) -> CodeType | None:
            """Return the compiled module."""
            path = self.get_filename(fullname)
            if "site-packages" in path or path.startswith(os.path.dirname(os.__file__) + os.sep):
                return super().get_code(fullname)
            source = self.get_data(path)
            digest = hashlib.sha256(importlib.util.MAGIC_NUMBER + os.fsencode(path) + b"\0" + source).hexdigest()
            kept = cache / digest[:2] / digest
            try:
                code = marshal.loads(kept.read_bytes())
                if isinstance(code, CodeType):
                    return code
            except (OSError, ValueError, EOFError, TypeError):
                pass
            compiled = self.source_to_code(source, path)
            _keep(kept, marshal.dumps(compiled))
            return compiled

    return DigestLoader


def _keep(path: Path, data: bytes) -> None:
    """Write a file at once or not at all; a folder that cannot be written costs only time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        return
