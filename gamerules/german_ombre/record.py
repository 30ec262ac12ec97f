"""German Ombre in records: how a deal is written down, what may be said of it, and how a position is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardError, CardSet, Suit
from gamerules.game import (
    CHANCE,
    Fact,
    Gives,
    Holding,
    Picture,
    Position,
    RecordValueError,
    cards_dealt,
    laid_aside,
    text_of,
)
from gamerules.german_ombre.auction import Word, privileged
from gamerules.german_ombre.cards import PLAYERS
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.couleur import Cut
from gamerules.german_ombre.deal import DEALT, HAND, receiver, seats
from gamerules.german_ombre.outcome import multiple
from gamerules.german_ombre.phase_contract import Bidding, open_bidding
from gamerules.german_ombre.phase_deal import Cutting, Dealing, Drawing
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import OMBRE, OPPONENTS, SIDES
from gamerules.german_ombre.state import Deal, State, Triple
from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError, LostTableError, suggest

PHASE_OF = {
    "draw": "draw",
    "deal": "deal",
    "couleur": "couleur",
    "turn": "turn-up",
    "talon": "exchange",
    "unknown": "unknown cards",
}
"""The words that stand for chance in a record, each with the phase to which it belongs."""

_WORDS: Mapping[str, Any] = {
    "pass": Call.PASS,
    "i play": Word.PLAY,
    "i listen": Word.PLAY,
    **{str(word): word for word in Word if word is not Word.PLAY},
}


# ---- beginning


def start(rules: Rules, names: Sequence[str], **options: str) -> State:
    """Return the first state of a record.

    Args:
        rules: the rules.
        names: the players.
        options: none, to begin with the draw for the deal; ``dealer`` (a name), to begin with the deal; with
            ``couleur`` (a suit or card) as well, to begin with the auction, and then a holding for any player by name
            (spaces as ``_``), as far as it is known.

    Raises:
        RecordValueError: if an option is unknown or cannot be read.
    """
    if not options:
        return Drawing(rules)
    keys = {name.replace("-", "_").replace(" ", "_"): name for name in names}
    known = ("dealer", "couleur", *keys)
    for option in options:
        if option not in known:
            raise RecordValueError(f"start has no {option!r}{suggest(option, known)}")
    if options.get("dealer") not in names:
        raise RecordValueError("start needs the dealer, one of " + ", ".join(names))
    deal = Deal(dealer=list(names).index(options["dealer"]))
    if "couleur" not in options:
        if len(options) > 1:
            raise RecordValueError("start has hands but no couleur; add it, or deal the hands in the steps")
        return Dealing(rules, deal, (0, 0, 0))
    suit, card = _couleur(options["couleur"])
    hands = _hands([CardSet.parse(options.get(key, "")) for key in keys], names)
    return open_bidding(rules, replace(deal, couleur=suit, couleur_card=card), hands)


def _couleur(text: str) -> tuple[Suit, Card | None]:
    try:
        return Suit.parse(text), None
    except CardError:
        card = Card.parse(text)
        return card.suit, card


def _hands(holdings: Sequence[CardSet], names: Sequence[str]) -> Triple:
    seen = CardSet()
    for name, holding in zip(names, holdings, strict=True):
        if len(holding) > HAND:
            raise RecordValueError(f"{name} has {len(holding)} cards; nine are dealt")
        if seen & holding:
            raise RecordValueError(f"{name} and another both have {seen & holding}; give each card once")
        seen |= holding
    first, second, third = (holding.mask for holding in holdings)
    return first, second, third


# ---- actions


def actions(state: State, actor: int, word: str, value: Any, names: Sequence[str]) -> Sequence[Any]:
    """Return the actions that an entry of a record stands for.

    Args:
        state: the state before the entry.
        actor: the player, or chance.
        word: the chance word, or nothing.
        value: a text; for ``deal`` a mapping from names to cards.
        names: the players.

    Raises:
        RecordValueError: if the entry cannot be read or does not belong to this phase.
    """
    if actor != CHANCE:
        return said(text_of(value))
    if state.phase != PHASE_OF[word]:
        raise RecordValueError(f"{word!r} belongs to the phase {PHASE_OF[word]!r}; this is {state.phase!r}")
    if isinstance(state, Dealing):
        return cards_dealt(value, names, (receiver(n, state.deal.dealer) for n in range(state.dealt, DEALT)))
    return [Card.parse(part) for part in text_of(value).split()]


def said(text: str) -> Sequence[Any]:
    """Return the actions of a player's text."""
    key = " ".join(text.lower().split())
    if key in _WORDS:
        return (_WORDS[key],)
    if key.startswith("cut "):
        try:
            return (Cut(key.removeprefix("cut ")),)
        except ValueError:
            raise RecordValueError(f"{text!r}: write how many cards are lifted off, such as cut 12") from None
    if key.startswith("discard "):
        return laid_aside(text.strip()[len("discard ") :], Word.ENOUGH)
    name = key.removeprefix("bid ")
    for read, written in ((Contract.parse, name), (Suit.parse, name), (Card.parse, text)):
        try:
            return (read(written),)
        except (ImpossibleInputError, CardError):
            continue
    raise RecordValueError(
        f"{text!r} is not an action of a player; write a card, a contract, a suit, 'cut 12', 'discard ♦4 ♣2', "
        f"'discard nothing' or one of {', '.join(_WORDS)}"
    )


