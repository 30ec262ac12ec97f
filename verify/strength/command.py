"""The command ``python -m verify strength``."""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from fnmatch import fnmatch
from importlib.util import find_spec
from math import inf
from pathlib import PurePosixPath
from random import Random
from typing import Any

from verify import session
from verify.doors.subcommands import FINDINGS, Parser, show
from verify.model import Finding, Place
from verify.settings import Settings, SettingsError, VerifyError
from verify.strength import results, text, trials
from verify.strength.results import KEYS, Break, Key, Tried, area
from verify.texts import coverage


def main(words: Sequence[str]) -> int:
    """Break the rules, or change the text, and show what is noticed; status 1 if something is not that should be."""
    options, settings = _parser().read(words)
    whole = options.sample is None and not options.globs
    if options.write and not whole:
        raise SettingsError("--write stores the outcome of a whole run; leave --sample and the globs out")
    if options.text and options.sample is not None:
        raise SettingsError("--sample chooses among breaks of the rules; with --text, name pages instead")
    return (_of_text if options.text else _of_rules)(options, settings, whole=whole)


def _parser() -> Parser:
    parser = Parser(
        "strength",
        "Break the rules, or change the text, in many small ways, one at a time, and see whether the checks notice. "
        "What survives is printed as an entry for the file of the setting open-breaks; it needs a reason.",
    )
    add = parser.add_argument
    fits = "only rules whose game, module, name or locus fits; with --text, only pages (default: all)"
    add("globs", metavar="GLOB", nargs="*", help=fits)
    add("--text", action="store_true", help="change the pages and records instead of the rules")
    add("--sample", metavar="N", type=int, help="so many breaks of each game, chosen at random (default: all)")
    add("--seed", metavar="S", type=int, default=0, help="the seed of the sample (default: 0)")
    goal = "the share of breaks to be caught (default: 95; of changes of the text, all)"
    add("--goal", metavar="PERCENT", type=float, default=95.0, help=goal)
    add("-j", "--jobs", metavar="N", type=int, help="breaks tried at once (default: one per processor)")
    add("--minutes", metavar="N", type=float, default=inf, help="try no other break after so long (default: all)")
    add("--write", action="store_true", help="store the outcome of a whole run, for a page that shows it")
    return parser


def _of_rules(options: argparse.Namespace, settings: Settings, *, whole: bool) -> int:
    """Break the rules; status 1 if less than the goal is caught in some area, or a check was never red."""
    reasons = results.left_open(settings)
    made = _breaks(settings, options.globs)
    chosen: list[Break] = []
    for name, breaks in made.items():
        sample = Random(f"{options.seed} {name}").sample(breaks, min(options.sample or len(breaks), len(breaks)))
        chosen += sorted(sample, key=lambda broken: (broken.module, broken.line))
    tried: list[Tried] = []
    excused: dict[Key, Key] = {}
    for broken, fate, reds in trials.run(chosen, settings, options.jobs or settings.workers, options.minutes):
        tried.append((broken, fate, reds))
        if fate != "survived":
            continue
        excused |= results.left_open_by([broken.key], reasons)
        if broken.key not in excused:
            _survives(f"line {broken.line} ({', '.join(broken.loci[:4]) or 'no locus'})", broken.key)
    areas = _areas(made, tried, excused, settings)
    for name, one in areas.items():
        rest = f"{len(made[name])} in all, {one['unviable']} not viable, {one['open']} left open"
        rest += f", {one['untried']} not tried" * bool(one["untried"])
        print(f"{name}: {one['caught']} of {one['viable']} viable breaks caught, {one['share']:.1%} ({rest})")
    pages = session.scan_pages(settings)
    times = results.count_red(pages, tried)
    if options.write:
        whys = {key: reasons[entry] for key, entry in excused.items()}
        rows = [(*one.key, whys.get(one.key, ""), one.loci) for one, fate, _ in tried if fate == "survived"]
        survivors = [dict(zip((*KEYS, "loci"), row, strict=True)) for row in rows]
        counted = [one for one in tried if one[1] in ("caught", "survived") and one[0].key not in excused]
        sections = _shares((_section(one.loci), fate == "caught") for one, fate, _ in counted)
        results.store(settings, areas=areas, sections=sections, survivors=survivors, checks=times)
    untried = {one.key for one, fate, _ in tried if fate == "untried"}
    own, keys = [key for key in reasons if "/" not in key[0] and key not in untried], {one.key for one, _, _ in tried}
    findings = _stale(own, set(excused.values()), keys, settings, whole=whole)
    if whole:
        findings += results.never_red(pages, settings, times)
    weak = any(one["share"] < options.goal / 100 for one in areas.values())
    status = show(findings)
    return FINDINGS if weak else status


