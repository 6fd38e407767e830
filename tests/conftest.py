"""What all tests share: which run by default, Ctrl-C for the programs that they start, no deadline on busy machines."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a shell starts in the background ignores Ctrl-C and hands that down: tests that press it would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        action="store_true",
        help="also run the tests marked slow: rendered tables, films, kills, installation, machines (CI does)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _leaves_out_slow_tests(config):
        return
    slow = [item for item in items if "slow" in item.keywords]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if "slow" not in item.keywords]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if _leaves_out_slow_tests(config):
        terminalreporter.write_line("Tests marked slow were left out: pytest --slow runs them too.")


def _leaves_out_slow_tests(config: pytest.Config) -> bool:
    """Returns whether slow tests are not asked for, neither by the flag nor by a mark nor by their own names."""
    asked = config.getoption("--slow") or config.option.markexpr or any("::" in name for name in config.args)
    return not asked
