"""The sidebar of a large site: what stands in it, and that it costs no more than there are pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.collect.project import Project

CHAPTER, PART = 25, 5
"""Pages of a chapter, and chapters of a part: whatever is shown of a tree beside a page is bounded by its breadth."""

COUNTING = """
import json
from sphinx.environment.adapters import toctree

extensions = ["myst_parser", "verify"]
html_theme = "furo"
work = {"nodes": 0, "sidebars": 0}
copied = toctree._toctree_copy_seq


def counting(*arguments, **options):
    work["nodes"] += 1
    return copied(*arguments, **options)


def shown(app, pagename, templatename, context, doctree):
    work["sidebars"] += len(context["furo_navigation_tree"])


def tell(app, exception):
    with open("work.json", "w") as file:
        json.dump(work, file)


def setup(app):
    toctree._toctree_copy_seq = counting
    app.connect("html-page-context", shown, 900)
    app.connect("build-finished", tell)
"""


@pytest.mark.slow
def test_the_sidebar_of_a_large_site_shows_one_chapter(project: Project) -> None:
    project.write("docs/index.md", "# Home\n\n```{toctree}\none/index\ntwo/index\n```\n")
    for chapter in ("one", "two"):
        project.write(f"docs/{chapter}/index.md", f"# {chapter}\n\n```{{toctree}}\na\nb\n```\n")
        for page in ("a", "b"):
            project.write(f"docs/{chapter}/{page}.md", f"# {chapter} {page}\n")
    project.manifest()
    project.totals()

    def links(*options: str) -> set[str]:
        built = project.build("html", "-E", "-D", "html_theme=furo", *options)
        assert (built.status, built.output) == (0, "")
        tree = re.search(r'<div class="sidebar-tree">(.*?)</div>\n', project.html("one/a"), re.DOTALL)
        assert tree is not None
        return set(re.findall(r'href="([^"#]*)(?:#)?"', tree[1]))

    whole = {"", "index.html", "b.html", "../two/index.html", "../two/a.html", "../two/b.html"}
    assert links() == whole
    assert links("-D", "verify_whole_tree=6") == {"", "index.html", "b.html", "../two/index.html"}


def tree(title: str, entries: list[str]) -> str:
    return f"# {title}\n\n```{{toctree}}\n" + "\n".join(entries) + "\n```\n"


def grow(project: Project, pages: int) -> None:
    """Write a site of so many pages, in chapters, in parts."""
    parts = []
    for part in range(0, pages, CHAPTER * PART):
        chapters = []
        for chapter in range(part, min(part + CHAPTER * PART, pages), CHAPTER):
            names = [f"page-{number}" for number in range(chapter, chapter + CHAPTER)]
            for name in names:
                project.write(f"docs/part-{part}/chapter-{chapter}/{name}.md", f"# {name}\n\nText.\n")
            project.write(f"docs/part-{part}/chapter-{chapter}/index.md", tree(f"Chapter {chapter}", names))
            chapters.append(f"chapter-{chapter}/index")
        project.write(f"docs/part-{part}/index.md", tree(f"Part {part}", chapters))
        parts.append(f"part-{part}/index")
    project.write("docs/index.md", tree("Home", parts))
    project.write("conf.py", COUNTING)
    project.manifest()
    project.totals()


@pytest.mark.slow
def test_the_work_for_sidebars_grows_no_faster_than_the_pages(
    tmp_path: Path, make_project: Callable[[Path], Project]
) -> None:
    """Counted, not timed: the entries that Sphinx copies and the bytes that the theme is given, for each page."""
    before: dict[str, float] = {}
    for pages in (125, 250, 500):
        project = make_project(tmp_path / str(pages))
        grow(project, pages)
        built = project.build("html")
        assert (built.status, built.output) == (0, "")
        work = json.loads((project.root / "work.json").read_text("utf-8"))
        each = {name: count / pages for name, count in work.items()}
        assert each["nodes"] > CHAPTER  # it is counted at all
        for name, count in before.items():
            assert each[name] < 1.15 * count, (pages, each, before)
        before = each
