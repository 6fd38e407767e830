"""Menus from the start of an evening to its first deal: privacy, a deck that does not fit, house rules, first dealer.

Earlier choices, such as the language and the game, are asked by `menus.first_start`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from common.texts.phrases import Text, region_for
from common.texts.words import TableWords
from device.display.text_layout import WIDTH, text_width
from device.menus.base import Answer, Buttons, CursorMenu, Item, Listing, ListMenu, Menu, Reply, ScrollMenu, SeatMenu
from device.menus.first_start import step_menu
from device.menus.landlord import LandlordMenu
from device.screens.base import AimScreen, Notice, Screen
from device.screens.lists import TextScreen, rule_screen
from device.settings.requests import Choose, ChosenGame, ShowDeck, UseCamera
from device.state.table_view import View
from engine.cards import Pack, Seat
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, RuleValue
from engine.games import PackFit, rules_with_pack
from engine.games import game as game_called
from engine.rules.game import Game, Phase
from engine.rules.house_rules import in_words

Answers: TypeAlias = tuple[tuple[str, RuleValue], ...]
"""Switches that the setup leaves open, with the answers so far."""
MAX_NAMED = 2
"""Missing cards that are named; more are counted."""
TITLE_WIDTH_PX = WIDTH - 8


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
        privacy = Notice("start", "trust", "go_on", "back" if back else None, "landlord")
        return (privacy, AimScreen(back))[self.page]

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        if self.page == 0:
            landlord = LandlordMenu(back=self)
            return Buttons(WelcomeMenu(1), None if _waits(view) else "stay", landlord, landlord)
        return Buttons(lambda view: after_answers(view, ()), WelcomeMenu() if _waits(view) else "stay")


def _waits(view: View) -> bool:
    """Returns whether the table plays for itself while it waits for a pairing of a tournament."""
    return view.tournament is not None and view.tournament.stored.on


def after_answers(view: View, answers: Answers) -> Menu:
    """Returns the menu after these answers: the next question, or the house rules in words."""
    if len(answers) < len(view.setup.open):
        switch = view.setup.open[len(answers)]
        return RuleQuestionMenu(answers, selected=switch.values.index(switch.default))
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
class PackFitMenu(ListMenu):
    """Says which cards the deck lacks; the rows are what can be done. `following` comes after a choice of rules."""

    fit: PackFit
    following: Menu
    before: Menu | None = None

    def listing(self, view: View) -> Listing:
        words, missing, setup = view.words, self.fit.missing, view.setup
        rows = []
        for pack in self.fit.others:
            is_one_left_out = len(missing) == 1 and missing[0].suit in pack.suits
            name = words.phrase("pack_fit_without", cards=words.card(missing[0]))
            rules = rules_with_pack(setup.as_game, pack)
            request = Choose(game=ChosenGame(setup.game, setup.preset, rules), seats=setup.seats)
            label = name if is_one_left_out else words.phrase("pack_fit_with_this")
            rows.append(Item(label, Answer(menu=self.following, request=request)))
        if view.can_show_missing(self.fit):
            several = len(missing) > 1
            label = words.phrase("pack_fit_show_all" if several else "pack_fit_show_one", cards=words.card(missing[0]))
            rows.append(Item(label, Answer(request=ShowDeck(adds_missing=True))))
        if "deck" not in view.appliance.fixed_steps:
            rows.append(Item("other_deck", Answer(request=ShowDeck())))
        rows.append(Item("by_hand_only", Answer(menu=self.following, request=UseCamera("by_hand"))))
        pack_of_game = setup.as_game.pack
        return Listing(missing_in_words(self.fit, words, pack_of_game), rows, self.before)


def missing_in_words(fit: PackFit, words: TableWords, pack: Pack) -> Text:
    """Returns the missing cards by name, how many they are, or which kind of cards the game needs instead."""
    if len(fit.missing) > len(pack) // 2:
        return words.phrase("pack_fit_french_needed" if region_for(pack) == "french" else "pack_fit_german_needed")
    named = words.phrase("pack_fit_missing_one", cards=", ".join(map(words.card, fit.missing)))
    if len(fit.missing) <= MAX_NAMED and text_width(named, "plain") <= TITLE_WIDTH_PX:
        return named
    return words.phrase("pack_fit_missing_count", count=len(fit.missing))


@dataclass(frozen=True, slots=True)
class RuleQuestionMenu(CursorMenu["RuleValue"]):
    """A house rule that differs so much between tables that it is asked."""

    answers: Answers

    def items(self, view: View) -> Sequence[RuleValue]:
        return view.setup.open[len(self.answers)].values

    def screen(self, view: View) -> Screen:
        switch, value, words = view.setup.open[len(self.answers)], self.item(view), view.words
        number = "" if len(view.setup.open) == 1 else f" {len(self.answers) + 1}/{len(view.setup.open)}"
        yes_or_no = {"True": words.phrase("yes"), "False": words.phrase("no")}.get(str(value), str(value))
        text = words.translate(switch.in_words(value))
        value_text = yes_or_no if isinstance(value, int) else ""
        return rule_screen(Text(words.phrase("house_rule") + number), value_text, text[:1].upper() + text[1:])

    def choose(self, view: View, item: RuleValue, seat: Seat | None) -> Reply:
        return after_answers(view, (*self.answers, (view.setup.open[len(self.answers)].name, item)))

    def fold(self, view: View) -> Reply:
        return before_answer(view, self.answers)


@dataclass(frozen=True, slots=True)
class HouseRulesMenu(ScrollMenu):
    """The house rules before the first deal: what differs from the usual rules, in words."""

    answers: Answers = ()
    first: int = 0

    def text(self, view: View) -> TextScreen:
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
        return TextScreen(words.translate(game.title), (*title, *usual, *differing) or (words.phrase("as_usual"),))

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(FirstDealerMenu(self.answers), lambda view: before_answer(view, self.answers))


def game_of(view: View, answers: Answers) -> Game:
    return game_called(view.setup.game, {**dict(view.setup.rules), **dict(answers)})


@dataclass(frozen=True, slots=True)
class FirstDealerMenu(SeatMenu):
    answers: Answers = ()

    def items(self, view: View) -> Sequence[Seat]:
        return view.setup.seats

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        return Answer(new_game(view, item, self.answers))

    def fold(self, view: View) -> Reply:
        were_rules_shown = "rules" not in view.appliance.onboarding.steps
        return HouseRulesMenu(self.answers) if were_rules_shown else before_answer(view, self.answers)


def new_game(view: View, dealer: Seat, answers: Answers = ()) -> tuple[Event, ...]:
    """Returns the events that begin a game; house rules answered before an earlier game of it are kept.

    They begin an evening and seat its players, too, if the evening is not that of the last game: later in an evening
    only the menus of the table change seats.
    """
    setup, table, before = view.setup, view.table, view.table.game
    if before is not None and before.name == setup.game and not answers:
        answers = tuple((switch.name, before.rules[switch.name]) for switch in setup.open)
    rules = game_of(view, answers).rules.changes
    evenings = (fact.name for _, fact in reversed(table.facts) if isinstance(fact, EveningStarted))
    begins = bool(setup.evening) and next(evenings, None) != setup.evening
    seated = bool(setup.names) and (begins or not any(table.players.values()))
    evening, players = (EveningStarted(setup.evening),) * begins, (PlayersSeated(setup.names),) * seated
    return *evening, *players, GameStarted(setup.game, setup.seats, dealer, rules), DealStarted(dealer)


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
