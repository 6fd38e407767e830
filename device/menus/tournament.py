"""Menus of a table in a tournament: a pairing until its first deal, and the result that both sides confirm."""

from dataclasses import dataclass, replace
from typing import ClassVar

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from common.texts.words import TableWords, minus
from device.hardware.status_light import State
from device.menus.base import Answer, Buttons, Item, Listing, ListMenu, Menu, Question, QuestionMenu
from device.menus.new_evening import PackFitMenu, new_game
from device.menus.table.connections import CALL_REFEREE, TournamentMenu
from device.menus.table.table_menu import TableMenu
from device.screens.base import Keys, Screen
from device.screens.connections import MOST_NUMBERS, PairingScreen, ResultRow, ResultScreen
from device.settings.requests import ConfirmPairing, ConfirmResult, TakeOver
from device.settings.tournament import Pairing
from device.state.conclusions import question_to_show
from device.state.table_view import View
from device.state.tournament import Tournament
from engine.cards import Seat
from engine.events import EveningStarted, Event, PlayersSeated
from engine.games import all_games
from engine.rules.game import Phase
from engine.state.contest import Contest

TO_TABLE = Item("table_tile", TableMenu())
MORE = Item("more", TournamentMenu())


def pairing_menu(view: View, tournament: Tournament, otherwise: Menu) -> Menu:
    """Returns the menu of a pairing whose first game has not begun; *otherwise* is what the table would show."""
    if _pairing(view).resume and not tournament.is_confirmed:
        return ResumeMenu()
    is_game_open = view.table.game is not None and not view.is_evening_over and not view.table.result.is_over
    if is_game_open and (view.table.history or not (view.table.deal is None or view.deal.is_untouched)):
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
        fold, play = Item("pairing_play_on", self.otherwise), Item("pairing_accept", PairingMenu())
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
        pairing = _pairing(view)
        text = view.words.phrase("pairing_ready_text", game=view.words.translate(all_games()[pairing.game].title))
        play = Item("pairing_begin", lambda view: Answer(_first_game(view)))
        return Question(table_name(view.words, pairing), text, MORE, play, TO_TABLE)


@dataclass(frozen=True, slots=True)
class ResumeMenu(QuestionMenu):
    """Asks whether to go on with the match of another device, once its events have come."""

    light = "question"
    is_of_pairing = True

    def question(self, view: View) -> Question:
        tournament, words = view.tournament, view.words
        title, anew = table_name(words, _pairing(view)), Item("pairing_anew", PairingMenu())
        if tournament is not None and tournament.resumed is not None:
            match, played = tournament.resumed, len(tournament.resumed.games)
            score = words.phrase("pairing_between_games", number=played, count=match.count)
            if match.score:
                score = words.phrase("pairing_in_game", number=played + 1, score=":".join(map(str, match.score)))
            question = words.phrase("pairing_resume_text", table=title, score=score)
            return Question("tournament", question, anew, Item("yes", Answer(request=TakeOver())), TO_TABLE)
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


def _pairing(view: View) -> Pairing:
    assert view.tournament is not None
    assert view.tournament.pairing is not None
    return view.tournament.pairing


def _confirmations(view: View) -> tuple[bool, ...]:
    confirmed = view.tournament.stored.confirmed if view.tournament is not None else ()
    return confirmed or (False,) * len(_pairing(view).sides)


@dataclass(frozen=True, slots=True)
class ResultMenu(Menu):
    """The result of the match, which the sides confirm one after the other; `otherwise` shows the last game."""

    light: ClassVar[State] = "question"
    is_of_pairing = True
    otherwise: Menu

    def screen(self, view: View) -> ResultScreen:
        pairing, contest = _match(view)
        keys = Keys("result_wrong", play="result_right", arrows="table_tile")
        rows = result_rows(pairing, contest)
        title = table_name(view.words, pairing)
        sums: PhraseKey = "result_sums_text" if pairing.unit == "game" else "result_sum_text"
        text = sums if len(contest.games) > MOST_NUMBERS else None
        return ResultScreen("result", title, rows, side_to_confirm(_agreements(view)), text, keys)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        side = side_to_confirm(_agreements(view), _match(view)[0], seat)
        confirm = Answer(request=ConfirmResult(side))
        return Buttons(confirm, DisputeMenu(self.otherwise), TableMenu(), TableMenu())


