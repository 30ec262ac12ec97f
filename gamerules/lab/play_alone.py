"""The play alone: cards dealt at random, a contract given, and every card any legal one.

Bidding by chance is no bidding, so whoever asks what a contract is worth in the play begins here. The same deals are
played by a game's own states (:func:`by_state`) or by a compiled kernel (:mod:`gamerules.lab.batch`), with the same
cards, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gamerules.cards import CARDS, PACK_32, PACK_40, PACK_52, Card, CardSet, Suit
from gamerules.lab.counter import Counter
from gamerules.lab.deals import Outcome
from gamerules.rules import ImpossibleInputError, suggest


@dataclass(frozen=True, slots=True)
class Contest:
    """One contract in which deals are played.

    Attributes:
        game: the game's name.
        contract: the contract, in the game's words.
        pack: the cards.
        players: how many play.
        hand: how many cards each gets.
        reserve: how many each lays aside.
        sizes: the cards of each trick.
        aside_until: after how many tricks the reserves are taken up.
        first_high: whether legal cards are listed high to low, or low to high.
        same: for each card, the cards of its suit in play (bit masks).
        exempt: for each card led, the cards that it cannot force (bit masks).
        trumps: the trumps (a bit mask).
        power: for each card, its strength within trumps or its suit.
        roles: from a deal's number, who declares and who leads.
        start: the first state of the play or of the laying aside, from hands, declarer and leader.
        taken: the tricks of each side, from the state after the last card.
        sides: the side of each player.
        outcome: what the tricks came to: those of the declarer's side, then of the others in turn.
    """

    game: str
    contract: str
    pack: CardSet
    players: int
    hand: int
    sizes: tuple[int, ...]
    first_high: bool
    same: tuple[int, ...]
    exempt: tuple[int, ...]
    trumps: int
    power: tuple[int, ...]
    roles: Callable[[int], tuple[int, int]]
    start: Callable[[Sequence[CardSet], int, int], Any]
    taken: Callable[[Any], Sequence[int]]
    sides: tuple[int, ...]
    outcome: Callable[[Sequence[int]], Outcome]
    reserve: int = 0
    aside_until: int = 0

    @property
    def cards(self) -> int:
        """How many cards are played in a deal."""
        return sum(self.sizes)


@dataclass(frozen=True, slots=True)
class Played:
    """One deal played.

    Attributes:
        cards: the cards in the order in which they were played.
        tricks: the tricks of each side.
    """

    cards: tuple[Card, ...]
    tricks: tuple[int, ...]


def by_state(contest: Contest, seed: int, number: int) -> Played:
    """Play one deal by the game's own states, which check every card."""
    source = Counter(seed, number)
    order = sorted(contest.pack)
    for place in range(contest.players * contest.hand):
        other = place + source.below(len(order) - place)
        order[place], order[other] = order[other], order[place]
    hands = [CardSet(order[p * contest.hand : (p + 1) * contest.hand]) for p in range(contest.players)]
    declarer, leader = contest.roles(number)
    state = contest.start(hands, declarer, leader)
    while state.phase == "reserve":
        choices = state.legal_actions()
        state = state.after(choices[source.below(len(choices))])
    cards: list[Card] = []
    for _ in range(contest.cards):
        legal = [action for action in state.legal_actions() if isinstance(action, Card)]
        cards.append(legal[source.below(len(legal))])
        state = state.after(cards[-1])
    return Played(tuple(cards), tuple(contest.taken(state)))


# ---- the contests of each game


def contest(game: str, contract: str) -> Contest:
    """Return a contest by game and contract: ``slam`` and ``diamonds``, or ``german-ombre`` and ``grand``.

    Raises:
        ImpossibleInputError: if the game has none, or none of that contract.
    """
    if game not in _CONTESTS:
        raise ImpossibleInputError(f"{game} has no play to simulate alone{suggest(game, list(_CONTESTS))}")
    contracts, make = _CONTESTS[game]
    if contract not in contracts:
        raise ImpossibleInputError(f"{game} has no contract {contract!r} to play{suggest(contract, contracts)}")
    return make(contract)


def outcome_of(contest: Contest, number: int, tricks: Sequence[int]) -> Outcome:
    """Return what a deal came to, from its number and the tricks of each side."""
    declarer = contest.sides[contest.roles(number)[0]]
    return contest.outcome([tricks[(declarer + turn) % len(tricks)] for turn in range(len(tricks))])


def contracts_of(game: str) -> tuple[str, ...]:
    """Return the contracts whose play can be simulated alone."""
    return _CONTESTS[game][0] if game in _CONTESTS else ()


_SUIT_NAMES = tuple(suit.name.lower() for suit in Suit)


def _standard(pack: CardSet, trump: Suit | None) -> dict[str, Any]:
    """Return the tables of an order in which ace is high and suits are as printed."""
    return {
        "pack": pack,
        "same": tuple(pack.of_suit(card.suit).mask for card in CARDS),
        "exempt": (0,) * len(CARDS),
        "trumps": 0 if trump is None else pack.of_suit(trump).mask,
        "power": tuple(int(card.rank) for card in CARDS),
    }


