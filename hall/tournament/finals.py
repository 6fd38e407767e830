"""The stages and pairings of knock-out rounds."""

from __future__ import annotations

import random
from itertools import groupby
from typing import TYPE_CHECKING

from hall.draw.knock_out import first_matches, next_matches
from hall.tournament.events import Pairing
from hall.tournament.ranking import standings
from hall.tournament.scores import loser_of, winner_of

if TYPE_CHECKING:
    from hall.draw.matching import Pairs
    from hall.tournament.events import Stage
    from hall.tournament.rounds import Round
    from hall.tournament.state import Tournament

STAGES: dict[int, Stage] = {1: "final", 2: "semi", 4: "quarter", 8: "eighth"}
"""The stage by number of matches, without the match for the third place."""


def qualified(tournament: Tournament) -> list[int]:
    """Returns the entries in the order in which they qualify for the finals: those present, ties decided by lot."""
    lines = [line for line in standings(tournament).lines if line.present]
    lines.sort(key=lambda line: line.seed)
    order: list[int] = []
    for seed, tied in groupby(lines, key=lambda line: line.seed):
        numbers = [line.numbers[0] for line in tied]
        random.Random(f"tie {tournament.seed} {seed}").shuffle(numbers)
        order += numbers
    return order


def first_knock_out_round(tournament: Tournament, attempt: int) -> tuple[Stage, tuple[Pairing, ...]]:
    """Returns stage and pairings of the first knock-out round."""
    finals, order = tournament.format.finals, qualified(tournament)
    matches = first_matches(order[: finals.entries], tournament.seed, attempt, finals.pairing == "drawn")
    stage = STAGES[len(matches)]
    if stage == "final" and finals.third_place and len(order) >= 4:
        matches.append((order[2], order[3]))
    return stage, _pairings(matches)


def next_knock_out_round(tournament: Tournament, before: Round) -> tuple[Stage, tuple[Pairing, ...]]:
    """Returns stage and pairings of the round after *before*, all of whose matches have a winner."""
    winners = [winner for match in before.matches if (winner := winner_of(tournament, match)) is not None]
    losers = [loser for match in before.matches if (loser := loser_of(tournament, match)) is not None]
    matches = next_matches(winners)
    stage = STAGES[len(matches)]
    if stage == "final" and tournament.format.finals.third_place:
        matches += next_matches(losers)
    return stage, _pairings(matches)


def _pairings(matches: Pairs) -> tuple[Pairing, ...]:
    return tuple(Pairing(table, ((one,), (other,))) for table, (one, other) in enumerate(matches, 1))
