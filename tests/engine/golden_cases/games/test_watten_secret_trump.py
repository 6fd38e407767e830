"""Watten with a secret trump, and hands cut short: what may be known when; reasoned from the rule book before any code.

Seat 0 deals and so gives the suit, seat 1 is forehand and gives the striker; 2 and 3 are blind. What is told in the end
is hearts and striker 9 in most rows: H9 is the right, E9, L9 and S9 are the lefts.
"""

import pytest

from engine import Finding, Table, game
from engine.notation.record import read
from tests.support.case_tables import CaseFile
from tests.support.records import play_record
from tests.support.watten_tables import finding_texts, in_game

rule = pytest.mark.rule
case = pytest.param

LATINISCH = "announcement=secret"
BLIND = "announcement=shown_card"
KRITISCH = "announcement=secret kritisch=true"
WANDER = "announcement=secret kritisch=true wander=true"
TOLD = "say 0 trump H | say 1 striker 9"
SHORT = "play 1:H7 2:HA 3:H8 0:S8 >2 | play 2:EA 3:E8 0:E7 1:EK >2 | play 2:LA 3:L8 0:L7 1:LK >2"
NO_ACORNS = "play 1:H7 2:HA 3:H8 0:S8 >2 | play 2:LA 3:L8 0:L7 1:LK >2 | play 2:SO 3:SU 0:S7 1:S9 >2"
"""As SHORT, but the dealer has not laid an acorn."""
LAST = (
    "play 1:EA 2:E8 3:E10 0:EK >1 | play 1:L7 2:LA 3:L8 0:LK >2 | play 2:SA 3:S8 0:S7 1:SK >2 | play 2:EO 3:HA 0:HU"
    " 1:L10 >3 | play 3:LO | say 0 bid 3 | say 1 go | show 0 "
)
cases = CaseFile(
    __file__, BLIND=BLIND, KRITISCH=KRITISCH, WANDER=WANDER, TOLD=TOLD, SHORT=SHORT, NO_ACORNS=NO_ACORNS, LAST=LAST
)


def played(lines: str, rules: str = LATINISCH, seats: str = "0 1 2 3") -> tuple[Table, list[Finding]]:
    return play_record(" | ".join(filter(None, ("deal 0", lines))), rules, seats, name="watten")


def takers(table: Table) -> list[int | None]:
    """Returns who took each trick, as far as the table knows."""
    return [trick.taker for trick in table.current_deal.tricks]


# Before anything is told


@rule("3.11", "3.9", "3.10", "DECISIONS WA13")
@pytest.mark.parametrize(
    ("rules", "lines", "turn", "taken"),
    [
        case(LATINISCH, "", 1, [], id="the-striker-caller-leads-at-once"),
        case(BLIND, "", 1, [], id="WA13-Blind-too"),
        case(LATINISCH, "play 1:EA", 2, [], id="clockwise"),
        case(LATINISCH, "play 1:EA 2:E8 3:E7 0:EK", None, [], id="who-took-it-is-unknown"),
        case(LATINISCH, "play 1:EA 2:E8 3:E7 0:EK >3", 3, [3], id="whoever-gathers-leads"),
        case(LATINISCH, "play 1:EA 2:E8 3:E7 0:EK > | play 0:LA", 1, [0], id="whoever-leads-took-it"),
        case(BLIND, "play 1:EA 2:E8 3:E7 0:EK > | play 3:LA", 0, [3], id="WA13-whoever-leads-took-it"),
        case(KRITISCH, "play 1:EA 2:HK 3:E8 0:EK", 2, [], id="3.9-Bascht-takes-whatever-is-trump"),
        case(KRITISCH, "play 1:E7 2:S6 3:E8 0:EK", 2, [], id="3.9-Weli-over-Spitz-whatever-is-trump"),
        case(KRITISCH, "play 1:EA 2:S6 3:HK 0:EK", 3, [], id="3.9-Bascht-over-Weli"),
        case(WANDER, "play 1:EA 2:HK 3:E8 0:EK", 2, [], id="3.10-Bascht-over-any-wanderer"),
        case(WANDER, "play 1:H8 2:H9 3:E7 0:HA", 3, [], id="WA9-Spitz-over-any-wanderer"),
    ],
)  # fmt: skip
def test_takers_known_before_the_reveal(rules: str, lines: str, turn: int | None, taken: list[int | None]) -> None:
    table, findings = played(lines, rules)
    assert findings == []
    assert (table.phase, table.turn, table.trump, takers(table)) == ("play", turn, None, taken)


