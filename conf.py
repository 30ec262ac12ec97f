"""The site's configuration. docs/ holds the pages: sphinx-build -c . docs _build/html."""

import os
import tomllib
from pathlib import Path

project = "gamerules"
author = "the gamerules project"
version = release = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text("utf-8"))["project"]["version"]
language = "en"  # Russian passages carry their own language

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinxcontrib.bibtex",
    "verify",
    "verify.site",
    "verify.site.api",
]

# Folders and files whose names begin with an underscore are parts of pages, not pages.
exclude_patterns = ["_*", "**/_*"]

# An address or a term that leads nowhere is a mistake on the page, so every reference is checked.
nitpicky = True

# The reference shows what has a docstring, in the order of the source.
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
napoleon_use_ivar = True
python_use_unqualified_type_names = True
html_domain_indices = False
# A link to an address is never one to a module of that name; types of other libraries are documented elsewhere.
myst_ref_domains = ["std"]
nitpick_ignore_regex = [("py:.*", r"(?!gamerules|verify).*|.*\.T")]

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block", "fieldlist", "substitution"]
# No myst_heading_anchors: addresses are permanent, so they are typed, never derived from a heading's wording.

# What the edition says of itself and its sources stands in this file; the date of a build is that of the last commit or
# SOURCE_DATE_EPOCH. Where the site is to stand, as in sphinx-build -D html_baseurl=https://HOST/PATH/, every citation,
# canonical link and head tag has its full address; on Read the Docs that is told by READTHEDOCS_CANONICAL_URL.
edition_file = "apparatus/edition.toml"
bibtex_bibfiles = ["docs/references.bib"]
bibtex_default_style = "edition"
bibtex_reference_style = "author_year"

# On these pages the checks are folded out of the running text, into the panels beside the sentences.
reader_fold = ["games/*/rules", "games/*/mendelev", "dictionary/*"]
reader_terms = "apparatus/terms.yaml"

# What a search looks into only when asked to.
reader_kinds = {
    "code": ["code/*", "reference/*", "lab/commands"],
    "registers": ["apparatus/sentences/*", "apparatus/strength", "loci", "genindex", "py-modindex"],
}

# SOURCES=DIR given to make: a folder with the source texts, for those who have them.
verify_sources = os.environ.get("GAMERULES_SOURCES", "")

# Fonts and cards come from packages of npm into the site itself: no page asks anything of another server.
html_theme = "furo"
html_title = "Old Card Games"
look_menu = [
    ("Games", "index", "#home-games"),
    ("The texts", "apparatus/index", ""),
    ("Workshop", "authoring/index", ""),
]
look_credits = "credits"
html_static_path = [folder for folder in ["docs/_static"] if (Path(__file__).parent / folder).is_dir()]
html_favicon = "docs/_static/favicon.svg"
# A page's source is data for the build, no reading matter, so no page leads to it.
html_theme_options: dict[str, list[str]] = {"top_of_page_buttons": []}
html_show_sourcelink = html_copy_source = False
html_show_copyright = False  # the footer would name a year and an owner for old texts that have neither

# The book: the whole site as one file to read anywhere. The edition's description says what it is.
edition_book = "_build/book"
# The modules are left out, and so is the index, which lists nothing else.
_modules = sorted((Path(__file__).parent / "docs" / "reference").glob("*.*.md"))
epub_exclude_files = ["_static/suits-LICENSE.txt", *(f"reference/{page.stem}.xhtml" for page in _modules)]
epub_use_index = False
epub_show_urls = "no"

# Prompts and outputs stay on the page but are left out of what the copy button takes.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
