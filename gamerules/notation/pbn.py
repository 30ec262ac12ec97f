"""Portable Bridge Notation, version 2.1, in and out, for the games of four players.

The reader is lenient: comments, escaped lines, unknown hands and cards, repeated tags and tags of any name are
understood; notes, marks of calls and cards, and the tables of other tags are kept. The writer is strict: it writes the
export format. Nullo, which the notation does not know, is written as an unknown contract with the tag
``NulloContract``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from gamerules.cards import Card, CardError, CardSet, Rank, Suit
from gamerules.rules import FileError, ImpossibleInputError
from gamerules.tricks import Play, StandardOrder, winning_play

SEATS: Final = "NESW"
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
VULNERABLE: Final = {"none": "None", "-": "None", "love": "None", "ns": "NS", "ew": "EW", "all": "All", "both": "All"}
NULLO_TAG: Final = "NulloContract"
MANDATORY: Final = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The tags that every game of the export format has, in this order."""

CONTRACT: Final = re.compile(r"(?P<level>[1-7]) ?(?P<strain>NT?|[SHDC]|nullo)(?P<doubling>X{0,2})", re.IGNORECASE)
NUMBERED: Final = "% numbered by the writer"
"""The escaped line before a board that had no number: other programs want one, and ours leaves it out again."""

_CALL = re.compile(r"(?:[1-7](?:NT?|[SHDC])|X{1,2}|Pass|AP|[*+-])", re.IGNORECASE)
_RANKS = {"T" if rank == Rank.TEN else rank.letter: rank for rank in Rank}
_READ_RANKS = {**_RANKS, "10": Rank.TEN}


class PbnError(FileError):
    """A text that is not Portable Bridge Notation; the message says where and how to mend it."""


def _empty() -> Mapping[Any, Any]:
    return MappingProxyType({})


Hands = tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]


