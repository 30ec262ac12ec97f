"""Whether the grades of errata and the statuses of rules agree: they are one scale, seen from two sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamerules.rules import Rule, Status
from verify.site.facts import Erratum

SURE = ("proved", "very probable")
"""The grades of an erratum that the code has to heed."""


def disagreements(errata: Iterable[Erratum], rules: Mapping[str, Sequence[Rule]]) -> Iterator[str]:
    """Yield where errata and rules contradict each other.

    - A reading (``meant``) is only given where something can be said to have been meant: an open erratum has none.
    - A proved or very probable erratum whose sentences have rules names those that it concerns, or says ``none``. Each
      of them carries out one of its sentences, and its status is more than stated. A slip of letters changes no rule.
    - A rule that is corrected is named by an erratum, or by a slip of letters on one of its sentences.

    Args:
        errata: all errata.
        rules: the rules by the loci that they carry out.
    """
    named: set[str] = set()
    for erratum in errata:
        found = {_short(rule): rule for locus in erratum.loci for rule in rules.get(locus, ())}
        concerned = [name for name in erratum.rules if name != "none"] if erratum.grade in SURE else []
        named.update(concerned)
        if erratum.grade not in SURE and (erratum.meant or erratum.rules):
            yield f"{_says(erratum)}, but has a reading or names rules; say it as a comment, or grade it"
        if erratum.letters:
            named.update(found)
        elif erratum.grade in SURE and found and not erratum.rules:
            yield f"{_says(erratum)}; name the rules it concerns (:rules:), of {', '.join(found)}, or none"
        for name in concerned:
            if name not in found:
                yield f"{erratum.name} concerns {name}, which carries out none of its sentences"
            elif found[name].status is Status.STATED:
                yield f"{_says(erratum)}, but {name} only does what is stated; mend the status or the grade"
    for rule in {rule.name: rule for found in rules.values() for rule in found}.values():
        if rule.status is Status.CORRECTED and _short(rule) not in named:
            yield f"{_short(rule)} is corrected, but no erratum concerns it"


def _says(erratum: Erratum) -> str:
    return f"{erratum.name} is {erratum.grade}"


def _short(rule: Rule) -> str:
    return rule.name.partition(".")[2]