# ---- facts


def _fact(gives: Gives, read: Callable[[State], Any], doc: str, *loci: str, by_player: bool = False) -> Fact:
    """Return a fact that is read off the state."""
    return Fact(gives, lambda position: read(position.state), loci, doc, by_player)


def _each(gives: Gives, read: Callable[[State, int], Any], doc: str, *loci: str) -> Fact:
    """Return a fact that is read off the state for each player."""
    return _fact(gives, lambda state: [read(state, player) for player in range(PLAYERS)], doc, *loci, by_player=True)


def _deal_seat(place: int) -> Callable[[State], int | None]:
    return lambda state: None if state.deal.dealer is None else seats(state.deal.dealer)[place]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _suit_name(suit: Suit | None) -> str | None:
    return None if suit is None else suit.name.lower()


def _highest_bid(state: State) -> str | None:
    bids = [call for _, call in state.deal.calls if isinstance(call, Contract)]
    return str(bids[-1]) if bids else None


def _privileged(state: State) -> int | None:
    return privileged(state.auction) if isinstance(state, Bidding) else None


def _choices(state: State) -> str:
    return ", ".join(_shown(action) for action in state.legal_actions())


def _shown(action: Any) -> str:
    return action.name.lower() if isinstance(action, Suit) else str(action)


def _outcome(state: State) -> str | None:
    return str(state.result.outcome(state.rules)) if state.result else None


def _times(state: State) -> int | None:
    return multiple(state.result.outcome(state.rules)) if state.result else None


def _trick_winner(position: Position) -> int | None:
    """Return who took the last trick that was completed in the step."""
    states = (*position.states, position.state)
    for before, after in zip(reversed(states[:-1]), reversed(states[1:]), strict=True):
        for player, (had, has) in enumerate(zip(before.taken, after.taken, strict=True)):
            if has > had:
                return player
    return None


_NUMBER, _TEXT, _TRUTH, _PLAYER, _CARDS = Gives
FACTS: Mapping[str, Fact] = {
    "dealer": _fact(_PLAYER, lambda state: state.deal.dealer, "who deals", "german-ombre.deal.3"),
    "forehand": _fact(_PLAYER, _deal_seat(0), "who sits to the dealer's right", "german-ombre.deal.2"),
    "middlehand": _fact(_PLAYER, _deal_seat(1), "who sits to the dealer's left", "german-ombre.deal.2"),
    "to act": _fact(
        _PLAYER,
        lambda state: None if state.actor == CHANCE else state.actor,
        "which player acts",
        "german-ombre.auction.1",
    ),
    "cards": _each(
        _NUMBER,
        lambda state, player: len(state.hand(player)),
        "how many cards each player holds",
        "german-ombre.deal.4",
    ),
    "hand": _each(_CARDS, State.hand, "the hands", "german-ombre.deal.4"),
    "talon": _fact(_NUMBER, lambda state: state.talon_count, "how many cards lie in the talon", "german-ombre.deal.5"),
    "couleur": _fact(_TEXT, lambda state: _suit_name(state.deal.couleur), "the couleur", "german-ombre.couleur.2"),
    "highest bid": _fact(_TEXT, _highest_bid, "the highest bid so far", "german-ombre.auction.6"),
    "may hold": _fact(
        _PLAYER,
        _privileged,
        "who has the right to hold the other's bid",
        "german-ombre.auction.6",
        "german-ombre.auction.8",
    ),
    "choices": _fact(_TEXT, _choices, "all legal actions, in order", "german-ombre.auction.9"),
    "ombre": _fact(_PLAYER, lambda state: state.deal.ombre, "who is ombre", "german-ombre.aim.1"),
    "contract": _fact(_TEXT, lambda state: _text(state.deal.contract), "the game played", "german-ombre.contracts.1"),
    "how": _fact(_TEXT, lambda state: str(state.deal.how), "how the ombre came to play", "german-ombre.all-pass.1"),
    "trumps": _fact(_TEXT, lambda state: _suit_name(state.deal.trump), "the trump suit", "german-ombre.contracts.2"),
    "exchanged": _each(
        _NUMBER,
        lambda state, player: state.deal.discards[player].bit_count(),
        "how many cards each player has discarded",
        "german-ombre.contracts.2",
    ),
    "march": _fact(
        _TEXT, lambda state: str(state.deal.march), "whether a march was undertaken", "german-ombre.march.2"
    ),
    "winner": Fact(_PLAYER, _trick_winner, ("german-ombre.tricks.4",), "who took the last trick played in this step"),
    "tricks": _fact(_NUMBER, lambda state: state.taken, "the tricks taken", "german-ombre.tricks.5", by_player=True),
    "matadors": _fact(
        _NUMBER,
        lambda state: state.result.matadors if state.result else None,
        "how many matadors the ombre held when play began",
        "german-ombre.outcome.4",
    ),
    "outcome": _fact(_TEXT, _outcome, "sacado, puesta or codille", "german-ombre.outcome.2", "german-ombre.outcome.3"),
    "times the value": _fact(
        _NUMBER,
        _times,
        "how many times the value of the game the ombre wins",
        "german-ombre.outcome.2",
        "german-ombre.outcome.3",
    ),
    "ombre's points": _fact(
        _NUMBER, lambda state: state.ledger().total(OMBRE), "what the ombre wins or loses", "german-ombre.outcome.2"
    ),
    "opponents' points": _fact(
        _NUMBER, lambda state: state.ledger().total(OPPONENTS), "what the opponents win", "german-ombre.outcome.3"
    ),
}


