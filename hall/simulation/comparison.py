"""Compares played events with stored ones: lost, doubled and different ones, and the latency."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from engine.codec import decode
from engine.state.ledger import Ledger
from link.messages import TableEvent

LATENCY_QUERY = "select time, stored from table_event"


@dataclass
class Comparison:
    played: int = 0
    """Events of all tables."""
    lost: int = 0
    doubled: int = 0
    """Rows of the hall beyond the first for the same event."""
    different: int = 0
    """Events that differ, or that no table has played."""
    tables: int = 0
    equal_ledgers: int = 0
    """Tables whose ledger is the hall's."""
    games: int = 0
    """Games in these ledgers."""
    all_s: list[float] = field(default_factory=list)
    """Seconds from an event to the disk of the hall, sorted."""
    calm_s: list[float] = field(default_factory=list)
    """Likewise, for events that are not near a kill."""
    is_drained: bool = True
    repeats: int = 0
    refusals: int = 0

    @property
    def is_exact(self) -> bool:
        faults = self.lost + self.doubled + self.different + (self.tables - self.equal_ledgers)
        return self.is_drained and faults == 0 and self.played > 0


def compare(database: Path, journals: Path, disturbed: Sequence[tuple[float, float]] = ()) -> Comparison:
    """Compares the hall's file with the journals of the tables; *disturbed* are the time spans near kills."""
    result, truth = Comparison(), dict[str, list[TableEvent]]()
    for line in journals.read_bytes().splitlines():
        table, event = msgspec.json.decode(line, type=tuple[str, TableEvent])
        truth.setdefault(table, []).append(event)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for table, events in truth.items():
            _compare_table(connection, table, events, result)
        known = ", ".join("?" * len(truth))
        query = f"select count(*) from table_event where table_name not in ({known})"
        result.different += connection.execute(query, list(truth)).fetchone()[0]
        for moment, stored in connection.execute(LATENCY_QUERY):
            result.all_s.append(stored - moment)
            if not any(start <= moment <= end for start, end in disturbed):
                result.calm_s.append(stored - moment)
    result.all_s.sort()
    result.calm_s.sort()
    return result


def percentile(ordered: Sequence[float], share: float) -> float:
    """Returns the quantile *share* of the values; 0 if there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _compare_table(connection: sqlite3.Connection, table: str, events: list[TableEvent], result: Comparison) -> None:
    query = "select journal, position, event, by_whom from table_event where table_name = ? order by journal, position"
    rows = connection.execute(query, (table,)).fetchall()
    stored: dict[tuple[str, int], tuple[object, str]] = {}
    for journal, position, text, by in rows:
        result.doubled += (journal, position) in stored
        stored[journal, position] = msgspec.json.decode(text), by
    played = {(event.journal, event.position): (event.event, event.by) for event in events}
    result.tables += 1
    result.played += len(played)
    result.lost += len(played.keys() - stored.keys())
    result.different += len(stored.keys() - played.keys())
    result.different += sum(played[key] != stored[key] for key in played.keys() & stored.keys())
    ledger = Ledger.of([decode(event.event) for event in events])
    result.equal_ledgers += ledger == Ledger.of([decode(event) for event, _ in stored.values()])
    result.games += len(ledger.games)
