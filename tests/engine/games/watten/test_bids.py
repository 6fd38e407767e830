"""Watten: bidding during play, answers, krank and wild bids (RULEBOOK 3.6)."""

from __future__ import annotations

import pytest

from engine.events import Announced
from tests.support.watten_tables import ANNOUNCED, LAST_TRICK, THIRD, TRICKS, finding_texts, in_game, run

rule = pytest.mark.rule
TWO = "0 2"
KRANK = "deal 0 | say 2 striker U | say 0 trump H | {} | play 2:EA 0:E9 > | play 2:LA 0:L9 > | play 2:SA 0:S9 >"


def krank_at_7() -> str:
    """Two players; in three deals seat 2 comes to 7, and 0 deals."""
    first = "deal 0 | say 2 striker U | say 0 trump H | say 2 bid 3 | say 0 hold"
    tricks = "play 2:EA 0:E9 > | play 2:LA 0:L9 > | play 2:SA 0:S9 >"
    second = "deal 2 | say 0 striker U | say 2 trump H | say 0 bid 3 | say 2 bid 4 | say 0 hold"
    other = "play 0:E9 2:EA > | play 2:LA 0:L9 > | play 2:SA 0:S9 >"
    return f"{first} | {tricks} | {second} | {other} | deal 0 | say 2 striker U | say 0 trump H"


@rule("WA20")
def test_a_round_is_worth_two() -> None:
    table, findings = run(f"{ANNOUNCED} | {TRICKS} | {THIRD}")
    assert (findings, table.phase, table.tallies) == ([], "scored", {0: 0, 1: 2, 2: 0, 3: 2})
    assert table.deal is not None
    assert in_game(table).stake(table.deal) == 2


@rule("3.5")
def test_a_round_ends_at_the_third_trick_of_a_side() -> None:
    table, findings = run(f"{ANNOUNCED} | {TRICKS} | play 1:S9 2:S8 3:SA 0:SK")
    assert (table.phase, findings) == ("scored", [])
    assert in_game(table).is_decided({0: 1, 1: 2, 2: 0, 3: 1})
    assert not in_game(table).is_decided({0: 1, 1: 1, 2: 1, 3: 1})


@rule("WA21", "WA23")
@pytest.mark.parametrize(
    ("lines", "value"),
    [
        pytest.param("say 1 bid 3 | say 0 hold", 3, id="hold"),
        pytest.param("say 1 bid 3 | say 2 hold", 3, id="either of the others holds"),
        pytest.param("say 1 bid 3", 3, id="who plays on holds"),
        pytest.param("say 1 bid 3 | say 0 bid 4 | say 1 hold", 4, id="raised"),
        pytest.param("say 1 bid 3 | say 2 bid 4 | say 3 bid 5 | say 0 hold", 5, id="raised by partners"),
        pytest.param("say 1 bid", 3, id="the number goes without saying"),
    ],
)
def test_each_bid_is_one_point_more(lines: str, value: int) -> None:
    table, findings = run(f"{ANNOUNCED} | {lines} | {TRICKS} | {THIRD}")
    assert (findings, table.tallies[1], table.tallies[0]) == ([], value, 0)


@rule("WA21")
def test_only_the_player_at_turn_may_bid_about_to_lead_or_to_add() -> None:
    table, findings = run(f"{ANNOUNCED} | play 1:EA | say 3 bid 3")
    assert finding_texts(findings) == ["call_out_of_turn WA21 @5 3"]
    assert findings[0].seats == (2,)
    assert table.deal is not None
    assert [in_game(table).may_bid(table.deal, seat) for seat in range(4)] == [False, False, True, False]
    assert in_game(table).stake(table.deal) == 2, "it has no effect"


@rule("WA21")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{ANNOUNCED} | say 1 bid 4", "call_not_allowed WA21 @4 1", id="two points more"),
        pytest.param("deal 0 | say 1 bid 3", "call_not_allowed WA21 @2 1", id="before the announcement"),
        pytest.param(f"{ANNOUNCED} | {TRICKS} | {THIRD} | say 1 bid 3", "too_late WA21 @19 1", id="after the round"),
    ],
)
def test_bids_that_cannot_be(lines: str, expected: str) -> None:
    assert finding_texts(run(lines)[1]) == [expected]


