"""A tournament begins and ends; its rounds are drawn, started and closed."""

import random
from collections.abc import Callable
from itertools import combinations
from typing import get_args

import pytest
from msgspec.structs import replace

from common.texts.keys import PhraseKey
from common.texts.phrases import phrase_in
from hall.formats.format import RoundsFormat
from hall.formats.load import preset
from hall.tournament.commands import course, entries, results
from hall.tournament.events import Created
from hall.tournament.state import Tournament
from tests.support.examples import one_in
from tests.support.hall_commands import ELEVEN, WON, refused, running
from tests.support.hall_tournaments import Played


def test_a_tournament_is_created_once_with_its_format_and_a_seed() -> None:
    chosen = preset("watten-3x3-13")
    assert course.create(Tournament(), "adler-26", " Preiswatten ", chosen, 7, "Adler") == [
        Created("adler-26", "Preiswatten", chosen, 7, "Adler")
    ]
    seeds = {course.create(Tournament(), "a", "A", chosen)[0].seed for _ in range(9)}  # type: ignore[union-attr]
    assert len(seeds) > 5
    refused("created", lambda: course.create(Played(chosen).now, "a", "A", chosen))


@pytest.mark.parametrize("name", ["", "Adler", "a b", "a/b", "a+", "#", "-a", "a-", "ä", "a" * 33, "a\n"])
def test_a_short_name_fits_into_topics(name: str) -> None:
    refused("bad_id", lambda: course.create(Tournament(), name, "A", ELEVEN))


def test_a_tournament_has_a_title() -> None:
    refused("no_title", lambda: course.create(Tournament(), "a", " \n", ELEVEN))


def test_the_format_can_change_until_the_first_round_is_started() -> None:
    played = Played(ELEVEN).register(4)
    other = preset("watten-swiss")
    played.add(course.change_format(played.now, other))
    assert played.now.format == other
    refused("format_entrants", lambda: course.change_format(played.now, preset("watten-singles")))
    assert course.change_format(played.now, other) == []
    played.add(course.draw(played.now))
    refused("format_drawn", lambda: course.change_format(played.now, ELEVEN))
    longer = replace(other, match=replace(other.match, games=5), rules={"target": 15})
    played.add(course.change_format(played.now, longer))
    assert played.now.format == longer
    played.add(course.start_round(played.now))
    refused("format_fixed", lambda: course.change_format(played.now, other))


def test_nothing_happens_before_a_tournament_and_after_it() -> None:
    none = Tournament()
    for command in (
        lambda: entries.register(none, ["A", "B"]), lambda: course.draw(none), lambda: course.start_round(none),
        lambda: course.close_round(none), lambda: course.finish(none), lambda: results.decide(none, 1, 1, WON, "x"),
    ):  # fmt: skip
        refused("not_created", command)
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=1))).register(4)
    refused("not_over", lambda: course.finish(played.now))
    played.play_round(random.Random(1))
    assert played.now.phase == "over"
    played.add(course.finish(played.now))
    refused("finished", lambda: entries.register(played.now, ["A", "B"]))
    refused("finished", lambda: course.draw(played.now))
    assert results.decide(played.now, 1, 1, WON, "typed wrongly")


def test_every_refusal_is_said_in_both_languages() -> None:
    keys: list[PhraseKey] = [key for key in get_args(PhraseKey) if key.startswith("refused_")]
    assert len(keys) > 40
    for key in keys:
        german, english = phrase_in("de", key), phrase_in("en", key)
        assert not {"the", "is", "are", "of", "no"} & set(german.lower().split())
        assert not {"der", "die", "das", "ist", "es", "nicht", "noch"} & set(english.lower().split())
        assert (german[-1], english[-1]) == (".", ".")


def test_a_round_is_drawn_started_played_and_closed_in_turn() -> None:
    played = Played(ELEVEN).register(4)
    refused("not_drawn", lambda: course.start_round(played.now))
    refused("not_drawn", lambda: course.close_round(played.now))
    refused("not_drawn", lambda: course.draw_again(played.now))
    played.add(course.draw(played.now))
    refused("not_running", lambda: course.close_round(played.now))
    refused("not_running", lambda: results.report(played.now, 1, 1, WON))
    refused("round_open", lambda: course.draw(played.now))
    assert played.now.phase == "drawn"
    played.add(course.start_round(played.now))
    assert played.now.phase == "running"
    refused("started", lambda: course.start_round(played.now))
    refused("missing", lambda: course.close_round(played.now))
    played.report_all(random.Random(1))
    played.add(course.close_round(played.now))
    assert played.now.phase == "between"
    refused("not_drawn", lambda: course.start_round(played.now))