@dataclass(frozen=True, slots=True)
class AgreedMenu(ResultMenu):
    """The result is confirmed; it waits for the hall to have it."""

    light = "ready"

    def screen(self, view: View) -> ResultScreen:
        keys = Keys("result_wrong", arrows="table_tile")
        return replace(ResultMenu.screen(self, view), asked=None, text="result_agreed_text", keys=keys)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return ResultMenu.buttons(self, view, seat)._replace(play="stay")


@dataclass(frozen=True, slots=True)
class DisputeMenu(ListMenu):
    """The actions on a wrong result: correct it, or call the referee."""

    is_of_pairing = True
    otherwise: Menu

    def listing(self, view: View) -> Listing:
        return Listing("result_dispute", (Item("result_correct", self.otherwise), CALL_REFEREE))


def result_rows(pairing: Pairing, contest: Contest) -> tuple[ResultRow, ...]:
    """Returns a row for each side: the points of each game, or of many games those won and their sum."""
    names = pairing.names
    rows = []
    for number, seats in enumerate(pairing.seats):
        points = [game.points[number] for game in contest.games]
        won = sum(number in game.winners for game in contest.games)
        sums = ([str(won)] if pairing.unit == "game" else []) + [str(sum(points))]
        shown = [str(each) for each in points] if len(points) <= MOST_NUMBERS else sums
        rows.append(ResultRow(tuple(map(names.__getitem__, seats)), tuple(map(minus, shown))))
    return tuple(rows)


def _match(view: View) -> tuple[Pairing, Contest]:
    contest = view.tournament.contest(view.table) if view.tournament is not None else None
    assert contest is not None
    return _pairing(view), contest


def _agreements(view: View) -> tuple[bool, ...]:
    return view.tournament.agreed_by_side(view.table) if view.tournament is not None else ()


FIRST_STEPS = ("language", "aim", "deck")
"""The steps of a first start that come before a pairing; it answers the others."""


def tournament_menu(view: View, tournament: Tournament, otherwise: Menu) -> Menu:
    """Returns the resting menu of a table that takes part in a tournament; *otherwise* is the one without it."""
    table = view.table
    if not tournament.stored.on or _comes_first(view):
        return otherwise
    stage = tournament.stage(table) if tournament.asks else "none"
    if stage in ("announced", "confirmed") and tournament.start(table) is None:
        return pairing_menu(view, tournament, otherwise)
    if stage in ("finished", "agreed"):
        return ResultMenu(otherwise) if stage == "finished" else AgreedMenu(otherwise)
    is_over = table.phase in (Phase.NO_GAME, Phase.OVER) or view.is_evening_over
    return WaitingMenu(otherwise) if stage == "none" and is_over else otherwise


def _comes_first(view: View) -> bool:
    """Returns whether the table has something else to do: a deal, a question, a pause, the first steps of all."""
    if view.table.phase == Phase.NO_GAME:
        return view.appliance.onboarding.next in FIRST_STEPS
    if not view.is_between_deals or view.camera.watched == "paused" or view.shows_last_trick:
        return True
    return question_to_show(view) is not None


@dataclass(frozen=True, slots=True)
class WaitingMenu(QuestionMenu):
    """Nothing is to be played; the table may play for itself meanwhile."""

    is_of_pairing = True
    otherwise: Menu

    def question(self, view: View) -> Question:
        is_connected = view.tournament is not None and view.tournament.is_connected
        text: PhraseKey = "resting_waiting_text" if is_connected else "resting_unconnected_text"
        return Question("tournament", text, MORE, Item("resting_own_game", self.otherwise), TO_TABLE)
