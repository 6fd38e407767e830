"""Calls of players who do nothing wrong: nothing is noticed about them, and counting them costs nothing."""

import pytest

from tests.support.watten_tables import ANNOUNCED, THIRD, TRICKS, finding_texts, in_game, run, standing_at

rule = pytest.mark.rule
case = pytest.param


@rule("WA7", "WA10")
@pytest.mark.parametrize(
    ("seat", "rules", "noticed", "written"),
    [
        case(0, "strict=true", "", (2, 0), id="WA10-the-dealer-may-look"),
        case(1, "strict=true", "", (2, 0), id="WA10-forehand-may-look"),
        case(2, "strict=true", "peeked WA10 @2 2", (2, 2), id="WA10-the-others-may-not"),
        case(3, "strict=true", "peeked WA7 @2 3", (4, 0), id="WA7-the-cutter-may-not"),
        case(0, "", "", (2, 0), id="not-strict-the-dealer-may-look"),
        case(1, "", "", (2, 0), id="not-strict-forehand-is-not-the-cutter"),
        case(2, "", "", (2, 0), id="not-strict-everybody-may-look"),
        case(3, "", "peeked WA7 @2 3", (4, 0), id="WA7-the-cutter-may-not-here-either"),
        case(3, "cutter_may_look=true", "", (2, 0), id="the-cutter-may-look-here"),
        case(2, "strict=true cutter_may_look=true", "peeked WA10 @2 2", (2, 2), id="only-the-cutter-may-look-here"),
    ],
)
def test_seats_that_may_look_at_cards(seat: int, rules: str, noticed: str, written: tuple[int, int]) -> None:
    """Seat 0 deals, 1 is forehand, 3 cuts; the round of two goes to 0 and 2, and the peek is counted."""
    table, findings = run(f"deal 0 | say {seat} peek | rule 2 counted | tricks 0:3", rules)
    assert finding_texts(findings) == ([noticed] if noticed else [])
    assert (table.tallies[0], table.tallies[1]) == written


@rule("WA7")
def test_of_two_players_the_opponent_of_the_dealer_cuts() -> None:
    assert finding_texts(run("deal 0 | say 2 peek", seats="0 2")[1]) == ["peeked WA7 @2 2"]
    assert finding_texts(run("deal 0 | say 0 peek", "strict=true", seats="0 2")[1]) == []


@rule("3.8")
@pytest.mark.parametrize(
    ("seat", "rules", "noticed"),
    [
        case(2, "", "signalled 3.8 @4 2", id="nobody-signals-here"),
        case(1, "", "signalled 3.8 @4 1", id="nor-does-who-names-the-striker"),
        case(2, "deuten=true", "", id="signs-are-agreed-on"),
        case(2, "zusammenschauen=true", "signalled 3.8 @4 2", id="looking-together-is-something-else"),
    ],
)
@pytest.mark.parametrize("ruling", ["stands", "counted", "taken_back"])
def test_signs_are_a_fault_only_where_they_are_not_agreed_on(seat: int, rules: str, noticed: str, ruling: str) -> None:
    """The source has no penalty for them, so counting one costs nothing."""
    table, findings = run(f"{ANNOUNCED} | say {seat} sign | rule 4 {ruling} | tricks 0:3", rules)
    kinds = [text for text in finding_texts(findings) if not text.startswith("taken_back")]
    assert kinds == ([noticed] if noticed else [])
    assert (table.tallies[0], table.tallies[1]) == (2, 0)


@rule("3.8")
def test_a_sign_can_be_told_at_any_time_of_the_deal() -> None:
    assert finding_texts(run("deal 0 | say 2 sign")[1]) == ["signalled 3.8 @2 2"]
    assert finding_texts(run(f"{ANNOUNCED} | play 1:EA | say 2 sign")[1]) == ["signalled 3.8 @5 2"]
    assert finding_texts(run("deal 0 | tricks 0:3 | say 2 sign")[1]) == ["too_late 3.8 @3 2"]


KRANK_BID = "deal 0 | say 1 striker 9 | say 0 trump H | say 1 bid 3"
"""After the rounds that bring seats 1 and 3 to 7."""


@rule("WA23", "WA26")
@pytest.mark.parametrize("answer", ["say 0 hold", "say 2 hold", "say 0 go", "say 0 bid 4"])
def test_answer_to_a_krank_bid_is_no_fault(answer: str) -> None:
    """The bid has no effect, so the answer has none; the table rules about the bid."""
    table, findings = standing_at((0, 7), f"{KRANK_BID} | {answer}")
    assert [(one.kind.value, one.rule, one.seat) for one in findings] == [("krank_bid", "WA26", 1)]
    assert (table.phase, in_game(table).stake(table.current_deal)) == ("play", 2)
    bid = findings[0].position
    counted, _ = standing_at((0, 7), f"{KRANK_BID} | {answer} | rule {bid} counted")
    assert (counted.tallies[0], counted.tallies[1]) == (2, 7)


