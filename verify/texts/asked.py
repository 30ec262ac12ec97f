"""Judges which rules a check ran: one that is bound to a sentence runs a rule that carries it, or says why none can.

A sentence that lays down a rule (its kind stands in the setting ``rule-kinds``) is carried by code of its own. Of
another, as an example, the check runs some rule of its source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from verify.model import Check, Finding, Result, Verdict
from verify.settings import Settings
from verify.texts.sources import load_manifests

OPTION: Final = "no-rule"
CODE: Final = "verify.asked"
_SHOWN: Final = 6
_UNBOUND: Final = "let it call a function of a package under watch in pyproject.toml"
_BOUND: Final = "let it call the rule, bind it to another sentence, or say why no rule can run: {}"
_STALE: Final = "take the exception out"


class Judge:
    """Judges the results of checks that hold."""

    def __init__(self, settings: Settings) -> None:
        """Read which sentences lay down rules."""
        self._others = {
            locus
            for manifest in load_manifests(settings)
            for locus, sentence in manifest.sentences.items()
            if sentence.kind not in settings.rule_kinds
        }

    def __call__(self, result: Result) -> Result:
        """Return a result; it fails if its check has not run the rules of the sentences that it is bound to."""
        if result.verdict is not Verdict.HOLDS or not result.check.kind.is_check:
            return result
        finding = self._finding(result)
        return replace(result, verdict=Verdict.FAILS, findings=(finding,)) if finding else result

    def _finding(self, result: Result) -> Finding | None:
        check, excused = result.check, bool(result.check.option(OPTION))
        loci = tuple(dict.fromkeys((*check.loci, *result.loci)))
        idle = [locus for locus in loci if not self._carried(locus, result.asked)]
        if excused and (len(idle) < len(loci) or (not loci and result.asked)):
            ran = [locus for locus in loci if locus not in idle] or filter(None, result.asked)
            return _fails(check, f"says that no rule runs, but {_carry(ran)}", _STALE)
        if excused or not (idle or (check.kind.is_role and not loci and not result.asked)):
            return None
        if not idle:
            return _fails(check, "passes, but runs no rule", _UNBOUND)
        how = "`… | no-rule: reason`" if check.kind.is_role else f":{OPTION}: reason"
        says = f"passes, but runs no rule that carries {', '.join(idle)}; {_carry(filter(None, result.asked))}"
        return _fails(check, says, _BOUND.format(how))

    def _carried(self, locus: str, asked: Iterable[str]) -> bool:
        """Return whether one of the rules asked carries a locus or, where it lays down none, one of its source."""
        source = f"{locus.partition('.')[0]}."
        return locus in asked or (locus in self._others and any(other.startswith(source) for other in asked))


def exceptions(checks: Iterable[Check]) -> list[Check]:
    """Return the checks that say why they run no rule."""
    return [check for check in checks if check.option(OPTION)]


def _fails(check: Check, says: str, hint: str) -> Finding:
    return Finding(check.place, CODE, f"the {check.kind.called} {says}", loci=check.loci, hint=hint)


def _carry(loci: Iterable[str]) -> str:
    known = list(loci)
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"those that ran carry {', '.join(known[:_SHOWN])}{more}" if known else "none ran"
