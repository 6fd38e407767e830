"""What labels say of photographs, and what is said of those that say too little."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import Card
from lab.benchmarks.accuracy import photographs
from lab.benchmarks.accuracy.photographs import PhotographCounts
from lab.benchmarks.datasets import labelled_photographs
from lab.benchmarks.datasets.decks import NOT_COUNTED
from lab.benchmarks.datasets.labelled_photographs import OUR_PLACES, BadPhotographs, left_out, load_picture
from lab.benchmarks.harness.results import FILE, share
from lab.benchmarks.harness.targets import combined_results
from tests.lab.benchmarks.accuracy.test_comparing import quad

if TYPE_CHECKING:
    from pathlib import Path

FOUR = [quad(0, 100), quad(100), quad(0, -100), quad(-100)]
SQ, H8, HJ, S10 = Card("S", "Q"), Card("H", "8"), Card("H", "J"), Card("S", "10")


def write_labels(folder: Path, entries: dict[str, list[str]]) -> Path:
    folder.mkdir(parents=True)
    lines = [{"file": file, "cards": cards} for file, cards in entries.items()]
    (folder / "labels.json").write_text(json.dumps(lines), encoding="utf-8")
    for file in entries:
        cv2.imwrite(str(folder / file), np.zeros((40, 40, 3), np.uint8))
    return folder


def test_hand_drawn_cards_have_a_place_if_the_finder_finds_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = ["SQ", "H8", "HJ", "S0"]
    folder = write_labels(tmp_path / "handdrawn_tricks", {"game1_1.png": cards, "game1_2.png": cards})
    found = iter([FOUR, FOUR[:3]])
    monkeypatch.setattr(labelled_photographs, "outlines", lambda _: next(found))
    first, second = labelled_photographs._hand_drawn_tricks(folder)
    assert [card for card, _ in first.cards] == [SQ, H8, HJ, S10]
    assert [tuple(place.mean(axis=0)) for _, place in first.cards] == [tuple(one.mean(axis=0)) for one in FOUR]
    assert (second.cards, second.unplaced) == ((), (SQ, H8, HJ, S10))


def test_what_is_labelled_and_read_by_no_set_is_told(tmp_path: Path) -> None:
    write_labels(tmp_path / "jackfurby_three_cards", {"1.png": ["SK", "H2", "C4"], "2.png": ["SK", "H2", "C4"]})
    write_labels(tmp_path / "oldcardgames_french", {"oregon.jpg": ["D7"], "other.jpg": ["C9", "HA"]})
    write_labels(tmp_path / "alkenderesi_french", {"0.jpg": ["HQ"]})
    assert list(left_out(tmp_path)) == [
        "jackfurby_three_cards, 6 labelled cards in 2 photographs",
        "oldcardgames_french, 2 labelled cards in 1 photographs",
    ]


def test_a_photograph_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadPhotographs, match=r"nothing\.jpg, which cannot be read"):
        load_picture(tmp_path / "nothing.jpg")


def test_sets_that_count_for_nothing_are_printed_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled, ours, learned = (
        PhotographCounts("by hand"),
        PhotographCounts("hand-drawn", OUR_PLACES),
        PhotographCounts("Berlin", NOT_COUNTED),
    )
    labelled.open.count(SQ, SQ, SQ)
    for apart in (ours, learned):
        apart.open.count(SQ, H8, H8)
    monkeypatch.setattr(photographs, "spread", lambda *_: [learned, labelled, ours, None])
    monkeypatch.setattr(sys, "argv", ["photographs", str(tmp_path), str(tmp_path)])
    monkeypatch.setenv(FILE, str(tmp_path / "results"))
    assert photographs.main() == 0
    assert combined_results(tmp_path / "results") == [
        share("photographs right", 1, 1),
        share("photographs wrong", 0, 1),
    ]
    counted, rest = capsys.readouterr().out.split(NOT_COUNTED)
    assert ("by hand" in counted, "Berlin" in counted, "hand-drawn" in counted) == (True, False, False)
    assert rest.index("Berlin") < rest.index(OUR_PLACES) < rest.index("hand-drawn")
