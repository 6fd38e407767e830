"""Menus of a pairing from its arrival to its first deal; each side confirms that it is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Buttons, Key, Menu, Question, QuestionMenu
from device.menus.start.new_evening import PackFitMenu, new_game
from device.menus.table.connections import TournamentMenu
from device.menus.table.main import TableMenu
from device.screens.base import Keys, Screen
from device.screens.tournament import PairingScreen
from device.settings.requests import ConfirmPairing, TakeOver
from engine.events import EveningStarted, Event, PlayersSeated

if TYPE_CHECKING:
    from common.texts.words import TableWords
    from device.settings.tournament import Pairing
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.state.contest import Contest

TO_TABLE = Key("table_tile", TableMenu())
MORE = Key("more", TournamentMenu())


def pairing_menu(view: View, otherwise: Menu) -> Menu:
    """Returns the menu of a pairing whose first game has not begun; *otherwise* is what the table would show."""
    tournament = view.tournament
    assert tournament is not None
    if _pairing(view).resume and not tournament.is_confirmed:
        return ResumeMenu()
    is_game_open = view.table.game is not None and not view.is_evening_over and not view.table.result.is_over
    if is_game_open and (view.table.history or not view.deal_is_untouched):
        return UnfinishedGameMenu(otherwise)
    if not tournament.is_confirmed:
        return PairingMenu()
    misfit = view.pack_misfit
    return ReadyMenu() if misfit is None else PackFitMenu(misfit, ReadyMenu(), TournamentMenu())


@dataclass(frozen=True, slots=True)
class UnfinishedGameMenu(QuestionMenu):
    """The pairing waits for a game in progress: it is played on, or left unfinished."""

    light = "question"
    is_of_pairing = True
    otherwise: Menu

    def question(self, view: View) -> Question:
        fold, play = Key("pairing_play_on", self.otherwise), Key("pairing_accept", PairingMenu())
        return Question(table_name(view.words, _pairing(view)), "pairing_unfinished_text", fold, play)


@dataclass(frozen=True, slots=True)
class PairingMenu(Menu):
    """Asks the sides one after the other whether they are there; with buttons for each seat each at its own."""

    light = "question"
    is_of_pairing = True

    def screen(self, view: View) -> Screen:
        pairing, side = _pairing(view), side_to_confirm(_confirmations(view))
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

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        side = side_to_confirm(_confirmations(view), _pairing(view), seat)
        return Buttons(lambda view: self._confirm(view, side), TournamentMenu(), TableMenu(), TableMenu())

    def _confirm(self, view: View, side: int) -> Answer:
        confirmed = _confirmations(view)
        if not all(done or number == side for number, done in enumerate(confirmed)):
            return Answer(menu=self, request=ConfirmPairing(side))
        opened = replace(view, setup=_pairing(view).setup)
        if opened.pack_misfit is not None:
            return Answer(request=ConfirmPairing(side))
        return Answer(_first_game(opened), request=ConfirmPairing(side))


def side_to_confirm(confirmed: tuple[bool, ...], pairing: Pairing | None = None, seat: Seat | None = None) -> int:
    """Returns the first side that has not confirmed, or that of *seat* at whose own button it was pressed."""
    first = confirmed.index(False) if False in confirmed else 0
    sides = () if pairing is None or seat is None else pairing.seats
    return next((number for number, seats in enumerate(sides) if seat in seats), first)


@dataclass(frozen=True, slots=True)
class ReadyMenu(QuestionMenu):
    """All sides have confirmed: PLAY begins the first game."""

    light = "question"
    is_of_pairing = True

    def question(self, view: View) -> Question:
        from engine.games import all_games

        pairing = _pairing(view)
        text = view.words.phrase("pairing_ready_text", game=view.words.translate(all_games()[pairing.game].title))
        play = Key("pairing_begin", lambda view: Answer(_first_game(view)))
        return Question(table_name(view.words, pairing), text, MORE, play, TO_TABLE)


@dataclass(frozen=True, slots=True)
class ResumeMenu(QuestionMenu):
    """Asks whether to go on with the match of another device, once its events have come."""

    light = "question"
    is_of_pairing = True

    def question(self, view: View) -> Question:
        tournament, words = view.tournament, view.words
        title, anew = table_name(words, _pairing(view)), Key("pairing_anew", PairingMenu())
        if tournament is not None and tournament.resumed is not None:
            score = score_in_words(words, tournament.resumed)
            question = words.phrase("pairing_resume_text", table=title, score=score)
            return Question("tournament", question, anew, Key("yes", Answer(request=TakeOver())), TO_TABLE)
        has_failed = tournament is not None and tournament.resume_failed
        text = words.phrase("pairing_failed_text" if has_failed else "pairing_coming_text", table=title)
        return Question("tournament", text, anew, MORE, TO_TABLE)


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
