"""Irregularities in every game, and what the table may decide about them: reasoned from the rules before asked.

Bohemian Watten is for three (seat 0 deals, 1 is forehand), the others for four (seat 3 deals, 0 is forehand).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.notation import explain
from engine.notation.record import NotationError
from tests.support.records import seen, told

if TYPE_CHECKING:
    from engine import Finding, Table

rule = pytest.mark.rule

BEGUN = {
    "bohemian-watten": "deal 0 | upcard L9",  # events 1 and 2
    "gras": "deal 3 | upcard L9",
    "bauerchen": "deal 3 | say 0 trump H",
    "watten": "deal 3 | say 0 striker U | say 3 trump H",  # events 1 to 3
}


def tell(name: str, lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    bohemian = name == "bohemian-watten"
    return told(f"{BEGUN[name]} | {lines}", rules, "0 1 2" if bohemian else "0 1 2 3", 0 if bohemian else 3, name)


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
    ("bohemian-watten", "tricks 1:5 | say 2 misdeal", "too_late 1.5 @4 2 None"),
    ("gras", "tricks 0:5 | say 1 misdeal", "too_late GR4 @4 3 None"),
    # Somebody who is not there
    ("bohemian-watten", "play 3:EA", "stranger BW1 @3 3 EA"),
    ("gras", "play 7:EA", "stranger GR1 @3 7 EA"),
    ("bauerchen", "play 7:CA", "stranger BA1 @3 7 CA"),
    ("watten", "play 7:EA", "stranger WA3 @4 7 EA"),
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
def test_what_is_noticed(name: str, lines: str, expected: str | None) -> None:
    table, found = tell(name, lines)
    assert seen(found) == ([] if expected is None else [expected])
    assert table.game is not None
    for finding in found:
        words = explain.in_full(finding, table.game)
        assert words.german != words.english
        assert words.english.endswith(f"({finding.rule})")
        assert words.german.endswith(f"({finding.rule})")


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
def test_whose_card_was_missed_holds_one_less(name: str, lines: str, shown: str, wrong: str) -> None:
    table, found = tell(name, f"{lines} | show 3 {shown} all")
    assert [str(one.kind) for one in found] == ["short_trick"]
    assert [table.hand_size(seat) for seat in range(4)] == [3, 3, 3, 3]
    _, found = tell(name, f"{lines} | show 3 {shown.rpartition(' ')[0]} all")
    assert seen(found)[1:] == [wrong]


@pytest.mark.parametrize("name", BEGUN)
def test_what_is_no_card_at_all_is_no_record(name: str) -> None:
    with pytest.raises(NotationError, match="got card '99', expected"):
        tell(name, "play 0:99")


# Out of turn: the card may be taken back, or it stands


@rule("1.6", "GR5", "2.2", "3.5")
@pytest.mark.parametrize(
    ("name", "first", "early", "due", "last"),
    [
        ("bohemian-watten", "1:EA", "0:E8", "2:E9", "0:E8"),
        ("gras", "0:EA", "2:E8", "1:E9", "2:E8"),
        ("bauerchen", "0:CA", "2:CQ", "1:CK", "2:CQ"),
        ("watten", "0:EA", "2:E8", "1:E9", "2:E8"),
    ],
)
def test_out_of_turn(name: str, first: str, early: str, due: str, last: str) -> None:
    table, found = tell(name, f"play {first} {early}")
    (finding,) = found
    turn = int(due[0])
    assert (finding.seat, finding.seats) == (int(early[0]), (turn,))
    table, _ = tell(name, f"play {first} {early} | rule {finding.position} taken_back")
    assert (table.turn, len(table.deal.trick if table.deal else ())) == (turn, 1)
    table, found = tell(name, f"play {first} {early} | rule {finding.position} taken_back | play {due} {last}")
    assert {one.kind for one in found} == {"out_of_turn", "taken_back"}, "the same card may come again"
    table, found = tell(name, f"play {first} {early} | rule {finding.position} stands | play {due}")
    assert seen(found) == seen([finding])
    assert len(table.deal.trick if table.deal else ()) == 3


# A revoke: evidence, and what it costs

NO_EXCHANGE = "exchange 1 0 | exchange 2 0 | exchange 0 0"
THREE_TRICKS = "play 1:E9 2:EA 0:S8 >2 | play 2:EK 0:E8 1:E10 >2 | play 2:SA 0:SK 1:S9 >2"
REVOKES = {  # by trump; seat 0 lays S8 on acorns with event 8 and has E8 in trick 2
    "L": f"{NO_EXCHANGE} | {THREE_TRICKS} | play 2:HA 0:H9 1:H8 >2 | play 2:LK 0:LA 1:L8 >0",
    "H": f"{NO_EXCHANGE} | {THREE_TRICKS} | play 2:LA 0:L9 1:L8 >2 | play 2:HO 0:HA 1:H8 >0",
}
RULINGS = ["", "stands", "counted"]


@rule("1.6 (2)")
def test_the_evidence_can_be_replayed() -> None:
    _, (finding,) = tell("bohemian-watten", REVOKES["L"])
    assert seen([finding]) == ["revoke 1.6 (2) @8 0 S8"]
    assert [(entry.position, str(entry.card), entry.trick) for entry in finding.evidence][-1] == (11, "E8", 2)
    assert finding.breach is not None
    assert (finding.breach.rung, str(finding.breach.led), finding.breach.withheld) == (
        "follow", "E9", tuple(told("deal 0")[0].game.cards("E8")),  # type: ignore[union-attr]
    )  # fmt: skip


@rule("DECISIONS BW13", "GR9")
@pytest.mark.parametrize(
    ("penalty", "trump", "counted"),
    [  # Seat 0 took one trick, seat 2 four: 19, 25, 16 of 20; in hearts 18, 30, 12
        ("announce", "L", 19),
        ("take_back", "L", 19),
        ("no_trick", "L", 25),
        ("house", "L", 24),
        ("house revoke_points=9", "L", 28),
        ("house revoke_points=0", "L", 19),
        ("no_trick", "H", 30),
        ("house", "H", 23),
    ],
)
@pytest.mark.parametrize("ruling", RULINGS)
def test_a_revoke_in_bohemian_watten(penalty: str, trump: str, counted: int, ruling: str) -> None:
    """Without a ruling nothing is ever scored otherwise; counted, only the offender's score is another one."""
    rules = f"revoke_penalty={penalty}"
    lines = f"deal 0 | upcard {trump}10 | {REVOKES[trump]}"
    table, found = told(lines + (f" | rule 8 {ruling}" if ruling else ""), rules)
    assert seen(found) == ["revoke 1.6 (2) @8 0 S8"]
    usual = {"L": {0: 19, 1: 25, 2: 16}, "H": {0: 18, 1: 30, 2: 12}}[trump]
    assert table.tallies == (usual | {0: counted} if ruling == "counted" else usual)


