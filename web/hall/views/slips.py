"""The view on which the slips of all tables are typed, one row a table."""

from __future__ import annotations

from dataclasses import dataclass

from web.hall.views.base import HallContext
from web.hall.views.matches import MatchLine, marks_of, match_line, next_slip


@dataclass(frozen=True, slots=True)
class SlipRow:
    line: MatchLine
    slip: int


@dataclass(frozen=True, slots=True)
class SlipsToType:
    rows: tuple[SlipRow, ...]
    """By table; without those whose result is there."""
    differing: tuple[MatchLine, ...]
    games: int
    marks: tuple[str, ...]
    """Those of `marks_of`."""
    has_accounts: bool
    """Whether a side may have less than no points."""
    missing: int
    say: str


def slips_to_type_view(context: HallContext) -> SlipsToType | None:
    """Returns the rows; None while no round is played."""
    round_, chosen = context.tournament.round, context.tournament.format
    if round_ is None or round_.state != "running":
        return None
    lines = [(match_line(context, round_, match), match) for match in round_.matches]
    is_by_deal, missing = chosen.match.unit == "deal", len(round_.missing)
    return SlipsToType(
        tuple(SlipRow(line, slip) for line, match in lines if (slip := next_slip(round_, match))),
        tuple(line for line, match in lines if match.status == "differs"),
        1 if is_by_deal else context.tournament.games_in(round_),
        marks_of(chosen),
        is_by_deal,
        missing,
        context.texts.say_missing.format(count=missing),
    )
