"""Settings: read, typed, and refused with a suggestion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from verify.settings import SettingsError, find_root, from_mapping, load_settings


def test_all_settings(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.verify]\ndocs = "d"\nsources = "s"\nwatch = ["json"]\ntime-limit = 2.5\npending = ["x.*"]\njobs = 3\n'
        'manifest = "m.toml"\nexclude = []\nrequire-checks = ["rule"]\nall-skipped = ["d/a.md"]\nstore = ".s"\n',
        encoding="utf-8",
    )
    settings = load_settings(tmp_path)
    assert (settings.docs, settings.sources, settings.watch, settings.time_limit) == ("d", "s", ("json",), 2.5)
    assert (settings.pending, settings.workers, settings.manifest, settings.exclude) == (("x.*",), 3, "m.toml", ())
    assert (settings.require_checks, settings.all_skipped, settings.store) == (("rule",), ("d/a.md",), ".s")
    assert settings.root == tmp_path.resolve()


@pytest.mark.parametrize(
    ("section", "says"),
    [
        ({"time_limit": 3}, "[tool.verify] has no setting 'time_limit'; did you mean 'time-limit'?"),
        ({"root": "x"}, "has no setting 'root'"),
        ({"time-limit": "3"}, "time-limit is a number, not '3'"),
        ({"time-limit": True}, "time-limit is a number, not True"),
        ({"time-limit": 0}, "time-limit is a number of seconds above 0"),
        ({"memory-limit": 0}, "memory-limit is a number of MB above 0, not 0"),
        ({"jobs": 1.5}, "jobs is a number, not 1.5"),
        ({"jobs": -1}, "jobs is 0 (one per processor) or more"),
        ({"watch": "a"}, "watch is a list of texts, not 'a'"),
        ({"pending": [1]}, "pending is a list of texts, not [1]"),
        ({"docs": ""}, "docs is a text, not ''"),
        ({"require-checks": ["ruel"]}, "require-checks: 'ruel' is not among kinds; did you mean 'rule'?"),
        ({"kinds": ["law"]}, "require-checks: 'rule' is not among kinds"),
    ],
)
def test_what_is_refused(tmp_path: Path, section: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_mapping(tmp_path, section)
    assert says in str(caught.value)


def test_no_project_and_no_toml(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="does not exist"):
        load_settings(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.verify\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="not TOML"):
        load_settings(tmp_path)
    for text in ("[tool]\nverify = 3\n", "tool = 3\n"):
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match="is a table of settings, not 3"):
            load_settings(tmp_path)


def test_what_is_watched_must_exist(tmp_path: Path) -> None:
    def load(name: str) -> tuple[str, ...]:
        (tmp_path / "pyproject.toml").write_text(f"[tool.verify]\nwatch = ['{name}']\n", encoding="utf-8")
        return load_settings(tmp_path).watch

    (tmp_path / "src" / "toyrules").mkdir(parents=True)
    (tmp_path / "src" / "toyrules" / "__init__.py").touch()
    (tmp_path / "whist.py").touch()
    for name in ("toyrules", "whist", "gamerules"):
        assert load(name) == (name,)
    with pytest.raises(SettingsError, match=r"watch: there is no package or module 'toyrule', .*mean 'toyrules'"):
        load("toyrule")
    with pytest.raises(SettingsError, match=r"no package or module 'gamerules\.slam'"):
        load("gamerules.slam")


def test_the_root_is_found_upwards(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.verify]\n", encoding="utf-8")
    inner = tmp_path / "docs" / "games"
    inner.mkdir(parents=True)
    assert find_root(inner) == tmp_path.resolve()
