"""Taps are counted, and more of them than before fail."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lab.benchmarks.appliance import taps
from lab.benchmarks.appliance.taps import ACTIONS, report
from lab.benchmarks.harness.results import Result
from tests.support.browser import IS_COMPLETE


@pytest.mark.parametrize(("more", "code"), [(0, 0), (1, 1)])
def test_an_action_with_more_taps_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: int, code: int
) -> None:
    results: list[Result] = []
    monkeypatch.setattr(taps, "add_results", lambda *each: results.extend(each))
    measured = [(ACTIONS[0], ACTIONS[0].most + more, 0), (ACTIONS[7], ACTIONS[7].most, 5)]
    assert report(measured) == code
    assert results == [Result("taps", more, 2)]
    assert "5 letters" in capsys.readouterr().out


SECONDS = 180.0
"""Three times what it takes on busy machines; once, beside other browsers, it did not end."""


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")
def test_every_action_is_done_with_its_taps() -> None:
    """In a process of its own, as Playwright runs once in each."""
    command = [sys.executable, "-m", "lab.benchmarks.appliance.taps"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr[-2000:]
    counted = dict(line.split("  ", 1) for line in done.stdout.splitlines())
    assert counted.keys() == {action.name for action in ACTIONS} | {"all"}
    assert all(f"{action.most} taps" in counted[action.name] for action in ACTIONS)
