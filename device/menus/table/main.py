"""The menu of the table, for everything about the evening rather than the deal; DOWN after the score opens it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import LANGUAGES, phrase_in
from device.menus.base import Answer, Listing, ListMenu, Menu, Row, move_cursor, seat_screen
from device.menus.landlord.main import LandlordMenu
from device.menus.start.new_evening import next_game
from device.menus.table.change_game import ChangeGameMenu
from device.menus.table.end_of_evening import end_of_evening
from device.menus.table.health import HealthMenu
from device.menus.table.page import PageMenu
from device.menus.table.seats import PlayersMenu
from device.menus.table.tournament import FixedNotice, TournamentMenu
from device.screens.base import Notice
from device.screens.table import PauseScreen
from device.settings.requests import Aim, Choose, Examine, ShowDeck, TurnDisplay, UseCamera
from engine.events import Amended, DealStarted
from engine.rules.values import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.requests import Request, SpeechLevel
    from device.state.table_view import View
    from engine.cards import Seat


@dataclass(frozen=True, slots=True)
class TableMenu(ListMenu):
    """Everything that concerns the evening; FOLD goes back to the cards."""

    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing("table_menu", _rows(view))


@dataclass(frozen=True, slots=True)
class SettingsMenu(ListMenu):
    """Settings of Kiebitz itself."""

    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing("settings", _setting_rows(view), TableMenu())


@dataclass(frozen=True, slots=True)
class SettingMenu(ListMenu):
    """A setting with few values, each with its answer."""

    title: Label
    rows: tuple[Row, ...]
    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing(self.title, self.rows, SettingsMenu())


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


def _opens(menu: Menu, request: Request | None = None) -> Answer:
    return Answer(menu=menu, request=request)


def _requests(request: Request) -> Answer:
    return Answer(request=request)


def _between_deals(answer: Answer) -> Callable[[View], Answer]:
    """Returns the answer of a row that has to wait until the deal is over."""
    return lambda view: answer if view.is_between_deals else Answer(menu=BetweenDealsNotice())


def _rows(view: View) -> tuple[Row, ...]:
    watched = view.camera.watched
    again = _requests(UseCamera("camera"))
    has_game = view.table.game is not None
    return (
        Row("go_on", again) if watched == "paused" else Row("pause", _requests(UseCamera("paused"))),
        *(DURING_GAME if has_game else ()),
        *_game_rows(view),
        Row("with_camera", again) if watched == "by_hand" else Row("by_hand_only", _requests(UseCamera("by_hand"))),
        *([Row("page", _opens(PageMenu()))] if view.page.is_offered else []),
        *([Row("tournament", _opens(TournamentMenu()))] if view.tournament is not None else []),
        Row("landlord", _opens(LandlordMenu())),
        Row("settings", _opens(SettingsMenu())),
        Row("health", _opens(HealthMenu(), Examine())),
        *((END_OF_EVENING,) if has_game else ()),
    )


def _game_rows(view: View) -> tuple[Row, ...]:
    """Returns the rows for game and house rules; none if the settings fix both."""
    if view.is_in_match:
        return (Row("other_game", _opens(FIXED)),)
    if "game" not in view.appliance.fixed_steps:
        return (Row("other_game", _opens(ChangeGameMenu())),)
    return () if "rules" in view.appliance.fixed_steps else (Row("house_rules", _opens(ChangeGameMenu("rules"))),)


FIXED = FixedNotice(TableMenu())
DURING_GAME = (
    Row("other_dealer", _between_deals(_opens(DealerMenu()))),
    Row("players", _between_deals(_opens(PlayersMenu()))),
)
"""Rows that need a game, which a table that waits in a tournament may not have yet."""
END_OF_EVENING = Row("evening_end", lambda view: Answer(menu=FIXED if view.is_in_match else end_of_evening(view)))
LANGUAGE_ROWS = tuple(
    Row(phrase_in(language, "own_language"), _requests(Choose(language=language))) for language in LANGUAGES
)
TONES = Row("tones_on", _requests(Choose(tones=True))), Row("tones_off", _requests(Choose(tones=False)))

SPEECH_LEVELS: tuple[SpeechLevel, ...] = ("off", "results", "cards")
SPEECH_NAMES: tuple[PhraseKey, ...] = "off", "voice_tricks", "voice_cards"
SPEECH = tuple(
    Row(name, _requests(Choose(speech=level))) for level, name in zip(SPEECH_LEVELS, SPEECH_NAMES, strict=True)
)
VOLUMES_PERCENT = (25, 50, 100)
VOLUME_NAMES: tuple[PhraseKey, ...] = "volume_soft", "volume_medium", "volume_loud"
VOLUME = tuple(
    Row(name, _requests(Choose(volume=percent))) for percent, name in zip(VOLUMES_PERCENT, VOLUME_NAMES, strict=True)
)


def _nearest_volume(percent: int) -> int:
    """Returns the row of the volume that is nearest to one of the settings."""
    return min(range(len(VOLUMES_PERCENT)), key=lambda row: abs(VOLUMES_PERCENT[row] - percent))


def _setting_rows(view: View) -> tuple[Row, ...]:
    appliance = view.appliance
    another = Row("other_deck", _between_deals(_requests(ShowDeck())))
    return (
        Row("aim_again", _requests(Aim())),
        *([] if "deck" in view.appliance.fixed_steps else [another]),
        Row("language", _opens(SettingMenu("language", LANGUAGE_ROWS))),
        Row("voice", _opens(SettingMenu("voice", SPEECH, SPEECH_LEVELS.index(appliance.speech)))),
        Row("volume", _opens(SettingMenu("volume", VOLUME, _nearest_volume(appliance.volume_percent)))),
        Row("turn_display", _requests(TurnDisplay())),
        Row("tones", _opens(SettingMenu("tones", TONES))),
    )
