"""The ten contracts, from frage to null: their order, their trumps and who may exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from types import MappingProxyType

from gamerules.cards import Card, Suit
from gamerules.german_ombre.deal import HAND, seats
from gamerules.german_ombre.rank import BASTO, SPADILLE
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.table import Price
from gamerules.rules import ImpossibleInputError, Status, rule, suggest


@rule(
    "german-ombre.contracts.1",
    "german-ombre.couleur.3",
    status=Status.CORRECTED,
    note="the ten are the games that can be played; not all of them can be announced",
)
class Contract(IntEnum):
    """The ten contracts, numbered as the text numbers them: a later one outbids an earlier one."""

    FRAGE = 1
    FRAGE_COULEUR = 2
    TOURNE = 3
    TOURNE_COULEUR = 4
    GROSSTOURNE = 5
    GROSSTOURNE_COULEUR = 6
    HAND = 7
    HAND_COULEUR = 8
    GRAND = 9
    NULL = 10

    def __str__(self) -> str:
        """Return the contract's name in prose."""
        return TERMS[self].price.words

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read a contract by its name; accents and hyphens may be left out.

        Raises:
            ImpossibleInputError: if the text names no contract.
        """
        key = _key(text)
        for contract in cls:
            if key == _key(str(contract)):
                return contract
        raise ImpossibleInputError(f"{text!r} is not a contract{suggest(key, [_key(str(each)) for each in cls])}")


class Trumps(StrEnum):
    """How the trumps of a contract come about."""

    NAMED = "named"
    """The ombre names a plain suit."""
    COULEUR = "couleur"
    """The couleur is trumps."""
    TURNED = "turned"
    """The suit of the top card of the talon is trumps."""
    ACES = "aces"
    """Spadille and basto are the only trumps."""
    NONE = "none"


class How(StrEnum):
    """How the ombre came to play."""

    AUCTION = "auction"
    FORCED = "forced spadille"
    MORT = "mort"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contract does.

    Attributes:
        trumps: how its trumps come about.
        ombre_exchanges: whether the ombre exchanges cards.
        opponents_exchange: whether the opponents do.
        price: its place in the tariff.
    """

    trumps: Trumps
    ombre_exchanges: bool
    opponents_exchange: bool
    price: Price


TERMS: Mapping[Contract, Terms] = MappingProxyType(
    {
        Contract.FRAGE: Terms(Trumps.NAMED, True, True, Price.FRAGE),
        Contract.FRAGE_COULEUR: Terms(Trumps.COULEUR, True, True, Price.FRAGE_COULEUR),
        Contract.TOURNE: Terms(Trumps.TURNED, True, True, Price.TOURNE),
        Contract.TOURNE_COULEUR: Terms(Trumps.TURNED, True, True, Price.TOURNE_COULEUR),
        Contract.GROSSTOURNE: Terms(Trumps.TURNED, True, True, Price.GROSSTOURNE),
        Contract.GROSSTOURNE_COULEUR: Terms(Trumps.TURNED, True, True, Price.GROSSTOURNE_COULEUR),
        Contract.HAND: Terms(Trumps.NAMED, False, True, Price.HAND),
        Contract.HAND_COULEUR: Terms(Trumps.COULEUR, False, True, Price.HAND_COULEUR),
        Contract.GRAND: Terms(Trumps.ACES, False, False, Price.GRAND),
        Contract.NULL: Terms(Trumps.NONE, False, False, Price.NULL),
    }
)
GROSSTOURNES = (Contract.GROSSTOURNE, Contract.GROSSTOURNE_COULEUR)
BLACK_ACES = SPADILLE.mask | BASTO.mask


def _key(text: str) -> str:
    return " ".join(text.lower().replace("é", "e").replace("-", " ").split())


@rule(
    "german-ombre.contracts.7",
    "german-ombre.contracts.8",
    "german-ombre.all-pass.4",
    status=Status.CORRECTED,
    note="two of the ten games that can be bid come by chance alone",
)
@cache
def ladder(blind_tourne: str, how: How) -> tuple[Contract, ...]:
    """Return the contracts that can be declared, low to high.

    Args:
        blind_tourne: the variant of that name.
        how: in Moor neither tourné nor grosstourné can be declared.
    """
    if how is How.MORT:
        return tuple(contract for contract in Contract if TERMS[contract].trumps is not Trumps.TURNED)
    by_chance = {"no": (Contract.TOURNE_COULEUR, Contract.GROSSTOURNE_COULEUR), "tourne": GROSSTOURNES[1:], "both": ()}
    return tuple(contract for contract in Contract if contract not in by_chance[blind_tourne])


