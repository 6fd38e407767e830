"""Bauerchen as a jury would ask: every answer was reasoned from the rules before the program was asked.

Seats 0 to 3, seat 3 deals, seat 0 is forehand: 0 and 2 are at home, 1 and 3 away. Hearts are trumps unless a row says
otherwise. Numbers entered by hand are card points.
"""

from functools import partial

import pytest

from engine import RuleError, game
from engine.games.bauerchen.game import Bauerchen
from engine.notation import explain
from engine.state.match import BadGame
from tests.support.bauerchen_tables import sides
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
FOUR = (0, 1, 2, 3)
cases = CaseFile(__file__)


bauerchen = partial(game_of, Bauerchen)


BAUERCHEN = bauerchen()


replay = partial(play_record, seats="0 1 2 3", dealer=3, name="bauerchen")


# Set-up


@rule("BA1")
@pytest.mark.parametrize("seats", ["0 1", "0 1 2", "0 1 2 3 3"])
def test_only_four_play(seats: str) -> None:
    with pytest.raises(BadGame, match=r"got seats .* expected 4 different ones for bauerchen"):
        play_record("deal 0", "", seats, 0, "bauerchen")


@rule("BA1", "BA6", "BA8", "BA9", "DECISIONS BA15")
@pytest.mark.parametrize(("dealer", "cutter", "forehand"), [(3, 2, 0), (0, 3, 1), (1, 0, 2), (2, 1, 3)])
def test_cutter_forehand_and_partners(dealer: int, cutter: int, forehand: int) -> None:
    assert BAUERCHEN.sides(FOUR) == ((0, 2), (1, 3))
    assert (BAUERCHEN.cutter(FOUR, dealer), BAUERCHEN.forehand(FOUR, dealer)) == (cutter, forehand)
    table, _ = play_record(f"deal {dealer} | say {forehand} trump C", "", "0 1 2 3", dealer, "bauerchen")
    assert (table.phase, table.turn) == ("play", forehand), "anyone may be first dealer; forehand leads"
    table, _ = play_record(f"deal {dealer} | tricks 0:66 1:64 trump C", "", "0 1 2 3", dealer, "bauerchen")
    assert table.next_dealer == forehand


@rule("BA7")
def test_packets_of_two_then_three() -> None:
    first, second = BAUERCHEN.packets(FOUR, 3)
    assert first == ((0, 2), (1, 2), (2, 2), (3, 2))
    assert second == ((0, 3), (1, 3), (2, 3), (3, 3))


@rule("BA2", "BA5")
def test_twenty_cards_of_a_hundred_and_thirty_points() -> None:
    assert " ".join(map(str, BAUERCHEN.pack.cards)) == (
        "CA C10 CK CQ CJ SA S10 SK SQ SJ HA H10 HK HQ HJ DA D10 DK DQ DJ"
    )
    assert [BAUERCHEN.card_points(card) for card in ("CA", "C10", "CK", "CQ", "CJ")] == [11, 10, 4, 3, 2]
    assert BAUERCHEN.card_points(BAUERCHEN.pack.cards) + BAUERCHEN.last_trick_points == 130 == BAUERCHEN.entered_total


@rule("BA4", "DECISIONS BA4")
@pytest.mark.parametrize("suit", "CSHD")
def test_trumps_are_four_bauern_and_the_suit(suit: str) -> None:
    expected = f"CJ SJ HJ DJ {suit}A {suit}10 {suit}K {suit}Q"
    assert " ".join(map(str, BAUERCHEN.trumps(suit))) == expected


@rule("BA20", "DECISIONS BA1")
def test_the_target_is_asked() -> None:
    (asked,) = [switch for switch in BAUERCHEN.rules.switches if switch.ask]
    assert (asked.name, asked.values, asked.default) == ("target", (12, 31), 12)
    for preset, target in (("bauerchen-12", 12), ("bauerchen-31", 31), ("siegelbach", 31)):
        assert game("bauerchen", preset=preset).rules.number("target") == target
        assert "target" in BAUERCHEN.book.presets[preset].answers, "who takes the preset has answered"
    with pytest.raises(RuleError, match="got target = 21, expected one of 12, 31"):
        bauerchen(target=21)


