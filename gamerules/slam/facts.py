"""What a record of Slam may say of a position, and how the rules work it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE, Fact, Gives, Position
from gamerules.ledger import Line
from gamerules.slam.auction import Auction, number_range, raise_limit
from gamerules.slam.contract import Contract, slam_of
from gamerules.slam.play import best
from gamerules.slam.rubber import Rubber, deal_of, is_game
from gamerules.slam.scoring import DECLARER, run_length
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import Doubling, points_taken
from gamerules.tricks import Play


def _auction(position: Position) -> Auction:
    """Return the auction; if the strain has been named since, as it was."""
    deals = (deal_of(state) for state in (position.state, *reversed(position.states)))
    return next(deal.auction for deal in deals if deal.auction is not None)


def _bid_text(position: Position) -> str | None:
    standing = _auction(position).standing
    return None if standing is None else str(standing)


def _numbers(position: Position) -> range:
    return number_range(deal_of(position.state).rules, _auction(position))


def _limit(position: Position) -> int | None:
    limit = raise_limit(deal_of(position.state).rules, _auction(position))
    return limit[0] if limit else None


def _contract(deal: State) -> Contract:
    if deal.contract is None:
        raise ValueError("there is no contract yet")
    return deal.contract


def _last_trick(position: Position) -> tuple[State, Card]:
    """Return the state before the card that finished the step's last trick, and that card."""
    for state, (_, action) in zip(reversed(position.states), reversed(position.actions), strict=True):
        before = deal_of(state)
        if before.phase is Phase.PLAY and not deal_of(before.after(action)).trick:
            return before, action
    raise ValueError("no trick is finished in this step")


def _winning_play(position: Position) -> Play:
    before, card = _last_trick(position)
    return best((*before.trick, card), before.leader, _contract(before).strain)


def _first_play(position: Position) -> tuple[State, int, Card]:
    for state, (actor, action) in zip(position.states, position.actions, strict=True):
        deal = deal_of(state)
        if deal.phase is Phase.PLAY and not deal.trick:
            return deal, actor, action
    raise ValueError("nobody leads in this step")


def _dealt(position: Position) -> tuple[CardSet, CardSet]:
    before, after = deal_of(position.before), deal_of(position.state)
    return after.hand(0) - before.hand(0), after.hand(1) - before.hand(1)


def _run(deal: State) -> tuple[int, int]:
    suit = _contract(deal).strain.suit
    if suit is None:
        raise ValueError("there are no trumps, so there are no runs")
    lengths = [run_length(deal.hands[p] | deal.reserves[p], suit) for p in (0, 1)]
    return lengths[0], lengths[1]


def _points(line: Line | None) -> Callable[[Position], tuple[int, int]]:
    def read(position: Position) -> tuple[int, int]:
        state = position.state
        ledger = state.ledger()
        if isinstance(state, Rubber):
            return ledger.total(state.names[0], line), ledger.total(state.names[1], line)
        if state.contract is None:
            return 0, 0
        declarer = state.contract.declarer
        sides = ledger.sides if declarer == 0 else tuple(reversed(ledger.sides))
        return ledger.total(sides[0], line), ledger.total(sides[1], line)

    return read


def _game_won(position: Position) -> bool:
    state = position.state
    if isinstance(state, Rubber):
        return bool(state.games != position.before.games)
    return is_game(state.ledger().total(DECLARER, Line.BELOW))


def _rubber(position: Position) -> Rubber:
    if not isinstance(position.state, Rubber):
        raise ValueError("the record is of one deal; write session: rubber under start")
    return position.state


def _fact(gives: Gives, read: Callable[[Position], Any], doc: str, *loci: str, **more: Any) -> Fact:
    """Return a fact."""
    return Fact(gives, read, loci, doc, **more)


def _of_deal(gives: Gives, read: Callable[[State], Any], doc: str, *loci: str, **more: Any) -> Fact:
    """Return a fact that is read off the deal."""
    return _fact(gives, lambda position: read(deal_of(position.state)), doc, *loci, **more)


def _each(gives: Gives, read: Callable[[State, int], Any], doc: str, *loci: str) -> Fact:
    """Return a fact that is read off the deal for each player."""
    return _of_deal(gives, lambda deal: (read(deal, 0), read(deal, 1)), doc, *loci, by_player=True)


