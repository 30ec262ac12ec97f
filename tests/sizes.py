"""Sizes of random runs: small in ``make test``, full in ``make test TESTS=all``."""

import pytest


def deals(small: int, full: int) -> pytest.MarkDecorator:
    """Run a test with a small number of deals, and with the full number under the marker ``slow``."""
    return pytest.mark.parametrize("deals", [small, pytest.param(full, marks=pytest.mark.slow)])