@rule("WA21")
def test_a_bid_out_of_turn_stands_if_the_table_lets_it() -> None:
    table, _ = run(f"{ANNOUNCED} | play 1:EA | say 3 bid 3 | rule 5 stands")
    assert table.deal is not None
    assert (in_game(table).stake(table.deal), table.phase) == (3, "answer")


@rule("WA22")
def test_no_side_bids_twice_in_a_row() -> None:
    lines = f"{ANNOUNCED} | say 1 bid 3 | say 0 hold | play 1:EA 2:E9"
    table, findings = run(f"{lines} | say 3 bid 4")
    assert finding_texts(findings) == ["call_not_allowed WA22 @8 3"]
    table, findings = run(f"{lines} 3:E8 | say 0 bid 4 | say 1 hold")
    assert findings == []
    assert table.deal is not None
    assert in_game(table).stake(table.deal) == 4


@rule("WA23")
def test_a_bid_waits_for_the_answer_of_the_others() -> None:
    table, _ = run(f"{ANNOUNCED} | say 1 bid 3")
    assert table.step == ("answer", (0, 2))
    assert table.deal is not None
    assert table.game is not None
    said = {
        (fact.seat, fact.call, fact.value) for fact in table.game.options(table.deal) if isinstance(fact, Announced)
    }
    answers = {(seat, call, "") for seat in (0, 2) for call in ("hold", "go")}
    assert said == answers | {(0, "bid", "4"), (2, "bid", "4")}
    assert run(f"{ANNOUNCED} | say 1 bid 3 | play 1:EA")[0].phase == "answer", "his own card answers nothing"
    assert run(f"{ANNOUNCED} | say 1 bid 3 | play 1:EA 2:E9")[0].phase == "play"


@rule("WA23")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("say 0 hold", "call_not_allowed WA23 @4 0", id="nobody has bid"),
        pytest.param("say 0 go", "call_not_allowed WA23 @4 0", id="goes for nothing"),
        pytest.param("say 1 bid 3 | say 3 go", "call_out_of_turn WA23 @5 3", id="the bidder's partner answers"),
        pytest.param("say 1 bid 3 | say 0 go | say 2 hold", "too_late WA23 @6 2", id="his partner has gone"),
        pytest.param(
            "say 1 bid 3 | play 1:EA 2:E9 | say 0 go", "call_not_allowed WA23 @7 0", id="goes after playing on"
        ),
    ],
)
def test_answers_that_cannot_be(lines: str, expected: str) -> None:
    assert finding_texts(run(f"{ANNOUNCED} | {lines}")[1]) == [expected]


@rule("WA23")
def test_saying_hold_late_is_no_fault() -> None:
    assert run(f"{ANNOUNCED} | say 1 bid 3 | play 1:EA 2:E9 | say 0 hold")[1] == []


@rule("WA24")
@pytest.mark.parametrize(
    ("lines", "tallies"),
    [
        pytest.param("say 1 bid 3 | say 0 go", {0: 0, 1: 2, 2: 0, 3: 2}, id="3 refused: 2"),
        pytest.param("say 1 bid 3 | say 0 hold | play 1:E9 2:EA | say 3 go", None, id="nothing to go on"),
        pytest.param("say 1 bid 3 | say 0 bid 4 | say 1 go", {0: 3, 1: 0, 2: 3, 3: 0}, id="4 refused: 3"),
        pytest.param(
            "say 1 bid 3 | say 0 hold | play 1:E9 2:EA 3:E8 0:E7 > | say 2 bid 4 | say 1 go",
            {0: 3, 1: 0, 2: 3, 3: 0},
            id="the example of the source: 3 was held, 4 refused",
        ),
    ],
)
def test_declined_bid_scores_the_last_accepted_value(lines: str, tallies: dict[int, int] | None) -> None:
    table, findings = run(f"{ANNOUNCED} | {lines}")
    if tallies is None:
        assert [one.rule for one in findings] == ["WA23"]
    else:
        assert (findings, table.phase, table.tallies) == ([], "scored", tallies)


