"""A hall at the size that it promises: no message is too large for its broker, and no crowd locks the organiser out."""

import asyncio
import socket
import statistics
import time
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest

from common import limits
from common.feed.messages import MAX_LINE_BYTES, PhoneRequest
from hall.match_record import in_parts
from hall.messages_in import MAX_POSITION, read_report
from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile
from hall.tournament.events import Registered
from link.connection import Connection
from link.messages import (
    Acknowledgement,
    ConfirmedResult,
    GamePoints,
    PairingId,
    Ranking,
    RankingLine,
    ResumePart,
    TableEvent,
    TableReport,
    hall_topic,
)
from tests.support.broker import TOURNAMENT, TestHall, needs_mosquitto, running_hall, until
from tests.support.running_hall import running_hall as running_hall_pages

NAME = "Ä" * 40 + "/" + "Ö" * 40
RANKING = Ranking(
    "Preiswatten " * 6,
    30,
    ("Punkte", "Gemacht", "Differenz", "Buchholz"),
    tuple(RankingLine(number, number, NAME, ("9999", "9999", "-9999", "9999")) for number in range(1, 1001)),
)
MORE_JOURNALS = 1300
MAX_COMMAND_S = 1.0
"""From a command to its answer while 600 phones follow; machines of tests are busy."""


def event_of(number: int) -> TableEvent:
    return TableEvent(f"{number:08x}", 0, 1000.0, {"event": "deal_started", "dealer": 0})


def test_every_message_fits_the_broker() -> None:
    journals = {f"{number:0{limits.MAX_JOURNAL_LETTERS}}": MAX_POSITION for number in range(limits.MAX_JOURNALS)}
    most = [
        len(msgspec.json.encode(Acknowledgement(journals))),
        limits.PART_BYTES,
        limits.MAX_EVENT_BYTES,
        limits.MAX_REPORT_BYTES,
    ]
    assert max(most) + 1000 < limits.MAX_MESSAGE_BYTES
    assert limits.MAX_TABLES >= 500
    assert (limits.MAX_PHONES, limits.MAX_ORGANISERS > 0) == (600, True)


def test_every_event_and_part_fits_a_line_of_the_feed() -> None:
    events = in_parts([event_of(number) for number in range(200)], limits.RESUME_PART_BYTES)[0]
    part = ResumePart(PairingId("t" * 32, limits.MAX_ROUNDS, 99), 99, 99, events)
    action = {"do": "resume", **msgspec.to_builtins(part)}
    assert len(msgspec.json.encode(PhoneRequest("9" * 8, "hall", action))) < MAX_LINE_BYTES
    assert limits.MAX_EVENT_BYTES < MAX_LINE_BYTES


def test_every_phone_that_follows_is_counted_and_finds_a_connection() -> None:
    phones = limits.MAX_PHONES + limits.MAX_ORGANISERS
    assert phones <= limits.MAX_ADDRESSES
    assert limits.MAX_OF_ONE < phones < limits.MAX_CONNECTIONS_OF_HALL <= limits.MAX_FILES - limits.SPARE_FILES


def test_the_longest_report_is_read() -> None:
    pairing = PairingId("t" * 32, 30, 2)
    games = tuple(GamePoints((21, 20), (0, 1), (0, 1)) for _ in range(64))
    results = tuple(ConfirmedResult(PairingId("t" * 32, number), ((21, 20),) * 64) for number in range(1, 30))
    report = TableReport(
        "agreed", pairing, (True, True), games, journal="a" * 8, count=9999, camera="camera", results=results
    )
    assert read_report(msgspec.json.encode(report)) == report


def test_journals_of_a_table_are_bounded_and_the_latest_are_acknowledged(tmp_path: Path) -> None:
    with closing(HallFile(tmp_path / "hall.sqlite", SCHEMA)) as file:
        events = TableEvents(file)
        outcomes = events.store([Incoming("1", event_of(number)) for number in range(MORE_JOURNALS)])
        assert outcomes == ["new"] * limits.MAX_JOURNALS + ["crowded"] * (MORE_JOURNALS - limits.MAX_JOURNALS)
        assert events.store([Incoming("2", event_of(MORE_JOURNALS))]) == ["new"], "another table has room"
        again = msgspec.structs.replace(event_of(0), position=1)
        assert events.store([Incoming("1", again)]) == ["new"], "a journal that is known goes on"
        assert events.next_positions("1")["00000000"] == 2
        assert events.journals("1")[-1] == "00000000"
        assert TableEvents(file).next_positions("1") == events.next_positions("1")


def test_a_file_with_more_journals_is_opened_and_the_latest_are_acknowledged(tmp_path: Path) -> None:
    """Earlier versions stored any number of them."""
    with closing(HallFile(tmp_path / "hall.sqlite", SCHEMA)) as file:
        insert_journals(file)
        acknowledged = TableEvents(file).next_positions("1")
        assert len(acknowledged) == limits.MAX_JOURNALS
        assert f"{MORE_JOURNALS - 1:08x}" in acknowledged


