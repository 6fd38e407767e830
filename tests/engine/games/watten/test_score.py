"""Watten: targets, krank, Streichen, Schneider, Retourschneider, Bummerl, and what a revoke costs (RULEBOOK 3.7)."""

from __future__ import annotations

import pytest

from engine.events import Announced
from engine.games.watten.score import bummerl_of_loser
from tests.support.watten_tables import ANNOUNCED, LAST_TRICK, ROUND, finding_texts, in_game, run, watten

rule = pytest.mark.rule


def won(dealer: int, side: str, points: int = 2, seats: int = 4) -> str:
    """A deal that *side*, `dealer` or `forehand`, wins by going: the others are offered one more than *points*."""
    forehand = (dealer + 1) % seats
    announced = f"deal {dealer} | say {forehand} striker U | say {dealer} trump H"
    winner, loser = (dealer, forehand) if side == "dealer" else (forehand, dealer)
    bids, said, number = [], (forehand, dealer), 3
    turn = 0
    while number <= points:
        bids.append(f"say {said[turn % 2]} bid {number}")
        number, turn = number + 1, turn + 1
    if bids:
        bids.append(f"say {said[turn % 2]} hold")
    leads, adds = (["EA", "LA", "SA"], ["E9", "L9", "S9"]) if winner == forehand else (["E9"], ["EA"])
    tricks = [(forehand, dealer, leads[0], adds[0])]
    tricks += [(winner, loser, high, low) for high, low in (("LA", "L9"), ("SA", "S9"))]
    play = [_trick(*trick, dealer, seats) for trick in tricks]
    return " | ".join([announced, *bids, *play])


def _trick(leader: int, other: int, led: str, laid: str, dealer: int, seats: int) -> str:
    if seats == 2:
        return f"play {leader}:{led} {other}:{laid} >"
    cards = {leader: led, other: laid}
    low = iter({"E": ["E8", "E7"], "L": ["L8", "L7"], "S": ["S8", "S7"]}[led[0]])
    order = [(leader + step) % 4 for step in range(4)]
    return "play " + " ".join(f"{seat}:{cards.get(seat) or next(low)}" for seat in order) + " >"


def evening(*deals: tuple[str, int]) -> str:
    """Deals of four from dealer 0 on; side 0 2 or 1 3 wins, as told by `A` or `B`, so many points."""
    lines = []
    for dealer, (side, points) in enumerate(deals):
        wins = "dealer" if (side == "A") == (dealer % 2 == 0) else "forehand"
        lines.append(won(dealer % 4, wins, points))
    return " | ".join(lines)


def tallies(*deals: tuple[str, int], rest: str = "", rules: str = "") -> tuple[int, int]:
    table, findings = run(evening(*deals) + rest, rules)
    assert findings == []
    assert table.tallies[0] == table.tallies[2]
    assert table.tallies[1] == table.tallies[3]
    return table.tallies[0], table.tallies[1]


def bummerl(*deals: tuple[str, int], rest: str = "", rules: str = "") -> tuple[int, int]:
    table, _ = run(evening(*deals) + rest, rules)
    assert table.phase == "over"
    counts = table.standing["bummerl"]
    assert (counts[0], counts[1]) == (counts[2], counts[3])
    return counts[0], counts[1]


@rule("WA3", "WA20")
def test_partners_write_alike() -> None:
    assert tallies(("A", 2), ("B", 3), ("A", 4)) == (6, 3)


@rule("WA30")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_side_at_the_target_has_won(target: int) -> None:
    rules = watten(target=target)
    before = {0: target - 2, 1: 0, 2: target - 2, 3: 0}
    assert not rules.result(before, {0: 1, 2: 1}).is_over
    result = rules.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (result.winners, result.losers) == ((0, 2), (1, 3))
    assert rules.result(before, {0: 3, 2: 3}).winners == (0, 2)


@rule("WA30")
@pytest.mark.parametrize(
    ("tallies", "winners"),
    [
        pytest.param({0: 9, 1: 10, 2: 9, 3: 10}, (1, 3), id="both there: the higher"),
        pytest.param({0: 9, 1: 9, 2: 9, 3: 9}, (), id="both equal: nobody yet"),
        pytest.param({0: 9, 1: 9, 2: 4}, (0, 1), id="two of three"),
    ],
)
def test_several_at_the_target(tallies: dict[int, int], winners: tuple[int, ...]) -> None:
    assert watten().result(tallies, {}).winners == winners


@rule("WA31", "DECISIONS WA10")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_krank_is_two_or_one_short_of_the_target(target: int) -> None:
    rules = watten(target=target)
    assert [tally for tally in range(25) if rules.krank(tally)] == [target - 2, target - 1]


# Streichen


@rule("WA32", "DECISIONS WA21")
def test_against_a_krank_side_points_may_be_struck_before_the_next_deal() -> None:
    deals = (("A", 4), ("B", 4), ("A", 3))
    table, _ = run(evening(*deals))
    assert table.game is not None
    assert table.deal is not None
    assert set(table.game.options(table.deal)) == {Announced(1, "strike"), Announced(3, "strike")}
    assert tallies(*deals, rest=" | say 3 strike") == (7, 0)
    table, findings = run(evening(*deals) + " | say 3 strike | say 1 strike")
    assert finding_texts(findings) == [f"call_not_allowed DECISIONS WA21 @{len(table.journal) - 1} 1"], (
        "his partner did"
    )


