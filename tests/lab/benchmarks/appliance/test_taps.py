"""Taps are counted, and more of them than before fail."""

import pytest

from lab.benchmarks.appliance import taps
from lab.benchmarks.appliance.taps import ACTIONS, report
from lab.benchmarks.harness.results import Result


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
