"""The play: tricks of four and of two, following suit, who wins and who leads."""

from __future__ import annotations

from gamerules.cards import Card
from gamerules.rules import Status, rule
from gamerules.slam.cards import SUIT_MASKS, card_order
from gamerules.slam.contract import Contract
from gamerules.slam.rules import Rules
from gamerules.slam.strain import Strain
from gamerules.tricks import Play, TrickShape, winning_play

SHAPES = (TrickShape(4),) * 6 + (TrickShape(2),) + (TrickShape(2, "reserve"),) * 3
"""The ten tricks: six of four cards and one of two from the hand, three of two from the reserve."""


@rule("slam-dictionary.play.3", "slam-dictionary.play.6", "mendelev.slam-play.1", "mendelev.slam-play.5")
def size_of(trick: int) -> int:
    """Return how many cards make a trick, by its number from 0."""
    return SHAPES[trick].size


@rule(
    "slam-dictionary.play.2",
    "slam-dictionary.play.6",
    "slam-dictionary.example.39",
    "mendelev.slam-play.6",
)
def reserve_is_taken_up(rules: Rules, tricks: int) -> bool:
    """Return whether the reserves are taken into the hands after so many tricks (decision ``reserve_taken_up``)."""
    return tricks == taken_up_after(rules)


def taken_up_after(rules: Rules) -> int:
    """Return the number of tricks after which the reserves are taken up (decision ``reserve_taken_up``)."""
    return 7 if rules.reserve_taken_up == "after-seventh" else 6


@rule(
    "slam-dictionary.example.32",
    status=Status.INFERRED,
    note="No rule says who leads; in the illustrative deal it is the declarer's opponent, who is also the non-dealer.",
)
def first_leader(rules: Rules, contract: Contract, dealer: int) -> int:
    """Return who leads to the first trick (decision ``first_lead``)."""
    if rules.first_lead == "non-dealer":
        return 1 - dealer
    return contract.declarer if rules.first_lead == "declarer" else 1 - contract.declarer


@rule(
    "slam-dictionary.play.4",
    "mendelev.slam-play.3",
    "mendelev.slam-play.4",
    "mendelev.slam-play.7",
)
def playable(hand: int, trick: tuple[Card, ...]) -> int:
    """Return what may be played from a hand (bit masks): the suit led if it is held, else anything.

    The leader's own second card follows the suit of his first. Nobody need play higher or trump.
    """
    if trick:
        return hand & SUIT_MASKS[trick[0].suit] or hand
    return hand


@rule("slam-dictionary.play.3", "mendelev.slam-play.1")
def player_of(leader: int, index: int) -> int:
    """Return who plays the card of this index in a trick: the players take turns (A, B, A, B)."""
    return (leader + index) % 2


@rule("slam-dictionary.play.5", "mendelev.slam-play.1", "mendelev.slam-play.2", "mendelev.slam-play.5")
def best(trick: tuple[Card, ...], leader: int, strain: Strain) -> Play:
    """Return the card that wins a trick, and its player: the highest trump, else the highest card of the suit led."""
    plays = [Play(player_of(leader, index), card) for index, card in enumerate(trick)]
    return winning_play(plays, card_order(strain))


def winner(trick: tuple[Card, ...], leader: int, strain: Strain) -> int:
    """Return who wins a trick."""
    return best(trick, leader, strain).player


def refusal(card: object, hand: int, trick: tuple[Card, ...], reserve: int) -> tuple[str, str] | None:
    """Return the locus and reason why this card cannot be played, or None if it can."""
    if not isinstance(card, Card):
        return "slam-dictionary.play.3", "a card must be played here"
    if reserve >> card & 1:
        return "slam-dictionary.play.2", "the card lies in the reserve, which is played after the seventh trick"
    if not hand >> card & 1:
        return "slam-dictionary.play.2", "the card is not in the hand"
    if not playable(hand, trick) >> card & 1:
        return "slam-dictionary.play.4", f"{trick[0].suit.symbol} was led and must be followed"
    return None
