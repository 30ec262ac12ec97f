"""Whether the grades of errata and the statuses of rules agree: they are one scale, seen from two sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamerules.rules import Rule, Status
from verify.site.facts import Erratum


def disagreements(errata: Iterable[Erratum], rules: Mapping[str, Sequence[Rule]]) -> Iterator[str]:
    """Yield where errata and rules contradict each other.

    - A reading (``meant``) is only given where something can be said to have been meant: an open erratum has none.
    - Where an erratum is proved and has a reading, the code cannot merely do what is stated: at least one rule of its
      sentences says that it is corrected, inferred, conflicting or lost. A slip of letters changes no rule.
    - A rule that is corrected names a sentence with an erratum that is more than open.

    Args:
        errata: all errata.
        rules: the rules by the loci that they carry out.
    """
    graded: set[str] = set()
    for erratum in errata:
        if erratum.grade == "open" and erratum.meant:
            yield f"{erratum.name} is open, but has a reading; say it as a comment, or grade it"
        if erratum.grade != "open":
            graded.update(erratum.loci)
        found = [rule for locus in erratum.loci for rule in rules.get(locus, ())]
        binding = erratum.grade == "proved" and erratum.meant and not erratum.letters
        if binding and found and all(rule.status is Status.STATED for rule in found):
            names = ", ".join(dict.fromkeys(rule.name for rule in found))
            yield f"{erratum.name} is proved, but {names} only does what is stated; mend the status or the grade"
    for name, rule in {rule.name: rule for found in rules.values() for rule in found}.items():
        if rule.status is Status.CORRECTED and not graded & set(rule.loci):
            yield f"{name} is corrected, but none of its sentences has an erratum that says so"
