"""Rows of cards: their order, and which suits they fill."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import PACKS
from tests.vision.tabletop import quad_at
from vision.rows import MOST, gaps, in_parts, in_rows, split_by


@pytest.mark.parametrize("slant", [-0.15, 0.0, 0.15])
def test_rows_are_read_from_the_left_and_from_the_top(slant: float) -> None:
    places = [(100 + 100 * column, 100 + 180 * row + slant * 100 * column) for row in range(3) for column in range(7)]
    shuffled = np.random.default_rng(1).permutation(len(places))
    rows = in_rows([quad_at(*places[number], 5) for number in shuffled])
    assert [[int(shuffled[number]) for number in row] for row in rows] == [list(range(k, k + 7)) for k in (0, 7, 14)]


@pytest.mark.parametrize(
    ("rows", "sizes", "expected"),
    [
        pytest.param([8], [8, 8, 8, 8], 1, id="one suit"),
        pytest.param([8, 8], [8, 8, 8, 8], 2, id="two suits"),
        pytest.param([7, 6], [13, 13], 1, id="a suit in two rows"),
        pytest.param([8, 8, 8, 9], [8, 8, 8, 9], 4, id="with the Weli"),
        pytest.param([7], [8, 8], 0, id="one is missing"),
        pytest.param([9], [8, 8], 0, id="one too many"),
        pytest.param([16], [8, 8], 0, id="two suits in one row"),
        pytest.param([8, 3], [8, 8], 0, id="the second row is not complete"),
        pytest.param([8, 8], [8], 0, id="more than is missing"),
        pytest.param([], [8], 0, id="nothing"),
    ],
)
def test_rows_fill_suits(rows: list[int], sizes: list[int], expected: int) -> None:
    assert split_by(rows, sizes) == expected


@pytest.mark.parametrize("kind", PACKS)
def test_no_row_is_longer_than_the_view(kind: str) -> None:
    for suit in PACKS[kind].suits:
        cards = [card for card in PACKS[kind].cards if card.suit == suit]
        parts = in_parts(cards)
        assert [card for part in parts for card in part] == cards
        lengths = [len(part) for part in parts]
        assert max(lengths) <= MOST
        assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("unseen", [(), (3,), (1, 2), (2, 5), (1, 2, 3)])
def test_a_gap_tells_which_card_is_not_seen(unseen: tuple[int, ...]) -> None:
    places = [quad_at(100 + 101 * place, 200 + 4 * place, place % 3) for place in range(8)]
    assert gaps([quad for place, quad in enumerate(places) if place not in unseen]) == list(unseen)


def test_few_cards_tell_no_gap() -> None:
    assert gaps([]) == gaps([quad_at(100, 100, 0)]) == gaps([quad_at(100, 100, 0), quad_at(400, 100, 0)]) == []
