"""What people show one another, each as one file: an evening as a picture, a deal to be replayed with its proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

import msgspec

from common.feed.messages import TableState
from common.texts.phrases import Language
from device.reporting.export import renumber
from engine.events import DealStarted, EveningStarted, Event, Fact, GameStarted, PlayersSeated, is_person
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.replay import Replay
from web.table.views.base import TableContext
from web.table.views.evening import games_of_evening
from web.table.views.picture import best_trick, evening_picture


class EveningRecord(NamedTuple):
    """What holds at a table after all corrections, as a record of its own."""

    state: TableState
    events: Sequence[Event]
    times: Sequence[float]
    places: dict[int, int]
    """The index of an event by its position at the table."""


def evening_record(live: LiveTable, with_names: bool) -> EveningRecord | None:
    """Returns what may be shared, with letters in place of names unless *with_names*; None before there is a table."""
    if live.view is None or live.state is None:
        return None
    held = list(renumber(live.view.table.facts))
    events = [fact for _, fact in held]
    if not with_names:
        events = list(_without_names(events))
    state = msgspec.structs.replace(live.state, names={}, findings=(), crops=(), question=None, display="")
    places = {position: place for place, (position, _) in enumerate(held)}
    return EveningRecord(state, events, [live.times[position] for position in places], places)


def _without_names(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yields the facts with letters in place of names; who changes seats keeps the letter."""
    letters: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, PlayersSeated):
            for _, name in fact.players:
                letters.setdefault(
                    name, ascii_uppercase[len(letters) % len(ascii_uppercase)] if is_person(name) else name
                )
            yield PlayersSeated(tuple((seat, letters[name]) for seat, name in fact.players))
        else:
            yield EveningStarted() if isinstance(fact, EveningStarted) else fact


def deal_to_replay(record: EveningRecord, position: int, language: Language) -> str | None:
    """Returns the deal with the event at *position*, or the last one, as a file of HTML; None if there is none."""
    at = record.places.get(position, len(record.events) - 1)
    begins = [place for place, event in enumerate(record.events) if isinstance(event, DealStarted)]
    start = max((place for place in begins if place <= at), default=None)
    if start is None:
        return None
    ends = (DealStarted, GameStarted, EveningStarted)
    later = range(start + 1, len(record.events))
    end = next((place for place in later if isinstance(record.events[place], ends)), len(record.events))
    replay = Replay(record.state, (language,))
    for place in range(end):
        replay.take(record.events[place], record.times[place])
        if place >= start:
            replay.show()
    return replay.page(language)


def evening_to_show(record: EveningRecord, language: Language) -> str | None:
    """Returns this evening as a picture, an SVG; None before its first deal."""
    replay = Replay(record.state, ())
    replay.show()
    live, best = replay.live, None
    for event, time_s in zip(record.events, record.times, strict=True):
        replay.take(event, time_s)
        table = live.view.table if live.view is not None else None
        if isinstance(event, EveningStarted) or table is None:
            best = None
        elif (found := best_trick(table)) is not None and (best is None or found.value > best.value):
            best = found
    replay.show()
    if live.view is None:
        return None
    context = TableContext(live, live.view, live.words(language), Texts(language, "table"), "viewer")
    if not live.view.table.games or not games_of_evening(context):
        return None
    return replay.renderer.drawing("picture.svg", language, evening_picture(context, best))
