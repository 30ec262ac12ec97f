from datetime import date
from pathlib import Path

import pytest

from verify.site.cite import about
from verify.site.cite.about import AboutError, Name

GOOD = """\
title = "probes"
summary = "An invented game"
authors = ["a body"]
language = "en"
dated = 2026-01-02
[source.probe]
title = "The probe"
author = { family = "Пробный", given = "Иван" }
"""


def load(tmp_path: Path, text: str, base: str = "") -> about.Edition:
    path = tmp_path / "edition.toml"
    path.write_text(text, encoding="utf-8")
    return about.load(path, version="1.0", base=base)


def test_a_description_is_read(tmp_path: Path) -> None:
    edition = load(tmp_path, GOOD)
    assert edition.issued == date(2026, 1, 2)
    assert edition.sources["probe"].author == Name("Пробный", "Иван")
    assert str(edition.sources["probe"].author) == "Иван Пробный"
    assert edition.address("x.html") == ""


def test_the_address_is_below_the_base(tmp_path: Path) -> None:
    assert load(tmp_path, GOOD, "https://example.org/e").address("x.html") == "https://example.org/e/x.html"
    for base in ("example.org", "https://example.org/?x", "ftp://example.org"):
        with pytest.raises(AboutError, match=r"html_baseurl: .* is not a public address"):
            load(tmp_path, GOOD, base)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title =", "not TOML"),
        ('title = "x"', "'summary' is missing"),
        (GOOD.replace("language", "langauge"), "did you mean 'language'"),
        (GOOD.replace("2026-01-02", '"soon"'), "dated must be a date"),
        (GOOD.replace('["a body"]', "[7]"), "is not a name"),
        (GOOD.replace('title = "The probe"\n', ""), "'title' is missing"),
        (GOOD.replace("given =", "givne ="), "did you mean 'given'"),
        (f'{GOOD}kind = "poem"\n', "kind must be one of entry-encyclopedia, chapter, not 'poem'"),
        (f'{GOOD}[rights.words]\nname = "a"\nurl = "b"\n', "'covers' is missing"),
        (f'{GOOD}[rights.words]\nspxd = "a"\n', "did you mean 'spdx'"),
    ],
)
def test_a_bad_description_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(AboutError, match=says):
        load(tmp_path, text)


def test_the_date_of_a_build(tmp_path: Path) -> None:
    assert about.build_date(tmp_path, {"SOURCE_DATE_EPOCH": "86400"}) == date(1970, 1, 2)
    assert about.build_date(tmp_path / "nowhere", {}) is None
    with pytest.raises(AboutError, match="not a number of seconds"):
        about.build_date(tmp_path, {"SOURCE_DATE_EPOCH": "today"})
