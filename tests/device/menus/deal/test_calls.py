"""Menus for any game: sketches of games, each only a class with a book, are asked, answered and drawn."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from common.texts.words import words_for
from device.menus.deal.calls import OptionsMenu
from device.menus.deal.questions import FindingMenu
from device.menus.deal.resting import TrickMenu
from device.menus.deal.score import StandingMenu
from device.menus.new_evening import FirstDealerMenu, HouseRulesMenu, RuleQuestionMenu
from device.screens.base import RankTile, SuitTile, TileScreen
from device.screens.deal import FindingScreen
from device.screens.score import GameOverScreen, StandingScreen
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.cards import FRENCH_52, Card, Cards, Trump
from engine.events import Amended, Announced, DealStarted, Fact, GameStarted, Ruled
from engine.games import all_games
from engine.rules.book import Book, Call
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal, DealScore, Result
from engine.rules.deal import Standing as Lasting
from engine.rules.game import Game, Step
from engine.rules.house_rules import Switch
from engine.text import Words
from tests.support.screens.painted import layout_faults
from tests.support.session_script import events, go

FRENCH = words_for("de", "french")
SEATS = (0, 1, 2, 3)


def both(text: str) -> Words:
    return Words(text, text)


class Sketch(Game):
    """Every card of the suit led or none; whoever is asked may say what `answers` holds, phase after phase."""

    name = "sketch"
    title = both("Skizze")
    pack = FRENCH_52
    players = (4,)
    hand_size = 2
    book = Book(
        (Switch("target", "S1", (50, 500), 50, both("Bis wohin gespielt wird"), ask=True),),
        {},
        {},
        {"follow": "S2"},
        {},
        {
            "bid": Call(both("{value} geboten"), "number"),
            "trump": Call(both("Trumpf"), "suit"),
            "king": Call(both("König {value}"), "card"),
            "rank": Call(both("Rang {value}"), "rank"),
            "stay": Call(both("bleiben")),
            "pass": Call(both("weiter")),
            "shout": Call(both("rufen")),
        },
        {"ask": both("{seat} bestimmt die Farbe und sonst noch dies und das, ausführlich")},
        {"account": both("Konto"), "lost": both("verloren")},
    )
    phases: ClassVar[tuple[str, ...]] = ()
    said: ClassVar[dict[str, tuple[tuple[str, str], ...]]] = {}
    """By phase: what one seat may say."""

    def step(self, deal: Deal) -> Step:
        if self.is_finished(deal):
            return Step("scored")
        left = self.phases[len([fact for fact in deal.facts_of(Announced) if fact.call in self.book.calls]) :]
        return Step(left[0], (deal.forehand,)) if left and not deal.has_play else Step("play")

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        said = self.said.get(self.step(deal).phase, ())
        return tuple(Announced(deal.forehand, call, value) for call, value in said)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        return ()

    def best(self, trick: Cards, trump: Trump) -> Card:
        return self.cards(trick)[0]

    def trump(self, deal: Deal) -> Trump | None:
        return "H"

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        return ()

    def changes(self, deal: Deal) -> dict[int, int]:
        return {seat: 120 if taken else -35 for seat, taken in self.tricks_taken(deal).items()}

    def result(self, before: Mapping[int, int], changes: Mapping[int, int]) -> Result:
        tallies = {seat: tally + changes[seat] for seat, tally in before.items()}
        winners = tuple(seat for seat, tally in tallies.items() if tally >= self.rules.number("target"))
        return Result.of(tallies, winners)

    def standing(self, before: Lasting, deals: Sequence[DealScore]) -> Lasting:
        return {"account": dict(deals[-1].result.tallies), "lost": dict.fromkeys(deals[-1].result.losers, 1)}


def sketched(monkeypatch: pytest.MonkeyPatch, **said: tuple[tuple[str, str], ...]) -> SessionController:
    """Returns the controller of a game in which forehand, seat 0, says one thing in each phase."""
    kind = type("Sketched", (Sketch,), {"phases": tuple(said), "said": said})
    monkeypatch.setitem(all_games(), "sketch", kind)
    controller = SessionController(Setup("sketch", SEATS), FRENCH)
    controller.start(3)
    return controller


SUITS = tuple(("trump", suit) for suit in FRENCH_52.suits)
PLAIN = (("stay", ""), ("pass", ""))


@pytest.mark.parametrize(
    ("said", "script", "reported"),
    [
        pytest.param(PLAIN, "PLAY", ("stay", ""), id="two answers: yes"),
        pytest.param(PLAIN, "FOLD", ("pass", ""), id="two answers: no"),
        pytest.param((*PLAIN, ("bid", "20")), "PLAY", ("stay", ""), id="two answers and more"),
        pytest.param((*PLAIN, ("bid", "20")), "DOWN PLAY", ("bid", "20"), id="what is more stands first"),
        pytest.param((("shout", ""), ("pass", "")), "PLAY", ("shout", ""), id="any call beside a refusal"),
        pytest.param((("shout", ""), ("stay", "")), "DOWN PLAY", ("stay", ""), id="no refusal: a list"),
        pytest.param((*PLAIN, ("shout", "")), "DOWN DOWN PLAY", ("shout", ""), id="three answers: a list"),
        pytest.param(SUITS, "DOWN DOWN PLAY", ("trump", "H"), id="suits"),
        pytest.param((*SUITS, ("pass", "")), "UP PLAY", ("pass", ""), id="suits, and a call at their end"),
        pytest.param((*SUITS, ("rank", "K"), ("rank", "Q")), "PLAY DOWN PLAY", ("trump", "S"), id="two kinds of names"),
        pytest.param((*SUITS, ("rank", "K"), ("rank", "Q")), "DOWN PLAY PLAY", ("rank", "K"), id="the second kind"),
        pytest.param((("king", "HK"), ("king", "SK")), "DOWN PLAY", ("king", "SK"), id="cards"),
        pytest.param(tuple(("bid", str(n)) for n in (100, 110, 120)), "UP PLAY", ("bid", "120"), id="numbers"),
        pytest.param((("shout", ""),), "PLAY", ("shout", ""), id="one thing only"),
        pytest.param((("boo", "7"),), "PLAY", ("boo", "7"), id="not in the book"),
    ],
)
def test_every_phase_has_a_question(
    said: tuple[tuple[str, str], ...], script: str, reported: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = sketched(monkeypatch, ask=said)
    assert isinstance(controller.menu, OptionsMenu)
    noted = []
    for word in script.split():
        assert layout_faults(controller.screen, FRENCH) == []
        noted += go(controller, word)
    assert events(noted) == [Announced(0, *reported)]


def test_suits_and_ranks_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = sketched(monkeypatch, ask=SUITS, rank=(("rank", "K"), ("rank", "Q"), ("shout", "")))
    assert isinstance(controller.screen, TileScreen)
    assert controller.screen.tiles == tuple(map(SuitTile, FRENCH_52.suits))
    assert controller.screen.named == "Kreuz"
    go(controller, "PLAY UP")
    assert isinstance(controller.screen, TileScreen)
    assert controller.screen.tiles == (RankTile("K"), RankTile("Q"), "rufen")
    assert controller.screen.named == "rufen"
    assert controller.screen.title == "Süd?", "a phase without words"


def test_buttons_of_a_seat_answer_for_that_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = sketched(monkeypatch, ask=PLAIN)
    noted = go(controller, "PLAY@2")
    assert events(noted) == [Announced(2, "stay")]
    assert isinstance(controller.menu, FindingMenu), "it was another's turn"
    assert isinstance(controller.screen, FindingScreen)
    assert controller.screen.rulings == ("zurücknehmen", "passt schon", "werten")
    assert events(go(controller, "DOWN PLAY")) == [Ruled(2, "stands")]
    assert isinstance(controller.menu, TrickMenu)


@pytest.mark.parametrize(
    ("said", "script"),
    [
        pytest.param(PLAIN, "UP PLAY", id="two answers: up or down"),
        pytest.param((*PLAIN, ("bid", "20")), "DOWN UP PLAY PLAY", id="from the list of all"),
        pytest.param(SUITS, "FOLD PLAY", id="tiles: fold"),
        pytest.param((("shout", ""), ("stay", "")), "FOLD PLAY", id="list: fold"),
    ],
)
def test_last_call_can_be_undone(
    said: tuple[tuple[str, str], ...], script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = sketched(monkeypatch, first=(("shout", ""),), ask=said)
    assert events(go(controller, f"PLAY {script}")) == [Announced(0, "shout"), Amended(2)]


@pytest.mark.slow
def test_a_switch_that_tables_differ_in_is_asked_and_holds_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), "sketch", Sketch)
    controller = SessionController(Setup("sketch", SEATS), FRENCH)
    go(controller, "PLAY PLAY DOWN")
    assert isinstance(controller.menu, RuleQuestionMenu)
    go(controller, "PLAY")
    assert isinstance(controller.menu, HouseRulesMenu)
    assert controller.screen.paragraphs == ("Bis wohin gespielt wird – hier: 500",)
    go(controller, "FOLD")
    assert isinstance(controller.menu, RuleQuestionMenu)
    go(controller, "DOWN PLAY PLAY")
    assert isinstance(controller.menu, FirstDealerMenu)
    assert events(go(controller, "PLAY")) == [GameStarted("sketch", SEATS, 0, (("target", 500),)), DealStarted(0)]
    deal = "HA HK HQ HJ clear H10 H9 H8 H7 clear"
    go(controller, deal)
    while controller.table.phase != "over":
        go(controller, f"PLAY {deal}")
    assert isinstance(controller.screen, GameOverScreen)
    assert layout_faults(controller.screen, FRENCH) == [], "three digits in four columns"
    assert max(tally.points for tally in controller.screen.tallies) == 510
    begun = events(go(controller, "PLAY PLAY"))[0]
    assert isinstance(begun, GameStarted)
    assert begun.rules == (("target", 500),)


def test_lasting_counts_are_shown_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = sketched(monkeypatch)
    go(controller, "HA HK HQ HJ clear H10 H9 H8 H7 clear")
    assert isinstance(controller.screen, GameOverScreen)
    go(controller, "DOWN")
    assert isinstance(controller.screen, StandingScreen)
    assert controller.screen.counts == (("Konto", (120, -35, -35, -35)), ("Verloren", (0, 1, 1, 1)))
    assert layout_faults(controller.screen, FRENCH) == []
    go(controller, "FOLD PLAY")
    assert isinstance(controller.menu, StandingMenu), "after a game it comes before the next"
    go(controller, "PLAY DOWN DOWN")
    assert isinstance(controller.menu, StandingMenu), "and in the middle of a deal"