# Tricks


@rule("DECISIONS BA5")
@pytest.mark.parametrize(
    ("trick", "hand", "whenever", "led"),
    [
        pytest.param("CQ HK", "HQ HA SA", "HA", "HQ HA", id="a-plain-suit-trumped"),
        pytest.param("CQ HJ SA", "SJ HQ", "SJ", "SJ HQ", id="by-a-Bauer"),
        pytest.param("HK", "HQ DJ", "DJ", "DJ", id="trump-led"),
        pytest.param("CQ", "HQ DJ", "HQ DJ", "HQ DJ", id="nothing-to-beat"),
    ],
)
def test_overtrumping_always_or_only_on_trumps(trick: str, hand: str, whenever: str, led: str) -> None:
    for value, legal in (("whenever", whenever), ("led", led)):
        assert set(bauerchen(overtrump=value).legal(hand, trick, "H")) == set(BAUERCHEN.cards(legal))


@rule("2.2 (1)", "2.2 (2)", "2.2 (3)")
@cases.table
def test_why_not_names_the_broken_duty(card: str, hand: str, trick: str, english: str, german: str) -> None:
    words = explain.why_not(BAUERCHEN, card, hand, trick, "H")
    assert words is not None
    assert (words.english, words.german) == (english, german)


# Who calls trumps


@rule("BA8", "BA22", "DECISIONS BA14", "BA7")
@pytest.mark.parametrize(
    ("lines", "rules", "trump", "expected"),
    [
        pytest.param("say 0 trump S", "", "S", [], id="BA8-forehand"),
        pytest.param("say 1 trump S", "", None, ["call_out_of_turn BA8 @2 1 None"], id="BA8-somebody-else"),
        pytest.param("say 0 trump S | say 0 trump H", "", "S", ["call_not_allowed BA8 @3 0 None"], id="BA8-once"),
        pytest.param("play 0:CA | say 0 trump S", "", "S", [], id="BA8-told-late"),
        pytest.param("upcard S10", "", None, ["call_not_allowed BA22 @2 0 S10"], id="BA22-not-at-this-table"),
        pytest.param("upcard S10", "die_letzte=true", "S", [], id="BA22-die-Letzte"),
        pytest.param("upcard DJ", "die_letzte=true", "D", [], id="DECISIONS-BA14-a-Bauer"),
        pytest.param(
            "upcard S10 | say 0 trump H", "die_letzte=true", "S", ["call_not_allowed BA8 @3 0 None"],
            id="BA22-instead-of-calling",
        ),
        pytest.param(
            "upcard S10 | play 0:CA 1:S10", "die_letzte=true", "S", ["seen_twice BA2 @4 1 S10"],
            id="BA22-the-flipped-card-is-forehands",
        ),
        pytest.param(
            "upcard DK | play 0:CA | say 1 meld D", "die_letzte=true", "D",
            ["call_not_allowed DECISIONS BA8 @4 1 None"], id="BA22-nobody-else-has-the-pair-of-the-flipped-card",
        ),
        pytest.param("upcard DK | say 0 meld D", "die_letzte=true", "D", [], id="BA22-forehand-may-have-it"),
        pytest.param(
            "upcard DA | say 2 ledig | play 1:DA", "die_letzte=true", "D", ["seen_twice BA2 @4 1 DA"],
            id="BA22-the-flipped-card-drops-out-with-forehand",
        ),
        pytest.param("say 0 trump S | exchange 0 1", "", "S", ["too_many_exchanged BA7 @3 0 None"], id="BA7-exchange"),
        pytest.param("say 0 trump S | say 1 fold", "", "S", ["unknown_call BA8 @3 1 None"], id="no-folding"),
    ],
)  # fmt: skip
def test_calls_of_trumps_set_trump(lines: str, rules: str, trump: str | None, expected: list[str]) -> None:
    table, findings = replay(f"deal 3 | {lines}", rules)
    assert (table.trump, finding_lines(findings)) == (trump, expected)


