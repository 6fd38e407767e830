"""Schafkopf by agreement: Farbwenz, Bettel, Hochzeit, and what is played if nobody wants to (SK23–SK26, SK59–SK62).

Reasoned from the rules as `test_schafkopf` is; seat 3 deals, so seat 0 is forehand and leads.
"""

import pytest

from engine.events import Announced, Ruled, RuleValue
from engine.games.schafkopf.cards import Contract
from engine.notation.advice import advise
from tests.support.records import finding_lines
from tests.support.schafkopf_tables import called, replay, schafkopf

rule = pytest.mark.rule
UNTERS, OBERS = "EU LU HU SU", "EO LO HO SO"


# Contracts


@rule("SK5", "SK31")
@pytest.mark.parametrize(
    ("trump", "rules", "hand", "trick", "legal", "winning"),
    [
        ("farbwenz L", {}, "LO EO E7 SU", "EK", "E7 EO", "EK"),
        ("farbwenz L", {}, "LO EO E7 SU", "L9", "LO SU", "L9"),
        ("bettel", {}, "H10 HU E7", "H9 EU HK", "H10 HU", "HK"),
        ("bettel", {}, "SA E7", "H10 HU", "E7 SA", "HU"),
        ("bettel", {"bettel_order": "tens"}, "SA E7", "H10 HU", "E7 SA", "H10"),
    ],
)
def test_legal_cards_and_taker(
    trump: str, rules: dict[str, RuleValue], hand: str, trick: str, legal: str, winning: str
) -> None:
    asked = schafkopf(**rules)
    assert " ".join(map(str, sorted(asked.legal(hand, trick, trump)))) == legal
    assert str(asked.best(asked.cards(trick), trump)) == winning


@rule("SK26")
@pytest.mark.parametrize("kind", ["farbwenz", "farbgeier", "bettel"])
def test_only_what_is_agreed_is_played(kind: str) -> None:
    said = f"deal 3 | say 0 {kind}" + ("" if kind == "bettel" else " L")
    assert finding_lines(replay(said)[1]) == ["call_not_allowed SK26 @2 0 None"]
    table, findings = replay(said, f"{kind}=true")
    assert (findings, str(table.phase)) == ([], "play")


@rule("SK53", "SK57")
@pytest.mark.parametrize(
    ("contract", "points", "tricks", "runners", "has_won", "value"),
    [
        (Contract("farbwenz", 1, "L"), 70, 5, 2, True, 50),
        (Contract("farbwenz", 1, "L"), 70, 5, 3, True, 80),
        (Contract("farbgeier", 1, "L"), 95, 7, 0, True, 60),
        (Contract("farbwenz", 1, "L", is_tout=True), 120, 8, 0, True, 100),
        (Contract("bettel", 1), 0, 0, 4, True, 20),
        (Contract("bettel", 1), 0, 1, 4, False, 20),
        (Contract("zehner", 1, "E"), 61, 4, 0, True, 20),
    ],
)
def test_values(contract: Contract, points: int, tricks: int, runners: int, has_won: bool, value: int) -> None:
    outcome = schafkopf().contract_outcome(contract, points=points, tricks=tricks, runners=runners)
    assert (outcome.has_won, outcome.value) == (has_won, value)


@rule("SK20", "SK21")
def test_who_plays_as_well_plays_more_than_a_called_ace_game() -> None:
    both = "deal 3 | say 0 play | say 1 pass | say 2 play | say 3 pass"
    assert finding_lines(replay(f"{both} | say 0 rufspiel E")[1]) == ["call_not_allowed SK20 @6 0 None"]
    yielded = f"{both} | say 0 give_way"
    assert finding_lines(replay(f"{yielded} | say 2 rufspiel E")[1]) == ["call_not_allowed SK20 @7 2 None"]
    assert replay(f"{yielded} | say 2 wenz")[1] == []
    table, _ = replay(both)
    options = called(table).options(table.current_deal)
    assert not [one for one in options if isinstance(one, Announced) and one.call == "rufspiel"]


# If all pass


PASSED = "deal 3 | say 0 pass | say 1 pass | say 2 pass | say 3 pass"


