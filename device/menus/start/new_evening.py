"""Menus from the start of an evening to its first deal: the privacy text, the house rules, the first dealer.

Earlier choices, such as the language and the game, are asked by `menus.start.first_start`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from common.texts.phrases import Text
from device.menus.base import Answer, Menu, move_cursor, seat_screen
from device.menus.landlord.main import LandlordMenu
from device.menus.start.first_start import step_menu
from device.menus.start.pack_fit import PackFitMenu
from device.screens.base import AimScreen, StartScreen
from device.screens.lists import LINES, RuleScreen, TextScreen, wrapped_lines
from engine.events import DealStarted, EveningStarted, GameStarted, PlayersSeated
from engine.games import game as game_called
from engine.rules.house_rules import in_words
from engine.rules.values import Phase

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.events import Event, RuleValue
    from engine.rules.game import Game

Answers: TypeAlias = "tuple[tuple[str, RuleValue], ...]"
"""Switches that the setup leaves open, with the answers so far."""


def first_menu(view: View) -> Menu:
    """Returns the menu before the first game: open choices, then the house rules and the dealer."""
    if not view.appliance.onboarding.steps:
        return WelcomeMenu()
    return step_menu(view, view.appliance.onboarding.next) or after_answers(view, ())


@dataclass(frozen=True, slots=True)
class WelcomeMenu(Menu):
    """Before the first game, if nothing is open: what Kiebitz does, then aiming, house rules and dealer.

    In a tournament FOLD goes back to waiting for a pairing.
    """

    page: int = 0

    def screen(self, view: View) -> Screen:
        back = _waits(view)
        return (StartScreen(back, more="landlord"), AimScreen(back))[self.page]

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("up", "down") and self.page == 0:
            return Answer(menu=LandlordMenu(back=self))
        if press.button == "fold" and _waits(view):
            return Answer(menu=WelcomeMenu() if self.page else None)
        if press.button != "play":
            return Answer(menu=self)
        return Answer(menu=replace(self, page=1) if self.page == 0 else after_answers(view, ()))


def _waits(view: View) -> bool:
    """Returns whether the table plays for itself while it waits for a pairing of a tournament."""
    return view.tournament is not None and view.tournament.is_on


def after_answers(view: View, answers: Answers) -> Menu:
    """Returns the menu after these answers: the next question, or the house rules in words."""
    if len(answers) < len(view.setup.open):
        switch = view.setup.open[len(answers)]
        return RuleQuestionMenu(answers, switch.values.index(switch.default))
    # House rules that were just chosen are not shown again.
    following = FirstDealerMenu(answers) if "rules" in view.appliance.onboarding.steps else HouseRulesMenu(answers)
    misfit = view.pack_misfit
    return following if misfit is None else PackFitMenu(misfit, following, before_answer(view, answers))


def before_answer(view: View, answers: Answers) -> Menu | None:
    """Returns what comes before the next question, or before the house rules if there is none.

    None stands for the game in play, or just finished, before which another game was to begin.
    """
    if answers:
        return after_answers(view, answers[:-1])
    if view.table.phase != Phase.NO_GAME and not view.is_evening_over:
        return None
    return step_menu(view, view.appliance.onboarding.before(None)) or WelcomeMenu(1)


@dataclass(frozen=True, slots=True)
class RuleQuestionMenu(Menu):
    """A house rule that differs so much between tables that it is asked."""

    answers: Answers
    selected: int

    def screen(self, view: View) -> Screen:
        switch = view.setup.open[len(self.answers)]
        value, words = switch.values[self.selected], view.words
        number = "" if len(view.setup.open) == 1 else f" {len(self.answers) + 1}/{len(view.setup.open)}"
        yes_or_no = {"True": words.phrase("yes"), "False": words.phrase("no")}.get(str(value), str(value))
        text = view.words.translate(switch.in_words(value))
        value_text = yes_or_no if isinstance(value, int) else ""
        return RuleScreen(Text(words.phrase("house_rule") + number), value_text, text[:1].upper() + text[1:])

    def press(self, view: View, press: Press) -> Answer:
        switch = view.setup.open[len(self.answers)]
        if press.button == "fold":
            return Answer(menu=before_answer(view, self.answers))
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(switch.values))))
        return Answer(menu=after_answers(view, (*self.answers, (switch.name, switch.values[self.selected]))))


@dataclass(frozen=True, slots=True)
class HouseRulesMenu(Menu):
    """The house rules before the first deal: what differs from the usual rules, in words."""

    answers: Answers = ()
    first: int = 0

    def screen(self, view: View) -> Screen:
        return TextScreen(view.words.translate(game_of(view, self.answers).title), self._paragraphs(view), self.first)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=FirstDealerMenu(self.answers))
        if press.button == "fold":
            return Answer(menu=before_answer(view, self.answers))
        last = max(len(wrapped_lines(self._paragraphs(view))) - LINES, 0)
        step = {"up": -1, "down": 1}[press.button]
        return Answer(menu=replace(self, first=max(0, min(self.first + step, last))))

    def _paragraphs(self, view: View) -> tuple[str, ...]:
        game, setup, words = game_of(view, self.answers), view.setup, view.words
        title = [setup.house] if setup.house else []
        if setup.preset is not None and not title:
            title = [words.translate(game.book.presets[setup.preset].meaning)]
        open_rules = {switch.name for switch in setup.open}
        differing = [words.translate(sentence) for sentence in in_words(game.rules)[: len(game.rules.changes)]]
        usual = [
            words.translate(switch.in_words(game.rules[switch.name]))
            for switch in game.rules.switches
            if switch.ask and switch.name in open_rules and switch.name not in dict(game.rules.changes)
        ]
        return (*title, *usual, *differing) or (words.phrase("as_usual"),)


def game_of(view: View, answers: Answers) -> Game:
    return game_called(view.setup.game, {**dict(view.setup.rules), **dict(answers)})


@dataclass(frozen=True, slots=True)
class FirstDealerMenu(Menu):
    answers: Answers = ()
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return seat_screen(view, view.setup.seats[self.selected])

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(new_game(view, view.setup.seats[self.selected], self.answers))
        if press.button == "fold":
            rules_were_shown = "rules" not in view.appliance.onboarding.steps
            return Answer(menu=HouseRulesMenu(self.answers) if rules_were_shown else before_answer(view, self.answers))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(view.setup.seats))))


def new_game(view: View, dealer: Seat, answers: Answers = ()) -> tuple[Event, ...]:
    """Returns the events that begin a game; house rules answered before an earlier game of it are kept."""
    setup, before = view.setup, view.table.game
    if before is not None and before.name == setup.game and not answers:
        answers = tuple((switch.name, before.rules[switch.name]) for switch in setup.open)
    rules = game_of(view, answers).rules.changes
    return *_evening_and_players(view), GameStarted(setup.game, setup.seats, dealer, rules), DealStarted(dealer)


def _evening_and_players(view: View) -> tuple[Event, ...]:
    """Returns the events that begin an evening and seat its players, if the evening is not that of the last game.

    Later in an evening only the menus of the table change seats.
    """
    setup, table = view.setup, view.table
    evenings = (fact.name for _, fact in reversed(table.facts) if isinstance(fact, EveningStarted))
    begins = bool(setup.evening) and next(evenings, None) != setup.evening
    seated = bool(setup.names) and (begins or not any(table.players.values()))
    return (EveningStarted(setup.evening),) * begins + (PlayersSeated(setup.names),) * seated


def next_deal(view: View) -> Answer:
    """Returns the answer that begins the next deal; after the last one of a game, the next game.

    After the last one of a tournament's match nothing begins.
    """
    if view.is_match_finished:
        return Answer()
    return next_game(view) if view.table.phase == Phase.OVER else Answer((DealStarted(view.next_dealer),))


def next_game(view: View, dealer: Seat | None = None) -> Answer:
    """Returns the answer that begins another game; what has to be asked before it, such as its dealer, comes first."""
    if view.is_match_finished:
        return Answer()
    before = view.table.game
    if (before is not None and before.name != view.setup.game) or view.pack_misfit is not None:
        return Answer(menu=after_answers(view, ()))
    return Answer(new_game(view, view.dealer_among(view.setup.seats) if dealer is None else dealer))
