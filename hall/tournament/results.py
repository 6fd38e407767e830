"""The result of a match."""

from __future__ import annotations

import msgspec

from link.messages import GamePoints


class MatchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of all games of a match, or its forfeit; equal results compare as equal."""

    games: tuple[GamePoints, ...] = ()
    """The points by side of each game, sides in the order of the pairing. With the unit `deal` the accounts of one or
    more deals each, which are added up."""
    forfeited: tuple[int, ...] = ()
    """The sides that did not play or gave up: they score nothing, the others score as in a bye; `games` do not
    count."""
