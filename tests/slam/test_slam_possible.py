from dataclasses import replace
from random import Random

import pytest

from gamerules.game import find
from gamerules.possible import witness
from gamerules.rules import ImpossibleInputError
from gamerules.slam.contract import Contract, Result
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import run_length, scored
from gamerules.slam.strain import Doubling, Slam, Strain, worth


def asked(rng: Random) -> Result:
    strain = rng.choice(list(Strain))
    named = rng.choice([None, None, None, *Slam])
    points = worth(named, strain) if named else rng.randint(6, 36)
    contract = Contract(rng.randrange(2), strain, points, named, rng.choice(list(Doubling)))
    held = rng.choice([None, None, 4]), None
    return Result(contract, rng.randint(0, 10), held)


@pytest.mark.parametrize("rules", [Rules.DICTIONARY, Rules.MENDELEV, Rules(reserve_taken_up="after-sixth")])
def test_what_is_called_possible_is_dealt_and_played_to_just_that_end(rules: Rules) -> None:
    attempt = find("slam").adapters().witness
    assert attempt is not None
    rng, found = Random(7), 0
    for _ in range(14):
        result = asked(rng)
        contract = result.contract
        try:
            deal = witness(attempt, result, rules, 20)
        except ImpossibleInputError:
            with pytest.raises(ImpossibleInputError):
                scored(contract.strain, contract.named or contract.points, result.tricks, rules=rules)
            continue
        if deal is None:
            continue
        found += 1
        ended = deal.end()
        assert (ended.contract, ended.taken[contract.declarer]) == (contract, result.tricks)
    assert found > 8


def test_a_run_is_held_as_it_is_told() -> None:
    attempt = find("slam").adapters().witness
    assert attempt is not None
    result = Result(Contract(0, Strain.HEARTS, 12), 8, (4, 0))
    deal = witness(attempt, replace(result, held=(5, 1)), Rules.DICTIONARY)
    assert deal is not None
    state = deal.first
    for action in deal.actions:
        state = state.after(action)
        if state.dealt == 32:
            break
    suit = Strain.HEARTS.suit
    assert suit is not None
    assert [run_length(hand, suit) for hand in state.hands] == [5, 1]
    assert witness(attempt, result, Rules.DICTIONARY, 5) is None  # the defender has four trumps


def test_a_result_that_no_deal_has_names_why() -> None:
    attempt = find("slam").adapters().witness
    assert attempt is not None
    with pytest.raises(ImpossibleInputError, match="11 tricks cannot be taken"):
        witness(attempt, Result(Contract(0, Strain.HEARTS, 12), 11), Rules.DICTIONARY)
