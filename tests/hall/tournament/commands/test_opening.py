"""A tournament begins and ends."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from hall.formats.load import preset
from hall.tournament.commands import course, entries, results
from hall.tournament.events import (
    Created,
)
from hall.tournament.refusals import REFUSALS
from hall.tournament.state import Tournament
from tests.support.hall_commands import ELEVEN, WON, refused
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
    for words in REFUSALS.values():
        german, english = words
        assert not {"the", "is", "are", "of", "no"} & set(german.lower().split())
        assert not {"der", "die", "das", "ist", "es", "nicht", "noch"} & set(english.lower().split())
        for text in words:
            assert text.endswith(".")
