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
from fnmatch import fnmatchcase
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gamerules.rules import LOCUS, suggest
from verify.model import Finding, LocusUse, Mention, Mentioned, Page, Place

if TYPE_CHECKING:
    from verify.settings import Settings

CODE = "verify.locus"
_AGAIN = "mend it in the text, and make it again with python -m verify digest"
_SHA256 = re.compile("[0-9a-f]{64}")


class Sentence(NamedTuple):
    """One sentence of a source: its locus, its kind (rule, example, …), its digest and its line in the manifest."""

    locus: str
    kind: str
    sha256: str
    line: int


class Manifest(NamedTuple):
    """The manifest of one source.

    Attributes:
        path: its file, relative to the root.
        source: the source's name.
        sentences: its sentences, by locus, in the order of the text.
        findings: what is wrong with the file.
    """

    path: str
    source: str
    sentences: Mapping[str, Sentence]
    findings: tuple[Finding, ...] = ()


def digest(text: str) -> str:
    """Return the digest of a sentence: SHA-256 of its UTF-8, runs of white space made one space."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def load_manifests(settings: Settings) -> tuple[Manifest, ...]:
    """Read all manifests of a site, by file name; a broken one is returned with its faults."""
    folder = settings.root / settings.sources
    files = sorted(folder.glob("*.json"))
    return tuple(_load(file, f"{settings.sources}/{file.name}", settings.kinds) for file in files)


def _load(file: Path, path: str, kinds: Sequence[str]) -> Manifest:
    def broken(says: str, line: int = 1, hint: str = _AGAIN) -> Manifest:
        return Manifest(path, file.stem, {}, (Finding(Place(path, line), "verify.source", says, hint=hint),))

    try:
        text = file.read_bytes().decode()
        top = json.loads(text)
        source = str(top["source"])
        loci = [{"sha256": digest(entry["text"])} | entry if "text" in entry else entry for entry in top["loci"]]
        words = [[str(entry[key]) for key in ("locus", "kind", "sha256")] for entry in loci]
        entries = [Sentence(locus, kind, sha256, line_of(text, locus)) for locus, kind, sha256 in words]
    except json.JSONDecodeError as error:
        return broken(f"the manifest is not JSON: {error.msg}", error.lineno)
    except UnicodeDecodeError as error:
        return broken(f"the manifest is not UTF-8 (byte {error.start})")
    except (KeyError, TypeError) as error:
        return broken(f"the manifest is not in the form of one ({type(error).__name__}: {error})")
    findings: list[Finding] = []
    sentences: dict[str, Sentence] = {}
    for entry in entries:
        if not LOCUS.fullmatch(entry.locus):
            findings += broken(f"{entry.locus!r} is not a locus", entry.line).findings
        elif entry.locus in sentences:
            findings += broken(f"{entry.locus} is listed twice", entry.line).findings
        else:
            sentences[entry.locus] = entry
        if entry.kind not in kinds:
            hint = f"{suggest(entry.kind, kinds).removeprefix('; ')}; a kind of your own is named in the setting kinds"
            findings += broken(f"{entry.locus}: {entry.kind!r} is not a kind of locus", entry.line, hint).findings
        if not _SHA256.fullmatch(entry.sha256):
            findings += broken(f"{entry.locus}: {entry.sha256!r} is not a SHA-256", entry.line).findings
    return Manifest(path, source, sentences, tuple(findings))


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
    again = "{} is translated twice", "link to it with {locus-ref}, or remove one"
    return [
        *(finding for manifest in manifests for finding in manifest.findings),
        *_unknown(uses, mentions, known),
        *_again([(use.locus, use.place) for use in uses], CODE, *again),
        *_untranslated({use.locus for use in uses}, manifests, settings),
        *_pending(uses, known, settings),
        *_errata(mentions),
    ]


def _unknown(uses: Sequence[LocusUse], mentions: Sequence[Mention], known: set[str]) -> list[Finding]:
    named = [(use.locus, use.place) for use in uses]
    named += [(mention.name, mention.place) for mention in mentions if mention.word is Mentioned.LOCUS]
    return [
        Finding(place, CODE, f"{locus} is not a locus of any source", hint=_nearest(locus, known))
        for locus, place in dict.fromkeys(named)
        if locus not in known
    ]


def _nearest(locus: str, known: set[str]) -> str:
    source, (section, _, number) = locus.partition(".")[0], locus.rpartition(".")
    sections: dict[str, list[int]] = {}
    for name in sorted(known):
        sections.setdefault(name.rpartition(".")[0], []).append(int(name.rpartition(".")[2]))
    if same := sections.get(section):
        return f"{section} has the numbers {min(same)} to {max(same)}"
    if close := difflib.get_close_matches(section, sections, n=1):
        candidate = f"{close[0]}.{number}"
        return f"did you mean {candidate if candidate in known else close[0] + '.…'!r}?"
    if inside := [name.partition(".")[2] for name in sections if name.startswith(f"{source}.")]:
        return f"the sections of {source} are {', '.join(inside)}"
    return f"the sources are {', '.join(sorted({name.partition('.')[0] for name in known})) or 'without manifests'}"


def _again(named: Iterable[tuple[str, Place]], code: str, says: str, hint: str) -> Iterator[Finding]:
    """Report each name that is given again, with the place of the first."""
    firsts: dict[str, Place] = {}
    for name, place in sorted(named, key=itemgetter(1)):
        if name in firsts:
            loci = (name,) if code == CODE else ()
            yield Finding(place, code, f"{says.format(name)}, first at {firsts[name]}", loci=loci, hint=hint)
        firsts.setdefault(name, place)


def _untranslated(translated: set[str], manifests: Sequence[Manifest], settings: Settings) -> Iterator[Finding]:
    """Report the sentences without a translation, one finding for each section of a source."""
    hint = "give each its {locus}, or name it under pending in pyproject.toml"
    for manifest in manifests:
        missing: dict[str, list[Sentence]] = {}
        for locus, sentence in manifest.sentences.items():
            if locus not in translated and not any(fnmatchcase(locus, glob) for glob in settings.pending):
                missing.setdefault(locus.rpartition(".")[0], []).append(sentence)
        for section, left in missing.items():
            numbers = _ranges([int(sentence.locus.rpartition(".")[2]) for sentence in left])
            count = f"{len(left)} sentence{'s are' if len(left) > 1 else ' is'} not translated"
            yield Finding(Place(manifest.path, left[0].line), CODE, f"{section}: {count}: {numbers}", hint=hint)


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers shortly: ``1 to 7, 9``."""
    runs = groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    parts = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{part[0]} to {part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts)


