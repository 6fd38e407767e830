"""What is noticed of an irregular play or call in every game: reasoned from the rules before asked."""

import pytest

from engine.cards import Card
from engine.events import CardLaid, EventError
from engine.notation import explain_findings
from engine.notation.record import NotationError, read
from engine.state.table import Table
from tests.support.deals_in_play import OPENINGS, play_in_deal
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
FIVE_TRICKS = " | ".join(
    f"play {trick} >1"
    for trick in ("1:EA 2:E9 0:E8", "1:EK 2:EU 0:E10", "1:S10 2:S9 0:S8", "1:SK 2:SU 0:SO", "1:H10 2:H9 0:H8")
)
"""Seat 1 takes all."""
ODD = [  # name, what happens, what is noticed
    # Out of turn
    ("bohemian-watten", "play 2:EA", "out_of_turn 1.6 @3 2 EA"),
    ("gras", "play 1:EA", "out_of_turn GR5 @3 1 EA"),
    ("bauerchen", "play 1:CA", "out_of_turn 2.2 @3 1 CA"),
    ("watten", "play 1:EA", "out_of_turn 3.5 @4 1 EA"),
    ("bohemian-watten", "play 1:EA 0:E8", "out_of_turn 1.6 @4 0 E8"),
    ("gras", "play 0:EA 2:E8", "out_of_turn GR5 @4 2 E8"),
    ("bauerchen", "play 0:CA 3:CQ", "out_of_turn 2.2 @4 3 CQ"),
    ("watten", "play 0:EA 2:E8", "out_of_turn 3.5 @5 2 E8"),
    # The same card again, and cards of other packs
    ("bohemian-watten", "play 1:EA 2:EA", "seen_twice BW2 @4 2 EA"),
    ("gras", "play 0:EA 1:EA", "seen_twice GR2 @4 1 EA"),
    ("bauerchen", "play 0:CA 1:CA", "seen_twice BA2 @4 1 CA"),
    ("watten", "play 0:EA 1:EA", "seen_twice WA1 @5 1 EA"),
    ("bohemian-watten", "play 1:S6", "foreign_card BW2 @3 1 S6"),
    ("gras", "play 0:S6", "foreign_card GR2 @3 0 S6"),
    ("bauerchen", "play 0:C9", "foreign_card BA2 @3 0 C9"),
    ("bauerchen", "play 0:EA", "foreign_card BA2 @3 0 EA"),
    ("watten", "play 0:CJ", "foreign_card WA1 @4 0 CJ"),
    ("watten", "play 0:S6", None),  # the Weli belongs to Watten
    # A card missing in the trick, or in a hand
    ("bohemian-watten", "play 1:EA 2:E8 >1", "short_trick 1.6 @5 1 None"),
    ("gras", "play 0:EA 1:E8 2:E9 >0", "short_trick GR5 @6 0 None"),
    ("bauerchen", "play 0:CA 1:CQ 2:CK >0", "short_trick 2.2 @6 0 None"),
    ("watten", "play 0:EA 1:E8 2:E9 >0", "short_trick 3.5 @7 0 None"),
    ("bauerchen", "show 0 CA C10 all", "wrong_hand BA7 @3 0 None"),
    ("bauerchen", "show 0 CA C10 CK CQ SA SK all", "wrong_hand BA7 @3 0 None"),
    ("bauerchen", "show 0 CA C10 CK CQ SA all", None),
    ("watten", "show 1 EA E8 E9 EK all", "wrong_hand WA6 @4 1 None"),
    # The wrong one gathers
    ("bohemian-watten", "play 1:EA 2:E8 0:E9 >0", "wrong_taker 1.6 @6 0 None"),
    ("gras", "play 0:EA 1:E8 2:E9 3:E10 >3", "wrong_taker GR6 @7 3 None"),
    ("bauerchen", "play 0:CA 1:CQ 2:CK 3:C10 >1", "wrong_taker 2.2 @7 1 None"),
    ("watten", "play 0:EA 1:E8 2:E9 3:E10 >1", "wrong_taker 3.4 @8 1 None"),
    # Exchanging more than there is, or where nothing is exchanged
    ("bohemian-watten", "exchange 1 4", "too_many_exchanged BW19 @3 1 None"),
    ("gras", "exchange 0 4", "too_many_exchanged GR4 @3 0 None"),
    ("bauerchen", "exchange 0 1", "too_many_exchanged BA7 @3 0 None"),
    ("watten", "exchange 0 1", "too_many_exchanged WA12 @4 0 None"),
    ("bauerchen", "play 0:CA | exchange 0 1", "too_many_exchanged BA7 @4 0 None"),
    ("watten", "play 0:EA | exchange 0 1", "too_many_exchanged WA12 @5 0 None"),
    ("bohemian-watten", "play 1:EA | exchange 1 1", "too_late 1.5 @4 1 None"),
    ("gras", "play 0:EA | exchange 0 1", "too_late GR4 @4 0 None"),
    # Folding and bidding where it may not be
    ("bohemian-watten", "say 1 fold", "fold_not_allowed BW17a @3 1 None"),
    ("gras", "say 0 fold", "unknown_call GR9 @3 0 None"),
    ("bauerchen", "say 0 fold", "unknown_call BA8 @3 0 None"),
    ("bohemian-watten", "say 1 bid", "unknown_call BW16 @3 1 None"),
    ("bauerchen", "say 0 double", "call_out_of_turn BA14 @3 0 None"),
    ("watten", "say 1 bid", "call_out_of_turn WA21 @4 1 None"),
    # The dealer dealt wrongly, whoever says so
    ("bohemian-watten", "say 2 misdeal", "misdeal DECISIONS BW13 @3 0 None"),
    ("gras", "say 1 misdeal", "misdeal GR9 @3 3 None"),
    ("bauerchen", "say 0 misdeal", "misdeal DECISIONS BA9 @3 3 None"),
    ("watten", "say 0 misdeal", "misdeal WA8 @4 3 None"),
    # which may be noticed only while cards are played, but not when the deal is over
    ("bohemian-watten", "play 1:EA | say 2 misdeal", "misdeal DECISIONS BW13 @4 0 None"),
    ("gras", "play 0:EA | say 1 misdeal", "misdeal GR9 @4 3 None"),
    ("bauerchen", "play 0:CA | say 0 misdeal", "misdeal DECISIONS BA9 @4 3 None"),
    ("watten", "play 0:EA | say 0 misdeal", "misdeal WA8 @5 3 None"),
    ("bohemian-watten", "tricks 0:0 1:5 2:0 | say 2 misdeal", "too_late 1.5 @4 2 None"),
    ("gras", "tricks 0:5 | say 1 misdeal", "too_late GR4 @4 3 None"),
    # Somebody who is not there
    ("bohemian-watten", "play 3:EA", "stranger BW1 @3 3 EA"),
]