@rule("3.11", "3.9")
def test_wrong_taker_is_a_finding_if_the_taker_is_certain() -> None:
    _, findings = played("play 1:EA 2:HK 3:E8 0:EK >0", KRITISCH)
    assert finding_texts(findings) == ["wrong_taker 3.4 @6 0"]
    _, findings = played("play 1:EA 2:HK 3:E8 0:EK >0")  # no Kritische: anybody can have taken it
    assert findings == []


@rule("3.11", "DECISIONS WA12")
@cases.table
def test_secret_trump_is_narrowed_by_what_was_seen(rules: str, lines: str, count: int) -> None:
    table, findings = played(lines, rules)
    assert findings == []
    assert len(in_game(table).readings(table.current_deal)) == count


# What is told settles everything from the beginning of the deal

THROWN = "play 1:H7 2:EA 3:HA 0:S8 >3 | play 3:LA 0:HU 1:L7 2:HO >2"  # both 2 and 0 threw plain cards on a trump
LED_BY_THE_BLIND = "play 1:EA 2:H7 3:E8 0:EK >2 | play 2:H8 3:HA 0:HO 1:LA >3 | play 3:S7 0:S8 1:HU 2:SO >1"


@rule("3.5", "3.11", "DECISIONS WA12", "DECISIONS WA13", "DECISIONS WA4")
@pytest.mark.parametrize(
    ("rules", "lines", "findings", "still_open"),
    [
        case(LATINISCH, THROWN, [], (5, 8), id="nothing-is-said-before-it-is-told"),
        case(LATINISCH, f"{THROWN} | {TOLD}", ["revoke 3.5 @5 0"], (), id="WA12-the-announcer-not-the-blind"),
        case(BLIND, f"{THROWN} | {TOLD}", ["revoke 3.5 @5 0"], (), id="WA13-Blind-too"),
        case(LATINISCH, f"{LED_BY_THE_BLIND}", [], (10, 14), id="WA12-forehand-not-before-it-is-told"),
        case(LATINISCH, f"{LED_BY_THE_BLIND} | {TOLD}", ["revoke 3.5 @10 1"], (), id="WA12-forehand-must-give-trump"),
        case(LATINISCH, f"{LED_BY_THE_BLIND} | say 0 trump H | say 1 striker U", [], (10,),
             id="the-right-came-later-and-was-exempt"),
        case(LATINISCH, f"{TOLD} | play 1:H7 2:EA 3:HA 0:S8 >3 | play 3:LA 0:HU", ["revoke 3.5 @7 0"], (),
             id="told-covertly-judged-at-once"),
        case(LATINISCH, f"{TOLD} | play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:S8 1:L7 2:HO", [], (),
             id="WA12-the-blind-are-never-open"),
        # In every reading: with hearts as trumps one of two hearts is not the right
        case(LATINISCH, "say 0 trump H | play 1:H7 2:EA 3:HA 0:S8 >3 | play 3:LA 0:HO 1:L7 2:LK >0", [], (6,),
             id="the-striker-is-unknown-HO-may-be-the-right"),
        case(LATINISCH, f"play 1:H7 2:EA 3:HA 0:S8 >3 | show 0 HO HU | {TOLD}", ["revoke 3.5 @5 0"], (),
             id="proved-when-the-suit-is-told-and-said-once"),
        case(LATINISCH, "say 0 trump H | play 1:H7 2:EA 3:HA 0:S8 >3 | play 3:LA 0:HO 1:L7 2:LK >0 | play 0:HK",
             ["revoke 3.5 @6 0"], (), id="proved-whatever-the-striker"),
        # The dealer held a heart: he threw S8 on hearts, so it was the right or he revoked
        case(LATINISCH, f"play 1:H7 2:HA 3:H8 0:S8 >2 | {TOLD}", [], (5,), id="his-heart-may-be-the-right"),
        case(LATINISCH, f"play 1:H9 2:HA 3:H8 0:S8 >1 | {TOLD}", ["revoke 3.5 @5 0"], (),
             id="the-right-lies-so-he-held-another-heart"),
        case(f"{LATINISCH} right_exempt=false", f"play 1:H7 2:HA 3:H8 0:S8 >2 | {TOLD}", ["revoke 3.5 @5 0"], (),
             id="WA4-no-exemption-so-he-revoked"),
        # Kritische
        case(KRITISCH, f"play 1:H7 2:HA 3:H8 0:S6 >0 | play 0:HU | {TOLD}", [], (), id="3.9-a-Kritischer-on-trump"),
        case(KRITISCH, f"play 1:HK 2:HA 3:H8 0:S8 >1 | {TOLD}", [], (), id="WA7-Bascht-demands-nothing"),
        case(LATINISCH, f"play 1:HK 2:HA 3:H8 0:S8 >2 | play 2:E7 3:EA 0:HU | {TOLD}", ["revoke 3.5 @5 0"], (),
             id="HK-a-trump-without-Kritische"),
    ],
)  # fmt: skip
def test_revokes_become_findings(rules: str, lines: str, findings: list[str], still_open: tuple[int, ...]) -> None:
    table, found = played(lines, rules)
    assert finding_texts(found) == findings
    assert table.open_plays() == still_open


