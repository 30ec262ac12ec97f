"""A result in the making."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from verify.model import Check, Edit, Finding, Place, Result, Verdict
from verify.settings import STRICT, Settings


class Stop(Exception):  # noqa: N818 - it ends a check, it is not an error of ours
    """Ends a check with a finding."""

    def __init__(self, finding: Finding) -> None:
        """Make it."""
        self.finding = finding
        super().__init__(str(finding))


@dataclass
class Draft:
    """What has been compared and found while a check is judged; ``skipped`` says why it is not, where it is not."""

    check: Check
    settings: Settings
    compared: int = 0
    findings: list[Finding] = field(default_factory=list)
    loci: tuple[str, ...] = ()
    edits: list[Edit] = field(default_factory=list)
    asked: tuple[str, ...] = ()
    notes: list[Finding] = field(default_factory=list)
    skipped: str = ""

    @property
    def who(self) -> str:
        """What is compared with the page, in a message: an existing page need not be about rules."""
        return "it gives" if self.check.group else "the rules give"

    def report(self, says: str, line: int = 0, **more: Any) -> None:
        """Add a finding at a line of the check's file (its own line if 0)."""
        self.findings.append(self.finding(says, line, **more))

    def finding(self, says: str, line: int = 0, **more: Any) -> Finding:
        """Make a finding at a line of the check's file (its own place if 0)."""
        place = Place(self.check.place.path, line) if line else self.check.place
        return replace(Finding(place, f"verify.{self.check.kind}", says, loci=self.check.loci), **more)

    def result(self) -> Result:
        """Return the result."""
        findings, notes = self.findings, self.notes
        if self.settings.existing == STRICT:
            findings, notes = [*findings, *notes], []
        if self.skipped and not findings:
            skipped = (self.finding(self.skipped),)
            return Result(self.check, Verdict.SKIPPED, (), self.check.loci, notes=skipped)
        verdict = Verdict.FAILS if findings else Verdict.HOLDS
        loci = tuple(dict.fromkeys((*self.check.loci, *self.loci)))
        by_place = tuple(sorted(findings, key=lambda finding: finding.place))
        return Result(self.check, verdict, by_place, loci, self.compared, tuple(self.edits), notes=tuple(notes))
