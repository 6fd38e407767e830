"""Cut, packets, folding, exchange, score, end: as a jury would ask; answers reasoned from the rules, then asked for."""

from typing import TypedDict

import pytest

from engine import game
from engine.events import RuleValue
from engine.games.bohemian_watten.game import BohemianWatten

House = dict[str, RuleValue]
Tallies = dict[int, int]


def bohemian_watten(house: House) -> BohemianWatten:
    asked = game("bohemian-watten", house)
    assert isinstance(asked, BohemianWatten)
    return asked


BOHEMIAN = bohemian_watten({})
FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)
rule = pytest.mark.rule

# Cut and deal


@rule("BW10", "BW10a", "BW10b")
@pytest.mark.parametrize(
    ("schleck", "shown", "answers", "taker"),
    [
        pytest.param("both", "HK", [], "cutter", id="BW10-the-cut-card"),
        pytest.param("both", "E7", [], "cutter", id="BW10-Spitz"),
        pytest.param("both", "HA", [], None, id="BW10-no-Critical"),
        pytest.param("both", "L7", [], None, id="BW10-another-seven"),
        pytest.param("both", "HK S7", [True], "dealer", id="BW10-the-next-to-the-dealer"),
        pytest.param("both", "HK S7", [False], None, id="BW10-cutter-declines"),
        pytest.param("both", "HK S8", [True], None, id="BW10-next-is-no-Critical"),
        pytest.param("both", "S8 HK", [False], None, id="BW10-the-first-was-none"),
        pytest.param("both", "HK S7 E7", [True, True], "cutter", id="BW10-the-third-to-the-cutter"),
        pytest.param("both", "HK S7 E7", [True, False], None, id="BW10-dealer-declines"),
        pytest.param("both", "HK S7 E7", [False, False], None, id="BW10-cutter-declined-all-over"),
        pytest.param("cutter_only", "S7", [], "cutter", id="BW10a-cutter"),
        pytest.param("cutter_only", "S7 E7", [True], None, id="BW10a-never-the-dealer"),
        pytest.param("cutter_in_a_row", "S7 E7", [True], "cutter", id="BW10a-two-in-a-row"),
        pytest.param("cutter_in_a_row", "S7 E7", [False], None, id="BW10a-declined"),
        pytest.param("cutter_in_a_row", "S7 E7 HK", [True, True], None, id="BW10a-and-no-third"),
        pytest.param("none", "HK", [], None, id="BW10b"),
    ],
)
def test_seats_that_may_schleck(schleck: str, shown: str, answers: list[bool], taker: str | None) -> None:
    for seats, dealer, cutter in ((FOUR, 0, 3), (FOUR, 2, 1), (THREE, 1, 0), (THREE, 0, 2), (TWO, 2, 0)):
        right = bohemian_watten({"schleck": schleck}).schleck_right(shown, answers, seats, dealer)
        assert right == {"cutter": cutter, "dealer": dealer, None: None}[taker], (seats, dealer)


@rule("BW12", "BW13")
@pytest.mark.parametrize(
    ("seats", "dealer", "schlecked", "first"),
    [
        pytest.param(FOUR, 0, {}, [(1, 3), (2, 3), (3, 3), (0, 3)], id="BW12-forehand-first"),
        pytest.param(FOUR, 2, {}, [(3, 3), (0, 3), (1, 3), (2, 3)], id="BW12-another-dealer"),
        pytest.param(FOUR, 0, {3: 1}, [(1, 3), (2, 3), (3, 2), (0, 3)], id="BW13-cutter-one"),
        pytest.param(FOUR, 0, {3: 1, 0: 1}, [(1, 3), (2, 3), (3, 2), (0, 2)], id="BW13-cutter-and-dealer"),
        pytest.param(FOUR, 0, {3: 2, 0: 1}, [(1, 3), (2, 3), (3, 1), (0, 2)], id="BW13-all-three"),
        pytest.param(THREE, 1, {0: 2, 1: 1}, [(2, 3), (0, 1), (1, 2)], id="BW13-three-players"),
        pytest.param(TWO, 0, {2: 2, 0: 1}, [(2, 1), (0, 2)], id="BW13-two-players"),
    ],
)
def test_packets_shrink_by_schlecked_cards(
    seats: tuple[int, ...], dealer: int, schlecked: dict[int, int], first: list[tuple[int, int]]
) -> None:
    packets = BOHEMIAN.packets(schlecked, seats, dealer)
    assert list(packets.first) == first
    assert list(packets.second) == [(seat, 2) for seat, _ in first]


