"""Invented sources and an invented site for the tests of the apparatus; no sentence here is anybody's."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from pathlib import Path

from verify.site.cite.about import Edition, Name, Right, Source

SENTENCES = {
    "probe.head.1": ("heading", "Игра в пробу"),
    "probe.deal.1": ("rule", "Сдатчик кладёт перед каждым игроком ровно восемь карт, одну за другой."),
    "probe.deal.2": ("rule", "Остальные карты «колоды» никто не видит — они лежат в стороне до конца партии."),
    "probe.play.1": ("rule", "Взятку берёт старшая карта, и её хозяин делает следующий ход."),
    "probe.play.2": ("example", "Так, семь и восемь дают вместе пятнадцать очков, не больше и не меньше."),
    "probe.prices.1": ("lost", "Цены взяток видны из следующей таблицы, которую печатаем ниже:"),
    "second.deal.1": ("rule", "По другому описанию карты сдаются сразу по две, а не по одной."),
}
AUTHOR = Name("Пробный", "Иван", "Ivan Probny")
BODY = Name("", "probe project")
BASE = "https://example.org/probe/"


def digest(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def text_of(source: str) -> str:
    return "\n".join(text for locus, (_, text) in SENTENCES.items() if locus.startswith(f"{source}.")) + "\n"


def write_manifests(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for source in ("probe", "second"):
        loci = [
            {"locus": locus, "kind": kind, "sha256": digest(text)}
            for locus, (kind, text) in SENTENCES.items()
            if locus.startswith(f"{source}.")
        ]
        whole = hashlib.sha256(text_of(source).encode()).hexdigest()
        (folder / f"{source}.json").write_text(json.dumps({"source": source, "sha256": whole, "loci": loci}))


def edition(base: str = BASE) -> Edition:
    sources = {
        "probe": Source("probe", "The probe", "Игра в пробу", "ru", "P", AUTHOR),
        "second": Source("second", "Another account", language="ru", kind="chapter"),
    }
    rights = {
        "words": Right("Our words", "Some licence", "https://example.org/licence", "CC0-1.0"),
        "translations": Right("The translations", "Unknown", "https://example.org/unknown", note="Nobody knows."),
    }
    return Edition(
        "probes", "An invented game", (BODY,), (BODY,), "en", "1.2.0", date(2026, 3, 7), base, sources, rights=rights
    )
