"""Menus of a pairing from its arrival to its first deal; each side confirms that it is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Menu
from device.menus.start.new_evening import new_game
from device.menus.start.pack_fit import PackFitMenu
from device.menus.table.main import TableMenu
from device.menus.table.tournament import TournamentMenu
from device.screens.base import Keys
from device.screens.lists import YesNoScreen
from device.screens.tournament import PairingScreen
from device.settings.requests import ConfirmPairing, TakeOver
from engine.events import EveningStarted, PlayersSeated

if TYPE_CHECKING:
    from common.texts.words import TableWords
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.tournament import Pairing
    from device.state.table_view import View
    from engine.events import Event
    from engine.state.contest import Contest
    from engine.text import Words


def pairing_menu(view: View, otherwise: Menu) -> Menu:
    """Returns the menu of a pairing whose first game has not begun; *otherwise* is what the table would show."""
    tournament = view.tournament
    assert tournament is not None
    assert tournament.pairing is not None
    if tournament.pairing.resume and not tournament.is_confirmed:
        return ResumeMenu()
    if _has_unfinished_game(view):
        return UnfinishedGameMenu(otherwise)
    if not tournament.is_confirmed:
        return PairingMenu()
    misfit = view.pack_misfit
    return ReadyMenu() if misfit is None else PackFitMenu(misfit, ReadyMenu(), TournamentMenu())


def _has_unfinished_game(view: View) -> bool:
    if view.table.game is None or view.is_evening_over or view.table.result.is_over:
        return False
    return bool(view.table.history) or not view.deal_is_untouched


@dataclass(frozen=True, slots=True)
class UnfinishedGameMenu(Menu):
    """The pairing waits for a game in progress: it is played on, or left unfinished."""

    light = "question"
    is_of_pairing = True
    otherwise: Menu

    def screen(self, view: View) -> Screen:
        text = view.words.phrase("pairing_unfinished_text")
        return YesNoScreen(table_name(view.words, _pairing(view)), text, "pairing_play_on", "pairing_accept")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=self.otherwise)
        return Answer(menu=PairingMenu() if press.button == "play" else self)


@dataclass(frozen=True, slots=True)
class PairingMenu(Menu):
    """Asks the sides one after the other whether they are there; with buttons for each seat each at its own."""

    light = "question"
    is_of_pairing = True

    def screen(self, view: View) -> Screen:
        pairing, side = _pairing(view), self._side_to_confirm(view)
        number = pairing.pairing.round if pairing.pairing is not None else 0
        seats, names = pairing.seats, pairing.names
        others = tuple(tuple(map(names.__getitem__, each)) for each in seats if each != seats[side])
        return PairingScreen(
            table_name(view.words, pairing),
            Text(view.words.phrase("pairing_round", number=number)),
            tuple(names),
            seats[side],
            tuple(map(names.__getitem__, seats[side])),
            others,
            view.camera.quarter_turns,
            Keys("more", play="pairing_here", arrows="table_tile"),
        )

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=TournamentMenu())
        if press.button != "play":
            return Answer(menu=TableMenu())
        side = self._side_to_confirm(view)
        seats = _pairing(view).seats
        if press.seat is not None:
            side = next((number for number, taken in enumerate(seats) if press.seat in taken), side)
        return self._confirm(view, side)

    def _confirm(self, view: View, side: int) -> Answer:
        confirmed = _confirmations(view)
        if not all(done or number == side for number, done in enumerate(confirmed)):
            return Answer(menu=self, request=ConfirmPairing(side))
        opened = replace(view, setup=_pairing(view).setup)
        if opened.pack_misfit is not None:
            return Answer(request=ConfirmPairing(side))
        return Answer(_first_game(opened), request=ConfirmPairing(side))

    @staticmethod
    def _side_to_confirm(view: View) -> int:
        """Returns the first side that has not confirmed."""
        confirmed = _confirmations(view)
        return confirmed.index(False) if False in confirmed else 0


@dataclass(frozen=True, slots=True)
class ReadyMenu(Menu):
    """All sides have confirmed: PLAY begins the first game."""

    light = "question"
    is_of_pairing = True

    def screen(self, view: View) -> Screen:
        game = view.words.translate(_game_title(_pairing(view)))
        text = view.words.phrase("pairing_ready_text", game=game)
        return YesNoScreen(table_name(view.words, _pairing(view)), text, "more", "pairing_begin", more="table_tile")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(_first_game(view))
        return Answer(menu=TournamentMenu() if press.button == "fold" else TableMenu())


@dataclass(frozen=True, slots=True)
class ResumeMenu(Menu):
    """Asks whether to go on with the match of another device, once its events have come."""

    light = "question"
    is_of_pairing = True

    def screen(self, view: View) -> Screen:
        tournament, words = view.tournament, view.words
        resumed = tournament.resumed if tournament is not None else None
        title = table_name(words, _pairing(view))
        if resumed is None:
            has_failed = tournament is not None and tournament.resume_failed
            text = words.phrase("pairing_failed_text" if has_failed else "pairing_coming_text", table=title)
            return YesNoScreen("tournament", text, "pairing_anew", "more", more="table_tile")
        text_of_score = score_in_words(words, resumed)
        question = words.phrase("pairing_resume_text", table=title, score=text_of_score)
        return YesNoScreen("tournament", question, "pairing_anew", "yes", more="table_tile")

    def press(self, view: View, press: Press) -> Answer:
        tournament = view.tournament
        if press.button == "play":
            has_all = tournament is not None and tournament.resumed is not None
            return Answer(request=TakeOver()) if has_all else Answer(menu=TournamentMenu())
        return Answer(menu=PairingMenu() if press.button == "fold" else TableMenu())


def _first_game(view: View) -> tuple[Event, ...]:
    """Returns the events that begin the match: what is not there yet of its evening, and the first game."""
    setup, tournament, table = view.setup, view.tournament, view.table
    evening, seated = EveningStarted(setup.evening), PlayersSeated(setup.names)
    since = tournament.since if tournament is not None else 0
    has_evening = any(position >= since and fact == evening for position, fact in table.facts)
    is_seated = has_evening and dict(table.players) == dict(setup.names)
    *_, game, deal = new_game(view, setup.seats[0])
    return *(() if has_evening else (evening,)), *(() if is_seated else (seated,)), game, deal


def table_name(words: TableWords, pairing: Pairing) -> Text:
    return Text(words.phrase("pairing_table", table=pairing.table or "?"))


def score_in_words(words: TableWords, contest: Contest) -> str:
    """Returns which game of a match is played, and its score so far."""
    played = len(contest.games)
    if contest.score:
        return words.phrase("pairing_in_game", number=played + 1, score=":".join(map(str, contest.score)))
    return words.phrase("pairing_between_games", number=played, count=contest.count)


def _pairing(view: View) -> Pairing:
    assert view.tournament is not None
    assert view.tournament.pairing is not None
    return view.tournament.pairing


def _confirmations(view: View) -> tuple[bool, ...]:
    confirmed = view.tournament.confirmed if view.tournament is not None else ()
    return confirmed or (False,) * len(_pairing(view).sides)


def _game_title(pairing: Pairing) -> Words:
    from engine.games import all_games

    return all_games()[pairing.game].title
