"""Random sequences of commands: whatever is done, the tournament stays whole."""

import random
from collections.abc import Callable, Sequence

import pytest

from hall.formats.format import sides_at, table_sizes
from hall.formats.load import preset, preset_names
from hall.tournament.commands import course, entries, results
from hall.tournament.commands.course import HallRefusal
from hall.tournament.events import HallEvent, MatchResult, decode_event, encode_event
from hall.tournament.fold import fold
from hall.tournament.ranking import open_ties, standings
from hall.tournament.rounds import Match, Round
from hall.tournament.scores import round_scores
from hall.tournament.state import Tournament
from link.messages import GamePoints
from tests.support.examples import one_in
from tests.support.hall_tournaments import Played, random_result


def any_number(now: Tournament, chance: random.Random) -> int:
    return chance.randint(0, now.next_number)


def any_match(now: Tournament, chance: random.Random) -> tuple[int, int, MatchResult]:
    """Returns a round, mostly the latest, a table of it, and a result, mostly one that can be."""
    number = len(now.rounds) if chance.random() < 0.9 else chance.randint(0, len(now.rounds) + 1)
    round_ = now.round_numbered(number)
    if round_ is None or chance.random() < 0.05:
        return number, chance.randint(0, 4), MatchResult((GamePoints((chance.randint(-1, 12), 3)),))
    match = chance.choice(round_.matches)
    if chance.random() < 0.05:
        return number, match.table, MatchResult(forfeited=(chance.randrange(len(match.pairing.sides)),))
    return number, match.table, random_result(now, round_, match, random.Random(match.table))


def register(now: Tournament, chance: random.Random) -> Sequence[HallEvent]:
    number = now.next_number
    if now.format.entrants == "team":
        return entries.register_team(now, [(f"A{number}", f"B{number}"), (f"C{number}", f"D{number}")])
    names = [f"A{number}", f"B{number}"][: 1 if now.format.entrants == "single" else 2]
    return entries.register(now, names, present=chance.random() < 0.7)


def decide_tie(now: Tournament, chance: random.Random) -> Sequence[HallEvent]:
    ties = open_ties(now)
    order = list(chance.choice(ties)) if ties else [1, 2]
    chance.shuffle(order)
    return course.decide_tie(now, order)


def report_missing(now: Tournament, chance: random.Random) -> Sequence[HallEvent]:
    """Reports all results that are missing, or differ by a decision."""
    events: list[HallEvent] = []
    for round_ in now.rounds[-1:]:
        for match in round_.missing:
            result = random_result(now, round_, match, chance)
            if match.status == "differs":
                events += results.decide(now, round_.number, match.table, result, "decided")
            else:
                events += results.report(now, round_.number, match.table, result)
    return events


def answer_calls(now: Tournament, chance: random.Random) -> Sequence[HallEvent]:
    return [e for r, m in now.calls for e in results.decide_call(now, r.number, m.table, f"no {chance.random()}")]


COMMANDS: list[tuple[int, Callable[[Tournament, random.Random], Sequence[HallEvent]]]] = [
    (8, register),
    (4, lambda now, chance: entries.arrive(now, any_number(now, chance))),
    (3, lambda now, chance: entries.leave(now, any_number(now, chance))),
    (1, lambda now, chance: entries.unregister(now, any_number(now, chance))),
    (1, lambda now, chance: entries.rename(now, any_number(now, chance), [f"N{chance.random()}"] * 2)),
    (8, lambda now, chance: course.draw(now)),
    (2, lambda now, chance: course.draw_again(now)),
    (8, lambda now, chance: course.start_round(now)),
    (8, lambda now, chance: course.close_round(now)),
    (6, report_missing),
    (6, lambda now, chance: results.report(now, *any_match(now, chance))),
    (4, lambda now, chance: results.type_in(now, *any_match(now, chance), by=chance.choice("AB"))),
    (1, lambda now, chance: results.decide(now, *any_match(now, chance), reason="seen")),
    (1, lambda now, chance: results.call_referee(now, *any_match(now, chance)[:2])),
    (3, answer_calls),
    (3, decide_tie),
    (1, lambda now, chance: course.finish(now) if chance.random() < 0.05 else []),
]


