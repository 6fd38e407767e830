"""The score: who leads, and who wins."""

import pytest

from common.texts.words import words_for
from device.settings.table_setup import Setup
from device.state.table_view import View
from engine.notation.record import read
from engine.state.table import Table
from web.kit.texts import Texts
from web.table.feed import LiveTable
from web.table.views.base import TableContext
from web.table.views.game import game_view
from web.table.views.score import ScoreView, score_view


def context(lines: str, game: str = "watten", rules: str = "") -> TableContext:
    events = read(f"kiebitz record 1\ngame {game} seats 0 1 2 3 dealer 0{rules and f' rules {rules}'}\n{lines}")
    view = View(Setup(game, (0, 1, 2, 3)), words_for("en", "bavarian"), Table.from_journal(events))
    return TableContext(LiveTable(), view, view.words, Texts("en", "table"), "player")


@pytest.mark.parametrize(
    ("game", "lines", "marks"),
    [
        ("watten", "deal 0\n", ["", ""]),
        ("watten", "tricks 0:3\n", ["leads", ""]),
        ("watten", "tricks 0:3\ntricks 1:3\n", ["", ""]),
        ("watten", "tricks 1:3\n" * 5, ["", "wins"]),
        ("gras", "tricks 0:3 1:2 2:0 3:0 trump L\n", ["leads", "", "", ""]),
        ("gras", "tricks 0:2 1:2 2:1 3:0 trump L\n", ["leads", "leads", "", ""]),
    ],
)
def test_whoever_is_ahead_leads_but_nobody_at_a_tie(game: str, lines: str, marks: list[str]) -> None:
    score = score_view(context(lines, game))
    assert isinstance(score, ScoreView)
    assert [side.mark for side in score.sides] == marks


@pytest.mark.parametrize(
    ("game", "lines", "order"),
    [
        ("bohemian-watten", "upcard S9\n", "Bells are trumps"),
        ("bohemian-watten", "upcard H9\n", "Hearts are trumps"),
        ("bauerchen", "say 1 trump D\n", "Diamonds are trumps"),
        ("watten", "say 1 striker 9\nsay 0 trump E\n", "Acorns are trumps, nine is the striker"),
        (
            "watten",
            "say 1 striker 9\nsay 0 trump E\ncorrect 2: say 0 trump S\n",
            "Bells are trumps, nine is the striker",
        ),
    ],
)
def test_the_rules_state_the_order_under_the_present_trump(game: str, lines: str, order: str) -> None:
    line = game_view(context(lines, game)).order[0]
    assert line.partition(":")[0].casefold() == order.casefold()


def test_the_present_trumps_are_shown_from_the_highest_down() -> None:
    assert game_view(context("say 1 striker 9\n")).trumps == ()
    shown = [card.code for card in game_view(context("say 1 striker 9\nsay 0 trump E\n")).trumps]
    assert shown[0] == "E9", "the striker in trumps"
    assert set(shown[1:4]) == {"L9", "H9", "S9"}
    assert shown[4:] == ["EA", "EK", "EO", "EU", "E10", "E8", "E7"]


def test_a_trump_that_only_two_know_is_said_to_be_secret() -> None:
    score = score_view(context("play 1:EA 2:E9 3:E8 0:EK\n", rules="announcement=secret"))
    assert isinstance(score, ScoreView)
    assert score.trump is None
    assert score.trump_text == Texts("en", "table").secret_trump != ""


def test_the_trick_on_the_table_is_shown_with_the_score_until_the_deal_ends() -> None:
    begun = "say 1 striker 9\nsay 0 trump E\nplay 1:EA 2:E9 3:E8 0:EK\nplay 2:H7\n"
    score = score_view(context(begun))
    assert isinstance(score, ScoreView)
    assert score.trick is not None
    assert score.last_trick is not None
    assert [laid.card.code for laid in score.trick.cards if laid.card is not None] == ["H7"]
    assert [laid.place for laid in score.trick.cards if laid.is_at_turn] == ["right"]
    assert score.last_trick.title == "Trick 1"
    ended = score_view(context("tricks 1:3\n"))
    assert isinstance(ended, ScoreView)
    assert ended.trick is ended.last_trick is None