@rule("3.11", "3.9", "3.10", "DECISIONS WA1", "DECISIONS WA9")
@cases.table
def test_takers_are_settled_late(rules: str, cards: str, striker: str, taken: int) -> None:
    table, findings = played(f"play {cards} >", rules)
    assert takers(table) == [None]
    for event in read(f"kiebitz record 1\nsay 0 trump H\nsay 1 striker {striker}"):
        findings += table.observe(event)
    assert findings == []
    assert (takers(table), table.turn) == ([taken], taken)


@rule("3.11", "WA20")
@pytest.mark.parametrize(
    ("lines", "phase", "turn", "tallies"),
    [
        case(SHORT, "reveal", 0, "2 0 2 0", id="three-gathered-by-one-side"),
        case(f"{SHORT} | say 0 trump H", "reveal", 1, "2 0 2 0", id="the-suit-is-told"),
        case(f"{SHORT} | {TOLD}", "scored", None, "2 0 2 0", id="both-are-told"),
        case("play 1:EA 2:E8 3:E7 0:EK > | play 1:LA 2:L8 3:L7 0:LK > | play 1:SA 2:S8 3:S7 0:SK >", "play", None,
             "0 0 0 0", id="who-took-the-third-is-unknown"),
        case("play 1:EA 2:E8 3:E7 0:EK > | play 1:LA 2:L8 3:L7 0:LK > | play 1:SA 2:S8 3:S7 0:SK > | " + TOLD, "scored",
             None, "0 2 0 2", id="and-then-told"),
        case("say 1 bid 3 | say 0 go", "scored", None, "0 2 0 2", id="gone-needs-no-telling"),
    ],
)  # fmt: skip
def test_the_end_of_a_round(lines: str, phase: str, turn: int | None, tallies: str) -> None:
    table, findings = played(lines)
    assert findings == []
    assert (table.phase, table.turn) == (phase, turn)
    assert " ".join(str(table.tallies[seat]) for seat in table.seats) == tallies


@rule("3.11", "WA11", "WA12", "WA14")
@cases.table
def test_false_reveals_become_findings(lines: str, findings: list[str]) -> None:
    _, found = played(lines)
    assert finding_texts(found) == findings


SIX_LEAVES = "say 0 trump L | play 1:LA 2:LK 3:LO 0:E7 >1 | play 1:LU 2:L9 3:L8 0:EA >1"  # L10 and L7 are left


@rule("3.11")
@cases.table
def test_a_card_that_may_be_misread_proves_no_trump_untrue(lines: str, findings: list[str]) -> None:
    table, found = played(f"{SIX_LEAVES} | {lines}")
    assert finding_texts(found) == findings
    assert bool(in_game(table).readings(table.current_deal)) == ("call_not_allowed 3.11 @2 0" not in findings)


# Hands cut short


