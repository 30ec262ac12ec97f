"""What can be gathered on a page of the apparatus, by the name of the directive that asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from verify.site.apparatus import gather_engine, gather_errata, gather_sources, gather_words
from verify.site.apparatus.parts import Gathering

DRAW: Mapping[str, Gathering] = {
    "errata-list": Gathering(gather_errata.draw_errata),
    "decisions": Gathering(gather_engine.draw_decisions),
    "cells": Gathering(gather_engine.draw_cells, "package.module:TABLE"),
    "lost-tables": Gathering(gather_errata.draw_lost, "a TOML file", is_file=True),
    "concordance": Gathering(gather_words.draw_concordance, "a TOML file", is_file=True),
    "terms": Gathering(gather_words.draw_terms, "a YAML file", is_file=True),
    "languages": Gathering(gather_words.draw_languages, "a YAML file", is_file=True),
    "sides": Gathering(gather_engine.draw_sides, "a TOML file", is_file=True),
    "games-overview": Gathering(gather_engine.draw_overview),
    "sources": Gathering(gather_sources.draw_sources),
    "sentences": Gathering(gather_sources.draw_sentences, "the name of a source"),
    "data-files": Gathering(gather_sources.draw_files),
}
"""The directives, by name."""
