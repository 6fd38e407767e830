"""Score-only mode: tricks entered by hand are held to the same rules as a deal that is watched."""

import pytest

from engine.events import GameStarted, TricksEntered
from engine.games import all_games
from engine.rules.findings import Kind
from engine.state.table import Table
from tests.support.records import play_record

rule = pytest.mark.rule
case = pytest.param

FIRST = "deal 0 | tricks 0:2 1:2 2:1 3:0 trump L"
"""Seats 0 to 3 stand at 18, 18, 19 and 25; seat 1 deals next, then forehand is 2 and the cutter 0."""
TO_FIVE = " | ".join(f"deal {dealer % 4} | tricks 0:5 1:0 2:0 3:0 trump L" for dealer in range(3))


@rule("BW16", "BW17", "BW18")
@pytest.mark.parametrize(
    ("lines", "noticed"),
    [
        case("deal 0 | tricks 0:3 1:2 3:0 trump L", ["BW17a 2"], id="BW17a-first-deal"),
        case("deal 0 | tricks 0:5 trump L", ["BW17a 1", "BW17a 2", "BW17a 3"], id="BW17a-all-of-them"),
        case(f"{FIRST} | deal 1 | tricks 0:3 1:2 3:0 trump H", ["BW17b 2"], id="BW17b-hearts"),
        case(f"{TO_FIVE} | deal 3 | tricks 1:5 2:0 3:0 trump E", ["BW17c 0"], id="BW17c-five-or-fewer"),
        case(f"{FIRST} | deal 1 | tricks 0:3 1:2 3:0 trump L | deal 2 | tricks 0:3 1:2 3:0 trump L", ["BW17d 2"],
             id="BW17d-two-deals-in-a-row"),
        case(f"{FIRST} | deal 1 | tricks 0:3 2:2 3:0 trump L", ["BW17e 1"], id="BW17e-the-dealer"),
        case(f"{FIRST} | deal 1 | tricks 1:5 trump L", ["BW17f 0"], id="BW17f-the-cutter-after-all-others"),
        case(f"{FIRST} | deal 1 | tricks 0:3 1:2 3:0 trump L", [], id="one-sits-out"),
        case(f"{FIRST} | deal 1 | tricks 0:3 1:2 trump L", [], id="two-sit-out"),
        case(f"{FIRST} | deal 1 | tricks 0:3 1:2 2:0 3:0 trump H", [], id="everybody-plays"),
    ],
)  # fmt: skip
def test_seat_without_entered_tricks_has_folded(lines: str, noticed: list[str]) -> None:
    table, findings = play_record(lines, seats="0 1 2 3")
    last = [one for one in findings if one.position == len(table.journal) - 1]
    assert [f"{one.kind} {one.rule} {one.seat}" for one in last] == [f"fold_not_allowed {one}" for one in noticed]


@rule("BW7", "BW22", "GR7")
@pytest.mark.parametrize("game", ["bohemian-watten", "gras"])
def test_tricks_are_scored_once_trump_is_known(game: str) -> None:
    """Hearts count double, so a trump that is missing is asked for."""
    table, findings = play_record("deal 0 | tricks 0:3 1:2 2:0", name=game)
    assert [one.kind.value for one in findings] == ["trump_missing"]
    assert (table.score, dict(table.tallies)) == (None, {0: 20, 1: 20, 2: 20})
    later, _ = play_record("deal 0 | tricks 0:3 1:2 2:0 | upcard H9", name=game)
    assert dict(later.tallies) == {0: 14, 1: 16, 2: 30}
    corrected, _ = play_record("deal 0 | tricks 0:3 1:2 2:0 | correct 2: tricks 0:3 1:2 2:0 trump L", name=game)
    assert dict(corrected.tallies) == {0: 17, 1: 18, 2: 25}


@rule("BW14", "GR3")
@pytest.mark.parametrize("game", ["bohemian-watten", "gras"])
def test_upcard_determines_trump_of_entered_tricks(game: str) -> None:
    table, findings = play_record("deal 0 | upcard H9 | tricks 0:3 1:2 2:0", name=game)
    assert (findings, dict(table.tallies)) == ([], {0: 14, 1: 16, 2: 30})


TRICKS = {"bauerchen": ((0, 70), (1, 60), (2, 0), (3, 0))}


@pytest.mark.parametrize("game", ["bauerchen", "bohemian-watten", "gras", "watten"])
def test_unknown_entered_trump_is_a_finding(game: str) -> None:
    table = Table()
    table.observe(GameStarted(game, (0, 1, 2, 3), 0))
    tricks = TRICKS.get(game, ((0, 3), (1, 2), (2, 0), (3, 0)))
    (finding,) = table.observe(TricksEntered(tricks, "XX"))
    assert finding.kind is Kind.UNKNOWN_CALL
    assert table.score is None
    trump = next(iter(all_games()[game]().all_trumps))
    assert Kind.UNKNOWN_CALL not in {findings.kind for findings in table.observe(TricksEntered(tricks, trump))}
    assert table.score is not None
    assert table.trump == trump
