"""An erasure that a power cut at any moment either leaves undone or leaves to be finished at the next start.

The new files are written completely into the folder `erasing.part`, which is synced and renamed to `erasing`. From
then on the erasure takes precedence: copies and caches are removed, and the new files take the place of the old ones.
No copy of what is erased is kept.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Literal

import msgspec

from common.files.atomic_files import give_to_folder_owner, replace_synced, sync
from common.files.bounded_read import read_bounded
from common.files.high_water_mark import mark_file
from common.files.kept_copies import LOG_SUFFIXES
from common.files.paths import choices_file, journal_file, state_folder, tournament_file
from device.storage.daily_backup import backup_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Scope = Literal["copies", "journal", "everything"]
"""The scope of an erasure: copies, backups and caches; the journal as well; every file, with packs and choices."""
_PLAN = "plan.json"
_MAX_PLAN_BYTES = 1024
_NOT_OURS = ("lost+found",)


class _Plan(msgspec.Struct, frozen=True):
    scope: Scope


def pending_folder() -> Path:
    return state_folder() / "erasing"


def is_erasure_pending() -> bool:
    """Returns whether an erasure was prepared, or interrupted before that."""
    return pending_folder().exists() or _part_folder().exists()


def _part_folder() -> Path:
    return pending_folder().with_name("erasing.part")


def new_pending_folder() -> Path:
    """Returns an empty folder for the new files, which counts for nothing until `prepare_erasure` is called.

    :raises OSError: if it cannot be made.
    """
    part = _part_folder()
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True, mode=0o700)
    return part


def prepare_erasure(part: Path, scope: Scope) -> None:
    """Makes the new files in *part* take precedence; on return they are on the disk.

    :raises OSError: if that is not possible; then nothing has changed.
    """
    (part / _PLAN).write_bytes(msgspec.json.encode(_Plan(scope)))
    for file in part.iterdir():
        give_to_folder_owner(file)
        sync(file)
    sync(part)
    give_to_folder_owner(part)
    part.rename(pending_folder())
    sync(state_folder())


def finish_erasure() -> bool:
    """Finishes an erasure that was prepared, and returns whether there was one. Nobody may have the journal open.

    :raises OSError: if that is not possible; call it again.
    """
    folder = pending_folder()
    if not (folder / _PLAN).exists():
        for left in (folder, _part_folder()):  # the plan is the last file to go
            shutil.rmtree(left, ignore_errors=True)
        return False
    scope = msgspec.json.decode(read_bounded(folder / _PLAN, _MAX_PLAN_BYTES), type=_Plan).scope
    for path in _copies() if scope != "everything" else _everything():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    if scope != "copies" or (folder / journal_file().name).exists():
        for file in _journal_files():
            file.unlink(missing_ok=True)
    sync(state_folder())
    for file in sorted(folder.iterdir()):
        if file.name != _PLAN:
            replace_synced(file, state_folder() / file.name)
    (folder / _PLAN).unlink()
    sync(folder)
    folder.rmdir()
    sync(state_folder())
    return True


def _copies() -> Iterator[Path]:
    """Yields everything besides journal, choices and packs that holds events or names."""
    journal, choices, tournament = journal_file(), choices_file(), tournament_file()
    earlier_ledger = journal.with_name(f"{journal.name}.ledger")  # earlier versions kept one
    yield from (backup_folder(journal), earlier_ledger, _part_folder(), tournament)
    for file in (journal, choices, earlier_ledger, mark_file(journal), tournament):
        for ending in ("broken-*", "before-*", "mended*", "part*"):
            yield from state_folder().glob(f"{file.name}.{ending}")
    yield from state_folder().glob(".restore-*")


def _everything() -> Iterator[Path]:
    """Yields every file but those of this erasure and of the journal, which is removed in its own order."""
    stays = {pending_folder(), journal_file().with_name(f"{journal_file().name}.lock"), *_journal_files()}
    yield from (path for path in state_folder().iterdir() if path not in stays and path.name not in _NOT_OURS)


def _journal_files() -> Iterator[Path]:
    """Yields the files in the order in which they are removed: a journal without its mark begins anew."""
    yield mark_file(journal_file())
    yield from (journal_file().with_name(f"{journal_file().name}{suffix}") for suffix in (*LOG_SUFFIXES, ""))
