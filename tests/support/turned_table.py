"""A turned table: other seats, or events before it, change nothing but the numbers of seats and events."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from engine import Finding
from engine.cards import Seat
from engine.events import Amended, EveningStarted, Event, Ruled
from engine.state.table import Table

EARLIER_EVENTS = 7
"""More than there are seats, so that no position is one."""


def turned_event(event: Event, turn: int, moved: int) -> Event:
    """Returns an event of a table turned by *turn* seats, in whose journal *moved* events come first."""
    values: dict[str, Any] = {each.name: getattr(event, each.name) for each in fields(event)}
    for name in ("seat", "dealer"):
        if values.get(name) is not None:
            values[name] = turned_seat(values[name], turn)
    if "seats" in values:
        values["seats"] = tuple(sorted(turned_seat(seat, turn) for seat in values["seats"]))
    for name in ("players", "tricks"):
        if name in values:
            values[name] = tuple((turned_seat(seat, turn), value) for seat, value in values[name])
    if isinstance(event, Ruled | Amended):
        values["position"] += moved
    if values.get("fact") is not None:
        values["fact"] = turned_event(values["fact"], turn, moved)
    return type(event)(**values)


def turned_seat(seat: Seat, turn: int) -> Seat:
    return (seat + turn) % 4


def turned_back(finding: Finding, turn: int, moved: int) -> Finding:
    """Returns a finding in the numbers of the table that was turned."""

    def back(value: Any) -> Any:
        return None if value is None else turned_seat(value, -turn)

    call = finding.call and replace(finding.call, seat=back(finding.call.seat))
    evidence = tuple(
        replace(one, position=one.position - moved, seat=back(one.seat)) for one in finding.evidence
    )  # fmt: skip
    seats = tuple(sorted(map(back, finding.seats)))
    position = finding.position - moved
    return replace(finding, position=position, seat=back(finding.seat), seats=seats, call=call, evidence=evidence)


def described(table: Table, turn: int, moved: int) -> list[object]:
    """Returns what a table says after an event, in the numbers of the table that was turned."""

    def by_seat(values: Mapping[Seat, object]) -> dict[Seat, object]:
        return {turned_seat(seat, -turn): values[seat] for seat in sorted(values, key=lambda one: (one - turn) % 4)}

    step = table.step
    score = None if table.score is None else by_seat(table.score.changes)
    winners = sorted(turned_seat(seat, -turn) for seat in table.result.winners) if table.match else []
    return [
        step.phase, sorted(turned_seat(seat, -turn) for seat in step.seats), by_seat(table.tallies), score, winners,
        {name: by_seat(values) for name, values in table.standing.items() if is_by_seat(values)},
        None if table.next_dealer is None else turned_seat(table.next_dealer, -turn),
        [position - moved for position in table.open_plays()], table.trump,
    ]  # fmt: skip


def is_by_seat(values: Mapping[Any, object]) -> bool:
    return all(isinstance(key, int) for key in values)


def check_turned(events: Sequence[Event], turn: int, moved: int = EARLIER_EVENTS) -> tuple[Table, list[Finding]]:
    """Checks that the same is noticed, scored and asked for after each event, in turned numbers.

    Returns the table that was not turned, and all its findings.
    """
    plain, turned, findings = Table(), Table(), []
    for _ in range(moved):
        turned.observe(EveningStarted())
    for event in events:
        found = plain.observe(event)
        found_there = turned.observe(turned_event(event, turn, moved))
        expected = [replace(one, seats=tuple(sorted(one.seats))) for one in found]
        assert [turned_back(one, turn, moved) for one in found_there] == expected
        assert described(turned, turn, moved) == described(plain, 0, 0)
        findings += found
    return plain, findings
