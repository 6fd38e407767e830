"""Deletion at the table: what is deleted is in no file afterwards, and a crash leaves all of it or nothing."""

import os
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from common.files.durable_files import keep_copy
from common.files.paths import choices_file, journal_file, state_folder, tournament_file
from common.files.sidecar_files import WriterLock
from device.settings.requests import Erase
from device.storage import erasure as erase_module
from device.storage.daily_backup import back_up, backup_folder, stick_lacks_backup
from device.storage.erasure import ErasureError, erase, finish_interrupted_erasure, inventory
from device.storage.journal import Journal, JournalError
from device.storage.journal_format import Row, encode_line
from device.storage.ledger import cache_file, ledger_of
from device.storage.recorded_events import read_journal
from engine.events import ERASED_NAME, Amended, EveningStarted, Event, GameStarted, PlayersSeated
from tests.support.crashes import Crash, crash_at
from tests.support.examples import one_in
from tests.support.journal_files import change_line

SEATS = (0, 1, 2, 3)
FRIDAY, SATURDAY = "2026-11-20", "2026-11-21"
RESI, HANS = "Resi", "Zenzi"


def evenings_of(name: str) -> list[Event]:
    """Returns two evenings with one person of that name; the seats of the second are put right."""
    return [
        EveningStarted(FRIDAY),
        PlayersSeated(((0, name), (1, HANS))),
        GameStarted("gras", SEATS, 0),
        EveningStarted(SATURDAY),
        PlayersSeated(((0, HANS), (1, name))),
        GameStarted("gras", SEATS, 1),
        Amended(4, PlayersSeated(((2, name), (3, HANS)))),
    ]


EVENTS, UNNAMED = (evenings_of(name) for name in (RESI, ERASED_NAME))
SECOND = [*EVENTS[3:6], Amended(1, PlayersSeated(((2, RESI), (3, HANS))))]
TARGETS: Mapping[str, tuple[Erase, list[Event], tuple[str, ...]]] = {
    "person": (Erase("person", RESI), UNNAMED, (RESI,)),
    "evening": (Erase("evening", FRIDAY), SECOND, (FRIDAY,)),
    "last evening": (Erase("evening", SATURDAY), [*EVENTS[:3], EveningStarted()], (SATURDAY,)),
    "evenings": (Erase("evenings"), [], (RESI, HANS, FRIDAY, SATURDAY)),
    "everything": (Erase("everything"), [], (RESI, HANS, FRIDAY, SATURDAY, "bavarian32")),
}
"""What is deleted, the events that are left, and texts that no file may hold afterwards."""
CALLS = [(Path, "replace"), (Path, "unlink"), (Path, "rename"), (Path, "rmdir"), (Path, "mkdir"), (os, "fsync")]


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of two evenings with everything beside the journal that may hold names."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    state_folder().mkdir()
    choices = f'{{"deck": "bavarian32", "names": {{"0": "{RESI}", "1": "{HANS}"}}}}'
    choices_file().write_text(choices)
    pairing = f'{{"pairing": {{"table": "7", "sides": [["{RESI}"], ["{HANS}"]]}}}}'
    for suffix in ("", ".broken-1", ".part"):
        tournament_file().with_name(f"tournament.json{suffix}").write_text(pairing)
    for suffix in (".before-1", ".broken-1", ".part"):
        choices_file().with_name(f"chosen.json{suffix}").write_text(choices)
    with Journal(journal_file()) as journal:
        for event in EVENTS:
            journal.append(event, 0.0)
    back_up(journal_file(), date(2026, 11, 21))
    ledger_of(journal_file(), pytest.fail)
    keep_copy(journal_file())
    (state_folder() / "packs").mkdir()
    (state_folder() / "packs" / "adler.npz").write_text("cards")


def files() -> dict[str, bytes]:
    return {str(file.relative_to(state_folder())): file.read_bytes() for file in state_folder().rglob("*.*")
            if file.is_file()}  # fmt: skip


def texts_left(*texts: str) -> list[tuple[str, str]]:
    return [(name, text) for name, content in files().items() for text in texts if text.encode() in content]


def events() -> list[Event]:
    with Journal(journal_file(), whole=True) as journal:
        assert journal.take_warnings() == []
        return journal.events