@rule("3.5", "3.11", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA12")
@pytest.mark.parametrize(
    ("rules", "lines", "findings", "still_open"),
    [
        case(LATINISCH, f"{SHORT} | {TOLD}", [], (5,), id="open-at-the-third-trick"),
        case(LATINISCH, f"{SHORT} | {TOLD} | show 0 HO SA all", ["revoke 3.5 @5 0"], (), id="a-trump-was-left"),
        case(LATINISCH, f"{SHORT} | {TOLD} | show 0 HO", ["revoke 3.5 @5 0"], (), id="one-card-is-enough"),
        case(LATINISCH, f"{SHORT} | {TOLD} | show 0 H9 SA all", [], (), id="the-right-was-left"),
        case(LATINISCH, f"{SHORT} | show 0 HO SA all | {TOLD}", ["revoke 3.5 @5 0"], (), id="shown-before-it-is-told"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT}", [], (7,), id="normal-open"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 0 SA SK all", [], (), id="normal-cleared"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 0 SA HO all", ["revoke 3.5 @7 0"], (),
             id="normal-proved"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 0 SA H9 all", [], (), id="normal-the-right"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 2 SA SK all", [], (7,), id="another-hand"),
        case("", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 0 SA SK S10 all", ["wrong_hand WA6 @19 0"], (7,),
             id="a-card-too-many"),
        case("blind_play=true", f"say 1 striker 9 | say 0 trump H | {SHORT} | show 0 SA HO all", [], (),
             id="WA13-the-top-card-is-always-right"),
    ],
)  # fmt: skip
def test_hands_cut_short(rules: str, lines: str, findings: list[str], still_open: tuple[int, ...]) -> None:
    table, found = played(lines, rules)
    assert finding_texts(found) == findings
    assert (table.phase, table.open_plays()) == ("scored", still_open)


# A bid with the last card, while nobody but the announcers knows


@rule("WA25", "DECISIONS WA20", "3.11")
@cases.table
def test_the_last_card(lines: str, findings: list[str]) -> None:
    _, found = played(lines)
    assert finding_texts(found) == findings


# Fewer players, named house rules, records


@rule("3.1", "3.11", "DECISIONS WA12", "DECISIONS WA16")
@pytest.mark.parametrize("seats", ["0 1", "0 1 2"])
def test_only_the_two_announcers_know_the_trump(seats: str) -> None:
    _, findings = played(f"play 1:H7 0:S8 >1 | play 1:LA 0:HO >0 | {TOLD}", seats=seats)
    assert finding_texts(findings) == ["revoke 3.5 @3 0"]


@rule("3.1", "3.8", "3.9", "3.10", "3.11", "DECISIONS WA13", "DECISIONS WA14", "DECISIONS WA15")
@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        case("wirtshaus-9", {}, id="normal"),
        case("zusammenschauen", {"zusammenschauen": True}, id="Zusammenschauen"),
        case("deuten", {"deuten": True}, id="Deuten"),
        case("kritisch", {"kritisch": True}, id="Kritisch"),
        case("latinisch", {"announcement": "secret"}, id="Latinisch"),
        case("kritisch-latinisch", {"announcement": "secret", "kritisch": True}, id="Kritisch-Latinisch"),
        case("kritisch-wander", {"kritisch": True, "wander": True}, id="Wanderkritt"),
        case("kritisch-latinisch-wander", {"announcement": "secret", "kritisch": True, "wander": True},
             id="Kritisch-Latinisch-Wanderkritt"),
        case("blind", {"announcement": "shown_card"}, id="Blind"),
        case("blind-top-card", {"blind_play": True}, id="Blind-top-card"),
        case("schermberg", {"house_variant": "schermberg"}, id="Schermberg"),
    ],
)  # fmt: skip
def test_every_named_variant_is_a_preset(preset: str, changes: dict[str, object]) -> None:
    assert dict(game("watten", preset=preset).rules.changes) == changes


@rule("DECISIONS WA14")
def test_schermberg_uses_normal_rules_and_reports_unknown_ones() -> None:
    normal, schermberg = game("watten"), game("watten", preset="schermberg")
    for trick in ("HA H9 HK HO", "E9 L9 S9 H7", "S6 S7 EA LA"):
        assert schermberg.best(trick, "H 9") == normal.best(trick, "H 9")
    assert "nirgends" in schermberg.book.presets["schermberg"].meaning.german


@rule("3.11")
def test_reveal_can_be_undone_and_corrected() -> None:
    table, _ = played(f"{THROWN} | {TOLD} | undo 12")
    assert (table.findings, table.trump, table.open_plays()) == ((), None, (5, 8))
    table, _ = played(f"{THROWN} | {TOLD} | correct 12: say 0 trump L")
    assert (finding_texts(list(table.findings)), table.trump) == (["wrong_taker 3.4 @11 2"], "L 9")  # LA is a trump now
