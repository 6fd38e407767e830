"""The first start: every game and language to the first deal, and back and forth from every menu."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from common.files.paths import choices_file
from common.texts.phrases import LANGUAGES
from common.texts.words import words_for
from device.menus.first_start import (
    GameMenu,
    LanguageMenu,
    PlayerCountMenu,
    PrivacyMenu,
    RegionMenu,
    RulesMenu,
    SeatingMenu,
    offered_games,
    step_menu,
)
from device.menus.house_rules import OwnRulesMenu, TargetMenu, VariantMenu, offered_presets
from device.menus.new_evening import FirstDealerMenu, RuleQuestionMenu
from device.runtime.first_start import FirstStart
from device.session.controller import SessionController
from device.settings.preferences import Choices
from device.settings.requests import Aim, ShowDeck
from device.settings.settings import Config
from device.settings.table_setup import SEATS
from device.state.appliance_state import OnboardingSteps
from engine.cards import PACKS
from engine.events import DealStarted
from engine.games import all_games
from tests.support.examples import one_in
from tests.support.first_start_table import RULES_MENUS, Table, kind_for
from tests.support.screens.buttons import button_faults
from tests.support.screens.painted import layout_faults, shortened_texts
from tests.support.session_script import GAME, new_controller

pytestmark = pytest.mark.usefixtures("own_folders")

if TYPE_CHECKING:
    from pathlib import Path

    from device.hardware.presses import Button

BUTTONS: tuple[Button, ...] = ("fold", "play", "up", "down")


@pytest.mark.parametrize("language", one_in(4, LANGUAGES))
@pytest.mark.parametrize("game", all_games())
def test_first_start_leads_to_the_first_deal(game: str, language: str) -> None:
    table = Table(enrols=kind_for(game))
    oks = 0

    def ok() -> None:
        nonlocal oks
        oks += 1
        table.press("play")

    assert table.menu is LanguageMenu
    table.press(*["down"] * list(LANGUAGES).index(language))  # type: ignore[arg-type, list-item]
    ok()
    assert table.controller.view.words.language == language
    assert table.menu is PrivacyMenu
    ok()
    table.activity()
    table.activity()
    assert table.activities == ["Aim", "ShowDeck"]
    assert table.menu is GameMenu
    view = table.controller.view
    while offered_games(view)[table.controller.screen.selected] != game:  # type: ignore[attr-defined]
        table.press("down")
    ok()
    regions = all_games()[game].book.regions
    for menu in (RegionMenu, TargetMenu, VariantMenu) if regions else (RulesMenu,):
        if menu is not VariantMenu or table.menu is VariantMenu:  # the region in use may have one variant
            assert table.menu is menu
            ok()
    players = all_games()[game].players
    if players != (4,):
        assert table.menu is (PlayerCountMenu if len(players) > 1 else SeatingMenu)
        ok()
    asked = 0
    while table.menu is RuleQuestionMenu:  # what no preset answers, as no source tells it
        asked += 1
        ok()
    assert table.menu is FirstDealerMenu
    ok()
    began = table.began
    assert began is not None
    assert (began.game, began.seats) == (game, SEATS[max(players)])
    assert isinstance(table.controller.table.facts[-1][1], DealStarted)
    assert oks <= (8 if regions else 6) + asked, "aiming is one more"
    assert asked == (5 if game == "wallachen" else 0), "the sources are silent"


@pytest.mark.parametrize("game", all_games())
def test_every_seating_can_be_chosen(game: str) -> None:
    players = all_games()[game].players
    for count in players:
        table = Table(Config(language="en", game=game), camera=False)
        while table.menu in RULES_MENUS:
            table.press("play")
        if players == (4,):
            assert table.menu is FirstDealerMenu
            continue
        if len(players) > 1:
            while table.controller.screen.number != count:  # type: ignore[attr-defined]
                table.press("up")
            table.press("play")
        if count < 4:
            assert table.menu is SeatingMenu
            table.press("down", "play")
        while table.menu is not FirstDealerMenu:  # rules that are asked come before
            assert table.menu is RuleQuestionMenu
            table.press("play")
        table.press("play")
        assert table.began is not None
        assert len(table.began.seats) == count
        assert len(Table(Config(language="en", game=game), camera=False).choices.now.seats or ()) == count
        table.choices.choose(game=None, preset=None, seats=None)


@pytest.mark.parametrize(("preset", "count"), [("offen2", 2), ("bayerisch", 4)])
def test_the_number_of_players_of_the_house_rules_is_suggested(preset: str, count: int) -> None:
    table = Table(Config(language="en", game="watten", preset=preset), camera=False)
    assert table.menu is PlayerCountMenu
    assert table.controller.screen.number == count  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", one_in(3, range(40)))
def test_no_menu_is_a_dead_end(seed: int) -> None:
    """Whatever is pressed and however activities end, every screen can be read, and PLAY leads to a deal from there.

    From the landlord's menus FOLD leads back before.
    """
    chance = random.Random(seed)
    table = Table(camera=chance.random() < 0.8, enrols=chance.choice(["bavarian32", "german33", "french20"]))
    for _ in range(chance.randrange(40)):
        if table.began is not None:
            return
        screen, words = table.controller.screen, table.controller.view.words
        assert layout_faults(screen, words) == shortened_texts(screen, words) == []
        assert button_faults(table.controller.menu, table.controller.view, words) == []
        if table.due is not None:
            table.activity(chance.choice(["done", "later", "back"]) if table.start.may_go_back else "done")
        else:
            table.press(chance.choice(BUTTONS))
    for _ in range(16):
        if table.began is not None:
            return
        if table.due is not None:
            table.activity("later" if isinstance(table.due, ShowDeck) else "done")
        elif table.menu is OwnRulesMenu or table.menu.__module__.startswith("device.menus.landlord"):
            table.press("fold")
        else:
            table.press("play")
    assert table.began is not None, table.controller.menu


def test_it_leads_back_from_the_dealer_to_the_language() -> None:
    table = Table().press("play", "play").activity().activity()
    table.press("play", "play", "play")
    for menu in (FirstDealerMenu, PlayerCountMenu, RulesMenu, GameMenu):
        assert table.menu is menu
        table.press("fold")
    assert isinstance(table.start.due, ShowDeck)
    assert isinstance(table.activity("back").start.due, Aim)
    assert table.activity("back").menu is LanguageMenu


@pytest.mark.parametrize("pulled_after", range(1, 7))
def test_power_cut_repeats_only_the_current_step(pulled_after: int) -> None:
    table = Table()
    answers = 0
    while table.began is None:
        if table.start.due is not None:
            table.activity()
        else:
            table.press("play")
        answers += 1
        if answers == pulled_after:
            kept, step = table.choices.now, table.controller.view.appliance.onboarding.next
            table = Table()
            assert table.choices.now == kept
            assert table.controller.view.appliance.onboarding.next == step
    now = table.choices.now
    assert (now.language, now.aimed, now.deck, now.game) == ("de", True, "bavarian32", table.began.game)


def test_unsaved_choice_applies_to_this_evening(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    messages: list[str] = []
    controller = SessionController(Config().setup("tonight"), Config().words_for(PACKS["bavarian32"]))
    start = FirstStart(controller, Config(), Choices(choices_file(), messages.append))
    start.use("deck", "bavarian32")
    assert start.pack == "deck"
    assert "it holds until Kiebitz is switched off" in messages[-1]


def test_own_house_rules_are_played_and_kept() -> None:
    table = Table(Config(language="en", seats=(0, 1, 2, 3)), camera=False).press("play", "up", "play")
    assert table.menu is OwnRulesMenu
    table.press("down", "play", "fold", "play")
    assert table.began is not None
    assert len(table.began.rules) == 1
    assert tuple(Choices(choices_file()).now.rules.items()) == table.began.rules


def test_first_start_without_camera_skips_aiming_and_enrolment() -> None:
    table = Table(camera=False).press("play", "play", "play", "play", "play", "play")
    assert table.activities == []
    assert table.began is not None


def test_what_holds_now_is_selected() -> None:
    view = new_controller(words=words_for("en", "bavarian")).view
    view.appliance.onboarding = OnboardingSteps(deck="french20")
    view.setup = replace(view.setup, preset=offered_presets(view)[1])
    place = offered_games(view).index(GAME)
    assert place > 0, "games that go with the deck come first"
    assert step_menu(view, "language") == LanguageMenu(selected=2)
    assert step_menu(view, "game") == GameMenu(selected=place)
    assert step_menu(view, "rules") == RulesMenu(selected=1)
