"""Watten: players, the score of a game, Bummerl and penalties; reasoned from the rule book before any code.

Rounds are entered: `1` is a round for side 1 3 (or for seat 1 alone), `1:3` one in which it bid three, `strike0` means
that seat 0 has the points of his side struck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import UnknownCard
from engine.notation.record import read, write
from engine.state.match import BadGame
from tests.support.records import play_record
from tests.support.watten_tables import finding_texts, in_game, standing_at, watten

if TYPE_CHECKING:
    from engine import Finding, Table

rule = pytest.mark.rule
case = pytest.param

FOUR, THREE, TWO = "0 1 2 3", "0 1 2", "0 1"
ANNOUNCED = "say 1 striker 9 | say 0 trump H"


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
@pytest.mark.parametrize(
    ("seats", "rules", "lines", "phase", "tallies", "next_dealer"),
    [
        case(TWO, "", f"{ANNOUNCED} | play 1:EA 0:EK >1 | play 1:LA 0:LK >1 | play 1:SA 0:SK", "scored", "0 2", 1,
             id="two-third-trick"),
        case(TWO, "", f"{ANNOUNCED} | play 1:E7 0:EK >0 | play 0:LA 1:LK >0 | play 0:SA 1:SK", "scored", "2 0", 1,
             id="two-dealer-wins"),
        case(TWO, "", f"{ANNOUNCED} | play 1:EA 0:EK >1 | play 1:LA 0:LK >1", "play", "0 0", 0, id="two-goes-on"),
        case(TWO, "", f"{ANNOUNCED} | say 1 bid 3 | say 0 go", "scored", "0 2", 1, id="two-bid-and-go"),
        case(THREE, "", f"{ANNOUNCED} | play 1:EA 0:EK >1 | play 1:LA 0:LK >1 | play 1:SA 0:SK", "scored", "0 2 0", 1,
             id="WA16-duel-of-dealer-and-forehand"),
        case(THREE, "", f"{ANNOUNCED} | play 1:EA 0:EK >1", "play", "0 0 0", 0, id="WA16-two-cards-are-a-trick"),
        case(THREE, "three=dealer_and_back", "tricks 1:3", "scored", "0 2 0", 1, id="WA16-forehand-alone"),
        case(THREE, "three=dealer_and_back", "tricks 0:2 1:2 2:1", "scored", "2 0 2", 1, id="WA16-dealer-and-back"),
        case(THREE, "three=all_play", "tricks 0:1 1:2 2:2", "scored", "0 1 1", 1, id="WA16-2-2-1-one-each"),
        case(THREE, "three=all_play", "tricks 0:1 1:3 2:1", "scored", "0 2 0", 1, id="WA16-three-tricks-of-one"),
        case(THREE, "three=all_play", "tricks 0:1 1:3 2:1 | say 1 bid 3", "scored", "0 3 0", 1,
             id="WA16-the-bidder-wins-alone"),
        case(THREE, "three=all_play", "tricks 0:2 1:2 2:1 | say 1 bid 3", "scored", "3 0 3", 1,
             id="WA16-against-the-bidder"),
        case(THREE, "three=dealer_and_back", f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | say 1 go", "scored", "2 0 2", 1,
             id="WA16-bid-of-the-back-for-both"),
        case(THREE, "three=all_play", f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | say 1 go", "scored", "0 0 2", 1,
             id="WA16-bid-for-oneself"),
        case(THREE, "three=all_play", f"{ANNOUNCED} | play 1:E7 2:EA 0:E8 >2 | play 2:LA 0:L8 1:L7 >2"
             " | play 2:SA 0:S8 1:S7", "scored", "0 0 2", 1, id="WA16-three-of-one-without-a-bid"),
        case(FOUR, "", "tricks 1:1 3:2", "scored", "0 2 0 2", 1, id="WA3-partners-tricks-add-up"),
        case(FOUR, "", "play 1:EA | say 2 bid 3 | say 1 go", "scored", "2 0 2 0", 1,
             id="WA24-gone-before-trumps-were-told"),
    ],
)  # fmt: skip
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
        assert table.deal is not None
        pairs.append(in_game(table).active(table.deal))
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
@pytest.mark.parametrize(
    ("played", "rules", "seats", "tallies", "over", "counts"),
    [
        case("1 1 1 1", "", FOUR, "0 8 0 8", False, "0 0 0 0", id="WA30-eight-is-not-nine"),
        case("1 1 1 1 1", "", FOUR, "0 10 0 10", True, "2 0 2 0", id="WA34-to-nil"),
        case("1:3 1 1 1", "", FOUR, "0 9 0 9", True, "2 0 2 0", id="WA30-nine"),
        case("0 1 1 1 1 1", "", FOUR, "2 10 2 10", True, "1 0 1 0", id="WA35-two-or-more"),
        case("0 0 0 1 1 1 0 1 0", "", FOUR, "10 8 10 8", True, "0 1 0 1", id="WA35-close"),
        case("1 1 1 1 0 0 0 0 0", "", FOUR, "10 8 10 8", True, "0 4 0 4", id="WA33-turned-round-from-0-8"),
        case("1:3 1 1 0 0 0 0 0", "", FOUR, "10 7 10 7", True, "0 4 0 4", id="WA33-turned-round-from-0-7"),
        case("1 1 1 0 1 0 0 0 0", "", FOUR, "10 8 10 8", True, "0 1 0 1", id="WA33-0-6-is-not-krank"),
        case("0 1 1 1 1 0 0 0 0", "", FOUR, "10 8 10 8", True, "0 1 0 1", id="WA32-not-struck"),
        case("0 1 1 1 1 strike0", "", FOUR, "0 8 0 8", False, "0 0 0 0", id="WA32-struck"),
        case("0 1 1 1 1 strike2", "", FOUR, "0 8 0 8", False, "0 0 0 0", id="WA32-struck-by-the-partner"),
        case("0 1 1 1 1 strike0 0 0 0 0 0", "", FOUR, "10 8 10 8", True, "0 4 0 4", id="WA33-struck-and-turned-round"),
        case("0:3 0 0 1:3 1 1 strike0", "", FOUR, "0 7 0 7", False, "0 0 0 0", id="WA32-both-krank"),
        case("0 1 1 1 1 strike0 1", "", FOUR, "0 10 0 10", True, "2 0 2 0", id="WA34-struck-and-lost"),
        case("0 1 1 1 1 strike0 0 strike0 0 0 0 0 0", "strike=any", FOUR, "10 8 10 8", True, "0 4 0 4",
             id="WA21-struck-twice"),
        case("1 1 1 1 1", "target=11", FOUR, "0 10 0 10", False, "0 0 0 0", id="WA30-ten-of-eleven"),
        case("1 1 1 1 1 1", "target=11", FOUR, "0 12 0 12", True, "2 0 2 0", id="WA24-nil-to-eleven"),
        case("1 1 1 1 0 0 0 0 0 0", "target=11", FOUR, "12 8 12 8", True, "0 1 0 1", id="WA24-0-8-of-eleven"),
        case("1 1 1 1 1 0 0 0 0 0 0", "target=11", FOUR, "12 10 12 10", True, "0 4 0 4", id="WA24-0-10-of-eleven"),
        case("1 1 1 1 1 1 1", "target=13", FOUR, "0 14 0 14", True, "2 0 2 0", id="to-thirteen"),
        case("1 1 1 1 1 1 1 1", "target=15", FOUR, "0 16 0 16", True, "2 0 2 0", id="WA24-nil-to-fifteen"),
        case("0 1 1 1 1 1 1 1 1", "target=15", FOUR, "2 16 2 16", True, "1 0 1 0", id="WA24-two-to-fifteen"),
        case("1 1 1 1 1 1 1 1 1", "target=18", FOUR, "0 18 0 18", True, "2 0 2 0", id="to-eighteen"),
        case("0 1 1 1 1 1", "", TWO, "2 10", True, "1 0", id="two-players"),
        case("1 1 1 1 1", "", TWO, "0 10", True, "2 0", id="two-players-to-nil"),
        case("1 1 0 1 1 0 1", "", THREE, "4 10 0", True, "1 0 2", id="WA16-duels-each-his-own"),
        case("0 1 1 1 1 strike0", "three=all_play", THREE, "0 8 0", False, "0 0 0", id="WA32-one-of-two-others-krank"),
    ],
)  # fmt: skip
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
@pytest.mark.parametrize(
    ("played", "rules", "finding"),
    [
        case("0 1 strike0", "", "call_not_allowed WA32", id="nobody-is-krank"),
        case("0 1 1 1 1 strike1", "", "call_not_allowed WA32", id="by-the-krank-themselves"),
        case("0 1 1 1 1 strike0 0 strike0", "", "call_not_allowed DECISIONS WA21", id="twice"),
        case("1 1 1:3 0 strike0 0 strike0", "", "call_not_allowed DECISIONS WA21", id="twice-and-from-nil-at-first"),
        case("0 1 1 1 1 strike0", "strike=never", "call_not_allowed DECISIONS WA21", id="not-at-this-table"),
    ],
)
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

REVOKED = f"{ANNOUNCED} | play 1:H7 2:EA 3:HA 0:H8 >3 | play 3:LA 0:L8 1:L7 2:HO"  # EA is event 5, HO event 12


@rule("WA7", "WA8", "3.5", "DECISIONS WA17", "DECISIONS WA25")
@pytest.mark.parametrize(
    ("lines", "rules", "findings", "phase", "tallies", "dealer", "counts"),
    [
        case("say 0 misdeal", "", ["misdeal WA8 @2 0"], "deal", "0 0 0 0", 1, "0 0 0 0", id="WA8-nothing-by-itself"),
        case("say 0 misdeal | rule 2 counted", "", ["misdeal WA8 @2 0"], "scored", "0 2 0 2", 1, "0 0 0 0",
             id="WA8-two-points-and-the-pack-passes"),
        case(f"{ANNOUNCED} | play 1:EA | say 2 misdeal | rule 5 counted", "", ["misdeal WA8 @5 0"], "scored",
             "0 2 0 2", 1, "0 0 0 0", id="WA8-found-during-the-play"),
        case("say 0 misdeal", "misdeal=redeal", ["misdeal DECISIONS WA25 @2 0"], "deal", "0 0 0 0", 0, "0 0 0 0",
             id="WA25-dealt-again-by-the-same"),
        case("say 0 misdeal | rule 2 counted", "misdeal=redeal", ["misdeal DECISIONS WA25 @2 0"], "deal", "0 0 0 0", 0,
             "0 0 0 0", id="WA25-nothing-is-written"),
        case("say 3 peek | tricks 0:3", "", ["peeked WA7 @2 3"], "scored", "2 0 2 0", 1, "0 0 0 0",
             id="WA7-nothing-by-itself"),
        case("say 3 peek | rule 2 counted | tricks 0:3", "", ["peeked WA7 @2 3"], "scored", "4 0 4 0", 1, "0 0 0 0",
             id="WA7-two-points-beside-the-round"),
        case("say 3 peek | rule 2 counted | tricks 1:3", "", ["peeked WA7 @2 3"], "scored", "2 2 2 2", 1, "0 0 0 0",
             id="WA7-two-points-against-the-winner"),
        case("say 3 peek | tricks 0:3", "cutter_may_look=true", [], "scored", "2 0 2 0", 1, "0 0 0 0",
             id="WA7-looking-is-allowed-here"),
        case(REVOKED, "", ["revoke 3.5 @5 2"], "play", "0 0 0 0", 0, "0 0 0 0", id="3.5-nothing-by-itself"),
        case(f"{REVOKED} | rule 5 counted", "", ["revoke 3.5 @5 2"], "over", "0 0 0 0", 1, "1 0 1 0",
             id="3.5-the-Bummerl-at-once"),
        case(f"{REVOKED} | rule 5 stands", "", ["revoke 3.5 @5 2"], "play", "0 0 0 0", 0, "0 0 0 0",
             id="3.5-let-stand"),
        case(f"{REVOKED} >2 | rule 5 stands | play 2:SA 3:S8 0:S10 1:SK >2 | play 2:E9 3:E10 0:E8 1:EK", "",
             ["revoke 3.5 @5 2"], "scored", "2 0 2 0", 1, "0 0 0 0", id="3.5-let-stand-and-played-on"),
        case(f"{REVOKED} | rule 5 counted | rule 5 stands", "", ["revoke 3.5 @5 2"], "play", "0 0 0 0", 0, "0 0 0 0",
             id="3.5-counted-and-let-stand-after-all"),
        case(f"{REVOKED} | rule 5 counted | rule 5 counted", "revoke_penalty=two_points", ["revoke 3.5 @5 2"], "scored",
             "0 2 0 2", 1, "0 0 0 0", id="WA17-counted-once-however-often-it-is-said"),
        case(f"{REVOKED} | rule 5 counted", "revoke_penalty=two_points", ["revoke 3.5 @5 2"], "scored", "0 2 0 2", 1,
             "0 0 0 0", id="WA17-two-points"),
        case(f"{ANNOUNCED} | say 1 bid 3 | say 2 bid 4 | say 1 hold | play 1:H7 2:EA | show 2 HO | rule 8 counted",
             "revoke_penalty=stake", ["revoke 3.5 @8 2"], "scored", "0 4 0 4", 1, "0 0 0 0", id="WA17-the-stake"),
        case(f"{ANNOUNCED} | play 1:H7 2:EA | show 2 HO | rule 5 taken_back | play 2:HO", "",
             ["revoke 3.5 @5 2", "taken_back DECISIONS WA17 @7 2"], "play", "0 0 0 0", 0, "0 0 0 0",
             id="WA17-taken-back-and-another-card"),
    ],
)  # fmt: skip
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


@rule("3.1")
@pytest.mark.parametrize(
    "lines",
    [
        f"{ANNOUNCED} | say 1 bid 3 | say 2 bid 4 | say 1 go",
        "say 1 better | say 0 accept | say 1 swap | say 0 refuse | say 1 striker 10 | say 0 trump S",
        f"{REVOKED} | rule 5 counted",
        'say 0 misdeal | rule 2 counted | deal 1 | tricks 1:3 3:0 trump "H 9"',
        f"{ANNOUNCED} | play 1:EA?E8 2:E9 | correct 4: play 1:E8 | undo 5 | show 2 E9 all",
    ],
)
def test_records_go_round(lines: str) -> None:
    table, _ = announced(lines)
    text = write(table.journal)
    assert read(text) == table.journal
    assert write(read(text)) == text
