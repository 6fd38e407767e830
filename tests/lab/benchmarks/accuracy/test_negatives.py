"""What is shown as a stranger is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lab.benchmarks.accuracy.negatives import photographs_in

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("every", "names"), [(1, ["hand.JPG", "trick.png", "queens.jpg"]), (2, ["hand.JPG", "queens.jpg"])]
)
def test_photographs_that_also_show_german_cards_are_left_out(every: int, names: list[str], tmp_path: Path) -> None:
    """A photograph of several decks stands in the sets of both suits."""
    for name in (
        "edje_pinochle/inner/hand.JPG",
        "edje_pinochle/labels.json",
        "edje_pinochle/trick.png",
        "oldcardgames_french/decks.jpg",
        "oldcardgames_french/queens.jpg",
        "oldcardgames_german/all_decks.jpg",
        "unknown_set/queens.jpg",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"of several decks" if "decks" in name else name.encode())
    assert [file.name for file in photographs_in(tmp_path, every)] == names
