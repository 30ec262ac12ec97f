"""JUnit XML: a suite for each page, a case for each check, and one suite for the site's own faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TextIO
from xml.etree import ElementTree

from verify.model import Finding, Result, Verdict

_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO) -> None:
    """Write the XML; times are all 0, so that equal outcomes give equal files."""
    root = ElementTree.Element("testsuites", name="verify")
    by_page: dict[str, list[Result]] = {}
    for result in results:
        if result.check.kind.is_check or result.findings:
            by_page.setdefault(result.check.page, []).append(result)
    for page, group in by_page.items():
        suite = ElementTree.SubElement(root, "testsuite", name=page, time="0")
        for result in group:
            _case(suite, result)
        _count(suite)
    of_checks = {finding for result in results for finding in result.findings}
    others = [finding for finding in findings if finding not in of_checks]
    if others:
        suite = ElementTree.SubElement(root, "testsuite", name="site", time="0")
        for finding in others:
            case = _element(suite, str(finding.place), finding.code, finding.place.path, finding.place.line)
            _failure(case, [finding])
        _count(suite)
    _count(root)
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="utf-8"?>\n')
    stream.write(ElementTree.tostring(root, encoding="unicode") + "\n")


def _case(suite: ElementTree.Element, result: Result) -> None:
    check = result.check
    name = f"{check.place}:{check.place.column} {check.kind}" + (f" {' '.join(check.loci)}" if check.loci else "")
    case = _element(suite, name, check.page, check.place.path, check.place.line)
    if result.verdict is Verdict.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=_clean(check.option("skip")))
    elif result.verdict is Verdict.FAILS:
        _failure(case, result.findings)


def _element(suite: ElementTree.Element, name: str, group: str, file: str, line: int) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", name=_clean(name), classname=_clean(group), file=file, line=str(line), time="0"
    )


def _failure(case: ElementTree.Element, findings: Iterable[Finding]) -> None:
    found = list(findings)
    element = ElementTree.SubElement(case, "failure", message=_clean(found[0].message), type=found[0].code)
    blocks = (part for finding in found for part in (str(finding), finding.difference, finding.frames) if part)
    element.text = _clean("\n".join(blocks))


def _count(element: ElementTree.Element) -> None:
    """Set the numbers of cases, failures and skips."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    element.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    element.set("errors", "0")


def _clean(text: str) -> str:
    """Replace what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
