"""The view of the current round: what the organiser has to do next, and every table with its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hall.tournament.ranking import open_ties
from web.hall.views.matches import match_line

if TYPE_CHECKING:
    from web.hall.views.base import HallContext
    from web.hall.views.matches import MatchLine

WINNERS = 3
"""Places that are shown at the end."""


@dataclass(frozen=True, slots=True)
class RoundView:
    title: str
    number: int
    attempt: int
    lines: tuple[MatchLine, ...]
    counts: tuple[tuple[str, int], ...]
    """Texts about the tables, each with the number of tables that it concerns."""
    winners: tuple[tuple[int, str], ...]
    """Rank and name of the first places, once all is played."""
    is_finals: bool
    """Whether the round after this one is one of the finals."""
    ties: tuple[tuple[str, tuple[int, ...]], ...]
    """Entries that are tied for a place that has to be decided: their names, their numbers."""
    say: str


def round_view(context: HallContext) -> RoundView:
    tournament, texts = context.tournament, context.texts
    round_ = tournament.round
    lines = () if round_ is None else tuple(match_line(context, round_, match) for match in round_.matches)
    missing = len(round_.missing) if round_ is not None else 0
    is_over = tournament.phase in ("over", "finished")
    return RoundView(
        context.round_title(round_) if round_ is not None else texts.before_first_round,
        round_.number if round_ is not None else 0,
        round_.attempt if round_ is not None else 0,
        lines,
        _counts(context, lines, missing),
        tuple((line.place or line.rank, line.name) for line in context.ranking.lines[:WINNERS] if is_over),
        tournament.phase == "finals_due" or bool(tournament.knock_out_rounds),
        ties_to_decide(context),
        texts.say_missing.format(count=missing) if round_ is not None and round_.state == "running" else "",
    )


def _counts(context: HallContext, lines: tuple[MatchLine, ...], missing: int) -> tuple[tuple[str, int], ...]:
    texts = context.texts
    counts = (
        (texts.count_running, sum(line.state in ("running", "by_hand") for line in lines)),
        (texts.count_missing, missing),
        (texts.count_late, sum(line.is_late for line in lines)),
        (texts.count_disputed, sum(line.state in ("dispute", "differs", "contradicted") for line in lines)),
        (texts.count_gone, sum(line.state == "gone" for line in lines)),
    )
    return tuple((name, count) for name, count in counts if count or name == texts.count_missing)


def ties_to_decide(context: HallContext) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Returns the entries tied for a place that the format requires to be decided, once all rounds are played."""
    tournament = context.tournament
    if tournament.phase not in ("finals_due", "over") or tournament.knock_out_rounds:
        return ()
    names = {line.number: line.name for line in context.ranking.lines}
    return tuple((", ".join(names[one] for one in tie), tie) for tie in open_ties(tournament))


@dataclass(frozen=True, slots=True)
class Ties:
    """Entries whose order is to be entered."""

    ties: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    """The names of all, and each with its number."""
    decider: str


def ties_view(context: HallContext) -> Ties:
    names = {line.number: line.name for line in context.ranking.lines}
    ties = tuple(
        (text, tuple((number, names[number]) for number in numbers)) for text, numbers in ties_to_decide(context)
    )
    return Ties(ties, context.tournament.format.ranking.decider)
