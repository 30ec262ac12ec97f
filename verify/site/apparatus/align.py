"""Finds the sentences of a manifest in a text, from their digests alone, and says where the text departs.

The manifest holds no text, so a sentence is found by trying: every run of words that may be it is hashed. Words are
what white space separates, and digests are taken of them joined by single spaces, so line breaks do not matter.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from verify.site.engine import grouped

MOST_WORDS = 96
"""The longest sentence that is looked for, in words; half as long again as the longest of the sources here."""

_BOM = (("utf-8-sig", b"\xef\xbb\xbf"), ("utf-16", b"\xff\xfe"), ("utf-16", b"\xfe\xff"))


class TextError(ValueError):
    """A file that is not a text; the message says what it looks like."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text and the line it is on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Match:
    """A locus found: the words from ``start`` up to, not including, ``end``."""

    locus: str
    start: int
    end: int


class Agreement(StrEnum):
    """How a text and the manifest agree at one passage."""

    AGREES = "agrees"
    """The sentence is there, word by word."""
    FORM = "differs in form"
    """It is there, except that quotation marks, dashes, hyphens or accents are written differently."""
    DEPARTS = "departs"
    """Its passage has something else."""
    MISSING = "missing"
    """Its passage is empty."""
    ADDED = "added"
    """The text has words here that belong to no sentence."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of a comparison.

    Attributes:
        agreement: how text and manifest agree here.
        loci: the loci concerned; several where it cannot be said which of them the words belong to.
        words: the text's words here.
        line: the line on which they begin, or on which they would be missed.
        form: what is written differently, in words.
    """

    agreement: Agreement
    loci: tuple[str, ...]
    words: str
    line: int
    form: str = ""


def read_text(data: bytes) -> tuple[str, str]:
    """Decode a file: UTF-8, UTF-16 by its mark, or else Windows-1251. Returns the text and the encoding's name.

    Raises:
        TextError: if it has zero bytes and so is not a text.
    """
    for encoding, mark in _BOM:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError:
                break
    if b"\0" in data:
        raise TextError("the file is not text (it has zero bytes); save it as plain text in UTF-8")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1251", errors="replace"), "cp1251"


def words_of(text: str) -> list[Token]:
    """Return the words of a text with their lines, from 1."""
    lines = enumerate(text.splitlines(), start=1)
    return [Token(word, number) for number, line in lines for word in line.split()]


def digest(words: Iterable[str]) -> str:
    """Return the digest of a sentence: SHA-256 of its words joined by single spaces, in UTF-8."""
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


def find(
    words: Sequence[str],
    digests: Mapping[str, str],
    most: Callable[[int], int] = lambda start: MOST_WORDS,
) -> list[Match]:
    """Return every sentence that the words hold, in the text's order; they never overlap.

    Args:
        words: the words of the text.
        digests: the digest of each locus.
        most: returns, for the index of a word, how many words a sentence that begins there may have.
    """
    by_digest = grouped((value, locus) for locus, value in digests.items())
    found: list[Match] = []
    start = 0
    while start < len(words):
        longest = most(start)
        end, value = _sentence_at(words, start, by_digest, longest) if longest else (0, "")
        if end:
            # A sentence that a source has twice is given to its loci in turn.
            loci = by_digest[value]
            found.append(Match(loci.pop(0) if len(loci) > 1 else loci[0], start, end))
        start = end or start + 1
    return found


def _sentence_at(words: Sequence[str], start: int, by_digest: Mapping[str, object], most: int) -> tuple[int, str]:
    """Return the end and the digest of the longest sentence that begins here; 0 if none does."""
    running = hashlib.sha256()
    best = (0, "")
    for end in range(start + 1, min(start + most, len(words)) + 1):
        running.update(f"{' ' if end > start + 1 else ''}{words[end - 1]}".encode())
        value = running.copy().hexdigest()
        if value in by_digest:
            best = (end, value)
    return best


