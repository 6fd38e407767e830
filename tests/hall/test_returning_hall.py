"""A hall that was away, or lost its data, gets every match of a table that was restarted between them."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from device.feed.history import state_of
from device.settings.tournament import Pairing
from device.storage.journal import Journal
from engine.codec import encode
from engine.events import Event
from hall.storage.events import Incoming, TableEvents
from link.messages import PairingId, PairingMessage, TableEvent
from link.service import _Service
from link.settings import LinkSettings
from tests.support.broker import TOURNAMENT, needs_mosquitto, running_hall, until
from tests.support.tournament_table import PAIRING, TournamentTable

pytestmark = [pytest.mark.slow, needs_mosquitto]

ROUNDS = (1, 2, 3)


def pairing_in(number: int) -> Pairing:
    return msgspec.structs.replace(PAIRING, pairing=PairingId(TOURNAMENT, number), games=number)


def play_private_game(table: TournamentTable) -> None:
    table.press("play", "play", "play", "play", "play")
    table.play_game(0)


def play_match(table: TournamentTable, number: int) -> None:
    """Plays the games of a match alternately, and confirms the result."""
    table.take(pairing_in(number))
    table.press("play", "play")
    for game in range(number):
        table.play_game(game % 2)
    table.press("play", "play")
    assert table.stage == "agreed"


@contextmanager
def served(table: TournamentTable) -> Iterator[Path]:
    """Serves the feed of the table for the link; nothing is handed in there."""
    table.history.begin(table.journal.events, table.journal.recorded.times, table.journal.recorded.marks)
    table.hall.refresh()
    table.history.show(state_of(table.view, ""))
    yield table.folder / "link.sock"


def store(
    storage: TableEvents, journal: str, events: Sequence[Event], marks: Mapping[int, str], first: int, end: int
) -> None:
    """Stores what the hall has from before."""
    reported = [
        TableEvent(journal, place, 0.0, encode(events[place]), marks.get(place, ""), first)
        for place in range(first, end)
    ]
    storage.store([Incoming("7", event) for event in reported])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a table that has played three matches, a restart between each two, and no hall heard of them."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with TournamentTable(tmp_path) as table:
        play_private_game(table)
    for number in ROUNDS:
        with TournamentTable(tmp_path) as table:
            play_match(table, number)
    return tmp_path


@pytest.mark.parametrize("knows", [(), (3,), (1, 2)], ids=["nothing", "the last match", "the first matches"])
def test_every_match_arrives_once_with_its_result(folder: Path, knows: tuple[int, ...]) -> None:
    """*knows*: the matches of which the hall has the events already."""

    async def work() -> None:
        async with running_hall(folder / "hall", ("7",)) as hall:
            for number in ROUNDS:
                message = msgspec.convert(msgspec.to_builtins(pairing_in(number)), PairingMessage)
                hall.pairings[PairingId(TOURNAMENT, number)] = message
            hall.receiver.show_pairing("7", hall.pairings[PairingId(TOURNAMENT, 3)])
            with Journal(folder / "journal.sqlite", whole=True) as journal:
                events, marks = journal.events, journal.recorded.marks
            begins = [min(place for place, mark in marks.items() if mark.split()[2] == str(each)) for each in ROUNDS]
            with TournamentTable(folder) as table, served(table) as socket:
                assert table.journal.recorded.start == begins[2], "the session is the last match"
                settings = LinkSettings(hall.folder.read_access("7"))
                if knows:
                    ends = [*begins[1:], len(events)]
                    store(hall.storage, table.journal.id, events, marks, begins[knows[0] - 1], ends[knows[-1] - 1])
                running = asyncio.create_task(_Service(socket, settings).run(folder / "link.toml", None))
                await until(lambda: len(hall.results) == len(ROUNDS), "all results count")
                assert hall.storage.next_positions("7") == {table.journal.id: len(events)}
                stored = hall.storage.of("7", table.journal.id)
                assert [event.position for event in stored] == list(range(begins[0], len(events)))
                assert sorted(pairing.round for _, pairing, _ in hall.results) == list(ROUNDS)
                for _, pairing, games in hall.results:
                    won = [(12, 0) if number % 2 == 0 else (0, 12) for number in range(pairing.round)]
                    assert [game.points for game in games] == won
                assert not hall.receiver.refusals.counts
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    asyncio.run(work())
