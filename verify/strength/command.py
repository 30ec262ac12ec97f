"""The command ``python -m verify strength``."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from importlib.util import find_spec
from random import Random
from typing import Any

from verify.doors.subcommands import FINDINGS, HOLDS, Parser
from verify.settings import Settings, SettingsError, VerifyError
from verify.strength import results, trials
from verify.strength.results import KEYS, Break, Key, Tried, area
from verify.texts import coverage


def main(words: Sequence[str]) -> int:
    """Break the rules and show what the pages notice; status 1 if less than the goal is caught in some area."""
    options, settings = _parser().read(words)
    whole = options.sample is None and not options.globs
    if options.write and not whole:
        raise SettingsError("--write stores the outcome of a whole run; leave --sample and the globs out")
    reasons = results.left_open(settings)
    made = _breaks(settings, options.globs)
    chosen: list[Break] = []
    for name, breaks in made.items():
        sample = Random(f"{options.seed} {name}").sample(breaks, min(options.sample or len(breaks), len(breaks)))
        chosen += sorted(sample, key=lambda broken: (broken.module, broken.line))
    tried: list[Tried] = []
    for broken, fate in trials.run(chosen, settings, options.jobs or settings.workers):
        tried.append((broken, fate))
        if fate == "survived" and broken.key not in reasons:
            print(f"# line {broken.line} ({', '.join(broken.loci[:4]) or 'no locus'}): no check notices it\n[[open]]")
            for name, text in zip(KEYS, (*broken.key, ""), strict=True):
                print(f"{name} = {json.dumps(text, ensure_ascii=False)}", flush=True)
    areas = _areas(made, tried, reasons, settings)
    for name, one in areas.items():
        rest = f"{len(made[name])} in all, {one['unviable']} not viable, {one['open']} left open"
        print(f"{name}: {one['caught']} of {one['viable']} viable breaks caught, {one['share']:.1%} ({rest})")
    if options.write:
        rows = [(*one.key, reasons.get(one.key, ""), one.loci) for one, fate in tried if fate == "survived"]
        survivors = [dict(zip((*KEYS, "loci"), row, strict=True)) for row in rows]
        text = json.dumps({"areas": areas, "survivors": survivors}, ensure_ascii=False, indent=1)
        (settings.root / settings.open_breaks).with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")
    stale = _stale(tried, reasons, whole=whole)
    for says in stale:
        print(f"{settings.open_breaks}:1: {says}; delete the entry [verify.strength]", file=sys.stderr)
    weak = any(one["share"] < options.goal / 100 for one in areas.values())
    return FINDINGS if weak or stale else HOLDS


def _parser() -> Parser:
    parser = Parser(
        "strength",
        "Break the rules in many small ways, one at a time, and see whether the pages notice. A break that "
        "survives is printed as an entry for the file of the setting open-breaks; it needs a reason.",
    )
    add = parser.add_argument
    add("globs", metavar="GLOB", nargs="*", help="only rules whose game, module, name or locus fits (default: all)")
    add("--sample", metavar="N", type=int, help="so many breaks of each game, chosen at random (default: all)")
    add("--seed", metavar="S", type=int, default=0, help="the seed of the sample (default: 0)")
    add("--goal", metavar="PERCENT", type=float, default=95.0, help="the share to be caught (default: 95)")
    add("--jobs", metavar="N", type=int, help="breaks tried at once (default: one per processor)")
    add("--write", action="store_true", help="store the outcome of a whole run, for a page that shows it")
    return parser


def _breaks(settings: Settings, globs: Sequence[str]) -> dict[str, list[Break]]:
    """Return the breaks of the rules that fit one of the globs, by area; if none does, it is an error."""
    if not find_spec("mutmut"):
        raise VerifyError("the breaks are made by mutmut, which is missing; install it")
    from verify.strength.breaks import breaks

    found: dict[str, list[Break]] = defaultdict(list)
    for broken in breaks(settings, coverage.find_rulings(settings, {})):
        names = (area(broken.module), broken.module, broken.key[0], *broken.loci)
        if not globs or any(fnmatch(name, glob) for name in names for glob in globs):
            found[names[0]].append(broken)
    if not found:
        raise SettingsError("no rule is chosen; see: python -m verify coverage")
    return dict(sorted(found.items()))


def _areas(
    made: Mapping[str, Sequence[Break]], tried: Sequence[Tried], reasons: Mapping[Key, str], settings: Settings
) -> dict[str, dict[str, Any]]:
    """Return the results of a run, by area, and the digest of its code."""
    areas: dict[str, dict[str, Any]] = {}
    for name, breaks in made.items():
        inside = [(one.key, fate) for one, fate in tried if area(one.module) == name]
        fates = Counter("open" if fate == "survived" and key in reasons else fate for key, fate in inside)
        viable = fates["caught"] + fates["survived"]
        modules = sorted({broken.module for broken in breaks})
        areas[name] = {"caught": fates["caught"], "viable": viable, "open": fates["open"]}
        areas[name] |= {"unviable": fates["unviable"], "share": round(fates["caught"] / viable, 4) if viable else 1.0}
        areas[name] |= {"modules": modules, "code": results.digest(settings, modules)}
    return areas


def _stale(tried: Sequence[Tried], reasons: Mapping[Key, str], *, whole: bool) -> list[str]:
    """Say which breaks that are said to be left open were caught or, in a whole run, are not there."""
    fates = {broken.key: fate for broken, fate in tried}
    found = [(key, fates.get(key, "" if whole else "survived")) for key in reasons]
    caught, gone = "a break that the text is said to leave open was caught", "there is no such break"
    return [f"{caught if fate else gone}: {' -> '.join(key)}" for key, fate in found if fate != "survived"]
