"""Random damage to file and mark: a lost acknowledged event is always reported, and play goes on."""

from pathlib import Path
from random import Random

import pytest

from common.files.sidecar_files import mark_file
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.storage.journal import BrokenJournal, Journal
from device.storage.journal_repair import replace_unreadable
from engine.events import DealStarted, EveningStarted, Event
from engine.simulation.evening import simulation
from tests.support.journal_files import change_line
from tests.support.session_script import GAME, GERMAN

NAME = "journal.sqlite"
FILES = ("", ".mark")
FEW, MANY = 30, 600
"""Trials of the default tests and of the slow ones."""
LENGTHS = (3, 40, 66, 90, 115, 124, 180, 230)
"""Events of the journals."""


def truncated(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content))]


def flipped(content: bytes, random: Random) -> bytes:
    torn = bytearray(content)
    torn[random.randrange(len(torn))] ^= 1 << random.randrange(8)
    return bytes(torn)


def zeroed(content: bytes, random: Random) -> bytes:
    size = random.choice([16, 512, 4096, 4120])
    first = random.randrange(len(content)) // size * size
    return content[:first] + bytes(min(size, len(content) - first)) + content[first + size :]


def overwritten(content: bytes, random: Random) -> bytes:
    size = random.choice([4, 512, 4096])
    first = random.randrange(len(content)) // size * size
    return content[:first] + random.randbytes(min(size, len(content) - first)) + content[first + size :]


def stale(content: bytes, random: Random) -> bytes:
    """A block of the card still holds what another block does."""
    blocks = max(1, len(content) // 512)
    source, target = (random.randrange(blocks) * 512 for _ in range(2))
    return content[:target] + content[source : source + 512] + content[target + 512 :]


def flipped_often(content: bytes, random: Random) -> bytes:
    for _ in range(20):
        content = flipped(content, random)
    return content


def without_a_row(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    del lines[random.randrange(len(lines))]
    return b"".join(lines)


def with_rows_swapped(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    one, other = (random.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def gone(_: bytes, __: Random) -> bytes | None:
    return None


DAMAGES = (truncated, flipped, flipped_often, zeroed, overwritten, stale, without_a_row, with_rows_swapped, gone)


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[list[Event], dict[str, bytes]]]:
    """Journals of some lengths, with the files that a power cut leaves of them."""
    simulated = simulation("bohemian-watten", 4, seed=5)
    while len(simulated.events) < max(LENGTHS):
        simulated.play_deal()
    events = [EveningStarted("2026-11-22"), *simulated.events][: max(LENGTHS)]
    path = tmp_path_factory.mktemp("journal") / NAME
    made = {}
    with Journal(path) as journal:
        for position, event in enumerate(events):
            journal.append(event, 1000.0 + position)
            if position + 1 in LENGTHS:
                files = {ending: path.with_name(f"{NAME}{ending}") for ending in FILES}
                made[position + 1] = (
                    events[: position + 1],
                    {ending: file.read_bytes() for ending, file in files.items()},
                )
    return made


def went_on(path: Path) -> tuple[list[Event], bool]:
    """Returns what the appliance goes on with, and whether it was told that something is wrong."""
    try:
        journal, reported = Journal(path), False
    except BrokenJournal:
        journal, reported = replace_unreadable(path), True
    reported = reported or bool(journal.take_warnings())
    with journal:
        events = list(journal.events)
        assert journal.append(DealStarted(0), 1.0) == len(events)
    SessionController(Setup(GAME, (0, 1, 2, 3)), GERMAN, events)
    return events, reported


def one_trial(seed: int, journals: dict[int, tuple[list[Event], dict[str, bytes]]], folder: Path) -> bool:
    """Returns whether events were lost."""
    random = Random(seed)
    events, files = journals[random.choice(LENGTHS)]
    damaged = dict(files)
    if random.random() < 0.15:  # a copy of before is put in its place
        damaged[""] = journals[random.choice([length for length in LENGTHS if length <= len(events)])][1][""]
    for ending in random.sample(["", "", ".mark"], random.choice([1, 1, 2])):
        if damaged.get(ending):
            content = random.choice(DAMAGES)(damaged[ending], random)
            damaged = {name: each for name, each in damaged.items() if name != ending}
            if content is not None:
                damaged[ending] = content
    if not damaged:
        return False  # nobody can tell that there was a journal
    folder.mkdir()
    for ending, content in damaged.items():
        (folder / f"{NAME}{ending}").write_bytes(content)
    got, reported = went_on(folder / NAME)
    left = iter(events)
    assert all(event in left for event in got), f"seed {seed}: no other events, no other order"
    if got != events:
        assert reported, f"seed {seed}: {len(events) - len(got)} of {len(events)} events are lost without a word"
        copies = {file.read_bytes() for file in folder.glob("*.broken-*")}
        assert not damaged.get("") or damaged[""] in copies, f"seed {seed}: no copy of all that was there"
    assert mark_file(folder / NAME).exists()
    return got != events


@pytest.mark.parametrize("trials", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_lost_acknowledged_events_are_always_reported(
    trials: int, journals: dict[int, tuple[list[Event], dict[str, bytes]]], tmp_path: Path
) -> None:
    lost = sum(one_trial(seed, journals, tmp_path / str(seed)) for seed in range(trials))
    assert 0 < lost < trials, "there are losses to be told, and some damage costs nothing"


def test_a_torn_event_loses_only_the_rest_of_its_deal(path: Path, played: list[Event]) -> None:
    deals = [place for place, event in enumerate(played) if isinstance(event, DealStarted)]
    change_line(path, deals[1] + 5, lambda line: line.replace(b"seat", b"sweat"))
    assert went_on(path) == ([*played[: deals[1] + 5], *played[deals[2] :]], True)
