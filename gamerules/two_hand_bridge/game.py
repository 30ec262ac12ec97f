"""The game as records, pictures and the command line find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gamerules.adapters import Adapters
from gamerules.auction import Call
from gamerules.cards import Card, CardError, CardSet
from gamerules.contract_bridge import TRICKS
from gamerules.game import (
    CHANCE,
    Fact,
    Game,
    Gives,
    Holding,
    Picture,
    Position,
    RecordValueError,
    cards_dealt,
    laid_aside,
    text_of,
)
from gamerules.ledger import Line
from gamerules.rules import ImpossibleInputError, suggest
from gamerules.two_hand_bridge.auction import Bid, Bidding, Contract, Strain
from gamerules.two_hand_bridge.deal import PLAYERS, Dealing
from gamerules.two_hand_bridge.exchange import Exchange, Exchanging
from gamerules.two_hand_bridge.play import Playing
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import SCORE, SIDES
from gamerules.two_hand_bridge.state import Action, State, policy


def _start(rules: Rules, names: Sequence[str], dealer: str | None = None) -> State:
    """Return the beginning of a rubber; ``dealer`` is a player's name, the first player's if left out."""
    if dealer is not None and dealer not in names:
        raise RecordValueError(f"the dealer {dealer!r} is not a player{suggest(dealer, names)}")
    return State.start(rules, 0 if dealer is None else list(names).index(dealer))


def _actions(state: State, actor: int, word: str, value: Any, names: Sequence[str]) -> tuple[Action, ...]:
    """Read one entry of a record.

    ``deal: {NAME: cards, NAME: cards}`` deals both hands; ``stock: cards`` draws from the stock; a player writes
    ``throw ♠2 ♥3`` or ``throw nothing`` (``throw ♠2 …`` if he is not done), ``bid 4 nullo``, ``pass``, ``double``,
    ``redouble``, or a card.
    """
    if word == "deal":
        if not isinstance(state.stage, Dealing):
            raise RecordValueError("no cards are dealt now")
        return cards_dealt(value, names, state.stage.receivers)
    text = text_of(value)
    if word == "stock":
        return tuple(CardSet.parse(text))
    verb, _, rest = text.partition(" ")
    if verb.lower() == "throw":
        return laid_aside(rest, Exchange.DONE)
    return (_bid(rest) if verb.lower() == "bid" else _call_or_card(text),)


def _bid(text: str) -> Bid:
    try:
        return Bid.parse(text)
    except ImpossibleInputError as error:
        raise RecordValueError(str(error)) from None


def _call_or_card(text: str) -> Action:
    if text.lower() in tuple(Call):
        return Call(text.lower())
    try:
        return Card.parse(text)
    except CardError:
        forms = "pass, bid 4 nullo, double, redouble, throw ♠2 ♥3, or a card: ♠8"
        raise RecordValueError(f"{text!r} is not an action; write {forms}") from None


def _by_player(read: Callable[[State, int], Any]) -> Callable[[Position], Mapping[int, Any]]:
    return lambda position: {player: read(position.state, player) for player in range(PLAYERS)}


def _contract(position: Position) -> Contract | None:
    """Return the contract, or the bid that stands; of the last deal if the next one is being dealt."""
    state: State = position.state
    if state.contract is None and state.rubber.results and not isinstance(state.stage, Exchanging | Bidding):
        return state.rubber.results[-1].contract
    return state.contract


def _contract_text(position: Position) -> str | None:
    contract = _contract(position)
    return None if contract is None else str(contract)


def _declarer(position: Position) -> int | None:
    contract = _contract(position)
    return None if contract is None else contract.declarer


def _tricks(state: State, player: int) -> int:
    """Return the tricks taken in this deal, or in the last one if the next one is being dealt."""
    if isinstance(state.stage, Playing):
        return state.stage.taken[player]
    if not state.rubber.results or isinstance(state.stage, Exchanging | Bidding):
        return 0
    last = state.rubber.results[-1]
    return last.tricks if player == last.contract.declarer else TRICKS - last.tricks


def _trick_winner(position: Position) -> int | None:
    """Return who took the last trick completed in this step."""
    moves = list(zip(position.states, position.actions, strict=True))
    for before, (_, card) in reversed(moves):
        if isinstance(before.stage, Playing) and before.stage.led is not None:
            return next(p for p in range(PLAYERS) if before.stage.after(card).taken[p] > before.stage.taken[p])
    return None


def _points(state: State, player: int, line: Line | None = None) -> int:
    return state.ledger().total(SIDES[player], line)


def _quota(position: Position) -> str | None:
    contract = position.state.contract
    if contract is None:
        return None
    word = "at most" if contract.bid.strain is Strain.NULLO else "at least"
    return f"{word} {contract.bid.quota}"


FACTS: Final = {
    "dealer": Fact(Gives.PLAYER, lambda p: p.state.dealer, ("mendelev.two-hand-bridge.2",), "who deals"),
    "actor": Fact(
        Gives.PLAYER,
        lambda p: None if p.state.actor == CHANCE else p.state.actor,
        (
            "mendelev.two-hand-bridge.4",
            "mendelev.two-hand-bridge.5",
            "mendelev.two-hand-bridge.6",
            "mendelev.two-hand-bridge.11",
        ),
        "which player acts next; none if cards are being dealt or the rubber is over",
    ),
    "phase": Fact(
        Gives.TEXT,
        lambda p: p.state.phase,
        ("mendelev.two-hand-bridge.6", "mendelev.two-hand-bridge.7"),
        "what is going on",
    ),
    "hand": Fact(
        Gives.CARDS,
        _by_player(lambda s, i: s.hands[i]),
        ("mendelev.two-hand-bridge.3",),
        "the cards a player holds",
        True,
    ),
    "cards": Fact(
        Gives.NUMBER,
        _by_player(lambda s, i: len(s.hands[i])),
        ("mendelev.two-hand-bridge.3",),
        "how many cards a player holds",
        True,
    ),
    "thrown": Fact(
        Gives.CARDS,
        _by_player(lambda s, i: s.thrown[i]),
        ("mendelev.two-hand-bridge.4", "mendelev.two-hand-bridge.5"),
        "the cards thrown",
        True,
    ),
    "stock": Fact(
        Gives.NUMBER, lambda p: len(p.state.stock), ("mendelev.two-hand-bridge.3",), "how many cards lie in the stock"
    ),
    "contract": Fact(
        Gives.TEXT,
        _contract_text,
        ("mendelev.two-hand-bridge.8", "mendelev.two-hand-bridge.10"),
        "the contract, or the bid that stands so far",
    ),
    "declarer": Fact(Gives.PLAYER, _declarer, ("mendelev.two-hand-bridge.11",), "who plays the contract, or bid last"),
    "to make": Fact(
        Gives.TEXT, _quota, ("mendelev.two-hand-bridge.8",), "the tricks that fulfil the contract, as: at most 3"
    ),
    "winner": Fact(
        Gives.PLAYER,
        _trick_winner,
        ("mendelev.two-hand-bridge.12", "mendelev.two-hand-bridge.13"),
        "who took the last trick",
    ),
    "tricks": Fact(
        Gives.NUMBER, _by_player(_tricks), ("mendelev.two-hand-bridge.12",), "the tricks taken in the deal", True
    ),
    "below": Fact(
        Gives.NUMBER,
        _by_player(lambda s, i: s.rubber.below[i]),
        ("mendelev.two-hand-bridge.9",),
        "points towards the next game",
        True,
    ),
    "games": Fact(
        Gives.NUMBER, _by_player(lambda s, i: s.rubber.games[i]), ("mendelev.two-hand-bridge.13",), "games won", True
    ),
    "vulnerable": Fact(
        Gives.TRUTH,
        _by_player(lambda s, i: s.rubber.vulnerable(i)),
        ("mendelev.two-hand-bridge.13",),
        "whether a game was won",
        True,
    ),
    "above the line": Fact(
        Gives.NUMBER,
        _by_player(lambda s, i: _points(s, i, Line.ABOVE)),
        ("mendelev.two-hand-bridge.13",),
        "premiums so far",
        True,
    ),
    "below the line": Fact(
        Gives.NUMBER,
        _by_player(lambda s, i: _points(s, i, Line.BELOW)),
        ("mendelev.two-hand-bridge.9",),
        "trick points so far",
        True,
    ),
    "score": Fact(Gives.NUMBER, _by_player(_points), ("mendelev.two-hand-bridge.13",), "all points so far", True),
    "rubber over": Fact(
        Gives.TRUTH, lambda p: p.state.is_over, ("mendelev.two-hand-bridge.13",), "whether the rubber is over"
    ),
}
"""What a record of two-hand bridge may say."""


def _picture(state: State, player: int | None) -> Picture:
    """Draw a position; ``player`` limits it to what that player may see."""
    holdings = []
    for owner in range(PLAYERS):
        for zone, cards in (("hand", state.hands[owner]), ("thrown", state.thrown[owner])):
            seen = player in (None, owner)
            if cards or zone == "hand":
                holdings.append(Holding(owner, zone, cards if seen else CardSet(), 0 if seen else len(cards)))
    holdings.append(Holding(None, "stock", CardSet(), len(state.stock)))
    stage, rubber = state.stage, state.rubber
    notes = [("games", f"{rubber.games[0]} : {rubber.games[1]}"), ("below", f"{rubber.below[0]} : {rubber.below[1]}")]
    if isinstance(stage, Bidding):
        notes.append(("calls", ", ".join(map(str, stage.calls)) or "none yet"))
    trick: tuple[tuple[int, Card], ...] = ()
    if isinstance(stage, Playing):
        notes += [("contract", str(stage.contract)), ("tricks", f"{stage.taken[0]} : {stage.taken[1]}")]
        trick = () if stage.led is None else ((stage.leader, stage.led),)
    return Picture(state.phase, state.actor, tuple(holdings), trick, tuple(notes), state.ledger())


def _label(state: State) -> str:
    """Name a moment: ``deal 2, trick 5``."""
    moment = state.phase
    if isinstance(state.stage, Playing):
        moment = f"trick {sum(state.stage.taken) + 1}"
    return moment if state.is_over else f"deal {len(state.rubber.results) + 1}, {moment}"


def _adapters() -> Adapters:
    from gamerules.two_hand_bridge.adapters import ADAPTERS

    return ADAPTERS


GAME: Final = Game(
    name="two-hand-bridge",
    title="Two-hand bridge",
    sources=("mendelev.two-hand-bridge.",),
    players=PLAYERS,
    presets={"MENDELEV": Rules.MENDELEV},
    start=_start,
    actions=_actions,
    chance_words=("deal", "stock"),
    facts=FACTS,
    picture=_picture,
    label=_label,
    score=SCORE,
    policy=policy,
    adapters=_adapters,
    findings="gamerules.two_hand_bridge.findings",
)
