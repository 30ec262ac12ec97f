"""Reads the shape of a Python session: prompts, continuations and outputs, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

PROMPT, MORE = ">>>", "..."
_FLAG = re.compile(r"#\s*doctest\s*:\s*(.*)")

Fault = tuple[int, str, str]
"""A fault: the line's offset, what is wrong, how to mend it."""


def has_prompt(text: str) -> bool:
    """Return whether a line begins with a Python prompt, with or without its space."""
    return text.lstrip().startswith(PROMPT)


def setup_faults(lines: Sequence[str]) -> list[Fault]:
    """Return what is wrong with the code of a set-up."""
    return [
        (
            offset,
            "a set-up holds plain Python, but this line has a prompt",
            "remove the prompt, or make it an {example}",
        )
        for offset, line in enumerate(lines)
        if line.startswith(PROMPT)
    ]


def session_faults(lines: Sequence[str], *, must_fail: bool) -> list[Fault]:
    """Return what is wrong with a session.

    Args:
        lines: its lines without their common indentation; the first is not blank.
        must_fail: whether its last statement must raise an error, and so has no output.
    """
    faults: list[Fault] = []
    if not any(has_prompt(line) for line in lines):
        return [(0, "the example has no prompt, so it asserts nothing", "begin each statement with '>>> '")]
    outputs = 0
    last_has_output = False
    last_statement = 0
    state = "before"
    for offset, line in enumerate(lines):
        bare = line.lstrip(" ")
        if not bare:
            state = "between" if state != "before" else state
            continue
        kind = _kind(line, state)
        if kind in ("prompt", "more"):
            faults += _line_faults(offset, line, kind)
            if kind == "prompt":
                last_statement, last_has_output = offset, False
            state = "source"
        elif state in ("source", "output"):
            outputs += state == "source"
            last_has_output = True
            state = "output"
        else:
            where = (
                "before the first prompt" if state == "before" else "after a blank line, where no output is expected"
            )
            hint = "write <BLANKLINE> for an empty line of output" if state == "between" else "begin it with '>>> '"
            faults.append((offset, f"{bare!r} stands {where}, so it would not be compared", hint))
    if must_fail and last_has_output:
        hint = "remove the output: the option says which error must be raised"
        faults.append((last_statement, "the last statement has an output, though it must raise an error", hint))
    if not outputs and not must_fail:
        hint = "write the output of its last statement, or name the error with :breaks: or :raises:"
        faults.append((last_statement, "the example has no output, so it asserts nothing", hint))
    return faults


def _kind(line: str, state: str) -> str:
    bare = line.lstrip(" ")
    if bare.startswith(PROMPT):
        return "prompt"
    if state == "source" and (bare == MORE or bare.startswith(MORE + " ") or re.match(r"\.\.\.\S", bare)):
        return "more"
    return "output"


def _line_faults(offset: int, line: str, kind: str) -> list[Fault]:
    bare = line.lstrip(" ")
    mark = PROMPT if kind == "prompt" else MORE
    rest = bare.removeprefix(mark)
    faults: list[Fault] = []
    if rest and not rest.startswith(" "):
        faults.append((offset, f"no space after {mark!r}", f"write '{mark} {rest}'"))
    elif kind == "prompt" and not rest.strip():
        faults.append((offset, "a prompt without a statement", "remove it"))
    if line != bare:
        faults.append((offset, f"{mark!r} is indented otherwise than the lines around it", "align the prompts"))
    if flag := _FLAG.search(rest):
        hint = "give the whole example :skip: and a reason" if "SKIP" in flag[1] else "use :ellipsis: if you need it"
        faults.append((offset, f"the doctest flag {flag[1].strip()!r} has no effect here", hint))
    return faults
