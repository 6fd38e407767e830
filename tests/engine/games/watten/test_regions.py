"""Watten of other regions: Criticals kept at the cut, the Maschine, the worth of a deal, and faults."""

from dataclasses import replace

import pytest

from engine.cards import BAVARIAN_32
from engine.events import Announced, CardLaid, DealStarted
from engine.games import game
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from tests.support.watten_tables import ANNOUNCED, deal_of, finding_texts, in_game, run, standing_at, watten

rule = pytest.mark.rule
BAVARIA = "pack=bavarian32 kritisch=true trump_duty=right_first schleck=both machine=wins_two better=none"
ALL_FIVE = " | ".join([
    "play 1:EA 2:E9 3:E8 0:EK >1", "play 1:LA 2:L9 3:L8 0:LK >1", "play 1:E10 2:EO 3:S8 0:LO >2",
    "play 2:SA 3:S9 0:SK 1:S10 >2", "play 2:L10 3:SO 0:L7 1:HA",
])  # fmt: skip
"""Nobody lays a Critical."""
NO_PAIR = ALL_FIVE.replace("1:LA", "1:LU").replace("1:S10", "1:S7").replace("1:HA", "1:H8")
"""Seat 1 has one Unter, and no two cards of a rank."""
KEPT = "deal 0 | say 3 keep | say 1 striker U | say 0 trump H"
"""The keep is at position 2."""


def at(tallies: tuple[int, int], rules: str, lines: str = ANNOUNCED) -> tuple[object, ...]:
    """Returns stake, calls, and the points of the sides, if both come to the deal with these tallies."""
    table, _ = run(lines, rules)
    here, deal = in_game(table), deal_of(table)
    deal = replace(deal, tallies={seat: tallies[seat % 2] for seat in deal.seats}, _cache={}, _cached_fact_count=-1)
    calls = {fact.call for fact in here.options(deal) if isinstance(fact, Announced)}
    points = here.round_points(deal)
    return here.stake(deal), calls & {"bid", "give_up"}, (points.get(0, 0), points.get(1, 0))


@rule("WB32", "WS10")
@pytest.mark.parametrize(
    ("tallies", "stakes"),
    [
        pytest.param((12, 12), (2, 2, 2), id="none"),
        pytest.param((13, 9), (2, 3, 4), id="far"),
        pytest.param((9, 14), (2, 3, 4), id="far-the-others"),
        pytest.param((13, 10), (2, 3, 2), id="near"),
        pytest.param((13, 14), (2, 3, 2), id="both"),
    ],
)
def test_a_deal_against_krank_sides_is_worth_more(tallies: tuple[int, int], stakes: tuple[int, ...]) -> None:
    kinds = ("two", "three", "four_if_far")
    assert tuple(at(tallies, f"target=15 gespannt_stake={kind}")[0] for kind in kinds) == stakes


@rule("WA24", "WB32", "WS10")
@pytest.mark.parametrize(("kind", "worth"), [("two", 2), ("three", 3), ("four_if_far", 4)])
def test_whoever_goes_on_a_bid_gives_what_the_deal_was_worth_before_it(kind: str, worth: int) -> None:
    bid = f"{ANNOUNCED} | say 1 bid {worth + 1} | say 0"
    table, findings = standing_at((7, 0), f"{bid} go", f"gespannt_stake={kind}")
    assert (findings, dict(table.tallies)) == ([], {0: 7, 1: worth, 2: 7, 3: worth})
    table, _ = standing_at((7, 0), f"{bid} hold", f"gespannt_stake={kind}")
    assert in_game(table).stake(deal_of(table)) == worth + 1


@rule("WB32", "WS10", "DECISIONS WA16")
def test_in_duels_only_those_who_play_make_a_deal_dearer() -> None:
    """At 13 : 9 of 15 the third sits out, and his points count nothing."""
    for tallies, stake in (({0: 9, 1: 2, 2: 13}, 2), ({0: 13, 1: 2, 2: 9}, 3)):
        table, _ = run(ANNOUNCED, "target=15 gespannt_stake=three three=duels", "0 1 2")
        deal = replace(deal_of(table), tallies=tallies, _cache={}, _cached_fact_count=-1)
        assert in_game(table).stake(deal) == stake


@rule("WB34")
def test_a_krank_side_may_give_up_a_dearer_deal_before_its_first_card() -> None:
    rules = "target=15 gespannt_stake=three gespannt_go=true bid_against_krank=false"
    assert at((13, 9), rules)[1] == {"give_up"}
    assert at((13, 9), rules, f"{ANNOUNCED} | play 1:EA")[1] == {"give_up"}
    assert at((13, 9), rules, f"{ANNOUNCED} | play 1:EA 2:E9")[1] == set()
    assert at((13, 9), rules.replace("go=true", "go=false"))[1] == set()
    assert at((9, 9), rules)[1] == {"bid"}
    assert finding_texts(run(f"{ANNOUNCED} | say 0 give_up", rules)[1]) == ["call_not_allowed WB34 @4 0"]


