"""``python -m verify source FILE``: is this the text that the edition translates, and where does it depart?"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gamerules.rules import suggest
from verify.settings import Settings
from verify.site.apparatus.align import Agreement, Passage, TextError, compare, read_text
from verify.texts.sources import Manifest, load_manifests

SAME, DEPARTS, CANNOT = 0, 1, 2
"""The exit statuses."""

_SHOWN = 90
_LEAST = 0.1
"""The share of sentences that must agree before a text counts as a copy of a source."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A file compared with one source.

    Attributes:
        path: the file, as given.
        source: the source's name.
        encoding: how the file was read.
        same_file: whether its bytes have the digest that the manifest gives.
        passages: all passages, in the source's order.
    """

    path: str
    source: str
    encoding: str
    same_file: bool
    passages: tuple[Passage, ...]

    def count(self, agreement: Agreement) -> int:
        """Return how many loci (or, for words added, passages) agree in this way."""
        return sum(max(1, len(passage.loci)) for passage in self.passages if passage.agreement is agreement)

    @property
    def departures(self) -> tuple[Passage, ...]:
        """The passages that do not agree."""
        return tuple(passage for passage in self.passages if passage.agreement is not Agreement.AGREES)

    @property
    def status(self) -> int:
        """The exit status: a text is the same if its bytes are, or if every sentence agrees and none is added."""
        return SAME if self.same_file or not self.departures else DEPARTS


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns its exit status (0 the same text, 1 departs, 2 cannot be compared)."""
    from verify.doors.subcommands import Parser

    parser = Parser(
        "source",
        "Check whether a text is the one that was translated, and where it departs, sentence by sentence.",
        epilog="Exit status: 0 the text is the same, 1 it departs, 2 it cannot be compared.",
    )
    parser.add_argument("file", help="the text, as a plain text file", metavar="FILE")
    parser.add_argument("--source", help="the source to compare with (default: the nearest)", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="list the sentences that agree, too")
    parser.add_argument("--json", action="store_true", help="write the comparison as JSON")
    return run(*parser.read(arguments))


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Compare, print and return the exit status."""
    manifests = {manifest.source: manifest for manifest in load_manifests(settings)}
    if options.source and options.source not in manifests:
        return _cannot(f"there is no source {options.source!r}{suggest(options.source, list(manifests))}")
    chosen = [manifests[options.source]] if options.source else list(manifests.values())
    try:
        result = compare_file(options.file, chosen, settings)
    except (OSError, TextError) as error:
        return _cannot(f"{options.file}: {error.strerror if isinstance(error, OSError) else error}")
    if result is None:
        names = ", ".join(manifest.source for manifest in chosen) or f"none: {settings.sources} has no manifest"
        return _cannot(f"{options.file}: not a copy of a source of this edition ({names}): hardly any sentence agrees")
    if options.json:
        print(json.dumps(as_data(result), ensure_ascii=False, indent=2))
    else:
        print("\n".join(report(result, everything=options.all)))
    return result.status


def _cannot(why: str) -> int:
    print(f"verify source: {why}", file=sys.stderr)
    return CANNOT


def file_digest(manifest: Manifest, settings: Settings) -> str:
    """Return the digest of a source's whole file, as its manifest has it."""
    return str(json.loads((settings.root / manifest.path).read_text(encoding="utf-8"))["sha256"])


def compare_file(path: str, manifests: Sequence[Manifest], settings: Settings) -> Comparison | None:
    """Compare a file with the manifest that it agrees with most; None if hardly any sentence agrees with any.

    Raises:
        OSError: if the file cannot be read.
        TextError: if it is not a text.
    """
    data = Path(path).read_bytes()
    text, encoding = read_text(data)
    value = hashlib.sha256(data).hexdigest()
    best: Comparison | None = None
    most = 0.0
    for manifest in manifests:
        passages = compare(text, [(locus, sentence.sha256) for locus, sentence in manifest.sentences.items()])
        same = value == file_digest(manifest, settings)
        result = Comparison(path, manifest.source, encoding, same, tuple(passages))
        share = (result.count(Agreement.AGREES) + result.count(Agreement.FORM)) / max(1, len(manifest.sentences))
        if share > most:
            best, most = result, share
    return best if most >= _LEAST else None


def report(result: Comparison, *, everything: bool = False) -> list[str]:
    """Return the comparison as lines: the result, then each passage."""
    agreeing = result.count(Agreement.AGREES)
    total = len({locus for passage in result.passages for locus in passage.loci})
    if result.same_file:
        head = f"the text of {result.source} translated here, byte for byte"
    elif not result.departures:
        head = f"the text of {result.source} translated here: all {total} sentences agree (white space may differ)"
    else:
        head = f"a copy of {result.source}: {agreeing} of {total} sentences agree"
    lines = [f"{result.path}: {head}"]
    if result.encoding == "cp1251":
        lines.append(f"{result.path}: it is not UTF-8 and was read as Windows-1251")
    shown = result.passages if everything else () if result.same_file else result.departures
    return lines + [f"{result.path}:{passage.line}: {_sentence(passage)}" for passage in shown]


def _sentence(passage: Passage) -> str:
    loci = ", ".join(passage.loci)
    words = passage.words if len(passage.words) <= _SHOWN else f"{passage.words[: _SHOWN - 2]} …"
    match passage.agreement:
        case Agreement.AGREES:
            return f"{loci} agrees"
        case Agreement.FORM:
            return f"{loci} agrees except for its {passage.form}"
        case Agreement.MISSING:
            return f"{loci} is missing"
        case Agreement.ADDED:
            return f"words that are in no sentence of the source: {words}"
        case _:
            verb = "departs" if len(passage.loci) == 1 else "depart"
            return f"{loci} {verb}: the file has: {words}"


def as_data(result: Comparison) -> dict[str, Any]:
    """Return the comparison as plain data, ready for JSON."""
    return {
        "file": result.path,
        "source": result.source,
        "encoding": result.encoding,
        "same_file": result.same_file,
        "counts": {agreement.value: result.count(agreement) for agreement in Agreement},
        "places": [asdict(passage) for passage in result.passages],
    }
