"""Another device takes a number over: it goes on at the same card, or has nothing of the match."""

import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from device.session.phone_requests import PhoneRefusal
from engine.amendments import shift_positions
from engine.codec import encode
from engine.events import Amended, TricksEntered
from tests.device.runtime.hall.test_kills import Killed, killed_at
from tests.support.tournament_table import CUP, PAIRING, TournamentTable

RESUMED = msgspec.structs.replace(PAIRING, resume=True)


def play_privately(table: TournamentTable) -> None:
    table.press("play", "play", "play", "play", "play")
    table.play_deal(0)


def dead_device(folder: Path) -> tuple[list[dict[str, Any]], bytes]:
    """Plays a private game and some of a match; returns the match as the hall has it, and the last picture."""
    folder.mkdir()
    with TournamentTable(folder) as table:
        play_privately(table)
        table.take(PAIRING)
        table.press("play", "play", "play")
        start = table.tournament.start(table.controller.table)
        assert start is not None
        table.play_game(0)
        for winner in (1, 1, 0):
            table.play_deal(winner)
        entered = max(place for place, event in enumerate(table.journal.events) if isinstance(event, TricksEntered))
        right = TricksEntered(((0, 1), (1, 3)))
        table.loop.phone({"do": "undo", "position": entered}, "player")
        table.play_deal(1)
        table.press("play", "up", "play")  # the next deal, and a call in it
        assert right not in table.journal.events
    with TournamentTable(folder) as table:  # as it was when it died, after a start
        events, times, marks = table.journal.events, table.journal.recorded.times, table.journal.recorded.marks
        first = table.journal.recorded.start
        start = table.tournament.start(table.controller.table)
        assert start is not None
        assert any(isinstance(event, Amended) for event in events[start:])
        sent = [
            {
                "journal": "4d2a0001",
                "position": first + place,
                "time": times[place],
                "event": encode(shift_positions(events[place], first)),
                "by": marks.get(place, ""),
            }
            for place in range(start, len(events))
        ]
        return sent, table.loop.picture.tobytes()


def parts_of(sent: list[dict[str, Any]], size: int = 7, first: int = 1) -> list[dict[str, Any]]:
    pairing = msgspec.to_builtins(CUP)
    cut = [sent[place : place + size] for place in range(0, len(sent), size)]
    return [
        {"do": "resume", "pairing": pairing, "part": number, "parts": len(cut), "events": part}
        for number, part in enumerate(cut, start=first)
    ]


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], bytes, Path]:
    """What a dead device has sent and last shown; the folder of one that has played for itself before."""
    folders = tmp_path_factory.mktemp("devices")
    (folders / "other").mkdir()
    with TournamentTable(folders / "other") as table:
        play_privately(table)
        table.play_deal(1)
    return *dead_device(folders / "dead"), folders / "other"


@pytest.fixture
def dead(devices: tuple[list[dict[str, Any]], bytes, Path]) -> tuple[list[dict[str, Any]], bytes]:
    sent, picture, _ = devices
    return deepcopy(sent), picture


@pytest.fixture
def folder(devices: tuple[list[dict[str, Any]], bytes, Path], tmp_path: Path) -> Path:
    """The folder of a device that has played for itself before."""
    return Path(shutil.copytree(devices[2], tmp_path / "other"))


@pytest.mark.parametrize("first", [0, 1])
def test_play_goes_on_at_the_same_card(dead: tuple[list[dict[str, Any]], bytes], folder: Path, first: int) -> None:
    sent, picture = dead
    with TournamentTable(folder) as table:
        before = table.journal.events
        table.take(RESUMED)
        assert (table.stage, table.state.asks_resume) == ("announced", True)
        for part in reversed(parts_of(sent, first=first)):
            assert table.state.asks_resume
            table.hall.take(table.loop, part)
        assert not table.state.asks_resume
        assert table.journal.events == before, "nothing is stored before the table says so"
        assert "2. Spiel 0:6" in str(table.loop.screen)
        table.press("play")
        assert table.loop.picture.tobytes() == picture
        assert (table.stage, table.state.confirmed) == ("playing", (True, True))
        assert [*table.journal.recorded.marks.values()].count(CUP.mark) == sum(each["by"] == CUP.mark for each in sent)
    with TournamentTable(folder) as table:
        assert table.loop.picture.tobytes() == picture
        assert table.journal.recorded.times[-1] == sent[-1]["time"]
        table.play_deal(0)
        assert table.stage == "playing"


