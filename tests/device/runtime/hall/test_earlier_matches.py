"""A link that subscribes anew gets the tournament's matches from before the session, and only these."""

import json
import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.feed.pairing import PairingId
from device.runtime.hall.matches import MAX_PAUSE_S, earlier_matches
from device.storage.journal import Journal
from engine.events import Amended, DealStarted, EveningStarted
from tests.support.journal_files import change_time
from tests.support.tournament_table import PAIRING, TournamentTable


def play_match(folder: Path, number: int) -> int:
    """Plays a game of a round; returns where the match begins in the journal."""
    with TournamentTable(folder) as table:
        table.take(msgspec.structs.replace(PAIRING, pairing=PairingId("cup", number), games=1))
        begins = table.journal.recorded.start + len(table.journal.events)
        table.press("play", "play")
        table.play_game(0)
        return begins


def received(path: Path, session: str, count: int) -> list[dict[str, Any]]:
    """Returns the greeting and the next *count* messages of the feed to who subscribes."""
    with closing(socket.socket(socket.AF_UNIX)) as link:
        link.settimeout(30)
        link.connect(str(path))
        link.sendall(json.dumps({"type": "subscribe", "session": session}).encode() + b"\n")
        with link.makefile("rb") as stream:
            return [json.loads(stream.readline()) for _ in range(count + 1)]


def test_earlier_matches_come_after_the_greeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with TournamentTable(tmp_path) as table:
        table.press("play", "play", "play", "play", "play")  # a game of the table's own
        table.play_game(1)
    first, second = play_match(tmp_path, 1), play_match(tmp_path, 2)
    with TournamentTable(tmp_path) as table:
        journal, history = table.journal, table.history
        assert (first > 0, journal.recorded.start) == (True, second)
        history.begin(journal.events, journal.recorded.times, journal.recorded.marks)
        table.hall.refresh()
        with closing(table.hall.server):
            count = second - first
            hello, *lines = received(tmp_path / "link.sock", "", count + 1)
            assert (hello["type"], hello["first"]) == ("hello", second)
            assert [(line["type"], line["position"]) for line in lines] == [
                *(("earlier", position) for position in range(first, second)),
                ("event", 0),
            ]
            assert lines[0]["by"] == PairingId("cup", 1).mark
            follower = received(tmp_path / "link.sock", history.session, 1)
            assert [line["type"] for line in follower] == ["hello", "event"], "who follows the session has them"
        assert table.said == []


HOUR = 3600.0


def write(path: Path, *matches: tuple[str, float]) -> None:
    """Writes matches of two events, each with its mark and the hour at which it began."""
    with Journal(path, whole=True) as journal:
        for mark, hour in matches:
            journal.append(EveningStarted(mark), hour * HOUR, mark)
            journal.append(DealStarted(0), hour * HOUR + 1)


@pytest.mark.parametrize(
    ("matches", "first"),
    [
        ([("hall cup 1 1", 0), ("hall cup 2 1", 1), ("hall cup 2 2", 2)], 0),
        ([("", 0), ("phone player", 1), ("hall cup 1 1", 2)], 4),
        ([("hall cup 1 1", 0), ("", 1), ("hall cup 2 1", 2)], 0),
        ([("hall cup-b 1 1", 0), ("hall cup 1 1", 1)], 2),
        ([("hall cup 5 1", 0), ("hall cup 1 1", 1)], 2),
        ([("hall cup 1 1", 0), ("hall cup 2 1", 2 * MAX_PAUSE_S / HOUR)], 2),
    ],
    ids=["all", "private before", "private between", "another one", "an earlier one", "long ago"],
)
def test_the_tournament_begins_with_its_first_match(
    tmp_path: Path, matches: list[tuple[str, float]], first: int
) -> None:
    path, end = tmp_path / "journal.sqlite", 2 * len(matches)
    write(path, *matches)
    found = earlier_matches(path, "cup", end)
    assert [event.position for event in found] == list(range(first, end))
    assert [event.mark for event in found if event.mark] == [mark for mark, _ in matches[first // 2 :] if mark]


def test_positions_are_those_of_the_journal_and_all_marks_are_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, whole=True) as journal:
        journal.append(DealStarted(0), 0.0)
        journal.append(EveningStarted("cup 1"), 0.0, "hall cup 1 1")
        journal.append(DealStarted(0), 0.0)
        journal.append(Amended(2, DealStarted(1)), 0.0, "phone player")
    last = earlier_matches(path, "cup", 4)[2]
    assert (last.position, last.time, last.mark) == (3, 0.0, "phone player")
    assert last.read() == Amended(2, DealStarted(1))


def test_what_lies_before_damage_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write(path, ("hall cup 1 1", 0), ("hall cup 2 1", 1))
    change_time(path, 1)
    assert [event.position for event in earlier_matches(path, "cup", 4)] == [2, 3]
    assert earlier_matches(path, "cup", 2) == []


def test_a_journal_without_marks_has_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write(path, ("", 0))
    assert earlier_matches(path, "cup", 2) == []
