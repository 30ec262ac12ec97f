from pathlib import Path

import pytest

from verify.site.apparatus import addresses
from verify.site.apparatus.addresses import Register, RegisterError

HERE = ["a.html", "a.html#x.y.1", "a.html#x.y.2"]


def test_new_addresses_are_added_and_none_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "addresses.txt"
    assert addresses.write(path, addresses.read(path), HERE) == HERE
    register = addresses.read(path)
    assert list(register.lines) == HERE
    assert addresses.write(path, register, ["b.html", "a.html#x.y.10"]) == ["a.html#x.y.10", "b.html"]
    assert list(addresses.read(path).lines) == [*HERE, "a.html#x.y.10", "b.html"]
    assert path.read_text().startswith("#")


def test_what_moved_stays_moved(tmp_path: Path) -> None:
    path = tmp_path / "addresses.txt"
    path.write_text("old.html -> a.html\n")
    addresses.write(path, addresses.read(path), HERE)
    assert addresses.read(path).moved == {"old.html": "a.html"}


def test_faults_name_the_line_and_the_way_out() -> None:
    register = Register({"a.html": 1, "a.html#x.y.3": 2, "old.html": 3, "b.html": 4}, {"old.html": "c.html"})
    found = [str(finding) for finding in addresses.check(register, [*HERE, "b.html"], "docs/addresses.txt")]
    assert found == [
        "docs/addresses.txt:2: the published address a.html#x.y.3 is gone; bring it back; if it moved, "
        "write a.html#x.y.3 -> a.html#x.y.2 [verify.address]",
        "docs/addresses.txt:3: old.html leads to c.html, which does not exist; "
        "give its present address [verify.address]",
    ]
    arrow = Register({"a.html": 1}, {"a.html": "b.html"})
    assert "but it still exists" in str(addresses.check(arrow, ["a.html", "b.html"], "r")[0])


def test_an_address_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "addresses.txt"
    path.write_text("a.html\n\na.html\n")
    with pytest.raises(RegisterError, match=r"addresses\.txt:3: a\.html is listed twice, first on line 1"):
        addresses.read(path)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs" / "sources").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.verify]\n")
    page = tmp_path / "docs" / "a.md"
    page.write_text("# A\n\n{locus}`x.y.1` One. {locus}`x.y.2` Two.\n\n```{erratum} E-1\n:locus: x.y.1\n```\n")
    root = ["--root", str(tmp_path)]
    assert addresses.main(root) == 1
    assert "not registered: a.html#x.y.2" in capsys.readouterr().out
    assert addresses.main([*root, "--write"]) == 0
    assert "added: a.html#erratum-E-1" in capsys.readouterr().out
    assert addresses.main(root) == 0
    page.write_text("# A\n\n{locus}`x.y.1` One.\n")
    assert addresses.main([*root, "--write"]) == 1
    assert "the published address a.html#x.y.2 is gone" in capsys.readouterr().out