BAUERCHEN_REVOKE = (  # seat 1 lays SA on clubs with event 4 and has CK in trick 2; home wins 77 to 53
    "play 0:CQ 1:SA 2:CA 3:C10 >2 | play 2:DA 3:DQ 0:DK 1:CK >2 | play 2:D10 3:CJ 0:SQ 1:SJ >3"
)


@rule("DECISIONS BA9")
@pytest.mark.parametrize(
    ("rules", "lines", "points"),
    [
        pytest.param("", "rule 4 counted | tricks 0:70 1:60", (1, 0), id="announced-only"),
        pytest.param("revoke_penalty=hand_lost", "tricks 0:70 1:60", (1, 0), id="never-by-itself"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 stands | tricks 0:70 1:60", (1, 0), id="let-stand"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 counted", (3, 0), id="counted-ends-the-hand"),
        pytest.param("revoke_penalty=hand_lost", "rule 4 counted | tricks 0:0 1:130", (3, 0), id="whatever-was-taken"),
    ],
)
def test_a_revoke_in_bauerchen(rules: str, lines: str, points: tuple[int, int]) -> None:
    table, found = tell("bauerchen", f"{BAUERCHEN_REVOKE} | {lines}", rules)
    assert "revoke 2.2 (1) @4 1 SA" in seen(found)
    assert (table.tallies[0], table.tallies[1]) == points


