"""Slam as records, pages and commands find it: how its actions are written, its facts, its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit
from gamerules.game import CHANCE, Fact, Game, Gives, Holding, Picture, Position, RecordValueError
from gamerules.ledger import Line
from gamerules.rules import suggest
from gamerules.slam.auction import SuitBid, number_range, raise_limit
from gamerules.slam.command import SCORE
from gamerules.slam.contract import slam_of
from gamerules.slam.deal import LAST, receiver
from gamerules.slam.play import winner
from gamerules.slam.rubber import Rubber, is_game
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import DECLARER, run_length
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import Doubling, Slam, Strain, points_taken

_ROUND_NAMES = {20: "first", 24: "second", 28: "third", 32: "last"}


def deal_of(state: State | Rubber) -> State:
    """Return the deal of a state, which may be a deal or a rubber."""
    return state.deal if isinstance(state, Rubber) else state


# ---- records: start and actions


def start(
    rules: Rules, names: Sequence[str], dealer: str = "", vulnerable: str = "none", session: str = "deal"
) -> State | Rubber:
    """Return the first state of a record.

    Args:
        rules: the rules.
        names: the players' names.
        dealer: who deals first, by name; the first player if left out.
        vulnerable: ``none``, ``both`` or a name; only for a single deal.
        session: ``deal``, or ``rubber`` for deal after deal.

    Raises:
        RecordValueError: if an option names nobody or nothing known.
    """
    deals = _player(dealer, names) if dealer else 0
    if vulnerable in ("none", "both"):
        zones = (vulnerable == "both", vulnerable == "both")
    else:
        zones = (_player(vulnerable, names) == 0, _player(vulnerable, names) == 1)
    deal = State(rules=rules, dealer=deals, vulnerable=zones)
    if session == "deal":
        return deal
    if session != "rubber":
        raise RecordValueError(f"session {session!r} is neither deal nor rubber")
    if zones != (False, False):
        raise RecordValueError("a rubber begins with nobody vulnerable; remove 'vulnerable'")
    return Rubber(deal, (names[0], names[1]))


def _player(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise RecordValueError(f"{name!r} is no player{suggest(name, names)}")
    return list(names).index(name)


def dealt_cards(state: State | Rubber, hands: Mapping[int, CardSet]) -> tuple[Card, ...]:
    """Return the single cards, in the order in which they are dealt, that give each player these cards next.

    Args:
        state: a state in which cards are dealt.
        hands: the cards to deal, by player.

    Raises:
        RecordValueError: if the cards do not come out even with the turns of the deal.
    """
    deal = deal_of(state)
    waiting = {player: list(cards) for player, cards in hands.items()}
    order: list[Card] = []
    while any(waiting.values()):
        player = receiver(deal.dealt + len(order), deal.dealer)
        if deal.dealt + len(order) >= LAST or not waiting.get(player):
            counts = " and ".join(f"{len(cards)}" for cards in hands.values())
            raise RecordValueError(f"{counts} cards cannot be dealt here by twos in turn; give each player his share")
        order.append(waiting[player].pop(0))
    return tuple(order)


def _named_cards(value: Any, names: Sequence[str]) -> dict[int, CardSet]:
    if not isinstance(value, dict):
        raise RecordValueError("write what is dealt by player: {NAME: cards}")
    return {_player(name, names): CardSet.parse(text) for name, text in value.items()}


def actions(state: State | Rubber, actor: int, word: str, value: Any, names: Sequence[str]) -> Sequence[Any]:
    """Read one entry of a record.

    The forms are ``deal: {NAME: cards}``, ``pass``, ``bid 14``, ``bid small-slam``, ``bid 16 spades``,
    ``name diamonds``, ``double``, ``redouble``, ``change to hearts``, ``reserve ♠A ♦KJ`` and ``play ♠8``.

    Raises:
        RecordValueError: if the text is none of these.
    """
    if word == "deal":
        return dealt_cards(state, _named_cards(value, names))
    if not isinstance(value, str):
        raise RecordValueError(f"{value!r} is no action; write bid 14, double, play ♠8 …")
    verb, _, rest = value.strip().partition(" ")
    if verb not in _VERBS:
        raise RecordValueError(f"{value!r} begins with no known verb{suggest(verb, list(_VERBS))}")
    return (_VERBS[verb](rest.strip()),)


def _word(call: Call) -> Callable[[str], Call]:
    def read(rest: str) -> Call:
        if rest:
            raise RecordValueError(f"{call} stands alone; remove {rest!r}")
        return call

    return read


def _read_bid(rest: str) -> Any:
    if rest in list(Slam):
        return Slam(rest)
    number, _, suit = rest.partition(" ")
    if not number.isdecimal():
        raise RecordValueError(f"{rest!r} is no bid; write a number of points, small-slam or grand-slam")
    return SuitBid(int(number), Suit.parse(suit)) if suit else int(number)


def _read_strain(rest: str) -> Strain:
    text = rest.removeprefix("to ").strip()
    if text not in list(Strain):
        raise RecordValueError(f"{text!r} is no strain{suggest(text, [strain.value for strain in Strain])}")
    return Strain(text)


_VERBS: Mapping[str, Callable[[str], Any]] = {
    "pass": _word(Call.PASS),
    "double": _word(Call.DOUBLE),
    "redouble": _word(Call.REDOUBLE),
    "bid": _read_bid,
    "name": _read_strain,
    "change": _read_strain,
    "reserve": CardSet.parse,
    "play": Card.parse,
}


def proceed(state: State | Rubber, *entries: str | Mapping[int, str]) -> State | Rubber:
    """Return the state after several actions, written as in a record.

    Args:
        state: where to begin.
        entries: ``"bid 6"``, ``"play ♠8"`` and the like, done by whoever's turn it is; a mapping from player to cards
            deals these; ``"deal"`` deals whatever comes next in the pack until somebody is to act.

    Raises:
        RecordValueError: if an entry cannot be read.
        gamerules.rules.IllegalAction: if an action is not legal.
    """
    names = ("0", "1")
    for entry in entries:
        if isinstance(entry, str) and entry == "deal":
            while state.actor == CHANCE:
                state = state.after(state.legal_actions()[-1])
            continue
        deals = not isinstance(entry, str)
        value: Any = {str(player): cards for player, cards in entry.items()} if deals else entry  # type: ignore[union-attr]
        for action in actions(state, CHANCE if deals else 0, "deal" if deals else "", value, names):
            state = state.after(action)
    return state


# ---- facts


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


def _trick_winner(position: Position) -> int:
    before, card = _last_trick(position)
    assert before.contract is not None
    return winner((*before.trick, card), before.leader, before.contract.strain)


def _winning_card(position: Position) -> Card:
    before, card = _last_trick(position)
    trick = (*before.trick, card)
    order = before.contract.strain.suit if before.contract else None
    led = trick[0].suit
    return max(trick, key=lambda c: (c.suit == order, c.suit == led, c.rank))


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
        _trick_winner,
        (_S + "play.5",),
        "who wins the trick finished in this step",
        detail=lambda p: f"{_winning_card(p)} wins",
    ),
    "winning card": Fact(
        Gives.TEXT, lambda p: str(_winning_card(p)), (_S + "play.5",), "the card that wins the trick of this step"
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

# ---- pictures, labels, random games


def picture(state: State | Rubber, player: int | None) -> Picture:
    """Draw a deal; ``player`` limits it to what that player may see."""
    deal = deal_of(state)
    holdings = []
    for owner in (0, 1):
        seen = player in (None, owner)
        for zone, cards in (("hand", deal.hand(owner)), ("reserve", deal.reserve(owner))):
            if cards or zone == "hand":
                shown = cards if seen else CardSet()
                holdings.append(Holding(owner, zone, shown, len(cards) - len(shown)))
    notes = []
    if deal.auction is not None and deal.auction.standing is not None:
        notes.append(("highest bid", str(deal.auction.standing)))
    if deal.contract is not None:
        notes.append(("contract", str(deal.contract)))
    if deal.phase in (Phase.PLAY, Phase.OVER) and deal.contract is not None:
        notes.append(("tricks", f"{deal.taken[0]} – {deal.taken[1]}"))
    if isinstance(state, Rubber):
        notes.append(("games", f"{state.games[0]} – {state.games[1]}"))
    trick = tuple(((deal.leader + index) % 2, card) for index, card in enumerate(deal.trick))
    return Picture(deal.phase, state.actor, tuple(holdings), trick, tuple(notes), state.ledger())


def label(state: State | Rubber) -> str:
    """Name a moment: ``round 2 of the auction``, ``trick 4``."""
    deal = deal_of(state)
    if deal.phase is Phase.AUCTION and deal.auction is not None:
        return f"round {deal.auction.round} of the auction"
    if deal.phase is Phase.PLAY:
        return f"trick {sum(deal.taken) + 1}"
    if deal.phase in (Phase.DEAL, Phase.LAST_DEAL):
        stage = next(name for count, name in _ROUND_NAMES.items() if deal.dealt < count)
        return f"the {stage} cards"
    return {
        Phase.NAMING: "the naming of the strain",
        Phase.DOUBLE: "the double",
        Phase.ANSWER: "the answer to the double",
        Phase.RESERVE: "the reserves",
        Phase.OVER: "the score",
    }[deal.phase]


_BOLD, _EVEN = 0.1, 0.5


def policy(state: State | Rubber, rng: Random) -> Any:
    """Choose an action so that random games look like games: low bids, rare slams, rare doubles, the rest uniform."""
    deal = deal_of(state)
    legal = deal.legal_actions()
    if deal.phase is Phase.AUCTION:
        if rng.random() < _BOLD:
            return rng.choice(legal)
        modest = [call for call in legal[1:7] if not isinstance(call, Slam)]
        return rng.choice(modest) if modest and rng.random() < _EVEN else Call.PASS
    if deal.phase is Phase.NAMING:
        hand = deal.hand(deal.actor or 0)
        suits = [strain for strain in legal if strain.suit is not None]
        return (
            max(suits, key=lambda s: len(hand.of_suit(s.suit))) if suits and rng.random() > _BOLD else rng.choice(legal)
        )
    if deal.phase in (Phase.DOUBLE, Phase.ANSWER):
        return rng.choice(legal) if rng.random() < _BOLD else Call.PASS
    return rng.choice(legal)


GAME = Game(
    name="slam",
    title="Slam",
    sources=("slam-dictionary", "mendelev.slam-"),
    players=2,
    presets={"DICTIONARY": Rules.DICTIONARY, "MENDELEV": Rules.MENDELEV},
    start=start,
    actions=actions,
    chance_words=("deal",),
    facts=FACTS,
    picture=picture,
    label=label,
    score=SCORE,
    policy=policy,
)
