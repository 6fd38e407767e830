"""Which cards are asked for next, and how rows of cards are ordered and fill suits."""

import numpy as np
import pytest

from engine.cards import BAVARIAN_32, PACKS, Pack
from tests.support.paper_table import quad_at
from vision.enrolment.showing.card_order import MAX_ROW_CARDS, CardOrder, count_filled, group_into_rows, split_into_rows
from vision.enrolment.showing.progress import find_gaps

CARDS = BAVARIAN_32.cards


@pytest.mark.parametrize("kind", PACKS.values(), ids=list(PACKS))
def test_every_card_is_asked_for_once_and_suits_stay_together(kind: Pack) -> None:
    order = CardOrder(kind, ())
    assert sorted(order.missing) == sorted(kind.cards)
    assert [suit[0].suit for suit in order.suits] == list(kind.suits)
    assert [card for part in order.rows for card in part] == order.missing
    assert max(map(len, order.rows)) <= MAX_ROW_CARDS


def test_what_was_put_off_comes_last_until_it_is_called_back() -> None:
    order = CardOrder(BAVARIAN_32, {CARDS[1]})
    order.defer(CARDS[:1])
    assert order.missing == [*CARDS[2:], CARDS[0]]
    order.defer(CARDS[2:4])
    assert order.missing == [*CARDS[4:], CARDS[0], *CARDS[2:4]]
    order.cancel_deferral(CARDS[:1])
    assert order.missing == [CARDS[0], *CARDS[4:], *CARDS[2:4]]


@pytest.mark.parametrize(("seen", "count"), [(0, 8), (7, 8), (11, 8), (13, 16), (31, 32), (40, 32)])
def test_a_spoiled_photograph_was_of_about_as_many_cards(seen: int, count: int) -> None:
    assert CardOrder(BAVARIAN_32, ()).cards_nearest_to(seen) == list(CARDS[:count])


@pytest.mark.parametrize("slant", [-0.15, 0.0, 0.15])
def test_rows_are_read_from_the_left_and_from_the_top(slant: float) -> None:
    places = [(100 + 100 * column, 100 + 180 * row + slant * 100 * column) for row in range(3) for column in range(7)]
    shuffled = np.random.default_rng(1).permutation(len(places))
    rows = group_into_rows([quad_at(*places[number], 5) for number in shuffled])
    assert [[int(shuffled[number]) for number in row] for row in rows] == [list(range(k, k + 7)) for k in (0, 7, 14)]


@pytest.mark.parametrize(
    "directions",
    [
        pytest.param([90] * 8, id="from the bottom to the top, or the other way"),
        pytest.param([-80] * 8, id="nearly so"),
        pytest.param([0, 90, 0, 90, 0, 90], id="every other one across"),
        pytest.param([0, 60, 120], id="a star"),
    ],
)
def test_cards_in_no_direction_are_in_no_rows(directions: list[int]) -> None:
    assert group_into_rows([quad_at(100 + 180 * place, 300, lies) for place, lies in enumerate(directions)]) == []


@pytest.mark.parametrize("degrees", [0, 50, 90, 130])
def test_one_card_is_a_row_however_it_lies(degrees: int) -> None:
    assert group_into_rows([quad_at(300, 300, degrees)]) == [[0]]


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
        pytest.param([1] * 8, [8], 0, id="one by one"),
        pytest.param([1, 7], [8], 0, id="one lies higher"),
        pytest.param([6, 2], [8], 0, id="two lie lower"),
        pytest.param([1, 8], [9], 0, id="one lies higher than a long suit"),
        pytest.param([5, 4], [9], 1, id="a long suit in two rows"),
        pytest.param([1, 1, 1], [1, 1, 1], 3, id="one is missing of each suit"),
    ],
)
def test_rows_fill_suits(rows: list[int], sizes: list[int], expected: int) -> None:
    assert count_filled(rows, sizes) == expected


@pytest.mark.parametrize("kind", PACKS)
def test_no_row_is_longer_than_the_view(kind: str) -> None:
    for suit in PACKS[kind].suits:
        cards = [card for card in PACKS[kind].cards if card.suit == suit]
        parts = split_into_rows(cards)
        assert [card for part in parts for card in part] == cards
        lengths = [len(part) for part in parts]
        assert max(lengths) <= MAX_ROW_CARDS
        assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("unseen", [(), (3,), (1, 2), (2, 5), (1, 2, 3)])
def test_a_gap_tells_which_card_is_not_seen(unseen: tuple[int, ...]) -> None:
    places = [quad_at(100 + 101 * place, 200 + 4 * place, place % 3) for place in range(8)]
    assert find_gaps([quad for place, quad in enumerate(places) if place not in unseen]) == list(unseen)