@rule("DECISIONS BA9", "BA18")
def test_a_hand_lost_by_the_side_at_home_gives_the_away_bonus() -> None:
    table, _ = tell("bauerchen", "play 0:CA 1:CQ 2:SA 3:CK | rule 5 counted", "revoke_penalty=hand_lost")
    assert (table.tallies[0], table.tallies[1]) == (0, 4)


ALONE_REVOKES = "say 1 ledig | play 0:CA 1:HA 2:CQ >1 | play 1:CK"  # HA is event 5
DEFENDER_REVOKES = "say 0 ledig | play 0:CA 1:SQ 3:CK >0 | play 0:SA 1:CQ"  # SQ is event 5


@rule("BA15", "DECISIONS BA9", "DECISIONS BA10")
@pytest.mark.parametrize(
    ("lines", "rules", "points", "phase"),
    [
        pytest.param(ALONE_REVOKES, "", (0, 0), "play", id="announced-only"),
        pytest.param(ALONE_REVOKES, "revoke_penalty=hand_lost", (12, 0), "over", id="by-who-plays-alone"),
        pytest.param(DEFENDER_REVOKES, "revoke_penalty=hand_lost", (12, 0), "over", id="by-a-defender"),
        pytest.param(
            f"{DEFENDER_REVOKES} 3:HK", "revoke_penalty=hand_lost", (12, 0), "over", id="whoever-took-a-trick"
        ),
        pytest.param("say 1 ledig | say 3 misdeal", "revoke_penalty=hand_lost", (3, 0), "scored", id="not-a-misdeal"),
    ],
)
def test_a_hand_lost_in_a_ledig_is_a_ledig_lost(lines: str, rules: str, points: tuple[int, int], phase: str) -> None:
    misdeed = 4 if "misdeal" in lines else 5
    table, _ = tell("bauerchen", f"{lines} | rule {misdeed} counted", rules)
    assert (table.tallies[0], table.tallies[1], table.phase) == (*points, phase)


# REVOKE 5b: with no stock it can be certain that somebody revoked before it is known who


@rule("2.2 (2)", "2.2 (3)")
@pytest.mark.parametrize(
    ("lines", "expected", "suspects"),
    [
        pytest.param("play 0:HA 1:CQ 2:CK", [], (), id="two-may-be-void"),
        pytest.param("play 0:HA 1:CQ 2:CK 3:SQ", ["revoke_among 2.2 (2) @4 None CQ"], (1, 2, 3), id="three-cannot"),
        pytest.param("play 0:HA 1:CQ 2:CK 3:HJ", [], (), id="the-third-has-a-trump"),
        pytest.param(
            "play 0:HA 1:CQ 2:CK 3:SQ >0 | play 0:CA 1:C10 2:SA",
            ["revoke_among 2.2 (2) @4 None CQ", "revoke_among 2.2 (2) @5 None CK"], (2, 3), id="narrowed",
        ),
        pytest.param(
            "play 0:HA 1:CQ 2:CK 3:SQ >0 | play 0:CA 1:HQ",
            ["revoke_among 2.2 (2) @4 None CQ", "revoke 2.2 (3) @4 1 CQ"], (1,), id="one-gives-himself-away",
        ),
    ],
)  # fmt: skip
def test_guilt_open_and_narrowed(lines: str, expected: list[str], suspects: tuple[int, ...]) -> None:
    table, found = tell("bauerchen", lines)
    assert seen(found) == expected
    if found:
        last = found[-1]
        assert (last.seats or (last.seat,)) == suspects
    if suspects and len(suspects) > 1:
        assert all(table.verdict(position) != "certified" for position in (4, 5, 6)[-len(suspects) :])


# Melds without the pair


