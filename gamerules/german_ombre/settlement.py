"""The settlement of a deal: values, premiums and what the ombre wins or loses."""

from __future__ import annotations

from dataclasses import dataclass

from gamerules.german_ombre import outcome as outcomes
from gamerules.german_ombre.all_pass import FORCED_GAME
from gamerules.german_ombre.contracts import Contract, How, ladder, on_the_table, price_of
from gamerules.german_ombre.march import PRIMA, March, is_march, knows_march
from gamerules.german_ombre.matadors import MATADORS, sure_tricks
from gamerules.german_ombre.outcome import Outcome, multiple
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.table import Price
from gamerules.german_ombre.tricks import TRICKS
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import ImpossibleInputError, Status, rule

OMBRE = "ombre"
OPPONENTS = "opponents"
SIDES = (OMBRE, OPPONENTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game ended, with all that its settlement depends on.

    Attributes:
        contract: the game played.
        tricks: the ombre's tricks, then each opponent's; all zero if the game was conceded.
        how: how the ombre came to play; a forced spadille and Moor have values of their own.
        matadors: how many matadors the ombre held when play began.
        march: whether he undertook all nine tricks, and how.
        stopped: whether he stopped after the first five.
        conceded: whether he gave the game up before the play.
    """

    contract: Contract
    tricks: tuple[int, int, int]
    how: How = How.AUCTION
    matadors: int = 0
    march: March = March.NONE
    stopped: bool = False
    conceded: bool = False

    def __post_init__(self) -> None:
        """Refuse what no deal can produce.

        Raises:
            ImpossibleInputError: with how to mend it.
        """
        for possible, message in self._conditions():
            if not possible:
                raise ImpossibleInputError(message)

    @property
    def price(self) -> Price:
        """The place of the game in the tariff."""
        return price_of(self.contract, self.how)

    def _conditions(self) -> list[tuple[bool, str]]:
        """Return the conditions that every result meets, each with what to say of one that does not."""
        ombre, total = self.tricks[0], sum(self.tricks)
        shown = "-".join(str(count) for count in self.tricks)
        undertaken = self.march is March.UNDERTAKEN
        marching = self.stopped or self.march is not March.NONE
        sure = sure_tricks(self.contract, self.matadors)
        exposed = on_the_table(self.contract).bit_count()
        return [
            (min(self.tricks) >= 0, f"tricks {shown}: no player takes fewer than 0"),
            (0 <= self.matadors <= MATADORS, f"{self.matadors} matadors: there are three; give 0 to 3"),
            (
                self.matadors >= exposed,
                f"matadors {self.matadors}: in a {self.contract} spadille and basto lie on the table; give 2 or 3",
            ),
            (
                self.contract is not Contract.NULL or not self.matadors,
                "there are no matadors in a null, which has no trumps; leave them out",
            ),
            (
                self.how is not How.FORCED or self.contract is FORCED_GAME,
                f"a forced spadille is a {FORCED_GAME}, not a {self.contract} (german-ombre.all-pass.2)",
            ),
            (
                self.how is not How.MORT or self.contract in ladder("no", How.MORT),
                f"in Moor no {self.contract} can be bid (german-ombre.all-pass.4)",
            ),
            (
                self.conceded or self.stopped or ombre >= sure,
                f"tricks {shown}: with {self.matadors} matadors in a {self.contract} the ombre takes {sure} or more",
            ),
            (knows_march(self.contract) or not marching, "there is neither prima nor march in a null; leave them out"),
            (not (self.conceded and (total or marching)), "a conceded game is not played: no tricks, prima or march"),
            (
                not self.stopped or self.march is March.NONE,
                "the prima is not counted with a march: one stops after five tricks or plays on for nine",
            ),
            (
                not self.stopped or self.tricks == (PRIMA, 0, 0),
                f"tricks {shown}: a prima is counted when the ombre stops after the first five; give 5-0-0, or leave "
                "the prima out",
            ),
            (
                self.stopped or self.conceded or total == TRICKS,
                f"tricks {shown} are {total}, not nine; with the first five alone it is a prima",
            ),
            (
                not undertaken or ombre >= PRIMA,
                f"tricks {shown}: a march that was not announced begins after the first five tricks, so the ombre has "
                "at least five",
            ),
        ]

    @rule(
        "german-ombre.march.4",
        "german-ombre.outcome.3",
        status=Status.CONFLICTING,
        note="a march announced beforehand and lost is settled by the tricks: decision announced_march_lost",
    )
    def outcome(self, rules: Rules) -> Outcome:
        """Return the outcome."""
        if self.conceded:
            return outcomes.conceded()
        if self.contract is Contract.NULL:
            return outcomes.of_null(rules, self.tricks[0])
        if self.march is March.ANNOUNCED and rules.announced_march_lost == "won":
            return Outcome.SACADO
        return outcomes.by_tricks(rules, *self.tricks)


@rule("german-ombre.chips.1", "german-ombre.outcome.2", "german-ombre.outcome.3")
def settle(result: Result, rules: Rules) -> Ledger:
    """Return the ledger of one deal, which is settled at once and by itself.

    The value of the game stands below the line, premiums above it. The ombre's gain or loss is his own entry; a codille
    is won by the opponents as well, as the text says; who pays a sacado and who receives a puesta it does not say.

    Raises:
        LostTableError: if a value is needed that is lost.
    """
    outcome = result.outcome(rules)
    times = multiple(outcome)
    locus = _locus(result, outcome)
    price = times * rules.tariff[result.price]
    entries = [Entry(OMBRE, Line.BELOW, price, locus, f"{outcome}: {_times(times)} {result.price.words}")]
    if outcome is Outcome.CODILLE:
        entries.append(Entry(OPPONENTS, Line.BELOW, -price, locus, f"codille won: twice {result.price.words}"))
    return Ledger(SIDES, (*entries, *_premiums(result, rules)))


def _locus(result: Result, outcome: Outcome) -> str:
    if result.conceded:
        return "german-ombre.concede.2"
    return "german-ombre.outcome.3" if outcome is Outcome.CODILLE else "german-ombre.outcome.2"


def _times(times: int) -> str:
    return "twice" if abs(times) > 1 else "the value of"


def _premiums(result: Result, rules: Rules) -> list[Entry]:
    """Return the entries for prima or march and for matadors."""
    return [*_prima(result, rules), *_march(result, rules), *_matadors(result, rules)]


@rule("german-ombre.prima.1", "german-ombre.march.4", "german-ombre.example.2")
def _prima(result: Result, rules: Rules) -> list[Entry]:
    """Return the premium for the first five tricks; it is not counted with a march, made or failed."""
    if not result.stopped:
        return []
    return [Entry(OMBRE, Line.ABOVE, rules.tariff[Price.PRIMA], "german-ombre.prima.1", "prima")]


@rule("german-ombre.march.2", "german-ombre.march.3")
def _march(result: Result, rules: Rules) -> list[Entry]:
    """Return the premium for all nine tricks, doubled if it was announced; nothing for one that failed."""
    if not knows_march(result.contract) or not is_march(result.tricks[0]):
        return []
    premium = rules.tariff[Price.MARCH]
    if result.march is March.ANNOUNCED:
        return [Entry(OMBRE, Line.ABOVE, 2 * premium, "german-ombre.march.3", "march, announced")]
    return [Entry(OMBRE, Line.ABOVE, premium, "german-ombre.march.2", "march")]


@rule("german-ombre.table.2", "german-ombre.example.1", "german-ombre.example.3", status=Status.CONFLICTING)
def pays_matadors(contract: Contract, rules: Rules) -> bool:
    """Return whether a contract has a premium for matadors: null has none, grand by decision ``grand_matadors``."""
    return contract is not Contract.NULL and (contract is not Contract.GRAND or rules.grand_matadors == "paid")


@rule("german-ombre.outcome.4", "german-ombre.example.3")
def _matadors(result: Result, rules: Rules) -> list[Entry]:
    """Return the premium for matadors, which stays with the ombre whatever the outcome.

    What fewer than three are worth is open (decision ``fewer_matadors``). An entry of zero says that something was
    held and nothing paid.
    """
    count = result.matadors
    if not count:
        return []
    if not pays_matadors(result.contract, rules):
        why = f"matadors held: {count}; none are paid in grand and null"
        return [Entry(OMBRE, Line.ABOVE, 0, "german-ombre.table.2", why)]
    if count < MATADORS and rules.fewer_matadors == "nothing":
        why = f"matadors held: {count}; the premium is for three"
        return [Entry(OMBRE, Line.ABOVE, 0, "german-ombre.example.1", why)]
    place = (Price.ONE_MATADOR, Price.TWO_MATADORS, Price.MATADORS)[count - 1]
    return [Entry(OMBRE, Line.ABOVE, rules.tariff[place], "german-ombre.outcome.4", f"matadors held: {count}")]
