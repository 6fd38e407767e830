"""The menu of the table, for everything about the evening rather than the deal; DOWN after the score opens it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from common.texts.phrases import LANGUAGES, phrase_in
from device.menus.base import Answer, Menu, move_cursor, seat_screen
from device.menus.landlord.main import LANDLORD, LandlordMenu
from device.menus.start.new_evening import next_game
from device.menus.table.change_game import ChangeGameMenu
from device.menus.table.end_of_evening import end_of_evening
from device.menus.table.health import HealthMenu
from device.menus.table.page import PAGE, PageMenu
from device.menus.table.seats import PlayersMenu
from device.menus.table.tournament import TOURNAMENT, FixedNotice, TournamentMenu
from device.screens.base import Notice
from device.screens.lists import ListScreen
from device.screens.table import PauseScreen
from device.settings.requests import Aim, Choose, Examine, ShowDeck, TurnDisplay, UseCamera
from engine.events import Amended, DealStarted
from engine.rules.values import Phase
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.requests import Request, SpeechLevel
    from device.state.table_view import View
    from engine.cards import Seat


class MenuRow(NamedTuple):
    name: Label
    answer: Callable[[View], Answer]
    between_deals: bool = False
    """Whether it has to wait until the deal is over."""


@dataclass(frozen=True, slots=True)
class TableMenu(Menu):
    """Everything that concerns the evening; FOLD goes back to the cards."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        return ListScreen("table_menu", tuple(row.name for row in _rows(view)), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        return _answer_to_press(view, press, _rows(view), self)


@dataclass(frozen=True, slots=True)
class SettingsMenu(Menu):
    """Settings of Kiebitz itself."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        return ListScreen("settings", tuple(row.name for row in _setting_rows(view)), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=TableMenu())
        return _answer_to_press(view, press, _setting_rows(view), self)


@dataclass(frozen=True, slots=True)
class SettingMenu(Menu):
    """A setting with few values, each with its answer."""

    title: Label
    rows: tuple[MenuRow, ...]
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return ListScreen(self.title, tuple(row.name for row in self.rows), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=SettingsMenu())
        return _answer_to_press(view, press, self.rows, self)


@dataclass(frozen=True, slots=True)
class BetweenDealsNotice(Menu):
    """Says that this can be done only between two deals; any button goes back."""

    def screen(self, view: View) -> Screen:
        return Notice("between_deals", "between_deals_text")

    def press(self, view: View, press: Press) -> Answer:
        return Answer(menu=TableMenu())


@dataclass(frozen=True, slots=True)
class PauseMenu(Menu):
    """A pause, in which sightings are ignored. PLAY continues, UP and DOWN lead to the menu of the table."""

    def screen(self, view: View) -> Screen:
        return PauseScreen()

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(request=UseCamera("camera"))
        return Answer(menu=TableMenu() if press.button != "fold" else None)


@dataclass(frozen=True, slots=True)
class DealerMenu(Menu):
    """Selects another dealer; the one by the rules comes first."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        return seat_screen(view, _dealers(view)[self.selected])

    def press(self, view: View, press: Press) -> Answer:
        dealers = _dealers(view)
        if press.button == "fold":
            return Answer(menu=TableMenu())
        if press.button == "play":
            return _next_deal(view, dealers[self.selected])
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(dealers))))


def _dealers(view: View) -> tuple[Seat, ...]:
    seats = view.setup.seats if view.table.phase == Phase.OVER else view.table.seats
    first = view.next_dealer if not view.is_dealt else view.deal.dealer
    return (*(seat for seat in seats if seat >= first), *(seat for seat in seats if seat < first))


def _next_deal(view: View, dealer: Seat) -> Answer:
    """Returns the answer that begins the next deal; of one that has just begun only the dealer changes."""
    if view.is_match_finished:
        return Answer()
    if view.table.phase == Phase.OVER:
        return next_game(view, dealer)
    begun = DealStarted(dealer)
    return Answer((Amended(view.deal.started, begun) if view.is_dealt else begun,))


def _opens(menu: Menu, request: Request | None = None) -> Callable[[View], Answer]:
    return lambda view: Answer(menu=menu, request=request)


def _requests(request: Request) -> Callable[[View], Answer]:
    return lambda view: Answer(request=request)


