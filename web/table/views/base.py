"""The context of every view, the table and the words of the phone, and small models that several views share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.phases import BETWEEN_DEALS, Phase
from web.kit.cards import CardPicture, PageNames, card_picture, picture_url

if TYPE_CHECKING:
    from common.texts.words import Words
    from device.state.table_view import View
    from engine.cards import Card, Seat, Suit
    from web.kit.access import Role
    from web.table.feed.live_table import LiveTable
    from web.table.texts import TableTexts


@dataclass(frozen=True, slots=True)
class TableContext:
    """The input of a view. *view* has the events up to the position of *live*."""

    live: LiveTable
    view: View
    words: Words
    texts: TableTexts
    role: Role
    number: int = -1
    """The number in the URL of views that have one, else -1."""

    @property
    def may_change(self) -> bool:
        return self.role in ("player", "landlord")

    @property
    def names(self) -> PageNames:
        return PageNames(self.words)

    def side(self, seats: tuple[Seat, ...]) -> str:
        """Returns the names of a side, such as Toni & Vroni."""
        return " & ".join(map(self.words.seat, seats))

    def picture(self, card: Card) -> CardPicture:
        return card_picture(self.pack, card, self.words)

    def sign(self, suit: Suit) -> CardPicture:
        return CardPicture(suit, self.words.suit(suit), picture_url(self.pack, suit))

    @property
    def pack(self) -> str:
        return self.view.table.game.pack.name if self.view.table.game is not None else "bavarian32"


def is_over(view: View) -> bool:
    return view.table.phase == Phase.OVER


def is_between_deals(view: View) -> bool:
    return view.table.phase in BETWEEN_DEALS


def has_game(view: View) -> bool:
    return view.table.game is not None and view.table.deal is not None


def signed(number: int) -> str:
    """Returns a number with its sign; the minus is U+2212."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def minus(number: int) -> str:
    return str(number).replace("-", "−")


def without_book(text: str) -> str:
    """Returns *text* with the ids of rules alone, without the book that they stand in."""
    return text.replace("DECISIONS ", "").replace("section ", "")
