"""The link knows events by their positions in the journal, as the hall stores them."""

from __future__ import annotations

import msgspec
import pytest

from device.feed.messages import Hello, RecordedLine
from engine.cards import Card
from engine.codec import decode, encode
from engine.events import Amended, CardLaid, DealStarted, Event
from link.followed_table import FollowedTable

EVENTS: tuple[Event, ...] = (DealStarted(0), CardLaid(1, Card("E", "O")), Amended(1, CardLaid(1, Card("E", "K"))))


def line(message: Hello | RecordedLine) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def followed(first: int, session: str = "a") -> FollowedTable:
    table = FollowedTable()
    table.take(line(Hello(session, len(EVENTS), "00c0ffee", first)))
    for position, event in enumerate(EVENTS):
        table.take(
            line(RecordedLine(position, 12.5 + position, encode(event), "phone player" if position == 2 else ""))
        )
    return table


@pytest.mark.parametrize("first", [0, 40])
def test_positions_are_those_of_the_journal(first: int) -> None:
    table = followed(first)
    assert (table.journal, table.first, table.end, table.position) == ("00c0ffee", first, first + 3, 3)
    last = table.event(first + 2)
    assert (last.journal, last.position, last.first, last.by) == ("00c0ffee", first + 2, first, "phone player")
    assert decode(last.event) == Amended(first + 1, CardLaid(1, Card("E", "K")))


def test_another_session_begins_anew_and_the_same_goes_on() -> None:
    table = followed(0)
    table.take(line(Hello("a", 3, "00c0ffee", 0)))
    assert table.position == 3
    table.take(line(Hello("b", 3, "00c0ffee", 7)))
    assert (table.position, table.end) == (0, 7)


def test_a_gap_is_an_error_so_that_the_link_subscribes_anew() -> None:
    table = followed(0)
    with pytest.raises(ValueError, match="got event 4, expected 3"):
        table.take(line(RecordedLine(4, 0.0, encode(DealStarted(0)))))


def test_listeners_hear_of_every_change() -> None:
    table, heard = followed(0), []
    table.listeners.append(lambda: heard.append(table.is_connected))
    table.take(line(RecordedLine(3, 0.0, encode(DealStarted(0)))))
    table.disconnect()
    assert heard == [True, False]


def test_without_a_pairing_the_report_says_so() -> None:
    report = followed(40).report()
    assert (report.stage, report.pairing, report.journal, report.count) == ("none", None, "00c0ffee", 43)