def insert_journals(file: HallFile) -> None:
    with file.transaction() as connection:
        rows = [("1", event_of(number).journal, 0, float(number)) for number in range(MORE_JOURNALS)]
        statement = "insert or ignore into table_journal (table_name, journal, first, seen) values (?, ?, ?, ?)"
        connection.executemany(statement, rows)


@pytest.mark.slow
@needs_mosquitto
def test_the_largest_ranking_and_most_journals_leave_the_hall_connected(tmp_path: Path) -> None:
    async def work() -> None:
        async with running_hall(tmp_path) as hall:
            await stays_connected_with(hall)
            await hall.end()
            with closing(HallFile(tmp_path / "hall.sqlite", SCHEMA)) as file:
                insert_journals(file)
            await hall.begin()
            await stays_connected_with(hall)
            assert not [line for line in hall.said if "has another client" in line or "not sent" in line]

    asyncio.run(work())


async def stays_connected_with(hall: TestHall) -> None:
    """Checks that all parts of the largest ranking arrive at a table, and that the hall keeps its connection."""
    parts: dict[str, bytes] = {}
    access = msgspec.structs.replace(hall.folder.read_access("2").broker)
    reader = Connection(access, [hall_topic(TOURNAMENT, "list", "#")], parts.__setitem__)
    reading = asyncio.create_task(reader.run())
    connected = hall.receiver.connection._accepted_at
    hall.receiver.show_ranking(RANKING)
    hall.receiver._waiting += [Incoming("1", event_of(number)) for number in range(MORE_JOURNALS)]
    hall.receiver._arrived.set()
    await until(lambda: len(parts) > 1, "parts arrive")
    read = [msgspec.json.decode(part, type=Ranking) for _, part in sorted(parts.items())]
    await until(lambda: len(parts) == read[0].parts, "all parts arrive")
    read = [msgspec.json.decode(parts[topic], type=Ranking) for topic in sorted(parts)]
    assert [part.part for part in read] == list(range(1, len(read) + 1))
    assert tuple(line for part in read for line in part.lines) == RANKING.lines
    await until(lambda: len(hall.storage.journals("1")) >= limits.MAX_JOURNALS, "journals are stored")
    await asyncio.sleep(0.5)
    assert hall.receiver.connection._accepted_at == connected, "the hall has never lost its connection"
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


@pytest.mark.slow
@needs_mosquitto
def test_a_message_that_is_too_large_is_not_sent_and_said(tmp_path: Path) -> None:
    async def work() -> None:
        async with running_hall(tmp_path) as hall:
            connection = hall.receiver.connection
            assert not connection.publish(hall_topic(TOURNAMENT, "ack", "1"), b"x" * limits.MAX_MESSAGE_BYTES)
            assert any("hall/ack/1: got a message of" in line for line in hall.said)
            assert connection.publish(hall_topic(TOURNAMENT, "ack", "1"), b"x" * (limits.MAX_MESSAGE_BYTES - 1000))
            await asyncio.sleep(0.5)
            assert connection.is_connected

    asyncio.run(work())


@pytest.mark.slow
def test_six_hundred_phones_leave_room_for_the_organiser(tmp_path: Path) -> None:
    with running_hall_pages(tmp_path) as hall, ExitStack() as phones:
        organiser = hall.organiser()
        organiser.create()
        pairs = (Registered(n, (f"{n}".zfill(40), f"{n}".rjust(40, "Ä")), present=True) for n in range(1, 1001))
        hall.hall.record.store(list(pairs))
        begun = [phones.enter_context(closing(phone(hall.port, n))).recv(64) for n in range(limits.MAX_PHONES + 20)]
        assert sum(answer.startswith(b"HTTP/1.1 200") for answer in begun) == limits.MAX_PHONES + 20
        for _ in range(4):
            another = hall.organiser()
            stream = phones.enter_context(another.follow("round"))
            assert "html" in stream.next()
        organiser.start_round()
        stream.until("Runde 1")
        seconds = []
        for table in range(1, 11):
            before = time.perf_counter()
            organiser.do("type_in", round=1, table=table, points=[13, 5, 13, 4, 13, 3], by="slip 1")
            seconds.append(time.perf_counter() - before)
        assert statistics.median(seconds) < MAX_COMMAND_S


def phone(port: int, number: int) -> socket.socket:
    """A phone with an address of its own that follows the table of a pair."""
    source = f"127.0.{1 + number // 250}.{1 + number % 250}"
    connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))
    cookie = f"kiebitz-me=preiswatten-griesstaett.{number + 1}"
    connection.sendall(f"GET /events?view=me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
    return connection
