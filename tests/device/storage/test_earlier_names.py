"""Names of earlier evenings, read from the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.storage.earlier_evenings import MAX_NAMES, earlier_names
from device.storage.journal import Journal
from device.storage.recorded_events import write_journal
from engine.events import Amended, DealStarted, EveningStarted, GameStarted, PlayersSeated

if TYPE_CHECKING:
    from pathlib import Path

    from engine.events import Event

EVENINGS: tuple[Event, ...] = (
    EveningStarted("2026-11-24"),
    PlayersSeated(((0, "Anna"), (1, "Toni"))),
    GameStarted("gras", (0, 1), 0),
    DealStarted(0),
    EveningStarted("2026-11-25"),
    PlayersSeated(((0, "Resi"), (1, "Anna"))),
    GameStarted("gras", (0, 1), 0),
    Amended(5, PlayersSeated(((0, "Zenzi"), (1, "")))),
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    write_journal(path, EVENINGS, [float(second) for second in range(len(EVENINGS))])
    return path


def test_names_of_all_evenings_are_there_the_latest_first(journal: Path) -> None:
    assert earlier_names(journal) == ("Zenzi", "Resi", "Anna", "Toni")


def test_they_are_read_while_the_journal_is_open(journal: Path) -> None:
    with Journal(journal) as opened:
        opened.append(PlayersSeated(((0, "Vroni"),)), 9.0)
        assert earlier_names(journal)[0] == "Vroni"


def test_no_more_than_a_list_are_offered(journal: Path) -> None:
    with Journal(journal) as opened:
        for number in range(MAX_NAMES):
            opened.append(PlayersSeated(((0, f"N{number}"),)), 9.0)
    names = earlier_names(journal)
    assert len(names) == MAX_NAMES
    assert names[0] == f"N{MAX_NAMES - 1}"


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_without_a_readable_journal_there_are_none(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "journal.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert earlier_names(path) == ()
