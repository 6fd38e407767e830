"""Bauerchen, what it counts: card points, game points, melds, the round, knoddel, stein, and whole random deals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FRENCH_20
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    DealStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.games import game
from engine.games.bauerchen.game import Bauerchen
from engine.notation.record import read, write
from engine.rules.house_rules import Rules
from engine.simulation.audit import examined_deals
from engine.simulation.evening import simulation
from engine.simulation.playouts import random_card, simple_card
from engine.state.table import Table
from tests.support.records import seen, told

rule = pytest.mark.rule
FOUR = (0, 1, 2, 3)
DEALT = "deal 0 | say 1 trump H"  # seats 1 and 3 are at home
TEN = (  # seats 1 and 3 come to 3, 7 and 10; the next is event 10, and seats 0 and 2 are at home
    "deal 0 | say 1 trump H | tricks 0:0 1:130 | deal 1 | say 2 trump H | tricks 0:0 1:130 "
    "| deal 2 | say 3 trump H | tricks 0:0 1:130"
)


def bauerchen(**rules: object) -> Bauerchen:
    return Bauerchen(Rules(Bauerchen.book.switches, rules))


def played(lines: str, rules: str = "") -> tuple[Table, list[str]]:
    table, found = told(lines, rules, "0 1 2 3", name="bauerchen")
    return table, seen(found)


def tallies(lines: str, rules: str = "") -> tuple[int, int]:
    """Returns what seats 0 and 1 stand at; their partners stand at the same."""
    standing = played(lines, rules)[0].tallies
    assert (standing[2], standing[3]) == (standing[0], standing[1])
    return standing[0], standing[1]


# Card points


@rule("BA5")
def test_card_points() -> None:
    four = bauerchen()
    assert [four.card_points(card) for card in ("CA", "C10", "CK", "CQ", "CJ")] == [11, 10, 4, 3, 2]
    assert four.card_points(FRENCH_20.cards) == 120
    assert four.last_trick_points == 10
    assert four.entered_total == 130


WHOLE = (  # hearts; away takes the third trick, home the others
    "play 1:CA 2:CK 3:C10 0:CQ >1 | play 1:CJ 2:HQ 3:DJ 0:HK >1 | play 1:SA 2:S10 3:SQ 0:HJ >0 "
    "| play 0:DA 1:D10 2:DQ 3:HA >3 | play 3:SK 0:DK 1:SJ 2:H10 >1"
)


@rule("BA5", "BA10", "BA16")
def test_points_of_a_deal_played() -> None:
    table, found = played(f"{DEALT} | {WHOLE}")
    assert found == []
    assert table.deal is not None
    # CA CK C10 CQ, CJ HQ DJ HK and SK DK SJ H10 with the last trick; SA S10 SQ HJ; DA D10 DQ HA
    assert bauerchen().points(table.deal) == {0: 26, 1: 28 + 11 + 20 + 10, 2: 0, 3: 35}
    assert table.score is not None
    assert dict(table.score.changes) == {0: 0, 1: 2, 2: 0, 3: 2}
    assert table.phase == "scored"


@rule("BA16", "BA17", "BA18", "BA19", "DECISIONS BA6", "DECISIONS BA7")
@pytest.mark.parametrize(
    ("home", "away", "doubles", "score"),
    [
        pytest.param(66, 64, 0, (1, 0), id="a bare majority"),
        pytest.param(65, 65, 0, (0, 2), id="65 each: away, one and the bonus"),
        pytest.param(64, 66, 0, (0, 2), id="away"),
        pytest.param(99, 31, 0, (1, 0), id="31 is free"),
        pytest.param(100, 30, 0, (2, 0), id="30 is schneider"),
        pytest.param(129, 1, 0, (2, 0), id="1 is schneider"),
        pytest.param(130, 0, 0, (3, 0), id="naked"),
        pytest.param(30, 100, 0, (0, 3), id="schneider away"),
        pytest.param(0, 130, 0, (0, 4), id="naked away"),
        pytest.param(66, 64, 1, (2, 0), id="doubled"),
        pytest.param(100, 30, 2, (8, 0), id="doubled twice"),
        pytest.param(0, 130, 3, (0, 32), id="the bonus is doubled too"),
        pytest.param(65, 65, 1, (0, 4), id="65 each, doubled"),
    ],
)
def test_game_points(home: int, away: int, doubles: int, score: tuple[int, int]) -> None:
    assert bauerchen().hand_score(home, away, doubles) == score


@rule("DECISIONS BA11")
@pytest.mark.parametrize(
    ("limit", "lost", "points"),
    [
        ("31_of_130", 30, 2), ("31_of_130", 31, 1), ("33_of_130", 32, 2), ("33_of_130", 33, 1),
        ("31_of_120", 30, 2), ("31_of_120", 31, 1),
    ],
)  # fmt: skip
def test_schneider_limit(limit: str, lost: int, points: int) -> None:
    four = bauerchen(schneider_limit=limit)
    assert four.hand_score(four.entered_total - lost, lost) == (points, 0)


@rule("DECISIONS BA11")
def test_without_points_for_the_last_trick() -> None:
    four = bauerchen(schneider_limit="31_of_120")
    assert (four.entered_total, four.last_trick_points) == (120, 0)
    table, _ = played(f"{DEALT} | {WHOLE}", 'schneider_limit="31_of_120"')
    assert table.deal is not None
    assert sum(four.points(table.deal).values()) == 120
    assert tallies(f"{DEALT} | {WHOLE}", 'schneider_limit="31_of_120"') == (0, 2)


@pytest.mark.parametrize(
    ("lines", "expected", "found"),
    [
        pytest.param("tricks 0:60 1:70", (0, 1), [], id="one seat of each side", marks=rule("BA16")),
        pytest.param("tricks 0:30 2:30 1:50 3:20", (0, 1), [], id="by seat", marks=rule("BA16")),
        pytest.param("tricks 0:65 1:65", (2, 0), [], id="65 each", marks=rule("BA16", "DECISIONS BA6")),
        pytest.param("tricks 0:5 1:5", (3, 0), ["wrong_count BA5 @3 None None"], id="not 130", marks=rule("BA5")),
        pytest.param(
            "say 0 double | say 3 double | tricks 0:20 1:110", (0, 8), [], id="doubled", marks=rule("BA14", "BA19")
        ),
        pytest.param("tricks 0:20 1:110 | say 0 meld C | say 2 meld H", (3, 2), [], id="melded", marks=rule("BA12")),
        pytest.param("tricks 0:70 1:60 trump S | say 1 meld S", (2, 2), [], id="trump told", marks=rule("BA12")),
    ],
)
def test_card_points_entered_by_hand(lines: str, expected: tuple[int, int], found: list[str]) -> None:
    start = "deal 0" if "trump" in lines else DEALT
    assert played(f"{start} | {lines}")[1] == found
    assert tallies(f"{start} | {lines}") == expected


# Melds


@rule("BA11", "BA12")
def test_what_a_meld_counts() -> None:
    four = bauerchen()
    assert [four.meld_value(suit, "H") for suit in "CSHD"] == [1, 1, 2, 1]


@rule("BA13", "BA22", "DECISIONS BA1")
@pytest.mark.parametrize(
    ("rules", "tally", "value", "credit"),
    [
        ({}, 11, 1, 1), ({}, 10, 2, 2), ({"forty_rule_at_10": True}, 10, 2, 1), ({"forty_rule_at_10": True}, 10, 1, 1),
        ({"forty_rule_at_10": True}, 9, 2, 2), ({"target": 31}, 29, 1, 1), ({"target": 31}, 30, 1, 0),
        ({"target": 31}, 29, 2, 0), ({"target": 31}, 30, 2, 0), ({"target": 31, "meld_out": "allowed"}, 30, 1, 1),
        ({"meld_out": "barred"}, 11, 1, 0), ({"meld_out": "barred"}, 10, 1, 1),
        ({"meld_out": "barred", "forty_rule_at_10": True}, 10, 2, 1),
    ],
)  # fmt: skip
def test_melding_out(rules: dict[str, object], tally: int, value: int, credit: int) -> None:
    assert bauerchen(**rules).meld_credit(tally, value) == credit


@rule("BA13")
def test_a_meld_that_would_end_the_round_is_found_fault_with() -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | play 0:CA 1:C10 | say 1 meld H"
    assert played(lines.replace("1:C10 |", "1:HK |"), "meld_out=barred")[1] == ["call_not_allowed BA13 @14 1 None"]
    assert played(lines.replace("1:C10 |", "1:HK |"))[1] == []


@rule("DECISIONS BA8")
def test_melds_count_at_once_undoubled_and_when_the_hand_is_lost() -> None:
    melded = WHOLE.replace("3:SQ 0:HJ", "3:SQ | say 3 meld S | play 0:HJ")
    assert tallies(f"{DEALT} | {melded}") == (0, 3)
    assert tallies(f"{DEALT} | say 0 double | {melded}") == (0, 5)
    lost = f"{DEALT} | say 0 double | tricks 0:130 1:0 | say 1 meld C"
    assert tallies(lost) == (8, 1)


@rule("BA11", "DECISIONS BA9")
def test_a_false_meld_counts_nothing() -> None:
    table, found = played(f"{DEALT} | play 1:CA 2:CK | say 2 meld C | play 3:C10 0:CQ >1 {WHOLE.split('>1', 1)[1]}")
    assert found == ["false_meld BA11 @5 2 None"]
    assert table.tallies == {0: 0, 1: 2, 2: 0, 3: 2}


@rule("BA11", "DECISIONS BA9")
def test_the_table_decides_on_a_meld() -> None:
    late = f"{DEALT} | {WHOLE.replace('2:CK 3:C10', '2:CK 3:C10 | say 1 meld C | play')}"
    table, found = played(f"{late} | rule 6 stands")
    assert found == ["false_meld BA11 @6 1 None"]
    assert (table.tallies[1], played(late)[0].tallies[1]) == (3, 2)
    melded = f"{DEALT} | play 1:CA 2:CK | say 2 meld C | rule 5 taken_back | play 3:C10 0:CQ >1"
    assert played(melded)[1] == []


@rule("BA8")
def test_without_trumps_there_is_no_score_until_they_are_told() -> None:
    table, _ = played(f"deal 0 | {WHOLE}")
    assert (table.step.phase, table.turn, table.score) == ("announce", 1, None)
    table, _ = played(f"deal 0 | {WHOLE} | say 1 trump H")
    assert table.tallies == {0: 0, 1: 2, 2: 0, 3: 2}


# The round


@rule("BA20", "DECISIONS BA1")
@pytest.mark.parametrize(("rules", "over"), [("", True), ("target=31", False)])
def test_a_round_ends_with_the_target(rules: str, over: bool) -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | tricks 0:60 1:70"
    table, _ = played(lines, rules)
    assert table.tallies == {0: 0, 1: 12, 2: 0, 3: 12}
    assert table.result.over is over
    assert table.result.winners == ((1, 3) if over else ())
    assert not played(TEN)[0].result.over


@rule("BA20", "DECISIONS BA1")
def test_the_target_is_asked_and_each_has_a_preset() -> None:
    (target,) = [switch for switch in Bauerchen.book.switches if switch.name == "target"]
    assert (target.values, target.default, target.ask) == ((12, 31), 12, True)
    presets = [game("bauerchen", preset=f"bauerchen-{points}") for points in (12, 31)]
    assert [preset.rules.number("target") for preset in presets] == [12, 31]
    assert game("bauerchen", {"target": 31}) == presets[1]


@rule("BA20")
def test_result() -> None:
    four = bauerchen()
    before = {0: 10, 1: 8, 2: 10, 3: 8}
    won = four.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (won.winners, won.losers, won.tallies) == ((0, 2), (1, 3), {0: 12, 1: 8, 2: 12, 3: 8})
    assert not four.result(before, {0: 1, 2: 1}).over
    assert four.result(before, {0: 2, 1: 6, 2: 2, 3: 6}).winners == (1, 3)


@rule("DECISIONS BA13")
def test_who_reaches_the_target_first_wins() -> None:
    """Seats 0 and 2 stand at 11 and meld, seats 1 and 3 stand at 10 and win the hand."""
    eleven = (
        "deal 0 | say 1 trump H | tricks 0:130 1:0 | deal 1 | say 2 trump H | tricks 0:130 1:0 "
        "| deal 2 | say 3 trump H | tricks 0:130 1:0 | deal 3 | say 0 trump H | tricks 0:0 1:130"
    )
    assert tallies(eleven) == (11, 4)
    both = f"{eleven} | deal 0 | say 1 trump H | say 0 double | say 1 double | tricks 0:20 1:110"
    assert played(both)[0].result.winners == (1, 3)
    table, found = played(f"{both} | say 0 meld C")
    assert found == []
    assert table.tallies == {0: 12, 1: 12, 2: 12, 3: 12}
    assert (table.result.winners, table.result.losers) == ((0, 2), (1, 3))


# Ledig


@rule("BA15", "DECISIONS BA10")
def test_ledig_won_and_lost_ends_the_round() -> None:
    lonely = f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:H10 0:HA >1 | play 1:HJ 2:DA 0:DK >1"
    assert not played(lonely)[0].result.over
    won, _ = played(f"{lonely} | play 1:CA 2:D10 0:DQ >1 | play 1:DJ 2:SA 0:SK >1")
    assert (won.tallies, won.result.winners) == ({0: 0, 1: 12, 2: 0, 3: 12}, (1, 3))
    lost, found = played(f"{lonely} | play 1:CK 2:CA 0:DQ >2")
    assert found == []
    assert (lost.phase, lost.tallies, lost.result.winners) == ("over", {0: 12, 1: 0, 2: 12, 3: 0}, (0, 2))
    long, _ = played(f"{lonely} | play 1:CK 2:CA 0:DQ >2", "target=31")
    assert (long.tallies[0], long.result.winners) == (12, (0, 2))


@rule("BA22", "BA21", "DECISIONS BA2")
def test_knoddel_stein_gehampelter() -> None:
    first = f"{DEALT} | say 1 ledig | tricks 1:130 0:0"
    second = (
        f"{first} | game bauerchen seats 0 1 2 3 dealer 1 | deal 1 | say 2 trump H | say 2 ledig | tricks 0:130 1:0"
    )
    third = "| game bauerchen seats 0 1 2 3 dealer 2{} | deal 2"
    table, _ = played(f"{first} | game bauerchen seats 0 1 2 3 dealer 1 | deal 1")
    assert table.match is not None
    assert table.match.standing["knoddel"] == {0: 1, 1: 0, 2: 1, 3: 0}
    assert not bauerchen().gehampelter(table.match.standing, FOUR)
    table, _ = played(f"{second} {third.format('')}")
    assert table.match is not None
    assert table.match.standing["knoddel"] == dict.fromkeys(FOUR, 1)
    assert bauerchen().gehampelter(table.match.standing, FOUR)
    assert played(f"{second} {third.format('')} | say 3 trump C | say 0 ledig")[1] == []
    barred = f"{second} {third.format(' rules no_ledig_in_gehampelter=true')} | say 3 trump C | say 0 ledig"
    assert played(barred)[1] == ["call_not_allowed BA22 @13 0 None"]
    decided = f"{second} {third.format('')} | say 3 trump C | say 0 ledig | tricks 1:100 0:20"
    table, _ = played(f"{decided} | game bauerchen seats 0 1 2 3 dealer 3 | deal 3")
    assert table.match is not None
    assert table.match.standing == {"knoddel": dict.fromkeys(FOUR, 0), "stein": {0: 0, 1: 1, 2: 0, 3: 1}}


@rule("BA21", "BA10", "DECISIONS BA2")
def test_two_rounds_are_a_stein() -> None:
    four = bauerchen()
    one = four.round_over({}, winners=(0, 2), losers=(1, 3))
    assert one == {"knoddel": {0: 0, 1: 1, 2: 0, 3: 1}, "stein": dict.fromkeys(FOUR, 0)}
    two = four.round_over(one, winners=(0, 2), losers=(1, 3))
    assert two == {"knoddel": dict.fromkeys(FOUR, 0), "stein": {0: 1, 1: 0, 2: 1, 3: 0}}
    other = four.round_over(one, winners=(1, 3), losers=(0, 2))
    assert other["knoddel"] == dict.fromkeys(FOUR, 1)


@rule("BA22")
def test_excess_points_are_carried_forward() -> None:
    start = f"{TEN} | deal 3 | say 0 trump H | say 1 double | tricks 0:0 1:130 | game bauerchen seats 0 1 2 3 dealer 0"
    carried = f"{start} rules carry_forward=true | deal 0"
    assert played(start.split(" | game")[0])[0].tallies[1] == 18
    assert dict(played(carried, "carry_forward=true")[0].tallies) == {0: 0, 1: 6, 2: 0, 3: 6}
    assert dict(played(f"{start} | deal 0")[0].tallies) == dict.fromkeys(FOUR, 0)


# Misdeeds


@rule("DECISIONS BA9")
def test_a_misdeed_costs_nothing_unless_the_table_counts_it() -> None:
    revoke = f"{DEALT} | play 1:CA 2:DK 3:C10 0:CQ >1 | play 1:SA 2:HK"
    for rules in ("", "revoke_penalty=hand_lost"):
        table, found = played(revoke, rules)
        assert found == ["revoke 2.2 (3) @4 2 DK"]
        assert table.score is None
    assert played(f"{revoke} | rule 4 counted")[0].score is None
    assert tallies(f"{revoke} | rule 4 counted", "revoke_penalty=hand_lost") == (0, 3)
    assert tallies(f"{DEALT} | say 0 double | play 1:CA 2:CK | rule 4 counted", "revoke_penalty=hand_lost") == (8, 0)


@rule("DECISIONS BA9")
def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    table, found = played(f"{DEALT} | say 1 misdeal")
    assert found == ["misdeal DECISIONS BA9 @3 0 None"], "whoever says it, the dealer did it"
    assert (table.phase, table.turn, table.score) == ("deal", 0, None)


# Whole deals


@pytest.mark.parametrize("policy", [random_card, simple_card])
def test_legal_deals_bring_no_finding(policy: object) -> None:
    for deal in examined_deals("bauerchen", 300, 4, "legal", policy):  # type: ignore[arg-type]
        assert deal.noticed == ()


@pytest.mark.parametrize("policy", [random_card, simple_card])
def test_planted_revokes_are_proved_at_the_first_provable_play(policy: object) -> None:
    deals = examined_deals("bauerchen", 150, 4, "revoke", policy, revokes=True)  # type: ignore[arg-type]
    planted = [deal for deal in deals if deal.planted]
    assert len(planted) > 100
    for deal in planted:
        assert deal.proved == deal.provable
        assert deal.false_findings == ()
    assert sum(deal.provable is not None for deal in planted) > len(planted) - 3


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_under_any_house_rules(seed: int) -> None:
    random = Random(seed)
    rules = {switch.name: random.choice(switch.values) for switch in Bauerchen.book.switches}
    for deal in examined_deals("bauerchen", 4, 4, seed, rules=rules):
        assert deal.noticed == ()
    for deal in examined_deals("bauerchen", 4, 4, seed, rules=rules, revokes=True):
        assert deal.proved == deal.provable
        assert deal.false_findings == ()


@rule("BA5")
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_points_of_a_deal_sum_to_130(seed: int) -> None:
    simulated = simulation("bauerchen", 4, seed, {"target": 31})
    simulated.play_deal()
    four = simulated.game
    assert isinstance(four, Bauerchen)
    points = four.points(simulated.deal)
    if four.ledig(simulated.deal) is None:
        assert sum(points.values()) == 130
    home, away = (sum(points[seat] for seat in side) for side in (four.home(simulated.deal), four.away(simulated.deal)))
    score = simulated.table.score
    assert score is not None
    assert len({score.changes[0], score.changes[2]}) == len({score.changes[1], score.changes[3]}) == 1
    if not simulated.deal.callers("meld", "ledig"):
        assert (sum(score.changes[seat] for seat in four.home(simulated.deal)) > 0) == (home > away)


EXTRA = st.one_of(
    st.builds(Announced, st.sampled_from(FOUR), st.sampled_from(["trump", "meld"]), st.sampled_from([*"CSHD", ""])),
    st.builds(Announced, st.sampled_from(FOUR), st.sampled_from(["double", "ledig", "misdeal"])),
    st.builds(CardLaid, st.sampled_from(FOUR), st.sampled_from(FRENCH_20.cards)),
    st.builds(CardsShown, st.sampled_from(FOUR), st.lists(st.sampled_from(FRENCH_20.cards), max_size=2).map(tuple)),
    st.builds(TrickGathered, st.none() | st.sampled_from(FOUR)),
    st.builds(UpcardTurned, st.sampled_from(FRENCH_20.cards)),
    st.builds(TricksEntered, st.just(((0, 60), (1, 70))), st.sampled_from(["", "H", "X"])),
    st.builds(Ruled, st.integers(2, 30), st.sampled_from(["taken_back", "counted", "stands"])),
    st.builds(DealStarted, st.sampled_from(FOUR)),
)


@given(seed=st.integers(0, 2**32), extra=st.lists(st.tuples(st.integers(2, 60), EXTRA), max_size=6), data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_fold_is_the_same_after_amendments_and_as_text(
    seed: int, extra: list[tuple[int, object]], data: st.DataObject
) -> None:
    random = Random(seed)
    rules = {switch.name: random.choice(switch.values) for switch in Bauerchen.book.switches}
    simulated = simulation("bauerchen", 4, seed, rules)
    for _ in range(2):
        simulated.play_deal(random.choice([None, 3]))
    table = Table.from_journal(simulated.events)
    assert (table.tallies, table.findings) == (simulated.table.tallies, simulated.table.findings)
    journal = list(simulated.events)
    for place, fact in extra:
        aim = min(place, len(journal) - 1)
        journal.append(Amended(aim, fact, before=data.draw(st.booleans())))  # type: ignore[arg-type]
        table.observe(journal[-1])
        anew = Table.from_journal(journal)
        assert (table.tallies, table.findings, table.step) == (anew.tallies, anew.findings, anew.step)
    assert read(write(journal)) == journal
