"""A table of data, and how it is written: CSV, JSON, Table Schema and JSON Schema from one description."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Value = str | int | None
"""A cell; None where it is empty."""

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a sheet: a column of the table.

    Attributes:
        name: its name.
        about: what it holds.
        type: ``string`` or ``integer``.
        required: whether every row has a value.
        choices: the values it may have; empty for any.
        points_to: ``sheet.field`` that its values must be found in; empty for none.
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
        fields: its fields.
        rows: its rows, a value for each field.
        key: the fields that identify a row.
        loci: the loci of each row by the first field of its key, where rows are about loci.
    """

    name: str
    title: str
    fields: tuple[Field, ...]
    rows: tuple[tuple[Value, ...], ...]
    key: tuple[str, ...]
    loci: Mapping[str, Sequence[str]] | None = None

    def objects(self) -> list[dict[str, Value]]:
        """Return the rows as mappings by field."""
        names = [field.name for field in self.fields]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def csv(self) -> str:
        """Return the sheet as CSV (RFC 4180, UTF-8, lines ending in LF); an empty field means no value."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(field.name for field in self.fields)
        writer.writerows(self.rows)
        return out.getvalue()

    def json(self) -> str:
        """Return the sheet as JSON, each row with its loci."""
        found: list[dict[str, Any]] = [*self.objects()]
        if self.loci is not None:
            found = [{**entry, "loci": list(self.loci.get(str(entry[self.key[0]]), ()))} for entry in found]
        return to_json(found)

    def resource(self, path: str) -> dict[str, Any]:
        """Return the sheet's entry in the description of the data package; ``path`` is its CSV file."""
        foreign = [
            {"fields": field.name, "reference": {"resource": sheet, "fields": other}}
            for field in self.fields
            for sheet, _, other in [field.points_to.partition(".")]
            if field.points_to
        ]
        schema: dict[str, Any] = {"fields": [_field(field) for field in self.fields], "primaryKey": list(self.key)}
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

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the sheet's JSON file."""
        properties: dict[str, Any] = {field.name: _property(field) for field in self.fields}
        if self.loci is not None:
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


def _field(field: Field) -> dict[str, Any]:
    constraints: dict[str, Any] = {"required": True} if field.required else {}
    if field.choices:
        constraints["enum"] = list(field.choices)
    made: dict[str, Any] = {"name": field.name, "type": field.type, "description": field.about}
    return {**made, "constraints": constraints} if constraints else made


def _property(field: Field) -> dict[str, Any]:
    kinds: str | list[str] = field.type if field.required else [field.type, "null"]
    found: dict[str, Any] = {"type": kinds, "description": field.about}
    if field.choices:
        found["enum"] = [*field.choices, *([] if field.required else [None])]
    return found
