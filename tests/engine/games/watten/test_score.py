"""Watten: targets, krank, Streichen, Schneider, Retourschneider, Bummerl, and what a revoke costs (RULEBOOK 3.7)."""

from __future__ import annotations

import pytest

from tests.support.watten_tables import ANNOUNCED, LAST_TRICK, ROUND, finding_texts, run, watten

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


# Revokes, when the table counts them


@rule("DECISIONS WA17")
def test_in_a_duel_the_bummerl_is_the_revokers_alone() -> None:
    lines = "deal 0 | say 1 striker U | say 0 trump H | play 1:H9 0:L7 | rule 5 counted"
    table, _ = run(lines, seats="0 1 2")
    assert table.standing["bummerl"] == {0: 1, 1: 0, 2: 0}


def test_card_out_of_turn_has_no_penalty_even_if_counted() -> None:
    table, findings = run(f"{ANNOUNCED} | play 1:EA 3:E9 | rule 5 counted")
    assert finding_texts(findings) == ["out_of_turn 3.5 @5 3"]
    assert (table.phase, table.tallies[0]) == ("play", 0)


# Numbers entered by hand


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