# ---- pictures


def label(state: State) -> str:
    """Return a moment in words, as ``trick 4`` or ``the auction``."""
    if state.phase == "play":
        return f"trick {sum(state.taken) + 1}"
    return {
        "draw": "the draw for the deal",
        "deal": "the deal",
        "cut": "the cut",
        "couleur": "the couleur",
        "auction": "the auction",
        "contract": "the contract",
        "trumps": "the trumps",
        "turn-up": "the card turned",
        "unknown cards": "the unknown cards",
        "mort": "Moor",
        "exchange": "the exchange",
        "announcement": "before the play",
        "over": "the end",
    }[state.phase]


def picture(state: State, player: int | None) -> Picture:
    """Return a position to be drawn; with a player's number just what that player may see."""
    view = state.view(player) if player is not None else None
    deal = view.deal if view else state.deal
    seen = view.open_cards.mask if view else 0
    holdings = []
    for owner, mask in enumerate(state.hands):
        shown = mask if view is None or owner == player else mask & seen
        unknown = HAND - mask.bit_count() if state.phase in ("auction", "contract", "trumps", "unknown cards") else 0
        holdings.append(Holding(owner, "hand", CardSet.from_mask(shown), (mask & ~shown).bit_count() + unknown))
    for owner, mask in enumerate(state.deal.discards):
        shown = deal.discards[owner]
        if mask:
            holdings.append(Holding(owner, "discarded", CardSet.from_mask(shown), (mask & ~shown).bit_count()))
    if state.deal.dealer is not None and state.phase != "deal":
        talon = state.talon_mask if view is None else state.talon_mask & seen
        holdings.append(Holding(None, "talon", CardSet.from_mask(talon), (state.talon_mask & ~talon).bit_count()))
    if state.drawn:
        holdings.append(Holding(None, "drawn", CardSet.from_mask(state.drawn)))
    trick = tuple((((state.leader or 0) + place) % PLAYERS, card) for place, card in enumerate(state.trick))
    ledger, lost = _settlement(state)
    return Picture(state.phase, state.actor, tuple(holdings), trick, (*_notes(state), *lost), ledger)


def _settlement(state: State) -> tuple[Ledger, tuple[tuple[str, str], ...]]:
    """Return the ledger, or an empty one with a note on the value that is lost."""
    try:
        return state.ledger(), ()
    except LostTableError as error:
        return Ledger(SIDES), (("settlement", f"{error.what} is lost"),)


def _notes(state: State) -> Iterator[tuple[str, str]]:
    deal = state.deal
    facts = {
        "couleur": _suit_name(deal.couleur),
        "played": str(deal.how) if deal.ombre is not None else None,
        "contract": _text(deal.contract),
        "trumps": _suit_name(deal.trump),
        "turned": _text(deal.turned),
        "march": str(deal.march) if deal.contract and deal.march != "none" else None,
        "tricks": "–".join(map(str, state.taken)) if any(state.taken) else None,
        "outcome": _outcome(state),
    }
    yield from ((name, value) for name, value in facts.items() if value is not None)
    if isinstance(state, Cutting):
        yield "second pack", "to be cut"
    if deal.calls:
        yield "calls", ", ".join(str(call) for _, call in deal.calls)
