"""The menu for cards laid before trump was named or turned: it enters the missing call or upcard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.calls import tile_name, tile_of
from device.screens.base import TileScreen
from device.screens.engine_text import option_text, tile_text
from engine.events import Amended, Announced, CardLaid, Exchanged, UpcardTurned
from engine.rules.values import Phase
from engine.text import Words

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Tile
    from device.state.table_view import View
    from engine.cards import Seat

MISSING = Words("{what} fehlt", "{what} missing")
TRUMP, UPCARD = Words("Trumpf", "Trump"), Words("Trumpfkarte", "Upcard")


@dataclass(frozen=True, slots=True)
class MissingTrumpMenu(Menu):
    """PLAY tells the selected suit, rank or card; it counts from the first card of the deal. FOLD shows the trick."""

    light = "question"
    following: Menu
    selected: int = 0

    def screen(self, view: View) -> TileScreen:
        options = missing_facts(view)
        option = options[self.selected % len(options)]
        seat = option.seat if isinstance(option, Announced) else view.deal.dealer
        tiles = tuple(_tile(view, each) for each in options)
        named = tile_name(view, option) if isinstance(option, Announced) else ""
        return TileScreen(_title(view, option), tiles, self.selected, "later", view.words.seat(seat), named)

    def press(self, view: View, press: Press) -> Answer:
        options = missing_facts(view)
        if press.button == "fold":
            return Answer(menu=self.following)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(options))))
        return tell_missing(view, options[self.selected % len(options)])


def missing_facts(view: View) -> tuple[Announced | UpcardTurned, ...]:
    """Returns what can be told: the suits or ranks of the next missing call, or the cards that can be the upcard.

    It is empty if trump is not missing.
    """
    if view.table.deal is None or not view.game.lacks_trump(view.deal):
        return ()
    game, before = view.game, view.deal.before_play()
    if game.step(before).phase in (Phase.CUT, Phase.UPCARD):
        return tuple(UpcardTurned(card) for card in view.unseen_first(game.pack.cards))
    calls = {"trump", *game.missing_late_calls(before)}
    options = (option for option in (*view.options, *game.options(before)) if isinstance(option, Announced))
    named = [option for option in options if option.call in calls and option.value]
    return tuple(dict.fromkeys(option for option in named if _seat_and_call(option) == _seat_and_call(named[0])))


def _seat_and_call(fact: Announced) -> tuple[Seat, str]:
    return fact.seat, fact.call


def tell_missing(view: View, fact: Announced | UpcardTurned) -> Answer:
    """Returns the answer that tells *fact* where it was missed: after the cut, or before the first card."""
    if isinstance(fact, Announced) and fact.call in view.game.late_calls:
        return Answer((fact,))  # it holds from the beginning
    kinds = CardLaid if isinstance(fact, Announced) else CardLaid | Announced | Exchanged
    missed_at = next(position for position, later in view.facts if isinstance(later, kinds))
    return Answer((Amended(missed_at, fact, before=True),))


def _title(view: View, option: Announced | UpcardTurned) -> Text:
    what = UPCARD
    if isinstance(option, Announced):
        call = view.game.book.calls.get(option.call)
        german, english = call.meaning if call is not None else TRUMP
        is_named = german.endswith("{value}") and german != "{value}"
        what = Words(german.partition(" {")[0], english.partition(" {")[0]) if is_named else TRUMP
    german, english = MISSING.german.format(what=what.german), MISSING.english.format(what=what.english)
    text = view.words.translate(Words(german, english))
    return Text(text[:1].upper() + text[1:])


def _tile(view: View, option: Announced | UpcardTurned) -> Tile:
    if isinstance(option, UpcardTurned):
        return option.card
    return tile_of(view, option) or tile_text(option_text(option, view.game, view.words))
