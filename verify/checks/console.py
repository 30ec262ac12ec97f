"""Console sessions: commands at a shell's prompt, with what they print."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from verify.checks.differences import difference, shortened
from verify.checks.draft import Draft
from verify.checks.kinds import TextKind
from verify.model import Edit, Place

_PROMPT: Final = "$ "
_MARK: Final = re.compile(r"\s+# (?:status (?P<status>\d+)|not run: (?P<why>\S.*))$")
_END: Final = "\x1dstatus "
"""What the shell prints behind the output of each command, before its status."""
_KEPT: Final = ("PYTHONPATH", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "NO_COLOR", "SYSTEMROOT")
_CHECKER: Final = doctest.OutputChecker()


class Command(NamedTuple):
    """A command of a session.

    Attributes:
        text: what the shell gets.
        want: what it must print.
        line: how many lines below the first of the session it stands.
        below: the same of the first line of its output.
        status: the status with which it must end.
        why: why it is not run, if it says so.
    """

    text: str
    want: str
    line: int
    below: int
    status: int
    why: str


def commands(text: str) -> Iterator[Command]:
    """Yield the commands of a session; what stands before the first is left out."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(_PROMPT)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        below = next((number for number in range(start, end) if not lines[number].endswith("\\")), end - 1) + 1
        typed = "\n".join(line.removeprefix("> ") for line in lines[start:below]).removeprefix(_PROMPT)
        mark = _MARK.search(typed)
        says = mark.groupdict() if mark else {}
        printed = "".join(f"{line}\n" for line in lines[below:end])
        yield Command(_MARK.sub("", typed), printed, start, below, int(says.get("status") or 0), says.get("why") or "")


def faults(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield what is wrong with the form of a session."""
    if not text.startswith(_PROMPT):
        yield 0, "the session does not begin with a command", "begin it with `$ ` and a command"
    for command in commands(text):
        if command.text.endswith("\\"):
            yield command.below - 1, "the command ends with a backslash, but does not go on", "take it out"
    first, *others = (command.why for command in commands(text)) if text.startswith(_PROMPT) else ("",)
    if any(others) and not first:
        yield 0, "only a later command says that it is not run", "say it behind the first, or part the session"


def skipped(text: str) -> str:
    """Return why a session is not run, if its first command says so."""
    return next((command.why for command in commands(text)), "")


def run(text: str) -> list[tuple[str, int]]:
    """Run a session by ``sh`` in a folder of its own; return what each command printed, and its status.

    The files and folders of the project that a command names are copied there. Nothing can be typed in, and of the
    environment only the path and what makes Python's output repeatable is left.
    """
    session = list(commands(text))
    with TemporaryDirectory() as folder:
        for command in session:
            _bring(command.text, Path(folder))
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        tidy = {"PATH": path, "HOME": folder, "LANG": "C.UTF-8", "TERM": "dumb", "COLUMNS": "80"}
        script = "".join(f"{command.text}\nprintf '{_END}%s\\n' $?\n" for command in session)
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=folder,
            env=kept | tidy,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
        )
    *ended, rest = done.stdout.split(_END)
    outs = [ended[0], *(part.partition("\n")[2] for part in ended[1:])] if ended else []
    statuses = [int(part.partition("\n")[0]) for part in [*ended[1:], rest] if ended]
    found = list(zip(outs, statuses, strict=True))
    return (
        found if len(found) == len(session) else [*found, (rest.partition("\n")[2] if ended else rest, done.returncode)]
    )


def _bring(command: str, folder: Path) -> None:
    """Copy into a folder what a command names of the project."""
    with suppress(ValueError):  # the shell will say what is wrong with its quotation marks
        for word in map(Path, shlex.split(command)):
            if word.is_absolute() or ".." in word.parts or not word.parts or not os.path.exists(word):
                continue
            (folder / word).parent.mkdir(parents=True, exist_ok=True)
            if word.is_dir():
                shutil.copytree(word, folder / word, dirs_exist_ok=True)
            else:
                shutil.copy(word, folder / word)


def judge(draft: Draft, outcome: Any) -> None:
    """Compare what each command printed, in which ``...`` stands for anything, and its status."""
    place = draft.check.place
    session = list(commands(draft.check.text))
    for command, (printed, status) in zip(session, outcome, strict=False):
        line = place.line + command.line
        draft.compared += 1
        got = "".join(f"{text.expandtabs().rstrip()}\n" for text in printed.splitlines())
        if status != command.status:
            hint = f"write `# status {status}` behind the command, if that is meant"
            says = f"the command must end with status {command.status}"
            draft.report(says, line, gives=f"it ends with {status}", hint=hint, difference=got.rstrip("\n"))
        elif not _CHECKER.check_output(command.want, got, doctest.ELLIPSIS):
            want, gives = command.want.rstrip("\n"), got.rstrip("\n")
            if doctest.ELLIPSIS_MARKER not in want:
                draft.edits.append(Edit(Place(place.path, place.line + command.below, 0), want, gives, line))
            says = f"the session says {shortened(want) or 'nothing'}"
            given = f"the command prints {shortened(gives) or 'nothing'}"
            if "\n" in want + gives:
                says, given = "the session's output differs from what the command prints", ""
            draft.report(says, line, gives=given, difference=difference(want, gives) if want and gives else gives)
    if len(outcome) < len(session):
        draft.report(
            "the command is not run, for the one before ends the shell", place.line + session[len(outcome)].line
        )


CONSOLE: Final = TextKind(
    does="runs commands in a scratch folder and compares what they print",
    language="console",
    run=f"{__name__}:run",
    judge=judge,
    faults=faults,
    skipped=skipped,
)
