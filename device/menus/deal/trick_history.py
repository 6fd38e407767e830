"""The screen of a trick, and menus that look back at the calls and tricks of a deal and correct them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from device.menus.base import Answer, Buttons, CursorMenu, Item, Listing, ListMenu, Menu, Reply
from device.menus.deal.corrections import correct_card
from device.screens.base import Keys, Screen, TileScreen
from device.screens.deal import LaidCard, TrickScreen
from device.screens.engine_text import option_text
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import Amended, Announced, CardTaken, Exchanged, Fact, UpcardTurned
from engine.tricks import Play, Trick


def earlier_calls(view: View) -> tuple[tuple[int, Fact], ...]:
    """Returns the calls, exchanges and turned cards of this deal, each with its position in the journal."""
    kinds = Announced | Exchanged | CardTaken | UpcardTurned
    return tuple((position, fact) for position, fact in view.facts if isinstance(fact, kinds))


@dataclass(frozen=True, slots=True)
class EarlierCallsMenu(ListMenu):
    """The calls and turned cards of the deal; the last one is selected, PLAY corrects it."""

    selected: int = field(default=-1, kw_only=True)

    def listing(self, view: View) -> Listing:
        rows: list[Item] = []
        for position, fact in earlier_calls(view):
            reply: Menu = CorrectCallMenu(position)
            if isinstance(fact, UpcardTurned | CardTaken):
                reply = correct_card(view, position, fact.card)
            rows.append(Item(_row(view, fact), reply))
        return Listing("was_told", rows)


@dataclass(frozen=True, slots=True)
class CorrectCallMenu(ListMenu):
    """The calls that were legal for the same seat at that time; the last row removes the call."""

    position: int

    def listing(self, view: View) -> Listing:
        recorded, deal = dict(view.facts)[self.position], view.table.deal_before(self.position)
        options = view.game.options(deal) if deal is not None else ()
        rows = [
            Item(_row(view, option), Answer((Amended(self.position, option),)))
            for option in options
            if isinstance(option, Announced | Exchanged)
            and option.seat == getattr(recorded, "seat", None)
            and option != recorded
        ]
        undo = Item("undo_title", Answer((Amended(self.position),)))
        return Listing("said_otherwise", [*rows, undo], EarlierCallsMenu())


def _row(view: View, fact: Fact) -> Text:
    text, seat = option_text(fact, view.game, view.words), getattr(fact, "seat", None)
    if isinstance(fact, UpcardTurned):
        text, seat = Text(view.words.token(fact.card)), view.deal.dealer
    return text if seat is None else view.words.phrase("says", seat=view.words.seat(seat), what=text)


def winner(view: View) -> Seat | None:
    """Returns the seat that is winning the trick in play, or None if that is unknown."""
    return view.game.taker_in(view.deal) if view.deal.trick.plays else None


def trick_screen(
    view: View,
    trick: Trick,
    number: int,
    keys: Keys,
    headline: PhraseKey | None = None,
    awaits: bool = False,
    open_count: int = 0,
) -> TrickScreen:
    """*headline* says something else than who takes the trick; *awaits*: whether a card of the seat at turn is next."""
    all_plays, taker = view.plays(), winner(view) if trick is view.deal.trick else trick.taker

    def doubtful(position: int, card: Card) -> bool:
        return position in all_plays and bool(all_plays[position].doubts) and all_plays[position].card == card

    cards = tuple(LaidCard(play.seat, play.card, doubtful(play.position, play.card)) for play in trick.plays)
    trump, game = view.table.trump, view.game
    return TrickScreen(
        headline or ("who_took" if taker is None else "takes_trick"),
        view.table.turn if awaits else taker,
        number,
        cards,
        taker,
        (game.trump_suit(trump) or "") if trump is not None else "",
        (game.trump_rank(trump) or "") if trump is not None else "",
        view.hides_trump,
        len(view.players),
        awaits,
        open_count,
        keys=keys,
    )


@dataclass(frozen=True, slots=True)
class TrickHistoryMenu(Menu):
    """The tricks of this deal, the newest first, and before them the calls; PLAY selects a card to correct."""

    index: int

    def screen(self, view: View) -> Screen:
        keys = Keys("back", play="change", arrows=Text(""))
        return trick_screen(view, view.tricks[self.index], self.index + 1, keys, "tricks_done")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        up: Reply = EarlierCallsMenu() if earlier_calls(view) else "stay"
        up = TrickHistoryMenu(self.index - 1) if self.index > 0 else up
        down = TrickHistoryMenu(self.index + 1) if self.index + 1 < len(view.tricks) else None
        return Buttons(PickMisreadCardMenu(self.index), None, up, down)


def last_trick(view: View) -> TrickHistoryMenu | EarlierCallsMenu | None:
    """Returns the menu of the newest trick, of the calls if no card was laid, or None without either."""
    if view.tricks:
        return TrickHistoryMenu(len(view.tricks) - 1)
    return EarlierCallsMenu() if earlier_calls(view) else None


@dataclass(frozen=True, slots=True)
class PickMisreadCardMenu(CursorMenu["Play"]):
    index: int

    def items(self, view: View) -> Sequence[Play]:
        return view.tricks[self.index].plays

    def screen(self, view: View) -> Screen:
        return TileScreen("which_wrong", view.tricks[self.index].cards, self.selected)

    def choose(self, view: View, item: Play, seat: Seat | None) -> Reply:
        return correct_card(view, item.position, item.card)

    def fold(self, view: View) -> Reply:
        return TrickHistoryMenu(self.index)
