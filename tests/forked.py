"""Runs ``python -m MODULE`` in children of one process that has imported what Sphinx and verify need.

Each run is a process of its own, with nothing left over from the run before, but without the half second that it takes
to import Sphinx.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

IMPORTED = (
    "citeproc",
    "furo",
    "lxml.etree",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "yaml",
    "sphinx.cmd.build",
    "sphinx.builders.html",
    "myst_parser.sphinx_",
    "verify.doors.sphinx",
    "verify.doors.command",
)
LIMIT = 300
"""Seconds after which a run is killed; its status is then negative."""


def run(
    module: str, *words: str, cwd: Path, env: Mapping[str, str] | None = None, start: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a module as ``python -m`` does.

    Args:
        module: its name.
        words: what it is given on the command line.
        cwd: the folder in which it runs.
        env: its whole environment; that of this process if it is not given.
        start: start a Python for it, so that what Python reads only then (``PYTHONHASHSEED``, ``PYTHONPATH``) counts.
    """
    if start:
        command = [sys.executable, "-m", module, *words]
        return subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=LIMIT, check=False
        )
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        request: dict[str, Any] = {"module": module, "words": words, "cwd": str(cwd), "out": str(out), "err": str(err)}
        request["env"] = dict(os.environ if env is None else env)
        status = _ask(_server(), request)
        said = (path.read_text(encoding="utf-8") for path in (out, err))
        return subprocess.CompletedProcess([module, *words], status, *said)


def _ask(server: subprocess.Popen[str], request: Mapping[str, Any]) -> int:
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


@functools.cache
def _server() -> subprocess.Popen[str]:
    server = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)  # it ends when nothing more can be asked
    return server


# ---- in the server and its children


def serve() -> None:
    """Answer each request, a line of JSON, with the exit status of a child that has carried it out."""
    sys.path.pop(0)  # the folder of this file
    from sphinx.application import builtin_extensions

    for name in (*builtin_extensions, *IMPORTED):
        with contextlib.suppress(ImportError):  # what is not installed need not be there beforehand
            importlib.import_module(name)
    gc.freeze()
    while line := sys.stdin.readline():
        child = os.fork()
        if not child:
            _be(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _be(module: str, words: list[str], cwd: str, out: str, err: str, env: dict[str, str]) -> None:
    for number, path in enumerate((os.devnull, out, err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
    signal.alarm(LIMIT)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.dont_write_bytecode = bool(env.get("PYTHONDONTWRITEBYTECODE"))
    sys.dont_write_bytecode = bool(env.get("PYTHONDONTWRITEBYTECODE"))
    sys.argv = [module, *words]
    sys.path.insert(0, cwd)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    serve()