def _slam(contract: str) -> Contest:
    from gamerules.slam import Phase, State, Strain
    from gamerules.slam.contract import Contract
    from gamerules.slam.play import SHAPES
    from gamerules.slam.strain import points_taken

    strain = Strain(contract)

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> Any:
        return State(
            dealer=declarer,
            phase=Phase.RESERVE,
            actor=1 - declarer,
            dealt=32,
            hands=(hands[0].mask, hands[1].mask),
            auction=None,
            contract=Contract(declarer, strain, 10),
        )

    return Contest(
        game="slam",
        contract=contract,
        players=2,
        hand=16,
        reserve=3,
        sizes=tuple(shape.size for shape in SHAPES),
        aside_until=sum(shape.zone == "hand" for shape in SHAPES),
        first_high=True,
        roles=lambda number: (number % 2, 1 - number % 2),
        start=start,
        taken=lambda state: state.taken,
        sides=(0, 1),
        outcome=lambda tricks: {"tricks": tricks[0], "points": points_taken(strain, tricks[0])},
        **_standard(PACK_32, strain.suit),
    )


def _bridge(contract: str) -> Contest:
    from gamerules.two_hand_bridge import Bid, Bidding, Playing, Rubber, Rules, State, Strain
    from gamerules.two_hand_bridge import Contract as BridgeContract

    strain = Strain.parse(contract)

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> Any:
        both = (hands[0], hands[1])
        played = BridgeContract(Bid(1, strain), declarer)
        auction = Bidding(declarer, both, (CardSet(), CardSet()))
        return State(Rules.MENDELEV, declarer, Playing.begin(played, auction), Rubber())

    def taken(state: Any) -> Sequence[int]:
        result = state.rubber.results[-1]  # after the last card the next deal begins
        ours, theirs = result.tricks, 13 - result.tricks
        return (ours, theirs) if result.contract.declarer == 0 else (theirs, ours)

    return Contest(
        game="two-hand-bridge",
        contract=contract,
        players=2,
        hand=13,
        sizes=(2,) * 13,
        first_high=False,
        roles=lambda number: (number % 2, 1 - number % 2),
        start=start,
        taken=taken,
        sides=(0, 1),
        outcome=lambda tricks: {"tricks": tricks[0]},
        **_standard(PACK_52, strain.trump),
    )


def _ombre(contract: str) -> Contest:
    from gamerules.german_ombre import Contract as Game
    from gamerules.german_ombre.outcome import by_tricks, of_null
    from gamerules.german_ombre.phase_play import Playing
    from gamerules.german_ombre.rank import grand_order, null_order, suit_order
    from gamerules.german_ombre.rules import Rules
    from gamerules.german_ombre.state import Deal

    trump = Suit.parse(contract) if contract in _SUIT_NAMES else None
    named = {"grand": Game.GRAND, "null": Game.NULL}.get(contract, Game.HAND)
    order = suit_order(trump) if trump is not None else grand_order() if contract == "grand" else null_order()

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> Any:
        held = (hands[0].mask, hands[1].mask, hands[2].mask)
        deal = Deal(dealer=(leader + 2) % 3, ombre=declarer, contract=named, trump=trump, held=held)
        return Playing(Rules.DICTIONARY, deal, held, leader, (), (0, 0, 0))

    def outcome(tricks: Sequence[int]) -> Outcome:
        rules = Rules.DICTIONARY
        result = of_null(rules, tricks[0]) if named is Game.NULL else by_tricks(rules, *tricks)
        split = "–".join(map(str, (tricks[0], *sorted(tricks[1:], reverse=True))))
        return {"result": str(result), "tricks": tricks[0], "split": split}

    return Contest(
        game="german-ombre",
        contract=contract,
        pack=PACK_40,
        players=3,
        hand=9,
        sizes=(3,) * 9,
        first_high=True,
        same=tuple(order.same),
        exempt=tuple(order.exempt),
        trumps=CardSet(order.trumps).mask,
        power=tuple(order.power),
        roles=lambda number: (number // 3 % 3, number % 3),
        start=start,
        taken=lambda state: state.taken,
        sides=(0, 1, 2),
        outcome=outcome,
    )


def _nullo(contract: str) -> Contest:
    from gamerules.nullo_bridge.knowledge import Hand
    from gamerules.nullo_bridge.seats import SEATS
    from gamerules.nullo_bridge.state import State

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> Any:
        first, second, third, fourth = (Hand(hand) for hand in hands)
        return State.start((first, second, third, fourth), leader=SEATS[leader])

    return Contest(
        game="nullo-bridge",
        contract=contract,
        players=4,
        hand=13,
        sizes=(4,) * 13,
        first_high=False,
        roles=lambda number: (3, 0),
        start=start,
        taken=lambda state: state.taken,
        sides=tuple(0 if seat.is_declaring else 1 for seat in SEATS),
        outcome=lambda tricks: {"tricks": tricks[0]},
        **_standard(PACK_52, None),
    )


_CONTESTS: Mapping[str, tuple[tuple[str, ...], Callable[[str], Contest]]] = {
    "slam": ((*_SUIT_NAMES, "notrump", "nullo"), _slam),
    "two-hand-bridge": ((*_SUIT_NAMES, "no trump", "nullo"), _bridge),
    "german-ombre": ((*_SUIT_NAMES, "grand", "null"), _ombre),
    "nullo-bridge": (("nullo",), _nullo),
}
