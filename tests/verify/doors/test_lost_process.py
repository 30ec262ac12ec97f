"""Pages that a process of Sphinx's has lost in a parallel build end it with an error, and the next build has them."""

from __future__ import annotations

import re

import pytest

from tests.verify.project import CONF, Project

DEADLY = """
import os
import signal
from pathlib import Path

OURS = os.getpid()


def end(docname):
    if docname == os.environ.get("END_AT") and os.getpid() != OURS:
        os.kill(os.getpid(), signal.SIGKILL)


def forget(env):
    env.verify_pages.pop(os.environ.get("END_AT"), None)


def remove(app):
    Path(app.outdir, os.environ.get("END_AT", "-") + ".html").unlink(missing_ok=True)


def setup(app):
    app.connect({event})
"""
READING = '"doctree-read", lambda app, doctree: end(app.env.docname)'
WRITING = '"html-page-context", lambda app, pagename, *more: end(pagename)'
NOT_READ = '"env-updated", lambda app, env: forget(env), 1'
NOT_WRITTEN = '"build-finished", lambda app, error: remove(app), 1'


@pytest.fixture
def many(project: Project) -> Project:
    names = [f"page-{number:02}" for number in range(1, 25)]
    for name in names:
        project.page(
            f"{name}.md", f"# {name}\n\n```{{setup}}\nimport toyrules\n```\n\n{{claim}}`2 <toyrules.double(1)>`\n"
        )
    project.write("docs/index.md", "# Home\n\n```{toctree}\n" + "\n".join(names) + "\n```\n")
    project.manifest()
    project.totals()
    return project


def build_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build with nothing that goes wrong, and see that all is there."""
    monkeypatch.delenv("END_AT")
    again = project.build("html", jobs=4)
    assert (again.status, again.output) == (0, "")
    assert all("claim holds" in project.html(f"page-{number:02}") for number in range(1, 25))


@pytest.mark.slow
@pytest.mark.parametrize("page", [2, 12, 24])
@pytest.mark.parametrize("event", [READING, WRITING], ids=["reading", "writing"])
def test_a_killed_process_fails_the_build(
    many: Project, monkeypatch: pytest.MonkeyPatch, event: str, page: int
) -> None:
    """Killed early, when further tasks are yet to start, or late: Sphinx alone passes over the former."""
    many.write("conf.py", CONF + DEADLY.format(event=event))
    monkeypatch.setenv("END_AT", f"page-{page:02}")
    built = many.build("html", jobs=4)
    assert built.status == 2, built.output
    assert "Lost process!" in built.output or "EOFError" in built.output
    build_again(many, monkeypatch)


@pytest.mark.parametrize(("event", "task"), [(NOT_READ, "read"), (NOT_WRITTEN, "write")], ids=["read", "written"])
def test_a_page_that_is_missing_is_told(many: Project, monkeypatch: pytest.MonkeyPatch, event: str, task: str) -> None:
    many.write("conf.py", CONF + DEADLY.format(event=event))
    monkeypatch.setenv("END_AT", "page-02")
    built = many.build("html", jobs=4)
    assert built.status == 2, built.output
    assert len(re.findall("Lost process!", built.output)) == 1
    assert f"a process that Sphinx started to {task} pages has ended" in built.output
    assert "missing: page-02." in " ".join(built.output.split())
    build_again(many, monkeypatch)
