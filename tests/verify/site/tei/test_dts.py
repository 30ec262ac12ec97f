"""The files by Distributed Text Services, read as a program reads them: from the entry point by its templates."""

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from tests.verify.site.apparatus.samples import BASE, edition
from verify.site.tei import dts
from verify.site.tei.text import NS

TEI = f"""<TEI xmlns="{NS}"><text><group><text xml:id="probe"><body>
<div n="deal"><p><seg xml:id="probe.deal.1">One.</seg> <seg xml:id="probe.deal.2">Two</seg></p>
<table><row><cell><seg corresp="#probe.deal.2">and more.</seg></cell></row></table></div>
<div n="play"><p><seg xml:id="probe.play.1">Three.</seg></p></div></body></text></group></text></TEI>"""
UNIT = {
    "type": "object",
    "required": ["@type", "identifier", "level", "parent", "citeType"],
    "properties": {
        "@type": {"const": "CitableUnit"},
        "level": {"type": "integer", "minimum": 1},
        "parent": {"type": ["string", "null"]},
    },
}
RESOURCE = {
    "type": "object",
    "required": ["@id", "@type", "title", "totalParents", "totalChildren", "collection", "navigation", "document"],
    "properties": {"@type": {"const": "Resource"}, "citationTrees": {"type": "array", "minItems": 1}},
}
HEAD = {"@context": {"const": dts.CONTEXT}, "dtsVersion": {"const": "1.0"}, "@id": {"type": "string", "minLength": 1}}
SCHEMAS: dict[str, dict[str, Any]] = {
    "EntryPoint": {"required": ["collection", "navigation", "document"]},
    "Collection": {
        "required": ["title", "totalParents", "totalChildren", "collection"],
        "properties": {"member": {"type": "array", "items": RESOURCE}},
    },
    "Resource": RESOURCE,
    "Navigation": {
        "required": ["resource"],
        "properties": {"resource": RESOURCE, "ref": UNIT, "member": {"type": "array", "items": UNIT}},
    },
}
"""What the specification asks of each kind of answer."""


def checked(data: dict[str, Any]) -> dict[str, Any]:
    jsonschema.validate(data, {"properties": HEAD, "required": ["@type", *HEAD]})
    jsonschema.validate(data, SCHEMAS[data["@type"]])
    return data


def expand(template: str, **values: str) -> str:
    """Expand a URI template as far as ours go: ``{id}`` and ``{/resource,ref}`` (RFC 6570)."""
    path = "".join(f"/{values[name]}" for name in ("resource", "ref") if name in values)
    return template.replace("{id}", values.get("id", "")).replace("{/resource,ref}", path)


def reader(files: dict[str, str], base: str) -> Callable[[str], dict[str, Any]]:
    return lambda address: checked(json.loads(files[address.removeprefix(base)]))


def walk(files: dict[str, str], base: str) -> dict[str, str]:
    """Return the text of every unit, found from the entry point."""
    read = reader(files, base)
    entry = read(f"{base}dts/index.json")
    found: dict[str, str] = {}
    for member in read(expand(entry["collection"], id="probes"))["member"]:
        assert read(expand(entry["collection"], id=member["@id"]))["title"] == member["title"]
        for unit in read(expand(member["navigation"], resource=member["@id"]))["member"]:
            place = {"resource": member["@id"], "ref": unit["identifier"]}
            there = read(expand(member["navigation"], **place))
            assert there["ref"] == unit
            assert all(below["parent"] == unit["identifier"] for below in there.get("member", ()))
            document = ET.fromstring(files[expand(member["document"], **place).removeprefix(base)])
            assert [child.tag for child in document] == [f"{{{dts.WRAPPER}}}wrapper"]
            found[unit["identifier"]] = " ".join("".join(document.itertext()).split())
    return found


def test_every_sentence_is_found_from_the_entry_point() -> None:
    assert walk(dts.files(edition(), TEI), BASE) == {
        "probe.deal": "One. Two and more.",
        "probe.deal.1": "One.",
        "probe.deal.2": "Two and more.",
        "probe.play": "Three.",
        "probe.play.1": "Three.",
    }


def test_without_a_public_address_the_templates_are_relative() -> None:
    files = dts.files(edition(base=""), TEI)
    assert json.loads(files["dts/index.json"])["document"] == "document{/resource,ref}.xml"
    there = json.loads(files["dts/navigation/probe/probe.deal.1.json"])["resource"]
    assert there["collection"] == "../../collection/{id}.json"


def test_a_damaged_copy_is_refused() -> None:
    files = dts.files(edition(), TEI)
    for path, old, new in (
        ("dts/index.json", '"dtsVersion": "1.0"', '"dtsVersion": "2"'),
        ("dts/collection/probes.json", '"title"', '"titel"'),
        ("dts/navigation/probe.json", '"CitableUnit"', '"Unit"'),
        ("dts/navigation/probe/probe.deal.1.json", '"level": 2', '"level": 0'),
    ):
        assert old in files[path]
        with pytest.raises(jsonschema.ValidationError):
            walk({**files, path: files[path].replace(old, new)}, BASE)
    del files["dts/document/probe/probe.play.1.xml"]
    with pytest.raises(KeyError):
        walk(files, BASE)
