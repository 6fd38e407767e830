"""Which cards are asked for next: suit by suit, in rows that fit into the view, what was put off last."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32, PACKS, Pack
from vision.enrolment.showing.card_order import CardOrder
from vision.enrolment.thresholds import SHOWING

CARDS = BAVARIAN_32.cards


@pytest.mark.parametrize("kind", PACKS.values(), ids=list(PACKS))
def test_every_card_is_asked_for_once_and_suits_stay_together(kind: Pack) -> None:
    order = CardOrder(kind, ())
    assert sorted(order.missing) == sorted(kind.cards)
    assert [suit[0].suit for suit in order.suits] == list(kind.suits)
    assert [card for part in order.rows for card in part] == order.missing
    assert max(map(len, order.rows)) <= SHOWING.max_row_cards


def test_what_was_put_off_comes_last_until_it_is_called_back() -> None:
    order = CardOrder(BAVARIAN_32, {CARDS[1]})
    order.defer(CARDS[:1])
    assert order.missing == [*CARDS[2:], CARDS[0]]
    order.defer(CARDS[2:4])
    assert order.missing == [*CARDS[4:], CARDS[0], *CARDS[2:4]]
    order.cancel_deferral(CARDS[:1])
    assert order.missing == [CARDS[0], *CARDS[4:], *CARDS[2:4]]


@pytest.mark.parametrize(
    ("lengths", "count"),
    [((8,), 8), ((8, 8), 16), ((4, 4), 0), ((8, 8, 8, 8), 32), ((7,), 0), ((8, 7), 0), ((9,), 0)],
)
def test_rows_hold_whole_suits(lengths: tuple[int, ...], count: int) -> None:
    assert CardOrder(BAVARIAN_32, ()).cards_filling(lengths) == list(CARDS[:count])


@pytest.mark.parametrize(("seen", "count"), [(0, 8), (7, 8), (11, 8), (13, 16), (31, 32), (40, 32)])
def test_a_spoiled_photograph_was_of_about_as_many_cards(seen: int, count: int) -> None:
    assert CardOrder(BAVARIAN_32, ()).cards_nearest_to(seen) == list(CARDS[:count])
