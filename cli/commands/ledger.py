"""kiebitz ledger: adds up games over evenings, with the account of every player."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from cli.record_files import evening_of, read_record
from common.errors import print_fault, raise_all
from common.files.paths import journal_file
from common.texts.phrases import LANGUAGES, spoken_language
from common.texts.words import words_for
from device.reporting.export import LAST_EVENING
from device.reporting.ledger import LedgerText, account_lines, evening_lines, shown_evenings
from device.storage.ledger import ledger_of
from engine.state.ledger import Evening, Ledger


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "records",
        nargs="*",
        metavar="RECORD",
        type=Path,
        help="notation, JSON Lines, or a journal; else the table's own",
    )
    parser.add_argument("--evening", metavar="E", help="only this one, such as 2026-11-21, or the last")
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the text (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Adds up every record that can be read, and raises for the first that cannot at the end.

    :raises ValueError: for a broken record; faults of other records are printed.
    :raises OSError: for a record that cannot be opened; likewise.
    """
    read, failures, first = _read_evenings(arguments.records, arguments.evening)
    ledger = Ledger(tuple(evening for _, evening in read))
    if arguments.jsonl:
        for number, (path, evening) in enumerate(read, start=1):
            for line in evening_lines(evening, number):
                print(json.dumps({"record": str(path), **line}, ensure_ascii=False))
        for line in account_lines(ledger):
            print(json.dumps(line, ensure_ascii=False))
    elif read or not failures:
        print(*LedgerText(words_for(arguments.language, "bavarian")).lines(ledger, first), sep="\n")
    raise_all(failures)
    return 0


def _read_evenings(
    records: Sequence[Path], evening: str | None
) -> tuple[list[tuple[Path, Evening]], list[ValueError | OSError], int]:
    """Returns the evenings, each with its record, the errors of records that cannot be read, and the number of the
    first evening: the last one of a single record has the number by which the list of all evenings calls it.

    Without *records* they are those of this device's own journal.
    """
    read: list[tuple[Path, Evening]] = []
    failures: list[ValueError | OSError] = []
    first, own = 1, [journal_file()]
    if evening is None and not own[0].exists():
        own = []  # before the first evening
    for path in records or own:
        try:
            if not (records or evening):
                ledger = ledger_of(path, print_fault)
            else:
                record = read_record(path)
                ledger = Ledger.of(evening_of(record, evening).events)
                if evening == LAST_EVENING and len(records) < 2:
                    every = Ledger.of(record.events) if records else ledger_of(path, lambda _: None)
                    first = max(number for number, each in enumerate(shown_evenings(every), start=1) if each.games)
            read += [(path, each) for each in ledger.evenings]
        except (ValueError, OSError) as failure:
            failures.append(failure)
    return read, failures, first
