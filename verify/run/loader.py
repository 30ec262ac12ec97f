"""Imports modules by what their files hold now.

Python keeps compiled modules by time and size, so that a file changed twice within a second can be run in its old form.
Checks must never be: here a digest of the source stands for the time.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import CodeType, ModuleType


def install(cache: Path) -> None:
    """Load every module from now on by its source's digest; compiled code is kept in the folder ``cache``."""
    DigestLoader.cache = str(cache)
    details = (
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (DigestLoader, importlib.machinery.SOURCE_SUFFIXES),
        (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
    )
    sys.path_hooks.insert(0, importlib.machinery.FileFinder.path_hook(*details))
    sys.path_importer_cache.clear()


class DigestLoader(importlib.machinery.SourceFileLoader):
    """Loads modules, but for the standard library's, by their source's digest."""

    cache = ""
    importing = 0
    """How many modules are being run for the first time."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        DigestLoader.importing += 1
        try:
            super().exec_module(module)
        finally:
            DigestLoader.importing -= 1

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the compiled module."""
        before = sys.pycache_prefix
        sys.pycache_prefix = before if _given(self.path) else self.cache
        try:
            return super().get_code(fullname)
        finally:
            sys.pycache_prefix = before

    def path_stats(self, path: str) -> Mapping[str, int]:
        """Return what compiled code is known by: the size is compared as well."""
        if _given(path):
            return super().path_stats(path)
        source = self.get_data(path)
        return {"mtime": int.from_bytes(hashlib.sha256(source).digest()[:4], "big"), "size": len(source)}


def _given(path: str) -> bool:
    return path.startswith(os.path.dirname(os.__file__) + os.sep) and "-packages" not in path
