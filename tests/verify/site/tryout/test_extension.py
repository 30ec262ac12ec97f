"""Small sites with something to try on them."""

from pathlib import Path

import pytest

from tests.forked import run
from verify.site.tryout import pack

CONF = """\
project = "probe"
extensions = ["myst_parser", "verify", "verify.site.tryout.extension"]
html_theme = "basic"
tryout_pyodide = "python"
"""
SETTINGS = '[tool.verify]\ndocs = "docs"\nsources = "sources"\nwatch = []\n'
PAGE = """\
# Try

```{calculator} slam
:example: --strain diamonds --bid small-slam --tricks 9 --doubled --declarer-run 4
```

```{play-table} slam
:name: here
```
"""


def make(root: Path, page: str = PAGE, python: bool = True) -> Path:
    (root / "docs" / "deep").mkdir(parents=True)
    (root / "sources").mkdir()
    (root / "conf.py").write_text(CONF)
    (root / "docs" / "checks.toml").write_text("")
    (root / "pyproject.toml").write_text(SETTINGS)
    (root / "docs" / "index.md").write_text("# Probe\n\n```{toctree}\ndeep/try\nother\n```\n")
    (root / "docs" / "other.md").write_text("# Other\n\nNothing.\n")
    (root / "docs" / "deep" / "try.md").write_text(page)
    if python:
        set_up_python(root)
    return root


def set_up_python(root: Path) -> None:
    (root / "python").mkdir()
    for name in pack.INTERPRETER:
        (root / "python" / name).write_bytes(b"x" * 500_000)
    (root / "python" / "python_stdlib.zip").write_bytes(pack.archive({"os.py": b""}))
    (root / "python" / "pyodide-lock.json").write_text("{}")
    (root / "python" / "package.json").write_text('{"version": "9.9"}')


def build(root: Path, builder: str = "html") -> tuple[int, str]:
    done = run("sphinx", "-b", builder, "-c", ".", "-d", "trees", "docs", builder, cwd=root)
    return done.returncode, done.stdout + done.stderr


def test_a_site_with_the_interpreter(tmp_path: Path) -> None:
    root = make(tmp_path)
    status, said = build(root)
    assert status == 0, said
    assert "Python in the browser, in try/pyodide-9.9/" in said
    page = (root / "html/deep/try.html").read_text()
    assert 'data-folder="../try/"' in page
    assert "tryout.js" in page
    assert "tryout.css" in page
    assert 'id="slam-score"' in page
    assert 'id="here"' in page
    assert "<strong>188</strong>" in page
    other = (root / "html/other.html").read_text()
    assert "tryout" not in other
    assert (root / "html/try/pyodide-9.9/python_stdlib.zip.bin").is_file()
    assert (root / "html/_static/tryout.js").is_file()


def test_addresses_of_folders(tmp_path: Path) -> None:
    root = make(tmp_path)
    assert build(root, "dirhtml")[0] == 0
    assert 'data-folder="../../try/"' in (root / "dirhtml/deep/try/index.html").read_text()


def test_a_site_without_the_interpreter_and_then_with_it(tmp_path: Path) -> None:
    root = make(tmp_path, python=False)
    status, said = build(root)
    assert status == 0, said
    assert "the site is built without Python in the browser" in said
    page = (root / "html/deep/try.html").read_text()
    assert "made without its engine" in page
    assert "<strong>188</strong>" in page
    assert "tryout.js" not in page
    assert not (root / "html/try").exists()
    set_up_python(root)
    assert build(root)[0] == 0
    page = (root / "html/deep/try.html").read_text()
    assert "tryout.js" in page
    assert "<form" in page


def test_other_outputs_name_the_command(tmp_path: Path) -> None:
    root = make(tmp_path)
    assert build(root, "text")[0] == 0
    text = " ".join((root / "text/deep/try.txt").read_text().split())
    assert "gamerules score slam --strain diamonds --bid small-slam --tricks 9 --doubled --declarer-run 4" in text
    assert "gamerules play slam" in text
    assert not (root / "text/try").exists()


WRONG = (
    ("```{calculator} slam\n:example: --strain diamonds --bid 8 --tricks 12\n```", "12 tricks cannot be taken"),
    ("```{calculator} slam\n:example: --trick 8\n```", "--trick is not an option"),
    ("```{calculator} chess\n```", "there is no game called 'chess'"),
    ("```{calculator} nullo-bridge\n```", "nothing to calculate"),
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a build says of a site on which each page has something wrong."""
    root = make(tmp_path_factory.mktemp("wrong"), python=False)
    for number, (page, _) in enumerate(WRONG):
        (root / f"docs/deep/wrong-{number}.md").write_text(f"# Try\n\n{page}\n")
    return build(root)[1]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_cannot_work_is_told_when_the_page_is_built(said: str, number: int) -> None:
    start = f"docs/deep/wrong-{number}.md:3: ERROR"
    (line,) = (line for line in said.splitlines() if start in line)
    assert WRONG[number][1] in line
