"""The refused messages, for people: what was got from which table, and what was expected."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Kind: TypeAlias = Literal[
    "topic",
    "malformed",
    "too_large",
    "foreign_journal",
    "journals",
    "rewritten",
    "forged",
    "replayed",
    "table",
    "broker",
]
"""An unknown topic; an invalid message; too many bytes; another table's journal; too many journals; an event that
differs from the stored one; a result that contradicts the events; a report of another pairing; a table outside the
tournament; a client that the broker has refused."""
KEPT = 200
"""Refusals that are kept, the latest ones."""
AGAIN_S = 30.0
"""Seconds within which the same refusal of the same table is counted, but not reported again."""


class Refusal(NamedTuple):
    time: float
    """Seconds since 1970."""
    table: str
    kind: Kind
    text: str


class Refusals:
    """*say* is called for each that is new."""

    def __init__(self, say: Callable[[Refusal], None] = lambda refusal: None) -> None:
        self.latest: deque[Refusal] = deque(maxlen=KEPT)
        self.counts: dict[tuple[str, Kind], int] = {}
        self._say = say
        self._told: dict[tuple[str, Kind], float] = {}

    def add(self, table: str, kind: Kind, text: str) -> None:
        now = time.time()
        key = table[:32], kind
        if key not in self.counts and len(self.counts) > KEPT:
            return
        self.counts[key] = self.counts.get(key, 0) + 1
        if now - self._told.get(key, 0.0) < AGAIN_S:
            return
        self._told[key] = now
        refusal = Refusal(now, key[0], kind, text)
        self.latest.append(refusal)
        self._say(refusal)
