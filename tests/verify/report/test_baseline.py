"""Known failures stand while new ones fail; pages left out are listed with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.forked import run
from tests.verify.project import PLUGIN
from verify import session
from verify.model import Finding, Place
from verify.report import baseline
from verify.settings import SettingsError, from_mapping

if TYPE_CHECKING:
    from tests.verify.project import Project


@pytest.fixture
def existing(project: Project) -> Project:
    """Return a site with two failures."""
    project.write("pyproject.toml", '[tool.verify]\nexisting = "doctest"\n')
    (project.root / "docs/sources/toy.json").unlink()
    project.page("index.md", '# A page\n\n```pycon\n>>> 1 + 1\n3\n>>> print("x")\n"y"\n```\n')
    return project


def test_only_new_failures_fail(existing: Project) -> None:
    written = run("verify", "--baseline", cwd=existing.root)
    assert (written.returncode, written.stdout) == (0, "docs/known-failures.toml: 2 known failures written\n")
    done = run("verify", cwd=existing.root)
    assert done.returncode == 0
    assert "docs/index.md:4: note: known failure: the example says 3; it gives 2" in done.stdout
    tested = run("pytest", *PLUGIN, "--verify", "-p", "no:cacheprovider", cwd=existing.root)
    assert "1 xfailed" in tested.stdout
    page = existing.root / "docs/index.md"
    page.write_text(
        page.read_text("utf-8").replace("# A page", "# A page\n\nMoved.").replace("\n```\n", "\n>>> 4\n5\n```\n")
    )
    outcome = session.verify_site(existing.settings)
    assert [str(one) for one in outcome.findings] == [
        "docs/index.md:10: the example says 5; it gives 4 [verify.example]"
    ]
    assert len(outcome.known) == 2
    assert "1 failed" in run("pytest", *PLUGIN, "--verify", "-p", "no:cacheprovider", cwd=existing.root).stdout


def test_an_entry_that_no_longer_fails_is_told(existing: Project) -> None:
    run("verify", "--baseline", cwd=existing.root)
    page = existing.root / "docs/index.md"
    page.write_text(page.read_text("utf-8").replace("3\n", "2\n"), encoding="utf-8")
    outcome = session.verify_site(existing.settings)
    assert [str(one) for one in outcome.findings] == [
        "docs/known-failures.toml:3: '>>> 1 + 1' on docs/index.md does not fail any more; "
        "take it out, or write the file anew with: python -m verify --baseline [verify.baseline]"
    ]
    existing.write("docs/known-failures.toml", "=")
    with pytest.raises(SettingsError, match=r"known-failures\.toml: not TOML"):
        session.verify_site(existing.settings)
    existing.write("docs/known-failures.toml", '"docs/index.md" = ">>> 1 + 1"')
    with pytest.raises(SettingsError, match="each page needs a list of lines"):
        session.verify_site(existing.settings)
    assert run("verify", "--baseline", "docs/index.md", cwd=existing.root).returncode == 2


@pytest.mark.parametrize("text", ["🂡", "туз", "\x7f", '"\\'])
def test_a_line_with_any_sign_is_written_so_that_it_is_read(existing: Project, text: str) -> None:
    existing.page("index.md", f"# A page\n\n```pycon\n>>> 1 + 1  # {text}\n3\n```\n")
    findings = [Finding(Place("docs/index.md", 4), "verify.example", "it fails")]
    baseline.write(findings, existing.settings)
    assert baseline.sift(findings, existing.settings) == ([], findings)


def test_a_page_is_left_out_with_a_reason(existing: Project) -> None:
    existing.write(
        "pyproject.toml", '[tool.verify]\nexisting = "doctest"\nleft-out = ["index.md: it needs a network"]\n'
    )
    outcome = session.verify_site(existing.settings)
    assert [str(one.place) for one in outcome.notes] == ["docs/index.md:1"]
    assert [one.message for one in outcome.notes] == ["the page is left out: it needs a network"]
    assert not outcome.findings
    assert not outcome.results
    existing.write("pyproject.toml", '[tool.verify]\nexisting = "doctest"\nleft-out = ["indx.md: gone"]\n')
    assert [str(one) for one in session.verify_site(existing.settings).findings][-1] == (
        "pyproject.toml:3: left-out: 'indx.md' fits no page; remove it, or mend its spelling [verify.pages]"
    )
    with pytest.raises(SettingsError, match=r"'index\.md' has no reason"):
        from_mapping(existing.root, {"left-out": ["index.md"]})
