"""Reports as files: CSV, JSON, and the whole tournament as JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import msgspec

from device.reporting.ledger.csv_table import BYTE_ORDER_MARK, escape_formula
from hall.reports.tables import as_objects
from hall.tournament.events import HallEvent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hall.reports.tables import ReportTable


class LinesError(ValueError):
    """Raised for text that is not a tournament as JSON Lines: which line, what was got, what was expected."""


class EventLine(msgspec.Struct, frozen=True):
    position: int
    time: float
    """Seconds since 1970."""
    event: HallEvent


def as_csv(table: ReportTable, separator: str = ",") -> str:
    """Returns the table for spreadsheets; *separator* is a semicolon where numbers are written with a comma."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow("" if cell is None else escape_formula(cell) for cell in row)
    return BYTE_ORDER_MARK + written.getvalue()


def as_json(table: ReportTable) -> str:
    """Returns the rows as a list of objects."""
    return json.dumps(as_objects(table), ensure_ascii=False, indent=1) + "\n"


def as_lines(events: Iterable[tuple[int, float, HallEvent]]) -> str:
    """Returns events with positions and times, one JSON object a line: the whole tournament."""
    encoder = msgspec.json.Encoder()
    return "".join(encoder.encode(EventLine(*event)).decode() + "\n" for event in events)


def from_lines(text: str) -> list[EventLine]:
    """Reverses `as_lines`.

    :raises LinesError: naming the line that is no event, or is out of place.
    """
    decoder = msgspec.json.Decoder(EventLine)
    found: list[EventLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            event = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise LinesError(f"line {number}: got {line[:60]!r}, expected an event of a hall: {error}") from None
        if event.position != len(found):
            raise LinesError(
                f"line {number}: got event {event.position}, expected event {len(found)}, lines are missing"
            )
        found.append(event)
    return found
