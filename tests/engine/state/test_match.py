"""Players change seats: their tallies and counts move with them, also if the change is entered late."""

from collections.abc import Sequence

import pytest

from engine.events import EveningStarted, PlayersSeated
from engine.games.bohemian_watten.game import BohemianWatten
from engine.notation.record import read
from engine.rules.deal import DealScore, Result, Standing
from engine.state.match import Match
from engine.state.table import Table

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
    reported = " | ".join(lines).split(" | ")
    return Table.from_journal(
        read("\n".join(["kiebitz record 1", "game bohemian-watten seats 0 1 2 dealer 0", *reported]))
    )


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
    assert (table.current_deal.tallies, table.tallies) == ({0: 17, 1: 18, 2: 25}, {0: 17, 1: 18, 2: 25})


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