@rule("SK23", "SK60", "SK61", "SK62")
@pytest.mark.parametrize(
    ("points", "rules", "tallies"),
    [
        ("0:50 1:40 2:20 3:10", "", [-60, 20, 20, 20]),
        ("0:50 1:40 2:30 3:0", "", [-80, 20, 20, 40]),
        ("0:50 1:40 2:30 3:0", "jungfrau=all", [-120, 40, 40, 40]),
        ("0:50 1:70 2:0 3:0", "jungfrau=all", [80, -240, 80, 80]),
        ("0:50 1:40 2:30 3:0", "jungfrau=none", [-60, 20, 20, 20]),
        ("0:50 1:40 2:20 3:10", "tariff_ramsch=50", [-150, 50, 50, 50]),
        ("0:120 1:0 2:0 3:0", "", [210, -70, -70, -70]),
        ("0:120 1:0 2:0 3:0", 'march="91"', [60, -20, -20, -20]),
        ("0:95 1:25 2:0 3:0", 'march="91"', [60, -20, -20, -20]),
        ("0:95 1:25 2:0 3:0", "", [-100, 20, 40, 40]),
        ("0:120 1:0 2:0 3:0", "march=none", [-120, 40, 40, 40]),
        ("0:50 1:40 2:20 3:10", "scoring=points_15", [-3, 1, 1, 1]),
    ],
)
def test_a_ramsch(points: str, rules: str, tallies: list[int]) -> None:
    table, findings = replay(f"{PASSED} | tricks {points}", f"all_pass=ramsch {rules}".strip())
    assert (findings, list(table.tallies.values())) == ([], tallies)
    late, findings = replay(f"deal 3 | tricks {points} | say 0 ramsch", f"all_pass=ramsch {rules}".strip())
    assert (findings, list(late.tallies.values())) == ([], tallies)


TIE = (
    f"{PASSED} | play 0:EA 1:E10 2:EK 3:E9 >0 | play 0:LA 1:L10 2:LK 3:L9 >0 | play 0:E8 1:S7 2:L7 3:L8 >0 | "
    "play 0:S8 1:SA 2:S10 3:SK >1 | play 1:EU 2:HA 3:H10 0:SU >1 | play 1:H7 2:EO 3:H8 0:H9 >2 | "
    "play 2:LO 3:SO 0:E7 1:S9 >2 | play 2:HO 3:HK 0:LU 1:HU >2"
)
"""Seats 0 and 1 take 50 card points each, seat 0 in three tricks without trumps; who did not follow does not matter."""


@rule("SK62")
@pytest.mark.parametrize(("rules", "loser"), [("", 1), ("ramsch_tie=more_tricks", 0)])
def test_equal_points_in_a_ramsch(rules: str, loser: int) -> None:
    table, _ = replay(TIE, f"all_pass=ramsch {rules}".strip())
    assert called(table).points_taken(table.current_deal) == {0: 50, 1: 50, 2: 20, 3: 0}
    assert table.tallies == {seat: -80 if seat == loser else 40 if seat == 3 else 20 for seat in range(4)}
    equal, findings = replay(f"{PASSED} | tricks 0:50 1:50 2:10 3:10", f"all_pass=ramsch {rules}".strip())
    assert (str(equal.phase), list(equal.tallies.values())) == ("loser", [0, 0, 0, 0])
    equal.observe(Announced(loser, "loser"))
    assert (findings, equal.tallies[loser]) == ([], -60)


@rule("SK60", "SK71")
def test_who_revokes_in_a_ramsch_may_lose_it() -> None:
    table, findings = replay(TIE, "all_pass=ramsch revoke=lost")
    guilty = next(finding for finding in findings if finding.seat == 0)
    table.observe(Ruled(guilty.position, "counted"))
    assert table.tallies == {0: -80, 1: 20, 2: 20, 3: 40}


@rule("SK22", "SK23", "SK50")
def test_the_old_one_must_call() -> None:
    table, findings = replay(PASSED, "all_pass=muss")
    assert (findings, table.step) == ([], ("announce", ()))
    offered = {option.call for option in called(table).options(table.current_deal) if isinstance(option, Announced)}
    assert offered == {"rufspiel", "zehner"}
    by_hand = f"{PASSED} | say 2 rufspiel E | tricks 0:50 1:10 2:40 3:20 | say 3 partner"
    assert list(replay(by_hand, "all_pass=muss")[0].tallies.values()) == [-20, -20, 20, 20], "60 card points are enough"
    assert list(replay(by_hand, "all_pass=muss muss_wins=61")[0].tallies.values()) == [20, 20, -20, -20]
    forced = f"{PASSED} | say 2 rufspiel E | play 0:H7 1:EO"
    assert finding_lines(replay(forced, "all_pass=muss")[1]) == ["call_not_allowed SK23 @6 2 None"]
    assert replay(forced.replace("1:EO", "1:H8 2:EO"), "all_pass=muss")[1] == []


@rule("SK23", "SK40")
def test_who_must_call_and_has_all_aces_calls_a_ten() -> None:
    table, findings = replay(f"{PASSED} | say 2 zehner E | play 0:E7", "all_pass=muss")
    assert findings == []
    asked, deal = called(table), table.current_deal
    assert " ".join(map(str, sorted(asked.legal_in(deal, 1, "E10 E9 S7")))) == "E10"
    assert " ".join(map(str, sorted(asked.legal_in(deal, 1, "EK E9 S7")))) == "E9 EK"
    for hand, trick, words in [
        ("E10 E9 S7", "E7", "must play the called ten"),
        ("E10 S7", "L7", "must keep the called ten"),
        ("E10 E9 S7", "", "must lead the ten of the called suit"),
    ]:
        advice = advise(asked, asked.cards(hand), asked.cards(trick), "zehner E")
        assert {barred.why.english for barred in advice.barred} == {words}
    table, findings = replay(f"{PASSED} | say 2 zehner E | play 0:E7 1:E10 2:EA 3:E8", "all_pass=muss")
    assert (findings, called(table).declarers(table.current_deal)) == ([], (2, 1))
    assert finding_lines(replay("deal 3 | say 0 zehner E")[1]) == ["call_not_allowed SK23 @2 0 None"]


