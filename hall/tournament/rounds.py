"""The rounds of a tournament, and its matches with their reported, typed and decided results."""

from typing import Any, Literal, TypeAlias

import msgspec

from hall.draw.field import Pairing
from hall.tournament.events import MatchResult, Stage

ResultStatus: TypeAlias = Literal["missing", "typed_once", "differs", "agreed", "decided", "contradicted"]
"""No result; typed once where the format wants two; reported and typed results differ, so that a decision is needed;
counted; decided or corrected by the organisers, and counted; decided or closed, but a device has reported a different
result since."""


class RefereeCall(msgspec.Struct, frozen=True):
    text: str
    by: Literal["table", "desk", "phone"]
    evidence: dict[str, Any]
    time: float
    """Seconds since 1970."""
    decision: str = ""
    """Empty while the call is open."""

    @property
    def is_open(self) -> bool:
        return not self.decision


class Match(msgspec.Struct, frozen=True):
    pairing: Pairing
    reported: MatchResult | None = None
    typed: tuple[tuple[str, MatchResult], ...] = ()
    """Who typed which result, the latest of each person."""
    closed: MatchResult | None = None
    """The result that counted when the round was closed: no later report changes it."""
    decided: MatchResult | None = None
    reason: str = ""
    contradicted: bool = False
    """Whether a device has reported another result since the decision, or since the round was closed."""
    calls: tuple[RefereeCall, ...] = ()
    typed_twice: bool = True
    """Whether typed results count only if two agree."""
    time: float = 0.0
    """When the latest result came, in seconds since 1970; 0 before."""

    @property
    def table(self) -> int:
        return self.pairing.table

    @property
    def status(self) -> ResultStatus:
        if self.settled is not None:
            return "contradicted" if self.contradicted else "decided" if self.decided is not None else "agreed"
        claims = self.claims
        if not claims:
            return "missing"
        if any(claim != claims[0] for claim in claims):
            return "differs"
        if self.reported is None and self.typed_twice and len(claims) < 2:
            return "typed_once"
        return "agreed"

    @property
    def settled(self) -> MatchResult | None:
        """The result that later reports cannot change, or None."""
        return self.closed if self.decided is None else self.decided

    @property
    def claims(self) -> tuple[MatchResult, ...]:
        reported = () if self.reported is None else (self.reported,)
        return (*reported, *(result for _, result in self.typed))

    @property
    def result(self) -> MatchResult | None:
        """The result that counts, or None."""
        if self.settled is not None:
            return self.settled
        return self.claims[0] if self.status == "agreed" else None

    @property
    def open_call(self) -> RefereeCall | None:
        return next((call for call in self.calls if call.is_open), None)


class Round(msgspec.Struct, frozen=True):
    number: int
    """From 1; knock-out rounds are counted on."""
    stage: Stage
    attempt: int
    seed: int
    matches: tuple[Match, ...]
    """In the order of the tables."""
    byes: tuple[int, ...] = ()
    """The start numbers of those who have no match in it."""
    state: Literal["drawn", "running", "closed"] = "drawn"
    started: float = 0.0
    """When it was started, in seconds since 1970; 0 before."""

    def match_at(self, table: int) -> Match | None:
        return next((match for match in self.matches if match.table == table), None)

    def match_of(self, number: int) -> Match | None:
        """Returns the match of an entry, or None if it has a bye or does not play."""
        return next((match for match in self.matches if any(number in side for side in match.pairing.sides)), None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers of those who have a match in it."""
        return tuple(number for match in self.matches for side in match.pairing.sides for number in side)

    @property
    def missing(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.result is None)
