"""Journals after a power cut: files that were not closed."""

from pathlib import Path

import pytest

from device.storage.journal import Journal
from engine.events import EveningStarted, Event
from engine.simulation.evening import simulation

NAME = "journal.sqlite"
EVENTS = 115
ENDINGS = ("", ".mark")


@pytest.fixture(scope="session")
def played() -> list[Event]:
    simulated = simulation("bohemian-watten", 4, seed=3)
    for _ in range(4):
        simulated.play_deal()
    return [EveningStarted("2026-11-22"), *simulated.events][:EVENTS]


@pytest.fixture(scope="session")
def files(played: list[Event], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """File and mark by their endings, as they lie on the disk when the power goes."""
    folder = tmp_path_factory.mktemp("journal")
    with Journal(folder / NAME) as journal:
        for position, event in enumerate(played):
            journal.append(event, 1000.0 + position)
        return {ending: (folder / f"{NAME}{ending}").read_bytes() for ending in ENDINGS}


@pytest.fixture
def path(tmp_path: Path, files: dict[str, bytes]) -> Path:
    """A journal that a power cut has left."""
    path = tmp_path / "state" / NAME
    path.parent.mkdir()
    for ending, content in files.items():
        (path.parent / f"{NAME}{ending}").write_bytes(content)
    return path