@dataclass(frozen=True, slots=True)
class Board:
    """One deal with what is known of its auction and play. Players are 0 to 3 for North, East, South and West.

    Attributes:
        hands: the hands; None for one that is not known.
        dealer: the dealer, or None.
        vulnerable: ``None``, ``NS``, ``EW`` or ``All``; empty if not known.
        declarer: the declarer, or None.
        contract: ``4H``, ``3NTX``, ``4 nullo``, ``Pass`` for a deal passed out; empty if not known. No other spelling:
            the reader knows more of them and makes them these.
        result: the declarer's tricks, or None.
        opener: who calls first; None if there is no auction.
        auction: the calls in order: ``1C``, ``3NT``, ``Pass``, ``X``, ``XX``.
        leader: who leads to the first trick; None if there is no play.
        play: the cards in the order in which they were played.
        marks: what is marked at calls and cards, by section (``Auction``, ``Play``) and place from 0: ``! =1=``.
        notes: the notes of a section, by its tag: ``1:strong``.
        tags: all other tags, by name.
        tables: the rows that follow other tags, by name; cells are a single space apart.
        line: the line of the text on which it begins, for messages; 0 if it was not read.
    """

    hands: Hands = (None, None, None, None)
    dealer: int | None = None
    vulnerable: str = ""
    declarer: int | None = None
    contract: str = ""
    result: int | None = None
    opener: int | None = None
    auction: tuple[str, ...] = ()
    leader: int | None = None
    play: tuple[Card, ...] = ()
    marks: Mapping[tuple[str, int], str] = field(default_factory=_empty)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=_empty)
    tags: Mapping[str, str] = field(default_factory=_empty)
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=_empty)
    line: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Leave out what says nothing: mandatory tags of unknown value, and empty tables and notes.

        Raises:
            ImpossibleInputError: if a board could not be written so that it reads back the same.
        """
        if (self.auction and self.opener is None) or (self.play and self.leader is None):
            raise ImpossibleInputError("an auction needs its opener, and a play its leader; give opener and leader")
        if loose := {*self.tables, *self.notes} - {*self.tags, *MANDATORY, "Auction", "Play", NULLO_TAG}:
            raise ImpossibleInputError(f"rows or notes of {min(loose)} follow no tag; add {min(loose)} to the tags")
        if any(value in ("#", "##") or re.search(r"[\r\n]", value) for value in self.tags.values()):
            raise ImpossibleInputError("a tag's value is one line, and # alone repeats the one before; change it")
        if self.contract not in ("", "Pass", _contract(self.contract, 0, "")):
            raise ImpossibleInputError(f"write the contract {self.contract!r} as {_contract(self.contract, 0, '')!r}")
        kept = {name: value for name, value in self.tags.items() if value != "?" or name not in MANDATORY}
        object.__setattr__(self, "tags", MappingProxyType(kept))
        for name in ("tables", "notes"):
            told = {tag: tuple(rows) for tag, rows in getattr(self, name).items() if rows}
            object.__setattr__(self, name, MappingProxyType(told))

    @property
    def trump(self) -> Suit | None:
        """The trump suit of the contract; None for no trump, nullo, and where the contract is not known."""
        found = CONTRACT.fullmatch(self.contract)
        strain = found["strain"].upper() if found else ""
        return Suit.parse(strain) if strain in tuple("SHDC") else None

    @property
    def is_nullo(self) -> bool:
        """Whether the contract is a nullo."""
        return "nullo" in self.contract


# ---- reading


def parse(text: str, path: str = "<pbn>", faults: list[PbnError] | None = None) -> tuple[Board, ...]:
    """Read all games of a text.

    Args:
        text: the notation.
        path: the file's name, for messages.
        faults: where what is wrong with one game is put, which is then left out; if not given, it is raised.

    Raises:
        PbnError: on any fault, with its line.
    """
    boards: list[Board] = []
    before: dict[str, tuple[str, int]] = {}
    for raw in _games(_tokens(text, path), path):
        tags: dict[str, tuple[str, int]] = {}
        for name, (value, line) in raw.tags.items():
            if value in ("#", "##"):
                value = before.get(name, ("", line))[0]
            tags[name] = (value, line)
        before = {**before, **tags}
        try:
            boards.append(_board(_Raw(tags, raw.sections, raw.notes, raw.line), path))
        except PbnError as error:
            if faults is None:
                raise
            faults.append(error)
    return tuple(boards)


def load(path: Path, faults: list[PbnError] | None = None) -> tuple[Board, ...]:
    """Read all games of a file, in UTF-8 or in Latin-1, the notation's own character set.

    Args:
        path: the file.
        faults: as :func:`parse` takes them.

    Raises:
        PbnError: on any fault, with its line; if the file cannot be read, too.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PbnError(str(path), 1, "the file does not exist; check the name and the folder") from None
    except OSError as error:
        raise PbnError(str(path), 1, f"the file cannot be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return parse(text, str(path), faults)


@dataclass
class _Raw:
    """A game as its tags, with their lines, and the tokens and notes that follow some of them."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    sections: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    line: int = 1


_TAG = re.compile(r"\[\s*(?P<name>\w+)\s*\"(?P<value>(?:[^\"\\]|\\.)*)\"\s*\]")
_MARK = re.compile(r"=\d+=|\$\d+|[!?]+")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;{\[]+')


def _tokens(text: str, path: str) -> Iterator[tuple[str, str, int]]:
    """Yield tags as (name, value, line), other tokens as ("", token, line), and ("", "", line) for a blank line."""
    comment_from = 0
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        rest = line
        if not comment_from and line.startswith("%"):
            if line == NUMBERED:
                yield NUMBERED, "", number
            continue
        if not comment_from and not line.strip():
            yield "", "", number
            continue
        while rest:
            if comment_from:
                _, closed, rest = rest.partition("}")
                comment_from = 0 if closed else comment_from
                continue
            rest = rest.lstrip()
            if rest.startswith(";"):
                break
            if rest.startswith("{"):
                comment_from, rest = number, rest[1:]
                continue
            if rest.startswith("["):
                found = _TAG.match(rest)
                if not found:
                    raise PbnError(path, number, f'{rest!r} is not a tag; write [Name "value"]')
                # Only these two are escaped: the columns of tables have a backslash of their own (Result\2R).
                yield found["name"], re.sub(r'\\(["\\])', r"\1", found["value"]), number
                rest = rest[found.end() :]
                continue
            token = _TOKEN.match(rest)
            if token:
                yield "", token[0], number
            rest = rest[token.end() if token else 1 :]
    if comment_from:
        raise PbnError(path, comment_from, "the comment that begins with { does not end; add }")


def _games(tokens: Iterator[tuple[str, str, int]], path: str) -> Iterator[_Raw]:
    """Group tokens into games: a blank line, or a tag that the game has already, begins the next one."""
    raw, section, blank, numbered = _Raw(), "", False, False
    for name, value, line in tokens:
        if name == NUMBERED:
            numbered = True
            continue
        if not name and not value:
            blank = bool(raw.tags)
            continue
        if name and raw.tags and (blank or name in raw.tags) and name != "Note":
            yield raw
            raw = _Raw(line=line)
        blank = blank and not name
        if name == "Note" and not section:
            raise PbnError(path, line, "the note follows no tag; put it after the tag that it belongs to")
        if name == "Note":
            raw.notes.setdefault(section, []).append(value)
        elif name:
            raw.line = raw.line if raw.tags else line
            if numbered and name == "Board":
                numbered, value = False, "?"
            raw.tags[name] = (value, line)
            section = name
        elif raw.tags:
            raw.sections.setdefault(section, []).append((value, line))
        else:
            raise PbnError(path, line, f'{value!r} follows no tag; a board begins with a tag such as [Board "1"]')
    if raw.tags:
        yield raw


def _board(raw: _Raw, path: str) -> Board:
    def tag(name: str) -> tuple[str, int]:
        value, line = raw.tags.get(name, ("", raw.line))
        return ("" if value == "?" else value), line

    hands = _deal(*tag("Deal"), path)
    contract = _contract(*tag("Contract"), path)
    text, line = tag(NULLO_TAG)
    if text:
        nullo = _contract(text, line, path)
        if "nullo" not in nullo or contract not in ("", nullo):
            raise PbnError(path, line, f"{text!r} is not a nullo, or not the board's only contract; write 4 nullo")
        contract = nullo
    text, line = tag("Vulnerable")
    if text and text.lower() not in VULNERABLE:
        raise PbnError(path, line, f"Vulnerable is {text!r}; write None, NS, EW or All")
    vulnerable = VULNERABLE.get(text.lower(), "")
    result = _result(*tag("Result"), path)
    opener = _seat(*tag("Auction"), path)
    leader = _seat(*tag("Play"), path)
    marks: dict[tuple[str, int], str] = {}
    board = Board(
        hands=hands,
        dealer=_seat(*tag("Dealer"), path),
        vulnerable=vulnerable,
        declarer=_seat(*_bare(*tag("Declarer")), path),
        contract=contract,
        result=result,
        opener=opener,
        auction=_auction(raw.sections.get("Auction", []), marks, path) if opener is not None else (),
        leader=leader,
        marks=MappingProxyType(marks),
        notes=MappingProxyType({name: tuple(notes) for name, notes in raw.notes.items()}),
        tags=MappingProxyType({name: value for name, (value, _) in raw.tags.items() if name not in _OWN}),
        tables=MappingProxyType(
            {name: _rows_of(tokens) for name, tokens in raw.sections.items() if name not in ("Auction", "Play")}
        ),
        line=raw.line,
    )
    if leader is None:
        return board
    play = _play(raw.sections.get("Play", []), leader, board.trump, marks, path)
    values = {name: getattr(board, name) for name in Board.__slots__}
    return Board(**(values | {"play": play}))


_OWN = frozenset(
    {"Deal", "Dealer", "Vulnerable", "Declarer", "Contract", "Result", "Auction", "Play", NULLO_TAG}
)  # what a Board holds by itself


def _rows_of(tokens: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    rows: dict[int, list[str]] = {}
    for token, line in tokens:
        rows.setdefault(line, []).append(token)
    return tuple(map(" ".join, rows.values()))


def _marked(token: str) -> tuple[str, str]:
    """Part a token of auction or play into what was called or played and how it is marked."""
    return _MARK.sub("", token), " ".join(_MARK.findall(token))


def _bare(value: str, line: int) -> tuple[str, int]:
    """Take off the caret by which an irregular declarer is marked."""
    return value.lstrip("^"), line


def _seat(value: str, line: int, path: str) -> int | None:
    if not value:
        return None
    if value.upper() not in tuple(SEATS):
        raise PbnError(path, line, f"{value!r} is not a player; write N, E, S or W")
    return SEATS.index(value.upper())


def _deal(value: str, line: int, path: str) -> Hands:
    if not value:
        return (None, None, None, None)
    first, colon, rest = value.partition(":")
    holdings = rest.split()
    sizes = set()
    if not colon or first.upper() not in tuple(SEATS) or len(holdings) != 4:
        raise PbnError(path, line, f"the deal {value!r} is not written as N:♠.♥.♦.♣ hand hand hand, with four hands")
    hands: list[CardSet | None] = [None] * 4
    seen = CardSet()
    for place, holding in enumerate(holdings):
        if holding == "-":
            continue
        hand = _holding(holding, line, path)
        if hand & seen:
            raise PbnError(path, line, f"{hand & seen} is dealt twice; give each card to one player")
        seen |= hand
        sizes.add(len(hand))
        hands[(SEATS.index(first.upper()) + place) % 4] = hand
    if len(sizes) > 1 or max(sizes, default=0) > 13:
        counts = ", ".join(str(len(hand)) for hand in hands if hand is not None)
        raise PbnError(path, line, f"the hands have {counts} cards; give each as many, 13 at most")
    return (hands[0], hands[1], hands[2], hands[3])


def _holding(text: str, line: int, path: str) -> CardSet:
    """Return a hand whose suits are parted by dots, spades first, or each with its letter before it."""
    parts = [part.strip("-") for part in text.upper().split(".")]
    lettered = [part for part in parts if part[:1] in tuple("SHDC")]
    if lettered:
        if len(lettered) < sum(map(bool, parts)) or len({part[0] for part in lettered}) < len(lettered):
            raise PbnError(path, line, f"the hand {text!r} does not give each suit its letter once; write SAK.HQ.D9.C8")
        suits = [Suit.parse(part[0]) for part in lettered]
        parts = [part[1:].strip("-") for part in lettered]
    elif len(parts) != 4:
        raise PbnError(
            path, line, f"the hand {text!r} has {len(parts)} suits, not four; write ♠.♥.♦.♣, empty for a void"
        )
    else:
        suits = list(SUITS)
    cards: list[Card] = []
    for suit, ranks in zip(suits, parts, strict=True):
        for mark in re.findall(r"10|.", ranks):
            if mark not in _READ_RANKS:
                raise PbnError(path, line, f"{mark!r} in {text!r} is not a rank; ranks are A K Q J T 9 … 2")
            cards.append(Card.of(suit, _READ_RANKS[mark]))
    if len(set(cards)) != len(cards):
        raise PbnError(path, line, f"the hand {text!r} has a card twice")
    return CardSet(cards)


def _contract(text: str, line: int, path: str) -> str:
    if not text:
        return ""
    if text.lower() in ("pass", "ap", "-"):
        return "Pass"
    found = CONTRACT.fullmatch(text)
    if not found:
        raise PbnError(path, line, f"{text!r} is not a contract; write 4H, 3NTX, 4 nullo or Pass")
    strain = found["strain"].upper()
    strain = {"N": "NT", "NULLO": " nullo"}.get(strain, strain)
    return f"{found['level']}{strain}{found['doubling'].upper()}"


def _result(text: str, line: int, path: str) -> int | None:
    number = text.lstrip("^").removeprefix("EW ").removeprefix("NS ").split(" ")[0]
    if not number:
        return None
    if not number.isdecimal() or int(number) > 13:
        raise PbnError(path, line, f"the result {text!r} is not a number of tricks from 0 to 13")
    return int(number)


def _auction(tokens: Sequence[tuple[str, int]], marks: dict[tuple[str, int], str], path: str) -> tuple[str, ...]:
    """Return the calls; what is marked at them is added to ``marks``."""
    calls: list[str] = []
    for token, line in tokens:
        token, mark = _marked(token)
        if not token or token in "*+-":
            _mark(marks, ("Auction", len(calls) - 1), mark)
            continue
        if not _CALL.fullmatch(token):
            raise PbnError(path, line, f"{token!r} is not a call; write 1C to 7NT, Pass, X, XX or AP")
        word = token.upper()
        if word == "AP":
            calls += ["Pass"] * (4 if not calls else 3)
        elif word == "PASS":
            calls.append("Pass")
        else:
            calls.append(f"{word}T" if word[1:] == "N" else word)
        _mark(marks, ("Auction", len(calls) - 1), mark)
    return tuple(calls)


def _mark(marks: dict[tuple[str, int], str], place: tuple[str, int], mark: str) -> None:
    """Add a mark to those of one call or card."""
    if mark and place[1] >= 0:
        marks[place] = f"{marks[place]} {mark}" if place in marks else mark


def _play(
    tokens: Sequence[tuple[str, int]],
    leader: int,
    trump: Suit | None,
    marks: dict[tuple[str, int], str],
    path: str,
) -> tuple[Card, ...]:
    """Return the cards as they were played: PBN gives each trick by columns, the first leader's first.

    What is marked at them is added to ``marks``.
    """
    table: list[Card | None] = []
    at: dict[tuple[str, int], str] = {}
    for token, line in tokens:
        token, mark = _marked(token)
        if token in ("*", "+"):
            break
        if token:
            try:
                table.append(None if token == "-" else _card(token))
            except CardError as error:
                raise PbnError(path, line, str(error)) from None
        _mark(at, ("Play", len(table) - 1), mark)
    played: list[Card] = []
    leads, order = leader, StandardOrder(trump)
    for begin in range(0, len(table), 4):
        row = table[begin : begin + 4]
        trick: list[Play] = []
        for player in ((leads + place) % 4 for place in range(4)):
            column = (player - leader) % 4
            card = row[column] if column < len(row) else None
            if card is None:
                break
            if ("Play", begin + column) in at:
                marks["Play", len(played)] = at["Play", begin + column]
            trick.append(Play(player, card))
            played.append(card)
        if len(trick) < 4:
            break  # what follows a card that is not known has no order
        leads = winning_play(trick, order).player
    return tuple(played)


def _card(token: str) -> Card:
    text = token.upper()
    if text[0] not in "SHDC" or text[1:] not in _READ_RANKS:
        raise CardError(f"{token!r} is not a card; write a suit and a rank, as SA or DT")
    return Card.of(Suit.parse(text[0]), _READ_RANKS[text[1:]])


# ---- writing


def write(boards: Sequence[Board]) -> str:
    """Return games in the export format."""
    return "\n".join(["% PBN 2.1", "% EXPORT", *(_game(board, number) for number, board in enumerate(boards, 1))])


def _game(board: Board, number: int) -> str:
    nullo = board.is_nullo
    own = {
        "Dealer": "?" if board.dealer is None else SEATS[board.dealer],
        "Vulnerable": board.vulnerable or "?",
        "Deal": deal_text(board.hands),
        "Declarer": "?" if board.declarer is None else SEATS[board.declarer],
        "Contract": "?" if nullo else board.contract or "?",
        "Result": "?" if board.result is None else str(board.result),
    }
    given = {"Board": str(number), **board.tags, **own}
    given = {name: given.get(name, "?") for name in MANDATORY} | given
    if nullo:
        given[NULLO_TAG] = board.contract
    rows = {name: list(table) for name, table in board.tables.items()}
    if board.opener is not None:
        given["Auction"] = SEATS[board.opener]
        calls = [call + _suffix(board.marks.get(("Auction", place), "")) for place, call in enumerate(board.auction)]
        rows["Auction"] = _rows(calls, "" if _is_finished(board.auction) else "*")
    if board.leader is not None:
        given["Play"] = SEATS[board.leader]
        table = _table(board, board.leader)
        rows["Play"] = _rows(table, "" if len(table) == 52 else "*")
    for name in board.notes:
        given.setdefault(name, "?")
    lines: list[str] = [] if "Board" in board.tags else [NUMBERED]
    for name, value in given.items():
        lines += [_tag(name, value), *rows.get(name, ()), *(_tag("Note", note) for note in board.notes.get(name, ()))]
    return "\n".join([*lines, ""])


def _tag(name: str, value: str) -> str:
    escaped = re.sub(r'"|\\(?=["\\]|\Z)', r"\\\g<0>", value)
    return f'[{name} "{escaped}"]'


def _suffix(marks: str) -> str:
    """Return marks as they stand after a call or a card: a judgement at once, all else after a space."""
    return marks if marks.startswith(("!", "?")) else f" {marks}" * bool(marks)


def _is_finished(auction: Sequence[str]) -> bool:
    return len(auction) >= 4 and tuple(auction[-3:]) == ("Pass",) * 3


def _rows(tokens: Sequence[str], end: str) -> list[str]:
    rows = [" ".join(tokens[i : i + 4]) for i in range(0, len(tokens), 4)]
    return [*rows, end] if end else rows


def deal_text(hands: Hands) -> str:
    """Return four hands as PBN writes them, North's first; ``-`` for one that is not known."""
    return "N:" + " ".join("-" if hand is None else hand_text(hand) for hand in hands)


def hand_text(hand: CardSet) -> str:
    """Return a hand as PBN writes it: ``AKQ.T98.765.5432``."""
    names = {rank: mark for mark, rank in _RANKS.items()}
    return ".".join("".join(names[card.rank] for card in hand.of_suit(suit)) for suit in SUITS)


def _table(board: Board, leader: int) -> list[str]:
    """Return the cards in the columns of PBN, the first leader's first; ``-`` where a card was not played."""
    order = StandardOrder(board.trump)
    table: list[str] = []
    leads = leader
    for begin in range(0, len(board.play), 4):
        trick = [Play((leads + place) % 4, card) for place, card in enumerate(board.play[begin : begin + 4])]
        row = ["-"] * 4
        for place, play in enumerate(trick, begin):
            name = "T" if play.card.rank == Rank.TEN else play.card.rank.letter
            marks = _suffix(board.marks.get(("Play", place), ""))
            row[(play.player - leader) % 4] = f"{play.card.suit.name[0]}{name}{marks}"
        table += row
        leads = winning_play(trick, order).player
    return table