def test_a_new_draw_is_the_next_attempt_until_there_is_a_result() -> None:
    played = running(8)
    played.add(course.draw_again(played.now))
    round_ = played.round
    assert (round_.number, round_.attempt, round_.seed, round_.state) == (1, 2, 1, "drawn")
    assert len(played.now.rounds) == 1
    played.add(course.start_round(played.now))
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    refused("has_results", lambda: course.draw_again(played.now))


def test_too_few_cannot_play() -> None:
    played = Played(ELEVEN).register(1)
    refused("too_few", lambda: course.draw(played.now), got=1, expected=2)
    refused("too_few", lambda: course.draw(Played("watten-singles").register(3).now), got=3, expected=4)
    refused("too_few", lambda: course.draw(Played("watten-teams").register(1).now), got=2, expected=4)
    three = replace(ELEVEN, entrants="single", rounds=RoundsFormat(3, "drawn", (4, 3)))
    refused("too_few", lambda: course.draw(Played(three).register(2).now), got=2, expected=3)


def test_after_the_last_round_nothing_is_drawn() -> None:
    played = Played(ELEVEN).register(4)
    for seed in range(3):
        played.play_round(random.Random(seed))
    refused("all_played", lambda: course.draw(played.now))


def test_an_open_call_keeps_the_round_open() -> None:
    played = running()
    played.add(results.call_referee(played.now, 1, 2, "revoke?", "table", {"finding": "revoke"}))
    refused("called", lambda: results.call_referee(played.now, 1, 2))
    played.report_all(random.Random(1))
    refused("calls_open", lambda: course.close_round(played.now), tables="2")
    assert [match.table for _, match in played.now.calls] == [2]
    refused("reason", lambda: results.decide_call(played.now, 1, 2, " "))
    refused("no_call", lambda: results.decide_call(played.now, 1, 1, "no"))
    played.add(results.decide_call(played.now, 1, 2, "two points to the others"))
    assert course.close_round(played.now)
    assert played.now.calls == ()


def play_round_robin(count: int, changes: dict[int, Callable[[Played], object]]) -> Played:
    """Plays until the rounds are over; *changes* happen after the round of their number."""
    chosen = replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=0, draw="round_robin"))
    played = Played(chosen).register(count)
    while played.now.phase != "over":
        played.play_round(random.Random(1))
        changes.get(len(played.now.rounds), lambda _: None)(played)
    return played


def meetings(played: Played) -> dict[tuple[int, ...], int]:
    met = [tuple(sorted(side[0] for side in m.pairing.sides)) for r in played.now.rounds for m in r.matches]
    return {two: met.count(two) for two in met}


@pytest.mark.parametrize("count", [2, 3, 6, 7, 12])
def test_a_full_round_robin_takes_as_many_rounds_as_there_are_opponents(count: int) -> None:
    played = play_round_robin(count, {})
    assert len(played.now.rounds) == count - 1 + count % 2
    assert meetings(played) == dict.fromkeys(combinations(range(1, count + 1), 2), 1)


@pytest.mark.parametrize("count", [6, 7, 12])
def test_a_late_pair_meets_everybody_as_well(count: int) -> None:
    played = play_round_robin(count, {2: lambda played: played.add_entry()})
    assert meetings(played).keys() == set(combinations(range(1, count + 2), 2))
    assert len(played.now.rounds) <= count + 4


@pytest.mark.parametrize("count", one_in(3, [6, 7, 12]))
def test_after_two_have_left_the_others_still_meet_everybody(count: int) -> None:
    def leave_two(played: Played) -> None:
        for number in (1, 2):
            played.add(entries.leave(played.now, number))

    played = play_round_robin(count, {2: leave_two})
    assert set(combinations(range(3, count + 1), 2)) <= meetings(played).keys()
    assert len(played.now.rounds) <= count + 2
