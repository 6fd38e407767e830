"""Presses that are lost, slow and answered are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lab.benchmarks.appliance import press_latency
from lab.benchmarks.appliance.press_latency import Glass, report

if TYPE_CHECKING:
    from lab.benchmarks.harness.results import Result


class Picture:
    def __init__(self, pixels: bytes) -> None:
        self.tobytes = lambda: pixels


@pytest.mark.parametrize(
    ("presses", "told", "worst", "code"),
    [
        ([(True, 40.0), (False, 60.0)], "2 presses: 0 lost, 0 answered after more than 3 s", 40.0, 0),
        ([(True, 40.0), (True, 3500.0)], "2 presses: 0 lost, 1 answered after more than 3 s", 3500.0, 0),
        ([(True, 40.0), (True, None)], "2 presses: 1 lost, 0 answered after more than 3 s", 40.0, 1),
    ],
)
def test_lost_and_slow_are_reported_apart(
    presses: list[tuple[bool, float | None]],
    told: str,
    worst: float,
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results: list[Result] = []
    monkeypatch.setattr(press_latency, "add_results", results.append)
    assert report(presses) == code
    assert told in capsys.readouterr().out
    assert [(each.target, each.value) for each in results] == [("press", worst), ("presses lost", code / 2)]


def test_only_a_change_by_a_press_is_an_answer() -> None:
    glass = Glass()
    show = glass.showing(lambda *_: None)
    show(None, Picture(b"a"))
    show(None, Picture(b"b"))
    assert not glass.answered.is_set(), "a sighting changed the display"
    press = glass.answering(lambda *_: show(None, Picture(b"b")))
    press(None, None)
    assert not glass.answered.is_set(), "nothing was seen of the press"
    press = glass.answering(lambda *_: show(None, Picture(b"c")))
    press(None, None)
    assert glass.answered.is_set()
