"""What the table rules, misdeals, and melds that are false."""

import pytest

from tests.support.deals_in_play import play_in_deal
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

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
    table, findings = play_in_deal(name, f"play {first} {early}")
    (finding,) = findings
    turn = int(due[0])
    assert (finding.seat, finding.seats) == (int(early[0]), (turn,))
    table, _ = play_in_deal(name, f"play {first} {early} | rule {finding.position} taken_back")
    assert (table.turn, len(table.deal.trick if table.deal else ())) == (turn, 1)
    table, findings = play_in_deal(
        name, f"play {first} {early} | rule {finding.position} taken_back | play {due} {last}"
    )
    assert {one.kind for one in findings} == {"out_of_turn", "taken_back"}, "the same card may come again"
    table, findings = play_in_deal(name, f"play {first} {early} | rule {finding.position} stands | play {due}")
    assert finding_lines(findings) == finding_lines([finding])
    assert len(table.deal.trick if table.deal else ()) == 3


# Folding when barred, exchanging beyond the stock


@rule("BW16", "BW17a")
@pytest.mark.parametrize(
    ("ruling", "active", "turn"),
    [("", (0, 2), 2), ("stands", (0, 2), 2), ("counted", (0, 2), 2), ("taken_back", (0, 1, 2), 1)],
)
def test_a_fold_that_is_barred(ruling: str, active: tuple[int, ...], turn: int) -> None:
    table, findings = play_in_deal("bohemian-watten", "say 1 fold" + (f" | rule 3 {ruling}" if ruling else ""))
    assert finding_lines(findings) == ["fold_not_allowed BW17a @3 1 None"]
    assert (tuple(sorted(table.current_game.active(table.current_deal))), table.turn) == (active, turn)


@rule("BW16")
def test_a_fold_cannot_be_taken_back_once_the_others_play() -> None:
    lines = "say 1 fold | say 2 play | exchange 2 0 | exchange 0 0 | play 2:EA | rule 3 taken_back | play 0:E8 >2"
    table, findings = play_in_deal("bohemian-watten", lines)
    assert [str(one.kind) for one in findings] == ["fold_not_allowed", "too_late"]
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
def test_undo_that_changes_players_or_trump_is_too_late_during_play(
    name: str, lines: str, active: tuple[int, ...], trump: str, turn: int
) -> None:
    table, findings = play_in_deal(name, lines)
    assert str(findings[-1].kind) == "too_late"
    assert (table.current_game.active(table.current_deal), table.trump, table.turn) == (active, trump, turn)


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
    _, findings = play_record(lines, rules, "0 1 2 3")
    assert finding_lines(findings) == expected
    assert [one.limit for one in findings] == [2] * len(expected)


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
def test_misdeal_is_dealt_again_or_counted(
    name: str, rules: str, ruling: str, tallies: tuple[int, int], dealer: int
) -> None:
    table, (finding,) = play_in_deal(name, "say 1 misdeal", rules)
    assert table.phase == "deal"
    table, _ = play_in_deal(name, "say 1 misdeal" + (f" | rule {finding.position} {ruling}" if ruling else ""), rules)
    assert ((table.tallies[0], table.tallies[1]), table.next_dealer) == (tallies, dealer)
    again, findings = play_in_deal(name, f"say 1 misdeal | rule {finding.position} taken_back", rules)
    assert again.phase not in ("deal", "scored"), "it was no misdeal after all"
    assert len(findings) == 1


@rule("DECISIONS BW13")
def test_a_misdeal_is_noticed_while_cards_are_played() -> None:
    table, _ = play_in_deal("bohemian-watten", "play 1:EA 2:E8")
    assert table.phase == "play"
    table, (finding,) = play_in_deal("bohemian-watten", "play 1:EA 2:E8 | say 1 misdeal")
    assert (table.phase, table.score, table.next_dealer) == ("deal", None, 0), "thrown in, and dealt again"
    table, _ = play_in_deal("bohemian-watten", f"play 1:EA 2:E8 | say 1 misdeal | rule {finding.position} taken_back")
    assert (table.phase, table.turn) == ("play", 0), "it was none, and the trick goes on"


@rule("BA10")
def test_deal_thrown_in_scores_nothing() -> None:
    """Somebody said misdeal, and yet the deal was played out: nothing is written until it is taken back."""
    played = (
        "play 0:CA 1:CQ 2:CK 3:C10 >0 | play 0:SA 1:SK 2:SQ 3:S10 >0 | play 0:DA 1:DK 2:DQ 3:D10 >0"
        " | play 0:HA 1:HJ 2:HQ 3:DJ >1 | play 1:CJ 2:HK 3:H10 0:SJ"
    )
    table, _ = play_in_deal("bauerchen", f"say 3 misdeal | {played}")
    assert (table.score, table.phase, table.tallies[0]) == (None, "deal", 0)
    table, _ = play_in_deal("bauerchen", f"say 3 misdeal | {played} | undo 3")
    assert (table.phase, table.tallies[0]) == ("scored", 1)


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
    table, findings = play_in_deal("bauerchen", f"{lines} | tricks 0:64 1:66", rules)
    assert finding_lines(findings)[0] == "false_meld BA11 @3 0 None"
    assert (table.tallies[0], table.tallies[1]) == points
    assert finding_lines(play_in_deal("bauerchen", "say 0 meld H | play 0:HK 1:HQ")[1]) == ["false_meld BA12 @3 0 None"]


@rule("BA11", "2.2 (1)")
def test_meld_shows_cards_that_prove_a_revoke() -> None:
    """REVOKE 3: seat 1 has the queen of clubs for all to know, and does not follow."""
    _, findings = play_in_deal(
        "bauerchen", "play 0:S10 1:CK | say 1 meld C | play 2:SA 3:SQ >2 | play 2:CA 3:C10 0:CJ 1:DA"
    )
    assert finding_lines(findings) == ["revoke 2.2 (1) @12 1 DA"]
    assert findings[0].breach is not None
    assert [str(card) for card in findings[0].breach.withheld] == ["CQ"]
