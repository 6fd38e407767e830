"""Runs with mechanisms left out: which sets are read again, what is kept, and what can go together."""

from pathlib import Path

import pytest

from lab.ablation import runs
from lab.ablation.pictures import Outcome
from lab.ablation.runs import Baseline, Measurement, Result

CALLED = {"still": {"eviction", "questions", "unnamed cards"}, "film": {"knocks"}}
TOGETHER = {"eviction", "questions"}
"""Mechanisms that cover for one another: a card is missed without both."""


@pytest.fixture
def read_sets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the sets that are read: ten cards each, of which some are missed without some mechanisms."""
    every: list[str] = []
    off: list[str] = []

    def read(_: Path, name: str) -> Outcome:
        every.append(name)
        missed = (set(off) >= TOGETHER) + 2 * ("knocks" in off)
        return Outcome({"right": 10 - missed, "missed": missed}, 0, 1.0)

    class Off:
        def __init__(self, names: list[str]) -> None:
            off[:] = names

        def __enter__(self) -> None:
            if "specks" in off:
                raise ValueError("got no specks")

        def __exit__(self, *_: object) -> None:
            off.clear()

    outcomes = {name: Outcome({"right": 10}, 0, 1.0) for name in CALLED}
    monkeypatch.setattr(runs, "baseline_of", lambda *_: Baseline(outcomes, CALLED))
    monkeypatch.setattr(runs, "read", read)
    monkeypatch.setattr(runs, "load", lambda *_: None)
    monkeypatch.setattr(runs, "switched_off", Off)
    return every


def measurement(folder: Path) -> Measurement:
    return Measurement(folder, list(CALLED), 1, folder / "results.jsonl")


def test_a_set_is_read_again_only_if_a_mechanism_is_called_in_it(tmp_path: Path, read_sets: list[str]) -> None:
    results = measurement(tmp_path).measure([(), ("knocks",), ("other deck",)])
    assert read_sets == ["film"]
    assert [result.counts for result in results] == [{"right": 20}, {"right": 18, "missed": 2}, {"right": 20}]


def test_a_run_is_not_repeated(tmp_path: Path, read_sets: list[str]) -> None:
    first = measurement(tmp_path).measure([("questions", "eviction")])
    assert measurement(tmp_path).measure([("eviction", "questions")]) == first
    assert read_sets == ["still"]


def test_what_can_go_together_is_found(tmp_path: Path, read_sets: list[str]) -> None:
    candidates = ["eviction", "unnamed cards", "knocks", "questions", "other deck"]
    assert set(measurement(tmp_path).greedy(candidates)) == {"eviction", "unnamed cards", "other deck"}


def test_a_mechanism_that_the_code_needs_is_a_result(
    tmp_path: Path, read_sets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CALLED, "film", {"specks"})
    result = measurement(tmp_path).measure([("specks",)])[0]
    assert result.error == "raises ValueError: got no specks"
    assert not result.is_no_worse(Result(()))
    assert result.error in result.row(result)


@pytest.mark.parametrize(
    ("counts", "faults"),
    [
        ({"right": 4, "seated": 4, "seats": 4, "gathers": 1, "gathered": 1, "taken": 1, "takers": 1, "sizes": 1}, 0),
        ({"right": 3, "asked": 1, "seated": 4, "seats": 2}, 3),
        ({"gathers": 2, "gathered": 1, "sizes": 1, "taken": 1, "gathers +": 1}, 3),
        ({"lifts": 2, "lifted": 1, "unnamed": 1, "lifts +": 1, "wrong": 1}, 4),
    ],
)
def test_faults_are_what_is_not_right(counts: dict[str, int], faults: int) -> None:
    assert Result((), counts).faults == faults


def test_no_other_gain_outweighs_a_wrong_name() -> None:
    assert not Result((), {"wrong": 1}).is_no_worse(Result((), {"asked": 9}))
