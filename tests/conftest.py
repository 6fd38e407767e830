"""What all tests share: which run by default, how long each may take, expected skips, profiles of Hypothesis."""

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.examples import QUICK
from tests.support.skips import pytest_make_collect_report, pytest_runtest_makereport, unfetched_tiers

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

SLOW_TIMEOUT_S = 900
"""Seconds that a test marked slow may take, unless it has a timeout of its own; others have that of pyproject.toml."""
SLOW_RERUNS = 1
"""How often a slow test that failed runs again: it shares the processors with other tests' browsers and machines. It is
named at the end, whether it passes then or not."""
LONGEST = ("tests/machine/", "tests/emulation/", "tests/deploy/", "tests/privacy/")
"""Where single tests take minutes."""

# The same examples in every run, and no deadline: machines of CI are busy. `--hypothesis-profile explore` draws others.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=50)
settings.register_profile(QUICK, deadline=None, derandomize=True, max_examples=12)
settings.register_profile("explore", deadline=None, max_examples=300, print_blob=True)
settings.load_profile("repeatable")

if "PYTEST_XDIST_WORKER" in os.environ:
    # There is a worker for each core: threads of OpenCV beside them took a fifth longer. Commands inherit it.
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a shell starts in the background ignores Ctrl-C and hands that down: tests that press it would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives a test folders of its own for state and settings."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        action="store_true",
        help="also run the tests marked slow: rendered tables, films, kills, installation, machines (CI does)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keeps compiled modules; where slow tests are left out, a quarter of the examples will do."""
    if sys.dont_write_bytecode and hasattr(config, "cache"):
        # Else each worker, and each of the tests' many commands, compiles all modules again.
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if _leaves_out_slow_tests(config) and not config.getoption("--hypothesis-profile"):
        settings.load_profile(QUICK)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keeps the garbage collector from going through thousands of collected tests again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_finish() -> None:
    if "vision.inference" in sys.modules:  # tests of the engine do without numpy and OpenCV
        from tests.support.network_once import remember_embeddings

        remember_embeddings()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "slow" not in item.keywords:
            continue
        item.add_marker(pytest.mark.flaky(reruns=SLOW_RERUNS))
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SLOW_TIMEOUT_S))
    if not _leaves_out_slow_tests(config):
        # The longest first, whole machines before all others: at the end no worker waits for another's long test.
        items.sort(key=lambda item: (not item.nodeid.startswith(LONGEST), "slow" not in item.keywords))
        return
    slow = [item for item in items if "slow" in item.keywords]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if "slow" not in item.keywords]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Generator[None, None, None]:
    yield  # the list of failures and skips
    if _leaves_out_slow_tests(config):
        terminalreporter.write_line("Tests marked slow were left out: pytest --slow runs them too.")
    for report in terminalreporter.stats.get("rerun", ()):
        reason = report.longreprtext.strip().splitlines()[-1:]
        terminalreporter.write_line(f"FAILED ONCE and ran again: {report.nodeid}: {''.join(reason)}", yellow=True)
    for tier in unfetched_tiers() or ():
        terminalreporter.write_line(f"NOT CHECKED: the tier {tier}, whose downloads failed three times.", red=True)


def _leaves_out_slow_tests(config: pytest.Config) -> bool:
    """Returns whether slow tests are not asked for, neither by the flag nor by a mark nor by their own names."""
    asked = config.getoption("--slow") or config.option.markexpr or any("::" in name for name in config.args)
    return not asked