@rule("BW13")
def test_three_criticals_in_one_hand_cannot_come_from_the_cut() -> None:
    with pytest.raises(ValueError, match="got Criticals taken"):
        BOHEMIAN.packets({3: 3}, FOUR, 0)


@rule("DECISIONS BW16")
@pytest.mark.parametrize(("cut_card", "shown"), [("bottom_of_lifted", "L9 EA HK"), ("top_of_rest", "S8 S9 S10")])
def test_the_order_in_which_the_cut_shows_cards(cut_card: str, shown: str) -> None:
    bohemian = bohemian_watten({"cut_card": cut_card})
    pack = bohemian.cards("HK EA L9 S8 S9 S10")
    assert " ".join(map(str, bohemian.cut_cards(pack, lifted=3)[:3])) == shown


# Play or fold


class Standing(TypedDict, total=False):
    trump: str
    tally: int
    first_deal: bool
    sat_out: bool
    folded: set[int]


@rule("BW17", "BW18", "DECISIONS BW18", "DECISIONS BW14", "DECISIONS BW17", "DECISIONS BW19")
@pytest.mark.parametrize(
    ("seats", "seat", "standing", "bars"),
    [  # Seat 0 deals: of four, seat 3 cuts; of three, seat 2; of two, seat 2 is forehand and cutter.
        pytest.param(FOUR, 1, {}, "", id="may"),
        pytest.param(FOUR, 2, {"folded": {1}}, "", id="may-with-two-left"),
        pytest.param(FOUR, 1, {"first_deal": True}, "BW17a", id="BW17a-first-hand"),
        pytest.param(FOUR, 1, {"trump": "H"}, "BW17b", id="BW17b-hearts"),
        pytest.param(FOUR, 1, {"tally": 5}, "BW17c", id="BW17c-five"),
        pytest.param(FOUR, 1, {"tally": 1}, "BW17c", id="BW17c-one"),
        pytest.param(FOUR, 1, {"tally": 6}, "", id="BW17c-six-may"),
        pytest.param(FOUR, 1, {"sat_out": True}, "BW17d", id="BW17d"),
        pytest.param(FOUR, 0, {}, "BW17e", id="BW17e-dealer"),
        pytest.param(FOUR, 0, {"folded": {1, 2}}, "BW17e BW18", id="BW17e-dealer-with-the-cutter"),
        pytest.param(FOUR, 3, {"folded": {1}}, "", id="BW17f-one-other-stays"),
        pytest.param(FOUR, 3, {}, "", id="BW17f-nobody-folded"),
        pytest.param(FOUR, 3, {"folded": {1, 2}}, "BW17f BW18", id="BW17f-everyone-else"),
        pytest.param(FOUR, 2, {"folded": {1, 3}}, "BW18", id="BW18-out-of-order"),
        pytest.param(THREE, 1, {}, "", id="three-may"),
        pytest.param(THREE, 2, {"folded": {1}}, "BW17f BW18", id="BW17f-of-three"),
        pytest.param(THREE, 1, {"folded": {2}}, "BW18", id="BW18-of-three"),
        pytest.param(THREE, 0, {}, "BW17e", id="BW17e-of-three"),
        pytest.param(TWO, 2, {}, "BW17f BW18", id="DECISIONS-BW18-of-two"),
        pytest.param(TWO, 0, {}, "BW17e BW18", id="BW17e-of-two"),
        pytest.param(
            TWO, 2, {"trump": "H", "tally": 3, "first_deal": True, "sat_out": True},
            "BW17a BW17b BW17c BW17d BW17f BW18", id="all-at-once",
        ),
    ],
)  # fmt: skip
def test_folding_is_barred_by_named_rules(seats: tuple[int, ...], seat: int, standing: Standing, bars: str) -> None:
    asked: Standing = {"trump": "L", "tally": 20, **standing}
    found = BOHEMIAN.rules_against_folding(
        seat, seats=seats, dealer=0, trump=asked["trump"], tally=asked["tally"],
        first_deal=asked.get("first_deal", False), sat_out=asked.get("sat_out", False), folded=asked.get("folded", ()),
    )  # fmt: skip
    assert found == tuple(bars.split())


