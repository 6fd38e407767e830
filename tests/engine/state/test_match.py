"""Players change seats: their tallies and counts move with them, also if the change is entered late."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from engine.cards import Seat
from engine.events import Amended, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated
from engine.games.bohemian_watten.game import BohemianWatten
from engine.notation.record import read
from engine.rules.deal import DealScore, Result, Standing
from engine.state.match import Match, Moves, moves_between
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import evening

PLAYED = "upcard LU | exchange 1 0 | exchange 2 0 | exchange 0 0 | tricks 0:2 1:3 2:0"
"""Seat 0 goes from 20 to 18, seat 1 to 17, seat 2 to 25."""
SEATED = "players 0:Anna 1:Bert 2:Cenzi"
SWAPPED = "players 0:Bert 1:Anna 2:Cenzi"


class Teams(BohemianWatten):
    """Not found as a game, for it does not lie among them."""

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        return tuple(seats[:2]), tuple(seats[2:])


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
    ("before", "after", "to"),
    [
        pytest.param("ABC", "ABC", "012", id="nobody moves"),
        pytest.param("ABC", "CAB", "120", id="everybody moves on"),
        pytest.param("ABC", "BAC", "102", id="two change seats"),
        pytest.param("ABC", "ABX", "012", id="a new one takes over the seat"),
        pytest.param("ABC", "XAC", "102", id="one moves, a new one takes what is left"),
        pytest.param("ABC", "XAY", "102", id="one moves, one new one sits down, one takes what is left"),
        pytest.param("   ", "ABC", "012", id="the first names"),
        pytest.param("ABC", "   ", "012", id="no names any more"),
        pytest.param("AAB", "BAA", "210", id="of two with one name nobody knows who went where"),
    ],
)
def test_moves_between_seatings(before: str, after: str, to: str) -> None:
    moves = moves_between(seated(before), seated(after), BohemianWatten().sides((0, 1, 2)), (0, 1, 2))
    assert "".join(str(moves.new_seat(seat)) for seat in (0, 1, 2)) == to
    assert bool(moves) == (to != "012")


@given(*[st.dictionaries(st.integers(0, 3), st.sampled_from(["", *"ABCDE"]))] * 2, st.sampled_from([(0, 2), (0, 1, 2)]))
def test_every_tally_finds_one_seat(
    before: Mapping[int, str], after: Mapping[int, str], seats: tuple[int, ...]
) -> None:
    moves = moves_between(before, after, BohemianWatten().sides(seats), seats)
    assert sorted(map(moves.new_seat, seats)) == list(seats)
    back = moves_between(after, before, BohemianWatten().sides(seats), seats)
    known = [name for name in before.values() if name and [*before.values(), *after.values()].count(name) == 2]
    for seat in seats:
        if before.get(seat) in known and before.get(seat) in [after.get(other) for other in seats]:
            assert after[moves.new_seat(seat)] == before[seat]
            assert moves.followed_by(back).new_seat(seat) == seat


def test_teams_keep_their_score() -> None:
    four = (0, 1, 2, 3)
    assert not moves_between(seated("ABCD"), seated("CDAB"), Teams().sides(four), four)
    assert moves_between(seated("ABCD"), seated("CDAB"), BohemianWatten().sides(four), four)


def test_tallies_follow_between_deals() -> None:
    table = table_after(SEATED, "deal 0", PLAYED, SWAPPED)
    assert table.players == {0: "Bert", 1: "Anna", 2: "Cenzi"}
    assert table.tallies == {0: 17, 1: 18, 2: 25}
    assert table.score is not None
    assert table.score.tricks == {0: 3, 1: 2, 2: 0}
    assert table.findings == ()
    table.observe(DealStarted(1))
    assert table.tallies == {0: 17, 1: 18, 2: 25}
    assert [score.result.tallies for score in table.history] == [{0: 17, 1: 18, 2: 25}]
    assert table.deal is not None
    assert table.deal.tallies == {0: 17, 1: 18, 2: 25}


def test_player_who_sat_out_is_known_on_the_new_seat() -> None:
    folding = "deal 0 | upcard LU | say 1 fold | exchange 2 0 | exchange 0 0 | tricks 0:2 2:3 | deal 1"
    ordinary = "deal 0 | upcard LU | exchange 1 0 | exchange 2 0 | exchange 0 0 | tricks 0:2 1:2 2:1"
    table = table_after(
        SEATED, ordinary, folding.replace("deal 0", "deal 1").replace("| deal 1", ""), SWAPPED, "deal 2"
    )
    assert table.deal is not None
    assert table.deal.sat_out == {0}


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


def lost_once(monkeypatch: pytest.MonkeyPatch, *between: Event) -> Table:
    """Returns the table in the second game; in the first, seat 0 won, the others got a Bummerl."""
    monkeypatch.setattr(BohemianWatten, "standing", Counting.standing)
    monkeypatch.setattr(BohemianWatten, "outcome", lambda *_: Result({0: 0, 1: 3, 2: 5}, (0,), (1, 2)))
    table = table_after(SEATED, "deal 0", PLAYED)
    assert table.standing == {"bummerl": {1: 1, 2: 1}}
    for event in (*between, GameStarted("bohemian-watten", (0, 1, 2), 0)):
        table.observe(event)
    return table


def test_standing_follows_the_players_at_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = PlayersSeated(((0, "Bert"), (1, "Anna"), (2, "Cenzi")))
    assert lost_once(monkeypatch).standing == {"bummerl": {1: 1, 2: 1}}
    assert lost_once(monkeypatch, swapped).standing == {"bummerl": {0: 1, 2: 1}}


def test_new_evening_resets_the_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost_once(monkeypatch, EveningStarted("tomorrow")).standing == {}


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


def test_moves_add_up() -> None:
    first, second = Moves({0: 1, 1: 0}), Moves({1: 2, 2: 1})
    assert [first.followed_by(second).new_seat(seat) for seat in (0, 1, 2)] == [2, 0, 1]
