"""Compares the figure that a page shows with the value that its expression yields; a clause must be True."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from verify.checks import figures
from verify.checks.figures import ENGLISH, squeeze
from verify.model import Kind

_CLAIM = re.compile(r"(?P<shown>.+?)\s+<(?P<expression>\S.*?)>\s*(?:\|(?P<loci>[^<>|]*))?", re.DOTALL)
_IN = "in:"
"""What stands behind the bar before the language of a claim, where it is not that of its site."""


class ClaimError(ValueError):
    """A claim that cannot be read; the message says how it is written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim taken apart: what is shown, the expression, and after a bar the loci and why no rule runs, if given.

    Its figures are written in ``language``.
    """

    shown: str
    expression: str
    loci: tuple[str, ...] = ()
    no_rule: str | None = None
    language: str = ENGLISH


def split_claim(text: str, language: str = ENGLISH) -> Claim:
    """Take the content of a claim or clause apart: ``188 <deal.total()>`` or ``188 <deal.total()> | locus locus``.

    Among the loci may stand a language other than that of the site, as ``in:ru``, and behind them why no rule runs:
    ``11 <len(printed)> | locus no-rule: the source miscounts``.

    Raises:
        ClaimError: if it is not in that form.
    """
    match = _CLAIM.fullmatch(text.strip())
    if match is None:
        raise ClaimError(f"{squeeze(text)!r} has no expression; write it as `188 <expression>`")
    rest, given, reason = (match["loci"] or "").partition("no-rule:")
    no_rule = squeeze(reason) if given else None
    words = rest.split()
    named = [word.removeprefix(_IN) for word in words if word.startswith(_IN)]
    if unknown := [name for name in named if not figures.is_language(name)]:
        raise ClaimError(f"{squeeze(text)!r} is in no language that Babel knows: {unknown[0]!r}; write it as in:ru")
    loci = tuple(word for word in words if not word.startswith(_IN))
    return Claim(squeeze(match["shown"]), match["expression"].strip(), loci, no_rule, [language, *named][-1])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What differs: the page's text, the rules' value as a text, and a hint where the form is at fault."""

    says: str
    gives: str
    hint: str = ""


def mismatch(shown: str, value: Any, language: str = ENGLISH) -> Mismatch | None:
    """Compare what a page shows with a value; None if they agree.

    Numbers are read with :func:`verify.checks.figures.readings`: an exact one (int, Fraction, Decimal) must be shown
    exactly, a float to the last place that the page prints. Cards are read in any notation of :mod:`gamerules.cards`;
    everything else (names of suits too) must equal ``str(value)``, white space and a capital at the beginning apart.
    True and False are no figures, so they never agree: nothing would be compared with the words.

    Raises:
        WordsError: if the text may be a number in words, and num2words is not there.
    """
    text = squeeze(shown)
    if isinstance(value, bool):
        hint = "let it yield the figure or name that is shown, or use {holds} for a clause that is true"
        return Mismatch(text, f"{value}, which is compared with no word", hint)
    given = squeeze(str(value))
    if text == given or text == given[:1].upper() + given[1:] or _same_cards(text, value):
        return None
    if not isinstance(value, figures.Number) or figures.exactly(value) is None:
        return Mismatch(text, given or repr(value))
    if figures.shows(text, value, language):
        return None
    rounded = isinstance(value, float)
    gives = figures.in_style(text, value, language) if rounded else figures.figure(value, language)
    return Mismatch(text, gives, _number_hint(text, value, language))


def _number_hint(text: str, value: figures.Number, language: str) -> str:
    """Say how to mend what shows no number, or one in a form that the value does not have."""
    if not (read := figures.readings(text, language)):
        return "put just the figure into the role (digits as the language groups them, or words)"
    if "≈" not in text and any(one.fits(float(value)) for one in read if one.unit):
        return f"the value is exact, so write all of it, or ≈ {text} if it is meant to be rounded"
    if "%" in text and any(one.fits(float(value) / 100) for one in read):
        return "a per cent is a hundredth: put the sign behind the role, if the value counts hundredths"
    return ""


def untrue(shown: str, value: Any, language: str = ENGLISH) -> Mismatch | None:
    """Say what is wrong with the value of a clause; None if it is True itself, not just something that counts as it."""
    if value is True:
        return None
    hint = "" if value is False else "a clause holds when its expression is True: write it as a comparison"
    return Mismatch(squeeze(shown), repr(value), hint)


COMPARED: Final[Mapping[Kind, Callable[[str, Any, str], Mismatch | None]]] = {Kind.CLAIM: mismatch, Kind.HOLDS: untrue}
"""What compares the words of each role with its value."""


def _same_cards(text: str, value: Any) -> bool:
    """Compare cards whatever notation the page uses; a page that has cards has imported their module."""
    cards = sys.modules.get("gamerules.cards")
    if cards is None or not isinstance(value, (cards.Card, cards.CardSet)):
        return False
    try:
        return bool(type(value).parse(text) == value)
    except cards.CardError:
        return False
