"""The link knows events by their positions in the journal, as the hall stores them."""

import msgspec
import pytest

from common.feed.messages import EarlierLine, Hello, RecordedLine
from engine.cards import Card
from engine.codec import decode, encode
from engine.events import Amended, CardLaid, DealStarted, EveningStarted, Event
from link.followed_table import FollowedTable

EVENTS: tuple[Event, ...] = (DealStarted(0), CardLaid(1, Card("E", "O")), Amended(1, CardLaid(1, Card("E", "K"))))


def line(message: Hello | RecordedLine) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def followed(first: int, session: str = "a") -> FollowedTable:
    table = FollowedTable("hall cup ")
    table.take(line(Hello(session, len(EVENTS), "00c0ffee", first)))
    for position, event in enumerate(EVENTS):
        table.take(
            line(RecordedLine(position, 12.5 + position, encode(event), "phone player" if position == 2 else ""))
        )
    return table


@pytest.mark.parametrize("first", [0, 40])
def test_positions_are_those_of_the_journal(first: int) -> None:
    table = followed(first)
    assert (table.journal, table.session_first, table.end, table.position) == ("00c0ffee", first, first + 3, 3)
    last = table.event(first + 2)
    assert (last.journal, last.position, last.by) == ("00c0ffee", first + 2, "phone player")
    assert decode(last.event) == Amended(first + 1, CardLaid(1, Card("E", "K")))


def test_another_session_begins_anew_and_the_same_goes_on() -> None:
    table = followed(0)
    table.take(line(Hello("a", 3, "00c0ffee", 0)))
    assert table.position == 3
    table.take(line(Hello("b", 3, "00c0ffee", 7)))
    assert (table.position, table.end) == (0, 7)


def begin_match(table: FollowedTable, mark: str = "hall cup 1 1") -> int:
    """Records the beginning of a match; returns its position in the journal."""
    table.take(line(RecordedLine(table.position, 0.0, encode(EveningStarted("cup 1")), mark)))
    return table.end - 1


def test_what_was_played_before_the_tournament_is_not_for_the_hall() -> None:
    table = followed(40)
    assert table.first is None
    begin_match(table, "hall another 1 1")
    assert table.first is None
    begun = begin_match(table)
    assert table.first == begun == 44
    assert table.event(begun).first == begun
    table.take(line(RecordedLine(5, 0.0, encode(DealStarted(0)))))
    assert table.event(45).first == begun


def test_a_restart_of_the_referee_keeps_what_the_hall_may_lack() -> None:
    """A session begins with the last evening, which in a tournament is the last match."""
    table = followed(40)
    first, second = begin_match(table), begin_match(table, "hall cup 2 1")
    table.take(line(Hello("b", 1, "00c0ffee", second)))
    assert (table.position, table.end, table.first) == (0, second, first)
    assert begin_match(table, "hall cup 2 1") == second
    assert (table.event(first).by, table.event(second).first) == ("hall cup 1 1", first)


def earlier(position: int, by: str = "") -> bytes:
    return msgspec.json.encode(EarlierLine(position, 0.0, encode(Amended(position)), by)) + b"\n"


def test_the_referee_says_matches_from_before_the_session() -> None:
    table = FollowedTable("hall cup ")
    table.take(line(Hello("a", 1, "00c0ffee", 43)))
    for position, by in ((40, "hall cup 1 1"), (41, ""), (42, "hall cup 2 1")):
        assert table.first is None, "nothing is used before all of them are there"
        table.take(earlier(position, by))
    assert (table.first, table.end, table.position) == (40, 43, 0)
    assert begin_match(table, "hall cup 3 1") == 43
    assert [table.event(position).first for position in range(40, 44)] == [40] * 4
    assert decode(table.event(41).event) == Amended(41), "positions are those of the journal already"
    assert table.event(42).by == "hall cup 2 1"


def test_a_link_that_has_more_than_the_referee_says_keeps_it() -> None:
    table = followed(40)
    first, second = begin_match(table), begin_match(table, "hall cup 2 1")
    table.take(line(Hello("b", 1, "00c0ffee", second)))
    table.take(earlier(first, "hall cup 1 1"))
    assert (table.first, table.end, decode(table.event(first).event)) == (first, second, EveningStarted("cup 1"))


def test_a_gap_in_earlier_matches_is_an_error() -> None:
    table = FollowedTable("hall cup ")
    table.take(line(Hello("a", 0, "00c0ffee", 43)))
    table.take(earlier(40, "hall cup 1 1"))
    with pytest.raises(ValueError, match="got earlier event 42, expected 41"):
        table.take(earlier(42))


@pytest.mark.parametrize(("journal", "first"), [("0badcafe", 43), ("00c0ffee", 90), ("00c0ffee", 3)])
def test_another_journal_or_a_gap_keeps_nothing(journal: str, first: int) -> None:
    table = followed(40)
    begin_match(table)
    table.take(line(Hello("b", 0, journal, first)))
    assert (table.position, table.end, table.first, table.journal) == (0, first, None, journal)


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
