"""What a phone is told that slept."""

import pytest

from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.table_view import View
from engine.events import Announced, CardLaid, DealStarted, EveningStarted, PlayersSeated
from engine.simulation.evening import simulation
from engine.state.table import Table
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.views.base import MOST_SENTENCES, TableContext, sentences_since

NAMES = ("Toni", "Vroni", "Sepp", "Kathi")


def context_after(deals: int, without_cards: int = 0) -> TableContext:
    """A table after so many deals of Watten, without the last cards."""
    played = simulation("watten", 4, 5)
    for _ in range(deals):
        played.play_deal()
    events = [EveningStarted("1"), PlayersSeated(tuple(enumerate(NAMES))), *played.events]
    if without_cards:
        cards = [position for position, event in enumerate(events) if isinstance(event, CardLaid)]
        events = events[: cards[-without_cards]]
    live = LiveTable()
    live.times = [0.0] * len(events)
    words = words_for("en", "bavarian")
    view = View(Setup("watten", (0, 1, 2, 3)), words, Table.from_journal(events))
    return TableContext(live, view, words.with_names(view.names), Texts("en", "table"), "player")


def starts(context: TableContext) -> list[int]:
    return [place for place, event in enumerate(context.view.table.journal) if isinstance(event, DealStarted)]


def score_line(context: TableContext, number: int) -> str:
    tallies = context.view.table.history[number - 1].result.tallies
    return f"Deal {number}: Toni & Sepp {tallies[0]}, Vroni & Kathi {tallies[1]}"


@pytest.mark.parametrize("missed", [1, 2, 3])
def test_deals_that_ended_meanwhile_are_told_by_their_score(missed: int) -> None:
    context = context_after(5, without_cards=3)
    reported = sentences_since(context, starts(context)[-1 - missed] + 4)
    assert reported[:missed] == tuple(score_line(context, number) for number in range(5 - missed, 5))
    assert len(reported) == missed + MOST_SENTENCES
    assert not any(line.startswith("Deal ") for line in reported[missed:])


def test_a_deal_that_ended_and_still_lies_there_is_told_by_its_cards_and_its_score() -> None:
    context = context_after(3)
    cards = [place for place, event in enumerate(context.view.table.journal) if isinstance(event, CardLaid)]
    reported = sentences_since(context, cards[-2])
    assert reported[-1] == score_line(context, 3)
    assert [line.partition(":")[0] in NAMES for line in reported[:2]] == [True, True]


def test_before_a_game_and_to_who_missed_nothing_nothing_is_told() -> None:
    context = context_after(1)
    now = context.live.position
    assert sentences_since(context, now - 1)
    assert sentences_since(context, now) == sentences_since(context, now + 1) == ()
    called = Table.from_journal([DealStarted(0), Announced(0, "bid", "3")])
    without_game = View(Setup("watten", (0, 1, 2, 3)), context.words, called)
    assert (
        sentences_since(TableContext(context.live, without_game, context.words, Texts("en", "table"), "player"), 0)
        == ()
    )


def test_within_a_deal_nothing_is_said_of_scores() -> None:
    context = context_after(2, without_cards=1)
    reported = sentences_since(context, context.live.position - 3)
    assert reported
    assert not any(line.startswith("Deal ") for line in reported)