def _pending(uses: Sequence[LocusUse], known: set[str], settings: Settings) -> Iterator[Finding]:
    for glob in settings.pending:
        place, hint = line_of_setting(glob, settings), "narrow the setting pending, or remove it"
        if not any(fnmatchcase(locus, glob) for locus in known):
            says = f"the pending loci {glob!r} are not loci of any source"
            yield Finding(place, CODE, says, hint="remove it, or mend its spelling")
        for use in uses:
            if fnmatchcase(use.locus, glob):
                says = f"{use.locus} is translated, though {glob!r} is pending ({place})"
                yield Finding(use.place, CODE, says, loci=(use.locus,), hint=hint)


def _errata(mentions: Sequence[Mention]) -> Iterator[Finding]:
    here = [(mention.name, mention.place) for mention in mentions if mention.word is Mentioned.ERRATUM_HERE]
    code, known = "verify.erratum", [name for name, _ in here]
    yield from _again(here, code, "the erratum {} is given twice", "choose another name")
    for mention in mentions:
        if mention.word is Mentioned.ERRATUM and mention.name not in known:
            close = difflib.get_close_matches(mention.name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "write an {erratum} directive for it"
            yield Finding(mention.place, code, f"there is no erratum {mention.name!r}", hint=hint)


def line_of_setting(value: str, settings: Settings) -> Place:
    """Return the place of a text among the settings."""
    file = settings.root / "pyproject.toml"
    return Place(file.name, line_of(file.read_text(encoding="utf-8") if file.is_file() else "", value))


def line_of(text: str, quoted: str) -> int:
    """Return the line on which a word first stands in double quotes; 1 if on none."""
    return text[: max(text.find(f'"{quoted}"'), 0)].count("\n") + 1


# ---- the texts themselves, for those who have them


def _without_text(entry: Mapping[str, str]) -> dict[str, str]:
    """Return what a manifest says of a sentence; a digest left out is computed, one that does not match is an error."""
    own = digest(entry["text"])
    if entry.get("sha256", own) != own:
        raise ValueError(f"{entry['locus']}: the digest does not match the text")
    return {"locus": entry["locus"], "kind": entry["kind"], "sha256": own}


def write_manifests(texts: Path, folder: Path, kinds: Sequence[str]) -> list[Path]:
    """Write a manifest for each source (``NAME.json``) of a folder of texts; return the files written.

    Raises:
        ValueError: if there is no source in the folder, a digest does not match its sentence, or a site would refuse
            the manifest, for which ``kinds`` are the kinds of loci.
    """
    files = sorted(texts.glob("*.json"))
    if not files:
        raise ValueError(f"{texts} holds no NAME.json; name the folder of the texts")
    wrong = [finding for file in files for finding in _load(file, file.name, kinds).findings]
    if wrong:
        raise ValueError("\n".join(str(finding).replace(f"; {_AGAIN}", "") for finding in wrong))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file in files:
        top = json.loads(file.read_text(encoding="utf-8"))
        lines = ",\n".join(f"  {json.dumps(_without_text(entry))}" for entry in top["loci"])
        whole = top.get("sha256") or digest(" ".join(entry["text"] for entry in top["loci"]))
        head = f'{{\n "source": {json.dumps(top["source"])},\n "sha256": {json.dumps(whole)},\n'
        target = folder / file.name
        target.write_text(f'{head} "loci": [\n{lines}\n ]\n}}\n', encoding="utf-8")
        written.append(target)
    return written