@rule("WB34")
def test_who_gives_up_leaves_two_to_the_others() -> None:
    rules = "target=9 gespannt_stake=three gespannt_go=true"
    table, findings = standing_at((7, 0), f"{ANNOUNCED} | say 2 give_up", rules)
    assert findings == []
    assert dict(table.tallies) == {0: 7, 1: 2, 2: 7, 3: 2}
    played, _ = standing_at((7, 0), f"{ANNOUNCED} | {ALL_FIVE}", rules)
    assert dict(played.tallies) == {0: 7, 1: 3, 2: 7, 3: 3}, "the deal itself is worth three"


@rule("WB31")
def test_the_bids_may_have_a_limit() -> None:
    lines = f"{ANNOUNCED} | say 1 bid 3 | say 0 bid 4 | say 1 bid 5"
    assert run(lines)[1] == []
    assert finding_texts(run(lines, "max_stake=4")[1]) == ["call_not_allowed WB31 @6 1"]


@rule("WB31a")
def test_a_card_added_face_down_raises() -> None:
    lines, rules = f"{ANNOUNCED} | play 1:LA", "face_down_bid=true"
    table = run(lines, rules)[0]
    bids = [table.game.face_down_call(table.current_deal, seat) for seat in range(4)]
    assert bids == [None, None, Announced(2, "bid", "3"), None]
    assert run(lines)[0].game.face_down_call(table.current_deal, 2) is None
    for turned_up, who_answers in (("", (1, 3)), (" | play 2:L9", (3,))):
        assert run(f"{lines} | say 2 bid 3{turned_up}", rules)[0].step.seats == who_answers


@rule("WB27")
def test_forehand_may_lead_after_a_swap() -> None:
    lines = "deal 0 | say 0 swap | say 1 accept | say 0 striker U | say 1 trump H"
    assert run(lines)[0].turn == 0
    assert run(lines, "swap_leader=forehand")[0].turn == 1


@rule("WB26")
@pytest.mark.parametrize(
    ("lines", "least", "findings"),
    [
        pytest.param(ALL_FIVE, 0, [], id="nothing-is-asked-of-him"),
        pytest.param(ALL_FIVE, 1, ["call_not_allowed WB26 @2 1"], id="he-holds-none"),
        pytest.param(ALL_FIVE.replace("1:LA", "1:LU"), 1, [], id="he-holds-one"),
        pytest.param(ALL_FIVE.replace("1:LA", "1:LU"), 2, ["call_not_allowed WB26 @2 1"], id="one-is-too-few"),
        pytest.param(NO_PAIR, 2, [], id="he-has-two-of-nothing"),
        pytest.param(ALL_FIVE.rpartition(" ")[0], 1, [], id="his-fifth-card-is-unknown"),
        pytest.param(ALL_FIVE.rpartition(" ")[0] + " | show 1 HA all", 1, ["call_not_allowed WB26 @2 1"], id="shown"),
        pytest.param(ALL_FIVE.replace("1:LA", "1:LA?LU"), 1, [], id="one-may-be-his-striker"),
    ],
)
def test_the_striker_may_have_to_be_held(lines: str, least: int, findings: list[str]) -> None:
    assert finding_texts(run(f"{ANNOUNCED} | {lines}", f"announcer_holds={least}")[1]) == findings


@rule("WB26")
def test_simulated_announcers_hold_their_striker() -> None:
    for least in (1, 2):
        played = simulation("watten", 4, least, {"announcer_holds": least, "better": "none"})
        for _ in range(8):
            played.play_deal()
        assert played.findings == []


@rule("WT6", "WT7")
def test_a_wrong_bid_may_cost_what_was_bid() -> None:
    lines = f"{ANNOUNCED} | play 1:EA | say 2 bid 3"
    for points, cost in (("two", 2), ("bid", 3)):
        table, findings = standing_at((7, 0), lines, f"wrong_bid_points={points}")
        assert [finding.kind for finding in findings] == [Kind.KRANK_BID]
        assert f"{cost} " in in_game(table).cost(deal_of(table), findings[0]).english
        counted, _ = standing_at((7, 0), f"{lines} | rule {findings[0].position} counted", f"wrong_bid_points={points}")
        assert dict(counted.tallies) == {0: 7, 1: cost, 2: 7, 3: cost}


