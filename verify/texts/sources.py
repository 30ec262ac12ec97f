"""Source manifests, and what a whole site must satisfy towards them.

A manifest lists the loci of a source with the kind and the digest of each sentence, without the text. Whoever has the
texts makes it with ``python -m verify digest DIR_OF_TEXTS`` and may later check the texts against it.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamerules.rules import LOCUS, suggest
from verify.model import Finding, LocusUse, Mention, Mentioned, Page, Place

if TYPE_CHECKING:
    from verify.settings import Settings

CODE = "verify.locus"
_SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a source: its locus, its kind (rule, example, table, heading …) and its digest."""

    locus: str
    kind: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of one source.

    Attributes:
        path: its file, relative to the root.
        source: the source's name.
        sentences: its sentences, by locus, in the order of the text.
        faults: what is wrong with the file.
    """

    path: str
    source: str
    sentences: Mapping[str, Sentence]
    faults: tuple[Finding, ...] = ()


def digest(text: str) -> str:
    """Return the digest of a sentence: SHA-256 of its UTF-8, runs of white space made one space."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def load_manifests(settings: Settings) -> tuple[Manifest, ...]:
    """Read all manifests of a site, by file name; a broken one is returned with its faults."""
    folder = settings.root / settings.sources
    files = sorted(folder.glob("*.json"))
    return tuple(_load(file, f"{settings.sources}/{file.name}", settings.kinds) for file in files)


def _load(file: Path, path: str, kinds: Sequence[str]) -> Manifest:
    def broken(says: str, line: int = 1, hint: str = "make it again with python -m verify digest") -> Manifest:
        return Manifest(path, file.stem, {}, (Finding(Place(path, line), "verify.source", says, hint=hint),))

    try:
        text = file.read_bytes().decode()
        top = json.loads(text)
        entries = [Sentence(str(entry["locus"]), str(entry["kind"]), str(entry["sha256"])) for entry in top["loci"]]
        source = str(top["source"])
    except json.JSONDecodeError as error:
        return broken(f"the manifest is not JSON: {error.msg}", error.lineno)
    except UnicodeDecodeError as error:
        return broken(f"the manifest is not UTF-8 (byte {error.start})")
    except (KeyError, TypeError) as error:
        return broken(f"the manifest is not in the form of one ({type(error).__name__}: {error})")
    faults: list[Finding] = []
    sentences: dict[str, Sentence] = {}
    for entry in entries:
        line = _line_of(text, f'"{entry.locus}"')
        if not LOCUS.fullmatch(entry.locus):
            faults += broken(f"{entry.locus!r} is not a locus", line).faults
        elif entry.locus in sentences:
            faults += broken(f"{entry.locus} is listed twice", line).faults
        if entry.kind not in kinds:
            hint = f"{suggest(entry.kind, kinds).removeprefix('; ')}; a kind of your own is named in the setting kinds"
            faults += broken(f"{entry.locus}: {entry.kind!r} is not a kind of locus", line, hint).faults
        if not _SHA256.fullmatch(entry.sha256):
            faults += broken(f"{entry.locus}: {entry.sha256!r} is not a SHA-256", line).faults
        sentences[entry.locus] = entry
    return Manifest(path, source, sentences, tuple(faults))


def check_site(pages: Iterable[Page], manifests: Sequence[Manifest], settings: Settings) -> list[Finding]:
    """Check a whole site against its sources: every locus known, and translated exactly once unless pending.

    Args:
        pages: all pages of the site.
        manifests: the manifests of its sources.
        settings: its settings; ``pending`` names the loci that are not yet translated.

    Returns:
        The faults, in no particular order.
    """
    pages = list(pages)
    known = {locus for manifest in manifests for locus in manifest.sentences}
    uses = [use for page in pages for use in page.loci]
    mentions = [mention for page in pages for mention in page.mentions]
    return [
        *(fault for manifest in manifests for fault in manifest.faults),
        *_unknown(uses, mentions, known, manifests),
        *_twice(uses),
        *_untranslated({use.locus for use in uses}, manifests, settings),
        *_pending(uses, known, settings),
        *_errata(mentions),
    ]


def _unknown(
    uses: Sequence[LocusUse], mentions: Sequence[Mention], known: set[str], manifests: Sequence[Manifest]
) -> list[Finding]:
    named = [(use.locus, use.place) for use in uses]
    named += [(mention.name, mention.place) for mention in mentions if mention.word is Mentioned.LOCUS]
    return [
        Finding(place, CODE, f"{locus} is not a locus of any source", hint=_nearest(locus, known, manifests))
        for locus, place in dict.fromkeys(named)
        if locus not in known
    ]


def _nearest(locus: str, known: set[str], manifests: Sequence[Manifest]) -> str:
    if not manifests:
        return "there is no source manifest at all"
    section, _, number = locus.rpartition(".")
    same = [int(name.rpartition(".")[2]) for name in known if name.rpartition(".")[0] == section]
    if same and number.isdigit():
        return f"{section} has the numbers {min(same)} to {max(same)}"
    sections = sorted({name.rpartition(".")[0] for name in known})
    if close := difflib.get_close_matches(section, sections, n=1):
        candidate = f"{close[0]}.{number}"
        return f"did you mean {candidate if candidate in known else close[0] + '.…'!r}?"
    source = locus.partition(".")[0]
    inside = [name.partition(".")[2] for name in sections if name.partition(".")[0] == source]
    if inside:
        return f"the sections of {source} are {', '.join(inside)}"
    return f"the sources are {', '.join(manifest.source for manifest in manifests)}"


