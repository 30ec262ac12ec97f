"""What every game offers: a state to play, a picture to draw, facts to check and scores to ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from gamerules.adapters import Adapters
from gamerules.cards import Card, CardSet
from gamerules.ledger import Ledger
from gamerules.rules import BaseRules, GameRulesError, suggest

if TYPE_CHECKING:
    import argparse
    from importlib.metadata import EntryPoint

CHANCE: Final = -1
"""The actor of a state in which a card is dealt, turned or drawn."""

ENTRY_POINTS: Final = "gamerules.games"
"""The entry-point group in which games are found."""


class UnknownGameError(GameRulesError, LookupError):
    """A game was asked for that is not installed."""


class State(Protocol):
    """A position of a game: an immutable value; two equal positions compare and hash equal.

    Players are numbered from 0. Chance (a card dealt, turned or drawn) is an action like any other, with actor
    :data:`CHANCE`, so that a state can be replayed from its actions alone.
    """

    @property
    def rules(self) -> BaseRules:
        """The variants and decisions in force."""

    @property
    def actor(self) -> int | None:
        """Who acts: a player, :data:`CHANCE`, or None when the game is over."""

    @property
    def phase(self) -> str:
        """What is going on, in one word: ``deal``, ``auction``, ``play`` and the like."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""

    def legal_actions(self) -> Sequence[Any]:
        """Return all legal actions in a fixed order; empty exactly when the game is over."""

    def after(self, action: Any) -> Self:
        """Return the state after an action.

        Raises:
            gamerules.rules.IllegalAction: if the action is not legal; it names the locus and lists what was.
        """

    def ledger(self) -> Ledger:
        """Return the score entries so far."""

    def view(self, player: int) -> Self | Any:
        """Return what this player may see: the state with hidden cards left out."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards that belong to somebody in one zone of the table.

    Attributes:
        owner: the player's number, or None for what belongs to nobody (talon, stock).
        zone: ``hand``, ``reserve``, ``talon`` …
        cards: the cards that can be seen.
        hidden: how many more lie there unseen.
    """

    owner: int | None
    zone: str
    cards: CardSet
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A position in the general terms in which any game can be drawn.

    Attributes:
        phase: the phase, in words.
        actor: who acts next.
        holdings: the cards, by owner and zone.
        trick: the cards on the table, each with its player, in order.
        notes: short facts worth showing, as (name, value): contract, tricks taken, calls …
        ledger: the score entries so far.
    """

    phase: str
    actor: int | None
    holdings: tuple[Holding, ...]
    trick: tuple[tuple[int, Card], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    ledger: Ledger = field(default_factory=lambda: Ledger(()))

    def lines(self, names: Sequence[str] = ()) -> list[str]:
        """Return the picture as lines of text; players without a name are numbered from one."""

        def called(player: int) -> str:
            return names[player] if player < len(names) else f"player {player + 1}"

        lines = [f"-- {self.phase}"]
        for holding in self.holdings:
            owner = "" if holding.owner is None else f"{called(holding.owner)}, "
            cards = str(holding.cards) if holding.cards else ""
            hidden = f"{holding.hidden} face down" if holding.hidden else ""
            shown = " and ".join(part for part in (cards, hidden) if part)
            if shown:
                lines.append(f"   {owner}{holding.zone}: {shown}")
        if self.trick:
            lines.append("   on the table: " + ", ".join(f"{card} ({called(player)})" for player, card in self.trick))
        return [*lines, *(f"   {name}: {value}" for name, value in self.notes)]


class Drawn:
    """A state that prints as its game draws it, all cards open; its repr stays exact."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the picture of the position as lines of text."""
        return "\n".join(game_of(self).draw(self, None).lines())


class Gives(StrEnum):
    """What kind of value a fact gives, and so how the text of a record is read to be compared with it."""

    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"
    """``yes`` or ``no``."""
    PLAYER = "player"
    """A player's number, written as a name."""
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a record: the state, the state before the step, and the step's actions.

    Attributes:
        state: the state at the end of the step.
        before: the state at its beginning.
        actions: the step's actions with their actors, in order.
        states: the state before each of those actions, in order.
    """

    state: Any
    before: Any
    actions: tuple[tuple[int, Any], ...] = ()
    states: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a record may say of a position, and how the rules work it out.

    Attributes:
        gives: the kind of value.
        read: works the value out; for ``by_player`` a mapping from player number to value.
        loci: the rules by which it is so, shown when text and rules disagree.
        doc: what the fact is, in one line.
        by_player: whether the value is a mapping by player.
        detail: more to show beside a value that differs, such as the winning card.
    """

    gives: Gives
    read: Callable[[Position], Any]
    loci: tuple[str, ...]
    doc: str
    by_player: bool = False
    detail: Callable[[Position], str] | None = None


