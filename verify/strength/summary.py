"""The shares caught, by area and by locus, and the breaks that survived: as text and as JSON, free of times."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from verify.strength.excuses import Excuse
from verify.strength.trials import Fate, Tested

_SHOWN = 4
"""How many loci of a break are listed in the text."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many viable breaks were caught."""

    caught: int
    viable: int

    @property
    def share(self) -> float:
        """The share caught, from 0 to 1; 1 where there was nothing to catch."""
        return self.caught / self.viable if self.viable else 1.0

    def bounds(self) -> tuple[float, float]:
        """Return Wilson's interval of 95 % for the share of all breaks, of which these are a sample."""
        if not self.viable:
            return 0.0, 1.0
        z, n, p = 1.959964, self.viable, self.share
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, centre - reach), min(1.0, centre + reach)


@dataclass(frozen=True, slots=True)
class Code:
    """The code of an area: its modules, and the digest of what they hold."""

    modules: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a run.

    Attributes:
        made: how many breaks could be made, by area.
        tested: the breaks tried, in order.
        excused: the survivors that the text itself leaves open, each with its excuse.
        sampled: whether only some were tried.
        seed: the seed of the sample.
        code: the modules of each area, and the digest of their code.
    """

    made: Mapping[str, int]
    tested: Sequence[Tested]
    excused: Mapping[int, Excuse]
    sampled: bool
    seed: int
    code: Mapping[str, Code]

    def areas(self) -> dict[str, Share]:
        """Return the share caught in each area."""
        return self._shares((tested.broken.place.area,) for tested in self._counted())

    def loci(self) -> dict[str, Share]:
        """Return the share caught for each locus."""
        return self._shares(tested.broken.place.loci for tested in self._counted())

    def survivors(self) -> list[Tested]:
        """Return the breaks that no check noticed and that nothing excuses."""
        return [tested for tested in self._counted() if tested.fate is not Fate.CAUGHT]

    def unviable(self) -> int:
        """Return how many breaks could not even be imported."""
        return sum(tested.fate is Fate.UNVIABLE for tested in self.tested)

    def _counted(self) -> list[Tested]:
        return [
            tested
            for number, tested in enumerate(self.tested)
            if tested.fate is not Fate.UNVIABLE and number not in self.excused
        ]

    def _shares(self, keys: Iterable[Sequence[str]]) -> dict[str, Share]:
        counts: dict[str, list[int]] = {}
        for tested, names in zip(self._counted(), keys, strict=True):
            for name in names:
                count = counts.setdefault(name, [0, 0])
                count[0] += tested.fate is Fate.CAUGHT
                count[1] += 1
        return {name: Share(*counts[name]) for name in sorted(counts)}


def write_text(summary: Summary, stream: TextIO) -> None:
    """Write it for people."""
    for tested in summary.survivors():
        broken = tested.broken
        why = "no check runs it" if tested.fate is Fate.UNREACHED else "no check notices it"
        loci = ", ".join(broken.place.loci[:_SHOWN]) + (" …" if len(broken.place.loci) > _SHOWN else "")
        print(f"{broken.path}:{broken.line}: {broken.place.definition.name} ({loci}): {why}", file=stream)
        for line in broken.difference.splitlines()[2:]:
            print(f"    {line}", file=stream)
    weak = [(name, share) for name, share in summary.loci().items() if share.caught < share.viable]
    if weak:
        print("loci with survivors, weakest first:", file=stream)
        for name, share in sorted(weak, key=lambda one: (one[1].share, one[0])):
            print(f"  {share.share:4.0%}  {share.caught} of {share.viable}  {name}", file=stream)
    for number, excuse in summary.excused.items():
        broken = summary.tested[number].broken
        print(f"left open: {broken.path}:{broken.line}: {broken.change}: {excuse.why}", file=stream)
    for name, share in summary.areas().items():
        low, high = share.bounds()
        sample = f" (a sample of {summary.made[name]}; of all {low:.0%} to {high:.0%})" if summary.sampled else ""
        print(f"{name}: {share.caught} of {share.viable} viable breaks caught, {share.share:.1%}{sample}", file=stream)
    print(f"{len(summary.tested)} breaks tried, {summary.unviable()} of them not viable", file=stream)


def write_json(summary: Summary, stream: TextIO) -> None:
    """Write it for programs and pages."""
    excused = Counter(summary.tested[number].broken.place.area for number in summary.excused)
    document: dict[str, Any] = {
        "sampled": summary.sampled,
        "seed": summary.seed,
        "areas": {
            name: {
                **_share(share),
                "breaks": summary.made[name],
                "open": excused[name],
                "low": low,
                "high": high,
                "modules": summary.code[name].modules,
                "code": summary.code[name].digest,
            }
            for name, share in summary.areas().items()
            for low, high in [tuple(round(bound, 4) for bound in share.bounds())]
        },
        "loci": {name: _share(share) for name, share in summary.loci().items()},
        "unviable": summary.unviable(),
        "survivors": [_survivor(tested) for tested in summary.survivors()],
        "open": [
            {**_survivor(summary.tested[number]), "why": excuse.why} for number, excuse in summary.excused.items()
        ],
    }
    json.dump(document, stream, ensure_ascii=False, indent=1)
    stream.write("\n")


def _share(share: Share) -> dict[str, Any]:
    return {"caught": share.caught, "viable": share.viable, "share": round(share.share, 4)}


def _survivor(tested: Tested) -> dict[str, Any]:
    broken = tested.broken
    return {
        "place": f"{broken.path}:{broken.line}",
        "definition": broken.place.definition.full,
        "area": broken.place.area,
        "loci": list(broken.place.loci),
        "reached": tested.fate is not Fate.UNREACHED,
        "old": broken.old,
        "new": broken.new,
        "difference": broken.difference,
    }
