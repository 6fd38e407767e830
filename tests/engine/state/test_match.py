"""Players change seats: their tallies and counts move with them, also if the change is entered late."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from engine.cards import Seat
from engine.events import Amended, DealStarted, EveningStarted, GameStarted, PlayersSeated
from engine.games.bohemian_watten.game import BohemianWatten
from engine.notation.record import read
from engine.rules.deal import DealScore, Result, Standing
from engine.state.match import Match
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import evening

PLAYED = "upcard LU | exchange 1 0 | exchange 2 0 | exchange 0 0 | tricks 0:2 1:3 2:0"
"""Seat 0 goes from 20 to 18, seat 1 to 17, seat 2 to 25."""
SEATED = "players 0:Anna 1:Bert 2:Cenzi"
SWAPPED = "players 0:Bert 1:Anna 2:Cenzi"


class Counting(BohemianWatten):
    """Every game lost is a Bummerl."""

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        had = before.get("bummerl", {})
        return {"bummerl": {**had, **{seat: had.get(seat, 0) + 1 for seat in deals[-1].result.losers}}}


def table_after(*lines: str) -> Table:
    told = " | ".join(lines).split(" | ")
    return Table.from_journal(read("\n".join(["kiebitz record 1", "game bohemian-watten seats 0 1 2 dealer 0", *told])))


def seated(names: str) -> dict[Seat, str]:
    return {seat: name for seat, name in enumerate(names) if name != " "}


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["deal 0", PLAYED, SWAPPED, "deal 1"], id="before the next deal"),
        pytest.param(["deal 0", PLAYED, "deal 1", SWAPPED], id="at its beginning"),
        pytest.param(["deal 0", PLAYED.replace("| tricks", f"| {SWAPPED} | tricks"), "deal 1"], id="in a deal"),
        pytest.param(["deal 0", PLAYED, "players 0:Cenzi 1:Anna 2:Bert", SWAPPED, "deal 1"], id="twice"),
        pytest.param(["deal 0", PLAYED, "players 0:Cenzi 1:Anna 2:Bert", "deal 1", SWAPPED], id="before and after"),
    ],
)  # fmt: skip
def test_time_of_the_seating_event_does_not_matter(lines: list[str]) -> None:
    table = table_after(SEATED, *lines)
    assert table.deal is not None
    assert (table.deal.tallies, table.tallies) == ({0: 17, 1: 18, 2: 25}, {0: 17, 1: 18, 2: 25})


def test_a_seating_that_is_undone() -> None:
    table = table_after(SEATED, "deal 0", PLAYED, SWAPPED, "deal 1")
    position = next(
        place for place, event in enumerate(table.journal) if event == read(f"kiebitz record 1\n{SWAPPED}")[0]
    )
    table.observe(Amended(position))
    assert (table.tallies, table.players[0]) == ({0: 18, 1: 17, 2: 25}, "Anna")


def test_without_a_game_names_are_known() -> None:
    table = Table()
    for event in (EveningStarted("Adler"), PlayersSeated(((0, "Anna"), (2, "Bert")))):
        assert table.observe(event) == []
    assert (table.players, table.phase, table.tallies) == ({0: "Anna", 2: "Bert"}, "no_game", {})
    table.observe(EveningStarted("Post"))
    assert table.players == {}


def test_who_plays_on_after_the_end_begins_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game adds one Bummerl to the standing with which the next begins."""
    monkeypatch.setattr(BohemianWatten, "standing", Counting.standing)
    monkeypatch.setattr(BohemianWatten, "outcome", lambda *_: Result({0: 0, 1: 3, 2: 5}, (0,), (1, 2)))
    table = table_after("deal 0", PLAYED, "deal 1", PLAYED)
    assert isinstance(table.match, Match)
    assert table.match.standing == {"bummerl": {1: 1, 2: 1}}
    assert not table.match.is_over


@settings(
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Stage.explicit, Stage.reuse, Stage.generate],
)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_tallies_follow_their_players(seed: int, random: Random) -> None:
    """By hand: the changes of each deal go to the names that sat there."""
    names = ["Anna", "Bert", "Cenzi", "Dori"]
    table, has = Table(), dict.fromkeys(names, 20)
    for event in evening(seed, deals=3):
        if isinstance(event, DealStarted):
            settle(table, has)
            sitting = random.sample(names[: len(table.seats)], len(table.seats))
            table.observe(PlayersSeated(tuple(zip(table.seats, sitting, strict=True))))
        elif isinstance(event, GameStarted):
            has = dict.fromkeys(names, 20)
        table.observe(event)
    settle(table, has)
    assert {table.players[seat]: tally for seat, tally in table.tallies.items()} == {
        name: has[name] for seat, name in table.players.items() if seat in table.tallies
    }


def settle(table: Table, has: dict[str, int]) -> None:
    for seat, change in (table.score.changes if table.score else {}).items():
        has[table.players[seat]] += change
