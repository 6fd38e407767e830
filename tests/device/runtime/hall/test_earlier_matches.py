"""A link that subscribes anew gets the tournament's matches from before the session, and only these."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from common.feed.pairing import PairingId
from device.feed.history import History
from device.runtime.hall.feed import HallFeed
from tests.support.tournament_table import PAIRING, TournamentTable

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def play_match(folder: Path, number: int) -> int:
    """Plays a game of a round; returns where the match begins in the journal."""
    with TournamentTable(folder) as table:
        table.take(msgspec.structs.replace(PAIRING, pairing=PairingId("cup", number), games=1))
        begins = table.journal.start + len(table.journal.events)
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
    history = History()
    with TournamentTable(tmp_path) as table:
        journal = table.journal
        assert (first > 0, journal.start) == (True, second)
        feed = HallFeed(tmp_path / "link.sock", history, lambda item: True, table.hall, journal, table.said.append)
        history.begin(journal.events, journal.times, journal.marks)
        feed.refresh()
        with closing(feed):
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