@rule("BW16", "DECISIONS BW11", "DECISIONS BW14")
@pytest.mark.parametrize(
    ("seats", "dealer", "folded", "order", "leader"),
    [
        pytest.param(FOUR, 0, (), (1, 2, 3, 0), 1, id="of-four"),
        pytest.param(FOUR, 3, (0,), (0, 1, 2, 3), 1, id="forehand-folded"),
        pytest.param(FOUR, 3, (0, 1), (0, 1, 2, 3), 2, id="two-folded"),
        pytest.param(FOUR, 3, (1,), (0, 1, 2, 3), 0, id="another-folded"),
        pytest.param(THREE, 0, (1,), (1, 2, 0), 2, id="of-three"),
        pytest.param(TWO, 0, (), (2, 0), 2, id="of-two"),
    ],
)
def test_order_and_first_lead(
    seats: tuple[int, ...], dealer: int, folded: tuple[int, ...], order: tuple[int, ...], leader: int
) -> None:
    assert BOHEMIAN.declaring_order(seats, dealer) == order
    assert BOHEMIAN.first_leader(seats, dealer, folded) == leader


# Exchange


@rule("BW14", "BW19", "BW20", "BW20a", "DECISIONS BW9")
@pytest.mark.parametrize(
    ("house", "players", "limits"),
    [  # 32 cards less five each and the upcard; everybody takes all he may, the dealer last.
        pytest.param({}, 4, [3, 3, 3, 2], id="BW20-eleven-is-just-enough"),
        pytest.param({}, 3, [3, 3, 2], id="BW20-of-three"),
        pytest.param({}, 2, [3, 2], id="BW20-of-two"),
        pytest.param({"dealer_exchange": 3}, 4, [3, 3, 3, 2], id="DECISIONS-BW9-twelve-asked-of-eleven"),
        pytest.param({"dealer_exchange": 3}, 3, [3, 3, 3], id="BW20a-of-three"),
        pytest.param({"dealer_exchange": 3}, 2, [3, 3], id="BW20a-of-two"),
        pytest.param(
            {"dealer_exchange": 3, "stock_shortage": "reshuffle"}, 4, [3, 3, 3, 3], id="DECISIONS-BW9-reshuffle"
        ),
    ],
)
def test_exchanges_until_the_stock_is_out(house: House, players: int, limits: list[int]) -> None:
    bohemian = bohemian_watten(house)
    stock = bohemian.stock_size(players)
    assert stock == {4: 11, 3: 16, 2: 21}[players]
    for turn, limit in enumerate(limits, start=1):
        assert bohemian.exchange_limit(is_dealer=turn == players, stock=stock) == limit
        stock -= min(limit, stock)


# Score and end


