"""Watten: players, the score of a game, Bummerl and penalties; reasoned from the rule book before any code.

Rounds are entered: `1` is a round for side 1 3 (or for seat 1 alone), `1:3` one in which it bid three, `strike0` means
that seat 0 has the points of his side struck.
"""

import pytest

from engine import Finding, Table
from engine.cards import UnknownCard
from engine.state.match import BadGame
from tests.support.case_tables import CaseFile
from tests.support.records import play_record
from tests.support.watten_tables import finding_texts, in_game, standing_at, watten

rule = pytest.mark.rule
case = pytest.param

FOUR, THREE, TWO = "0 1 2 3", "0 1 2", "0 1"
ANNOUNCED = "say 1 striker 9 | say 0 trump H"
REVOKED = f"{ANNOUNCED} | play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:HO"  # EA is event 5, HO event 12
cases = CaseFile(__file__, ANNOUNCED=ANNOUNCED, REVOKED=REVOKED)


def announced(lines: str, rules: str = "", seats: str = FOUR) -> tuple[Table, list[Finding]]:
    return play_record(f"deal 0 | {lines}", rules, seats, name="watten")


def rounds(played: str, rules: str = "", seats: str = FOUR) -> tuple[Table, list[Finding]]:
    lines, dealer, count = [], 0, len(seats.split())
    for word in played.split():
        if word.startswith("strike"):
            lines.append(f"say {word[-1]} strike")
            continue
        winner, _, bid = word.partition(":")
        lines += [f"deal {dealer} | tricks {winner}:3", *([f"say {winner} bid {bid}"] if bid else [])]
        dealer = (dealer + 1) % count
    return play_record(" | ".join(lines), rules, seats, name="watten")


def stands(table: Table) -> str:
    return " ".join(str(table.tallies[seat]) for seat in table.seats)


def bummerl(table: Table) -> str:
    had = table.standing.get("bummerl", dict.fromkeys(table.seats, 0))
    return " ".join(str(had[seat]) for seat in table.seats)


# Who sits, cuts, deals and plays


@rule("WA1", "WA3", "WA4", "WA5", "WA6", "WA9", "WA11", "3.1")
def test_pack_seats_and_dealing() -> None:
    table, _ = play_record("deal 2", "", FOUR, name="watten", dealer=2)
    here = in_game(table)
    assert len(here.pack) == 33
    assert [str(card) for card in here.pack.cards if card.rank == "6"] == ["S6"]
    with pytest.raises(UnknownCard, match=r"suit E L H S then rank A K O U 10 9 8 7, such as EA, or S6$"):
        here.pack.card("S5")
    assert here.sides((0, 1, 2, 3)) == ((0, 2), (1, 3))
    assert (table.turn, here.cutter((0, 1, 2, 3), 2), here.forehand((0, 1, 2, 3), 2)) == (3, 1, 3)
    assert here.highest_cut({0: here.pack.card("E7"), 1: here.pack.card("SA")}) == (1,)
    assert here.highest_cut({0: here.pack.card("S6"), 1: here.pack.card("E7")}) == (1,)
    assert here.packets((0, 1), 0) == (((1, 3), (0, 3)), ((1, 2), (0, 2)))
    assert watten(first_packet=2).packets((0, 1), 0) == (((1, 2), (0, 2)), ((1, 3), (0, 3)))
    assert [here.next_dealer((0, 1, 2, 3), dealer) for dealer in range(4)] == [1, 2, 3, 0]


@rule("WA3", "WA9", "3.1", "DECISIONS WA16")
@cases.table
def test_two_three_and_four_players_score_and_pass_the_deal(
    seats: str, rules: str, lines: str, phase: str, tallies: str, next_dealer: int
) -> None:
    table, findings = announced(lines, rules, seats)
    assert findings == []
    assert (table.phase, stands(table), table.next_dealer) == (phase, tallies, next_dealer)


@rule("DECISIONS WA16")
def test_in_duels_all_pairs_meet_and_the_third_pauses() -> None:
    pairs = []
    for dealer in (0, 1, 2):
        table, _ = play_record(f"deal {dealer}", "", THREE, dealer, "watten")
        pairs.append(in_game(table).active(table.current_deal))
    assert pairs == [(0, 1), (1, 2), (0, 2)]
    _, findings = announced(f"{ANNOUNCED} | play 1:EA 2:EK", seats=THREE)
    assert finding_texts(findings) == ["acted_after_folding 3.1 @5 2"]
    _, findings = announced(f"{ANNOUNCED} | say 2 bid 3", seats=THREE)
    assert finding_texts(findings) == ["call_out_of_turn WA21 @4 2"]


