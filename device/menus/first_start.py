"""Menus of what a table chooses before its first game: language, game, house rules, number of players, seats.

Each answers with a request; the next menu follows from the steps that are still open (`device.state.appliance_state`).
FOLD goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.texts.keys import PhraseKey
from common.texts.phrases import LANGUAGES, Text, phrase_in
from device.menus.base import Answer, Buttons, CursorMenu, Item, Listing, ListMenu, Menu, Reply
from device.menus.house_rules import OwnRulesMenu, TargetMenu, offered_presets, offered_regions
from device.menus.landlord import LandlordMenu
from device.screens.base import AimScreen, Notice, NumberScreen, Screen
from device.screens.lists import rule_screen
from device.screens.table import SeatingScreen
from device.settings.requests import Aim, Choose, ChosenGame, ShowDeck
from device.settings.table_setup import seatings
from device.state.appliance_state import Step
from device.state.table_view import View
from engine.cards import Seat
from engine.games import all_games, is_playable
from engine.games import game as game_called
from engine.rules.book import Preset
from engine.rules.game import Game


def step_menu(view: View, step: Step | None) -> Menu | None:
    """Returns the menu that asks *step*, with what holds now selected."""
    match step:
        case "language":
            return LanguageMenu(selected=LANGUAGES.index(view.words.language))
        case "aim":
            return DueActivityMenu(Aim())
        case "deck":
            return DueActivityMenu(ShowDeck())
        case "game":
            return GameMenu(selected=offered_games(view).index(view.setup.game))
        case "rules":
            if regions := offered_regions(view):
                preset = _preset(view)
                return RegionMenu(selected=regions.index(preset.region) if preset and preset.region in regions else 0)
            presets = offered_presets(view)
            return RulesMenu(selected=presets.index(view.setup.preset) if view.setup.preset in presets else 0)
        case "players":
            preset, counts = _preset(view), _game(view).players
            count = preset.players if preset and preset.players else len(view.setup.seats)
            return seating_menu(view, counts[0]) if len(counts) == 1 else PlayerCountMenu(selected=counts.index(count))
    return None


def _back(view: View, step: Step) -> Reply:
    """Returns the menu before *step*; the first one stays."""
    return step_menu(view, view.appliance.onboarding.before(step)) or "stay"


def _back_label(view: View, step: Step) -> PhraseKey | None:
    return "back" if view.appliance.onboarding.before(step) else None


def _game(view: View) -> Game:
    return game_called(view.setup.game)


def _preset(view: View) -> Preset | None:
    return _game(view).book.presets.get(view.setup.preset or "")


@dataclass(frozen=True, slots=True)
class DueActivityMenu(Menu):
    """A step that the appliance carries out without a press, such as aiming."""

    request: Aim | ShowDeck

    @property
    def step(self) -> Step:
        return "aim" if isinstance(self.request, Aim) else "deck"

    def screen(self, view: View) -> Screen:
        back = _back_label(view, self.step)
        if self.step == "aim":
            return AimScreen(back is not None)
        return Notice("teach", "teach_advice", "go_on", back)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(Answer(request=self.request), _back(view, self.step))

    @property
    def due(self) -> Aim | ShowDeck:
        return self.request


@dataclass(frozen=True, slots=True)
class LanguageMenu(ListMenu):
    """Every language in its own words."""

    def listing(self, view: View) -> Listing:
        rows = [
            Item(
                Text(phrase_in(language, "own_language")), Answer(menu=PrivacyMenu(), request=Choose(language=language))
            )
            for language in LANGUAGES
        ]
        return Listing(Text(phrase_in(LANGUAGES[self.selected], "language")), rows, back="stay", fold=None)


@dataclass(frozen=True, slots=True)
class PrivacyMenu(Menu):
    """Says what Kiebitz does with its pictures, once the language is chosen; a landlord may restore a backup here."""

    def screen(self, view: View) -> Screen:
        return Notice("start", "trust", "go_on", "back", "landlord")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        landlord = LandlordMenu(back=self)
        return Buttons(None, lambda view: step_menu(view, "language"), landlord, landlord)


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
class GameMenu(ListMenu):
    def listing(self, view: View) -> Listing:
        rows = [
            Item(view.words.translate(all_games()[name].title), Answer(request=Choose(game=ChosenGame(name))))
            for name in offered_games(view)
        ]
        return Listing("which_game", rows, lambda view: _back(view, "game"), fold=_back_label(view, "game"))


@dataclass(frozen=True, slots=True)
class RegionMenu(ListMenu):
    """Where it is played so: each region, and last a choice of one's own."""

    def listing(self, view: View) -> Listing:
        regions = _game(view).book.regions
        rows = [Item(view.words.translate(regions[name]), TargetMenu(name, self)) for name in offered_regions(view)]
        own = OwnRulesMenu(view.setup.preset or offered_presets(view)[0], view.setup.rules)
        return Listing("played_where", [*rows, Item("own_rules", own)], lambda view: _back(view, "rules"))


@dataclass(frozen=True, slots=True)
class RulesMenu(CursorMenu["str | None"]):
    """Named house rules, and last a choice of one's own, None."""

    def items(self, view: View) -> Sequence[str | None]:
        return (*offered_presets(view), None)

    def screen(self, view: View) -> Screen:
        words, preset = view.words, self.item(view)
        place = f"{self.selected + 1}/{len(self.items(view))}"
        if preset is None:
            return rule_screen("own_rules", place, words.phrase("own_rules_text"))
        return rule_screen("house_rules", place, words.translate(_game(view).book.presets[preset].meaning))

    def choose(self, view: View, item: str | None, seat: Seat | None) -> Reply:
        if item is None:
            return OwnRulesMenu(view.setup.preset or offered_presets(view)[0], view.setup.rules)
        return Answer(request=Choose(game=ChosenGame(view.setup.game, item)))

    def fold(self, view: View) -> Reply:
        return _back(view, "rules")


@dataclass(frozen=True, slots=True)
class PlayerCountMenu(CursorMenu[int]):
    def items(self, view: View) -> Sequence[int]:
        return _game(view).players

    def screen(self, view: View) -> Screen:
        return NumberScreen(view.words.phrase("how_many"), self.item(view), fold=_back_label(view, "players"))

    def choose(self, view: View, item: int, seat: Seat | None) -> Reply:
        offered = seatings(item)
        return Answer(request=Choose(seats=offered[0])) if len(offered) == 1 else seating_menu(view, item)

    def fold(self, view: View) -> Reply:
        return _back(view, "players")


def seating_menu(view: View, count: int) -> SeatingMenu:
    """Returns the menu of the seatings for *count* players, with that in use selected."""
    offered, seats = seatings(count), view.setup.seats
    return SeatingMenu(count, selected=offered.index(seats) if seats in offered else 0)


@dataclass(frozen=True, slots=True)
class SeatingMenu(CursorMenu["tuple[Seat, ...]"]):
    """Which places are occupied, if there are fewer players than places."""

    count: int

    def items(self, view: View) -> Sequence[tuple[Seat, ...]]:
        return seatings(self.count)

    def screen(self, view: View) -> Screen:
        return SeatingScreen(self.item(view), camera_side=view.camera.quarter_turns)

    def choose(self, view: View, item: tuple[Seat, ...], seat: Seat | None) -> Reply:
        return Answer(request=Choose(seats=item))

    def fold(self, view: View) -> Reply:
        counts = _game(view).players
        return _back(view, "players") if len(counts) == 1 else PlayerCountMenu(selected=counts.index(self.count))
