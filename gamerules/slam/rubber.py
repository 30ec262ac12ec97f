"""The rubber: deal after deal, games of twenty points, vulnerability, the rubber's premium and the final difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamerules.game import Drawn
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import ImpossibleInputError, Status, rule
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import DECLARER, GAME_POINTS, RUBBER_PREMIUM
from gamerules.slam.state import Action, State, View

GAMES_TO_WIN = 2
"""How many games win the rubber."""


@rule(
    "slam-dictionary.example.43",
    "slam-dictionary.table.2",
    status=Status.INFERRED,
    note="The text never defines the zone; in its deal a player enters it by winning a game, as in Bridge.",
)
def is_vulnerable(games: int) -> bool:
    """Return whether a player who has won so many games of the rubber is vulnerable."""
    return games > 0


@rule("slam-dictionary.scoring.3", "slam-dictionary.example.41")
def is_game(points: int) -> bool:
    """Return whether so many points below the line make a game."""
    return points >= GAME_POINTS


@rule("slam-dictionary.table.12")
def rubber_premium(games: tuple[int, int]) -> int:
    """Return the premium for a rubber: 150 if the loser has won no game, 100 if he has won one."""
    return RUBBER_PREMIUM[sum(games)]


@dataclass(frozen=True, slots=True)
class RubberView:
    """What one player may see of a rubber: its score, and his view of the deal."""

    deal: View
    games: tuple[int, int]
    parts: tuple[int, int]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rubber(Drawn):
    """A whole rubber as one state: its deal, and what was won before.

    Attributes:
        deal: the deal in progress; the last one when the rubber is over.
        names: the players' names, which are the sides of the rubber's ledger.
        games: the games that each has won.
        parts: the points below the line that each has toward the next game.
        entries: the score entries of all finished deals, and the premium for the rubber.
        deals: how many deals were finished.
    """

    deal: State = State()  # noqa: RUF009 - a frozen value
    names: tuple[str, str] = ("first", "second")
    games: tuple[int, int] = (0, 0)
    parts: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()
    deals: int = 0

    def __post_init__(self) -> None:
        """Refuse players of one name, whose entries could not be told apart.

        Raises:
            ImpossibleInputError: if both are called the same.
        """
        if self.names[0] == self.names[1]:
            raise ImpossibleInputError(f"both players are called {self.names[0]!r}; give them different names")

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.deal.rules

    @property
    def actor(self) -> int | None:
        """Who acts: a player, CHANCE, or None when the rubber is over."""
        return self.deal.actor

    @property
    def phase(self) -> str:
        """What is going on."""
        return self.deal.phase

    @property
    def is_over(self) -> bool:
        """Whether a player has won two games."""
        return GAMES_TO_WIN in self.games

    def legal_actions(self) -> Sequence[Action]:
        """Return all legal actions in a fixed order; empty exactly when the rubber is over."""
        return self.deal.legal_actions()

    def after(self, action: Action) -> Rubber:
        """Return the state after an action; a finished deal is entered on the score and the next one begins.

        Raises:
            IllegalAction: if the action is not legal.
        """
        deal = self.deal.after(action)
        if deal.is_over:
            return enter_deal(self, deal)
        return Rubber(deal, self.names, self.games, self.parts, self.entries, self.deals)

    def ledger(self) -> Ledger:
        """Return the score entries so far, by player; those of the deal in progress come last."""
        entries = self.entries if self.is_over else self.entries + _by_player(self.names, self.deal)
        return Ledger(self.names, entries)

    def view(self, player: int) -> RubberView:
        """Return what this player may see."""
        return RubberView(self.deal.view(player), self.games, self.parts, self.entries)

    @property
    def winner(self) -> int | None:
        """Who has won two games; None while nobody has."""
        return self.games.index(GAMES_TO_WIN) if self.is_over else None

    @property
    def difference(self) -> int:
        """By how many points the first player is ahead of the second; negative if he is behind."""
        return settlement_difference(self.ledger())


def deal_of(state: State | Rubber) -> State:
    """Return the deal of a state, which may be a deal or a rubber."""
    return state.deal if isinstance(state, Rubber) else state


@rule("slam-dictionary.winner.1")
def settlement_difference(ledger: Ledger) -> int:
    """Return what the first side wins from the second: the difference of all their points."""
    first, second = ledger.sides
    return ledger.total(first) - ledger.total(second)


def _by_player(names: tuple[str, str], deal: State) -> tuple[Entry, ...]:
    """Return a deal's entries with the players' names for their sides."""
    if deal.contract is None:
        return ()
    declarer = deal.contract.declarer
    return tuple(
        replace(entry, side=names[declarer if entry.side == DECLARER else 1 - declarer]) for entry in deal.ledger()
    )


@rule(
    "slam-dictionary.scoring.3",
    "slam-dictionary.winner.1",
    "mendelev.slam-auction.2",
    note="That the deal passes from one player to the other is Mendelev's; the dictionary does not say.",
)
def enter_deal(rubber: Rubber, deal: State) -> Rubber:
    """Enter a finished deal on the score; begin the next, or settle the rubber."""
    entries = _by_player(rubber.names, deal)
    parts, games = list(rubber.parts), list(rubber.games)
    for entry in entries:
        if entry.line is Line.BELOW:
            parts[rubber.names.index(entry.side)] += entry.points
    for player in (0, 1):
        if is_game(parts[player]):
            games[player] += 1
            parts = [0, 0] if deal.rules.part_scores == "wiped" else [0 if p == player else parts[p] for p in (0, 1)]
    won = (games[0], games[1])
    entries = rubber.entries + entries
    rubber = replace(rubber, games=won, parts=(parts[0], parts[1]), entries=entries, deals=rubber.deals + 1)
    if rubber.is_over:
        winner = won.index(GAMES_TO_WIN)
        why = f"rubber in {'two' if sum(won) == GAMES_TO_WIN else 'three'} games"
        premium = Entry(rubber.names[winner], Line.ABOVE, rubber_premium(won), "slam-dictionary.table.12", why)
        return replace(rubber, deal=deal, entries=(*entries, premium))
    again = deal.contract is None and deal.rules.passed_out == "same-dealer"
    vulnerable = (is_vulnerable(won[0]), is_vulnerable(won[1]))
    dealer = deal.dealer if again else 1 - deal.dealer
    return replace(rubber, deal=State(rules=deal.rules, dealer=dealer, vulnerable=vulnerable))
