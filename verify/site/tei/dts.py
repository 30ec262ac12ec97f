"""The edition by Distributed Text Services 1.0, as far as files can serve it.

A collection of the texts, the navigation of each text, section and sentence, and each of them as TEI. The addresses
are URI templates without a query (``{resource}``, ``{/resource,ref}``), so that any server of files answers them; what
needs a program (ranges, ``down``, ``page``) is not offered. A navigation always lists everything below its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from verify.site.cite.about import Edition
from verify.site.tei.text import NS, XML

FOLDER = "dts"
VERSION = "1.0"
WRAPPER = "https://dtsapi.org/ns/v1.0#"
CONTEXT = f"https://dtsapi.org/context/v{VERSION}.json"
_TREE = [
    {
        "@type": "CitationTree",
        "citeStructure": [
            {
                "@type": "CiteStructure",
                "citeType": "section",
                "citeStructure": [{"@type": "CiteStructure", "citeType": "sentence"}],
            }
        ],
    }
]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that can be cited: a section or a sentence.

    Attributes:
        name: its identifier: ``source.section``, or a locus.
        parent: the section of a sentence; empty for a section.
        elements: it as TEI.
    """

    name: str
    parent: str
    elements: Sequence[ET.Element]

    def data(self) -> dict[str, Any]:
        """Return its entry in a navigation."""
        return {
            "@type": "CitableUnit",
            "identifier": self.name,
            "level": 2 if self.parent else 1,
            "parent": self.parent or None,
            "citeType": "sentence" if self.parent else "section",
        }


def files(edition: Edition, tei: str) -> dict[str, str]:
    """Return all files by their path in the site: the entry point, collections, navigations and documents."""
    ET.register_namespace("", NS)
    ET.register_namespace("dts", WRAPPER)
    texts = {
        str(text.get(f"{XML}id")): text
        for text in ET.fromstring(tei).iterfind(f"{{{NS}}}text/{{{NS}}}group/{{{NS}}}text")
    }
    entry = {**_head(edition, "EntryPoint", f"{FOLDER}/index.json", ""), **_templates(edition, "")}
    made = {"index.json": _json(entry)}
    made |= {f"collection/{name}.json": _json(data) for name, data in _collections(edition, list(texts)).items()}
    for name, text in texts.items():
        units = list(_units(name, text))
        made |= {f"navigation/{path}.json": _json(data) for path, data in _navigations(edition, name, units).items()}
        made[f"document/{name}.xml"] = _document([text])
        made |= {f"document/{name}/{unit.name}.xml": _document(unit.elements) for unit in units}
    return {f"{FOLDER}/{path}": content for path, content in made.items()}


def _units(source: str, text: ET.Element) -> Iterator[Unit]:
    for division in text.iterfind(f"{{{NS}}}body/{{{NS}}}div"):
        section = f"{source}.{division.get('n')}"
        yield Unit(section, "", [division])
        parts: dict[str, list[ET.Element]] = {}
        for segment in division.iter(f"{{{NS}}}seg"):
            locus = segment.get(f"{XML}id") or segment.get("corresp", "").removeprefix("#")
            parts.setdefault(locus, []).append(segment)
        yield from (Unit(locus, section, elements) for locus, elements in parts.items())


def _collections(edition: Edition, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the collection of all texts and the entry of each, by name."""
    whole = {
        "title": edition.title,
        "description": edition.summary,
        "totalParents": 0,
        "totalChildren": len(names),
        "member": [{**_resource(edition, name), **_templates(edition, "../")} for name in names],
    }
    root = edition.title.replace(" ", "-")
    made = {root: {**_head(edition, "Collection", root, ""), **whole, **_templates(edition, "../", "collection")}}
    for name in names:
        made[name] = {**_head(edition, "Resource", name, ""), **_resource(edition, name), **_templates(edition, "../")}
    return made


def _navigations(edition: Edition, source: str, units: Sequence[Unit]) -> dict[str, dict[str, Any]]:
    """Return the navigation of a text and of each unit in it, by its path."""
    made = {source: _navigation(edition, source, source, units, "../")}
    for unit in units:
        path = f"{source}/{unit.name}"
        below = [other for other in units if other.parent == unit.name]
        made[path] = {**_navigation(edition, source, path, below, "../../"), "ref": unit.data()}
    return made


def _navigation(edition: Edition, source: str, path: str, units: Sequence[Unit], up: str) -> dict[str, Any]:
    return {
        **_head(edition, "Navigation", f"{FOLDER}/navigation/{path}.json", up),
        "resource": {**_resource(edition, source), **_templates(edition, up)},
        "member": [unit.data() for unit in units],
    }


def _resource(edition: Edition, name: str) -> dict[str, Any]:
    source = edition.source(name)
    rights = edition.rights.get("translations")
    core: dict[str, Any] = {"language": edition.language, "publisher": edition.publisher}
    if source.author:
        core["creator"] = str(source.author)
    if rights:
        core["rights"] = rights.url
    return {
        "@id": name,
        "@type": "Resource",
        "title": source.title,
        "totalParents": 1,
        "totalChildren": 0,
        "dublinCore": core,
        "mediaTypes": ["application/tei+xml"],
        "citationTrees": _TREE,
    }


def _templates(edition: Edition, up: str, *names: str) -> dict[str, str]:
    """Return the URI templates, from the site's address if it has one, or else from the file that has them."""
    base = edition.address(f"{FOLDER}/") or up
    found = {
        "collection": f"{base}collection/{{id}}.json",
        "navigation": f"{base}navigation{{/resource,ref}}.json",
        "document": f"{base}document{{/resource,ref}}.xml",
    }
    return {name: found[name] for name in names or found}


def _head(edition: Edition, kind: str, name: str, up: str) -> dict[str, Any]:
    is_path = name.startswith(f"{FOLDER}/")
    return {
        "@context": CONTEXT,
        "@id": (edition.address(name) or f"{up}{name.removeprefix(f'{FOLDER}/')}") if is_path else name,
        "@type": kind,
        "dtsVersion": VERSION,
    }


def _document(elements: Sequence[ET.Element]) -> str:
    """Return a document of the part of the text that was asked for."""
    root = ET.Element(f"{{{NS}}}TEI")
    wrapper = ET.SubElement(root, f"{{{WRAPPER}}}wrapper")
    for element in map(deepcopy, elements):
        element.tail = "\n"  # parts in several cells are words of their own
        wrapper.append(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
