"""The ranking of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hall.formats.format import Column

if TYPE_CHECKING:
    from hall.tournament.state import Tournament


class Standing(msgspec.Struct, frozen=True):
    """A line of the ranking."""

    rank: int
    """Shared by those who are tied: 1, 2, 2, 4."""
    number: int
    """The start number; of a team its number."""
    name: str
    """Names such as Huber/Maier; of a team its name, or the names of both pairs."""
    club: str
    values: tuple[int, ...]
    """By column of the format."""
    present: bool
    """Whether the entry still takes part."""
    numbers: tuple[int, ...]
    """The start numbers of all entries behind the line: two of a team."""
    rounds: tuple[int | None, ...] = ()
    """The points by round before the finals; None where they are not known yet."""
    place: int = 0
    """The place after the finals, for those who played in them; 0 for others."""


class Standings(msgspec.Struct, frozen=True):
    """A ranking."""

    columns: tuple[Column, ...]
    lines: tuple[Standing, ...]
    """The best first: finalists by their places once these are decided, then all others."""
    round: int
    """The rounds in it."""
    missing: int
    """Results of these rounds that are not there yet."""


def standings(tournament: Tournament) -> Standings:
    """Returns the ranking after the results so far."""
    lines = tuple(
        Standing(1, e.number, e.name, e.club, (0,) * len(tournament.format.ranking.columns), True, (e.number,))
        for e in tournament.present
    )
    return Standings(tournament.format.ranking.columns, lines, len(tournament.played_rounds), 0)