@rule(
    "1.6",
    "GR5",
    "2.2",
    "3.5",
    "BW2",
    "GR2",
    "BA2",
    "WA1",
    "BA7",
    "BW13",
    "BA9",
    "WA8",
    "DECISIONS BW13",
    "DECISIONS BA9",
)
@pytest.mark.parametrize(("name", "lines", "expected"), ODD, ids=[f"{row[0]}: {row[1]}" for row in ODD])
def test_findings_by_irregularity(name: str, lines: str, expected: str | None) -> None:
    table, findings = play_in_deal(name, lines)
    assert finding_lines(findings) == ([] if expected is None else [expected])
    for finding in findings:
        words = explain_findings.full_sentence(finding, table.current_game)
        assert words.german != words.english
        assert words.english.endswith(f"({finding.rule})")
        assert words.german.endswith(f"({finding.rule})")


@rule("1.6")
def test_a_sixth_card_is_noticed_while_trump_is_still_unknown() -> None:
    table, findings = play_record(f"deal 0 | {FIVE_TRICKS} | play 1:SA")
    assert (table.phase, table.trump) == ("upcard", None)
    assert finding_lines(findings) == ["card_too_many 1.6 @22 1 SA"]


@rule("GR5", "2.2", "3.5")
@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("gras", "play 0:EA 2:E8 3:E9", ["out_of_turn GR5 @4 2 E8", "out_of_turn GR5 @5 3 E9"]),
        ("bauerchen", "play 0:CA 2:CQ 3:CK", ["out_of_turn 2.2 @4 2 CQ", "out_of_turn 2.2 @5 3 CK"]),
        ("watten", "play 0:EA 2:E8 3:E9", ["out_of_turn 3.5 @5 2 E8", "out_of_turn 3.5 @6 3 E9"]),
    ],
)
def test_two_who_overtake_the_same_seat_are_both_told(name: str, lines: str, expected: list[str]) -> None:
    _, findings = play_in_deal(name, lines)
    assert finding_lines(findings) == expected


