"""A table of data, and how it is written: CSV, JSON, Table Schema and JSON Schema from one description."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Value = str | int | None
"""A cell; None where there is nothing to say."""

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a sheet.

    Attributes:
        name: its name.
        about: what it holds.
        type: ``string`` or ``integer``.
        required: whether every row has a value.
        choices: the values it may have; empty for any.
        points_to: ``sheet.column`` that its values must be found in; empty for none.
    """

    name: str
    about: str
    type: str = "string"
    required: bool = True
    choices: tuple[str, ...] = ()
    points_to: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    Attributes:
        name: its name, and that of its files.
        title: what it is, in a few words.
        columns: its columns.
        rows: its rows, a value for each column.
        key: the columns that tell its rows apart.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    key: tuple[str, ...]

    def objects(self) -> list[dict[str, Value]]:
        """Return the rows as mappings by column."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def csv(self) -> str:
        """Return the sheet as CSV (RFC 4180, UTF-8, lines ending in LF); an empty field means no value."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def json(self, lists: Mapping[str, Sequence[str]] | None = None) -> str:
        """Return the sheet as JSON; ``lists`` gives each row, by its key, the loci that belong to it."""
        found: list[dict[str, Any]] = []
        for entry in self.objects():
            loci = {} if lists is None else {"loci": list(lists.get(str(entry[self.key[0]]), ()))}
            found.append({**entry, **loci})
        return to_json(found)

    def resource(self, path: str) -> dict[str, Any]:
        """Return the sheet's entry in the description of the data package; ``path`` is its CSV file."""
        foreign = [
            {"fields": column.name, "reference": {"resource": sheet, "fields": field}}
            for column in self.columns
            for sheet, _, field in [column.points_to.partition(".")]
            if column.points_to
        ]
        schema: dict[str, Any] = {"fields": [_field(column) for column in self.columns], "primaryKey": list(self.key)}
        if foreign:
            schema["foreignKeys"] = foreign
        return {
            "name": self.name,
            "title": self.title,
            "path": path,
            "profile": "tabular-data-resource",
            "format": "csv",
            "mediatype": "text/csv",
            "encoding": "utf-8",
            "schema": schema,
        }

    def schema(self, *, loci: bool) -> dict[str, Any]:
        """Return the JSON Schema of the sheet's JSON file; ``loci`` says whether its entries have lists of loci."""
        properties: dict[str, Any] = {column.name: _property(column) for column in self.columns}
        if loci:
            properties["loci"] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
        return {
            "$schema": DRAFT,
            "title": self.title,
            "type": "array",
            "items": {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            },
        }


def to_json(data: Any) -> str:
    """Return data as JSON for a file."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _field(column: Column) -> dict[str, Any]:
    constraints: dict[str, Any] = {"required": True} if column.required else {}
    if column.choices:
        constraints["enum"] = list(column.choices)
    field: dict[str, Any] = {"name": column.name, "type": column.type, "description": column.about}
    return {**field, "constraints": constraints} if constraints else field


def _property(column: Column) -> dict[str, Any]:
    kinds: str | list[str] = column.type if column.required else [column.type, "null"]
    found: dict[str, Any] = {"type": kinds, "description": column.about}
    if column.choices:
        found["enum"] = [*column.choices, *([] if column.required else [None])]
    return found
