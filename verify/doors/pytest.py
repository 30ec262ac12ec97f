"""The pytest plugin: every check of the site is a test, named by its file and line.

It does nothing unless asked: by ``--verify``, or by ``verify_docs = true`` in pytest's settings. Only then is the rest
of verify imported.
"""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch and the setting."""
    group = parser.getgroup("verify")
    group.addoption("--verify", action="store_true", help="collect the checks of the site's pages as tests")
    parser.addini("verify_docs", "collect the checks of the site's pages as tests", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Read the site's settings and, if no paths were asked for, add its pages to what is collected."""
    if not (config.getoption("--verify") or config.getini("verify_docs")):
        return
    from verify.doors.pytest_items import SiteTests
    from verify.settings import SettingsError

    try:
        tests = SiteTests(config.rootpath)
    except SettingsError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(tests)
    everything = Path(config.args[0] if config.args else ".").resolve() == config.rootpath.resolve()
    if config.args_source is not pytest.Config.ArgsSource.ARGS and not everything:
        config.args.append(str(tests.docs))
