"""What amendments make of a journal: the facts that hold, and the positions that events name."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.events import Amended, Event, Fact, Ruled


class BadAmendment(ValueError):
    """Raised for an amendment of an event that does not exist yet, or one that inserts nothing."""


def effective_facts(journal: Sequence[Event]) -> list[tuple[int, Fact]]:
    """Returns the facts that hold after all amendments, each with the position that names it.

    An inserted fact has the position of its amendment, a corrected one that of the event it corrects.

    :raises BadAmendment: naming the invalid event.
    """
    holds: dict[int, Fact | None] = {}
    inserted: dict[int, list[int]] = {}
    for position in range(len(journal) - 1, -1, -1):
        event = journal[position]
        if not isinstance(event, Amended):
            holds.setdefault(position, event)
            continue
        check_amendment(position, event)
        if event.before:
            holds.setdefault(position, event.fact)
            inserted.setdefault(event.position, []).append(position)
        elif holds.get(position, event) is not None:
            # The amendment is not undone, but a later one may have replaced its fact.
            holds.setdefault(event.position, holds.get(position, event.fact))
    ordered: list[tuple[int, Fact]] = []
    for start, event in enumerate(journal):
        if isinstance(event, Amended) and event.before:
            continue  # placed before the event that it amends
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if position in inserted:
                # First the facts inserted before it, in order of insertion, then the fact itself.
                waiting += [position, *inserted.pop(position)]
                continue
            event = journal[position]
            fact = holds.get(position)
            if fact is not None and not (isinstance(event, Amended) and not event.before):
                ordered.append((position, fact))
    return ordered


def check_amendment(position: int, event: Amended) -> None:
    """Raises BadAmendment if *event*, at *position* of the journal, is invalid."""
    if not 0 <= event.position < position:
        raise BadAmendment(
            f"event {position}: got an amendment of event {event.position}, expected one of the {position} before it"
        )
    if event.before and event.fact is None:
        raise BadAmendment(f"event {position}: got an insertion of nothing, expected a fact")


def map_positions(event: Event, name: Callable[[int], int]) -> Event:
    """Returns the event with each position that it names replaced by *name* of it."""
    match event:
        case Amended(position, fact, before):
            moved = map_positions(fact, name) if fact is not None else None
            return Amended(name(position), None if isinstance(moved, Amended) else moved, before)
        case Ruled():
            return replace(event, position=name(event.position))
    return event


def shift_positions(event: Event, by: int) -> Event:
    """Returns the event with *by* added to the positions that it names."""
    return map_positions(event, lambda position: position + by)