@rule("BA11", "BA12", "DECISIONS BA9")
@pytest.mark.parametrize(
    ("rules", "ruling", "points"),
    [
        pytest.param("", "", (0, 2), id="without-effect"),
        pytest.param("", "counted", (0, 2), id="announced-only"),
        pytest.param("", "taken_back", (0, 2), id="taken-back"),
        pytest.param("revoke_penalty=hand_lost", "", (0, 2), id="never-by-itself"),
        pytest.param("revoke_penalty=hand_lost", "counted", (0, 4), id="the-hand-is-lost"),
    ],
)
def test_a_false_meld(rules: str, ruling: str, points: tuple[int, int]) -> None:
    """Seat 0 melds, but seat 1 lays the queen. The hand is lost 64:66 in any case."""
    lines = "say 0 meld C | play 0:CK 1:CQ" + (f" | rule 3 {ruling}" if ruling else "")
    table, found = tell("bauerchen", f"{lines} | tricks 0:64 1:66", rules)
    assert seen(found)[0] == "false_meld BA11 @3 0 None"
    assert (table.tallies[0], table.tallies[1]) == points
    assert seen(tell("bauerchen", "say 0 meld H | play 0:HK 1:HQ")[1]) == ["false_meld BA12 @3 0 None"]


@rule("BA11", "2.2 (1)")
def test_what_a_meld_shows_convicts() -> None:
    """REVOKE 3: seat 1 has the queen of clubs for all to know, and does not follow."""
    _, found = tell("bauerchen", "play 0:S10 1:CK | say 1 meld C | play 2:SA 3:SQ >2 | play 2:CA 3:C10 0:CJ 1:DA")
    assert seen(found) == ["revoke 2.2 (1) @12 1 DA"]
    assert found[0].breach is not None
    assert [str(card) for card in found[0].breach.withheld] == ["CQ"]


# Misdeals: the same dealer deals again, and whether it costs anything the table decides


@rule("DECISIONS BW13", "DECISIONS BA9", "GR9", "WA8", "DECISIONS WA25")
@pytest.mark.parametrize(
    ("name", "rules", "ruling", "tallies", "dealer"),
    [
        ("bohemian-watten", "", "", (20, 20), 0),
        ("gras", "", "", (20, 20), 3),
        ("gras", "", "counted", (20, 20), 3),
        ("bauerchen", "", "", (0, 0), 3),
        ("bauerchen", "", "counted", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "stands", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "counted", (3, 0), 0),
        ("watten", "", "", (0, 0), 0),
        ("watten", "", "stands", (0, 0), 0),
        ("watten", "", "counted", (2, 0), 0),
        ("watten", "misdeal=redeal", "counted", (0, 0), 3),
    ],
)
def test_misdeals(name: str, rules: str, ruling: str, tallies: tuple[int, int], dealer: int) -> None:
    table, (finding,) = tell(name, "say 1 misdeal", rules)
    assert table.phase == "deal"
    table, _ = tell(name, "say 1 misdeal" + (f" | rule {finding.position} {ruling}" if ruling else ""), rules)
    assert ((table.tallies[0], table.tallies[1]), table.next_dealer) == (tallies, dealer)
    again, found = tell(name, f"say 1 misdeal | rule {finding.position} taken_back", rules)
    assert again.phase not in ("deal", "scored"), "it was no misdeal after all"
    assert len(found) == 1


@rule("DECISIONS BW13")
def test_a_misdeal_is_noticed_while_cards_are_played() -> None:
    table, _ = tell("bohemian-watten", "play 1:EA 2:E8")
    assert table.phase == "play"
    table, (finding,) = tell("bohemian-watten", "play 1:EA 2:E8 | say 1 misdeal")
    assert (table.phase, table.score, table.next_dealer) == ("deal", None, 0), "thrown in, and dealt again"
    table, _ = tell("bohemian-watten", f"play 1:EA 2:E8 | say 1 misdeal | rule {finding.position} taken_back")
    assert (table.phase, table.turn) == ("play", 0), "it was none, and the trick goes on"