def _of_text(options: argparse.Namespace, settings: Settings, *, whole: bool) -> int:
    """Change the text; status 1 if a change is not noticed where it was made."""
    reasons = results.left_open(settings)
    pages = [page for page in session.scan_pages(settings) if page.checks]
    chosen = [page for page in pages if not options.globs or any(fnmatch(page.path, one) for one in options.globs)]
    if not chosen:
        raise SettingsError("no page is chosen; see: python -m verify --list")
    tried = list(text.run(chosen, settings, options.jobs or settings.workers))
    survivors = [change for change, noticed in tried if not noticed]
    excused = results.left_open_by([change.key for change in survivors], reasons)
    left = [change for change in survivors if change.key not in excused]
    for change in left:
        _survives(f"line {change.line or change.statement} of {change.check.page}", change.key)
    counted = [(change, noticed) for change, noticed in tried if noticed or change.key not in excused]
    areas = _shares((PurePosixPath(change.check.page).parent.name, noticed) for change, noticed in counted)
    for name, (made, noticed) in areas.items():
        print(f"{name}: {noticed} of {made} changes noticed, {noticed / made:.1%}")
    if clauses := sum(str(check.kind) == "holds" for page in chosen for check in page.checks):
        print(f"{clauses} clauses that hold are left out: their words are not compared")
    if options.write:
        sections = _shares((_section(change.check.loci), noticed) for change, noticed in counted)
        rows = [
            (*one.key, reasons[excused[one.key]] if one.key in excused else "", one.check.loci) for one in survivors
        ]
        shown = [dict(zip((*KEYS, "loci"), row, strict=True)) for row in rows]
        results.store(settings, text={"areas": areas, "sections": sections, "survivors": shown})
    own = [key for key in reasons if "/" in key[0]]
    keys = {change.key for change, _ in tried}
    status = show(_stale(own, set(excused.values()), keys, settings, whole=whole))
    return FINDINGS if left else status


def _survives(where: str, key: Key) -> None:
    """Print what survives as an entry for the file of what is excused."""
    print(f"# {where}: no check notices it\n[[open]]")
    for name, said in zip(KEYS, (*key, ""), strict=True):
        print(f"{name} = {json.dumps(said, ensure_ascii=False)}", flush=True)


def _section(loci: Sequence[str]) -> str:
    """Return the section of a source that a break or a change is about; empty if it is about none."""
    return loci[0].rpartition(".")[0] if loci else ""


def _shares(rows: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """Return by name how many there are and how many were noticed."""
    every = list(rows)
    made, noticed = Counter(name for name, _ in every), Counter(name for name, was in every if was)
    return {name: (made[name], noticed[name]) for name in sorted(made)}


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
    made: Mapping[str, Sequence[Break]], tried: Sequence[Tried], excused: Collection[Key], settings: Settings
) -> dict[str, dict[str, Any]]:
    """Return the results of a run, by area, and the digest of its code."""
    areas: dict[str, dict[str, Any]] = {}
    for name, breaks in made.items():
        inside = [(one.key, fate) for one, fate, _ in tried if area(one.module) == name]
        fates = Counter("open" if fate == "survived" and key in excused else fate for key, fate in inside)
        viable = fates["caught"] + fates["survived"]
        modules = sorted({broken.module for broken in breaks})
        areas[name] = {one: fates[one] for one in ("caught", "open", "untried", "unviable")} | {
            "viable": viable,
            "share": round(fates["caught"] / viable, 4) if viable else 1.0,
            "modules": modules,
            "code": results.digest(settings, modules),
        }
    return areas


def _stale(
    entries: Iterable[Key], used: Set[Key], tried: Set[Key], settings: Settings, *, whole: bool
) -> list[Finding]:
    """Find the entries of what is left open that excuse nothing: it was noticed or, in a whole run, is not there."""
    caught, gone = "a break that the text is said to leave open was caught", "there is no such break"
    return [
        Finding(
            Place(settings.open_breaks, 1),
            "verify.strength",
            f"{caught if entry in tried else gone}: {' -> '.join(entry)}",
            hint="delete the entry",
        )
        for entry in entries
        if entry not in used and (whole or entry in tried)
    ]
