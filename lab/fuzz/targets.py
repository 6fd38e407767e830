"""What is fuzzed: for each kind of file, what a device does with one from anywhere.

A target may refuse its input with an error that `common.errors` can tell in one line; any other exception is a fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from common.errors import explain_error
from common.texts.phrases import LANGUAGES, region_for
from common.texts.words import words_for
from device.hardware.board import read_board
from device.runtime.journal_opening import start_and_draw
from device.session.controller import SessionController
from device.settings.preferences import read_choices
from device.settings.settings import read_config
from device.settings.table_setup import SEATS, Setup, read_rules
from device.storage.backup import restore_backup
from engine.codec import from_line
from engine.events import Amended, Event, EventError, GameStarted
from engine.games import all_games
from engine.state.table import Table
from tests.support.records import process_record_file
from vision.recognition.pack_file import checked_pack

SEEDS = Path(__file__).parent / "seeds"


def records(content: bytes) -> None:
    """A record is read, judged, counted and written in every format."""
    _refused_or_taken(process_record_file, "evening.record", content)


def events(content: bytes) -> None:
    """Events, a line each, are folded, and the resting screen is drawn; lines that are no event are left out."""
    kind, _, lines = content.partition(b"\n")
    games = sorted(all_games().items())
    name, game = games[sum(kind) % len(games)]
    journal: list[Event] = [GameStarted(name, SEATS[min(game.players)], 0)]
    for line in lines.decode("utf-8", "replace").splitlines():
        with suppress(EventError):
            journal.append(from_line(line))
    journal = [event for event in journal if _is_playable(event)]
    words = words_for(sorted(LANGUAGES)[len(content) % len(LANGUAGES)], region_for(game.pack))
    start_and_draw(partial(SessionController, Setup(name, SEATS[max(game.players)]), words), journal)


def _is_playable(event: Event) -> bool:
    """Whether a game that begins is known, with its rules and so many players; others are refused in words."""
    began = event.fact if isinstance(event, Amended) else event
    refusals: list[str] = []
    if isinstance(began, GameStarted):
        _refused(lambda: Table().observe(began), refusals.append)
    return not refusals


def settings(content: bytes) -> None:
    """The first byte says whether it is read as settings, board, house rules or choices."""
    readers: Sequence[tuple[str, Callable[[Path], object]]] = (
        ("kiebitz.toml", read_config),
        ("board.toml", lambda path: read_board(str(path))),
        ("house.toml", read_rules),
        ("chosen.json", read_choices),
    )
    name, read = readers[(content[:1] or b"\0")[0] % len(readers)]
    _refused_or_taken(read, name, content[1:])


def packs(content: bytes) -> None:
    _refused_or_taken(checked_pack, "deck.npz", content)


def backups(content: bytes) -> None:
    """A backup is restored into an empty state folder, outside of which nothing may be written."""
    with TemporaryDirectory(prefix="kiebitz-fuzz-") as name:
        os.environ["STATE_DIRECTORY"] = str(Path(name) / "state")
        path = Path(name) / "backup.zip"
        path.write_bytes(content)
        _refused(lambda: restore_backup(path, False, lambda _: None))
        assert {each.name for each in Path(name).iterdir()} <= {"state", "backup.zip"}


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (records, events, settings, packs, backups)
}


def _refused_or_taken(read: Callable[[Path], object], name: str, content: bytes) -> None:
    with TemporaryDirectory(prefix="kiebitz-fuzz-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        _refused(lambda: read(path))


def _refused(act: Callable[[], object], say: Callable[[str], object] = lambda _: None) -> None:
    """Passes on what is no refusal; *say* is called with the reason of one."""
    try:
        act()
    except (ValueError, OSError) as error:
        reason = explain_error(error)
        if reason is None:
            raise
        say(reason)
