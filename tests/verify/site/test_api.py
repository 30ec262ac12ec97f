"""The reference: every public module has its page, and the text of a value is all text."""

from __future__ import annotations

from pathlib import Path
from pkgutil import iter_modules

from sphinx.ext.napoleon.docstring import GoogleDocstring

import gamerules
from verify.site.api import begin_empty

PAGES = Path(__file__).parents[3] / "docs" / "reference"
INNER = {"__main__", "browser", "cli", "commands", "extras", "lab", "openspiel", "price_file"}
"""What is a command, a page's other half, or no more than its parts; openspiel is what its import registers."""


def test_every_public_module_has_its_page() -> None:
    public = {f"gamerules.{module.name}" for module in iter_modules(gamerules.__path__)} - {
        f"gamerules.{name}" for name in INNER
    }
    pages = {page.stem: page.read_text("utf-8") for page in PAGES.glob("*.*.md")}
    assert public <= set(pages)
    assert [name for name, text in pages.items() if f".. automodule:: {name}\n" not in text] == []


def test_words_before_a_colon_are_no_type() -> None:
    lines = ["Who acts: a player, or None."]
    assert ":type:" in str(GoogleDocstring(lines, what="property", name="State.actor"))
    begin_empty(None, "property", "State.actor", None, None, lines)
    assert ":type:" not in str(GoogleDocstring(lines, what="property", name="State.actor"))
