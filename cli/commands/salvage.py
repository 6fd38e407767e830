"""kiebitz salvage: mends a damaged journal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import CommandError

if TYPE_CHECKING:
    import argparse

    from cli.journal_salvage import Salvage


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help="by default the table's own")
    parser.add_argument("--yes", action="store_true", help="mend it without asking")


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if there is something to mend and the answer was no.

    :raises CommandError: while Kiebitz runs, for a file without any event, or if nobody can be asked.
    :raises JournalError: if the mended journal cannot be written.
    """
    from cli.journal_salvage import salvage
    from cli.keyboard import is_wanted
    from cli.probes import refuse_while_running
    from common.files.paths import journal_file
    from device.storage.journal_content import open_content
    from device.storage.journal_format import OTHER_PROGRAM
    from device.storage.journal_repair import exchange_journal

    path = arguments.journal or journal_file()
    refuse_while_running()
    if not path.is_file():
        raise CommandError(f"got no journal at {path}, expected a file that kiebitz run has written")
    with open_content(path) as content:
        is_foreign = content.is_newer or content.fault.startswith(OTHER_PROGRAM)
    if is_foreign:
        raise CommandError(f"got {path} of another program or of a newer Kiebitz, expected a journal: it is left alone")
    found = salvage(path)
    if not found.rows:
        raise CommandError(f"got {path} without any event that can be read, expected some: restore a backup instead")
    if not found.is_needed:
        print(
            f"{path}: nothing is damaged, {_count(found.evenings, 'evening')} with {_count(len(found.rows), 'event')}"
        )
        return 0
    _show(path, found)
    if not (arguments.yes or is_wanted("Mend it?", "--yes to mend the journal")):
        print("nothing was changed")
        return 1
    exchange_journal(path, found.rows)
    print(f"{path} is mended; the damaged one is kept beside it as {path.name}.broken-…")
    return 0


def _show(path: Path, found: Salvage) -> None:
    print(f"{path}: {_count(found.evenings, 'evening')} with {_count(len(found.rows), 'event')} can be kept")
    for evening in found.damaged:
        parts = []
        if evening.lost:
            parts.append(f"{evening.lost} events are lost, and with them the deals in which they were")
        if evening.from_backup:
            parts.append(f"{evening.from_backup} events are taken from a backup")
        print(f"  evening {evening.name}: {'; '.join(parts)}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
