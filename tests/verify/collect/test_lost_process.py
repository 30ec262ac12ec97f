"""A process of Sphinx's that is killed in a parallel build ends it with one clear error, and nothing is lost."""

from __future__ import annotations

import re

import pytest

from tests.verify.collect.project import CONF, Project

DEADLY = """
import os
import signal

OURS = os.getpid()


def end(docname):
    if docname == os.environ.get("END_AT") and os.getpid() != OURS:
        os.kill(os.getpid(), signal.SIGKILL)


def setup(app):
    app.connect({event})
"""
READING = '"doctree-read", lambda app, doctree: end(app.env.docname)'
WRITING = '"html-page-context", lambda app, pagename, *more: end(pagename)'


@pytest.mark.slow
@pytest.mark.parametrize("page", [2, 12, 24])
@pytest.mark.parametrize("event", [READING, WRITING], ids=["reading", "writing"])
def test_a_killed_process_is_told(project: Project, monkeypatch: pytest.MonkeyPatch, event: str, page: int) -> None:
    """Killed early, when further tasks are yet to start, or late: Sphinx alone passes over the former."""
    names = [f"page-{number:02}" for number in range(1, 25)]
    for name in names:
        project.page(
            f"{name}.md", f"# {name}\n\n```{{setup}}\nimport toyrules\n```\n\n{{claim}}`2 <toyrules.double(1)>`\n"
        )
    project.write("docs/index.md", "# Home\n\n```{toctree}\n" + "\n".join(names) + "\n```\n")
    project.write("conf.py", CONF + DEADLY.format(event=event))
    project.manifest()
    project.totals()
    monkeypatch.setenv("END_AT", f"page-{page:02}")
    built = project.build("html", jobs=4)
    assert built.status == 2, built.output
    assert len(re.findall("Lost process!", built.output)) == 1
    assert "has ended before its work was done" in built.output
    monkeypatch.delenv("END_AT")
    again = project.build("html", jobs=4)
    assert (again.status, again.output) == (0, "")
    assert all("claim holds" in project.html(name) for name in names)
