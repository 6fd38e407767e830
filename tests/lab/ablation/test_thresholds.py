"""Every threshold of `vision` has its line in the table of what it moves, and no more of them come."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lab.ablation import thresholds
from lab.ablation.pictures import Outcome
from lab.ablation.thresholds import NOT_REACHED, NOT_RUN, measure, multiplied, table, varied
from lab.house.thresholds import VISION, constants_of, thresholds_of

MOST_THRESHOLDS, MOST_CONSTANTS = 257, 69
"""These numbers only fall: a new threshold replaces another one. 150 thresholds are wanted."""
THRESHOLDS = thresholds_of()


def test_every_threshold_has_its_line() -> None:
    missing = [one.name for one in THRESHOLDS if one.name not in table()]
    assert not missing[:5], "add lines with python -m lab.ablation thresholds --pictures FOLDER --only NAME …"


@pytest.mark.slow
def test_thresholds_become_fewer() -> None:
    assert len(THRESHOLDS) <= MOST_THRESHOLDS
    assert constants_of() <= MOST_CONSTANTS


def test_a_threshold_says_what_it_decides_and_is_read() -> None:
    texts = [path.read_text("utf-8") for path in VISION.rglob("*.py")]
    assert not [one.name for one in THRESHOLDS if not one.about]
    assert not [one.name for one in THRESHOLDS if not any(one.name in text for text in texts)]


def test_a_threshold_is_found_with_what_it_is_measured_in_and_on(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.py").write_text(
        "LONG, SHORT = 5, 3\nNAME = 'x'\n\n\nclass RoomThresholds:\n    max_far_px: float = 3.0\n"
        '    """Distance.\n    Set on heaps of cards. More."""\n    min_of_card: int = 2\n\n\n'
        "class Other:\n    a: int = 1\n\n\nROOM = RoomThresholds()\nOTHER = Other()\n"
    )
    found = thresholds_of(tmp_path)
    assert [(one.name, one.measure, one.measured_on) for one in found] == [
        ("ROOM.max_far_px", "px", "Set on heaps of cards."),
        ("ROOM.min_of_card", "of card", "chosen by hand"),
    ]
    assert constants_of(tmp_path) == 1


def test_values_of_all_kinds_are_doubled_and_halved() -> None:
    assert multiplied(0.25, 2) == 0.5
    assert multiplied(5, 0.5) == 2
    assert multiplied((1, (2.0, 3)), 2.0) == (2, (4.0, 6))


def test_a_threshold_is_put_back() -> None:
    one = THRESHOLDS[0]
    instance: Any = getattr(import_module(one.module), one.name.partition(".")[0])
    name = one.name.partition(".")[2]
    before = getattr(instance, name)
    with varied(one, 2.0):
        assert getattr(instance, name) == 2 * before
    assert getattr(instance, name) == before


def test_what_a_threshold_moves_is_measured_once_for_its_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.scene.thresholds import SCENE

    runs: list[int] = []

    def read(*_: object) -> Outcome:
        runs.append(SCENE.max_layers)
        if SCENE.max_layers < usual:
            raise ValueError("got too few")
        return Outcome({"right": SCENE.max_layers}, SCENE.max_layers)

    usual, wanted = SCENE.max_layers, [one for one in THRESHOLDS if one.name.startswith("SCENE.max_")]
    monkeypatch.setattr(thresholds, "TABLE", tmp_path / "thresholds.csv")
    monkeypatch.setattr(thresholds, "SETS", ("still",))
    monkeypatch.setattr(thresholds, "read", read)
    monkeypatch.setattr(thresholds, "load", lambda *_: None)
    monkeypatch.setattr(thresholds, "thresholds_of", lambda: wanted)
    measure(tmp_path, 1, ["SCENE.max_rivals"])
    assert table()["SCENE.max_layers"]["doubled"] == NOT_RUN
    assert table()["SCENE.max_rivals"]["halved"] == NOT_REACHED
    measure(tmp_path, 1)
    line, count = table()["SCENE.max_layers"], len(runs)
    assert (line["doubled"], line["halved"]) == (f"right +{usual}", "raises ValueError")
    measure(tmp_path, 1)
    assert len(runs) == count + 2  # with the usual values alone
    assert table()["SCENE.max_layers"] == line
