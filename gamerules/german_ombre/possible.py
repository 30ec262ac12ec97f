"""Deals that end in a given result, from the draw for the deal on."""

from __future__ import annotations

from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.cards import playing_pack
from gamerules.german_ombre.contracts import TERMS, Contract, How, Trumps, on_the_table, turned_contract
from gamerules.german_ombre.deal import HAND
from gamerules.german_ombre.march import March
from gamerules.german_ombre.phase_deal import Drawing
from gamerules.german_ombre.rank import SPADILLE, matadors
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import Result
from gamerules.german_ombre.tricks import TRICKS
from gamerules.possible import Witness, steered, strong_and_weak
from gamerules.solve.three_hands import ThreeHands
from gamerules.solve.together import play_to

TRUMP = Suit.HEARTS
"""The suit that is trumps in the deals made here, where one is."""


def attempt(result: Result, rules: Rules, rng: Random) -> Witness | None:
    """Return a deal that ends in a result, or None if this one did not come to it.

    The deal begins with the draw for the deal; nobody lays cards off unless he must.
    """
    deal = _Deal(result, rng)
    begun = steered(Drawing(rules), lambda state: bool(state.phase in ("play", "over")), deal)
    if begun is None:
        return None
    state, actions = begun
    if state.phase == "play":
        rest = _played(state, result, rng)
        if rest is None:
            return None
        actions += rest
    found = Witness(Drawing(rules), tuple(actions))
    return found if found.end().result == result else None


def _played(state: Any, result: Result, rng: Random) -> list[Any] | None:
    """Return the cards by which the tricks fall so, and ``stop`` where the ombre stops."""
    first, second, third = (CardSet.from_mask(mask) for mask in state.hands)
    ombre = state.deal.ombre
    tricks = (TRICKS, 0, 0) if result.stopped else result.tricks
    wanted = [tricks[(player - ombre) % 3] for player in range(3)]
    cards = play_to(ThreeHands((first, second, third), ombre, state.leader, state.deal.order), wanted, rng)
    if cards is None:
        return None
    return [*cards[: 3 * sum(result.tricks)], Word.STOP] if result.stopped else list(cards)


class _Deal:
    """What is done up to the first trick, step by step."""

    def __init__(self, result: Result, rng: Random) -> None:
        self.result, self.rng = result, rng
        self.kind = TERMS[result.contract].trumps
        self.ombre = rng.randrange(3)
        self.hands = self._hands()
        self.waiting = [list(hand) for hand in self.hands]
        in_couleur = "COULEUR" in result.contract.name
        self.couleur = TRUMP if in_couleur else Suit.CLUBS

    def _hands(self) -> list[CardSet]:
        """Return hands in which the ombre has the matadors, and otherwise what makes the tricks likely."""
        result, rng = self.result, self.rng
        high = list(matadors(TRUMP)) if self.kind is not Trumps.ACES else [matadors(TRUMP)[0], matadors(TRUMP)[2]]
        if self.kind is Trumps.NONE:
            own: list[Card] = []
        else:
            fixed = [card for card in high if on_the_table(result.contract) >> card & 1]
            loose = [card for card in high if card not in fixed]
            own = fixed + rng.sample(loose, max(0, min(result.matadors - len(fixed), len(loose))))
        barred = {*high} if self.kind is not Trumps.NONE else set()
        if result.how is How.FORCED and SPADILLE not in own:
            return [CardSet()] * 3  # he would have to lay spadille off
        rest = [card for card in playing_pack() if card not in barred and card != SPADILLE]
        cards = strong_and_weak(rest, result.tricks[0] / TRICKS, rng)
        mine = own + cards[: HAND - len(own)]
        others = rng.sample(cards[HAND - len(own) :], 2 * HAND)
        hands = [CardSet(mine), CardSet(others[:HAND]), CardSet(others[HAND:])]
        return hands[-self.ombre :] + hands[: -self.ombre] if self.ombre else hands

    def __call__(self, state: Any) -> Any:
        """Return the next step, or None to give up."""
        wanted = self._wanted(state)
        return wanted if wanted is None or state.is_legal(wanted) else None

    def _wanted(self, state: Any) -> Any:
        result, phase, mine = self.result, state.phase, state.actor == self.ombre
        if phase == "draw":
            return SPADILLE
        if phase == "deal":
            waiting = self.waiting[(1 + state.dealt // 3) % 3]  # player 0 has drawn spadille and deals
            return waiting.pop() if waiting else None
        if phase in ("couleur", "turn-up"):
            suit = self.couleur if phase == "couleur" else TRUMP
            return next((card for card in state.legal_actions() if card.suit is suit), None)
        if phase == "auction":
            plays = mine and result.how is How.AUCTION
            bid = next(
                (call for call in state.legal_actions() if call is Word.PLAY or isinstance(call, Contract)), None
            )
            return bid if plays else Call.PASS
        if phase == "contract":
            return self._contract() if mine else Call.PASS
        if phase == "announcement":
            return Word.CONCEDE if result.conceded else Word.MARCH if result.march is March.ANNOUNCED else Word.BEGIN
        simple = {"cut": state.legal_actions()[0], "exchange": Word.ENOUGH, "trumps": TRUMP, "mort": Call.PASS}
        return simple.get(phase)

    def _contract(self) -> Contract:
        """Return what is declared: a tourné in couleur comes by the card that is turned."""
        contract = self.result.contract
        if self.kind is not Trumps.TURNED:
            return contract
        return next(c for c in Contract if turned_contract(c, SPADILLE, None) is c and c in (contract, contract - 1))
