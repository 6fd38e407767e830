"""The table: its state during a deal, and its findings."""

from dataclasses import replace

import pytest

from engine.events import Amended
from engine.notation.record import read
from engine.rules.findings import Finding, Kind
from engine.state.ledger import Ledger
from engine.state.table import Table

rule = pytest.mark.rule


def replay(lines: str, seats: str = "0 1 2", rules: str = "") -> tuple[Table, list[Finding]]:
    """Returns the table after a record of a game dealt by seat 0, and all that it noticed."""
    game = f"game bohemian-watten seats {seats} dealer 0" + (f" rules {rules}" if rules else "")
    table, findings = Table(), []
    for event in read("\n".join(["kiebitz record 1", game, "deal 0", *lines.split(" | ")])):
        findings += table.observe(event)
    return table, findings


def noticed(lines: str, **setting: str) -> list[tuple[str, str]]:
    return [(finding.kind.value, finding.rule) for finding in replay(lines, **setting)[1]]


# The course of a deal

OPENING = "upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"


@rule("BW15", "BW21")
def test_tricks_entered_by_hand_score_too() -> None:
    table, findings = replay("tricks 0:2 1:3 2:0 trump H")
    assert (findings, table.tallies, table.next_dealer) == ([], {0: 16, 1: 14, 2: 30}, 1)
    assert noticed("tricks 0:2 1:2 2:0 trump L") == [("wrong_count", "BW22")]
    assert noticed("tricks 0:2 3:3") == [("stranger", "BW1")]
    assert noticed("tricks 0:2 1:3 trump X") == [("unknown_call", "BW6")]


GAME_WON = {
    "watten": ("0 1 2 3", "tricks 1:3", 5),
    "bauerchen": ("0 1 2 3", "tricks 1:130 0:0", 4),
    "bohemian-watten": ("0 1 2", "tricks 0:0 1:5 2:0 trump L", 4),
    "gras": ("0 1 2", "tricks 0:0 1:5 2:0 trump L", 4),
}
"""By game: the seats, a deal that seat 1 wins, and how many of them end a game."""


@rule("BW23", "BA21", "WA30", "GR1")
@pytest.mark.parametrize("deal", ["", "deal {dealer}\n"])
@pytest.mark.parametrize("name", GAME_WON)
def test_after_the_end_of_a_game_the_next_one_begins(name: str, deal: str) -> None:
    seats, tricks, count = GAME_WON[name]
    lines = [deal.format(dealer=(n + 1) % len(seats.split())) + tricks for n in range(2 * count + 1)]
    start = f"kiebitz record 1\ngame {name} seats {seats} dealer 1"
    one, all_deals = (read("\n".join([start, *part])) for part in (lines[:count], lines))
    table = Table.from_journal(all_deals)
    assert [len(game.match.history) for game in table.games] == [count, count, 1]
    assert [game.match.is_over for game in table.games] == [True, True, False]
    assert table.games[0] == Table.from_journal(one).games[0]
    assert table.findings == ()
    assert table.current_game.rules == table.games[0].match.game.rules
    kept = Ledger.of(all_deals).games
    assert [(len(game.deals), game.result.is_over) for game in kept] == [(count, True), (count, True), (1, False)]


@pytest.mark.parametrize(
    "line", ["tricks 0:130 1:0", "tricks 3:130", "say 0 trump S", "say 1 ledig", "upcard HK", "deal 2", "exchange 2 1"]
)
def test_nothing_that_is_said_after_the_end_changes_the_result(line: str) -> None:
    lost = "deal 0\nsay 1 trump C\nsay 1 ledig\ntricks 1:130\n"
    events = read(f"kiebitz record 1\ngame bauerchen seats 0 1 2 3 dealer 0\n{lost}")
    before = Table.from_journal(events).games[0]
    assert before.match.is_over
    after = Table.from_journal(read(f"kiebitz record 1\ngame bauerchen seats 0 1 2 3 dealer 0\n{lost}{line}\n"))
    assert after.games[0] == before
    assert len(after.games) == 2


# Findings before and after the play


# Findings in the play


def test_a_short_trick_that_nobody_gathered_keeps_its_taker() -> None:
    lines = f"{OPENING} | play 1:H7 2:H9 >"
    assert replay(lines)[0].turn == replay(f"{lines} | rule 8 stands")[0].turn == 2


