"""The command ``python -m verify strength``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatch
from functools import partial
from random import Random

from gamerules.rules import suggest
from verify import session
from verify.doors.options import FINDINGS, HOLDS, settings_of
from verify.run import reach as digest
from verify.settings import Settings, SettingsError, VerifyError
from verify.strength.code import Code, Place
from verify.texts import coverage
from verify.texts.coverage import Ruling


def main(words: Sequence[str]) -> int:
    """Break the rules and tell what the pages notice; status 1 if less than the goal is caught in some area."""
    options = _parser().parse_args(words)
    whole = options.sample is None and not (options.game or options.only)
    if options.write and not whole:
        raise SettingsError("--write stores the outcome of a whole run; leave --sample, --game and --only out")
    settings = settings_of(options.root)
    try:
        from verify.strength import breaks
    except ImportError as error:
        raise VerifyError(f"the breaks are made by mutmut, which is missing: {error}; install mutmut") from None
    from verify.strength import excuses, results, summary
    from verify.strength.trials import Trials

    rulings = coverage.find_rulings(settings, {})
    with Trials(settings, options.jobs or settings.workers) as trials:
        ours = {name for name in trials.loaded if name.partition(".")[0] in settings.watch}
        reach = digest.Reach(settings)
        verify = {name for name in reach.everything() if name.partition(".")[0] == "verify"}
        definitions = Code(reach, ours | verify | _tools(settings, reach, rulings))
        places = _chosen(definitions.places(rulings), options.game, options.only)
        found = breaks.candidates(places)
        made = Counter(candidate.place.area for candidate in found)
        sampled = options.sample is not None
        if sampled:
            chosen = _sample(range(len(found)), [one.place.area for one in found], options.sample, options.seed)
            found = [found[number] for number in chosen]
        for place, says in trials.prepare(session.scan_pages(settings)):
            print(f"{place}: left out, for it fails with unbroken rules: {says}", file=sys.stderr)
        tested = trials.run([partial(one.make, settings.root) for one in found], partial(_progress, len(found)))
    known = excuses.load(settings)
    modules: dict[str, set[str]] = {}
    for broken in places:
        modules.setdefault(broken.area, set()).add(broken.definition.module)
    code = {area: summary.Code(tuple(sorted(names)), reach.code(frozenset(names))) for area, names in modules.items()}
    outcome = summary.Summary(made, tested, excuses.excused(tested, known), sampled, options.seed, code)
    (summary.write_json if options.json else summary.write_text)(outcome, sys.stdout)
    if options.write:
        with results.path_of(settings).open("w", encoding="utf-8") as stream:
            summary.write_json(outcome, stream)
    findings = excuses.idle(tested, known, settings) if whole else []
    for finding in findings:
        print(finding, file=sys.stderr)
    weak = any(share.share < options.goal / 100 for share in outcome.areas().values())
    return FINDINGS if weak or findings else HOLDS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m verify strength",
        description="Break the rules in many small ways, one at a time and never on disk; see what the pages notice.",
    )
    add = parser.add_argument
    add("--game", metavar="NAME", action="append", default=[], help="only the rules of this game (or watched package)")
    add("--only", metavar="GLOB", action="append", default=[], help="only rules whose name, file or locus fits")
    add("--sample", metavar="N", type=int, help="so many breaks of each game, chosen at random (default: all)")
    add("--seed", metavar="S", type=int, default=0, help="the seed of the sample (default: 0)")
    add("--goal", metavar="PERCENT", type=float, default=95.0, help="the share to be caught (default: 95)")
    add("--json", action="store_true", help="write JSON")
    add("--write", action="store_true", help="store the outcome of a whole run, for a page that shows it")
    add("--root", metavar="FOLDER", help="the project's root (default: found from here upwards)")
    add("--jobs", type=int, metavar="N", help="breaks tried at once (default: one per processor)")
    return parser


def _tools(settings: Settings, reach: digest.Reach, rulings: Sequence[Ruling]) -> set[str]:
    """Return the modules that the setting ``tools`` names.

    Raises:
        SettingsError: if a glob fits no module, or one that carries out a locus.
    """
    found: set[str] = set()
    for glob in settings.tools:
        fitting = {name for name in reach.everything() if fnmatch(name, glob)}
        if not fitting:
            raise SettingsError(f"tools: no watched module is called {glob!r}; delete it or mend it")
        for ruling in rulings:
            if any(ruling.name.startswith(f"{module}.") for module in fitting):
                raise SettingsError(f"tools: {glob!r} fits the module of {ruling.name}, which is a rule; leave it out")
        found |= fitting
    return found


def _chosen(places: Sequence[Place], games: Sequence[str], globs: Sequence[str]) -> list[Place]:
    """Return the places of these games that fit one of the globs."""
    areas = sorted({place.area for place in places})
    for game in games:
        if game not in areas:
            raise SettingsError(f"--game: no rules of {game!r}{suggest(game, areas)}")

    def fits(place: Place) -> bool:
        names = (place.definition.full, place.definition.path.as_posix(), place.definition.module, *place.loci)
        return any(fnmatch(name, glob) for name in names for glob in globs)

    chosen = [place for place in places if (not games or place.area in games) and (not globs or fits(place))]
    if not chosen:
        raise SettingsError("no rule is chosen; see: python -m verify coverage")
    return chosen


def _sample(numbers: Sequence[int], areas: Sequence[str], size: int, seed: int) -> list[int]:
    """Choose so many of each area, the same ones for the same seed."""
    by_area: dict[str, list[int]] = {}
    for number in numbers:
        by_area.setdefault(areas[number], []).append(number)
    return sorted(
        number
        for area, inside in sorted(by_area.items())
        for number in Random(f"{seed} {area}").sample(inside, min(size, len(inside)))
    )


def _progress(count: int, done: int) -> None:
    """Show on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\r{done} of {count} breaks", end="\n" if done == count else "", file=sys.stderr, flush=True)
