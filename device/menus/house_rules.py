"""Menus that choose house rules: where a game is played so, to how many points and which variant, or one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.menus.base import Answer, CursorMenu, Menu, Reply
from device.screens.base import Screen
from device.screens.lists import rule_screen
from device.settings.requests import Choose, ChosenGame
from device.state.table_view import View
from engine.cards import Seat
from engine.events import RuleValue
from engine.games import game as game_called
from engine.games import pack_fit
from engine.rules.book import Preset
from engine.rules.game import Game
from engine.rules.house_rules import Switch

Changes: TypeAlias = tuple[tuple[str, RuleValue], ...]


def offered_presets(view: View) -> list[str]:
    """Returns the named house rules of the game, first those that can be played with the deck in use."""
    game, deck = game_called(view.setup.game), view.deck
    presets = [preset.name for preset in game.book.offered_presets]
    return sorted(
        presets,
        key=lambda name: deck is not None and bool(pack_fit(game_called(game.name, None, name), deck.cards).missing),
    )


def offered_regions(view: View) -> list[str]:
    """Returns where the game is played differently, first where it can be played so with the deck in use."""
    presets = game_called(view.setup.game).book.presets
    return list(dict.fromkeys(presets[name].region for name in offered_presets(view) if presets[name].region))


@dataclass(frozen=True, slots=True)
class TargetMenu(CursorMenu[int]):
    """To how many points a game goes; the first value is the usual one of the region."""

    region: str
    back: Menu

    def items(self, view: View) -> Sequence[int]:
        usual = _variants(view, self.region)[0].rules.number("target")
        values = [int(value) for value in _target(view).values]
        return values[values.index(usual) :] + values[: values.index(usual)]

    def screen(self, view: View) -> Screen:
        target = self.item(view)
        text = view.words.translate(_target(view).in_words(target))
        return rule_screen("played_to", str(target), text)

    def choose(self, view: View, item: int, seat: Seat | None) -> Reply:
        variants = _variants(view, self.region)
        menu = VariantMenu(self.region, item, self)
        return menu if len(variants) > 1 else menu.choose(view, variants[0], seat)

    def fold(self, view: View) -> Reply:
        return self.back


@dataclass(frozen=True, slots=True)
class VariantMenu(CursorMenu["Preset"]):
    """The named house rules of a region, to *target* points."""

    region: str
    target: int
    back: Menu

    def items(self, view: View) -> Sequence[Preset]:
        return _variants(view, self.region)

    def screen(self, view: View) -> Screen:
        preset, _ = self._chosen(view, self.item(view))
        place = f"{self.selected % len(self.items(view)) + 1}/{len(self.items(view))}"
        return rule_screen("house_rules", place, view.words.translate(preset.meaning))

    def _chosen(self, view: View, preset: Preset) -> tuple[Preset, Changes]:
        """Returns the preset that plays to the target, or else *preset* and the changed switch."""
        game = game_called(view.setup.game)
        changed = game_called(game.name, {"target": self.target}, preset.name).rules
        same = (other for other in game.book.offered_presets if other.rules == changed)
        return next(((other, ()) for other in same), (preset, (("target", self.target),)))

    def choose(self, view: View, item: Preset, seat: Seat | None) -> Reply:
        preset, rules = self._chosen(view, item)
        return Answer(request=Choose(game=ChosenGame(view.setup.game, preset.name, rules)))

    def fold(self, view: View) -> Reply:
        return self.back


def _variants(view: View, region: str) -> list[Preset]:
    presets = game_called(view.setup.game).book.presets
    return [presets[name] for name in offered_presets(view) if presets[name].region == region]


def _target(view: View) -> Switch:
    return next(switch for switch in game_called(view.setup.game).rules.switches if switch.name == "target")


@dataclass(frozen=True, slots=True)
class OwnRulesMenu(CursorMenu["Switch"]):
    """One house rule after another: PLAY changes it, UP and DOWN lead to the others, FOLD is done."""

    preset: str
    rules: Changes = ()

    def _game(self, view: View) -> Game:
        return game_called(view.setup.game, dict(self.rules), self.preset)

    def items(self, view: View) -> Sequence[Switch]:
        is_open = "players" in view.appliance.onboarding.open
        return self._game(view).rules.offered(() if is_open else (len(view.setup.seats),))

    def screen(self, view: View) -> Screen:
        game, switch = self._game(view), self.item(view)
        text = view.words.translate(switch.in_words(game.rules[switch.name]))
        place = f"{self.selected + 1}/{len(self.items(view))}"
        return rule_screen("own_rules", place, text[:1].upper() + text[1:], fold="done", play="change")

    def choose(self, view: View, item: Switch, seat: Seat | None) -> Reply:
        place = item.values.index(self._game(view).rules[item.name])
        value = item.values[(place + 1) % len(item.values)]
        return replace(self, rules=tuple({**dict(self.rules), item.name: value}.items()))

    def fold(self, view: View) -> Reply:
        return Answer(request=Choose(game=ChosenGame(view.setup.game, self.preset, self.rules)))