@rule("WA24")
def test_cards_of_a_trick_that_was_not_finished_are_taken_away_without_fault() -> None:
    table, findings = run(f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | say 1 go | play > | deal 1")
    assert (findings, table.tallies[2]) == ([], 2)


@rule("WA24")
def test_an_inserted_bid_comes_before_the_cards_that_lay_after_it() -> None:
    table, findings = run(f"{ANNOUNCED} | {TRICKS} | insert 9: say 2 bid 3")
    assert [one.kind.value for one in findings] == ["call_out_of_turn"]
    table, findings = run(f"{ANNOUNCED} | {TRICKS} | insert 9: say 1 bid 3")
    assert (findings, table.phase) == ([], "play"), "who played on has held it"


# Krank


@rule("WA26", "WA31")
def test_a_krank_side_may_not_bid() -> None:
    table, findings = run(f"{krank_at_7()} | say 2 bid 3", seats=TWO)
    assert [(one.kind.value, one.rule, one.seat) for one in findings] == [("krank_bid", "WA26", 2)]
    assert table.deal is not None
    assert (in_game(table).stake(table.deal), in_game(table).rules_against_bidding(table.deal, 2)) == (2, ("WA26",))
    assert table.tallies == {0: 0, 2: 7}, "nothing is written by itself"


@rule("WA26", "DECISIONS WA18")
@pytest.mark.parametrize(
    ("rules", "phase", "tallies"),
    [
        pytest.param("", "scored", {0: 2, 2: 7}, id="the round is over"),
        pytest.param("wrong_bid_ends=false", "play", {0: 0, 2: 7}, id="the round goes on"),
    ],
)
def test_a_counted_krank_bid_gives_the_others_two_points(rules: str, phase: str, tallies: dict[int, int]) -> None:
    lines = f"{krank_at_7()} | say 2 bid 3"
    krank = run(lines, rules, TWO)[1][0].position
    table, _ = run(f"{lines} | rule {krank} counted", rules, TWO)
    assert (table.phase, table.tallies) == (phase, tallies)
    if phase == "play":
        table, _ = run(f"{lines} | rule {krank} counted | {KRANK.partition('{} | ')[2]}", rules, TWO)
        assert table.tallies == {0: 2, 2: 9}


@rule("DECISIONS WA11")
def test_the_others_may_bid_against_a_krank_side_which_may_only_hold_or_go() -> None:
    lines = f"{krank_at_7()} | play 2:E9 | say 0 bid 3"
    table, findings = run(lines, seats=TWO)
    assert findings == []
    assert table.deal is not None
    assert table.game is not None
    assert {fact.call for fact in table.game.options(table.deal) if isinstance(fact, Announced)} == {"hold", "go"}
    table, findings = run(f"{lines} | say 2 bid 4", seats=TWO)
    assert [one.kind.value for one in findings] == ["krank_bid"]
    table, findings = run(f"{lines} | say 2 go", seats=TWO)
    assert table.tallies == {0: 2, 2: 7}


@rule("DECISIONS WA11")
@pytest.mark.parametrize(
    ("rules", "lines", "kinds"),
    [
        pytest.param("krank_may_raise=true", "play 2:E9 | say 0 bid 3 | say 2 bid 4", [], id="a krank side raises"),
        pytest.param("krank_may_raise=true", "say 2 bid 3", ["krank_bid"], id="but never bids first"),
        pytest.param(
            "bid_against_krank=false", "play 2:E9 | say 0 bid 3", ["call_not_allowed"], id="none against krank"
        ),
    ],
)
def test_house_rules_on_krank_bids(rules: str, lines: str, kinds: list[str]) -> None:
    assert [one.kind.value for one in run(f"{krank_at_7()} | {lines}", rules, TWO)[1]] == kinds


# The last card


@rule("WA25", "DECISIONS WA19")
@pytest.mark.parametrize(
    ("before", "card", "rules", "is_wild"),
    [
        pytest.param("2:S10", "S9", "", False, id="the suit led"),
        pytest.param("2:S10", "H9", "", False, id="a trump"),
        pytest.param("2:S10", "EU", "", False, id="a striker"),
        pytest.param("2:S10", "HU", "", False, id="the right"),
        pytest.param("2:S10", "L7", "", True, id="another suit"),
        pytest.param("2:S10", "HK", "kritisch=true", False, id="a Critical"),
        pytest.param("2:S10", "S6", "weli_always_trump=true", False, id="the Weli, always a trump"),
        pytest.param("2:LU", "L7", "", False, id="the suit of a left is given the benefit of the doubt"),
    ],
)
def test_a_bid_with_the_last_card_on_a_card_led(before: str, card: str, rules: str, is_wild: bool) -> None:
    _, findings = run(f"{LAST_TRICK} | play {before} | say 3 bid 3 | play 3:{card}", rules)
    wild = [one for one in findings if one.kind.value == "wild_bid"]
    assert finding_texts(wild) == (["wild_bid WA25 @25 3"] if is_wild else [])
    assert [(str(one.card), one.evidence[0].position) for one in wild] == ([(card, 26)] if is_wild else [])


@rule("DECISIONS WA19")
@pytest.mark.parametrize(("rules", "is_wild"), [("", False), ("trump_annuls=true", True)])
def test_a_trump_in_the_trick_may_annul_the_suit(rules: str, is_wild: bool) -> None:
    _, findings = run(f"{LAST_TRICK} | play 2:S10 3:H9 | say 0 bid 3 | play 0:S9", rules)
    assert [one.kind.value for one in findings] == (["wild_bid"] if is_wild else [])


@rule("WA25")
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | play 2:L7", id="not the last card"),
        pytest.param(f"{LAST_TRICK} | say 2 bid 3 | say 1 hold | play 2:L7", id="no card is led yet"),
    ],
)
def test_any_other_bid_is_free(lines: str) -> None:
    assert run(lines)[1] == []


