"""The resting menu of the table, and the menu of the trick in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Buttons, Menu, Reply, SeatMenu
from device.menus.deal.before_play import menu_before_play
from device.menus.deal.calls import CallsMenu, OptionsMenu
from device.menus.deal.corrections import correct_last_event, next_card_menu
from device.menus.deal.manual_entry import ManualEntryMenu, MissingTrumpMenu, missing_facts
from device.menus.deal.questions import menu_for
from device.menus.deal.score import ScoreMenu
from device.menus.deal.score_peek import ScorePeekMenu
from device.menus.deal.trick_history import last_trick, taker_of, trick_screen, winner
from device.menus.new_evening import first_menu
from device.menus.table.main import PauseMenu
from device.menus.tournament import tournament_menu
from device.screens.base import Keys, Screen
from device.state.open_questions import open_questions, question_to_show
from engine.events import TrickGathered
from engine.rules.game import BETWEEN_DEALS, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.state.table_view import View
    from engine.cards import Seat


def resting_menu(view: View) -> Menu:
    """Returns the menu that follows from the table, and from the tournament that it takes part in."""
    menu = _menu_of_table(view)
    return menu if view.tournament is None else tournament_menu(view, view.tournament, menu)


def _menu_of_table(view: View) -> Menu:
    """Returns the menu that follows from the table: an open question first, else what the phase asks for."""
    phase = view.table.phase
    if phase == Phase.NO_GAME or view.is_evening_over:
        return first_menu(view)
    if view.camera.watched == "paused":
        return PauseMenu()
    if not view.camera.in_use and phase not in BETWEEN_DEALS:
        return ManualEntryMenu()
    if phase not in BETWEEN_DEALS and phase != Phase.ANSWER and missing_facts(view):
        return MissingTrumpMenu(TrickMenu())
    question = question_to_show(view)
    if question is not None:
        return menu_for(view, question)
    if phase in BETWEEN_DEALS:
        return LastTrickMenu() if view.shows_last_trick and view.tricks else ScoreMenu()
    if phase != Phase.PLAY:
        menu = menu_before_play(view)
        if menu is not None or view.options:
            return menu or OptionsMenu()
    return TrickMenu()


@dataclass(frozen=True, slots=True)
class TrickMenu(Menu):
    """The trick in play: FOLD corrects, PLAY says something or adds a missed card, UP looks back, DOWN: the score."""

    def screen(self, view: View) -> Screen:
        trick, number = view.deal.trick, len(view.deal.tricks) + 1
        play: PhraseKey = "key_gather" if view.trick_is_full else "key_say" if view.options else "key_missing"
        keys = Keys("key_correct", "tricks" if last_trick(view) else None, "key_score", play)
        open_count = len(open_questions(view))
        headline: PhraseKey
        if not trick.plays and view.deal.tricks:
            last = view.deal.tricks[-1]
            headline = "takes_trick" if last.taker is not None else "who_took"
            return trick_screen(view, last, number - 1, headline, last.taker, open_count=open_count, keys=keys)
        if view.trick_is_full:
            taker = winner(view)
            headline = "takes_trick" if taker is not None else "who_took"
            return trick_screen(view, trick, number, headline, taker, open_count=open_count, keys=keys)
        headline = "lays" if trick.plays else "leads"
        return trick_screen(
            view, trick, number, headline, view.table.turn, awaits=True, open_count=open_count, keys=keys
        )

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        play: Reply = CallsMenu()
        if view.trick_is_full:
            is_asked = winner(view) is None and not view.game.lacks_trump(view.deal)
            play = TrickTakerMenu() if is_asked else Answer((TrickGathered(),))
        elif not view.options:
            play = next_card_menu
        return Buttons(play, correct_last_event, last_trick, ScorePeekMenu())


@dataclass(frozen=True, slots=True)
class LastTrickMenu(Menu):
    """The last trick of a deal, until it is gathered or some seconds have gone; PLAY and DOWN show the score."""

    light = "trick"

    def screen(self, view: View) -> Screen:
        trick = view.tricks[-1]
        taker = taker_of(view, trick)
        keys = Keys("key_correct", "tricks", "key_score", "go_on")
        return trick_screen(
            view, trick, len(view.tricks), "who_took" if taker is None else "takes_trick", taker, keys=keys
        )

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(ScoreMenu(), correct_last_event, last_trick, ScoreMenu())


@dataclass(frozen=True, slots=True)
class TrickTakerMenu(SeatMenu):
    """Asks who took a trick, which only the players know while trump is secret."""

    selected: int = 0

    def title(self, view: View) -> Label:
        return "who_took"

    def items(self, view: View) -> Sequence[Seat]:
        return view.game.takers_in(view.deal)

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        return Answer((TrickGathered(item),))