@pytest.mark.parametrize(("target", "left", "texts"), TARGETS.values(), ids=TARGETS)
def test_no_file_holds_what_was_deleted(target: Erase, left: list[Event], texts: tuple[str, ...]) -> None:
    assert {name for name, text in texts_left(texts[0])} >= {"journal.sqlite", "journal.sqlite.broken-1"}
    erase(target)
    assert texts_left(*texts) == []
    assert events() == left
    assert texts_left(*texts) == []
    assert not backup_folder(journal_file()).exists()
    assert (state_folder() / "packs").exists() == (target.kind != "everything")
    back_up(journal_file(), date(2026, 11, 21))
    assert texts_left(*texts) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "left", "texts"), one_in(3, [TARGETS[name] for name in ("person", "evening", "everything")])
)
def test_a_crash_at_any_call_leaves_all_or_nothing(
    target: Erase, left: list[Event], texts: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = shutil.copytree(state_folder(), tmp_path / "start")
    before = files()
    outcomes = set()
    for number in range(200):
        shutil.rmtree(state_folder())
        shutil.copytree(start, state_folder())
        try:
            with crash_at(number, CALLS, monkeypatch) as calls:
                erase(target)
        except Crash:
            journal_file().with_name("journal.sqlite.lock").unlink()  # with the process it is no longer held
            is_finished = finish_interrupted_erasure()
            outcomes.add(is_finished)
            if is_finished or events() != EVENTS:
                assert (events(), texts_left(*texts)) == (left, []), f"crash after {calls}"
            else:
                kept = files()
                assert all(kept[name] == content for name, content in before.items() if ".broken" in name), calls
        else:
            break
    else:
        pytest.fail("it takes more than two hundred calls")
    assert outcomes == {True, False}


@pytest.mark.slow
def test_a_crash_while_a_crash_is_cleared_up_is_cleared_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Crash), crash_at(14, CALLS, monkeypatch):
        erase(Erase("person", RESI))
    for number in range(240):
        journal_file().with_name("journal.sqlite.lock").unlink(missing_ok=True)
        try:
            with crash_at(number // 4, CALLS, monkeypatch):
                finish_interrupted_erasure()
        except Crash:
            continue
        break
    else:
        pytest.fail("it takes more than sixty calls")
    assert (events(), texts_left(RESI)) == (UNNAMED, [])


def test_a_damaged_row_loses_the_name_and_stays_damaged() -> None:
    change_line(journal_file(), 1, lambda line: line.replace(b"Zenzi", b"Zenza"))
    erase(Erase("person", RESI))
    assert texts_left(RESI) == []
    with pytest.raises(JournalError, match="event 1"):
        read_journal(journal_file())


def test_a_damaged_row_of_another_evening_stays_damaged() -> None:
    change_line(journal_file(), 5, lambda line: line.replace(b"[0,1", b"[0,2"))
    erase(Erase("evening", FRIDAY))
    with pytest.raises(JournalError, match="event 2"):
        read_journal(journal_file())


def test_without_its_only_evening_the_journal_is_gone() -> None:
    erase(Erase("evening", FRIDAY))
    erase(Erase("evening", SATURDAY))
    assert texts_left(RESI, HANS, FRIDAY, SATURDAY) == [("chosen.json", RESI), ("chosen.json", HANS)]
    assert not journal_file().exists()
    assert events() == []


def test_an_evening_of_a_later_version_stays_as_it_is() -> None:
    later = '{"event":"game_started","game":"of-tomorrow","seats":[0,1],"dealer":0,"rules":{}}'
    row = Row(5, 0.0, later, None)
    line = encode_line([row._replace(checksum=row.expected_checksum)])
    change_line(journal_file(), 5, lambda _: line)
    erase(Erase("evening", FRIDAY))
    assert events() == [SECOND[0], SECOND[1], GameStarted("of-tomorrow", (0, 1), 0), SECOND[3]]


def test_the_inventory_has_everybody_and_every_evening_played() -> None:
    stored = inventory()
    assert stored.people == (RESI, HANS)
    assert [evening.name for evening in stored.evenings] == [SATURDAY, FRIDAY]
    assert [evening.day for evening in stored.evenings] == ["1970-01-01", "1970-01-01"]


def test_a_device_without_anything_has_an_empty_inventory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "new"))
    assert (inventory().people, inventory().evenings) == ((), ())
    assert not finish_interrupted_erasure()
    erase(Erase("everything"))


def test_a_start_without_an_erasure_touches_nothing() -> None:
    before = {path: path.stat().st_mtime_ns for path in (state_folder(), *state_folder().rglob("*"))}
    assert not finish_interrupted_erasure()
    assert {path: path.stat().st_mtime_ns for path in (state_folder(), *state_folder().rglob("*"))} == before


def test_what_was_not_prepared_is_removed_at_the_next_start() -> None:
    part = state_folder() / "erasing.json.part"
    part.write_text("half")
    assert not finish_interrupted_erasure()
    assert not part.exists()


def test_nothing_is_deleted_while_another_program_writes() -> None:
    lock = WriterLock(journal_file())
    with pytest.raises(ErasureError, match="another Kiebitz"):
        erase(Erase("person", RESI))
    lock.close()
    assert events() == EVENTS


def test_nothing_is_deleted_on_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = files()
    with monkeypatch.context() as patched:
        patched.setattr(erase_module, "encode_journal", full)
        with pytest.raises(ErasureError, match="No space left"):
            erase(Erase("person", RESI))
    assert {**files(), **before} == files()


def test_backups_of_before_on_a_stick_are_removed_when_it_is_plugged_in(tmp_path: Path, stick: Path) -> None:
    back_up(journal_file(), date(2026, 11, 21))
    (stick / "journal-2026-01-01.sqlite").write_bytes(b"another file that somebody put there")
    day = date(2026, 11, 21)
    assert not stick_lacks_backup(journal_file(), day)
    erase(Erase("person", RESI))
    assert events() == UNNAMED
    stick.rename(tmp_path / "pocket")
    back_up(journal_file(), day)
    (tmp_path / "pocket").rename(stick)
    assert stick_lacks_backup(journal_file(), day), "it has one, from before the deletion"
    back_up(journal_file(), day)
    assert not stick_lacks_backup(journal_file(), day)
    assert read_journal(stick / "journal-2026-11-21.sqlite") == UNNAMED
    assert (stick / "journal-2026-01-01.sqlite").exists()
    assert not cache_file(journal_file()).exists()
