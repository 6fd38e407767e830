"""The menu about a deck that does not fit the game: the missing cards, and the possible remedies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.card_names import region_for
from device.display.text_layout import WIDTH, text_width
from device.menus.base import Answer, Listing, ListMenu, Menu, Row
from device.settings.requests import Choose, ChosenGame, ShowDeck, UseCamera
from engine.games import game as game_called
from engine.games import rules_with_pack

if TYPE_CHECKING:
    from common.texts.phrases import Text
    from common.texts.words import TableWords
    from device.state.table_view import View
    from engine.cards import Card, Pack
    from engine.games import PackFit

MAX_NAMED = 2
"""Missing cards that are named; more are counted."""
TITLE_WIDTH_PX = WIDTH - 8


@dataclass(frozen=True, slots=True)
class PackFitMenu(ListMenu):
    """Says which cards are missing; the rows are what can be done. `following` comes after a choice of rules."""

    fit: PackFit
    following: Menu
    before: Menu | None = None
    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing(missing_in_words(self.fit, view.words, game_pack(view)), self._rows(view), self.before)

    def _rows(self, view: View) -> tuple[Row, ...]:
        words, missing = view.words, self.fit.missing
        rows = [Row(_play_with(pack, missing, words), self._choose(view, pack)) for pack in self.fit.others]
        if view.can_show_missing(self.fit):
            several = len(missing) > 1
            label = words.phrase("pack_fit_show_all" if several else "pack_fit_show_one", cards=words.card(missing[0]))
            rows.append(Row(label, Answer(request=ShowDeck(adds_missing=True))))
        if "deck" not in view.appliance.fixed_steps:
            rows.append(Row("other_deck", Answer(request=ShowDeck())))
        return *rows, Row("by_hand_only", Answer(menu=self.following, request=UseCamera("by_hand")))

    def _choose(self, view: View, pack: Pack) -> Answer:
        setup = view.setup
        rules = rules_with_pack(game_called(setup.game, dict(setup.rules)), pack)
        chosen = ChosenGame(setup.game, setup.preset, rules)
        return Answer(menu=self.following, request=Choose(game=chosen, seats=setup.seats))


def game_pack(view: View) -> Pack:
    """Returns the cards of the game that comes next."""
    return game_called(view.setup.game, dict(view.setup.rules)).pack


def missing_in_words(fit: PackFit, words: TableWords, pack: Pack) -> Text:
    """Returns the missing cards by name, how many they are, or which kind of cards the game needs instead."""
    if len(fit.missing) > len(pack) // 2:
        return words.phrase("pack_fit_french_needed" if region_for(pack) == "french" else "pack_fit_german_needed")
    named = words.phrase("pack_fit_missing_one", cards=", ".join(map(words.card, fit.missing)))
    if len(fit.missing) <= MAX_NAMED and text_width(named, "plain") <= TITLE_WIDTH_PX:
        return named
    return words.phrase("pack_fit_missing_count", count=len(fit.missing))


def _play_with(pack: Pack, missing: tuple[Card, ...], words: TableWords) -> Text:
    if len(missing) == 1 and missing[0].suit in pack.suits:
        return words.phrase("pack_fit_without", cards=words.card(missing[0]))
    return words.phrase("pack_fit_with_this")