@rule("3.1")
@pytest.mark.parametrize("seats", ["0", "0 1 2 3 3"])
def test_other_numbers_of_players(seats: str) -> None:
    with pytest.raises(BadGame, match="expected 2, 3 or 4 different ones for watten"):
        play_record("", "", seats, name="watten")


# The game (3.7)


@rule("WA20", "WA30", "WA32", "WA33", "WA34", "WA35", "DECISIONS WA21", "DECISIONS WA24")
@cases.table
def test_rounds_add_up_to_tallies_and_bummerl(
    played: str, rules: str, seats: str, tallies: str, over: bool, counts: str
) -> None:
    table, findings = rounds(played, rules, seats)
    assert findings == []
    assert (stands(table), table.phase == "over", bummerl(table)) == (tallies, over, counts)
    assert table.result.is_over is over


@rule("WA20", "DECISIONS WA16")
def test_too_few_tricks_entered_when_all_three_play() -> None:
    _, (finding,) = announced("tricks 0:2 1:1 2:1", "three=all_play", THREE)
    assert (finding.kind, finding.rule, finding.count, finding.limit) == ("wrong_count", "WA20", 2, 3)


@rule("WA7", "DECISIONS WA16")
def test_peeking_of_who_pauses_gives_the_two_who_play_their_points() -> None:
    table, _ = announced("say 2 peek | rule 2 counted | tricks 0:3", seats=THREE)
    assert stands(table) == "4 2 0"


@rule("WA31", "DECISIONS WA11", "DECISIONS WA16")
@pytest.mark.parametrize(("rules", "expected"), [("", []), (" bid_against_krank=false", ["call_not_allowed 2"])])
def test_one_krank_player_of_two_others_is_enough(rules: str, expected: list[str]) -> None:
    """Seat 1 stands at 8; seat 2 leads and bids."""
    before = " | ".join(f"deal {number % 3} | tricks 1:3" for number in range(4))
    lines = f"{before} | deal 1 | say 2 striker U | say 1 trump H | say 2 bid 3"
    _, findings = play_record(lines, f"three=all_play{rules}", THREE, name="watten")
    assert [f"{one.kind} {one.seat}" for one in findings] == expected


@rule("WA32", "DECISIONS WA21")
@cases.table
def test_streichen_that_may_not_be(played: str, rules: str, finding: str) -> None:
    _, findings = rounds(played, rules)
    assert [f"{one.kind} {one.rule}" for one in findings] == [finding]


@rule("DECISIONS WA21")
def test_strike_follows_the_player_to_another_seat() -> None:
    """Anna strikes on seat 0 against Bert, who is krank; then they change seats."""
    lines = (
        "players 0:Anna 1:Bert | deal 0 | tricks 1:3 | deal 1 | tricks 1:3 | deal 0 | tricks 1:3 | say 1 bid 3 | deal 1"
        " | tricks 0:3 | say 0 strike | players 0:Bert 1:Anna | deal 0 | tricks 1:3 | say 1 strike"
    )
    table, findings = play_record(lines, "", TWO, name="watten")
    assert ([f"{one.kind} {one.rule}" for one in findings], stands(table)) == (
        ["call_not_allowed DECISIONS WA21"],
        "7 2",
    )


@rule("DECISIONS WA21")
def test_streichen_comes_before_the_next_deal() -> None:
    table, findings = standing_at((2, 8), "deal 0 | say 0 strike")
    assert [f"{one.kind} {one.rule}" for one in findings] == ["call_not_allowed DECISIONS WA21"]
    assert stands(table) == "2 8 2 8"


@rule("WA33", "WA35")
def test_bummerl_add_up_over_the_games_of_an_evening() -> None:
    games = [" | ".join(f"deal {number % 4} | tricks {side}:3" for number, side in enumerate(won)) for won in
             ("11111", "011111", "1111" + "00000")]  # fmt: skip
    table, findings = play_record(" | game watten seats 0 1 2 3 dealer 0 | ".join(games), "", FOUR, name="watten")
    assert (findings, bummerl(table)) == ([], "3 4 3 4")


# Misdeeds, which count only if the table says so


