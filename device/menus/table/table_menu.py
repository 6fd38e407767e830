"""The menu of the table, for the evening rather than the deal, with settings and health; DOWN at the score opens it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.texts.keys import PhraseKey
from common.texts.phrases import LANGUAGES, Label, Text, phrase_in
from device.diagnostics.check import MARKS, Check
from device.menus.base import (
    Answer,
    Buttons,
    Item,
    Listing,
    ListMenu,
    Menu,
    NoticeMenu,
    Reply,
    ScrollMenu,
    SeatMenu,
    between_deals,
)
from device.menus.landlord import LandlordMenu
from device.menus.new_evening import next_game
from device.menus.table.changes import ChangeGameMenu, PlayersMenu, fixed_notice
from device.menus.table.connections import PageMenu, TournamentMenu
from device.menus.table.end_of_evening import end_of_evening
from device.screens.base import Notice, Screen
from device.screens.lists import TextScreen
from device.screens.table import PauseScreen
from device.settings.requests import Aim, Choose, Examine, ShowDeck, SpeechLevel, TurnDisplay, UseCamera
from device.state.table_view import View
from engine.cards import Seat
from engine.events import Amended, DealStarted
from engine.rules.game import Phase

WORST_FIRST = ("bad", "warn", "ok", "unknown")


@dataclass(frozen=True, slots=True)
class HealthMenu(ListMenu):
    """The checks as a list; PLAY shows one in full."""

    def screen(self, view: View) -> Screen:
        # not super(): the dataclass with slots is another class
        return ListMenu.screen(self, view) if view.appliance.health else Notice("health", "examining", "back")

    def listing(self, view: View) -> Listing:
        words, rows = view.words, []
        for which, check in enumerate(_checks(view)):
            mark = "" if check.verdict in ("ok", "unknown") else "! "
            text = Text(f"{mark}{words.phrase(check.title)}: {words.phrase(check.found)}")
            rows.append(Item(text, CheckDetailsMenu(which)))
        return Listing("health", rows)


@dataclass(frozen=True, slots=True)
class CheckDetailsMenu(ScrollMenu):
    which: int
    first: int = 0

    def text(self, view: View) -> TextScreen:
        check, words = _checks(view)[self.which], view.words
        paragraphs = tuple(words.phrase(each) for each in (MARKS[check.verdict], check.found, check.advice) if each)
        return TextScreen(words.phrase(check.title), paragraphs, play="ok")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        back = HealthMenu(selected=self.which)
        return Buttons(back, back)


def _checks(view: View) -> list[Check]:
    return sorted(view.appliance.health, key=lambda check: WORST_FIRST.index(check.verdict))


@dataclass(frozen=True, slots=True)
class TableMenu(ListMenu):
    """Everything that concerns the evening; FOLD goes back to the cards."""

    def listing(self, view: View) -> Listing:
        watched = view.camera.watched
        again = Answer(request=UseCamera("camera"))
        has_game = view.table.game is not None
        rows = (
            Item("go_on", again) if watched == "paused" else Item("pause", Answer(request=UseCamera("paused"))),
            *(DURING_GAME if has_game else ()),
            *_game_rows(view),
            Item("with_camera", again) if watched == "by_hand" else BY_HAND,
            *([Item("page", PageMenu())] if view.page.is_offered else []),
            *([Item("tournament", TournamentMenu())] if view.tournament is not None else []),
            Item("landlord", LandlordMenu()),
            Item("settings", SettingsMenu()),
            Item("health", Answer(menu=HealthMenu(), request=Examine())),
            *((END_OF_EVENING,) if has_game else ()),
        )
        return Listing("table_menu", rows)


def _game_rows(view: View) -> tuple[Item, ...]:
    """Returns the rows for game and house rules; none if the settings fix both."""
    if view.is_in_match:
        return (Item("other_game", FIXED),)
    if "game" not in view.appliance.fixed_steps:
        return (Item("other_game", ChangeGameMenu()),)
    return () if "rules" in view.appliance.fixed_steps else (Item("house_rules", ChangeGameMenu("rules")),)


@dataclass(frozen=True, slots=True)
class PauseMenu(Menu):
    """A pause, in which sightings are ignored. PLAY continues, UP and DOWN lead to the menu of the table."""

    def screen(self, view: View) -> Screen:
        return PauseScreen()

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(Answer(request=UseCamera("camera")), None, TableMenu(), TableMenu())


@dataclass(frozen=True, slots=True)
class DealerMenu(SeatMenu):
    """Selects another dealer; the one by the rules comes first."""

    def items(self, view: View) -> Sequence[Seat]:
        seats = view.setup.seats if view.table.phase == Phase.OVER else view.table.seats
        first = view.next_dealer if not view.is_dealt else view.deal.dealer
        return (*(seat for seat in seats if seat >= first), *(seat for seat in seats if seat < first))

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        """Begins the next deal; of one that has just begun only the dealer changes."""
        if view.is_match_finished:
            return None
        if view.table.phase == Phase.OVER:
            return next_game(view, item)
        begun = DealStarted(item)
        return Answer((Amended(view.deal.started, begun) if view.is_dealt else begun,))

    def fold(self, view: View) -> Reply:
        return TableMenu()


@dataclass(frozen=True, slots=True)
class SettingsMenu(ListMenu):
    def listing(self, view: View) -> Listing:
        appliance = view.appliance
        volume = min(VOLUMES_PERCENT, key=lambda percent: abs(percent - appliance.volume_percent))
        rows = (
            Item("aim_again", Answer(request=Aim())),
            *([] if "deck" in appliance.fixed_steps else [OTHER_DECK]),
            Item("language", SettingMenu("language", LANGUAGE_ROWS)),
            Item("voice", SettingMenu("voice", SPEECH, selected=tuple(SPEECH_LEVELS).index(appliance.speech))),
            Item("volume", SettingMenu("volume", VOLUME, selected=tuple(VOLUMES_PERCENT).index(volume))),
            Item("turn_display", Answer(request=TurnDisplay())),
            Item("tones", SettingMenu("tones", TONES)),
        )
        return Listing("settings", rows, TableMenu())


@dataclass(frozen=True, slots=True)
class SettingMenu(ListMenu):
    """A setting with few values, each with its answer."""

    title: Label
    rows: tuple[Item, ...]

    def listing(self, view: View) -> Listing:
        return Listing(self.title, self.rows, SettingsMenu())


BETWEEN_DEALS_NOTICE = NoticeMenu("between_deals", "between_deals_text", TableMenu())
FIXED = fixed_notice(TableMenu())
DURING_GAME = (
    Item("other_dealer", between_deals(DealerMenu(), BETWEEN_DEALS_NOTICE)),
    Item("players", between_deals(PlayersMenu(), BETWEEN_DEALS_NOTICE)),
)
"""Rows that need a game, which a table that waits in a tournament may not have yet."""
BY_HAND = Item("by_hand_only", Answer(request=UseCamera("by_hand")))
END_OF_EVENING = Item("evening_end", lambda view: FIXED if view.is_in_match else end_of_evening(view))
OTHER_DECK = Item("other_deck", between_deals(Answer(request=ShowDeck()), BETWEEN_DEALS_NOTICE))

LANGUAGE_ROWS = tuple(
    Item(Text(phrase_in(language, "own_language")), Answer(request=Choose(language=language))) for language in LANGUAGES
)
TONES = Item("tones_on", Answer(request=Choose(tones=True))), Item("tones_off", Answer(request=Choose(tones=False)))
SPEECH_LEVELS: Mapping[SpeechLevel, PhraseKey] = {"off": "off", "results": "voice_tricks", "cards": "voice_cards"}
SPEECH = tuple(Item(name, Answer(request=Choose(speech=level))) for level, name in SPEECH_LEVELS.items())
VOLUMES_PERCENT: Mapping[int, PhraseKey] = {25: "volume_soft", 50: "volume_medium", 100: "volume_loud"}
VOLUME = tuple(Item(name, Answer(request=Choose(volume=percent))) for percent, name in VOLUMES_PERCENT.items())