@dataclass(frozen=True, slots=True)
class ScoreCommand:
    """What ``gamerules score GAME`` needs: its options and the ledger that they yield.

    The command line adds ``--rules``, ``--decision`` and ``--json`` itself, and sets ``options.rules`` to the game's
    Rules that they ask for; a game whose own options change the rules sets it again, so that the output names them.

    Attributes:
        add_arguments: adds the game's options to a parser.
        ledger: turns the parsed options into a ledger; raises ImpossibleInputError for what no deal can produce.
        result: turns them into the result of which the game's adapters can make a deal, if they can.
    """

    add_arguments: Callable[[argparse.ArgumentParser], None]
    ledger: Callable[[argparse.Namespace], Ledger]
    result: Callable[[argparse.Namespace], Any] | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a rota: the pairs that play, and who sits out.

    Attributes:
        partners: the pairs, by name.
        out: the names of those who sit out.
    """

    partners: tuple[tuple[str, str], ...]
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RotaCommand:
    """What ``gamerules rota GAME`` needs, for more players than the table seats.

    Attributes:
        letters: the names used where none are given.
        rounds: seats the players, given by name in the order in which they sit out; one function for each number.
        table: draws the rounds as a table to keep the score on.
    """

    letters: tuple[str, ...]
    rounds: Mapping[int, Callable[[Sequence[str]], tuple[Round, ...]]]
    table: Callable[[Sequence[str], Sequence[Round]], str]


@dataclass(frozen=True, slots=True)
class Game:
    """One game, as the command line, the records and the site find it.

    Attributes:
        name: the name in addresses and commands (``german-ombre``).
        title: the name in prose.
        sources: the loci prefixes that describe it (``slam-dictionary``, ``mendelev.slam-``).
        players: how many play.
        presets: named rules, the first of them the default.
        start: makes the first state from rules and the record's ``start`` options (texts, players by name resolved
            through the names given); raises RecordValueError for a bad option, or for players of one name. None for
            games that are scored only.
        actions: reads one entry of a record: ``(state, actor, word, value, names)`` to the actions it stands for.
            ``actor`` is a player or CHANCE, ``word`` the chance word or ``""``, ``value`` a text or a mapping.
        chance_words: the words that stand for chance in a record (``deal``, ``talon``).
        facts: what a record may say, by name.
        picture: draws a state; ``player`` limits it to what that player may see.
        label: names a moment for messages (``trick 4``, ``round 2 of the auction``).
        score: the score command, if the game has one.
        rota: the rota command, if the text has a rota.
        policy: chooses among legal actions so that random games look like games; None for uniform choice.
        adapters: what the game offers the shared layers: how it is dealt, written, posed to a solver and so on.
        findings: the module whose ``STUDIES`` are the game's studies (see :mod:`gamerules.lab.findings`).
    """

    name: str
    title: str
    sources: tuple[str, ...]
    players: int
    presets: Mapping[str, BaseRules]
    start: Callable[..., Any] | None = None
    actions: Callable[[Any, int, str, Any, Sequence[str]], Sequence[Any]] | None = None
    chance_words: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    picture: Callable[[Any, int | None], Picture] | None = None
    label: Callable[[Any], str] | None = None
    score: ScoreCommand | None = None
    rota: RotaCommand | None = None
    policy: Callable[[Any, Random], Any] | None = None
    adapters: Callable[[], Adapters] = Adapters
    findings: str = ""

    def __post_init__(self) -> None:
        """Let no game start with players of one name, however it is started."""
        if self.start:
            object.__setattr__(self, "start", partial(_started, self.start))

    def draw(self, state: Any, player: int | None) -> Picture:
        """Draw a state of a game that is played; ``player`` limits it to what that player may see."""
        assert self.picture is not None
        return self.picture(state, player)


class RecordValueError(ValueError):
    """A text in a record that the game cannot read; the record adds file and line."""


def _started(start: Callable[..., Any], rules: BaseRules, players: Sequence[str], **options: Any) -> Any:
    """Start a game; refuse players of one name, whose cards and entries could not be told apart."""
    if len(set(players)) != len(players):
        raise RecordValueError(f"two players have one name ({', '.join(players)}); give them different names")
    return start(rules, players, **options)


def cards_dealt(value: Any, names: Sequence[str], receivers: Iterable[int]) -> tuple[Card, ...]:
    """Return the cards of a record's ``deal: {NAME: cards}`` in the order in which they are dealt.

    Args:
        value: what the record has: a mapping from names to cards, of whole hands or of what was dealt so far.
        names: the players' names.
        receivers: who gets the cards that are still to be dealt, card by card.

    Raises:
        RecordValueError: if it is no such mapping, or the cards do not come out even with the turns of the deal.
    """
    if not isinstance(value, dict) or not set(value) <= set(names):
        raise RecordValueError(f"write what is dealt by player, as {{{names[0]}: ♠AK…, {names[1]}: ♠QJ…}}")
    waiting = {names.index(name): list(CardSet.parse(text_of(cards))) for name, cards in value.items()}
    counts = ", ".join(f"{names[player]} {len(cards)}" for player, cards in waiting.items())
    order: list[Card] = []
    for player in receivers:
        if not waiting.get(player):
            break
        order.append(waiting[player].pop(0))
    if any(waiting.values()):
        raise RecordValueError(f"cards cannot be dealt here in turn as given ({counts}); give each player his share")
    return tuple(order)


def laid_aside(text: str, done: Any) -> tuple[Any, ...]:
    """Return the actions of one who lays cards aside, one by one, as a record has them after its verb.

    Args:
        text: the cards, or ``nothing``; with ``…`` or ``...`` after them the player is not done yet.
        done: what he says when he is.
    """
    cards = text.strip()
    rest = cards.removesuffix("…").removesuffix("...").strip()
    chosen = () if rest == "nothing" else CardSet.parse(rest)
    return (*chosen, done) if rest == cards else tuple(chosen)


def text_of(value: Any) -> str:
    """Return an entry of a record that must be a single text.

    Raises:
        RecordValueError: if it is a list or a mapping.
    """
    if not isinstance(value, str):
        raise RecordValueError("a single text was expected, such as a card, 'pass' or 'bid …'")
    return value


def entry_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group; importing a game does not pay for the search."""
    from importlib import metadata

    return metadata.entry_points(group=group)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all installed games, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=ENTRY_POINTS)}))