@rule("WA32", "DECISIONS WA21")
@pytest.mark.parametrize(
    ("deals", "rest", "rules", "expected"),
    [
        pytest.param("A4 B4", "say 1 strike", "", "WA32 1", id="nobody is krank"),
        pytest.param("A4 B4 A3", "say 0 strike", "", "WA32 0", id="krank himself"),
        pytest.param("A4 A3", "say 1 strike", "", "DECISIONS WA21 1", id="nothing to strike"),
        pytest.param("A4 B4 A3", "say 1 strike", "strike=never", "DECISIONS WA21 1", id="never here"),
        pytest.param("A4 B4 A3", "deal 3 | say 1 strike", "", "DECISIONS WA21 1", id="after dealing"),
    ],
)
def test_striking_that_cannot_be(deals: str, rest: str, rules: str, expected: str) -> None:
    scored = evening(*((deal[0], int(deal[1])) for deal in deals.split()))
    table, findings = run(f"{scored} | {rest}", rules)
    assert [f"{one.kind} {one.rule} {one.seat}" for one in findings] == [f"call_not_allowed {expected}"]
    assert table.tallies == run(scored)[0].tallies


@rule("DECISIONS WA21")
@pytest.mark.parametrize(("rules", "kinds"), [("", ["call_not_allowed"]), ("strike=any", [])])
def test_points_are_struck_once_in_a_game(rules: str, kinds: list[str]) -> None:
    lines = evening(("A", 4), ("B", 4), ("A", 3)) + " | say 1 strike | " + won(3, "dealer") + " | say 1 strike"
    assert [one.kind.value for one in run(lines, rules)[1]] == kinds


# Bummerl


@rule("WA33", "WA34", "WA35", "DECISIONS WA24")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_points_of_the_loser_do_not_depend_on_the_target(target: int) -> None:
    assert [bummerl_of_loser(tally) for tally in (0, 2, target - 1)] == [2, 1, 1]
    assert bummerl_of_loser(target - 2, turned_round=True) == 4


@rule("WA35")
def test_a_loser_with_two_points_or_more_gets_one_bummerl() -> None:
    assert bummerl(("A", 4), ("B", 2), ("A", 5)) == (0, 1)


@rule("WA34")
def test_a_loss_to_nil_is_two_bummerl() -> None:
    assert bummerl(("A", 4), ("A", 5)) == (0, 2)


@rule("WA33")
def test_comeback_from_nil_against_krank_scores_four_bummerl() -> None:
    assert bummerl(("A", 4), ("A", 3), *[("B", 2)] * 5) == (4, 0)
    assert bummerl(("A", 4), ("A", 2), *[("B", 2)] * 5) == (1, 0), "six is not krank"


@rule("WA33", "DECISIONS WA21")
def test_four_struck_to_nil_counts_as_nil_to_krank() -> None:
    deals = evening(("A", 4), ("B", 4), ("A", 3)) + " | say 1 strike"
    rest = " | ".join([won(3, "dealer"), won(0, "forehand"), won(1, "dealer"), won(2, "forehand"), won(3, "dealer")])
    table, _ = run(f"{deals} | {rest}")
    assert (table.phase, table.standing["bummerl"][0], table.standing["bummerl"][1]) == ("over", 4, 0)


@rule("WA34", "DECISIONS WA21")
def test_loser_that_has_struck_is_schneider() -> None:
    deals = evening(("A", 4), ("B", 4), ("A", 3)) + " | say 1 strike"
    table, _ = run(f"{deals} | {won(3, 'forehand')}")
    assert (table.phase, table.standing["bummerl"][1]) == ("over", 2)


@rule("WA35")
def test_bummerl_add_up_over_the_games_of_the_same_four() -> None:
    game = "game watten seats 0 1 2 3 dealer 0"
    lines = " | ".join([evening(("A", 4), ("A", 5)), game, evening(("A", 4), ("B", 2), ("A", 5))])
    assert run(lines)[0].standing["bummerl"] == {0: 0, 1: 3, 2: 0, 3: 3}


# Revokes, when the table counts them


REVOKE = f"{ANNOUNCED} | play 1:H9 2:L7 3:H8 0:H7 > | play 1:EA 2:HA"
"""Seat 2 holds HA and gives L7 to a trump; position 5, proved by HA at 10."""


@rule("3.5", "DECISIONS WA17")
def test_revoke_is_penalised_only_by_ruling() -> None:
    table, findings = run(REVOKE)
    assert finding_texts(findings) == ["revoke 3.5 @5 2"]
    assert (table.phase, table.tallies) == ("play", {0: 0, 1: 0, 2: 0, 3: 0})


