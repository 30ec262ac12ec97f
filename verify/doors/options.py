"""What the commands share: a parser that suggests, the common options, the settings and the exit statuses."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NoReturn

from verify.model import Finding
from verify.settings import Settings, find_root, load_settings

HOLDS: Final = 0
FINDINGS: Final = 1
MISUSE: Final = 2


class Parser(argparse.ArgumentParser):
    """Reads a command line; for an option that it does not know it suggests one that it does."""

    def error(self, message: str) -> NoReturn:
        """End with the message and, where an option is unknown, the nearest one."""
        unknown = message.rpartition("unrecognized arguments: ")[2].split()[0]
        options = [option for option in self._option_string_actions if option.startswith("--")]
        near = get_close_matches(unknown.partition("=")[0], options, n=1) if unknown.startswith("--") else []
        super().error(f"{message}; did you mean {near[0]}?" if near else message)


def settings_of(root: str | None) -> Settings:
    """Return the settings of the project named, or of the one that the current folder is in."""
    return load_settings(Path(root) if root else find_root(Path.cwd()))


def show(findings: Sequence[Finding]) -> int:
    """Print findings and return the exit status."""
    for finding in findings:
        print(finding)
    return FINDINGS if findings else HOLDS


def common(parser: argparse.ArgumentParser, *, jobs: bool = True) -> argparse.ArgumentParser:
    """Add the options that several commands share."""
    parser.add_argument("--root", metavar="FOLDER", help="the project's root (default: found from here upwards)")
    if jobs:
        parser.add_argument("--jobs", type=_jobs, metavar="N", help="pages run at once (default: one per processor)")
        parser.add_argument(
            "--fresh", action="store_true", default=None, help="ignore stored results (default where CI is set)"
        )
    return parser


def _jobs(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of jobs; write 1 or more")
    return int(text)
