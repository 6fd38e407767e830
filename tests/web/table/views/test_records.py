"""Who did what on which evening: seats, names and games change in the course of it."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.table_view import View
from engine.cards import Card
from engine.events import Amended, CardLaid, EveningStarted, Event, PlayersSeated, Ruled
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.examples import one_in
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.views.base import TableContext
from web.table.views.evening import games_of_evening
from web.table.views.records import course_of_evening, pairs_against_pairs, records
from web.table.views.statistics import StatisticsView, statistics_view

NAMES = ("Toni", "Vroni", "Sepp", "Kathi")
SWAPPED = ("Vroni", "Toni", "Sepp", "Kathi")
"""Toni and Vroni have changed seats, so pairs are others."""
CRITICALS = {Card("H", "K"), Card("S", "7"), Card("E", "7")}
TEXTS = Texts("en", "table")


def context_of(events: Iterable[Event]) -> TableContext:
    words = words_for("en", "bavarian")
    table = Table.from_journal(events)
    setup = Setup(table.current_game.name, table.seats)
    view = View(setup, words, table)
    return TableContext(LiveTable(), view, words.with_names(view.names), TEXTS, "player")


def seated(names: Sequence[str]) -> PlayersSeated:
    return PlayersSeated(tuple(enumerate(names)))


def played(game: str, seed: int, deals: int = 0) -> list[Event]:
    """A game to its end, or so many deals of it."""
    simulated = simulation(game, 4, seed)
    while not simulated.table.result.is_over and (not deals or len(simulated.table.history) < deals):
        simulated.play_deal()
    return list(simulated.events)


def counts_of(statistics: StatisticsView, title: str) -> dict[str, str]:
    return dict(next((people for name, people in statistics.counts if name == title), ()))


def count_criticals(events: Iterable[Event], names: Sequence[str]) -> Counter[str]:
    return Counter(names[event.seat] for event in events if isinstance(event, CardLaid) and event.card in CRITICALS)


def test_criticals_belong_to_those_who_sat_there_then() -> None:
    first, second = played("gras", 3, 4), played("gras", 4, 4)
    context = context_of([EveningStarted("1"), seated(NAMES), *first, seated(SWAPPED), *second])
    expected = count_criticals(first, NAMES) + count_criticals(second, SWAPPED)
    found = counts_of(statistics_view(context), TEXTS.criticals_of_all)
    assert found == {name: str(number) for name, number in expected.items()}


def test_only_this_evening_counts() -> None:
    before, now = played("gras", 3, 4), played("gras", 4, 2)
    card = next(position for position, event in enumerate(before) if isinstance(event, CardLaid)) + 2
    first = [EveningStarted("1"), seated(NAMES), *before]
    again = Amended(card, first[card])  # type: ignore[arg-type]
    statistics = statistics_view(context_of([*first, again, EveningStarted("2"), seated(NAMES), *now]))
    assert counts_of(statistics, TEXTS.corrections) == {}
    assert sum(map(int, counts_of(statistics, TEXTS.criticals_of_all).values())) == count_criticals(now, NAMES).total()
    assert counts_of(statistics_view(context_of([*first, again])), TEXTS.corrections) == {TEXTS.table: "1"}


def test_a_critical_taken_back_is_not_counted() -> None:
    events = [EveningStarted("1"), seated(NAMES), *played("gras", 3, 4)]
    last = max(at for at, event in enumerate(events) if isinstance(event, CardLaid) and event.card in CRITICALS)
    before = count_criticals(events[: last + 1], NAMES)
    statistics = statistics_view(context_of([*events[: last + 1], Ruled(last, "taken_back")]))
    counted = counts_of(statistics, TEXTS.criticals_of_all)
    assert sum(map(int, counted.values())) == before.total() - 1


def test_where_the_rules_have_no_criticals_none_are_counted() -> None:
    statistics = statistics_view(context_of([EveningStarted("1"), seated(NAMES), *played("watten", 5)]))
    assert counts_of(statistics, TEXTS.criticals_of_all) == {}


def test_pairs_against_pairs() -> None:
    games = [played("watten", seed) for seed in (1, 2, 3)]
    context = context_of(
        [EveningStarted("1"), seated(NAMES), *games[0], *games[1], seated(SWAPPED), *games[2], *played("watten", 7, 1)]
    )
    wins: Counter[str] = Counter()
    for number, game in enumerate(games_of_evening(context)[:3]):
        names = NAMES if number < 2 else SWAPPED
        wins[" & ".join(sorted(names[seat] for seat in game.match.history[-1].result.winners))] += 1
    meetings = dict(pairs_against_pairs(context, games_of_evening(context)))
    assert len(meetings) == 2
    for pairs, result in meetings.items():
        assert result == " : ".join(str(wins[pair]) for pair in pairs.split(" – "))
    assert {frozenset(pairs.split(" – ")) for pairs in meetings} == {
        frozenset({"Sepp & Toni", "Kathi & Vroni"}),
        frozenset({"Sepp & Vroni", "Kathi & Toni"}),
    }


def test_the_course_of_the_evening_goes_on_from_game_to_game() -> None:
    games = [played("watten", 1), played("watten", 2)]
    context = context_of([EveningStarted("1"), seated(NAMES), *games[0], *games[1]])
    lines = course_of_evening(context, games_of_evening(context))
    ends = [game.match.history[-1].result.tallies for game in games_of_evening(context)]
    assert {line.name: line.values[-1] for line in lines} == {
        "Toni & Sepp": sum(end[0] for end in ends),
        "Vroni & Kathi": sum(end[1] for end in ends),
    }
    assert course_of_evening(context, games_of_evening(context)[:1]) == []


@pytest.mark.parametrize("seed", one_in(4, range(12)))
def test_a_game_turned_against_krank(seed: int) -> None:
    context = context_of([EveningStarted("1"), seated(NAMES), *played("watten", seed)])
    (game,) = games_of_evening(context)
    winners = game.match.history[-1].result.winners
    own, other = (0, 1) if 0 in winners else (1, 0)
    behind = [
        (score.result.tallies[own], score.result.tallies[other])
        for score in game.match.history[:-1]
        if score.result.tallies[other] >= 7 > score.result.tallies[own]
    ]
    reported = [text for title, text in records(context, [game]) if title == TEXTS.turned]
    if behind:
        worst = min(behind, key=lambda tallies: tallies[0] - tallies[1])
        assert reported[0].endswith(f"won from {worst[0]} to {worst[1]}")
    else:
        assert reported == []