_NUMBER, _TEXT, _TRUTH, _PLAYER, _CARDS = Gives
FACTS: Mapping[str, Fact] = {
    "cards": _each(
        _NUMBER,
        lambda d, i: len(d.hand(i)),
        "how many cards each player holds in hand",
        "slam-dictionary.deal.1",
        "slam-dictionary.deal.3",
        "slam-dictionary.last-deal.1",
    ),
    "hand": _each(
        _CARDS, State.hand, "the cards in each player's hand", "slam-dictionary.deal.1", "slam-dictionary.reserve.1"
    ),
    "dealt": _fact(
        _CARDS, _dealt, "the cards each player was dealt in this step", "slam-dictionary.deal.3", by_player=True
    ),
    "reserve": _each(_CARDS, State.reserve, "the cards each player has laid aside", "slam-dictionary.reserve.1"),
    "dealer": _of_deal(_PLAYER, lambda d: d.dealer, "who deals", "slam-dictionary.auction.8"),
    "acts": _of_deal(
        _PLAYER,
        lambda d: None if d.actor == CHANCE else d.actor,
        "who acts next; none while cards are dealt",
        "slam-dictionary.auction.8",
        "slam-dictionary.play.5",
    ),
    "phase": _of_deal(
        _TEXT, lambda d: str(d.phase), "what is going on", "slam-dictionary.auction.1", "slam-dictionary.deal.4"
    ),
    "round": _fact(_NUMBER, lambda p: _auction(p).round, "the round of the auction", "slam-dictionary.auction.1"),
    "highest bid": _fact(_TEXT, _bid_text, "the highest bid so far", "slam-dictionary.aim.1"),
    "bidder": _fact(_PLAYER, lambda p: _auction(p).bidder, "who made the highest bid", "slam-dictionary.aim.1"),
    "lowest": _fact(
        _NUMBER,
        lambda p: _numbers(p).start,
        "the lowest number that may be bid now",
        "slam-dictionary.aim.1",
        "slam-dictionary.example.9",
    ),
    "highest": _fact(
        _NUMBER,
        lambda p: _numbers(p).stop - 1,
        "the highest number that may be bid now",
        "slam-dictionary.auction.5",
        "slam-dictionary.auction.6",
    ),
    "limit": _fact(
        _NUMBER,
        _limit,
        "the highest number that the limit of five points lets be bid; none where it does not apply",
        "slam-dictionary.auction.5",
        "slam-dictionary.auction.6",
    ),
    "auction over": _of_deal(
        _TRUTH,
        lambda d: d.auction is None or d.auction.is_over,
        "whether the auction is over",
        "slam-dictionary.auction.1",
        "slam-dictionary.example.17",
    ),
    "declarer": _of_deal(
        _PLAYER, lambda d: _contract(d).declarer, "who declares", "slam-dictionary.aim.1", "slam-dictionary.deal.4"
    ),
    "strain": _of_deal(_TEXT, lambda d: str(_contract(d).strain), "the strain named", "slam-dictionary.deal.4"),
    "contract": _of_deal(
        _TEXT,
        lambda d: str(_contract(d)),
        "the contract, as 24♦ doubled",
        "slam-dictionary.deal.4",
        "slam-dictionary.double.1",
    ),
    "points bid": _of_deal(
        _NUMBER,
        lambda d: _contract(d).points,
        "the points undertaken",
        "slam-dictionary.auction.2",
        "slam-dictionary.auction.3",
    ),
    "tricks needed": _of_deal(
        _NUMBER,
        lambda d: _contract(d).tricks_needed,
        "the tricks that the contract takes",
        "slam-dictionary.auction.3",
        "slam-dictionary.auction.4",
    ),
    "slam": _of_deal(
        _TEXT,
        lambda d: str(slam_of(d.rules, _contract(d)) or "none"),
        "the slam that the contract is: small-slam, grand-slam or none",
        "slam-dictionary.senses.3",
    ),
    "doubled": _of_deal(
        _TRUTH,
        lambda d: _contract(d).doubling is not Doubling.NONE,
        "whether the contract is doubled or redoubled",
        "slam-dictionary.double.1",
    ),
    "run": _of_deal(
        _NUMBER,
        _run,
        "the longest run of trumps of each",
        "slam-dictionary.scoring.7",
        "slam-dictionary.table.15",
        by_player=True,
    ),
    "trick": _fact(
        _NUMBER,
        lambda p: sum(_first_play(p)[0].taken) + 1,
        "the number of the trick begun in this step",
        "slam-dictionary.play.3",
    ),
    "leads": _fact(
        _PLAYER,
        lambda p: _first_play(p)[1],
        "who leads in this step",
        "slam-dictionary.play.5",
        "slam-dictionary.example.32",
    ),
    "winner": _fact(
        _PLAYER,
        lambda p: _winning_play(p).player,
        "who wins the trick finished in this step",
        "slam-dictionary.play.5",
        detail=lambda p: f"{_winning_play(p)} wins",
    ),
    "winning card": _fact(
        _TEXT, lambda p: str(_winning_play(p)), "the card that wins the trick of this step", "slam-dictionary.play.5"
    ),
    "tricks": _of_deal(
        _NUMBER, lambda d: d.taken, "the tricks each has taken", "slam-dictionary.play.5", by_player=True
    ),
    "points taken": _of_deal(
        _NUMBER,
        lambda d: points_taken(_contract(d).strain, d.taken[_contract(d).declarer]),
        "what the declarer's tricks are worth, before any doubling",
        "slam-dictionary.auction.3",
        "slam-dictionary.auction.4",
    ),
    "below": _fact(
        _NUMBER, _points(Line.BELOW), "the points of each below the line", "slam-dictionary.scoring.2", by_player=True
    ),
    "above": _fact(
        _NUMBER, _points(Line.ABOVE), "the points of each above the line", "slam-dictionary.scoring.2", by_player=True
    ),
    "score": _fact(_NUMBER, _points(None), "all points of each", "slam-dictionary.winner.1", by_player=True),
    "game": _fact(_TRUTH, _game_won, "whether a game has been won", "slam-dictionary.scoring.3"),
    "over": _fact(_TRUTH, lambda p: p.state.is_over, "whether deal or rubber is over", "slam-dictionary.play.6"),
    "games": _fact(
        _NUMBER,
        lambda p: _rubber(p).games,
        "the games of each in a rubber",
        "slam-dictionary.scoring.3",
        by_player=True,
    ),
    "vulnerable": _each(
        _TEXT,
        lambda d, i: "yes" if d.vulnerable[i] else "no",
        "whether each player is vulnerable (yes or no)",
        "slam-dictionary.example.43",
    ),
    "difference": _fact(
        _NUMBER, lambda p: abs(_rubber(p).difference), "the difference of all points", "slam-dictionary.winner.1"
    ),
    "rubber winner": _fact(_PLAYER, lambda p: _rubber(p).winner, "who has won the rubber", "slam-dictionary.winner.1"),
}