# Melds


PAIR = "deal 3 | say 0 trump H"


@rule("BA11", "BA12", "DECISIONS BA8")
@pytest.mark.parametrize(
    ("lines", "rules", "expected", "points"),
    [
        pytest.param("say 0 meld C | play 0:CK", "", [], (1, 2), id="BA11-king"),
        pytest.param("say 0 meld C | play 0:CQ", "", [], (1, 2), id="BA11-queen"),
        pytest.param("play 0:CK | say 0 meld C", "", [], (1, 2), id="BA11-said-with-the-card-on-the-table"),
        pytest.param("say 0 meld H | play 0:HQ", "", [], (2, 2), id="BA12-forty"),
        pytest.param("play 0:CA 1:CK | say 1 meld C", "", [], (0, 3), id="DECISIONS-BA8-not-leading"),
        pytest.param("play 0:CA | say 1 meld C | play 1:CQ", "", [], (0, 3), id="DECISIONS-BA8-before-his-card"),
        pytest.param(
            "play 0:CA 1:CK | say 1 meld C", "meld_lead_only=true", ["call_not_allowed DECISIONS BA8 @5 1 None"],
            (0, 2), id="lead-only-not-leading",
        ),
        pytest.param("play 0:CK | say 0 meld C", "meld_lead_only=true", [], (1, 2), id="lead-only-leading"),
        pytest.param(
            "say 0 meld C | play 0:CK | say 0 meld C", "", ["call_not_allowed DECISIONS BA8 @5 0 None"], (1, 2),
            id="DECISIONS-BA8-once-a-pair",
        ),
        pytest.param(
            "say 0 meld C | play 0:CK 1:CA 2:C10 3:HA >3 | play 3:SA 0:SQ 1:SK 2:S10 >3 | play 3:H10 | say 0 meld H"
            " | play 0:HQ", "", [], (3, 2),
            id="two-pairs",
        ),
        pytest.param("say 1 double | say 0 meld C | play 0:CK", "", [], (1, 4), id="DECISIONS-BA8-not-doubled"),
        pytest.param("say 0 meld C | play 0:CA", "", ["false_meld BA11 @3 0 None"], (0, 2), id="another-card-played"),
        pytest.param("play 0:SA | say 0 meld C", "", ["call_not_allowed BA11 @4 0 None"], (0, 2), id="neither-played"),
        pytest.param("say 0 meld C | play 0:CK 1:CQ", "", ["false_meld BA11 @3 0 None"], (0, 2), id="another-has-it"),
        pytest.param(
            "play 0:CK 1:CA 2:C10 3:HA >3 | play 3:SA 0:CQ | say 0 meld C", "", ["false_meld BA11 @10 0 None"], (0, 2),
            id="the-king-is-gone",
        ),
        pytest.param("say 2 meld C", "", ["call_not_allowed DECISIONS BA8 @3 2 None"], (0, 2), id="not-at-turn"),
    ],
)  # fmt: skip
def test_melds_count_although_the_hand_is_lost(
    lines: str, rules: str, expected: list[str], points: tuple[int, int]
) -> None:
    """The hand is lost 64:66, so that away gets 2: a meld counts although the deal is lost."""
    table, findings = replay(f"{PAIR} | {lines} | tricks 0:64 1:66", rules)
    assert (finding_lines(findings), sides(table)) == (expected, points)


TO_9 = "deal 3 | say 0 trump H | say 1 double | tricks 0:130 1:0 | deal 0 | tricks 0:100 1:30 trump H"
TO_10 = "deal 3 | say 0 trump H | say 1 double | tricks 0:130 1:0 | deal 0 | tricks 0:130 1:0 trump H"
THREE = "say 0 trump H | say 1 double | say 2 double | say 3 double"
TO_11 = f"deal 3 | {THREE} | tricks 0:70 1:60 | deal 0 | tricks 0:100 1:30 trump H"
TO_28 = f"deal 3 | {THREE} | tricks 0:130 1:0 | deal 0 | tricks 0:130 1:0 trump H"
TO_30 = f"deal 3 | {THREE} | tricks 0:130 1:0 | deal 0 | say 1 trump H | say 2 double | tricks 0:100 1:30"
TWENTY, FORTY = "say 2 meld C | play 2:CK", "say 2 meld H | play 2:HK"


