"""The data files of the edition, by their path in the site."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from verify.site.cite.about import Edition, Right
from verify.site.context import Context
from verify.site.data import deals, tables
from verify.site.data.sheet import Sheet, to_json
from verify.texts import coverage, sources

FOLDER = "data"
TEI_FILE = f"{FOLDER}/edition.tei.xml"
FILES: Mapping[str, str] = {
    TEI_FILE: "The whole edition as TEI P5: translations, loci, errata, witnesses, what is lost.",
    f"{FOLDER}/datapackage.json": "Describes the tables below: names, types and meaning of their columns, their keys.",
    f"{FOLDER}/sources.csv": "The sources, with the digest of each text.",
    f"{FOLDER}/loci.csv": "Every sentence: kind, evidence, address, translation, digest of the original.",
    f"{FOLDER}/games.csv": "The games.",
    f"{FOLDER}/rules.csv": "The code that carries out the sentences, with the evidence status of each piece.",
    f"{FOLDER}/tables.csv": "The tables of the sources, figure by figure, with the grade of each.",
    f"{FOLDER}/decisions.csv": "Decisions and variants.",
    f"{FOLDER}/readings.csv": "The readings of each decision, and which rules adopt them.",
    f"{FOLDER}/errata.csv": "The errata.",
    f"{FOLDER}/lost.csv": "What is lost, and how much of it has been regained.",
    f"{FOLDER}/concordance.csv": "The witnesses compared.",
    f"{FOLDER}/shared.csv": "The passages that two witnesses share word for word.",
    f"{FOLDER}/terms.csv": "The terms across languages.",
    f"{FOLDER}/term_forms.csv": "Every form of the Russian terms.",
    f"{FOLDER}/checks.csv": "The checks that were run when this site was built, and their results.",
    f"{FOLDER}/links.csv": "Which rule, decision, erratum, check … is about which sentence.",
    f"{FOLDER}/records.csv": "The deals that are replayed by the rules.",
    f"{FOLDER}/actions.csv": "What was dealt, called and played in them.",
    f"{FOLDER}/scores.csv": "What was scored in them.",
    f"{FOLDER}/coverage.json": "Where each sentence is translated, carried out and checked.",
    f"{FOLDER}/edition.json": "The edition itself: title, version, date, and a list of all these files.",
}
"""The files that the downloads page lists; each CSV file has a JSON twin, and each JSON file a schema."""


def files(context: Context) -> dict[str, str]:
    """Return every data file by its path: CSV, JSON, schemas, records, and what describes them."""
    replays = deals.replays(context)
    found = [*tables.sheets(context), *deals.sheets(replays)]
    made: dict[str, str] = {}
    for sheet in found:
        made[f"{FOLDER}/{sheet.name}.csv"] = sheet.csv()
        made[f"{FOLDER}/{sheet.name}.json"] = sheet.json()
        made[f"{FOLDER}/schemas/{sheet.name}.schema.json"] = to_json(sheet.schema())
    for name, replay in replays.items():
        made[f"{FOLDER}/records/{name}.json"] = to_json(deals.as_data(name, replay))
    made[f"{FOLDER}/schemas/record.schema.json"] = to_json(deals.schema())
    made[f"{FOLDER}/datapackage.json"] = to_json(description(context.edition, found))
    made[f"{FOLDER}/coverage.json"] = covered(context)
    made[f"{FOLDER}/edition.json"] = to_json(contents(context.edition, [*made, f"{FOLDER}/edition.json"]))
    return made


def description(edition: Edition, found: Sequence[Sheet]) -> dict[str, Any]:
    """Return the description of the data package."""
    return {
        "profile": "tabular-data-package",
        "name": edition.title.lower().replace(" ", "-"),
        "title": edition.title,
        "description": edition.summary,
        "version": edition.version,
        "created": f"{edition.issued.isoformat()}T00:00:00Z",
        **({"homepage": edition.address("")} if edition.base else {}),
        "licenses": [licence(right) for right in edition.rights.values()],
        "contributors": [
            *({"title": str(name), "role": "publisher"} for name in edition.authors),
            *({"title": str(name), "role": "contributor"} for name in edition.translators),
        ],
        "resources": [sheet.resource(f"{sheet.name}.csv") for sheet in found],
    }


def licence(right: Right) -> dict[str, str]:
    """Return rights as an entry of ``licenses`` of a data package: the identifier only of what is a licence."""
    named = {"name": right.spdx} if right.spdx else {}
    return {**named, "title": f"{right.covers}: {right.name}", "path": right.url}


def covered(context: Context) -> str:
    """Return the coverage as JSON."""
    out = io.StringIO()
    settings, covered = context.site.settings, context.covered
    findings = coverage.unchecked(covered, settings)
    findings += coverage.unknown(covered.rulings, sources.load_manifests(settings))
    coverage.write_json(covered, findings, out)
    return out.getvalue()


def contents(edition: Edition, paths: Sequence[str]) -> dict[str, Any]:
    """Return what the edition is, and its files."""
    return {
        "title": edition.title,
        "summary": edition.summary,
        "version": edition.version,
        "date": edition.issued.isoformat(),
        "address": edition.address("") or None,
        "rights": {name: {"covers": right.covers, "url": right.url} for name, right in edition.rights.items()},
        "files": sorted(paths),
    }
