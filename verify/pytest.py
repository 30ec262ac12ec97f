"""The pytest plugin, by the name under which it is asked for: ``-p verify.pytest``."""

from verify.doors.pytest import pytest_addoption, pytest_configure

__all__ = ["pytest_addoption", "pytest_configure"]
