from pathlib import Path

import pytest

from tests.conftest import BuiltSite
from verify.settings import load_settings
from verify.site.apparatus.draw_witnesses import differing
from verify.site.apparatus.files import concordance
from verify.texts.sources import load_manifests

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        ("The first round takes place.", "the first Round is held:", (["takes", "place."], ["is", "held:"])),
        ("at most five", "five", (["at", "most"], [])),
        ("ten cards", "two", (["ten", "cards"], ["two"])),
    ],
)
def test_the_words_that_differ(one: str, other: str, marked: tuple[list[str], list[str]]) -> None:
    words = one.split(), other.split()
    flags = differing(*words)
    found = [
        [word for word, flag in zip(text, marks, strict=True) if flag] for text, marks in zip(words, flags, strict=True)
    ]
    assert found == list(marked)


def test_shared_passages_are_of_the_two_witnesses() -> None:
    found = concordance(ROOT / "docs/apparatus/concordance.toml")
    known = {locus for manifest in load_manifests(load_settings(ROOT)) for locus in manifest.sentences}
    assert len(found.shared) == 8 and max(entry.words for entry in found.shared) == 12
    for entry in found.shared:
        assert [locus.partition(".")[0] for locus in entry.loci] == list(found.witnesses)
        assert set(entry.loci) <= known and entry.words >= 4


def test_both_accounts_stand_side_by_side(built_site: BuiltSite) -> None:
    page = (built_site.folder / "games/slam/witnesses.html").read_text(encoding="utf-8")
    start = page.index('id="witnesses"')
    rows = page[start : page.index("</table>", start)].split("<tr")
    deal = next(row for row in rows if "slam-dictionary.deal.3" in row)
    assert "mendelev.slam-deal.3" in deal and "12 words in a row are the same in Russian" in deal
    assert '<span class="differs">' in deal and "third and last round of the auction" in deal
    alone = next(row for row in rows if "winner.1" in row)
    assert "differs" not in alone and "one alone" in alone
