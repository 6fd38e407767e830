"""A result counts if both sides have confirmed it, it is of the pairing at the table, and the events say so."""

import asyncio
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from engine.codec import encode
from engine.events import Amended
from hall.match_record import OtherPlayers, findings_of, judge, match_events, read_match, resume_parts, sides_of
from hall.simulation.simulated_table import SimulatedTable
from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile
from link.messages import GamePoints, PairingId, PairingMessage, TableEvent

FIRST = PairingMessage(PairingId("cup", 1), "7", (("Anna", "Ben"), ("Cilli", "Dori")), "watten", games=2)
SECOND = msgspec.structs.replace(FIRST, pairing=PairingId("cup", 2), sides=(("Anna", "Ben"), ("Emma", "Fritz")))


def played(*pairings: PairingMessage, seed: int = 1) -> SimulatedTable:
    """Returns a table that has played these pairings to their ends."""
    table = SimulatedTable("7", seed)
    for pairing in pairings:
        asyncio.run(table.submit({"do": "pairing", "message": msgspec.to_builtins(pairing)}))
        while table.step():
            pass
    return table


@cache
def first_played(matches: int) -> SimulatedTable:
    return played(*(FIRST, SECOND)[:matches])


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[TableEvents]:
    with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
        yield TableEvents(file)


def store(storage: TableEvents, events: list[TableEvent], table: str = "7") -> None:
    storage.store([Incoming(table, event) for event in events])


def test_a_played_match_is_accepted_with_its_games(storage: TableEvents) -> None:
    table = first_played(1)
    store(storage, table.events)
    verdict = judge(storage, "7", FIRST, table.report())
    assert verdict.judgement == "accepted"
    assert verdict.games == table.report().games
    assert len(verdict.games) == 2


def test_a_result_waits_for_its_events(storage: TableEvents) -> None:
    table = first_played(1)
    store(storage, table.events[:-1])
    assert judge(storage, "7", FIRST, table.report()).judgement == "waiting"
    store(storage, table.events[-1:])
    assert judge(storage, "7", FIRST, table.report()).judgement == "accepted"


def test_what_is_not_confirmed_does_not_count(storage: TableEvents) -> None:
    table = first_played(1)
    store(storage, table.events)
    report = msgspec.structs.replace(table.report(), stage="finished")
    assert judge(storage, "7", FIRST, report).judgement == "waiting"


def test_forged_points_are_refused(storage: TableEvents) -> None:
    table = first_played(1)
    store(storage, table.events)
    games = (GamePoints((13, 0)), *table.report().games[1:])
    verdict = judge(storage, "7", FIRST, msgspec.structs.replace(table.report(), games=games))
    assert verdict.judgement == "forged"
    assert "13:0" in verdict.reason


def test_a_result_without_its_games_is_refused(storage: TableEvents) -> None:
    table = first_played(1)
    cut = table.events[: len(table.events) // 2]
    store(storage, cut)
    report = msgspec.structs.replace(table.report(), count=len(cut))
    assert judge(storage, "7", FIRST, report).judgement == "forged"


def test_a_result_of_another_round_is_refused(storage: TableEvents) -> None:
    table = first_played(1)
    store(storage, table.events)
    verdict = judge(storage, "7", SECOND, table.report())
    assert verdict.judgement == "replayed"
    assert "hall cup 1 1" in verdict.reason


def test_another_tables_match_is_refused_by_its_players(storage: TableEvents) -> None:
    """Events of a match that was recorded elsewhere, sent again with the mark of this table's round."""
    other = msgspec.structs.replace(FIRST, sides=(("Xaver", "Yvonne"), ("Zenzi", "Wolf")))
    table = played(other)
    store(storage, table.events)
    verdict = judge(storage, "7", FIRST, table.report())
    assert verdict.judgement == "replayed"
    assert "Xaver" in verdict.reason
    with pytest.raises(OtherPlayers):
        read_match(storage, "7", FIRST)


def test_a_match_that_does_not_begin_the_journal_has_the_same_findings(storage: TableEvents) -> None:
    table = first_played(2)
    store(storage, table.events)
    alone, behind = read_match(storage, "7", FIRST), read_match(storage, "7", SECOND)
    laid = next(event for event in behind.events if event.event["event"] == "card_laid")
    played_twice = msgspec.structs.replace(laid, position=laid.position + 1)
    assert findings_of(alone) == ()
    events = (*behind.events[: behind.events.index(laid) + 1], played_twice)
    found = findings_of(type(behind)(behind.journal, events, None))
    assert found
    assert found[0].position == played_twice.position


def test_an_amendment_of_an_earlier_match_does_not_touch_this_one(storage: TableEvents) -> None:
    table = first_played(2)
    undo = encode(Amended(5))
    end = table.end
    table.events.append(TableEvent(table.journal, end, 0.0, undo))
    store(storage, table.events)
    record = read_match(storage, "7", SECOND)
    assert record.is_finished
    assert findings_of(record) == ()


@pytest.mark.parametrize(
    ("seats", "sides", "expected"),
    [
        ((0, 1, 2, 3), (("A", "B"), ("C", "D")), ((0, 2), (1, 3))),
        ((0, 2), (("A",), ("B",)), ((0,), (2,))),
        ((3, 0, 1, 2), (("A",), ("B",), ("C",), ("D",)), ((3,), (0,), (1,), (2,))),
    ],
)
def test_sides_take_their_places_one_after_the_other(
    seats: tuple[int, ...], sides: tuple[tuple[str, ...], ...], expected: tuple[tuple[int, ...], ...]
) -> None:
    assert sides_of(seats, sides) == expected


def test_a_match_ends_where_another_pairing_begins() -> None:
    table = first_played(2)
    assert FIRST.pairing is not None
    assert SECOND.pairing is not None
    first, second = (match_events(table.events, pairing) for pairing in (FIRST.pairing, SECOND.pairing))
    assert [*first, *second] == table.events
    assert match_events(table.events, PairingId("cup", 3)) == []


def test_another_device_gets_the_match_in_parts_that_fit_a_line(storage: TableEvents) -> None:
    table = first_played(2)
    store(storage, table.events)
    assert SECOND.pairing is not None
    parts = resume_parts(storage, "7", SECOND.pairing, "another")
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert all(part.parts == len(parts) > 1 for part in parts)
    assert [event.event for part in parts for event in part.events] == [
        event.event for event in match_events(table.events, SECOND.pairing)
    ]
    for part in parts:
        request = {"type": "request", "id": "123456", "role": "hall", "action": {"do": "resume"}}
        assert len(msgspec.json.encode(part)) + len(msgspec.json.encode(request)) < 8 << 10
    assert resume_parts(storage, "7", SECOND.pairing, table.journal) == []
