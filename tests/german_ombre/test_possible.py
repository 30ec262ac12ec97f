from random import Random
from typing import Any

from gamerules.game import find
from gamerules.german_ombre import Contract, How, March, Result, Rules
from gamerules.possible import witness
from gamerules.rules import ImpossibleInputError


def result(rng: Random) -> Result:
    """Return a random result, of those that the rules do not forbid."""
    while True:
        ombre = rng.randrange(10)
        one = rng.randrange(10 - ombre)
        more: dict[str, Any] = {"tricks": (ombre, one, 9 - ombre - one)}
        if ombre == 9:
            more["march"] = rng.choice([March.UNDERTAKEN, March.ANNOUNCED])
        end = rng.random()
        if end < 0.2:
            more = {"tricks": (0, 0, 0), "conceded": True} if end < 0.1 else {"tricks": (5, 0, 0), "stopped": True}
        contract = rng.choice([each for each in Contract if each is not Contract.GRAND])
        try:
            return Result(contract=contract, how=rng.choice(list(How)), matadors=rng.randrange(4), **more)
        except ImpossibleInputError:
            continue


def test_what_is_called_possible_is_dealt_and_played_to_just_that_end() -> None:
    attempt = find("german-ombre").adapters().witness
    assert attempt is not None
    rng, found, kinds = Random(3), 0, set()
    for _ in range(60):
        asked = result(rng)
        deal = witness(attempt, asked, Rules.DICTIONARY, 12)
        if deal is not None:
            assert deal.end().result == asked
            found += 1
            kinds.add((asked.contract, asked.how))
    assert found > 35
    assert len(kinds) > 10
