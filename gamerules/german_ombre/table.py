"""The tariff: the table of values is lost, and with it all but three of its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from gamerules.rules import Cell, Grade, ImpossibleInputError, LostTableError, Status, Table, suggest


class Price(StrEnum):
    """The places of the tariff: the ten contracts, the two games played when all pass, and the premiums."""

    FORCED_SPADILLE = "forced-spadille"
    FRAGE = "frage"
    FRAGE_COULEUR = "frage-couleur"
    TOURNE = "tourne"
    TOURNE_COULEUR = "tourne-couleur"
    GROSSTOURNE = "grosstourne"
    GROSSTOURNE_COULEUR = "grosstourne-couleur"
    HAND = "hand"
    HAND_COULEUR = "hand-couleur"
    GRAND = "grand"
    NULL = "null"
    MORT = "mort"
    PRIMA = "prima"
    MARCH = "march"
    MATADORS = "matadors"
    """All three matadors."""
    TWO_MATADORS = "two-matadors"
    ONE_MATADOR = "one-matador"

    @property
    def words(self) -> str:
        """The place in prose; its value is what a file calls it."""
        return self.replace("-couleur", " in couleur").replace("tourne", "tourné").replace("-", " ")


SUPPLY = "bring a tariff of your own: a TOML or JSON file by --tariff FILE, or Rules(tariff=Tariff.load(FILE))"

SURVIVING = Table(
    "SURVIVING",
    ("german-ombre.table.1", "german-ombre.example.1"),
    {
        Price.GRAND: Cell(16, Grade.STATED, "german-ombre.example.1"),
        Price.MARCH: Cell(3, Grade.STATED, "german-ombre.example.1"),
        Price.MATADORS: Cell(2, Grade.STATED, "german-ombre.example.1"),
    },
    lost=[price for price in Price if price not in (Price.GRAND, Price.MARCH, Price.MATADORS)],
    supply=SUPPLY,
    status=Status.LOST,
)
"""What the worked example keeps of the lost table: a grand 16, a march 3, three matadors 2."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """Values to settle by: what survives, with or without figures that somebody has brought.

    Attributes:
        name: what to call it in messages.
        supplied: the figures brought, in the order of :class:`Price`; they stand before the surviving ones.
    """

    name: str
    supplied: tuple[tuple[Price, int], ...] = ()

    SURVIVING: ClassVar[Tariff]
    """The three figures of the worked example and nothing else."""

    def __getitem__(self, price: Price) -> int:
        """Return a value.

        Raises:
            LostTableError: if it is lost and nobody has brought it.
        """
        for place, figure in self.supplied:
            if place is price:
                return figure
        if price not in SURVIVING.cells:
            raise LostTableError(f"the value of {price}", SURVIVING.loci[0], SUPPLY)
        return SURVIVING[price]

    def known(self) -> dict[Price, int]:
        """Return all values that this tariff has, in the order of :class:`Price`."""
        figures = {**SURVIVING, **dict(self.supplied)}
        return {price: figures[price] for price in Price if price in figures}

    @classmethod
    def of(cls, figures: Mapping[str, Any], name: str = "supplied") -> Tariff:
        """Make a tariff from figures by place: ``{"frage": 2, "frage-couleur": 3}``.

        Raises:
            ImpossibleInputError: on an unknown place or a figure that is not a whole number of at least 1.
        """
        places = [str(price) for price in Price]
        for place, figure in figures.items():
            if place not in places:
                raise ImpossibleInputError(f"{name}: the tariff has no place {place!r}{suggest(place, places)}")
            if type(figure) is not int or figure < 1:
                raise ImpossibleInputError(f"{name}: {place} must be a whole number of at least 1, not {figure!r}")
        return cls(name, tuple((price, figures[price]) for price in Price if price in figures))

    @classmethod
    def load(cls, path: str | Path) -> Tariff:
        """Read a tariff from a TOML or JSON file of figures by place.

        Raises:
            ImpossibleInputError: if the file cannot be read or holds something else; it names file and line.
        """
        import json  # only those who bring a file pay for the readers
        import tomllib

        from gamerules.price_file import line_of, line_of_fault

        path = Path(path)
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ImpossibleInputError(f"{path}: cannot be read: {error}; name a TOML or JSON file") from None
        try:
            figures = json.loads(text, object_pairs_hook=_once) if kind == "JSON" else tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise ImpossibleInputError(f"{path}:{line_of_fault(text, error)}: not {kind}: {error}") from None
        if not isinstance(figures, dict):
            raise ImpossibleInputError(f"{path}:1: a tariff is a mapping of places to figures, such as frage = 2")
        for place, figure in figures.items():
            cls.of({place: figure}, f"{path}:{line_of(text, place)}")
        return cls.of(figures, path.name)


Tariff.SURVIVING = Tariff("surviving")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the mapping that these pairs make; TOML refuses a key given twice by itself, JSON keeps the last."""
    figures = dict(pairs)
    if len(figures) < len(pairs):
        raise ValueError("a place is given twice")
    return figures


def price_rows() -> list[list[str]]:
    """Return the whole tariff as rows: the place, its figure or ``lost``, and the sentence that keeps it."""
    rows = []
    for price in Price:
        try:
            rows.append([price.words, str(SURVIVING[price]), SURVIVING.cells[price].evidence])
        except LostTableError:
            rows.append([price.words, "lost", ""])
    return rows