@rule("german-ombre.contracts.9", "german-ombre.contracts.17")
def may_declare(contract: Contract, hand: int, elsewhere: int) -> bool:
    """Return whether a hand allows a contract: a grosstourné needs spadille and basto, nothing else needs any card.

    Args:
        contract: the contract.
        hand: the cards known to be in the hand (bit mask); of a hand known in part the rest may be any.
        elsewhere: the cards known to be in other hands.
    """
    if contract not in GROSSTOURNES:
        return True
    missing = BLACK_ACES & ~hand
    return missing.bit_count() <= HAND - hand.bit_count() and not missing & elsewhere


@rule(
    "german-ombre.contracts.2",
    "german-ombre.contracts.4",
    "german-ombre.contracts.12",
    "german-ombre.contracts.14",
)
def trump_suits(rules: Rules, contract: Contract, how: How, couleur: Suit) -> tuple[Suit, ...]:
    """Return the suits that the ombre may name trumps: any plain suit; only the couleur in a contract in couleur.

    In a forced spadille, which has one value, the couleur may be named too (decision ``forced_trumps``). Empty for
    contracts whose trumps are not a suit of his choice.
    """
    trumps = TERMS[contract].trumps
    if trumps is Trumps.COULEUR:
        return (couleur,)
    if trumps is not Trumps.NAMED:
        return ()
    any_suit = how is How.FORCED and rules.forced_trumps == "any-suit"
    return tuple(suit for suit in reversed(Suit) if any_suit or suit is not couleur)


@rule(
    "german-ombre.contracts.5",
    "german-ombre.contracts.6",
    "german-ombre.contracts.8",
    "german-ombre.contracts.11",
)
def turned_contract(contract: Contract, turned: Card, couleur: Suit | None) -> Contract:
    """Return what a tourné or grosstourné has become: in couleur if, and only if, the card turned is of the couleur."""
    big = contract in GROSSTOURNES
    if turned.suit is couleur:
        return Contract.GROSSTOURNE_COULEUR if big else Contract.TOURNE_COULEUR
    return Contract.GROSSTOURNE if big else Contract.TOURNE


@rule(
    "german-ombre.contracts.2",
    "german-ombre.contracts.3",
    "german-ombre.contracts.13",
    "german-ombre.contracts.18",
    "german-ombre.contracts.21",
    "german-ombre.aim.3",
)
def exchange_order(rules: Rules, contract: Contract, how: How, ombre: int, dealer: int) -> tuple[int, ...]:
    """Return who may exchange cards, in order: the ombre if his contract lets him, then the opponents from the first.

    In Moor the game's own exchange follows the exchange of four only by decision ``mort_exchange``.
    """
    if how is How.MORT and rules.mort_exchange == "none":
        return ()
    terms = TERMS[contract]
    order: tuple[int, ...] = (ombre,) if terms.ombre_exchanges else ()
    if terms.opponents_exchange:
        order += tuple(player for player in seats(dealer) if player != ombre)
    return order


@rule("german-ombre.contracts.10")
def on_the_table(contract: Contract | None) -> int:
    """Return the matadors that lie open during the contract (bit mask): spadille and basto in a grosstourné.

    As the exchange is made with them on the table, they cannot be discarded.
    """
    return BLACK_ACES if contract in GROSSTOURNES else 0


@rule("german-ombre.all-pass.2", "german-ombre.all-pass.5")
def price_of(contract: Contract, how: How) -> Price:
    """Return a game's place in the tariff: its own, or the one value of forced spadille or of Moor."""
    return {How.FORCED: Price.FORCED_SPADILLE, How.MORT: Price.MORT}.get(how, TERMS[contract].price)


def contract_rows() -> list[list[str]]:
    """Return the contracts as rows: number, name, trumps, who exchanges, whether they are declared."""
    trumps = {
        Trumps.NAMED: "a plain suit, named",
        Trumps.COULEUR: "the couleur",
        Trumps.TURNED: "the suit turned up",
        Trumps.ACES: "spadille and basto only",
        Trumps.NONE: "none",
    }
    exchange = {(True, True): "all, the ombre first", (False, True): "the opponents", (False, False): "nobody"}
    declared = ladder("no", How.AUCTION)
    return [
        [
            str(int(contract)),
            str(contract),
            trumps[terms.trumps],
            exchange[terms.ombre_exchanges, terms.opponents_exchange],
            "yes" if contract in declared else "no, it comes by chance",
        ]
        for contract, terms in TERMS.items()
    ]
