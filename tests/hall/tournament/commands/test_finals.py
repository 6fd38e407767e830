"""Ties and finals."""

from msgspec.structs import replace

from hall.formats.format import FinalsFormat
from hall.formats.load import preset
from hall.tournament.commands import course, entries, results
from hall.tournament.drawing import finalists
from hall.tournament.events import MatchResult
from hall.tournament.ranking import open_ties, standings
from hall.tournament.scores import final_places, reachable_places
from link.messages import GamePoints
from tests.support.hall_commands import ELEVEN, LOST, WON, games, refused
from tests.support.hall_tournaments import Played


def test_a_tie_for_the_finals_is_decided_first() -> None:
    chosen = replace(preset("watten-3x3-13"), rounds=replace(ELEVEN.rounds, number=1))
    played = Played(chosen).register(8)
    played.start_round()
    for table in range(1, 5):
        played.add(results.report(played.now, 1, table, MatchResult((GamePoints((13, 5)),) * 3)))
    played.add(course.close_round(played.now))
    tie = open_ties(played.now)[0]
    assert len(tie) == 4
    refused("tie_open", lambda: course.draw(played.now))
    refused("no_tie", lambda: course.decide_tie(played.now, tie[:3]))
    refused("no_tie", lambda: course.decide_tie(played.now, (*tie[:3], tie[0])))
    order = tie[::-1]
    played.add(course.decide_tie(played.now, order, "game to 5"))
    assert open_ties(played.now) == ()
    assert tuple(line.number for line in standings(played.now).lines)[:4] == order
    played.add(course.draw(played.now))
    assert [match.pairing.sides for match in played.round.matches] == [
        ((order[0],), (order[1],)),
        ((order[2],), (order[3],)),
    ]


def test_a_lot_is_drawn_from_the_seed() -> None:
    played = Played(replace(preset("watten-4x1-15-quarter-finals"), rounds=replace(ELEVEN.rounds, number=1)))
    played.register(8)
    played.start_round()
    for table in range(1, 5):
        played.add(results.report(played.now, 1, table, games((15, 5))))
    played.add(course.close_round(played.now))
    for tie in open_ties(played.now):
        events = course.decide_tie_by_lot(played.now, tie)
        assert events == course.decide_tie_by_lot(played.now, tie[::-1])
        played.add(events)
    assert open_ties(played.now) == ()


def test_lots_are_drawn_only_where_and_when_the_format_asks_for_them() -> None:
    """All open ties at once; of a format whose ties a game decides none, and none before the last round."""
    by_lot = replace(preset("watten-4x1-15-quarter-finals"), rounds=replace(ELEVEN.rounds, number=1))
    by_game = replace(by_lot, ranking=replace(by_lot.ranking, decider="game"))
    for chosen, is_refused in ((by_lot, False), (by_game, True)):
        played = Played(chosen).register(12)
        refused("not_over", lambda played=played: course.draw_lots(played.now))
        played.start_round()
        for table in range(1, 7):
            played.add(results.report(played.now, 1, table, games((15, 5))))
        refused("not_over", lambda played=played: course.draw_lots(played.now))
        played.add(course.close_round(played.now))
        assert len(open_ties(played.now)) == 2
        refused("tie_open", lambda played=played: course.draw(played.now))
        if is_refused:
            refused("no_lot", lambda played=played: course.draw_lots(played.now))
            continue
        played.add(course.draw_lots(played.now))
        assert open_ties(played.now) == ()
        assert len(played.now.decided_ties) == 2
        refused("no_lot", lambda played=played: course.draw_lots(played.now))
        assert course.draw(played.now)


def test_a_lot_decides_who_of_those_tied_reaches_the_finals() -> None:
    """By the seed of the tournament any of the four winners is first, and never one who has lost."""
    first = set()
    for seed in range(20):
        played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=1)), seed).register(8)
        played.add(course.draw(played.now))
        win_all(played)
        order = finalists(played.now)
        assert order == finalists(played.now)
        winners = {line.number for line in standings(played.now).lines if line.rank == 1}
        assert {*order[:4]} == winners
        assert sorted(order) == list(range(1, 9))
        first.add(sorted(winners).index(order[0]))
    assert first == {0, 1, 2, 3}


