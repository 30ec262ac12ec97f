"""Small sites in temporary folders."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # so that test files share modules, however pytest is called

from tests.verify.collect.project import Project, make  # noqa: E402


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty site."""
    return make(tmp_path)


@pytest.fixture(scope="session")
def make_project() -> Callable[[Path], Project]:
    """Make a site in a given folder."""
    return make
