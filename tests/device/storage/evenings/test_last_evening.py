"""From where a journal is read when it is opened, and whether that was far enough back."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from device.storage.evenings.last_evening import refers_to_earlier_events, start_of_last_evening
from engine.codec import to_line
from engine.events import (
    Amended,
    DealStarted,
    EveningStarted,
    Event,
    GameStarted,
    PlayersSeated,
    Ruled,
)

EVENING, NAMES, OTHER_NAMES = EveningStarted("Friday"), PlayersSeated(((0, "Zenzi"),)), PlayersSeated(((1, "Vroni"),))
GAME, OF_TWO, WATTEN = (
    GameStarted("gras", (0, 1, 2), 0),
    GameStarted("gras", (0, 1), 0),
    GameStarted("watten", (0, 1, 2, 3), 0),
)
DEAL = DealStarted(0)


@pytest.mark.parametrize(
    ("events", "start"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([EVENING, NAMES, GAME, DEAL], 0, id="one evening"),
        pytest.param([EVENING, GAME, DEAL, EVENING, NAMES, GAME, DEAL], 3, id="the second evening"),
        pytest.param([EVENING, GAME, DEAL, EVENING, NAMES], 0, id="an evening without a game yet"),
        pytest.param([GAME, DEAL, GAME, DEAL], 0, id="games whose counts go on"),
        pytest.param([GAME, DEAL, WATTEN, DEAL], 2, id="another game"),
        pytest.param([GAME, DEAL, OF_TWO, DEAL], 2, id="other seats"),
        pytest.param([GAME, WATTEN, GAME, DEAL], 2, id="another game between two"),
        pytest.param([NAMES, GAME, DEAL, WATTEN, DEAL], 0, id="names that still hold"),
        pytest.param([NAMES, GAME, DEAL, OTHER_NAMES, WATTEN, DEAL], 3, id="names before the last game"),
        pytest.param([NAMES, GAME, DEAL, OTHER_NAMES, GAME, DEAL], 0, id="names before the first of its games"),
        pytest.param([GAME, DEAL, NAMES], 0, id="names after the last game"),
    ],
)
def test_a_journal_is_read_from_where_the_last_evening_began(events: list[Event], start: int) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table events (position integer primary key, event text)")
        connection.executemany("insert into events values (?, ?)", enumerate(map(to_line, events)))
        assert start_of_last_evening(connection) == start


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([EVENING, GAME, DEAL, Amended(2), Ruled(2, "stands")], False, id="what was read"),
        pytest.param([GAME, Ruled(-1, "stands")], True, id="a ruling on an event before"),
        pytest.param([GAME, Amended(-2)], True, id="an event before was taken back"),
        pytest.param([GAME, Amended(1, Ruled(-3, "stands"))], True, id="a ruling on one before was changed"),
        pytest.param([EVENING, GAME, DEAL, Amended(0)], True, id="the evening was taken back"),
        pytest.param([EVENING, GAME, DEAL, Amended(1, WATTEN)], True, id="the game was changed"),
        pytest.param([NAMES, GAME, DEAL, Amended(0, OTHER_NAMES)], True, id="the names were changed"),
        pytest.param([EVENING, GAME, Amended(1, NAMES, before=True)], True, id="something was put before the game"),
        pytest.param([EVENING, GAME, DEAL, Amended(2, DEAL, before=True)], False, id="something was put after it"),
    ],
)
def test_more_is_read_if_something_refers_to_what_came_before(events: list[Event], expected: bool) -> None:
    assert refers_to_earlier_events(events) is expected