@rule("DECISIONS WA20")
def test_a_house_may_ask_for_a_trump_of_the_leader_too() -> None:
    _, findings = run(f"{LAST_TRICK} | say 2 bid 3 | say 1 hold | play 2:L7", "leader_needs_trump=true")
    assert finding_texts(findings) == ["wild_bid DECISIONS WA20 @24 2"]


@rule("DECISIONS WA20")
@pytest.mark.parametrize(("card", "kinds"), [("S9", []), ("L7", ["wild_bid"])])
def test_the_last_card_is_shown_when_the_others_go(card: str, kinds: list[str]) -> None:
    lines = f"{LAST_TRICK} | play 2:S10 | say 3 bid 3 | say 0 go"
    assert who_must_show(lines) == 3
    assert who_must_show(lines, "show_last_card=false") is None
    assert who_must_show(f"{lines} | show 3 {card} all") is None
    _, findings = run(f"{lines} | show 3 {card} all")
    assert [one.kind.value for one in findings] == kinds


def who_must_show(lines: str, rules: str = "") -> int | None:
    table, _ = run(lines, rules)
    assert table.deal is not None
    return in_game(table).must_show(table.deal)


@rule("DECISIONS WA20")
def test_other_bids_need_no_shown_card() -> None:
    assert who_must_show(f"{ANNOUNCED} | say 1 bid 3 | say 0 go") is None
    assert who_must_show(f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | say 3 go") is None, "it is not his last card"


@rule("WA25", "DECISIONS WA18")
@pytest.mark.parametrize(
    ("lines", "tallies"),
    [
        pytest.param("play 2:S10 | say 3 bid 3 | play 3:L7 0:S9 1:SO >", {0: 0, 1: 3, 2: 0, 3: 3}, id="not counted"),
        pytest.param(
            "play 2:S10 | say 3 bid 3 | play 3:L7 0:S9 1:SO > | rule 25 counted", {0: 2, 1: 0, 2: 2, 3: 0}, id="counted"
        ),
        pytest.param(
            "play 2:S10 | say 3 bid 3 | say 2 go | show 3 L7 | rule 25 counted", {0: 2, 1: 0, 2: 2, 3: 0}, id="shown"
        ),
    ],
)
def test_a_counted_wild_bid_gives_the_others_two_points_instead_of_the_round(
    lines: str, tallies: dict[int, int]
) -> None:
    assert run(f"{LAST_TRICK} | {lines}")[0].tallies == tallies


@rule("DECISIONS WA18")
def test_a_counted_wild_bid_may_leave_the_round_as_it_is() -> None:
    lines = "play 2:S10 | say 3 bid 3 | play 3:L7 0:S9 1:SO > | rule 25 counted"
    assert run(f"{LAST_TRICK} | {lines}", "wrong_bid_ends=false")[0].tallies == {0: 2, 1: 3, 2: 2, 3: 3}
