"""A good reserve within a bound of work: the game of reserves, grown by what is best against what was found so far.

Each player begins with a few reserves. The game between these is solved, each adds the reserve that does best against
the other's mixture, and so on: the double oracle. What is left out can be added by nobody, or was never reached.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from gamerules.cards import CardSet, Suit
from gamerules.solve.matrix_games import equilibrium
from gamerules.solve.reserves import Pairs, choices_of

LOOKED_AT = 60
"""How many reserves are tried at a time for the best against what was found: all would take the work of many rounds."""
IDLE = 12
"""After how many searches in a row that found nothing better the mixture is taken."""
WORK = 30_000
"""How many positions are searched before the mixture that was found is taken."""


def reserve_against(
    mine: CardSet,
    theirs: CardSet,
    *,
    leads: bool,
    trump: Suit | None,
    misere: bool,
    rng: Random,
    work: int = WORK,
) -> tuple[CardSet, float]:
    """Choose a reserve from a mixture that is near the equilibrium.

    Args:
        mine: the sixteen cards of the player.
        theirs: those of the other.
        leads: whether the player leads to the first trick.
        trump: the trump suit, or None.
        misere: whether tricks are shunned (nullo).
        rng: the source of randomness: a reserve that can be foreseen is worth less.
        work: how many positions may be searched.

    Returns:
        The reserve, and the tricks that the mixture makes sure of against the reserves that were found.
    """
    pairs = Pairs((mine, theirs), 0 if leads else 1, trump, misere)
    rows, columns = choices_of(mine, theirs), choices_of(theirs, mine)
    own, other = [rng.choice(rows)], [rng.choice(columns)]
    sign = -1 if misere else 1
    idle = 0
    while True:
        found = equilibrium([[sign * pairs.tricks(row, column) for column in other] for row in own])
        if pairs.nodes >= work or idle >= IDLE:
            break
        by_row = {other[place]: chance for place, chance in found.columns.items()}
        by_column = {own[place]: chance for place, chance in found.rows.items()}

        def for_row(row: CardSet, mixture: dict[CardSet, Fraction] = by_row) -> Fraction:
            return sum((chance * sign * pairs.tricks(row, column) for column, chance in mixture.items()), Fraction(0))

        def for_column(column: CardSet, mixture: dict[CardSet, Fraction] = by_column) -> Fraction:
            return sum((chance * sign * pairs.tricks(row, column) for row, chance in mixture.items()), Fraction(0))

        row = max([*own, *rng.sample(rows, min(LOOKED_AT, len(rows)))], key=for_row)
        column = min([*other, *rng.sample(columns, min(LOOKED_AT, len(columns)))], key=for_column)
        for known, reserve in ((own, row), (other, column)):
            if reserve in known:
                idle += 1
            else:
                known.append(reserve)
                idle = 0
    (place,) = rng.choices(list(found.rows), [float(chance) for chance in found.rows.values()])
    return own[place], float(sign * found.value)
