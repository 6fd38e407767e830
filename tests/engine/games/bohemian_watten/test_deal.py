"""Bohemian Watten, rule by rule: cutting and dealing, play or fold, exchange."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32
from tests.engine.games.bohemian_watten.test_game import texts, watten

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


@rule("DECISIONS BW16")
def test_the_cut_shows_the_bottom_of_the_lifted_part_and_then_upwards() -> None:
    pack = BAVARIAN_32.parse("EA EK EO EU E10")
    assert texts(watten().cut_cards(pack, 2)[:1]) == "EK"
    assert [str(card) for card in watten().cut_cards(pack, 3)] == ["EO", "EK", "EA"]
    assert [str(card) for card in watten(cut_card="top_of_rest").cut_cards(pack, 3)] == ["EU", "E10"]


SCHLECK = [
    pytest.param("both", "HK", [], 3, id="the cutter takes the first", marks=rule("BW10")),
    pytest.param("both", "HK S7", [True], 0, id="then the dealer", marks=rule("BW10")),
    pytest.param("both", "HK S7 E7", [True, True], 3, id="then the cutter again", marks=rule("BW10")),
    pytest.param("both", "HK S7", [False], None, id="declined by the cutter", marks=rule("BW10")),
    pytest.param("both", "HK S7 E7", [True, False], None, id="declined by the dealer", marks=rule("BW10")),
    pytest.param("both", "HA", [], None, id="no Critical", marks=rule("BW10")),
    pytest.param("both", "HK HA", [True], None, id="the next is no Critical", marks=rule("BW10")),
    pytest.param("cutter_only", "HK", [], 3, id="the cutter alone", marks=rule("BW10a")),
    pytest.param("cutter_only", "HK S7", [True], None, id="not the dealer", marks=rule("BW10a")),
    pytest.param("cutter_in_a_row", "HK S7", [True], 3, id="two in a row", marks=rule("BW10a")),
    pytest.param("none", "HK", [], None, id="plain cut", marks=rule("BW10b")),
]


@pytest.mark.parametrize(("schleck", "shown", "answers", "seat"), SCHLECK)
def test_schleck_right_belongs_to_the_seat_in_turn(
    schleck: str, shown: str, answers: list[bool], seat: int | None
) -> None:
    assert watten(schleck=schleck).schleck_right(shown, answers, FOUR, dealer=0) == seat


@rule("BW10")
def test_schleck_right_wants_an_answer_for_each_card_before() -> None:
    with pytest.raises(ValueError, match="got 0 answers for 2 cards shown, expected 1"):
        watten().schleck_right("HK S7", [], FOUR, dealer=0)


@rule("BW12", "BW13")
@pytest.mark.parametrize(
    ("schlecked", "first"),
    [
        ({}, ((1, 3), (2, 3), (3, 3), (0, 3))),
        ({3: 1}, ((1, 3), (2, 3), (3, 2), (0, 3))),
        ({3: 2, 0: 1}, ((1, 3), (2, 3), (3, 1), (0, 2))),
    ],
)
def test_packets_shrink_by_schlecked_cards(schlecked: dict[int, int], first: tuple[tuple[int, int], ...]) -> None:
    packets = watten().packets(schlecked, FOUR, dealer=0)
    assert packets.first == first
    assert packets.second == ((1, 2), (2, 2), (3, 2), (0, 2))
    given = dict(packets.first)
    assert all(given[seat] + 2 + schlecked.get(seat, 0) == 5 for seat in FOUR)


@rule("BW13")
def test_at_most_two_criticals_may_be_taken() -> None:
    with pytest.raises(ValueError, match=r"got Criticals taken \{3: 3\}"):
        watten().packets({3: 3}, FOUR, dealer=0)


@rule("BW14")
@pytest.mark.parametrize(("players", "stock"), [(4, 11), (3, 16), (2, 21)])
def test_stock_after_hands_and_upcard(players: int, stock: int) -> None:
    assert watten().stock_size(players) == stock


# Play or fold


@rule("BW16", "DECISIONS BW14")
def test_declaring_goes_clockwise_from_forehand_and_the_dealer_is_last() -> None:
    assert watten().declaring_order(FOUR, 2) == (3, 0, 1, 2)


BARS = [
    pytest.param({}, (), id="may fold", marks=rule("BW16")),
    pytest.param({"first_deal": True}, ("BW17a",), id="first deal", marks=rule("BW17", "DECISIONS BW17")),
    pytest.param({"trump": "H"}, ("BW17b",), id="hearts", marks=rule("BW17", "BW22")),
    pytest.param({"tally": 5}, ("BW17c",), id="five points", marks=rule("BW17")),
    pytest.param({"tally": 6}, (), id="six points", marks=rule("BW17")),
    pytest.param({"sat_out": True}, ("BW17d",), id="sat out", marks=rule("BW17", "DECISIONS BW19")),
    pytest.param({"seat": 0}, ("BW17e",), id="dealer", marks=rule("BW16", "BW17")),
    pytest.param({"seat": 3, "folded": (1, 2)}, ("BW17f", "BW18"), id="cutter, all out", marks=rule("BW17", "BW18")),
    pytest.param({"seat": 3, "folded": (1,)}, (), id="cutter, one still in", marks=rule("BW17")),
    pytest.param({"seat": 2, "folded": (1, 3)}, ("BW18",), id="two must stay", marks=rule("BW18")),
    pytest.param({"seats": TWO, "seat": 2}, ("BW17f", "BW18"), id="two players", marks=rule("DECISIONS BW18", "BW18")),
    pytest.param(
        {"trump": "H", "tally": 3, "first_deal": True},
        ("BW17a", "BW17b", "BW17c"),
        id="all reasons",
        marks=rule("BW17"),
    ),
]


@pytest.mark.parametrize(("case", "expected"), BARS)
def test_folding_is_barred_by_named_rules(case: dict[str, object], expected: tuple[str, ...]) -> None:
    given: dict[str, object] = {"seats": FOUR, "dealer": 0, "trump": "L", "tally": 12, "seat": 1} | case
    seat = given.pop("seat")
    bars = watten().rules_against_folding(seat, **given)  # type: ignore[arg-type]
    assert bars == expected
    assert all(watten().book.reasons[bar].german for bar in bars)


# Exchange

EXCHANGE = [
    pytest.param({}, False, 11, 3, id="three", marks=rule("BW19")),
    pytest.param({}, True, 11, 2, id="dealer two", marks=rule("BW20")),
    pytest.param({"dealer_exchange": 3}, True, 11, 3, id="dealer three", marks=rule("BW20a")),
    pytest.param({"dealer_exchange": 3}, True, 2, 2, id="stock", marks=rule("DECISIONS BW9")),
    pytest.param({}, False, 0, 0, id="empty stock", marks=rule("DECISIONS BW9")),
    pytest.param(
        {"dealer_exchange": 3, "stock_shortage": "reshuffle"}, True, 2, 3, id="shuffled", marks=rule("DECISIONS BW9")
    ),
]


@pytest.mark.parametrize(("rules", "is_dealer", "stock", "limit"), EXCHANGE)
def test_exchange_limit_depends_on_seat_and_stock(
    rules: dict[str, object], is_dealer: bool, stock: int, limit: int
) -> None:
    assert watten(**rules).exchange_limit(is_dealer=is_dealer, stock=stock) == limit


@rule("DECISIONS BW9")
def test_base_limits_use_up_the_stock_of_four_players_exactly() -> None:
    bw = watten()
    stock = bw.stock_size(4)
    for seat in bw.declaring_order(FOUR, 0):
        stock -= bw.exchange_limit(is_dealer=seat == 0, stock=stock)
    assert stock == 0


@rule("DECISIONS BW11")
def test_the_next_player_leads_if_forehand_folded() -> None:
    assert watten().first_leader(FOUR, 0) == 1
    assert watten().first_leader(FOUR, 0, folded={1}) == 2
    assert watten().first_leader(FOUR, 0, folded={1, 2}) == 3