def _twice(uses: Sequence[LocusUse]) -> list[Finding]:
    hint = "link to it with {locus-ref}, or remove one"
    return [
        Finding(place, CODE, f"{locus} is translated twice, first at {first}", loci=(locus,), hint=hint)
        for locus, place, first in _again((use.locus, use.place) for use in uses)
    ]


def _again(named: Iterable[tuple[str, Place]]) -> Iterator[tuple[str, Place, Place]]:
    """Yield each name that is given again: the name, its place and the first one."""
    firsts: dict[str, Place] = {}
    for name, place in sorted(named, key=itemgetter(1)):
        if name in firsts:
            yield name, place, firsts[name]
        firsts.setdefault(name, place)


def _untranslated(translated: set[str], manifests: Sequence[Manifest], settings: Settings) -> list[Finding]:
    """Report the sentences without a translation, one finding for each section of a source."""
    findings = []
    for manifest in manifests:
        missing: dict[str, list[int]] = {}
        for locus in manifest.sentences:
            if locus not in translated and not any(fnmatchcase(locus, glob) for glob in settings.pending):
                section, _, number = locus.rpartition(".")
                missing.setdefault(section, []).append(int(number) if number.isdigit() else 0)
        text = (settings.root / manifest.path).read_text(encoding="utf-8") if missing else ""
        for section, numbers in missing.items():
            line = _line_of(text, f'"{section}.{numbers[0]}"')
            count = f"{len(numbers)} sentence{'s are' if len(numbers) > 1 else ' is'} not translated"
            says = f"{section}: {count}: {_ranges(numbers)}"
            hint = "give each its {locus}, or name it under pending in pyproject.toml"
            findings.append(Finding(Place(manifest.path, line), CODE, says, hint=hint))
    return findings


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers shortly: ``1 to 7, 9``."""
    runs = groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    parts = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{part[0]} to {part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts)


def _pending(uses: Sequence[LocusUse], known: set[str], settings: Settings) -> list[Finding]:
    findings = []
    for glob in settings.pending:
        place = line_of_setting(glob, settings)
        if not any(fnmatchcase(locus, glob) for locus in known):
            says = f"the pending loci {glob!r} are not loci of any source"
            findings.append(Finding(place, CODE, says, hint="remove it, or mend its spelling"))
        findings += [
            Finding(use.place, CODE, f"{use.locus} is translated, though {glob!r} is pending ({place})",
                    loci=(use.locus,), hint="narrow the setting pending, or remove it")
            for use in uses
            if fnmatchcase(use.locus, glob)
        ]  # fmt: skip
    return findings


def _errata(mentions: Sequence[Mention]) -> list[Finding]:
    here = [(mention.name, mention.place) for mention in mentions if mention.word is Mentioned.ERRATUM_HERE]
    code, known = "verify.erratum", [name for name, _ in here]
    findings = [
        Finding(place, code, f"the erratum {name} is given twice, first at {first}", hint="choose another name")
        for name, place, first in _again(here)
    ]
    for mention in mentions:
        if mention.word is Mentioned.ERRATUM and mention.name not in known:
            close = difflib.get_close_matches(mention.name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "write an {erratum} directive for it"
            says = f"there is no erratum {mention.name!r}"
            findings.append(Finding(mention.place, code, says, hint=hint))
    return findings


def line_of_setting(value: str, settings: Settings) -> Place:
    """Return the place of a text among the settings."""
    file = settings.root / "pyproject.toml"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return Place(file.name, _line_of(text, f'"{value}"'))


def _line_of(text: str, part: str) -> int:
    at = text.find(part)
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


# ---- the texts themselves, for those who have them


def without_text(top: Mapping[str, Any]) -> dict[str, Any]:
    """Return a source as a manifest: what its file says, without the sentences. Digests left out are computed.

    Raises:
        ValueError: if a digest does not match its sentence.
    """
    loci = []
    for entry in top["loci"]:
        own = digest(entry["text"])
        if entry.get("sha256", own) != own:
            raise ValueError(f"{entry['locus']}: the digest does not match the text")
        loci.append({"locus": entry["locus"], "kind": entry["kind"], "sha256": own})
    whole = top.get("sha256") or digest(" ".join(entry["text"] for entry in top["loci"]))
    return {"source": top["source"], "sha256": whole, "loci": loci}


def write_manifests(texts: Path, folder: Path) -> list[Path]:
    """Write a manifest for each source (``NAME.json``) of a folder of texts; return the files written.

    Raises:
        ValueError: if there is no source in the folder, or a digest does not match its sentence.
    """
    files = sorted(texts.glob("*.json"))
    if not files:
        raise ValueError(f"{texts} holds no NAME.json; name the folder of the texts")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file in files:
        manifest = without_text(json.loads(file.read_text(encoding="utf-8")))
        lines = ",\n".join(f"  {json.dumps(entry)}" for entry in manifest["loci"])
        head = f'{{\n "source": {json.dumps(manifest["source"])},\n "sha256": {json.dumps(manifest["sha256"])},\n'
        target = folder / file.name
        target.write_text(f'{head} "loci": [\n{lines}\n ]\n}}\n', encoding="utf-8")
        written.append(target)
    return written
