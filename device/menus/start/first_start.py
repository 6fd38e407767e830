"""Menus of what a table chooses before its first game: language, game, house rules, number of players, seats.

Each answers with a request; the next menu follows from the steps that are still open (`device.state.onboarding_steps`).
FOLD goes back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from common.texts.phrases import LANGUAGES, phrase_in
from device.menus.base import Answer, Menu, move_cursor
from device.menus.landlord.main import LandlordMenu
from device.screens.base import AimScreen, Notice, NumberScreen, StartScreen
from device.screens.lists import ListScreen, RuleScreen
from device.screens.table import SeatingScreen
from device.settings.requests import Aim, Choose, ChosenGame, ShowDeck
from device.settings.table_setup import SEATS
from engine.games import all_games, is_playable, pack_fit
from engine.games import game as game_called

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.onboarding_steps import Step
    from device.state.table_view import View
    from engine.cards import Seat
    from engine.events import RuleValue
    from engine.rules.game import Game

Changes: TypeAlias = "tuple[tuple[str, RuleValue], ...]"


def step_menu(view: View, step: Step | None) -> Menu | None:
    """Returns the menu that asks *step*, with what holds now selected."""
    match step:
        case "language":
            return LanguageMenu(LANGUAGES.index(view.words.language))
        case "aim":
            return DueActivityMenu(Aim())
        case "deck":
            return DueActivityMenu(ShowDeck())
        case "game":
            return GameMenu(offered_games(view).index(view.setup.game))
        case "rules":
            presets = offered_presets(view)
            return RulesMenu(presets.index(view.setup.preset) if view.setup.preset in presets else 0)
        case "players":
            return PlayerCountMenu(_game(view).players.index(len(view.setup.seats)))
    return None


def _back(view: View, step: Step) -> Answer | None:
    """Returns the answer that goes back from *step*; None if it is the first."""
    menu = step_menu(view, view.appliance.onboarding.before(step))
    return Answer(menu=menu) if menu is not None else None


def _game(view: View) -> Game:
    return game_called(view.setup.game)


@dataclass(frozen=True, slots=True)
class DueActivityMenu(Menu):
    """A step that the appliance carries out without a press, such as aiming."""

    request: Aim | ShowDeck

    def screen(self, view: View) -> Screen:
        back = view.appliance.onboarding.before("aim" if isinstance(self.request, Aim) else "deck") is not None
        if isinstance(self.request, Aim):
            return AimScreen(back)
        return Notice("teach", "teach_advice", "go_on", "back" if back else None)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(request=self.request)
        back = _back(view, "aim" if isinstance(self.request, Aim) else "deck")
        return back if press.button == "fold" and back is not None else Answer(menu=self)

    @property
    def due(self) -> Aim | ShowDeck:
        return self.request


@dataclass(frozen=True, slots=True)
class LanguageMenu(Menu):
    """Every language in its own words."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        rows = tuple(phrase_in(language, "own_language") for language in LANGUAGES)
        return ListScreen(phrase_in(LANGUAGES[self.selected], "language"), rows, self.selected, fold=None)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=PrivacyMenu(), request=Choose(language=LANGUAGES[self.selected]))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(LANGUAGES))))


@dataclass(frozen=True, slots=True)
class PrivacyMenu(Menu):
    """Says what Kiebitz does with its pictures, once the language is chosen; a landlord may restore a backup here."""

    def screen(self, view: View) -> Screen:
        return StartScreen(back=True, more="landlord")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=step_menu(view, "language"))
        return Answer() if press.button == "play" else Answer(menu=LandlordMenu(back=self))


def offered_games(view: View) -> list[str]:
    """Returns the games, first the usual one, and before it those that go with the deck in use.

    Those that the landlord's seats do not fit are left out.
    """
    deck, usual = view.deck, view.setup.game
    kinds = all_games()
    count = len(view.setup.seats) if "players" in view.appliance.fixed_steps else None
    fitting = [name for name in kinds if count is None or count in kinds[name].players]
    cards = deck.cards if deck is not None else None
    return sorted(fitting, key=lambda name: (cards is not None and not is_playable(kinds[name], cards), name != usual))