@rule("BW7", "BW22", "DECISIONS BW10")
@pytest.mark.parametrize(
    ("tricks", "trump", "folded", "house", "changes"),
    [
        pytest.param({0: 2, 1: 3, 2: 0}, "L", (), {}, {0: -2, 1: -3, 2: 5}, id="BW22"),
        pytest.param({0: 2, 1: 3, 2: 0}, "H", (), {}, {0: -4, 1: -6, 2: 10}, id="BW22-hearts-double"),
        pytest.param({0: 5, 2: 0}, "S", (), {}, {0: -5, 2: 5}, id="BW22-all-tricks"),
        pytest.param({0: 1, 1: 1, 2: 1, 3: 2}, "E", (), {}, {0: -1, 1: -1, 2: -1, 3: -2}, id="BW22-everybody"),
        pytest.param({0: 3, 2: 2}, "L", (1,), {}, {0: -3, 1: 0, 2: -2}, id="DECISIONS-BW10-folded"),
        pytest.param({0: 5, 2: 0}, "L", (1, 3), {}, {0: -5, 1: 0, 2: 5, 3: 0}, id="DECISIONS-BW10-two-folded"),
        pytest.param({0: 3, 2: 2}, "L", (1,), {"folded_score": "plus5"}, {0: -3, 1: 5, 2: -2}, id="folded-plus-5"),
    ],
)
def test_score_changes_the_tallies(
    tricks: Tallies, trump: str, folded: tuple[int, ...], house: House, changes: Tallies
) -> None:
    assert bohemian_watten(house).score(tricks, trump, folded) == changes


PLUS50: House = {"plus50": True}
EXACTLY50: House = {"plus50": True, "plus50_exactly": True}


@rule("BW23", "BW24a", "BW24b", "BW25", "DECISIONS BW7", "DECISIONS BW8")
@pytest.mark.parametrize(
    ("house", "before", "changes", "tallies", "winners"),
    [
        pytest.param({}, {0: 2, 1: 9, 2: 9}, {0: -1, 1: -4, 2: 5}, {0: 1, 1: 5, 2: 14}, (), id="BW23-nobody-yet"),
        pytest.param({}, {0: 2, 1: 9, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: 6, 2: 14}, (0,), id="BW23-zero"),
        pytest.param({}, {0: 2, 1: 3, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: 0, 2: 14}, (0, 1), id="BW23-two-win"),
        pytest.param({}, {0: 1, 1: 9}, {0: -4, 1: -1}, {0: -3, 1: 8}, (0,), id="BW24a-overshoot-wins"),
        pytest.param({}, {0: 2, 1: 1, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: -2, 2: 14}, (0, 1), id="BW24a-immaterial"),
        pytest.param(
            {}, {0: 1, 1: 1, 2: 2}, {0: -1, 1: -2, 2: -2}, {0: 0, 1: -1, 2: 0}, (1,), id="BW23-at-least-one-loser"
        ),
        pytest.param({}, {0: 2, 1: 3}, {0: -2, 1: -3}, {0: 0, 1: 0}, (), id="BW23-no-loser-no-end"),
        pytest.param({"overshoot": "added"}, {0: 3, 1: 9}, {0: -4, 1: -1}, {0: 4, 1: 8}, (), id="BW24b-a"),
        pytest.param({"overshoot": "added"}, {0: 1, 1: 20}, {0: -10, 1: 10}, {0: 10, 1: 30}, (), id="BW24b-a-doubled"),
        pytest.param({"overshoot": "added"}, {0: 3, 1: 9}, {0: -3, 1: -2}, {0: 0, 1: 7}, (0,), id="BW24b-a-exactly"),
        pytest.param({"overshoot": "added"}, {0: 2, 1: 2}, {0: -2, 1: -3}, {0: 0, 1: 3}, (0,), id="BW24b-a-one-each"),
        pytest.param({"overshoot": "back_to_20"}, {0: 3, 1: 9}, {0: -4, 1: -1}, {0: 21, 1: 8}, (), id="BW24b-b"),
        pytest.param(
            {"overshoot": "back_to_20"}, {0: 3, 1: 9}, {0: -3, 1: -2}, {0: 0, 1: 7}, (0,), id="BW24b-b-exactly"
        ),
        pytest.param({"overshoot": "bounce"}, {0: 3, 1: 9}, {0: -4, 1: -1}, {0: 1, 1: 8}, (), id="BW24b-c"),
        pytest.param({"overshoot": "bounce"}, {0: 3, 1: 9}, {0: -3, 1: -2}, {0: 0, 1: 7}, (0,), id="BW24b-c-exactly"),
        pytest.param({"overshoot": "not_counted"}, {0: 3, 1: 9}, {0: -4, 1: -1}, {0: 3, 1: 8}, (), id="BW24b-d"),
        pytest.param(
            {"overshoot": "not_counted"}, {0: 3, 1: 9}, {0: -3, 1: -2}, {0: 0, 1: 7}, (0,), id="BW24b-d-exactly"
        ),
        pytest.param({}, {0: 46, 1: 9}, {0: 5, 1: -5}, {0: 51, 1: 4}, (), id="BW25-off"),
        pytest.param(PLUS50, {0: 45, 1: 9}, {0: 5, 1: -5}, {0: 50, 1: 4}, (0,), id="BW25-fifty"),
        pytest.param(PLUS50, {0: 44, 1: 9}, {0: 5, 1: -5}, {0: 49, 1: 4}, (), id="BW25-forty-nine"),
        pytest.param(PLUS50, {0: 46, 1: 9}, {0: 5, 1: -5}, {0: 51, 1: 4}, (0,), id="DECISIONS-BW7-more"),
        pytest.param(EXACTLY50, {0: 46, 1: 9}, {0: 5, 1: -5}, {0: 51, 1: 4}, (), id="DECISIONS-BW7-exactly-not-more"),
        pytest.param(EXACTLY50, {0: 45, 1: 9}, {0: 5, 1: -5}, {0: 50, 1: 4}, (0,), id="DECISIONS-BW7-exactly"),
        pytest.param(
            PLUS50, {0: 45, 1: 5, 2: 9}, {0: 5, 1: -5, 2: 5}, {0: 50, 1: 0, 2: 14}, (0, 1), id="BW25-and-zero-both-win"
        ),
        pytest.param(
            PLUS50, {0: 46, 1: 49, 2: 9}, {0: 5, 1: 5, 2: -5}, {0: 51, 1: 54, 2: 4}, (0, 1), id="DECISIONS-BW7-two"
        ),
        pytest.param(PLUS50, {0: 45, 1: 5}, {0: 5, 1: -5}, {0: 50, 1: 0}, (0, 1), id="BW25-the-only-two-both-win"),
    ],
)
def test_game_ends_by_the_house_rule(
    house: House, before: Tallies, changes: Tallies, tallies: Tallies, winners: tuple[int, ...]
) -> None:
    result = bohemian_watten(house).result(before, changes)
    assert result.tallies == tallies
    assert result.winners == winners
    assert result.losers == (tuple(seat for seat in before if seat not in winners) if winners else ())


