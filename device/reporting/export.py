"""Export of evenings: a table for spreadsheets (docs/commands.md), a record, JSON Lines, a result sheet."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from common.texts.words import words_for
from device.reporting.ledger import LedgerText
from device.reporting.record_files import read_record
from device.storage.evenings import Evening, Moment, find_evening
from engine.codec import encode
from engine.notation.record import write
from engine.state.ledger import Ledger, LedgerDeal, LedgerGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from common.json_types import Line
    from common.texts.phrases import Language


COLUMNS = (
    "evening", "number", "game", "preset", "deal", "dealer", "seat", "player", "trump", "folded",
    "tricks", "points", "tally", "end",
)  # fmt: skip
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""Characters that make a spreadsheet evaluate a text as a formula."""
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark, without which Excel reads an umlaut as two letters."""

Cell = str | int


def ledger_csv(ledger: Ledger, separator: str = ",") -> str:
    """Returns the table; *separator* is a semicolon where numbers are written with a comma."""
    games = ((evening.name, *numbered) for evening in ledger.evenings for numbered in enumerate(evening.games, start=1))
    rows = (row for name, number, game in games for deal in game.deals for row in _rows(name, number, game, deal))
    return csv_text(COLUMNS, rows, separator)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell | None]], separator: str) -> str:
    """Returns a table that spreadsheets open as it is meant: no cell is a formula, and umlauts are letters."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(map(_escape_formula, row) for row in rows)
    return BYTE_ORDER_MARK + written.getvalue()


def _rows(evening: str, number: int, game: LedgerGame, deal: LedgerDeal) -> Iterator[list[Cell]]:
    score = deal.score
    for seat, tally in score.result.tallies.items():
        yield [
            evening, number, game.name, game.preset or "", score.number, score.dealer, seat, deal.players.get(seat, ""),
            score.trump or "", int(seat in score.folded), score.tricks.get(seat, 0), score.changes.get(seat, 0), tally,
            "won" if seat in score.result.winners else "lost" if seat in score.result.losers else "",
        ]  # fmt: skip


def _escape_formula(cell: Cell | None) -> Cell | None:
    """Returns the cell so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_PREFIXES) else cell


Writer: TypeAlias = "Callable[[Evening, Language], str]"


def read_evening(source: Path, name: str | None) -> Evening:
    """Returns one evening of a journal or a record, or all of it.

    :raises ValueError: for a file that is neither, or an evening that it does not know.
    :raises OSError: if it cannot be read.
    """
    record = read_record(source)
    events = record.events
    times: list[Moment] = [None] * len(events) if record.times is None else [*record.times]
    return Evening((), tuple(events), tuple(times)) if name is None else find_evening(name, events, times)


def as_csv(evening: Evening, language: Language) -> str:
    return ledger_csv(Ledger.of(evening.events), "," if language == "en" else ";")


def as_record(evening: Evening, _: Language) -> str:
    return write(evening.events)


def as_lines(evening: Evening, _: Language) -> str:
    lines = [event_line(evening, place) for place in range(len(evening.events))]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def as_sheet(evening: Evening, language: Language) -> str:
    return "".join(f"{line}\n" for line in LedgerText(words_for(language, "bavarian")).lines(Ledger.of(evening.events)))


WRITERS: Mapping[str, Writer] = {".csv": as_csv, ".record": as_record, ".jsonl": as_lines, ".txt": as_sheet}
"""Writers by file ending."""


def event_line(evening: Evening, place: int) -> Line:
    """Returns the event as docs/events.md tells, with its time, and its position if it names no other one."""
    plain = encode(evening.events[place])
    return {"event": plain.pop("event"), "time": _time(evening.times[place]), "position": place, **plain}


def _time(moment: Moment) -> str | None:
    try:
        return None if moment is None else datetime.fromtimestamp(moment).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):  # the clock was not set
        return None