@rule("WA23", "WA26")
def test_an_answer_to_a_krank_bid_does_not_answer_the_bid_before_it() -> None:
    """Seat 0 has bid three, which was held; then krank seat 1 bids four, and seat 2 goes: three stays the stake."""
    lines = "deal 0 | say 1 striker 9 | say 0 trump H | play 1:EA 2:E8 3:E7"
    table, findings = standing_at((0, 7), f"{lines} | say 0 bid 3 | say 1 hold | play 0:EK >1 | say 1 bid 4 | say 2 go")
    assert [one.kind.value for one in findings] == ["krank_bid"]
    assert (table.phase, in_game(table).stake(table.current_deal)) == ("play", 3)


@rule("WA21", "WA22", "WA23")
@pytest.mark.parametrize(
    ("lines", "noticed"),
    [
        case(f"{ANNOUNCED} | say 0 bid 3 | say 1 hold", ["call_out_of_turn WA21 @4 0"], id="of-a-bid-out-of-turn"),
        case(
            "deal 0 | say 1 bid 3 | say 2 hold", ["call_not_allowed WA21 @2 1"], id="of-a-bid-before-the-announcement"
        ),
        case("deal 0 | say 1 bid 3 | say 2 hold | tricks 1:3", ["call_not_allowed WA21 @2 1"], id="then-tricks"),
        case("deal 0 | say 1 bid 3 | tricks 1:3 | say 2 hold", ["call_not_allowed WA21 @2 1"], id="after-the-tricks"),
    ],
)
def test_only_the_bid_is_a_finding(lines: str, noticed: list[str]) -> None:
    assert finding_texts(run(lines)[1]) == noticed


@rule("WA23")
@pytest.mark.parametrize(
    ("lines", "noticed"),
    [
        case(f"say 1 bid 3 | say 2 hold | {TRICKS} | say 0 hold", [], id="a-partner-holds-again"),
        case(f"say 1 bid 3 | say 2 hold | {TRICKS} | say 3 hold", ["call_not_allowed WA23 @16 3"], id="not-who-bid"),
        case(
            f"say 1 bid 3 | say 2 hold | {TRICKS} | {THIRD} | say 0 hold", ["too_late WA23 @21 0"], id="nor-at-the-end"
        ),
        case("say 1 bid 3 | say 2 go | say 0 hold", ["too_late WA23 @6 0"], id="nor-after-they-went"),
        case("tricks 1:3 | say 2 hold", ["too_late WA23 @5 2"], id="nor-without-a-bid"),
        case("tricks 1:3 | say 1 bid 3 | say 3 hold", ["too_late WA23 @6 3"], id="nor-the-bidders-partner"),
    ],
)
def test_who_holds_again_does_nothing_wrong(lines: str, noticed: list[str]) -> None:
    assert finding_texts(run(f"{ANNOUNCED} | {lines}")[1]) == noticed


@rule("WA23")
@pytest.mark.parametrize(
    "lines",
    [
        "deal 0 | tricks 1:3 | say 1 bid 3 | say 2 hold",
        "deal 0 | say 1 striker 9 | say 0 trump H | say 1 bid 3 | tricks 1:3 | say 2 hold",
        "deal 0 | say 1 striker 9 | say 0 trump H | say 1 bid 3 | say 2 hold | tricks 1:3 | say 0 hold",
    ],
)
def test_a_bid_may_be_held_after_the_tricks_are_entered(lines: str) -> None:
    table, findings = run(lines)
    assert finding_texts(findings) == []
    assert table.tallies[1] == 3


@rule("WA23")
@pytest.mark.parametrize(
    ("lines", "noticed"),
    [
        case(f"{ANNOUNCED} | say 1 bid 3 | say 0 go | say 2 hold", "too_late WA23 @6 2", id="the-partner-has-gone"),
        case(f"{ANNOUNCED} | say 0 hold", "call_not_allowed WA23 @4 0", id="nobody-has-bid"),
        case(f"{ANNOUNCED} | say 1 bid 3 | say 3 hold", "call_out_of_turn WA23 @5 3", id="the-bidders-partner"),
    ],
)
def test_other_calls_are_still_faults(lines: str, noticed: str) -> None:
    assert finding_texts(run(lines)[1]) == [noticed]
