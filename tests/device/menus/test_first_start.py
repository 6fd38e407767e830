"""The first start: every game and language to the first deal, and back and forth from every menu."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from common.files.paths import choices_file
from common.texts.phrases import LANGUAGES
from common.texts.words import words_for
from device.hardware.presses import Press
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
from device.menus.new_evening import FirstDealerMenu, HouseRulesMenu, PackFitMenu
from device.runtime.first_start import FirstStart
from device.screens.table import SeatingScreen
from device.session.controller import SessionController
from device.settings.preferences import Choices, apply_choices
from device.settings.requests import Aim, Choose, ShowDeck
from device.settings.settings import Config
from device.state.appliance_state import OnboardingSteps
from device.storage.pack_paths import pack_file, pack_in_use
from engine.cards import PACKS
from engine.events import DealStarted, GameStarted
from engine.games import all_games, game, packs_of
from tests.support.examples import one_in
from tests.support.screens.buttons import button_faults
from tests.support.screens.painted import layout_faults, shortened_texts
from tests.support.session_script import GAME, new_controller

if TYPE_CHECKING:
    from pathlib import Path

    from device.hardware.presses import Button
    from device.runtime.activities.activity import Outcome
    from engine.cards import Seat

BUTTONS: tuple[Button, ...] = ("fold", "play", "up", "down")
RULES_MENUS = (RulesMenu, RegionMenu, TargetMenu, VariantMenu)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@dataclass
class Table:
    """A stand-in for the appliance that carries out requests; its activities end as scripted."""

    landlord: Config = field(default_factory=Config)
    camera: bool = True
    enrols: str = "bavarian32"
    """The kind of the deck that is shown whenever one is asked for."""
    activities: list[str] = field(default_factory=list)
    wish: ShowDeck | None = None
    """A deck that a menu has asked for, rather than a step that is due."""

    def __post_init__(self) -> None:
        self.choices = Choices(choices_file())
        held = apply_choices(self.landlord, self.choices.now)
        pack = all_games()[held.choice.game].pack
        self.controller = SessionController(held.setup("tonight"), held.words_for(pack))
        self.start = FirstStart(self.controller, self.landlord, self.choices)
        self.start.begin(self.camera)

    def press(self, *buttons: Button) -> Table:
        for button in buttons:
            assert self.due is None, "an activity would have the buttons"
            self.controller.press(Press(button))
            for wish in self.controller.take_requests():
                if isinstance(wish, Choose):
                    self.choices.keep(wish)
                elif isinstance(wish, ShowDeck):
                    self.wish = wish
        return self

    @property
    def due(self) -> Aim | ShowDeck | None:
        return self.wish or self.start.due

    def activity(self, outcome: Outcome = "done") -> Table:
        """Does what is due."""
        due, self.wish = self.due, None
        assert due is not None, self.controller.menu
        self.activities.append(type(due).__name__)
        if isinstance(due, ShowDeck) and outcome == "done":
            number = self.activities.count("ShowDeck")
            self.start.use(lying("deck" if number == 1 else f"deck-{number}"), self.enrols)
        self.start.record_outcome(due, outcome)
        return self

    @property
    def menu(self) -> type:
        return type(self.controller.menu)

    @property
    def began(self) -> GameStarted | None:
        return next((fact for _, fact in self.controller.table.facts if isinstance(fact, GameStarted)), None)


def lying(pack: str) -> str:
    """Stores a pack, and returns its name."""
    pack_file(pack).parent.mkdir(parents=True, exist_ok=True)
    pack_file(pack).touch()
    return pack


def kind_for(game: str) -> str:
    return next(name for name, kind in PACKS.items() if set(all_games()[game].pack.cards) <= set(kind.cards))


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
    if len(all_games()[game].players) > 1:
        assert table.menu is PlayerCountMenu
        ok()
    assert table.menu is FirstDealerMenu
    ok()
    began = table.began
    assert began is not None
    assert (began.game, began.seats) == (game, (0, 1, 2, 3))
    assert isinstance(table.controller.table.facts[-1][1], DealStarted)
    assert oks <= (8 if regions else 6), "aiming is one more"


@pytest.mark.parametrize("game", all_games())
def test_every_seating_can_be_chosen(game: str) -> None:
    players = all_games()[game].players
    for count in players:
        table = Table(Config(language="en", game=game), camera=False)
        while table.menu in RULES_MENUS:
            table.press("play")
        if len(players) == 1:
            assert table.menu is FirstDealerMenu
            continue
        while table.controller.screen.number != count:  # type: ignore[attr-defined]
            table.press("up")
        table.press("play")
        if count < 4:
            assert table.menu is SeatingMenu
            table.press("down", "play")
        table.press("play")
        assert table.began is not None
        assert len(table.began.seats) == count
        assert len(Table(Config(language="en", game=game), camera=False).choices.now.seats or ()) == count
        table.choices.choose(game=None, preset=None, seats=None)


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


def test_configured_steps_are_not_asked() -> None:
    lying("wirtshaus")
    landlord = Config(language="en", game="bauerchen", preset="bauerchen-31", pack="wirtshaus")
    table = Table(landlord)
    assert isinstance(table.start.due, Aim)
    assert not table.start.may_go_back
    assert table.activity().menu is HouseRulesMenu, "they are told, as nobody here has chosen them"
    assert table.press("play").menu is FirstDealerMenu


def test_a_pack_of_the_landlord_that_is_not_there_is_taught_or_another_one_chosen() -> None:
    """Which holds until his is there."""
    landlord = Config(language="en", game="bauerchen", preset="bauerchen-31", pack="wirtshaus")
    table = Table(landlord, enrols=kind_for("bauerchen")).activity()
    assert isinstance(table.start.due, ShowDeck)
    assert table.start.pack == "wirtshaus", "a good one in its place would be taken"
    assert table.activity().start.pack == "deck"
    assert (Table(landlord).start.pack, Table(landlord).start.due) == ("deck", None)
    lying("wirtshaus")
    assert table.start.pack == "deck", "for this evening"
    assert Table(landlord).start.pack == "wirtshaus"


def test_a_pack_of_the_landlord_that_cannot_be_used_may_be_replaced() -> None:
    lying("wirtshaus")
    table = Table(Config(pack="wirtshaus"))
    assert "deck" in table.controller.view.appliance.fixed_steps
    table.start.offer_deck()
    assert "deck" not in table.controller.view.appliance.fixed_steps
    table.start.use(lying("deck"), "french20")
    assert table.start.pack == "deck"


def test_a_pack_is_in_use_as_soon_as_it_is_whole() -> None:
    """The plug is pulled during the quiz, before the activity has ended."""
    table = Table(enrols="french20").press("play", "play").activity()
    table.start.use(lying("deck"), "french20")
    assert "deck" not in Table().controller.view.appliance.onboarding.open
    assert (pack_in_use(), Table().choices.now.deck) == ("deck", "french20")


def test_unsaved_choice_applies_to_this_evening(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    told: list[str] = []
    controller = SessionController(Config().setup("tonight"), Config().words_for(PACKS["bavarian32"]))
    start = FirstStart(controller, Config(), Choices(choices_file(), told.append))
    start.use("deck", "bavarian32")
    assert start.pack == "deck"
    assert "it holds until Kiebitz is switched off" in told[-1]


def test_a_deck_that_the_game_cannot_be_played_with_is_asked_for_again() -> None:
    table = Table(enrols="french20").press("play", "play").activity().activity()
    rows = table.controller.screen.rows  # type: ignore[attr-defined]
    assert rows[0] == "Bauerchen", "what goes with the deck comes first"
    table.press(*["down"] * (rows.index("Gras") - rows.index("Böhmisch Watten")), "play", "play", "play")
    assert table.menu is PackFitMenu
    assert table.controller.screen.rows == ("other_deck", "by_hand_only")  # type: ignore[attr-defined]
    assert not table.start.pack, "it is not read with the wrong deck"
    table.enrols = "german33"
    assert table.press("play").activity().menu is FirstDealerMenu


def with_deck(enrols: str, game: str = "watten", preset: str | None = None, **settings: object) -> Table:
    """Returns a table with that deck and game, before the first deal."""
    landlord = Config(language="de", game=game, preset=preset, seats=(0, 1, 2, 3), **settings)  # type: ignore[arg-type]
    table = Table(landlord, enrols=enrols).activity().activity()
    while table.menu in RULES_MENUS:
        table.press("play")
    return table


def test_a_bavarian_deck_is_offered_bavarian_rules_first() -> None:
    table = with_deck("bavarian32")
    assert table.menu is FirstDealerMenu
    began = table.press("play").began
    assert began is not None
    assert began.rules == game("watten", preset="bayerisch").rules.changes
    assert table.start.pack == "deck"
    assert "Sau" in table.controller.view.words.card(PACKS["german33"].card("LA"))


@pytest.mark.parametrize(
    ("deck", "title", "rows"),
    [
        ("bavarian32", "Es fehlt: Weli", ("Ohne Weli spielen", "Weli zeigen", "other_deck", "by_hand_only")),
        ("french52", "Nur deutsche Karten", ("Mit diesem Blatt spielen", "other_deck", "by_hand_only")),
        ("french20", "Nur deutsche Karten", ("other_deck", "by_hand_only")),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(deck: str, title: str, rows: tuple[str, ...]) -> None:
    table = with_deck(deck, preset="kritisch")
    assert table.menu is PackFitMenu
    screen = table.controller.screen
    assert (screen.title, screen.rows) == (title, rows)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("deck", "game", "region", "name"),
    [
        ("bavarian32", "watten", None, "Gras-Sau"),
        ("german33", "watten", None, "Laub-Ass"),
        ("german33", "bohemian-watten", None, "Laub-Ass"),
        ("german33", "watten", "bavarian", "Gras-Sau"),
        ("bavarian32", "gras", "saxon", "Grün-Daus"),
    ],
)
def test_cards_have_the_names_of_the_deck_unless_the_landlord_names_a_region(
    deck: str, game: str, region: str | None, name: str
) -> None:
    table = with_deck(deck, game, region=region)
    assert table.controller.view.words.card(PACKS["bavarian32"].card("LA")) == name
    table.controller.start(0)
    assert table.controller.view.words.card(PACKS["bavarian32"].card("LA")) == name, "while it is played too"


def test_the_rules_of_the_landlord_are_played_without_the_weli_from_then_on() -> None:
    table = with_deck("bavarian32", preset="kritisch").press("play")
    rules = table.controller.view.setup.rules
    assert dict(rules) == {"kritisch": True, "pack": "bavarian32"}
    table.press("play", "play")
    assert table.began is not None
    assert table.began.rules == rules
    again = Table(table.landlord)
    assert again.controller.view.pack_misfit is None, "it is not asked on another day"


def test_the_missing_card_is_shown_in_addition() -> None:
    table = with_deck("bavarian32", preset="kritisch").press("down", "play")
    assert table.due == ShowDeck(adds_missing=True)
    assert table.start.next_pack.name == "german33"
    table.enrols = "german33"
    assert table.activity().menu is HouseRulesMenu


def test_what_is_put_off_is_not_asked_at_once() -> None:
    table = with_deck("bavarian32", preset="kritisch").press("down", "play").activity("later")
    assert table.menu is HouseRulesMenu


@pytest.mark.parametrize(("language", "game", "deck"), one_in(7, product(LANGUAGES, all_games(), PACKS)))
def test_every_deck_meets_every_game_in_words(game: str, deck: str, language: str) -> None:
    table = with_deck(deck, game)
    view = table.controller.view
    misfit = view.pack_misfit
    playable = any(set(pack.cards) <= set(PACKS[deck].cards) for pack in packs_of(all_games()[game]))
    assert (misfit is None or bool(misfit.others)) == playable, "more cards than the game needs are welcome"
    if misfit is not None:
        view.words = view.words.in_language(language)  # type: ignore[arg-type]
        assert table.menu is PackFitMenu
        assert layout_faults(table.controller.screen, view.words) == []
        assert shortened_texts(table.controller.screen, view.words) == []


@pytest.mark.parametrize("seats", [(0, 2), (0, 1, 2), (0, 1, 2, 3)])
def test_only_games_that_fit_the_seats_of_the_landlord_are_offered(seats: tuple[Seat, ...]) -> None:
    table = Table(Config(language="en", seats=seats), camera=False)
    offered = [game for game in all_games().values() if len(seats) in game.players]
    assert set(table.controller.screen.rows) == {game.title.english for game in offered}  # type: ignore[attr-defined]


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
    assert step_menu(view, "language") == LanguageMenu(2)
    assert step_menu(view, "game") == GameMenu(place)
    assert step_menu(view, "rules") == RulesMenu(1)


def test_the_places_in_use_are_selected_for_as_many_players() -> None:
    view = new_controller(3).view
    view.setup = replace(view.setup, seats=(0, 1, 3))
    menu = PlayerCountMenu(game(GAME).players.index(3)).press(view, Press("play")).menu
    assert menu is not None
    assert menu.screen(view) == SeatingScreen((0, 1, 3))


def rules_menus(deck: str) -> Table:
    """Returns a table that is asked for the rules of Watten, with a deck of that kind."""
    landlord = Config(language="de", game="watten", seats=(0, 1, 2, 3))
    return Table(landlord, enrols=deck).activity().activity()


@pytest.mark.parametrize(("deck", "first"), [("bavarian32", "Bayern"), ("german33", "Wirtshaus")])
def test_the_regions_that_fit_the_deck_come_first(deck: str, first: str) -> None:
    table = rules_menus(deck)
    assert table.menu is RegionMenu
    assert table.controller.screen.rows[0] == first  # type: ignore[attr-defined]
    assert table.controller.screen.rows[-1] == "own_rules"  # type: ignore[attr-defined]


def test_bavaria_is_two_presses_away() -> None:
    table = rules_menus("bavarian32").press("play", "play")
    assert (table.choices.now.preset, dict(table.choices.now.rules)) == ("bayerisch", {})


@pytest.mark.parametrize(
    ("presses", "preset", "rules"),
    [
        pytest.param(["play", "play", "play"], "wirtshaus-9", {}, id="usual"),
        pytest.param(["play", "down", "play", "play"], "wirtshaus-11", {}, id="the preset to 11"),
        pytest.param(["play", "down", "play", *["down"] * 4, "play"], "kritisch", {"target": 11}, id="kritisch to 11"),
    ],
)
def test_the_points_and_the_variant_are_asked(presses: list[Button], preset: str, rules: dict[str, object]) -> None:
    table = rules_menus("german33").press(*presses)
    assert (table.choices.now.preset, dict(table.choices.now.rules)) == (preset, rules)


def test_the_questions_about_the_rules_lead_back() -> None:
    table = rules_menus("german33").press("play", "play")
    for menu in (VariantMenu, TargetMenu, RegionMenu):
        assert table.menu is menu
        table.press("fold")