# The cut


@rule("WB20")
def test_the_cutter_may_have_to_do_with_one_look() -> None:
    rules = "cutter_may_look=true second_look=two_points"
    assert finding_texts(run("deal 0 | say 3 peek", rules)[1]) == ["peeked WB20 @2 3"]
    counted, _ = run(f"deal 0 | say 3 peek | rule 2 counted | say 1 striker U | say 0 trump H | {ALL_FIVE}", rules)
    assert dict(counted.tallies) == {0: 2, 1: 2, 2: 2, 3: 2}
    assert run("deal 0 | say 3 peek", "cutter_may_look=true")[1] == []
    assert finding_texts(run("deal 0 | say 3 peek", "second_look=two_points")[1]) == ["peeked WA7 @2 3"]


@rule("WB21", "WB22")
@pytest.mark.parametrize(
    ("schleck", "order"), [("both", [3, 0, 3]), ("both_two", [3, 0]), ("cutter", [3]), ("none", [])]
)
def test_who_may_keep_a_critical(schleck: str, order: list[int]) -> None:
    rules = BAVARIA.replace("schleck=both", f"schleck={schleck}")
    calls = [f"say {seat} keep" for seat in order]
    table, findings = run(" | ".join(["deal 0", *calls]), rules)
    assert findings == []
    assert "keep" not in {fact.call for fact in in_game(table).options(deal_of(table)) if isinstance(fact, Announced)}
    _, findings = run("deal 0 | say 0 keep", rules)
    assert [finding.rule for finding in findings] == ["WB21"], "the dealer never before the cutter"
    _, findings = run(f"{ANNOUNCED} | play 1:EA | say 3 keep", rules)
    assert [finding.rule for finding in findings] == ["WB21"]


@rule("WB21", "DECISIONS WA16")
@pytest.mark.parametrize(("three", "order"), [("duels", (1, 0, 1)), ("dealer_and_back", (2, 0, 2))])
def test_nobody_keeps_a_card_in_a_deal_that_he_sits_out(three: str, order: tuple[int, ...]) -> None:
    table, _ = run("deal 0", f"{BAVARIA} three={three}", "0 1 2")
    assert in_game(table).cut_rights(deal_of(table)) == order


@rule("WB23")
def test_who_kept_cards_gets_fewer_in_the_first_packet() -> None:
    here = watten()
    assert here.packets((0, 1, 2, 3), 0, {3: 2, 0: 1}) == (
        ((1, 3), (2, 3), (3, 1), (0, 2)),
        ((1, 2), (2, 2), (3, 2), (0, 2)),
    )


@rule("WB24")
def test_a_kept_card_that_is_no_critical_is_found_after_five_tricks() -> None:
    table, findings = run(f"{KEPT} | {ALL_FIVE}", BAVARIA)
    assert finding_texts(findings) == ["call_not_allowed WB24 @2 3"]
    assert in_game(table).cost(deal_of(table), findings[0]).english == "2 points to the others"
    assert dict(table.tallies) == {0: 0, 1: 2, 2: 0, 3: 2}, "it costs nothing until it is counted"
    counted, _ = run(f"{KEPT} | {ALL_FIVE} | rule 2 counted", BAVARIA)
    assert dict(counted.tallies) == {0: 2, 1: 2, 2: 2, 3: 2}
    assert run(f"{KEPT} | {ALL_FIVE.rpartition(' | ')[0]}", BAVARIA)[1] == [], "after four tricks nothing"
    assert run(f"{KEPT} | {ALL_FIVE.replace('3:SO', '3:E7')}", BAVARIA)[1] == [], "he had Spitz"
    assert run(f"{KEPT} | {ALL_FIVE}", f"{BAVARIA} schleck_bluff=false")[1] == []
    elsewhere = "play 1:HK 2:S7 3:E8 0:E7"
    _, findings = run(f"{KEPT} | {elsewhere}", BAVARIA)
    assert finding_texts(findings) == ["call_not_allowed WB24 @2 3"], "all three are with the others"
    laid = "play 1:HK 2:S7 3:E8"
    _, findings = run(f"{KEPT} | say 0 open_card E7 | {laid}", f"{BAVARIA} open_card=true")
    assert finding_texts(findings) == ["call_not_allowed WB24 @2 3"], "the third lies open"
    assert run(f"{KEPT} | say 0 open_card E9 | {laid}", f"{BAVARIA} open_card=true")[1] == []


def test_a_card_that_may_be_another_proves_no_bluff() -> None:
    table, _ = run(f"{KEPT} | {ALL_FIVE.rpartition(' ')[0].rpartition('1:S10')[0]}", BAVARIA)
    doubted = CardLaid(1, BAVARIAN_32.card("S10"), doubts=(BAVARIAN_32.card("S7"),))
    assert [finding.kind for finding in table.observe(doubted)] == []


