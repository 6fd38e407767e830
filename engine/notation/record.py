"""Reads and writes records of play as text; docs/notation.md describes the format.

There is one line for each event, and one for the cards of a trick with its gathering. Lines with `!` and `=` contain
findings and scores; the writer derives them, and the reader checks them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.amendments import check_amendment
from engine.events import Amended, CardLaid, Event, Ruled, TrickGathered, invalid_value
from engine.notation.explain_findings import sentence
from engine.notation.lines import events_of, line_of, shorten
from engine.rules.findings import Finding, Kind
from engine.state.table import Table

HEADER = "kiebitz record 1"


class NotationError(ValueError):
    """Raised for an invalid record; the message has the line, what was got and what was expected."""


# Writing


def write(events: Sequence[Event], derived: bool = True) -> str:
    """Returns *events* as text; with *derived*, findings and scores are included.

    :raises ValueError: for an amendment of an event that does not exist, or a ruling on one before the record; if
        *derived*, also for what the table cannot follow, such as an unknown game.
    """
    for position, event in enumerate(events):
        if isinstance(event, Amended):
            check_amendment(position, event)
        fact = event.fact if isinstance(event, Amended) else event
        if isinstance(fact, Ruled) and fact.position < 0:
            raise invalid_value(fact, "position", fact.position, "a position in this record")
    table = Table()
    lines = [HEADER]
    score = ""
    for start, group in _lines_of(events):
        lines.append(f"{start}. {line_of(group)}")
        if not derived:
            continue
        findings = [finding for event in group for finding in table.observe(event)]
        for finding in findings:
            words = sentence(finding, table.game).english if table.game else ""
            lines.append(f"{_finding_key(finding)}: {words}")
        if (new := _score_line(table)) != score:
            score = new
            lines += [score] if score else []
    return "\n".join(lines) + "\n"


def _lines_of(events: Sequence[Event]) -> Iterable[tuple[int, list[Event]]]:
    group: list[Event] = []
    for position, event in enumerate(events):
        if group and not (isinstance(group[-1], CardLaid) and isinstance(event, CardLaid | TrickGathered)):
            yield position - len(group), group
            group = []
        group.append(event)
    if group:
        yield len(events) - len(group), group


def _finding_key(finding: Finding) -> str:
    return f"! {finding.position} {finding.kind.value}, {finding.rule}"


_NO_LONGER_NOTICED = " game_over"
"""Earlier versions noticed a deal after the end of a game, which is now the first of the next game."""
REVOKES = (f" {Kind.REVOKE}", f" {Kind.REVOKE_AMONG}", f" {Kind.DOUBTFUL_REVOKE}")


def _without_duty(key: str) -> str:
    """Returns the key without the duty of a revoke, which earlier versions named otherwise."""
    kind_of_finding = key.partition(",")[0]
    return kind_of_finding if kind_of_finding.endswith(REVOKES) else key


def _score_line(table: Table) -> str:
    score = table.score
    if score is None:
        return ""
    tallies = " ".join(f"{seat}:{tally}" for seat, tally in score.result.tallies.items())
    winners = " ".join(map(str, score.result.winners))
    won = f", won by {winners}" if score.result.is_over else ""
    return f"= deal {score.number}, {tallies}{won}"


# Reading


def read(text: str) -> list[Event]:
    """Returns the events of a record. Blank lines and those that begin with `#` are skipped.

    :raises NotationError: if a line cannot be read, or what the table noticed or scored is not what the record says.
    """
    reader = _Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            reader.line(line.rstrip("\r"), number)
        except NotationError:
            raise
        except ValueError as error:
            raise NotationError(f"line {number}: {error}") from None
    if not reader.has_header:
        raise NotationError(f"line 1: got an empty record, expected {HEADER!r}")
    return reader.events


class _Reader:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.has_header = False
        self._table: Table | None = None
        self._followed = 0
        self._open: list[str] = []
        """The keys of the findings since the last event line, which the record must contain."""

    def line(self, line: str, number: int) -> None:
        if not line.strip() or line.startswith("#"):
            return
        if not self.has_header:
            if line.strip() != HEADER:
                raise ValueError(f"got {shorten(line)}, expected {HEADER!r}")
            self.has_header = True
        elif line.startswith("!"):
            self._check_finding(line)
        elif line.startswith("="):
            expected = _score_line(self._follow())
            if line.strip() != expected:
                raise ValueError(f"got {shorten(line)}, expected {expected or 'no score yet'!r}")
        else:
            numbered = re.match(r"(\d+)\.\s+", line)
            if numbered is not None:
                if int(numbered[1]) != len(self.events):
                    raise ValueError(f"got number {numbered[1]}, expected {len(self.events)}")
                line = line[numbered.end() :]
            self.events += events_of(line, len(self.events))

    def _follow(self) -> Table:
        if self._table is None:
            self._table = Table()
        if self._followed < len(self.events):
            self._open = []
        for event in self.events[self._followed :]:
            self._open += [_finding_key(finding) for finding in self._table.observe(event)]
        self._followed = len(self.events)
        return self._table

    def _check_finding(self, line: str) -> None:
        self._follow()
        key = line.split(": ", 1)[0]
        if key.partition(",")[0].endswith(_NO_LONGER_NOTICED):
            return
        noticed_key = next((each for each in self._open if _without_duty(each) == _without_duty(key)), None)
        if noticed_key is None:
            noticed = "; ".join(self._open) or "nothing"
            raise ValueError(f"got {shorten(key)}, but the table noticed {noticed}")
        self._open.remove(noticed_key)
