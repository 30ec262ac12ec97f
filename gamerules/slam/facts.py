"""What a record of Slam may say of a position, and how the rules work it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE, Fact, Gives, Position
from gamerules.ledger import Line
from gamerules.slam.auction import number_range, raise_limit
from gamerules.slam.contract import slam_of
from gamerules.slam.play import best
from gamerules.slam.rubber import Rubber, deal_of, is_game
from gamerules.slam.scoring import DECLARER, run_length
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import Doubling, points_taken
from gamerules.tricks import Play


def _auction(position: Position) -> Any:
    deal = deal_of(position.state)
    if deal.auction is None:  # the strain has been named since; look at the auction as it was
        deal = next(deal_of(s) for s in reversed(position.states) if deal_of(s).auction is not None)
    return deal.auction


def _bid_text(position: Position) -> str | None:
    standing = _auction(position).standing
    return None if standing is None else str(standing)


def _highest_number(position: Position) -> int:
    deal = deal_of(position.state)
    return number_range(deal.rules, _auction(position)).stop - 1


def _lowest_number(position: Position) -> int:
    deal = deal_of(position.state)
    return number_range(deal.rules, _auction(position)).start


def _limit(position: Position) -> int | None:
    limit = raise_limit(deal_of(position.state).rules, _auction(position))
    return limit[0] if limit else None


def _contract(position: Position) -> Any:
    contract = deal_of(position.state).contract
    if contract is None:
        raise ValueError("there is no contract yet")
    return contract


def _slam(position: Position) -> str:
    return str(slam_of(deal_of(position.state).rules, _contract(position)) or "none")


def _last_trick(position: Position) -> tuple[State, Card]:
    """Return the state before the card that finished the step's last trick, and that card."""
    for state, (_, action) in zip(reversed(position.states), reversed(position.actions), strict=True):
        before = deal_of(state)
        if before.phase is Phase.PLAY and not deal_of(before.after(action)).trick:
            return before, action
    raise ValueError("no trick is finished in this step")


def _winning_play(position: Position) -> Play:
    before, card = _last_trick(position)
    assert before.contract is not None
    return best((*before.trick, card), before.leader, before.contract.strain)


def _first_play(position: Position) -> tuple[State, int, Card]:
    for state, (actor, action) in zip(position.states, position.actions, strict=True):
        deal = deal_of(state)
        if deal.phase is Phase.PLAY and not deal.trick:
            return deal, actor, action
    raise ValueError("nobody leads in this step")


def _trick_number(position: Position) -> int:
    return sum(_first_play(position)[0].taken) + 1


def _dealt(position: Position) -> tuple[CardSet, CardSet]:
    before, after = deal_of(position.before), deal_of(position.state)
    return after.hand(0) - before.hand(0), after.hand(1) - before.hand(1)


def _run(position: Position) -> tuple[int, int]:
    deal, suit = deal_of(position.state), _contract(position).strain.suit
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


def _collected(position: Position) -> int:
    contract = _contract(position)
    return points_taken(contract.strain, deal_of(position.state).taken[contract.declarer])


def _game_won(position: Position) -> bool:
    state = position.state
    if isinstance(state, Rubber):
        before = position.before
        assert isinstance(before, Rubber)
        return state.games != before.games
    return is_game(state.ledger().total(DECLARER, Line.BELOW))


def _rubber(position: Position) -> Rubber:
    if not isinstance(position.state, Rubber):
        raise ValueError("the record is of one deal; write session: rubber under start")
    return position.state