def _rows(view: View) -> tuple[MenuRow, ...]:
    watched = view.camera.watched
    again = _requests(UseCamera("camera"))
    has_game = view.table.game is not None
    return (
        MenuRow("go_on", again) if watched == "paused" else MenuRow("pause", _requests(UseCamera("paused"))),
        *(DURING_GAME if has_game else ()),
        *_game_rows(view),
        MenuRow("with_camera", again)
        if watched == "by_hand"
        else MenuRow("by_hand_only", _requests(UseCamera("by_hand"))),
        *([MenuRow(PAGE, _opens(PageMenu()))] if view.page.is_offered else []),
        *([MenuRow(TOURNAMENT, _opens(TournamentMenu()))] if view.tournament is not None else []),
        MenuRow(LANDLORD, _opens(LandlordMenu())),
        MenuRow("settings", _opens(SettingsMenu())),
        MenuRow("health", _opens(HealthMenu(), Examine())),
        *((END_OF_EVENING,) if has_game else ()),
    )


def _game_rows(view: View) -> tuple[MenuRow, ...]:
    """Returns the rows for game and house rules; none if the settings fix both."""
    if view.is_in_match:
        return (MenuRow("other_game", _opens(FIXED)),)
    if "game" not in view.appliance.fixed_steps:
        return (MenuRow("other_game", _opens(ChangeGameMenu())),)
    return () if "rules" in view.appliance.fixed_steps else (MenuRow("house_rules", _opens(ChangeGameMenu("rules"))),)


FIXED = FixedNotice(TableMenu())
DURING_GAME = (
    MenuRow("other_dealer", _opens(DealerMenu()), between_deals=True),
    MenuRow("players", _opens(PlayersMenu()), between_deals=True),
)
"""Rows that need a game, which a table that waits in a tournament may not have yet."""
END_OF_EVENING = MenuRow("evening_end", lambda view: Answer(menu=FIXED if view.is_in_match else end_of_evening(view)))
LANGUAGE_ROWS = tuple(
    MenuRow(phrase_in(language, "own_language"), _requests(Choose(language=language))) for language in LANGUAGES
)
TONES = MenuRow("tones_on", _requests(Choose(tones=True))), MenuRow("tones_off", _requests(Choose(tones=False)))

SPEECH_LEVELS: tuple[SpeechLevel, ...] = ("off", "results", "cards")
SPEECH_NAMES = Words("aus", "off"), Words("Stich und Punkte", "trick and score"), Words("jede Karte", "every card")
SPEECH = tuple(
    MenuRow(name, _requests(Choose(speech=level))) for level, name in zip(SPEECH_LEVELS, SPEECH_NAMES, strict=True)
)
VOLUMES_PERCENT = (25, 50, 100)
VOLUME_NAMES = Words("leise", "soft"), Words("mittel", "medium"), Words("laut", "loud")
VOLUME = tuple(
    MenuRow(name, _requests(Choose(volume=percent)))
    for percent, name in zip(VOLUMES_PERCENT, VOLUME_NAMES, strict=True)
)
VOICE_TITLE, VOLUME_TITLE = Words("Stimme", "Voice"), Words("Lautstärke", "Volume")


def _nearest_volume(percent: int) -> int:
    """Returns the row of the volume that is nearest to one of the settings."""
    return min(range(len(VOLUMES_PERCENT)), key=lambda row: abs(VOLUMES_PERCENT[row] - percent))


def _setting_rows(view: View) -> tuple[MenuRow, ...]:
    appliance = view.appliance
    another = MenuRow("other_deck", _requests(ShowDeck()), between_deals=True)
    return (
        MenuRow("aim_again", _requests(Aim())),
        *([] if "deck" in view.appliance.fixed_steps else [another]),
        MenuRow("language", _opens(SettingMenu("language", LANGUAGE_ROWS))),
        MenuRow(VOICE_TITLE, _opens(SettingMenu(VOICE_TITLE, SPEECH, SPEECH_LEVELS.index(appliance.speech)))),
        MenuRow(VOLUME_TITLE, _opens(SettingMenu(VOLUME_TITLE, VOLUME, _nearest_volume(appliance.volume_percent)))),
        MenuRow("turn_display", _requests(TurnDisplay())),
        MenuRow("tones", _opens(SettingMenu("tones", TONES))),
    )


def _answer_to_press(
    view: View, press: Press, rows: Sequence[MenuRow], menu: TableMenu | SettingsMenu | SettingMenu
) -> Answer:
    if press.button == "fold":
        return Answer()
    if press.button != "play":
        return Answer(menu=replace(menu, selected=move_cursor(menu.selected, press, len(rows))))
    row = rows[menu.selected % len(rows)]
    return row.answer(view) if view.is_between_deals or not row.between_deals else Answer(menu=BetweenDealsNotice())
