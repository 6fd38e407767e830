"""Draws the rounds of a tournament: makes the field for `hall.draw`, and pairings from its tables; knock-out rounds."""

import random
from collections import Counter
from itertools import combinations, groupby

from hall.draw.field import Field, Pairing, couple, draw_of
from hall.draw.opponents import draw_by_score, draw_moving_on, draw_opponents
from hall.draw.pairs import first_matches, next_matches
from hall.draw.players import draw_players, table_counts
from hall.formats.format import sides_at, table_sizes, two_sides_only
from hall.tournament.events import Stage
from hall.tournament.ranking import standings
from hall.tournament.rounds import Round
from hall.tournament.scores import loser_of, total_scores, winner_of
from hall.tournament.state import Tournament


def field_of(tournament: Tournament, number: int, attempt: int) -> Field:
    """Returns the field of round *number*; later rounds are ignored."""
    before = tuple(round_ for round_ in tournament.played_rounds if round_.number < number)
    met, partnered, byes = history(before)
    entries = tournament.present
    for entry in entries:
        byes[entry.number] += 0
    points = {number: score.points for number, score in total_scores(tournament, before).items()}
    last = before[-1] if before else None
    return Field(
        numbers=tuple(entry.number for entry in entries),
        seed=tournament.seed,
        round=number,
        attempt=attempt,
        planned=tournament.planned_rounds,
        met=met,
        partnered=partnered,
        byes=byes,
        scores=points,
        teams={entry.number: entry.team for entry in entries if entry.team},
        previous=tuple(match.pairing for match in last.matches) if last else (),
        previous_byes=last.byes if last else (),
    )


def history(
    rounds: tuple[Round, ...],
) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]], Counter[int]]:
    """Returns how often two entries were opponents, how often partners, and the number of byes of each."""
    met: Counter[tuple[int, int]] = Counter()
    partnered: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for round_ in rounds:
        byes.update(round_.byes)
        for match in round_.matches:
            for side in match.pairing.sides:
                partnered.update(couple(*two) for two in combinations(side, 2))
            for side, other in combinations(match.pairing.sides, 2):
                met.update(couple(a, b) for a in side for b in other)
    return met, partnered, byes


def draw_round(tournament: Tournament, number: int, attempt: int) -> tuple[tuple[Pairing, ...], tuple[int, ...]]:
    field, chosen = field_of(tournament, number, attempt), tournament.format
    if not two_sides_only(chosen):
        drawn = draw_players(field, table_sizes(chosen), lambda size: sides_at(chosen, size))
    elif chosen.rounds.draw == "swiss":
        drawn = draw_by_score(field)
    elif chosen.rounds.draw == "stay":
        drawn = draw_moving_on(field)
    else:
        drawn = draw_opponents(field)
    return drawn.tables, drawn.byes


def can_draw(tournament: Tournament) -> bool:
    """Returns whether those present fill a table."""
    count = len(tournament.present)
    if two_sides_only(tournament.format):
        teams = {entry.team or -entry.number for entry in tournament.present}
        return len(teams) >= 2
    return bool(table_counts(count, table_sizes(tournament.format))[0])


STAGES: dict[int, Stage] = {1: "final", 2: "semi", 4: "quarter", 8: "eighth"}
"""The stage by number of matches, without the match for the third place."""


def finalists(tournament: Tournament) -> list[int]:
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
    finals, order = tournament.format.finals, finalists(tournament)
    matches = first_matches(order[: finals.entries], tournament.seed, attempt, finals.pairing == "drawn")
    stage = STAGES[len(matches)]
    if stage == "final" and finals.third_place and len(order) >= 4:
        matches.append((order[2], order[3]))
    return stage, draw_of(matches).tables


def next_knock_out_round(tournament: Tournament, before: Round) -> tuple[Stage, tuple[Pairing, ...]]:
    """Returns stage and pairings of the round after *before*, all of whose matches have a winner."""
    winners = [winner for match in before.matches if (winner := winner_of(tournament, match)) is not None]
    losers = [loser for match in before.matches if (loser := loser_of(tournament, match)) is not None]
    matches = next_matches(winners)
    stage = STAGES[len(matches)]
    if stage == "final" and tournament.format.finals.third_place:
        matches += next_matches(losers)
    return stage, draw_of(matches).tables