_S = "slam-dictionary."
FACTS: Mapping[str, Fact] = {
    "cards": Fact(
        Gives.NUMBER,
        lambda p: tuple(h.bit_count() for h in deal_of(p.state).hands),
        (_S + "deal.1", _S + "deal.3", _S + "last-deal.1"),
        "how many cards each player holds in hand",
        by_player=True,
    ),
    "hand": Fact(
        Gives.CARDS,
        lambda p: (deal_of(p.state).hand(0), deal_of(p.state).hand(1)),
        (_S + "deal.1", _S + "reserve.1"),
        "the cards in each player's hand",
        by_player=True,
    ),
    "dealt": Fact(
        Gives.CARDS, _dealt, (_S + "deal.3",), "the cards each player was dealt in this step", by_player=True
    ),
    "reserve": Fact(
        Gives.CARDS,
        lambda p: (deal_of(p.state).reserve(0), deal_of(p.state).reserve(1)),
        (_S + "reserve.1",),
        "the cards each player has laid aside",
        by_player=True,
    ),
    "dealer": Fact(Gives.PLAYER, lambda p: deal_of(p.state).dealer, (_S + "auction.8",), "who deals"),
    "acts": Fact(
        Gives.PLAYER,
        lambda p: None if p.state.actor == CHANCE else p.state.actor,
        (_S + "auction.8", _S + "play.5"),
        "who acts next; none while cards are dealt",
    ),
    "phase": Fact(Gives.TEXT, lambda p: str(p.state.phase), (_S + "auction.1", _S + "deal.4"), "what is going on"),
    "round": Fact(Gives.NUMBER, lambda p: _auction(p).round, (_S + "auction.1",), "the round of the auction"),
    "highest bid": Fact(Gives.TEXT, _bid_text, (_S + "aim.1",), "the highest bid so far"),
    "bidder": Fact(Gives.PLAYER, lambda p: _auction(p).bidder, (_S + "aim.1",), "who made the highest bid"),
    "lowest": Fact(
        Gives.NUMBER, _lowest_number, (_S + "aim.1", _S + "example.9"), "the lowest number that may be bid now"
    ),
    "highest": Fact(
        Gives.NUMBER, _highest_number, (_S + "auction.5", _S + "auction.6"), "the highest number that may be bid now"
    ),
    "limit": Fact(
        Gives.NUMBER,
        _limit,
        (_S + "auction.5", _S + "auction.6"),
        "the highest number that the limit of five points lets be bid; none where it does not apply",
    ),
    "auction over": Fact(
        Gives.TRUTH,
        lambda p: deal_of(p.state).auction is None or deal_of(p.state).auction.is_over,  # type: ignore[union-attr]
        (_S + "auction.1", _S + "example.17"),
        "whether the auction is over",
    ),
    "declarer": Fact(Gives.PLAYER, lambda p: _contract(p).declarer, (_S + "aim.1", _S + "deal.4"), "who declares"),
    "strain": Fact(Gives.TEXT, lambda p: str(_contract(p).strain), (_S + "deal.4",), "the strain named"),
    "contract": Fact(
        Gives.TEXT, lambda p: str(_contract(p)), (_S + "deal.4", _S + "double.1"), "the contract, as 24♦ doubled"
    ),
    "points bid": Fact(
        Gives.NUMBER, lambda p: _contract(p).points, (_S + "auction.2", _S + "auction.3"), "the points undertaken"
    ),
    "tricks needed": Fact(
        Gives.NUMBER,
        lambda p: _contract(p).tricks_needed,
        (_S + "auction.3", _S + "auction.4"),
        "the tricks that the contract takes",
    ),
    "slam": Fact(
        Gives.TEXT, _slam, (_S + "senses.3",), "the slam that the contract is: small-slam, grand-slam or none"
    ),
    "doubled": Fact(
        Gives.TRUTH,
        lambda p: _contract(p).doubling is not Doubling.NONE,
        (_S + "double.1",),
        "whether the contract is doubled or redoubled",
    ),
    "run": Fact(
        Gives.NUMBER, _run, (_S + "scoring.7", _S + "table.15"), "the longest run of trumps of each", by_player=True
    ),
    "trick": Fact(Gives.NUMBER, _trick_number, (_S + "play.3",), "the number of the trick begun in this step"),
    "leads": Fact(
        Gives.PLAYER, lambda p: _first_play(p)[1], (_S + "play.5", _S + "example.32"), "who leads in this step"
    ),
    "winner": Fact(
        Gives.PLAYER,
        lambda p: _winning_play(p).player,
        (_S + "play.5",),
        "who wins the trick finished in this step",
        detail=lambda p: f"{_winning_play(p)} wins",
    ),
    "winning card": Fact(
        Gives.TEXT, lambda p: str(_winning_play(p)), (_S + "play.5",), "the card that wins the trick of this step"
    ),
    "tricks": Fact(
        Gives.NUMBER, lambda p: deal_of(p.state).taken, (_S + "play.5",), "the tricks each has taken", by_player=True
    ),
    "points taken": Fact(
        Gives.NUMBER,
        _collected,
        (_S + "auction.3", _S + "auction.4"),
        "what the declarer's tricks are worth, before any doubling",
    ),
    "below": Fact(
        Gives.NUMBER, _points(Line.BELOW), (_S + "scoring.2",), "the points of each below the line", by_player=True
    ),
    "above": Fact(
        Gives.NUMBER, _points(Line.ABOVE), (_S + "scoring.2",), "the points of each above the line", by_player=True
    ),
    "score": Fact(Gives.NUMBER, _points(None), (_S + "winner.1",), "all points of each", by_player=True),
    "game": Fact(Gives.TRUTH, _game_won, (_S + "scoring.3",), "whether a game has been won"),
    "over": Fact(Gives.TRUTH, lambda p: p.state.is_over, (_S + "play.6",), "whether deal or rubber is over"),
    "games": Fact(
        Gives.NUMBER, lambda p: _rubber(p).games, (_S + "scoring.3",), "the games of each in a rubber", by_player=True
    ),
    "vulnerable": Fact(
        Gives.TEXT,
        lambda p: tuple("yes" if v else "no" for v in deal_of(p.state).vulnerable),
        (_S + "example.43",),
        "whether each player is vulnerable (yes or no)",
        by_player=True,
    ),
    "difference": Fact(
        Gives.NUMBER, lambda p: abs(_rubber(p).difference), (_S + "winner.1",), "the difference of all points"
    ),
    "rubber winner": Fact(Gives.PLAYER, lambda p: _rubber(p).winner, (_S + "winner.1",), "who has won the rubber"),
}