def finals(entries_: int, count: int) -> Played:
    """Returns a tournament whose rounds are played, where the lower number always won."""
    chosen = replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=0, draw="round_robin"))
    played = Played(replace(chosen, finals=replace(chosen.finals, entries=entries_, third_place=True)))
    played.register(count)
    while played.now.phase != "finals_due":
        played.add(course.draw(played.now))
        win_all(played)
    return played


def win_all(played: Played) -> list[tuple[int, ...]]:
    """Plays the round that was drawn; the lower number wins. Returns who met."""
    played.add(course.start_round(played.now))
    round_ = played.round
    for match in round_.matches:
        one, other = (side[0] for side in match.pairing.sides)
        played.add(results.report(played.now, round_.number, match.table, WON if one < other else LOST))
    played.add(course.close_round(played.now))
    return [tuple(side[0] for side in match.pairing.sides) for match in round_.matches]


def test_finals_by_the_ranking() -> None:
    played = finals(8, 9)
    met = []
    for stage in ("quarter", "semi", "final"):
        played.add(course.draw(played.now))
        assert played.round.stage == stage
        met.append(win_all(played))
    assert met == [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2), (4, 3)]]
    lines = standings(played.now).lines
    assert [(line.rank, line.number, line.place) for line in lines] == [
        (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5), (5, 6, 5), (5, 7, 5), (5, 8, 5), (9, 9, 0),
    ]  # fmt: skip
    assert played.now.phase == "over"
    refused("all_played", lambda: course.draw(played.now))


def test_without_a_match_for_the_third_place_both_losers_share_it() -> None:
    played = finals(4, 6)
    played.now = replace(played.now, format=replace(played.now.format, finals=FinalsFormat(entries=4)))
    places = []
    for _ in range(2):
        played.add(course.draw(played.now))
        places.append([(line.rank, line.number, line.place) for line in standings(played.now).lines][:5])
        win_all(played)
    assert places == [
        [(1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 0), (5, 5, 0)],
        [(1, 1, 0), (2, 2, 0), (3, 3, 3), (3, 4, 3), (5, 5, 0)],
    ]
    assert played.now.knock_out_rounds[-1].numbers == (1, 2)
    assert final_places(played.now) == {1: 1, 2: 2, 3: 3, 4: 3}
    assert reachable_places(played.now) == final_places(played.now)


def test_while_quarter_finals_are_played_who_has_lost_is_behind_all_who_play() -> None:
    played = finals(8, 9)
    played.start_round()
    played.add(results.report(played.now, played.round.number, 1, WON))
    ranks = [(line.rank, line.number) for line in standings(played.now).lines]
    assert ranks == [(n, n) for n in range(1, 10)]


def test_who_has_left_does_not_reach_the_finals_and_keeps_the_points() -> None:
    played = finals(4, 6)
    played.add(entries.leave(played.now, 1))
    played.add(course.draw(played.now))
    assert sorted(played.round.numbers) == [2, 3, 4, 5]
    assert [line.number for line in standings(played.now).lines] == [2, 3, 4, 5, 1, 6]
    few = finals(4, 4)
    few.add(entries.leave(few.now, 1))
    refused("too_few", lambda: course.draw(few.now))


def test_a_match_of_the_finals_has_a_winner() -> None:
    played = finals(4, 4)
    played.start_round()
    number = played.round.number
    refused("drawn_match", lambda: results.report(played.now, number, 1, MatchResult(forfeited=(0, 1))))
    assert results.report(played.now, number, 1, MatchResult(forfeited=(0,)))
    refused("no_late_entries", lambda: entries.register(played.now, ["A", "B"]))