@pytest.mark.parametrize(("dealer", "turn"), [(1, ("declare", (2,))), (3, ("declare", (1,)))])
def test_the_wrong_dealer_deals_but_a_stranger_does_not(dealer: int, turn: tuple[str, tuple[int, ...]]) -> None:
    table, _ = replay(f"deal {dealer} | upcard L9")
    assert table.step == turn


def test_a_finding_remains_until_its_event_is_corrected_also_with_another_proof() -> None:
    taken = "upcard LU | exchange 1 0 | exchange 2 0 | exchange 0 2 | take 0 LU upcard"
    table, (finding,) = replay(f"{taken} | play 1:L9 2:L8 0:H8")
    of_another_seat = replace(finding, seat=1)
    assert table.remaining_findings([finding, of_another_seat]) == (finding,)
    assert table.remaining_findings([replace(finding, evidence=())]) == (replace(finding, evidence=()),)
    assert finding.position is not None
    table.observe(Amended(finding.position))
    assert table.remaining_findings([finding]) == ()


@pytest.mark.parametrize(
    ("seats", "kind"),
    [
        pytest.param("1 2 0 1 2", Kind.REVOKE, id="every hand was seen"),
        pytest.param("1 2? 0 1 2", Kind.DOUBTFUL_REVOKE, id="the suspect's was not"),
        pytest.param("1? 2 0 1 2", Kind.DOUBTFUL_REVOKE, id="the leader's was not"),
        pytest.param("1 2 0 1 2?", Kind.DOUBTFUL_REVOKE, id="that of the card that proves it was not"),
        pytest.param("1 2 0 1? 2", Kind.DOUBTFUL_REVOKE, id="that before the card that proves it was not"),
        pytest.param("1 2 0? 1 2", Kind.REVOKE, id="one on which it does not rest was not"),
    ],
)
def test_seat_inferred_from_the_turn_proves_no_revoke(seats: str, kind: Kind) -> None:
    _, found = replay(f"{OPENING} | {_quick(seats)}")
    assert [(finding.kind, finding.seat) for finding in found] == [(kind, 2)]


@pytest.mark.parametrize(
    ("plays", "kind"),
    [
        pytest.param("1:HA 2:E9 0:H8 >1 | play 2:S9", Kind.OUT_OF_TURN, id="all hands were seen"),
        pytest.param("1:HA 2:E9~ 0:H8~ >1 | play 2:S9", Kind.OUT_OF_TURN, id="quick hands, but each was seen"),
        pytest.param("1:HA 2?:E9~ 0:H8 >1 | play 2:S9", Kind.MISSED_CARD, id="a hand of the last trick was not seen"),
        pytest.param("1:HA 2:E9 >1 | play 2:S9", Kind.MISSED_CARD, id="a card of the last trick was missed"),
        pytest.param("1?:HA~ 0:H8", Kind.MISSED_CARD, id="the hand that led was not seen"),
    ],
)
def test_uncertain_turn_gives_no_out_of_turn_finding(plays: str, kind: Kind) -> None:
    _, found = replay(f"{OPENING} | play {plays}")
    wrong_turns = (Kind.OUT_OF_TURN, Kind.MISSED_CARD)
    assert [finding.kind for finding in found if finding.kind in wrong_turns] == [kind]


def test_the_table_confirms_a_doubtful_revoke_by_counting_it() -> None:
    table, (doubtful,) = replay(f"{OPENING} | {_quick('1 2? 0 1 2')}")
    (proved,) = table.observe(read(f"kiebitz record 1\nrule {doubtful.position} counted")[0])
    assert (proved.kind, proved.seat, proved.evidence) == (Kind.REVOKE, 2, doubtful.evidence)


def _quick(seats: str) -> str:
    """Returns quick plays; seat 2 throws E9 on hearts, though it holds H10."""
    first, second, third, *next_trick = map(":".join, zip(seats.split(), ("HA", "E9", "H8", "H9", "H10"), strict=True))
    return f"play {first} {second}~ {third}~ >1 | play {' '.join(f'{word}~' for word in next_trick)}"


@rule("DECISIONS BW13")
def test_a_card_taken_back_is_known_to_be_held() -> None:
    lines = f"{OPENING} | play 1:H7 2:E9"
    table, _ = replay(f"{lines} | rule 7 taken_back")
    assert (table.turn, table.hand_size(2), [finding.kind for finding in table.findings]) == (2, 5, [Kind.TAKEN_BACK])
    assert (table.verdict(6), table.verdict(7)) == ("certified", None)
    assert noticed(f"{lines} 0:H8 >1 | rule 7 taken_back")[-1][0] == "too_late"
