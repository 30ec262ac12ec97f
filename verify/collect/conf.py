"""What the ``conf.py`` of existing documents says of their sessions: it is run, in a process of its own."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from verify.checks.existing import FLAGS
from verify.settings import Settings, SettingsError, environment

_SCRIPT: Final = """
import json, pathlib, sys
from sphinx.config import eval_config_file
from sphinx.util.tags import Tags
known, tags = list(sys.path), Tags()
given = eval_config_file(pathlib.Path(sys.argv[1]), tags)
names = [name for name in given if name.startswith(("doctest_", "autodoc_", "autoclass_", "exclude_"))]
given = {name: given[name] for name in names} | {"path": [name for name in sys.path if name not in known]}
print("\\n" + json.dumps(given, default=str))
"""


class Conf(NamedTuple):
    """What a ``conf.py`` says.

    Attributes:
        path: the file, relative to the root; where there is none, the settings.
        line: the line on which the global set-up is given.
        setup: the global set-up, after what makes the site's modules known.
        cleanup: the global clean-up.
        flags: doctest's flags.
        group: the group of plain sessions; nothing if they are not run.
        shown: what ``autodoc`` shows of each object, by the names of its options.
        both: whether the docstring of ``__init__`` is shown with that of its class.
        exclude: the patterns of what is no page.
    """

    path: str = "conf.py"
    line: int = 1
    setup: str = ""
    cleanup: str = ""
    flags: int = FLAGS
    group: str = "default"
    shown: tuple[tuple[str, str], ...] = ()
    both: bool = False
    exclude: tuple[str, ...] = ()


def conf_of(settings: Settings) -> Conf:
    """Return what the ``conf.py`` of a site says: the one beside its pages, or else the one in its root.

    Raises:
        SettingsError: if it cannot be run.
    """
    files = (settings.root / folder / "conf.py" for folder in (settings.docs, "."))
    file = next((file for file in files if file.is_file()), None)
    return _read(file, file.read_bytes(), settings) if file else Conf()


@lru_cache(4)
def _read(file: Path, text: bytes, settings: Settings) -> Conf:
    command = [sys.executable, "-c", _SCRIPT, str(file)]
    run = partial(subprocess.run, env=environment(settings), capture_output=True, text=True)
    done = run(command, cwd=file.parent, check=False)
    name = file.relative_to(settings.root).as_posix()
    if done.returncode:
        why = (done.stderr.strip().split("\n") or [""])[-1]
        raise SettingsError(f"{name} cannot be run, which existing = {settings.existing!r} needs: {why}")
    given: dict[str, Any] = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    path = [*given["path"], *given.get("doctest_path", ())]
    setup = str(given.get("doctest_global_setup", ""))
    if path:
        setup = f"__import__('sys').path[:0] = {path!r};{setup}"
    return Conf(
        name,
        _line(text, "doctest_global_setup"),
        setup,
        str(given.get("doctest_global_cleanup", "")),
        int(given.get("doctest_default_flags", FLAGS)),
        str(given.get("doctest_test_doctest_blocks", "default")),
        tuple((str(key), str(value or "")) for key, value in given.get("autodoc_default_options", {}).items()),
        given.get("autoclass_content") in ("both", "init"),
        tuple(map(str, given.get("exclude_patterns", ()))),
    )


def _line(text: bytes, name: str) -> int:
    """Return the line on which the text that is given to a name begins."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            return node.value.lineno
    return 1
