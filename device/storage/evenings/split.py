"""Splits a journal into its evenings, each of which can be judged and replayed by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from engine.amendments import BadAmendment, effective_facts, shift_positions
from engine.events import EveningStarted, Event, Fact, GameStarted, PlayersSeated, Ruled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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
        cut.append(_evening(facts[start:end], events[first:last], times, first))
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


def _evening(
    facts: Sequence[tuple[int, Fact]], events: Sequence[Event], times: Sequence[Moment], first: int
) -> Evening:
    names = tuple(dict.fromkeys(fact.name for _, fact in facts if isinstance(fact, EveningStarted))) or ("",)
    trail = tuple(shift_positions(event, -first) for event in events)
    if _stands_alone(trail, facts, first):
        return Evening(names, trail, tuple(times[first : first + len(trail)]))
    held = tuple(_renumber(facts))
    return Evening(names, tuple(fact for _, fact in held), tuple(times[position] for position, _ in held))


def _stands_alone(trail: Sequence[Event], facts: Sequence[tuple[int, Fact]], first: int) -> bool:
    """Tells whether these events have the same effective facts without earlier ones, and rule on none of those."""
    if any(isinstance(fact, Ruled) and fact.position < first for _, fact in facts):
        return False
    try:
        alone = effective_facts(trail)
    except BadAmendment:
        return False
    return [(position + first, shift_positions(fact, first)) for position, fact in alone] == list(facts)


def _renumber(facts: Sequence[tuple[int, Fact]]) -> Iterator[tuple[int, Fact]]:
    """Yields each fact with its old position; a ruling refers to the new positions, or is left out with its play."""
    places: dict[int, int] = {}
    for position, fact in facts:
        if isinstance(fact, Ruled):
            if fact.position not in places:
                continue
            fact = replace(fact, position=places[fact.position])
        places[position] = len(places)
        yield position, fact