@dataclass(frozen=True, slots=True)
class GameMenu(Menu):
    selected: int = 0

    def screen(self, view: View) -> Screen:
        titles = (view.words.translate(all_games()[name].title) for name in offered_games(view))
        fold: PhraseKey | None = "back" if view.appliance.onboarding.before("game") else None
        return ListScreen("which_game", tuple(titles), self.selected, fold)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(request=Choose(game=ChosenGame(offered_games(view)[self.selected])))
        if press.button == "fold":
            return _back(view, "game") or Answer(menu=self)
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(offered_games(view)))))


def offered_presets(view: View) -> list[str]:
    """Returns the named house rules of the game, first those that can be played with the deck in use."""
    game, deck = _game(view), view.deck
    presets = [preset.name for preset in game.book.offered_presets]
    return sorted(
        presets,
        key=lambda name: deck is not None and bool(pack_fit(game_called(game.name, None, name), deck.cards).missing),
    )


@dataclass(frozen=True, slots=True)
class RulesMenu(Menu):
    """Named house rules, and last a choice of one's own."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        words = view.words
        presets = [_game(view).book.presets[name] for name in offered_presets(view)]
        place = f"{self.selected + 1}/{len(presets) + 1}"
        own = self.selected == len(presets)
        text = words.phrase("own_rules_text") if own else words.translate(presets[self.selected].meaning)
        return RuleScreen("own_rules" if own else "house_rules", place, text)

    def press(self, view: View, press: Press) -> Answer:
        presets = offered_presets(view)
        if press.button == "play":
            if self.selected == len(presets):
                return Answer(menu=OwnRulesMenu(view.setup.preset or presets[0], view.setup.rules))
            return Answer(request=Choose(game=ChosenGame(view.setup.game, presets[self.selected])))
        if press.button == "fold":
            return _back(view, "rules") or Answer(menu=self)
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(presets) + 1)))


@dataclass(frozen=True, slots=True)
class OwnRulesMenu(Menu):
    """One house rule after another: PLAY changes it, UP and DOWN lead to the others, FOLD is done."""

    preset: str
    rules: Changes = ()
    selected: int = 0

    def screen(self, view: View) -> Screen:
        game = game_called(view.setup.game, dict(self.rules), self.preset)
        switch = game.rules.offered[self.selected]
        text = view.words.translate(switch.in_words(game.rules[switch.name]))
        place = f"{self.selected + 1}/{len(game.rules.offered)}"
        return RuleScreen("own_rules", place, text[:1].upper() + text[1:], fold="done", play="change")

    def press(self, view: View, press: Press) -> Answer:
        game = game_called(view.setup.game, dict(self.rules), self.preset)
        if press.button == "fold":
            return Answer(request=Choose(game=ChosenGame(view.setup.game, self.preset, self.rules)))
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(game.rules.offered))))
        switch = game.rules.offered[self.selected]
        place = switch.values.index(game.rules[switch.name])
        value = switch.values[(place + 1) % len(switch.values)]
        return Answer(menu=replace(self, rules=tuple({**dict(self.rules), switch.name: value}.items())))


@dataclass(frozen=True, slots=True)
class PlayerCountMenu(Menu):
    selected: int = 0

    def screen(self, view: View) -> Screen:
        fold: PhraseKey | None = "back" if view.appliance.onboarding.before("players") else None
        return NumberScreen(view.words.phrase("how_many"), _game(view).players[self.selected], fold=fold)

    def press(self, view: View, press: Press) -> Answer:
        players = _game(view).players
        count = players[self.selected]
        if press.button == "play":
            if len(seatings(count)) == 1:
                return Answer(request=Choose(seats=seatings(count)[0]))
            seats = view.setup.seats
            return Answer(menu=SeatingMenu(count, seatings(count).index(seats) if seats in seatings(count) else 0))
        if press.button == "fold":
            return _back(view, "players") or Answer(menu=self)
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(players))))


def seatings(count: int) -> list[tuple[Seat, ...]]:
    """Returns the seatings for that number of players, the usual one first."""
    usual = SEATS[count]
    return [usual, *(seats for seats in combinations(SEATS[4], count) if seats != usual)]


@dataclass(frozen=True, slots=True)
class SeatingMenu(Menu):
    """Which places are occupied, if there are fewer players than places."""

    count: int
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return SeatingScreen(seatings(self.count)[self.selected], camera_side=view.camera.quarter_turns)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(request=Choose(seats=seatings(self.count)[self.selected]))
        if press.button == "fold":
            return Answer(menu=PlayerCountMenu(_game(view).players.index(self.count)))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(seatings(self.count)))))