@rule("BW15", "DECISIONS BW12")
@pytest.mark.parametrize(
    ("next_dealer", "seats", "dealer", "tricks", "deals"),
    [
        pytest.param("rotate", FOUR, 3, {0: 0, 1: 0, 2: 5, 3: 0}, 0, id="rotate"),
        pytest.param("rotate", THREE, 1, {0: 5, 1: 0}, 2, id="rotate-to-one-who-folded"),
        pytest.param("rotate", TWO, 2, {0: 0, 2: 5}, 0, id="rotate-of-two"),
        pytest.param("winner", FOUR, 3, {0: 1, 1: 0, 2: 3, 3: 1}, 2, id="winner"),
        pytest.param("winner", FOUR, 3, {0: 0, 1: 0, 2: 0, 3: 5}, 3, id="winner-deals-again"),
        pytest.param("winner", FOUR, 3, {0: 0, 1: 2, 2: 1, 3: 2}, 1, id="winner-equal-first-from-forehand"),
    ],
)
def test_next_dealer_follows_the_house_rule(
    next_dealer: str, seats: tuple[int, ...], dealer: int, tricks: dict[int, int], deals: int
) -> None:
    assert bohemian_watten({"next_dealer": next_dealer}).next_dealer(seats, dealer, tricks) == deals