@rule("3.5", "DECISIONS WA17")
@pytest.mark.parametrize(
    ("before", "rules", "phase", "expected"),
    [
        pytest.param("", "", "over", {0: 0, 1: 0, 2: 0, 3: 0}, id="the Bummerl at once"),
        pytest.param("", "revoke_penalty=two_points", "scored", {0: 0, 1: 2, 2: 0, 3: 2}, id="two points"),
        pytest.param("", "revoke_penalty=stake", "scored", {0: 0, 1: 2, 2: 0, 3: 2}, id="the stake, nothing bid"),
        pytest.param(
            " | say 1 bid 3 | say 0 hold", "revoke_penalty=stake", "scored", {0: 0, 1: 3, 2: 0, 3: 3}, id="the stake"
        ),
    ],
)
def test_a_counted_revoke(before: str, rules: str, phase: str, expected: dict[int, int]) -> None:
    lines = REVOKE.replace(ANNOUNCED, ANNOUNCED + before)
    revoke = run(lines, rules)[1][0].position
    table, _ = run(f"{lines} | rule {revoke} counted", rules)
    assert (table.phase, table.tallies) == (phase, expected)
    if phase == "over":
        assert (table.result.winners, table.result.losers) == ((1, 3), (0, 2))
        assert table.standing["bummerl"] == {0: 1, 1: 0, 2: 1, 3: 0}, "one, though it was to nil"


@rule("DECISIONS WA17")
def test_a_revoke_that_the_table_saw_itself_counts_too() -> None:
    table, _ = run(f"{ANNOUNCED} | play 1:H9 2:L7 | rule 5 counted")
    assert table.result.losers == (0, 2)


@rule("DECISIONS WA17")
def test_in_a_duel_the_bummerl_is_the_revokers_alone() -> None:
    lines = "deal 0 | say 1 striker U | say 0 trump H | play 1:H9 0:L7 | rule 5 counted"
    table, _ = run(lines, seats="0 1 2")
    assert table.standing["bummerl"] == {0: 1, 1: 0, 2: 0}


@rule("DECISIONS WA18")
def test_breach_ruled_twice_is_penalised_once() -> None:
    table, _ = run(f"deal 0 | say 3 peek | rule 2 counted | rule 2 counted | {ROUND.partition(' | ')[2]}")
    assert table.tallies == {0: 2, 1: 2, 2: 2, 3: 2}


def test_card_out_of_turn_has_no_penalty_even_if_counted() -> None:
    table, findings = run(f"{ANNOUNCED} | play 1:EA 3:E9 | rule 5 counted")
    assert finding_texts(findings) == ["out_of_turn 3.5 @5 3"]
    assert (table.phase, table.tallies[0]) == ("play", 0)


# Numbers entered by hand


@rule("WA20")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("deal 0 | tricks 0:3 1:1", {0: 2, 1: 0, 2: 2, 3: 0}, id="three to one"),
        pytest.param("deal 0 | tricks 0:1 2:2 1:2", {0: 2, 1: 0, 2: 2, 3: 0}, id="partners together"),
        pytest.param("deal 0 | tricks 0:3 1:2 | say 1 bid 3 | say 0 bid 4", {0: 4, 1: 0, 2: 4, 3: 0}, id="with bids"),
        pytest.param(f"{ANNOUNCED} | say 1 bid 3 | say 0 hold | tricks 1:3", {0: 0, 1: 3, 2: 0, 3: 3}, id="bid before"),
    ],
)
def test_tricks_entered_by_hand_are_scored(lines: str, expected: dict[int, int]) -> None:
    table, findings = run(lines)
    assert (findings, table.tallies) == ([], expected)


@rule("WA20")
@pytest.mark.parametrize(("tricks", "count", "limit"), [("0:4 1:2", 6, 5), ("0:2 1:1", 2, 3), ("0:1 2:1 1:2", 2, 3)])
def test_wrong_numbers_are_noticed(tricks: str, count: int, limit: int) -> None:
    _, findings = run(f"deal 0 | tricks {tricks}")
    assert [(one.kind.value, one.count, one.limit) for one in findings] == [("wrong_count", count, limit)]


@rule("WA9")
def test_the_dealer_moves_one_seat_each_round() -> None:
    assert [score.dealer for score in run(evening(*[("A", 2)] * 3))[0].history] == [0, 1, 2]
    assert finding_texts(run(f"{ROUND} | deal 3")[1]) == ["wrong_dealer WA9 @19 3"]


@rule("WA1", "3.4")
def test_impossible_cards_and_wrong_takers_are_noticed() -> None:
    assert finding_texts(run(f"{ANNOUNCED} | play 1:EA 2:CJ")[1]) == ["foreign_card WA1 @5 2"]
    assert finding_texts(run(f"{LAST_TRICK} | play 2:EA")[1]) == ["seen_twice WA1 @24 2"]
    assert finding_texts(run(f"{ANNOUNCED} | play 1:EA 2:E9 3:LU 0:EU >0")[1]) == ["wrong_taker 3.4 @8 0"]


def test_the_game_asked_is_the_game_played() -> None:
    table, _ = run(ANNOUNCED, "target=13")
    assert in_game(table).target == 13
