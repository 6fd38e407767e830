"""The places that the knock-out rounds have decided, or can decide still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.tournament.scores import loser_of, winner_of

if TYPE_CHECKING:
    from hall.tournament.rounds import Round
    from hall.tournament.state import Tournament


def final_places(tournament: Tournament) -> dict[int, int]:
    """Returns the places of entries whose last knock-out match has a result.

    Those who lost in one round share its best place, such as 5 in quarter-finals, if no match between them is played.
    """
    places: dict[int, int] = {}
    for round_ in tournament.knock_out_rounds:
        if round_.stage == "final":
            places.update(_places_of_final(tournament, round_))
            continue
        for match in round_.matches:
            loser = loser_of(tournament, match)
            if loser is not None:
                places[loser] = len(round_.matches) + 1
    return places


def _places_of_final(tournament: Tournament, round_: Round) -> dict[int, int]:
    """The first match is the final, the second that for the third place."""
    places: dict[int, int] = {}
    for best, match in zip((1, 3), round_.matches, strict=False):
        winner, loser = winner_of(tournament, match), loser_of(tournament, match)
        if winner is not None and loser is not None:
            places.update({winner: best, loser: best + 1})
    return places


def reachable_places(tournament: Tournament) -> dict[int, int]:
    """Returns the best place that each entry of the knock-out rounds can reach still."""
    best = {number: 1 for round_ in tournament.knock_out_rounds for number in round_.numbers}
    for round_ in tournament.knock_out_rounds:
        if round_.stage == "final" and len(round_.matches) > 1:
            best.update({side[0]: 3 for side in round_.matches[1].pairing.sides})
    return {**best, **final_places(tournament)}