@cache
def find(name: str) -> Game:
    """Return an installed game by name.

    Raises:
        UnknownGameError: if there is none of that name (near names are suggested), several, or it cannot be imported.
    """
    points = {point.value: point for point in entry_points(group=ENTRY_POINTS) if point.name == name}
    if not points:
        near = suggest(name, names())
        hint = "" if "did you mean" in near else "; a game of your own must be installed first: pip install -e ."
        raise UnknownGameError(f"there is no game called {name!r}{near}{hint}")
    if len(points) > 1:
        raise UnknownGameError(
            f"several games are called {name!r}: {', '.join(sorted(points))}; rename or uninstall one"
        )
    (point,) = points.values()
    try:
        game = point.load()
    except (ImportError, AttributeError) as error:
        raise UnknownGameError(f"the game {name!r} ({point.value}) cannot be imported: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGameError(f"the entry point {name!r} ({point.value}) is not a Game; point it at one")
    return game


def installed() -> tuple[Game, ...]:
    """Return the installed games, sorted by name; one that cannot be imported is left out."""
    found = []
    for name in names():
        with suppress(UnknownGameError):
            found.append(find(name))
    return tuple(found)


@cache
def _game_near(module: str) -> Game:
    points = list(entry_points(group=ENTRY_POINTS))
    for cut in range(module.count(".") + 1):
        package = module.rsplit(".", cut)[0]
        near = {point.name for point in points if f"{point.module}.".startswith(f"{package}.")}
        if len(near) == 1:
            return find(near.pop())
    raise UnknownGameError(f"{module} does not belong to an installed game")


def game_of(state: Any) -> Game:
    """Return the installed game to which a state belongs: the one whose entry point is nearest to the state's module.

    Raises:
        UnknownGameError: if there is none, or more than one.
    """
    return _game_near(type(state).__module__)


def random_game(state: Any, rng: Random, policy: Callable[[Any, Random], Any] | None = None) -> list[Any]:
    """Play a game to its end and return its states, first to last.

    Args:
        state: where to begin.
        rng: the source of all randomness.
        policy: chooses an action for a state; uniform among the legal ones if left out.
    """
    states = [state]
    while not state.is_over:
        action = policy(state, rng) if policy else rng.choice(state.legal_actions())
        state = state.after(action)
        states.append(state)
    return states
