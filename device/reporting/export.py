"""Export of evenings: a table for spreadsheets (docs/commands.md), a record, JSON Lines, a result sheet."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import TypeAlias

from common.json_types import Line
from common.texts.phrases import Language
from common.texts.words import words_for
from device.reporting.ledger import LedgerText
from engine.amendments import BadAmendment, effective_facts, shift_positions
from engine.codec import encode
from engine.events import EveningStarted, Event, Fact, GameStarted, PlayersSeated, Ruled
from engine.notation.record import write
from engine.state.ledger import Ledger, LedgerDeal, LedgerGame

COLUMNS = (
    "evening", "number", "game", "preset", "deal", "dealer", "seat", "player", "trump", "folded",
    "tricks", "points", "tally", "end",
)  # fmt: skip
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""Characters that make a spreadsheet evaluate a text as a formula."""
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark, without which Excel reads an umlaut as two letters."""

Cell = str | int


def ledger_csv(ledger: Ledger, language: Language) -> str:
    """Returns the table, with semicolons where numbers are written with a comma."""
    games = ((evening.name, *numbered) for evening in ledger.evenings for numbered in enumerate(evening.games, start=1))
    rows = (row for name, number, game in games for deal in game.deals for row in _rows(name, number, game, deal))
    return csv_text(COLUMNS, rows, "," if language == "en" else ";")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell | None]], separator: str) -> str:
    """Returns a table that spreadsheets open as it is meant: no cell is a formula, and umlauts are letters."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        is_formula = [isinstance(cell, str) and cell.startswith(FORMULA_PREFIXES) for cell in row]
        writer.writerow([f"'{cell}" if escapes else cell for cell, escapes in zip(row, is_formula, strict=True)])
    return BYTE_ORDER_MARK + written.getvalue()


def _rows(evening: str, number: int, game: LedgerGame, deal: LedgerDeal) -> Iterator[list[Cell]]:
    score = deal.score
    for seat, tally in score.result.tallies.items():
        yield [
            evening, number, game.name, game.preset or "", score.number, score.dealer, seat, deal.players.get(seat, ""),
            score.trump or "", int(seat in score.folded), score.tricks.get(seat, 0), score.changes.get(seat, 0), tally,
            "won" if seat in score.result.winners else "lost" if seat in score.result.losers else "",
        ]  # fmt: skip


LAST_EVENING = "last"
Moment: TypeAlias = float | None
"""Seconds since 1970; None if it was not recorded."""


class UnknownEvening(ValueError):
    """Raised for an evening that is not in the journal; the message lists those that are."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The events of one evening, with positions from 0; events before the first evening have no name."""

    names: tuple[str, ...]
    events: tuple[Event, ...]
    times: tuple[Moment, ...]


def split_into_evenings(events: Sequence[Event], times: Sequence[Moment]) -> list[Evening]:
    """Returns the evenings in order; a game over midnight belongs to the evening on which it began.

    An evening keeps its amendments, unless they amend another evening: then only their result is kept. An evening of
    which nothing is left is none.

    :raises BadAmendment: for an amendment of a later event.
    """
    facts = effective_facts(events)
    borders = [place for place in range(len(facts)) if place == 0 or _starts_own_game(facts, place)] + [len(facts)]
    cut = []
    for start, end in pairwise(borders):
        first = facts[start][0] if start else 0
        last = facts[end][0] if end < len(facts) else len(events)
        own = facts[start:end]
        names = tuple(dict.fromkeys(fact.name for _, fact in own if isinstance(fact, EveningStarted))) or ("",)
        trail = tuple(shift_positions(event, -first) for event in events[first:last])
        if _stands_alone(trail, own, first):
            cut.append(Evening(names, trail, tuple(times[first : first + len(trail)])))
        else:
            held = tuple(renumber(own))
            moments = tuple(times[position] for position, _ in held)
            cut.append(Evening(names, tuple(fact for _, fact in held), moments))
    return [evening for evening in cut if evening.events]


def find_evening(wanted: str, events: Sequence[Event], times: Sequence[Moment]) -> Evening:
    """Returns the evening of that name, or the last one with a game; evenings of the same name are joined.

    :raises UnknownEvening: if there is none.
    """
    all_evenings = split_into_evenings(events, times)
    if wanted == LAST_EVENING:
        chosen = [
            evening for evening in all_evenings if any(isinstance(event, GameStarted) for event in evening.events)
        ][-1:]
    else:
        chosen = [evening for evening in all_evenings if wanted in evening.names]
    if not chosen:
        known_names = dict.fromkeys(name for evening in all_evenings for name in evening.names if name)
        raise UnknownEvening(
            f"got evening {wanted!r}, expected {LAST_EVENING} or one of: {', '.join(known_names) or 'none has a name'}"
        )
    together: list[Event] = []
    for evening in chosen:
        by = len(together)
        together += [shift_positions(event, by) for event in evening.events]
    names = tuple(dict.fromkeys(name for evening in chosen for name in evening.names))
    return Evening(names, tuple(together), tuple(moment for evening in chosen for moment in evening.times))


def _starts_own_game(facts: Sequence[tuple[int, Fact]], place: int) -> bool:
    """Whether the evening starts a game of its own, and does not continue one."""
    if not isinstance(facts[place][1], EveningStarted):
        return False
    played = (fact for _, fact in facts[place:] if not isinstance(fact, EveningStarted | PlayersSeated | Ruled))
    return isinstance(next(played, None), GameStarted | None)


def _stands_alone(trail: Sequence[Event], facts: Sequence[tuple[int, Fact]], first: int) -> bool:
    """Returns whether these events have the same effective facts without earlier ones, and rule on none of those."""
    if any(isinstance(fact, Ruled) and fact.position < first for _, fact in facts):
        return False
    try:
        alone = effective_facts(trail)
    except BadAmendment:
        return False
    return [(position + first, shift_positions(fact, first)) for position, fact in alone] == list(facts)


def renumber(facts: Sequence[tuple[int, Fact]]) -> Iterator[tuple[int, Fact]]:
    """Yields each fact with its old position; a ruling refers to the new positions, or is left out with its play."""
    places: dict[int, int] = {}
    for position, fact in facts:
        if isinstance(fact, Ruled):
            if fact.position not in places:
                continue
            fact = replace(fact, position=places[fact.position])
        places[position] = len(places)
        yield position, fact


def as_lines(evening: Evening) -> str:
    """Returns each event as docs/events.md specifies, with its time, and its position if it names no other one."""
    lines = []
    for place, (event, moment) in enumerate(zip(evening.events, evening.times, strict=True)):
        plain, time = encode(event), None
        with suppress(ValueError, OverflowError, OSError):  # the clock was not set
            time = None if moment is None else datetime.fromtimestamp(moment).astimezone().isoformat(timespec="seconds")
        line: Line = {"event": plain.pop("event"), "time": time, "position": place, **plain}
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    return "".join(lines)


def result_sheet(ledger: Ledger, language: Language) -> str:
    return "".join(f"{line}\n" for line in LedgerText(words_for(language, "bavarian")).lines(ledger))


WRITERS: Mapping[str, Callable[[Evening, Language], str]] = {
    ".csv": lambda evening, language: ledger_csv(Ledger.of(evening.events), language),
    ".record": lambda evening, _: write(evening.events),
    ".jsonl": lambda evening, _: as_lines(evening),
    ".txt": lambda evening, language: result_sheet(Ledger.of(evening.events), language),
}
