"""A short form of `python -m lab.benchmarks.appliance.still_cost`."""

from __future__ import annotations

import sys

import pytest

from lab.benchmarks.appliance import still_cost


@pytest.mark.slow
def test_open_cards_and_a_heap_are_timed_and_the_caches_of_the_pack_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["still_cost", "--stills", "1"])
    still_cost.main()
    told = capsys.readouterr().out
    assert "four open cards, 1920×1080: median" in told
    assert "; 4 of 4 cards named; opening a pack takes" in told
    assert "four in a heap, 1920×1080: median" in told
