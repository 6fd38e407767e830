"""People register, arrive, leave and come back."""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from common.texts.phrases import Language, phrase_in
from hall.formats.load import preset
from hall.tournament.commands import course, entries
from hall.tournament.commands.course import HallRefusal
from hall.tournament.events import Arrived, Finished, HallEvent, Left, Registered, Renamed, Returned, Unregistered
from hall.tournament.ranking import open_ties
from tests.support.hall_commands import ELEVEN, refused
from tests.support.hall_tournaments import Played


def test_pairs_get_start_numbers_in_turn() -> None:
    played = Played(ELEVEN)
    assert entries.register(played.now, [" Huber ", "Maier"], "TSV", present=False) == [
        Registered(1, ("Huber", "Maier"), "TSV")
    ]
    played.add([Registered(12, ("Huber", "Maier"), present=True)])
    assert played.add(entries.register(played.now, ["Gruber", "Wimmer"])).entries[13].label == "13 Gruber/Wimmer"
    refused("name_taken", lambda: entries.register(played.now, ["Maier", "Huber"]))
    refused("members", lambda: entries.register(played.now, ["Huber"]))
    refused("no_name", lambda: entries.register(played.now, ["Huber", " "]))
    refused("long_name", lambda: entries.register(played.now, ["Huber", "x" * 41]))
    refused("no_teams", lambda: entries.register_team(played.now, [["A", "B"], ["C", "D"]]))


def test_a_team_is_two_entries_that_come_and_go_together() -> None:
    played = Played("watten-teams").register(2)
    refused("teams_only", lambda: entries.register(played.now, ["A", "B"]))
    refused("teams_only", lambda: entries.register_team(played.now, [["A", "B"]]))
    assert [(entry.number, entry.team) for entry in played.now.present] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert entries.leave(played.now, 2) == [Left(1), Left(2)]
    played.add(entries.leave(played.now, 2))
    assert entries.arrive(played.now, 1) == [Returned(1), Returned(2)]
    assert entries.unregister(played.now, 4) == [Unregistered(3), Unregistered(4)]
    played.add([Renamed(3, ("A", "B"), team_name="Adler")])
    assert [entry.team_name for entry in played.now.entries.values()] == ["Team 1", "Team 1", "Adler", "Adler"]


def test_who_registered_in_advance_plays_after_arriving() -> None:
    played = Played(ELEVEN).register(4)
    played.add(entries.register(played.now, ["Spät", "Später"], present=False))
    refused("present", lambda: entries.arrive(played.now, 1))
    played.add(course.draw(played.now))
    assert 5 not in played.round.numbers
    assert entries.arrive(played.now, 5) == [Arrived(5)]
    played.add(entries.arrive(played.now, 5))
    played.add(course.draw_again(played.now))
    assert 5 in (*played.round.numbers, *played.round.byes)


@pytest.mark.parametrize(
    ("language", "reasons"),
    [("de", ["Nummer 1 ist da.", "Nummer 2 ist abgemeldet."]), ("en", ["Number 1 is there.", "Number 2 is gone."])],
)
def test_who_is_there_already_or_has_left_is_told_so(language: Language, reasons: list[str]) -> None:
    played = Played(ELEVEN).register(2)
    played.add(entries.leave(played.now, 2))
    messages = []
    for number, command in ((1, entries.arrive), (2, entries.leave)):
        with pytest.raises(HallRefusal) as caught:
            command(played.now, number)
        messages.append(phrase_in(language, caught.value.reason))
    assert messages == reasons


def test_nobody_comes_or_goes_after_the_end() -> None:
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=1))).register(5)
    played.play_round(random.Random(1))
    played.add([Finished()])
    commands: tuple[Callable[[], list[HallEvent]], ...] = (
        lambda: entries.register(played.now, ["A", "B"]),
        lambda: entries.arrive(played.now, 1),
        lambda: entries.leave(played.now, 1),
        lambda: entries.unregister(played.now, 1),
        lambda: course.draw(played.now),
        lambda: course.draw_again(played.now),
        lambda: course.start_round(played.now),
        lambda: course.close_round(played.now),
        lambda: course.decide_tie(played.now, (1, 2)),
    )
    for command in commands:
        refused("finished", command)
    assert entries.rename(played.now, 1, ["A", "B"])


def test_nobody_registers_once_the_finals_are_drawn() -> None:
    """Not even while the round of the finals could be drawn again; those who have left may come back."""
    chosen = replace(preset("watten-4x1-15-quarter-finals"), rounds=replace(ELEVEN.rounds, number=1))
    played = Played(chosen).register(16)
    played.add(entries.register(played.now, ["A", "B"], present=False))
    played.play_round(random.Random(1))
    for tie in open_ties(played.now):
        played.add(course.decide_tie_by_lot(played.now, tie))
    played.add(entries.leave(played.now, 3))
    played.add(course.draw(played.now))
    assert played.now.phase == "drawn"
    refused("no_late_entries", lambda: entries.register(played.now, ["C", "D"]))
    refused("no_late_entries", lambda: entries.arrive(played.now, 17))
    assert entries.arrive(played.now, 3) == [Returned(3)]


def test_a_team_does_not_register_after_the_last_round_has_begun() -> None:
    chosen = preset("watten-teams")
    played = Played(replace(chosen, rounds=replace(chosen.rounds, number=1))).register(2)
    assert entries.register_team(played.now, [["A", "B"], ["C", "D"]])
    played.start_round()
    refused("no_late_entries", lambda: entries.register_team(played.now, [["A", "B"], ["C", "D"]]))


def test_a_removed_entry_was_never_drawn_and_its_number_stays_free() -> None:
    played = Played(ELEVEN).register(5)
    played.add(entries.unregister(played.now, 5))
    played.add_entry()
    assert sorted(played.now.entries) == [1, 2, 3, 4, 6]
    played.add(course.draw(played.now))
    for number in (1, 2, 3, 4, 6):  # one of them has a bye
        refused("has_played", lambda number=number: entries.unregister(played.now, number), number=number)
    refused("no_entry", lambda: entries.unregister(played.now, 5), number=5)


def test_who_leaves_is_not_drawn_and_comes_back() -> None:
    played = Played(ELEVEN).register(6)
    played.play_round(random.Random(1))
    played.add(entries.leave(played.now, 3))
    played.add(entries.leave(played.now, 4))
    refused("left", lambda: entries.leave(played.now, 3))
    assert {3, 4}.isdisjoint(played.play_round(random.Random(2)).numbers)
    played.add(entries.arrive(played.now, 3))
    round_ = played.play_round(random.Random(3))
    assert 3 in (*round_.numbers, *round_.byes)
    refused("no_late_entries", lambda: entries.register(played.now, ["A", "B"]))
    played.add(entries.arrive(played.now, 4))
    assert played.now.entries[4].presence == "present"


def test_in_the_last_round_late_pairs_come_in_as_long_as_it_can_be_drawn_again() -> None:
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=1))).register(4)
    played.add(entries.register(played.now, ["A", "B"], present=False))
    played.add(course.draw(played.now))
    played.add(entries.register(played.now, ["C", "D"]))
    played.add(course.draw_again(played.now))
    assert 6 in (*played.round.numbers, *played.round.byes)
    played.add(course.start_round(played.now))
    refused("no_late_entries", lambda: entries.arrive(played.now, 5))
