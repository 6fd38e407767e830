"""Bohemian Watten, rule by rule: cutting and dealing, play or fold, exchange."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32
from tests.engine.games.bohemian_watten.test_game import watten

rule = pytest.mark.rule
FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)


@rule("BW8")
@pytest.mark.parametrize(
    ("cuts", "seats"),
    [
        ({0: "LA", 1: "H10", 2: "SK", 3: "E8"}, (0,)),
        ({0: "LA", 1: "HK"}, (1,)),
        ({0: "E7", 1: "S7"}, (1,)),
        ({0: "L9", 1: "H9", 2: "S8"}, (0, 1)),
    ],
)
def test_the_highest_cut_deals_first(cuts: dict[int, str], seats: tuple[int, ...]) -> None:
    pack = BAVARIAN_32
    assert watten().highest_cut({seat: pack.card(card) for seat, card in cuts.items()}) == seats


@rule("BW9", "BW12")
@pytest.mark.parametrize(
    ("seats", "dealer", "cutter", "forehand"), [(FOUR, 0, 3, 1), (FOUR, 3, 2, 0), (THREE, 0, 2, 1), (TWO, 0, 2, 2)]
)
def test_cutter_sits_right_of_the_dealer_and_forehand_left(
    seats: tuple[int, ...], dealer: int, cutter: int, forehand: int
) -> None:
    assert watten().cutter(seats, dealer) == cutter
    assert watten().forehand(seats, dealer) == forehand


@rule("BW11")
def test_lifting_the_whole_pack_shows_its_bottom_card() -> None:
    pack = BAVARIAN_32.cards
    assert watten().cut_cards(pack, len(pack))[0] == pack[-1]


@rule("BW10")
def test_schleck_right_wants_an_answer_for_each_card_before() -> None:
    with pytest.raises(ValueError, match="got 0 answers for 2 cards shown, expected 1"):
        watten().schleck_right("HK S7", [], FOUR, dealer=0)


@rule("BW13")
def test_at_most_two_criticals_may_be_taken() -> None:
    with pytest.raises(ValueError, match=r"got Criticals taken \{3: 3\}"):
        watten().packets({3: 3}, FOUR, dealer=0)


@rule("BW14")
@pytest.mark.parametrize(("players", "stock"), [(4, 11), (3, 16), (2, 21)])
def test_stock_after_hands_and_upcard(players: int, stock: int) -> None:
    assert watten().stock_size(players) == stock