def compare(text: str, loci: Sequence[tuple[str, str]]) -> list[Passage]:
    """Compare a text with a manifest, sentence by sentence.

    Args:
        text: the text.
        loci: each locus with its digest, in the source's order.

    Returns:
        The passages, in the manifest's order; all of them agree exactly when text and manifest do.
    """
    words = words_of(text)
    digests = dict(loci)
    order = {locus: index for index, (locus, _) in enumerate(loci)}
    chain = _in_order(find([word.text for word in words], digests), order)
    passages: list[Passage] = []
    at_word, at_locus = 0, 0
    for match in [*chain, None]:
        end_word = match.start if match else len(words)
        end_locus = order[match.locus] if match else len(loci)
        between = [locus for locus, _ in loci[at_locus:end_locus]]
        passages += _between(words, at_word, end_word, between, digests)
        if match:
            here = words[match.start : match.end]
            passages.append(Passage(Agreement.AGREES, (match.locus,), _joined(here), here[0].line))
            at_word, at_locus = match.end, end_locus + 1
    return passages


def _in_order(found: Sequence[Match], order: Mapping[str, int]) -> list[Match]:
    """Return the longest run of matches that keeps the manifest's order; what is out of order counts as departing."""
    best: list[tuple[int, int]] = []  # for each match: length of the longest chain that ends there, and its predecessor
    for index, match in enumerate(found):
        before = [
            (best[earlier][0], earlier) for earlier in range(index) if order[found[earlier].locus] < order[match.locus]
        ]
        length, previous = max(before, key=lambda entry: (entry[0], -entry[1]), default=(0, -1))
        best.append((length + 1, previous))
    chain: list[Match] = []
    at = max(range(len(found)), key=lambda index: best[index][0], default=-1)
    while at >= 0:
        chain.append(found[at])
        at = best[at][1]
    return chain[::-1]


def _between(
    words: Sequence[Token], start: int, end: int, loci: Sequence[str], digests: Mapping[str, str]
) -> list[Passage]:
    """Compare what is between two sentences that agree."""
    here = words[start:end]
    line = words[min(start, len(words) - 1)].line if words else 1
    if not loci:
        return [Passage(Agreement.ADDED, (), _joined(here), line)] if here else []
    if not here:
        return [Passage(Agreement.MISSING, (locus,), "", line) for locus in loci]
    pieces = _sentences(here)
    if len(pieces) != len(loci):
        pieces = [here] if len(loci) == 1 else []
    if not pieces:
        return [_as_form(here, loci, digests) or Passage(Agreement.DEPARTS, tuple(loci), _joined(here), line)]
    return [
        _as_form(piece, (locus,), digests) or Passage(Agreement.DEPARTS, (locus,), _joined(piece), piece[0].line)
        for piece, locus in zip(pieces, loci, strict=True)
    ]


def _sentences(words: Sequence[Token]) -> list[Sequence[Token]]:
    """Cut words into sentences after ``. ! ? :`` and at blank lines; a guess that serves to pair them with loci."""
    pieces: list[list[Token]] = [[]]
    for word in words:
        if pieces[-1] and (
            re.search(r"[.!?…:][»”\")\]]*$", pieces[-1][-1].text) or word.line > pieces[-1][-1].line + 1
        ):
            pieces.append([])
        pieces[-1].append(word)
    return list(pieces)


def _joined(words: Sequence[Token]) -> str:
    return " ".join(word.text for word in words)


def _variants(marks: str, forms: Sequence[str]) -> Callable[[str], Iterable[str]]:
    """Return a function that writes all of a kind of mark in each of several forms."""

    def write(text: str) -> Iterable[str]:
        for form in forms:
            sides = iter(form * len(text)) if len(form) == 2 else None
            yield re.sub(f"[{marks}]", lambda _: next(sides) if sides else form, text)  # noqa: B023 - used at once

    return write


_FORMS: tuple[tuple[str, Callable[[str], Iterable[str]]], ...] = (
    ("soft hyphens or invisible marks", lambda text: [re.sub("[\u00ad\u200b\u2060\ufeff]", "", text)]),
    ("accents composed differently", lambda text: [unicodedata.normalize("NFC", text)]),
    ("quotation marks", _variants('"“”„«»', ("“”", "«»", '"'))),
    ("dashes", _variants("—–―-", ("—", "–", "-"))),
    ("dots", lambda text: [text.replace("...", "…"), text.replace("…", "...")]),
)


def _as_form(words: Sequence[Token], loci: Sequence[str], digests: Mapping[str, str]) -> Passage | None:
    """Return the passage if words are a locus except for one way of writing."""
    text = _joined(words)
    for locus in loci[:1] if len(loci) == 1 else ():
        for name, write in _FORMS:
            if any(digest(form.split()) == digests[locus] for form in write(text)):
                return Passage(Agreement.FORM, (locus,), text, words[0].line, name)
    return None