@rule("GR1", "WA3")
@pytest.mark.parametrize(
    ("begun", "expected"), [("gras seats 0 1 2", "stranger GR1"), ("watten seats 0 2", "stranger WA3")]
)
def test_card_of_an_empty_seat_is_a_finding(begun: str, expected: str) -> None:
    table = Table.from_journal(read(f"kiebitz record 1\ngame {begun} dealer 0\ndeal 0"))
    found = table.observe(CardLaid(3, Card("E", "A")))
    assert [f"{one.kind} {one.rule}" for one in found] == [expected]


@rule("BA1")
def test_a_seat_that_no_table_has_lays_no_card() -> None:
    with pytest.raises(EventError, match="got seat 7"):
        CardLaid(7, Card("C", "A"))


@rule("BA7", "WA6", "DECISIONS GRA3")
@pytest.mark.parametrize(
    ("name", "lines", "shown", "wrong"),
    [
        (
            "bauerchen", "play 0:SK 1:S10 2:SA >2 | play 2:CA 3:CK 0:CQ 1:C10 >2", "HA HK HQ",
            "wrong_hand BA7 @12 3 None",
        ),
        (
            "gras", "play 0:EK 1:E8 2:EA >2 | play 2:SA 3:SK 0:S8 1:S9 >2", "HA HO HU",
            "wrong_hand DECISIONS GRA3 @12 3 None",
        ),
        (
            "watten", "play 0:EK 1:E8 2:EA >2 | play 2:SA 3:SK 0:S8 1:S9 >2", "HA HO E9",
            "wrong_hand WA6 @13 3 None",
        ),
    ],
    ids=["bauerchen", "gras", "watten"],
)  # fmt: skip
def test_missed_card_reduces_the_hand_size(name: str, lines: str, shown: str, wrong: str) -> None:
    table, findings = play_in_deal(name, f"{lines} | show 3 {shown} all")
    assert [str(one.kind) for one in findings] == ["short_trick"]
    assert [table.hand_size(seat) for seat in range(4)] == [3, 3, 3, 3]
    _, findings = play_in_deal(name, f"{lines} | show 3 {shown.rpartition(' ')[0]} all")
    assert finding_lines(findings)[1:] == [wrong]


@pytest.mark.parametrize("name", OPENINGS)
def test_invalid_card_is_a_notation_error(name: str) -> None:
    with pytest.raises(NotationError, match="got card '99', expected"):
        play_in_deal(name, "play 0:99")


@rule("GR5")
@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param("1:EK~", "doubtful_revoke", id="whose card it is was told by the turn, and that is in question"),
        pytest.param("1:EK", "revoke", id="the hand was seen"),
        pytest.param("1:EK~\nrule 8 stands", "revoke", id="the table says that no card was missed"),
    ],
)
def test_no_revoke_is_proved_by_a_seat_that_rests_on_a_missed_card(last: str, expected: str) -> None:
    _, findings = play_in_deal("gras", f"play 0:EA 1:S8 2:E8 3:E9 >0\nplay 2:S9~ 3:S10~ 0:SK~ {last}")
    assert findings[-1].kind == expected
