"""Cards out of turn, folds and exchanges that break a rule: they stand or are taken back, as the table rules."""

from __future__ import annotations

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
    assert table.game is not None
    assert table.deal is not None
    assert (tuple(sorted(table.game.active(table.deal))), table.turn) == (active, turn)


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
    _, findings = play_record(lines, rules, "0 1 2 3")
    assert finding_lines(findings) == expected
    assert [one.limit for one in findings] == [2] * len(expected)
