"""The register of addresses: every page and every locus that readers may have cited, in one committed file.

An address that is in the register must be in the site; ``python -m verify addresses --write`` adds new ones and never
removes any. A page that moved keeps its old address by a line ``old -> new``: the build then leaves a page there that
sends readers on.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verify.model import Finding, Mentioned, Page, Place
from verify.settings import Settings

FILE = "addresses.txt"
CODE = "verify.address"
_HEAD = """\
# The addresses of this edition. What is listed here has been published and may be cited: an address that vanishes fails
# the build. New ones are added by: python -m verify addresses --write
# A page that moved: old.html -> new.html
"""


class RegisterError(ValueError):
    """A register that cannot be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Register:
    """The register: each address with its line, and the addresses that moved."""

    lines: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)


def read(path: Path) -> Register:
    """Read a register; one that does not exist is empty.

    Raises:
        RegisterError: if an address is listed twice.
    """
    lines: dict[str, int] = {}
    moved: dict[str, str] = {}
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        old, arrow, new = (part.strip() for part in line.partition("->"))
        if old in lines:
            raise RegisterError(f"{path}:{number}: {old} is listed twice, first on line {lines[old]}; remove one")
        lines[old] = number
        if arrow:
            moved[old] = new
    return Register(lines, moved)


def of_pages(pages: Iterable[Page], settings: Settings) -> list[str]:
    """Return the addresses of scanned pages: each page, its loci and its errata."""
    from verify.draw.directives import erratum_id

    found: list[str] = []
    for page in pages:
        path = page_address(str(Path(page.path).relative_to(settings.docs).with_suffix("").as_posix()))
        found.append(path)
        found += [address for use in page.loci for address in (f"{path}#{use.locus}", locus_path(use.locus))]
        found += [
            f"{path}#{erratum_id(mention.name)}" for mention in page.mentions if mention.word is Mentioned.ERRATUM_HERE
        ]
    return sorted(set(found), key=order)


def page_address(docname: str) -> str:
    """Return the address of a page."""
    return f"{docname}.html"


def locus_path(locus: str) -> str:
    """Return the permanent address of a locus, from the site's root; it names no page."""
    return f"loci/{locus}/"


def order(address: str) -> tuple[str, str, int]:
    """Return the key that sorts addresses by page and, within it, numbers as numbers."""
    page, _, anchor = address.replace("loci/", "loci/#").rstrip("/").partition("#")
    section, _, number = anchor.rpartition(".")
    return (page, section, int(number)) if number.isdigit() else (page, anchor, 0)


def check(register: Register, present: Iterable[str], path: str) -> list[Finding]:
    """Find the addresses that are registered but missing; one that moved must lead to one that exists."""
    here = set(present)
    findings = []
    for address, line in register.lines.items():
        target = register.moved.get(address)
        if target is None and address not in here:
            near = difflib.get_close_matches(address, here, n=1, cutoff=0.8)
            moved = f"; if it moved, write {address} -> {near[0]}" if near else ""
            says = f"the published address {address} is gone"
            findings.append(Finding(Place(path, line), CODE, says, hint=f"bring it back{moved}"))
        elif target is not None and target not in here:
            says = f"{address} leads to {target}, which does not exist"
            findings.append(Finding(Place(path, line), CODE, says, hint="give its present address"))
        elif target is not None and address in here:
            says = f"{address} is listed as moved, but it still exists"
            findings.append(Finding(Place(path, line), CODE, says, hint="remove the arrow and what follows it"))
    return findings


def missing(register: Register, present: Iterable[str]) -> list[str]:
    """Return the addresses that exist and are not yet registered, in order."""
    return sorted((address for address in present if address not in register.lines), key=order)


def write(path: Path, register: Register, present: Iterable[str]) -> list[str]:
    """Add new addresses to the register's file; return them. Nothing is ever removed."""
    new = missing(register, present)
    entries = sorted([*register.lines, *new], key=order)
    lines = [f"{entry} -> {register.moved[entry]}" if entry in register.moved else entry for entry in entries]
    text = _HEAD + "".join(f"{line}\n" for line in lines)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return new


def main(arguments: Sequence[str]) -> int:
    """Compare the register with the site, or add to it; exit status 1 if an address is gone or not yet registered."""
    from verify import session
    from verify.doors.subcommands import Parser

    parser = Parser("addresses", "Compare the site's addresses with those that have been published.")
    parser.add_argument("--write", action="store_true", help="add the new addresses to the register")
    options, settings = parser.read(arguments)
    path = settings.root / settings.docs / FILE
    try:
        register = read(path)
    except RegisterError as error:
        print(f"verify addresses: {error}", file=sys.stderr)
        return 2
    present = of_pages(session.scan_pages(settings), settings)
    findings = check(register, present, f"{settings.docs}/{FILE}")
    for finding in findings:
        print(finding)
    new = write(path, register, present) if options.write else missing(register, present)
    for address in new:
        print(f"{'added' if options.write else 'not registered'}: {address}")
    return 1 if findings or (new and not options.write) else 0