@rule("WA7", "WA8", "3.5", "DECISIONS WA17", "DECISIONS WA25")
@cases.table
def test_misdeeds_cost_what_the_table_counts(
    lines: str, rules: str, findings: list[str], phase: str, tallies: str, dealer: int, counts: str
) -> None:
    table, found = announced(lines, rules)
    assert finding_texts(found) == findings
    assert (table.phase, stands(table), table.next_dealer, bummerl(table)) == (phase, tallies, dealer, counts)


@rule("WA7", "WA8", "WA26", "WA30", "DECISIONS WA17")
@pytest.mark.parametrize(
    ("before", "lines", "misdeed", "tallies", "winners"),
    [
        case((7, 7), "deal 0 | say 3 peek", 1, "9 7 9 7", (0, 2), id="WA7-peeking-ends-the-game-at-once"),
        case((7, 7), f"deal 0 | {ANNOUNCED} | say 1 bid 3", 3, "9 7 9 7", (0, 2), id="WA26-a-krank-bid-ends-the-game"),
        case((4, 7), "deal 0 | say 0 misdeal", 1, "4 9 4 9", (1, 3), id="WA8-a-misdeal-ends-the-game"),
        case((4, 7), f"deal 0 | {ANNOUNCED} | play 1:H7 2:H8 3:EA | show 3 HO", 5, "4 7 4 7", (0, 2),
             id="WA17-the-Bummerl-whatever-the-tallies"),
    ],
)  # fmt: skip
def test_ruled_penalty_may_end_the_game(
    before: tuple[int, int], lines: str, misdeed: int, tallies: str, winners: tuple[int, ...]
) -> None:
    begun, _ = standing_at(before, "")
    table, _ = standing_at(before, f"{lines} | rule {len(begun.journal) + misdeed} counted")
    assert (table.phase, stands(table), table.result.winners) == ("over", tallies, winners)


STRUCK = (  # seat 3 lays EA on trumps and has HO; his side is krank by this round, and the others have theirs struck
    f"deal 0 | {ANNOUNCED} | play 1:HA 2:H8 3:EA 0:H7 >1 | play 1:LA 2:L8 3:HO 0:L7 >3 | play 3:SA 0:S8 1:S7 2:S10"
    " | say 0 strike"
)


@rule("WA32", "DECISIONS WA17", "DECISIONS WA21")
@pytest.mark.parametrize(
    ("before", "ruling", "tallies"),
    [
        case((4, 5), "stands", "0 7 0 7", id="struck"),
        case((4, 5), "counted", "6 5 6 5", id="nobody-is-krank-after-all"),
        case((7, 5), "counted", "9 5 9 5", id="the-game-is-won-after-all"),
    ],
)
def test_streichen_holds_while_the_others_are_krank(before: tuple[int, int], ruling: str, tallies: str) -> None:
    begun, _ = standing_at(before, "")
    lines = f"{STRUCK} | rule {len(begun.journal) + 5} {ruling}"
    table, _ = standing_at(before, lines, "revoke_penalty=two_points")
    assert stands(table) == tallies


# Amendments and records


@rule("3.4", "WA20")
@pytest.mark.parametrize(
    ("lines", "phase", "turn", "tallies"),
    [
        case(f"{ANNOUNCED} | play 1:EA 2:E8 | undo 5", "play", 2, "0 0 0 0", id="a-card-undone"),
        case(f"{ANNOUNCED} | play 1:EA 2:E8 3:H7 0:EK | correct 6: play 3:E7", "play", 1, "0 0 0 0",
             id="a-card-corrected-and-another-takes"),
        case(f"{ANNOUNCED} | say 1 bid 3 | undo 4", "play", 1, "0 0 0 0", id="a-bid-undone"),
        case(f"{ANNOUNCED} | say 1 bid 3 | say 0 go | undo 5", "answer", 0, "0 0 0 0", id="going-undone"),
        case("tricks 1:3 | correct 2: tricks 0:3", "scored", None, "2 0 2 0", id="tricks-corrected"),
        case(
            f"{ANNOUNCED} | play 1:EA 2:L9 3:E8 0:EK | play 1:LA 2:L8 3:L7 0:LK | correct 2: say 1 striker U", "play",
            1, "0 0 0 0", id="a-striker-corrected-and-no-left-lies",
        ),
    ],
)  # fmt: skip
def test_amendments_change_phase_turn_and_score(lines: str, phase: str, turn: int | None, tallies: str) -> None:
    table, _ = announced(lines)
    assert (table.phase, table.turn, stands(table)) == (phase, turn, tallies)
