from random import Random

import pytest

from gamerules.contract_bridge import Doubling
from gamerules.game import find
from gamerules.possible import witness
from gamerules.rules import ImpossibleInputError
from gamerules.two_hand_bridge import Rules
from gamerules.two_hand_bridge.auction import Bid, Contract, Strain
from gamerules.two_hand_bridge.scoring import Result, deal_entries


def result(rng: Random) -> Result:
    strain = rng.choice([strain for strain in Strain if strain is not Strain.NULLO] * 3 + [Strain.NULLO])
    contract = Contract(Bid(rng.randint(1, 7), strain), rng.randrange(2), rng.choice(list(Doubling)))
    honours = (rng.choice([None, 0, 1, 2, 3, 4]), rng.choice([None, None, 0, 1, 2]))
    return Result(contract, rng.randrange(14), honours)


def test_what_is_called_possible_is_dealt_and_played_to_just_that_end() -> None:
    attempt = find("two-hand-bridge").adapters().witness
    assert attempt is not None
    rng, found = Random(7), 0
    for _ in range(40):
        asked = result(rng)
        try:
            deal = witness(attempt, asked, Rules.MENDELEV, 20)
        except ImpossibleInputError:
            with pytest.raises(ImpossibleInputError):
                list(deal_entries(asked, False))
            continue
        if deal is None:
            continue
        found += 1
        (ended,) = deal.end().rubber.results
        assert (ended.contract, ended.tricks) == (asked.contract, asked.tricks)
        assert all(said in (None, held) for said, held in zip(asked.honours, ended.honours, strict=True))
    assert found > 25


def test_what_is_not_stated_is_unknown_and_not_zero() -> None:
    spades = Contract(Bid(1, Strain.SPADES), 0)
    list(deal_entries(Result(spades, 3, (4, None)), False))
    with pytest.raises(ImpossibleInputError, match="cannot take 3 tricks, only 4 to 13"):
        list(deal_entries(Result(spades, 3, (4, 0)), False))
    with pytest.raises(ImpossibleInputError, match="with unknown honours against 5"):
        list(deal_entries(Result(spades, 9, (None, 5)), False))
