"""Which skips are expected: one for any other reason fails, so that nothing is left out unnoticed."""

import os
import re
from collections.abc import Collection, Generator

import pytest

UNFETCHED = "KIEBITZ_UNFETCHED_TIERS"
"""The environment's list of tiers whose downloads failed, a word each; set by .ci/run, also if there are none."""

EXPECTED = (
    # not in the repository
    r"needs the rule book in ",
    r"photographs .*shared/photos/",
    # what machines lack that are no Debian of ours, or a container may not do
    r"systemd-analyze is not installed",
    r"mkfs\.ext4",
    r"strace may not trace here",
    r"no binfmt_misc",
    r"needs the right to mount a disk",
    r"needs /dev/full",
    r"needs glibc on Linux",
)
"""Reasons for which a test may always be skipped, as regular expressions."""
TIERS = {
    "arm64": r"tests/emulation/arm64_root",
    "libcamera": r"tests/libcamera/trixie_root",
    "browser": r"tests/web/browser",
    "broker": r"tests/hall/mosquitto",
    "privacy": r"tests/privacy/strace",
    "install": r"tests/deploy/pi_root",
    "cloud-init": r"tests/deploy/cloud_init_root",
    "machine": r"tests/machine/build",
    "site": r"of the extra site",
    "training": r"of the extra train",
    "decks": r"lab\.training\.data\.gather",
}
"""The reason for which tests are skipped whose tier was not fetched; outside CI they always may be."""
OUTSIDE_CI = (
    r"needs root, to ",
    r"(nmcli|NetworkManager) is not installed",
    r"needs ssh-keygen",
    r"needs git",
    r"needs the pip wheel of the Debian package",
)
"""Reasons for which a test may be skipped outside CI, which has all of these programs."""


def is_expected(reason: str, unfetched: Collection[str] | None) -> bool:
    """Whether a test may be skipped for that reason; *unfetched* are the tiers that lack downloads, None outside CI."""
    more = (*TIERS.values(), *OUTSIDE_CI) if unfetched is None else [TIERS[name] for name in unfetched if name in TIERS]
    return any(re.search(pattern, reason) for pattern in (*EXPECTED, *more))


def child_environment(**more: str) -> dict[str, str]:
    """Returns the environment for a pytest that a test runs: without what .ci/run says to the outermost one."""
    return {name: value for name, value in os.environ.items() if name != UNFETCHED} | more


def unfetched_tiers() -> list[str] | None:
    """Returns the tiers that the environment names; None if it says nothing, as outside CI."""
    names = os.environ.get(UNFETCHED)
    return None if names is None else names.split()


def _fail_if_unexpected(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.outcome != "skipped" or hasattr(report, "wasxfail") or not isinstance(report.longrepr, tuple):
        return
    path, line, reason = report.longrepr
    if not is_expected(str(reason), unfetched_tiers()):
        report.outcome = "failed"
        report.longrepr = f"{path}:{line}: {reason}\nThis reason is not in the list of tests/support/skips.py."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_if_unexpected(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_if_unexpected(report)
    return report