@rule("SK23")
def test_kreuz_puts_opposite_players_together() -> None:
    for lines in (f"{PASSED} | tricks 0:50 1:30 2:20 3:20", "deal 3 | tricks 0:50 1:30 2:20 3:20 | say 0 kreuz"):
        table, findings = replay(lines, "all_pass=kreuz")
        assert findings == []
        assert called(table).declarers(table.current_deal) == (0, 2)
        assert list(table.tallies.values()) == [20, -20, 20, -20]
    assert replay(PASSED, "all_pass=kreuz")[0].step == ("play", (0,))


@rule("SK59")
def test_the_stock_grows_until_a_called_ace_game_is_won() -> None:
    rules = "all_pass=stock"
    table, findings = replay(PASSED, rules)
    assert (findings, str(table.phase), list(table.tallies.values())) == ([], "scored", [-10] * 4)
    won = "deal 0 | say 0 rufspiel E | tricks 0:31 1:30 2:29 3:30 | say 1 partner"
    assert list(replay(f"{PASSED} | {won}", rules)[0].tallies.values()) == [30, 30, -30, -30]
    lost = won.replace("1:30 2:29", "1:29 2:30")
    table, _ = replay(f"{PASSED} | {lost}", rules)
    assert list(table.tallies.values()) == [-50, -50, 10, 10]
    assert sum(table.tallies.values()) == -80, "the stock is doubled"
    solo = "deal 0 | say 0 solo H | tricks 0:61 1:39 2:10 3:10"
    assert sum(replay(f"{PASSED} | {solo}", rules)[0].tallies.values()) == -40, "a Solo leaves it"


# Hochzeit


OFFERED = "deal 3 | say 0 pass | say 1 hochzeit"


@rule("SK25")
def test_a_hochzeit() -> None:
    rules = "hochzeit=true"
    table, findings = replay(OFFERED, rules)
    assert (findings, table.step) == ([], ("wedding", (2,)))
    table, findings = replay(f"{OFFERED} | say 2 refuse | say 3 accept", rules)
    asked, deal = called(table), table.current_deal
    assert findings == []
    assert (asked.declarers(deal), table.step, table.trump) == ((1, 3), ("play", (0,)), "hochzeit")
    assert (asked.keeps_hand(deal, 1, ()), asked.keeps_hand(deal, 0, ())) == (False, True)
    paid, _ = replay(f"{OFFERED} | say 2 accept | tricks 0:20 1:31 2:40 3:29", rules)
    assert list(paid.tallies.values()) == [-20, 20, 20, -20]
    refused, _ = replay(f"{OFFERED} | say 2 refuse | say 3 refuse | say 0 refuse", rules)
    assert refused.step == ("bid", (2,))
    passed, _ = replay(f"{OFFERED} | say 2 refuse | say 3 refuse | say 0 refuse | say 2 pass | say 3 pass", rules)
    assert (passed.next_dealer, passed.current_deal.has_play) == (3, False)


@rule("SK25")
def test_faults_in_a_hochzeit() -> None:
    assert finding_lines(replay(OFFERED)[1]) == ["call_not_allowed SK25 @3 1 None"]
    assert finding_lines(replay(f"{OFFERED} | say 3 accept", "hochzeit=true")[1]) == ["call_not_allowed SK25 @4 3 None"]
    second = f"{OFFERED} | say 2 accept | play 0:H7 1:HU 2:H8 3:H9 >1 | play 1:HA"
    assert finding_lines(replay(second, "hochzeit=true")[1]) == ["call_not_allowed SK25 @3 1 None"], (
        "he has no trump left"
    )


# Entry by hand, whole evenings


@rule("SK52", "SK54")
@pytest.mark.parametrize(
    ("lines", "rules", "change"),
    [
        ("say 0 solo H | tricks 0:120 1:0 2:0 3:0", "", 210),
        ("say 0 solo H | tricks 0:120 1:0 2:0 3:0 | say 0 blank_trick", "", 180),
        ("say 0 solo_tout H | tricks 0:120 1:0 2:0 3:0", "", 300),
        ("say 0 solo_tout H | tricks 0:120 1:0 2:0 3:0 | say 0 blank_trick", "", -300),
        ("say 0 bettel | tricks 0:0 1:120 2:0 3:0", "bettel=true", 60),
        ("say 0 bettel | tricks 0:0 1:120 2:0 3:0 | say 0 blank_trick", "bettel=true", -60),
    ],
)
def test_a_trick_without_card_points_is_told(lines: str, rules: str, change: int) -> None:
    table, findings = replay(f"deal 3 | {lines}", rules)
    assert (findings, table.tallies[0]) == ([], change)
