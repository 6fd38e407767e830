"""Decks and rules in the first start: which pack is used, what a deck lacks for a game, which rules go with it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from common.texts.phrases import LANGUAGES
from device.menus.first_start import RegionMenu
from device.menus.house_rules import TargetMenu, VariantMenu
from device.menus.new_evening import FirstDealerMenu, HouseRulesMenu, PackFitMenu, RuleQuestionMenu
from device.settings.requests import ShowDeck
from device.settings.settings import Config
from device.settings.table_setup import SEATS
from engine.cards import PACKS
from engine.games import all_games, packs_of
from tests.support.examples import one_in
from tests.support.first_start_table import RULES_MENUS, Table, kind_for, lying
from tests.support.screens.painted import layout_faults, shortened_texts

pytestmark = pytest.mark.usefixtures("own_folders")

if TYPE_CHECKING:
    from device.hardware.presses import Button


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
    seats = SEATS[max(all_games()[game].players)]
    landlord = Config(language="de", game=game, preset=preset, seats=seats, **settings)  # type: ignore[arg-type]
    table = Table(landlord, enrols=enrols).activity().activity()
    while table.menu in (*RULES_MENUS, RuleQuestionMenu):
        table.press("play")
    return table


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
    assert table.controller.view.setup.as_game.pack.name == "german33"
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


def rules_menus(deck: str) -> Table:
    """Returns a table that is asked for the rules of Watten, with a deck of that kind."""
    landlord = Config(language="de", game="watten", seats=(0, 1, 2, 3))
    return Table(landlord, enrols=deck).activity().activity()


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
