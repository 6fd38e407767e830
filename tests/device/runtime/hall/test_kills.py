"""The power goes at every point between pairing and agreed result: no stage is lost or doubled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from device.settings import tournament
from device.storage.journal import Journal
from engine.events import EveningStarted, GameStarted, TricksEntered
from tests.support.examples import one_in
from tests.support.tournament_table import CUP, PAIRING, TournamentTable

MATCH = msgspec.structs.replace(PAIRING, games=1)
STAGES = ["none", "announced", "confirmed", "playing", "finished", "agreed"]
WRITES = 20
"""Writes to the disk from the pairing to the agreed result: five of the small file, and the events."""


class Killed(BaseException):
    """The power is gone."""


@contextmanager
def killed_at(number: int, before: bool) -> Iterator[list[int]]:
    """Ends the write of that number before or after it has happened; yields how many there were."""
    count = [0]

    def cut(write: Callable[..., Any]) -> Callable[..., Any]:
        def written(*arguments: Any, **named: Any) -> Any:
            count[0] += 1
            is_last = count[0] == number
            if is_last and before:
                raise Killed
            result = write(*arguments, **named)
            if is_last:
                raise Killed
            return result

        return written

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "append_all", cut(Journal.append_all))
        patch.setattr(tournament, "write_atomically", cut(tournament.write_atomically))
        yield count


def play_on(folder: Path, heard: list[str]) -> None:
    """Does what is due until the result is agreed, and notes what the hall hears."""
    with TournamentTable(folder) as table:
        table.take(MATCH)  # the link says it again after each start
        heard.append(table.stage)
        while heard[-1] != "agreed":
            if table.stage in ("confirmed", "playing"):
                table.play_deal(0)
            else:
                table.press("play")
            heard.append(table.stage)


@pytest.mark.parametrize(("before", "number"), one_in(6, product([True, False], range(1, WRITES + 1))))
def test_no_stage_is_lost_or_doubled(tmp_path: Path, number: int, before: bool) -> None:
    heard = ["none"]
    with killed_at(number, before), pytest.raises(Killed):
        play_on(tmp_path, heard)
    play_on(tmp_path, heard)
    assert [STAGES.index(stage) for stage in heard] == sorted(STAGES.index(stage) for stage in heard)
    with TournamentTable(tmp_path) as table:
        events, marks = table.journal.events, table.journal.recorded.marks
        assert table.stage == "agreed"
    assert events.count(EveningStarted(CUP.evening)) == 1
    assert [type(event) for event in events].count(GameStarted) == 1
    assert [type(event) for event in events].count(TricksEntered) == 6
    game = next(place for place, event in enumerate(events) if isinstance(event, GameStarted))
    assert marks[game] == CUP.mark


def test_the_number_of_writes(tmp_path: Path) -> None:
    with killed_at(0, before=True) as count:
        play_on(tmp_path, ["none"])
    assert count[0] == WRITES