def play_at_random(name: str, seed: int, steps: int) -> int:
    """Plays a tournament by random commands, checking it after each; returns the rounds drawn."""
    chance = random.Random(seed)
    played = Played(name, seed).register(chance.randint(0, 9))
    weights = [weight for weight, _ in COMMANDS]
    for _ in range(steps):
        (_, command) = chance.choices(COMMANDS, weights)[0]
        before = played.now
        try:
            events = command(before, chance)
        except HallRefusal:
            continue
        played.add(events)
        check_whole(before, played.now)
    check_replay(played)
    return len(played.now.rounds)


def check_whole(before: Tournament, now: Tournament) -> None:
    for round_ in now.rounds:
        check_round(now, round_)
    if len(now.rounds) > len(before.rounds) and now.rounds[-1].stage == "round":
        drawn = now.rounds[-1]
        assert sorted([*drawn.numbers, *drawn.byes]) == sorted(entry.number for entry in now.present)
    for old, new in zip(before.rounds[:-1], now.rounds, strict=False):
        assert [match.pairing for match in old.matches] == [match.pairing for match in new.matches]
    if now.round and before.round and (before.round.state, now.round.state) == ("running", "closed"):
        assert not any(match.open_call for match in now.round.matches)
    check_ranking(now)


def check_round(now: Tournament, round_: Round) -> None:
    numbers = [*round_.numbers, *round_.byes]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= now.entries.keys()
    assert len({match.table for match in round_.matches}) == len(round_.matches)
    for match in round_.matches:
        check_match(now, round_, match)
    if round_.state == "closed":
        assert round_.missing == ()


def check_match(now: Tournament, round_: Round, match: Match) -> None:
    size = sum(map(len, match.pairing.sides))
    if now.format.entrants == "single":
        assert size in table_sizes(now.format)
        assert [len(side) for side in match.pairing.sides] == [len(side) for side in sides_at(now.format, size)]
    else:
        assert [len(side) for side in match.pairing.sides] == [1, 1]
    teams = [now.entries[side[0]].team for side in match.pairing.sides]
    assert 0 in teams or len(set(teams)) == len(teams)
    if match.result is not None:
        assert round_.state != "drawn"
        assert match.result in (*match.claims, match.decided, match.closed)


def check_ranking(now: Tournament) -> None:
    """The sums of the ranking are those of the results, and ranks follow the columns."""
    table = standings(now)
    scored = [round_scores(now, round_) for round_ in now.played_rounds]
    ranked = [number for line in table.lines for number in line.numbers]
    assert len(set(ranked)) == len(ranked)
    assert {entry.number for entry in now.present} <= set(ranked)
    for line in table.lines:
        own = [[scores[number] for number in line.numbers] for scores in scored]
        known = [[score.points for score in each if score is not None] for each in own]
        whole = [sum(points) if len(points) == len(each) else None for points, each in zip(known, own, strict=True)]
        assert list(line.rounds) == whole
        assert line.values[0] == sum(points for points in whole if points is not None)
    by_seed = sorted(table.lines, key=lambda line: line.seed)
    assert [line.values[0] or 0 for line in by_seed] == sorted((line.values[0] or 0 for line in by_seed), reverse=True)
    ranks = [line.rank for line in table.lines]
    assert ranks == sorted(ranks)


def check_replay(played: Played) -> None:
    """The events as they are stored make the same tournament."""
    stored = [decode_event(encode_event(event)) for event in played.events]
    assert fold((event, float(i)) for i, event in enumerate(stored, 1)) == played.now


@pytest.mark.parametrize("name", one_in(8, preset_names()))
def test_no_sequence_of_commands_breaks_a_tournament(name: str) -> None:
    assert sum(play_at_random(name, seed, 120) for seed in range(4)) >= 4


@pytest.mark.parametrize("name", one_in(6, preset_names()))
def test_a_tournament_of_every_format_can_be_played_to_its_end(name: str) -> None:
    for count in (8, 9, 13):
        play_to_the_end(name, count)


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_tournaments_of_any_size_can_be_played_to_their_end(name: str) -> None:
    largest = 500 if name in preset_names()[::4] else 118
    for count in (*range(8, 24), 39, largest):
        if count < 100 or preset(name).rounds.draw != "round_robin":
            play_to_the_end(name, count)


def play_to_the_end(name: str, count: int) -> None:
    chance = random.Random(count)
    played = Played(name, count).register(count)
    while played.now.phase != "over":
        for tie in open_ties(played.now) if played.now.phase == "finals_due" else ():
            played.add(course.decide_tie_by_lot(played.now, tie))
        played.play_round(chance)
    check_whole(played.now, played.now)
    check_replay(played)
    assert standings(played.now).missing == 0
    assert len(standings(played.now).lines) == count