@rule("BA10")
def test_cards_thrown_in_score_nothing() -> None:
    """Somebody said misdeal, and yet the deal was played out: nothing is written until it is taken back."""
    played = (
        "play 0:CA 1:CQ 2:CK 3:C10 >0 | play 0:SA 1:SK 2:SQ 3:S10 >0 | play 0:DA 1:DK 2:DQ 3:D10 >0"
        " | play 0:HA 1:HJ 2:HQ 3:DJ >1 | play 1:CJ 2:HK 3:H10 0:SJ"
    )
    table, _ = tell("bauerchen", f"say 3 misdeal | {played}")
    assert (table.score, table.phase, table.tallies[0]) == (None, "deal", 0)
    table, _ = tell("bauerchen", f"say 3 misdeal | {played} | undo 3")
    assert (table.phase, table.tallies[0]) == ("scored", 1)


# Folding when barred, exchanging beyond the stock


@rule("BW16", "BW17a")
@pytest.mark.parametrize(
    ("ruling", "active", "turn"),
    [("", (0, 2), 2), ("stands", (0, 2), 2), ("counted", (0, 2), 2), ("taken_back", (0, 1, 2), 1)],
)
def test_a_fold_that_is_barred(ruling: str, active: tuple[int, ...], turn: int) -> None:
    table, found = tell("bohemian-watten", "say 1 fold" + (f" | rule 3 {ruling}" if ruling else ""))
    assert seen(found) == ["fold_not_allowed BW17a @3 1 None"]
    assert table.game is not None
    assert table.deal is not None
    assert (tuple(sorted(table.game.active(table.deal))), table.turn) == (active, turn)


@rule("BW16")
def test_a_fold_cannot_be_taken_back_once_the_others_play() -> None:
    lines = "say 1 fold | say 2 play | exchange 2 0 | exchange 0 0 | play 2:EA | rule 3 taken_back | play 0:E8 >2"
    table, found = tell("bohemian-watten", lines)
    assert [str(one.kind) for one in found] == ["fold_not_allowed", "too_late"]
    assert table.turn == 2


@rule("BW14", "BW16", "BA15", "DECISIONS BA10")
@pytest.mark.parametrize(
    ("name", "lines", "active", "trump", "turn"),
    [
        pytest.param(
            "bohemian-watten", "say 1 fold | rule 3 taken_back | play 1:EA 2:E8 0:E9 >1 | play 1:SA | rule 3 stands",
            (0, 1, 2), "L", 2, id="a-fold-taken-back",
        ),
        pytest.param(
            "bohemian-watten", "play 1:EA | say 2 fold | rule 4 stands", (0, 1, 2), "L", 2, id="a-fold-too-late"
        ),
        pytest.param(
            "bohemian-watten", "upcard S9 | play 1:EA | rule 3 stands", (0, 1, 2), "L", 2, id="a-second-upcard"
        ),
        pytest.param(
            "bohemian-watten", "play 1:EA | rule 2 taken_back", (0, 1, 2), "L", 2, id="the-upcard-taken-back"
        ),
        pytest.param(
            "bauerchen", "play 0:SK 1:SQ 2:SA 3:S10 >2 | say 0 ledig | rule 8 stands", (0, 1, 2, 3), "H", 2,
            id="a-Ledig-too-late",
        ),
    ],
)  # fmt: skip
def test_what_would_change_who_plays_or_trump_is_too_late_once_they_play(
    name: str, lines: str, active: tuple[int, ...], trump: str, turn: int
) -> None:
    table, found = tell(name, lines)
    assert str(found[-1].kind) == "too_late"
    assert table.game is not None
    assert table.deal is not None
    assert (table.game.active(table.deal), table.trump, table.turn) == (active, trump, turn)


@rule("DECISIONS BW9", "BW20", "BW20a")
@pytest.mark.parametrize(
    ("rules", "count", "expected"),
    [
        ("", 2, []),
        ("", 3, ["too_many_exchanged BW20 @6 0 None"]),
        ("dealer_exchange=3", 2, []),
        ("dealer_exchange=3", 3, ["too_many_exchanged DECISIONS BW9 @6 0 None"]),
        ("dealer_exchange=3 stock_shortage=reshuffle", 3, []),
    ],
)
def test_the_eleven_cards_of_the_stock(rules: str, count: int, expected: list[str]) -> None:
    lines = f"deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3 | exchange 0 {count}"
    _, found = told(lines, rules, "0 1 2 3")
    assert seen(found) == expected
    assert [one.limit for one in found] == [2] * len(expected)