def changed(sent: list[dict[str, Any]], place: int, **values: object) -> list[dict[str, Any]]:
    return [{**each, **values} if number == place else each for number, each in enumerate(sent)]


@pytest.mark.parametrize(
    "damage",
    [
        lambda sent: sent[1:],
        lambda sent: sent[:5] + sent[6:],
        lambda sent: changed(sent, 0, by="hall cup 2 1"),
        lambda sent: changed(sent, 4, event={"event": "nonsense"}),
        lambda sent: changed(sent, 2, event={"event": "game_started", "game": "bridge", "seats": [0], "dealer": 0}),
        lambda sent: changed(sent, 6, event=encode(Amended(0))),
        lambda sent: sent[:1],
    ],
    ids=["no beginning", "a gap", "another pairing", "no event", "another game", "amends earlier", "no game"],
)
def test_what_cannot_be_followed_changes_nothing(
    dead: tuple[list[dict[str, Any]], bytes], folder: Path, damage: Any
) -> None:
    with TournamentTable(folder) as table:
        before = table.journal.events
        table.take(RESUMED)
        *parts, last = parts_of(damage(dead[0]))
        for part in parts:
            table.hall.take(table.loop, part)
        with pytest.raises(PhoneRefusal):
            table.hall.take(table.loop, last)
        assert table.journal.events == before
        assert type(table.menu).__name__ == "ResumeMenu"
        assert not table.state.asks_resume
        table.press("play", "play")
        assert table.state.calls_referee, "it says so, and leads to the referee"


@pytest.mark.parametrize(("part", "parts"), [(0, 0), (3, 2), (-1, 2), (1, 100_000)])
def test_numbers_that_cannot_be(folder: Path, part: int, parts: int) -> None:
    action = {"do": "resume", "pairing": msgspec.to_builtins(CUP), "part": part, "parts": parts, "events": []}
    with TournamentTable(folder) as table:
        table.take(RESUMED)
        with pytest.raises(PhoneRefusal):
            table.hall.take(table.loop, action)


def test_parts_of_another_pairing_are_refused(folder: Path) -> None:
    with TournamentTable(folder) as table:
        table.take(msgspec.structs.replace(RESUMED, pairing=msgspec.structs.replace(CUP, round=4)))
        with pytest.raises(PhoneRefusal) as refusal:
            table.hall.take(table.loop, parts_of([{"event": {}}])[0])
        assert refusal.value.reason == "changed"


def test_a_table_that_begins_anew_leaves_the_other_match(
    dead: tuple[list[dict[str, Any]], bytes], folder: Path
) -> None:
    with TournamentTable(folder) as table:
        table.take(RESUMED)
        for part in parts_of(dead[0]):
            table.hall.take(table.loop, part)
        table.press("fold", "play", "play")
        assert (table.stage, table.state.games) == ("confirmed", ())


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_interrupted_at_any_point_nothing_is_half_written(
    dead: tuple[list[dict[str, Any]], bytes], folder: Path, number: int, before: bool
) -> None:
    sent, picture = dead

    def take_over(table: TournamentTable) -> None:
        table.take(RESUMED)
        if table.stage == "announced":
            for part in parts_of(sent):
                table.hall.take(table.loop, part)
            table.press("play")

    with TournamentTable(folder) as table:
        count = len(table.journal.events)
        with killed_at(number, before), pytest.raises(Killed):
            take_over(table)
    with TournamentTable(folder) as table:
        assert (table.journal.recorded.start + len(table.journal.events)) in (count, count + len(sent))
        take_over(table)
        assert table.loop.picture.tobytes() == picture
        assert table.journal.recorded.start + len(table.journal.events) == count + len(sent)