@rule("BA13", "BA20", "BA22", "DECISIONS BA1", "DECISIONS BA13")
@pytest.mark.parametrize(
    ("before", "meld", "rules", "tally"),
    [
        pytest.param(TO_10, TWENTY, "", 11, id="BA13-twenty-at-10"),
        pytest.param(TO_9, FORTY, "", 11, id="BA13-forty-at-9"),
        pytest.param(TO_10, FORTY, "forty_rule_at_10=true", 11, id="BA22-the-forty-rule"),
        pytest.param(TO_10, FORTY, "forty_rule_at_10=true meld_out=barred", 11, id="BA22-it-bars-nothing"),
        pytest.param(TO_9, FORTY, "forty_rule_at_10=true", 11, id="BA22-only-at-10"),
        pytest.param(TO_10, FORTY, "", 12, id="BA22-without-the-forty-rule"),
        pytest.param(TO_11, TWENTY, "", 12, id="DECISIONS-BA13-out-with-a-twenty"),
        pytest.param(TO_11, TWENTY, "meld_out=barred", None, id="BA13-barred-at-12"),
        pytest.param(TO_10, FORTY, "meld_out=barred", None, id="BA13-forty-barred-at-12"),
        pytest.param(TO_28, FORTY, "target=31", 30, id="BA13-thirty-is-not-out"),
        pytest.param(TO_30, TWENTY, "target=31", None, id="BA13-twenty-at-30"),
        pytest.param(TO_30, FORTY, "target=31", None, id="BA13-forty-at-30"),
        pytest.param(TO_30, TWENTY, "target=31 meld_out=allowed", 31, id="BA13-allowed"),
    ],
)
def test_meld_that_would_win_counts_by_house_rule(before: str, meld: str, rules: str, tally: int | None) -> None:
    """Seat 2 is forehand; the hand itself is lost, and gives the others four."""
    table, findings = replay(f"{before} | deal 1 | say 2 trump H | {meld} | tricks 0:0 1:130", rules)
    assert finding_lines(findings) == ([] if tally else [f"call_not_allowed BA13 @{findings[0].position} 2 None"])
    target = 31 if "target=31" in rules else 12
    if tally is not None:
        assert sides(table) == (tally, 4)
    assert table.score is not None
    assert table.score.result.winners == ((0, 2) if tally == target else ()), "the meld was credited before the hand"


@rule("BA13", "BA22", "DECISIONS BA1")
@pytest.mark.parametrize(
    ("melds", "rules", "expected", "points"),
    [
        pytest.param("2 H, 0 C", "", [], (12, 4), id="out-with-the-second"),
        pytest.param("2 H, 0 C", "meld_out=barred", ["call_not_allowed BA13 0"], (11, 4), id="barred-after-the-first"),
        pytest.param("1 C, 0 H", "meld_out=barred", [], (11, 5), id="the-meld-of-the-others-bars-nothing"),
        pytest.param("2 C, 0 H", "forty_rule_at_10=true", [], (11, 4), id="BA22-at-10-by-the-first"),
    ],
)
def test_second_meld_of_a_deal_is_valued_at_the_tally_after_the_first(
    melds: str, rules: str, expected: list[str], points: tuple[int, int]
) -> None:
    """Home stands at 9; the hand itself gives the others four."""
    said = " | ".join(f"say {seat} meld {suit}" for seat, suit in map(str.split, melds.split(", ")))
    table, findings = replay(f"{TO_9} | deal 1 | say 2 trump H | tricks 0:0 1:130 | {said}", rules)
    assert [f"{one.kind} {one.rule} {one.seat}" for one in findings] == expected
    assert sides(table) == points
