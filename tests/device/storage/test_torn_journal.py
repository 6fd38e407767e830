"""Journals with lost or changed bytes anywhere in the file, as a failing card leaves them."""

from collections.abc import Callable
from itertools import groupby, product
from pathlib import Path
from random import Random

import pytest

from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.storage.journal import BrokenJournal, Journal
from device.storage.journal_repair import replace_unreadable
from engine.events import DealStarted, EveningStarted, Event
from engine.simulation.evening import simulation
from tests.support.examples import one_in
from tests.support.journal_files import change_line
from tests.support.session_script import GAME, GERMAN

Damage = Callable[[bytes, Random], bytes]
DEALS = 4
SEEDS = range(8)


def cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content))]


def flip(content: bytes, random: Random) -> bytes:
    torn = bytearray(content)
    torn[random.randrange(len(torn))] ^= 1 << random.randrange(8)
    return bytes(torn)


def flip_many(content: bytes, random: Random) -> bytes:
    for _ in range(20):
        content = flip(content, random)
    return content


def page_lost(content: bytes, random: Random) -> bytes:
    first = random.randrange(len(content) // 4096) * 4096
    return content[:first] + bytes(4096) + content[first + 4096 :]


def garbage(content: bytes, random: Random) -> bytes:
    first = random.randrange(len(content) // 512) * 512
    return content[:first] + random.randbytes(512) + content[first + 512 :]


@pytest.fixture(scope="module")
def evening() -> list[Event]:
    played = simulation(GAME, 4, seed=3)
    for _ in range(DEALS):
        played.play_deal()
    return [EveningStarted("2026-11-22"), *played.events]


@pytest.fixture(scope="module")
def files(evening: list[Event], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """File and mark as they lie on the disk when the power goes."""
    folder = tmp_path_factory.mktemp("journal")
    with Journal(folder / "journal.sqlite") as journal:
        for position, event in enumerate(evening):
            journal.append(event, 1000.0 + position)
        names = ("journal.sqlite", "journal.sqlite.mark")
        return {name: (folder / name).read_bytes() for name in names}


def opened(folder: Path, files: dict[str, bytes]) -> tuple[list[Event], bool]:
    """Returns what the appliance goes on with, and whether it was told that something was broken."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    path = folder / "journal.sqlite"
    try:
        journal, told = Journal(path), False
    except BrokenJournal:
        journal, told = replace_unreadable(path), True
        assert not files or (folder / "journal.sqlite.broken-1").read_bytes() == files["journal.sqlite"]
    told = told or bool(journal.take_warnings())
    with journal:
        events = journal.events
        position = journal.append(DealStarted(0), 1.0)
        assert position == len(events)
    SessionController(Setup(GAME, (0, 1, 2, 3)), GERMAN, events)
    return events, told


@pytest.mark.parametrize(("seed", "damage"), one_in(4, product(SEEDS, [cut, flip, flip_many, page_lost, garbage])))
def test_torn_journal_is_read_correctly_and_continues(
    damage: Damage, seed: int, evening: list[Event], files: dict[str, bytes], tmp_path: Path
) -> None:
    random = Random(seed)
    name = "journal.sqlite"
    events, told = opened(tmp_path, files | {name: damage(files[name], random)})
    left = iter(evening)
    assert all(event in left for event in events), "no other events, no other order"
    assert told or events == evening


def test_torn_event_loses_only_the_rest_of_its_deal(
    evening: list[Event], files: dict[str, bytes], tmp_path: Path
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    deals = in_deals(evening)
    torn = len(deals[0]) + len(deals[1]) + 5
    change_line(tmp_path / "journal.sqlite", torn, lambda line: line.replace(b"seat", b"sweat"))
    events, told = opened(tmp_path, {})
    assert told
    assert in_deals(events) == [deals[0], deals[1], deals[2][:5], *deals[3:]]


def in_deals(events: list[Event]) -> list[list[Event]]:
    """Returns what came before the first deal, and then the events of each."""
    return [list(deal) for _, deal in groupby(events, key=counted(DealStarted))]


def counted(kind: type[Event]) -> Callable[[Event], int]:
    """Returns what numbers events by how many of that kind there were."""
    count = 0

    def number(event: Event) -> int:
        nonlocal count
        count += isinstance(event, kind)
        return count

    return number
