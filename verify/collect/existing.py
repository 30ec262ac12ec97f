"""Makes checks of the blocks of an existing page, as ``sphinx.ext.doctest`` groups them.

A group has a namespace. Its set-ups come first, wherever they stand, and its clean-ups last; what belongs to the group
``*`` belongs to each.
"""

from __future__ import annotations

import doctest
import platform
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from verify.checks import prompts
from verify.collect import vocabulary
from verify.collect.conf import Conf
from verify.collect.find import Finder, Found
from verify.collect.vocabulary import EXISTING, Options
from verify.model import Check, Finding, Kind, Place

LANGUAGES: Final = frozenset({"", "default", "doctest", "py", "py3", "pycon", "pycon3", "python", "python3"})
"""The languages of plain blocks whose sessions are run."""
_EVERY: Final = "*"
_MODULE: Final = (
    "{top} = __import__('{top}'); globals().update(vars(__import__('importlib').import_module('{module}')))"
)
"""Gives a docstring the names of its module, and its package's own name."""


@dataclass
class _Group:
    setup: list[Check] = field(default_factory=list)
    blocks: list[Check] = field(default_factory=list)
    cleanup: list[Check] = field(default_factory=list)

    def add(self, check: Check, name: str, reader: Finder) -> None:
        """Add a block; an output joins the code above it, with which it must be skipped."""
        if name == "testoutput":
            if self.blocks and "output" in dict(self.blocks[-1].options):
                code, shown = self.blocks[-1], dict(check.options)
                if shown.get("skipif", "") != code.option("skipif"):
                    says = "the output is not skipped where its code is, and would be compared all the same"
                    reader.report(check.place, says, "give both the same :skipif:, or leave the page out")
                below = str(check.place.line - code.place.line)
                more = {"output": f"{check.text}\n", "output-line": below, "flags": shown["flags"]}
                self.blocks[-1] = _with(code, more)
            return
        part = {"testsetup": self.setup, "testcleanup": self.cleanup}.get(name, self.blocks)
        part.append(_with(check, {"output": ""}) if name == "testcode" else check)


def checks_of(reader: Finder, page: str, conf: Conf) -> list[Check]:
    """Return the checks of a page's blocks, group by group; what is wrong with one is reported to the reader."""
    groups: dict[str, _Group] = {}
    every: list[tuple[Check, str]] = []
    for found in sorted(reader.blocks.values(), key=lambda found: found.look.key):
        name = found.look.name if found.look.is_block else "doctest"
        read = vocabulary.validate(EXISTING[name], found.options, found.look.place, reader.report)
        check = Check(
            page, Place(found.look.place.path, found.first or found.look.place.line), Kind.EXAMPLE, (), found.text
        )
        check = _with(check, _options(reader, found, read, conf))
        if name.startswith(("testsetup", "testcleanup")):
            check = replace(check, kind=Kind.SETUP)
        if not _can_run(reader, check, name):
            continue
        for group in _groups(found, conf):
            if group == _EVERY:
                every.append((check, name))
            else:
                if group not in groups:
                    groups[group] = _Group(_module(check, found))
                groups[group].add(check, name, reader)
    if every and not groups:
        groups["default"] = _Group()
    owners = {_groups(found, conf)[0] for found in reader.blocks.values() if found.owner}
    for check, name in every:
        for group in groups.keys() - owners:
            groups[group].add(check, name, reader)
    return [_with(check, {"group": name}) for name, one in groups.items() for check in _in_order(one, page, conf)]


def _with(check: Check, options: dict[str, str]) -> Check:
    return replace(check, options=tuple(sorted((dict(check.options) | options).items())))


def _groups(found: Found, conf: Conf) -> list[str]:
    """Return the groups that a block names; a docstring is one by itself."""
    if found.owner:
        return [found.owner.replace(":", ".").rstrip(".")]
    named = [name.strip() for name in found.argument.split(",")]
    return named if found.argument else ["default" if found.look.is_block else conf.group]


def _module(check: Check, found: Found) -> list[Check]:
    """Return what gives a docstring the names of its module."""
    module = found.owner.partition(":")[0]
    return (
        [replace(check, kind=Kind.SETUP, text=_MODULE.format(top=module.partition(".")[0], module=module), options=())]
        if module
        else []
    )


def _in_order(group: _Group, page: str, conf: Conf) -> Iterable[Check]:
    place = Place(conf.path, conf.line)
    whole = [Check(page, place, Kind.SETUP, (), text) if text else None for text in (conf.setup, conf.cleanup)]
    return filter(None, (whole[0], *group.setup, *group.blocks, *group.cleanup, whole[1]))


def _options(reader: Finder, found: Found, read: Options, conf: Conf) -> dict[str, str]:
    """Return what the directive of a block says, as its check keeps it."""
    flags = conf.flags
    for word in read.values.get("options", "").replace(",", " ").split():
        flag = doctest.OPTIONFLAGS_BY_NAME.get(word[1:], 0)
        if not flag or word[0] not in "+-":
            hint = "write it as +ELLIPSIS or -ELLIPSIS"
            reader.report(read.places["options"], f"{word!r} is not a flag of doctest", hint, vocabulary.CODE)
        flags = flags & ~flag if word[0] == "-" else flags | flag
    options = {"flags": str(flags)}
    if condition := read.values.get("skipif"):
        options["skipif"] = condition
    if version := read.values.get("pyversion"):
        try:
            if platform.python_version() not in SpecifierSet(version):
                options["skip"] = f"for Python {version}"
        except InvalidSpecifier:
            says = f"{version!r} is not a range of versions"
            reader.report(read.places["pyversion"], says, "write it as >= 3.12", vocabulary.CODE)
    return options


def _can_run(reader: Finder, check: Check, name: str) -> bool:
    """Return whether a block has something to run; say so if it has not, or if doctest cannot read it."""
    code = f"verify.{check.kind}"
    if not check.text:
        reader.notes.append(Finding(check.place, code, f"the {name} is empty"))
    elif name == "doctest":
        found, wrong = prompts.session(check.text, frozenset())
        if not found:
            ((offset, says, hint),) = wrong
            finding = Finding(Place(check.place.path, check.place.line + offset), code, says, hint=hint)
            (reader.findings if ">>>" in check.text else reader.notes).append(finding)
        return bool(found)
    return bool(check.text)