@rule("WB35")
def test_the_maschine_wins_two_before_the_play() -> None:
    for lines in ("deal 0 | say 1 machine", f"{ANNOUNCED} | say 1 machine"):
        table, findings = run(lines, BAVARIA)
        assert (findings, table.phase, dict(table.tallies)) == ([], "scored", {0: 0, 1: 2, 2: 0, 3: 2})
    assert finding_texts(run(f"{ANNOUNCED} | play 1:EA | say 1 machine", BAVARIA)[1]) == ["call_not_allowed WB35 @5 1"]
    played, _ = run(f"{ANNOUNCED} | say 1 machine", BAVARIA.replace("wins_two", "play_on"))
    assert played.phase == "play"
    assert [finding.kind for finding in run("deal 0 | say 1 machine", BAVARIA.replace("wins_two", "none"))[1]] == [
        Kind.CALL_NOT_ALLOWED
    ]


@rule("WB21", "WB35")
@pytest.mark.slow
def test_simulated_players_keep_and_show_only_criticals() -> None:
    calls = set[str]()
    for seed in range(60):
        played = simulation("watten", 4, seed, dict(game("watten", preset="bayerisch").rules.changes))
        for _ in range(4):
            if played.table.result is None or not played.table.result.is_over:
                played.play_deal()
        assert played.findings == []
        calls |= {event.call for event in played.events if isinstance(event, Announced)}
        assert any(isinstance(event, DealStarted) for event in played.events)
    assert {"keep", "striker", "trump"} <= calls


@rule("WB25", "WS12")
def test_a_card_of_the_rest_that_lies_open_is_in_nobodys_hand() -> None:
    rules = f"{BAVARIA} open_card=true"
    table, findings = run(f"{ANNOUNCED} | say 0 open_card E7", rules)
    assert (findings, in_game(table).out_of_play(deal_of(table))) == ([], (BAVARIAN_32.card("E7"),))
    assert "open_card" not in {
        fact.call for fact in in_game(table).options(deal_of(table)) if isinstance(fact, Announced)
    }
    _, findings = run(f"{ANNOUNCED} | say 0 open_card E7 | play 1:E7", rules)
    assert [finding.kind for finding in findings] == [Kind.SEEN_TWICE]
    assert finding_texts(run(f"{ANNOUNCED} | say 0 open_card E7", BAVARIA)[1]) == ["call_not_allowed WB25 @4 0"]
    assert finding_texts(run(f"{ANNOUNCED} | play 1:EA | say 0 open_card E7", rules)[1]) == [
        "call_not_allowed WB25 @5 0"
    ]
    assert finding_texts(run("deal 0 | say 0 open_card E7", "open_card=true")[1]) == ["call_not_allowed WB25 @2 0"]


@rule("WB25")
def test_an_open_card_certifies_what_it_rules_out() -> None:
    """Of the trumps and Criticals all but E7 have been seen; whoever gave none to the right may have held that one."""
    others = "1:HU 2:SA 3:H7 0:H8 >1 | play 1:HK 2:SK 3:H9 0:H10 >1"
    seen = f"play {others}"
    plain, _ = run(f"{ANNOUNCED} | {seen} | show 3 HA HO S7", BAVARIA)
    reported, _ = run(f"{ANNOUNCED} | say 0 open_card E7 | {seen} | show 3 HA HO S7", f"{BAVARIA} open_card=true")
    assert (plain.verdict(5), reported.verdict(6)) == ("open", "certified")


@rule("WB25")
def test_simulated_players_tell_the_open_card_and_do_nothing_wrong() -> None:
    calls = set[str]()
    for preset, better in (("bayerisch", "none"), ("suedtirol", "all_five")):
        rules = {**dict(game("watten", preset=preset).rules.changes), "open_card": True, "better": better}
        for seed in range(12):
            played = simulation("watten", 4, seed, rules)
            played.play_deal()
            assert played.findings == []
            calls |= {event.call for event in played.events if isinstance(event, Announced)}
    assert "open_card" in calls


def test_new_values_of_older_switches() -> None:
    table, findings = run(
        f"{ANNOUNCED} | play 1:H9 2:E9 3:H8 0:HA >0 | play 0:LA 1:L9 2:H10", "revoke_penalty=three_points target=21"
    )
    assert [finding.kind for finding in findings] == [Kind.REVOKE]
    assert in_game(table).cost(deal_of(table), findings[0]).english == "3 points to the others"
    assert table.current_game.rules["target"] == 21
