"""Menus that correct misread cards, missed cards and wrong presses; a misread card takes at most three presses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from device.menus.base import Answer, CursorMenu, Reply, SeatMenu
from device.menus.table.player_names import amend_players
from device.menus.table.table_menu import TableMenu
from device.screens.base import TileScreen
from device.screens.engine_text import option_text
from device.state.conclusions import DEALING_FINDINGS
from device.state.table_view import View
from engine import events
from engine.cards import Card, Seat
from engine.rules.findings import Kind
from engine.tricks import Trick, clockwise

NO_CARD: PhraseKey = "no_card"
UNDO: PhraseKey = "undo"
REDO: PhraseKey = "undo_undo"
TABLE: PhraseKey = "table_tile"
FAULT_TILES: Mapping[PhraseKey, str] = {"misdeal_tile": "misdeal", "peek_tile": "peek", "sign_tile": "sign"}
"""Faults of a deal: the tile, and its call."""


def with_card(fact: events.Fact, card: Card) -> events.Fact | None:
    """Returns the fact with another card, now without doubts; None if it shows no card."""
    match fact:
        case events.CardLaid() | events.UpcardTurned():
            return replace(fact, card=card, doubts=())
        case events.CardTaken():
            return replace(fact, card=card)
    return None


@dataclass(frozen=True, slots=True)
class CorrectCardMenu(CursorMenu["Card | PhraseKey"]):
    """Corrects the event at `position`: another card, no card, undone, or as before its last change."""

    position: int
    tiles: tuple[Card | PhraseKey, ...]
    undone: int
    """The event that "undo" takes back: this one, or the gathering after it."""

    def items(self, view: View) -> Sequence[Card | PhraseKey]:
        return self.tiles

    def screen(self, view: View) -> TileScreen:
        fact = dict(view.facts).get(self.position)
        seat = getattr(fact, "seat", None)
        title: Label = "undo_title" if {UNDO, REDO} & set(self.tiles) else "say"
        if any(not isinstance(tile, str) for tile in self.tiles):
            title = "wrong_card"
        undone = self._undone_text(view, dict(view.table.facts).get(self.undone))
        if undone and self.tiles[self.selected] == UNDO:
            title = view.words.phrase("undo_what", what=undone)
        return TileScreen(title, self.tiles, self.selected, right="" if seat is None else view.words.seat(seat))

    @staticmethod
    def _undone_text(view: View, fact: events.Fact | None) -> str:
        """Returns a description of the event to undo, if the picture of the table does not show it."""
        match fact:
            case events.Announced() | events.Exchanged():
                return option_text(fact, view.game, view.words, as_tokens=False)
            case events.DealStarted(dealer):
                return view.words.phrase("deals", seat=view.words.seat(dealer))
            case events.GameStarted():
                return view.words.phrase("new_game")
            case events.PlayersSeated():
                return view.words.phrase("seated_anew")
        return ""

    def choose(self, view: View, item: Card | PhraseKey, seat: Seat | None) -> Reply:
        if not isinstance(item, str):
            return Answer((events.Amended(self.position, with_card(dict(view.facts)[self.position], item)),))
        if item in FAULT_TILES:
            return report_fault(view, FAULT_TILES[item])
        if item == TABLE:
            return TableMenu()
        position = {REDO: len(view.table.journal) - 1, UNDO: self.undone}.get(item, self.position)
        return amend_players(view, events.Amended(position))


def correct_last_event(view: View) -> CorrectCardMenu | None:
    """Returns the menu that corrects the last event of this deal, or None without one.

    After a trick was gathered that is its last card; putting the trick back stands near the end of the list. Before
    anything happens in a deal it is the deal itself, or the game.
    """
    last = len(view.table.journal) - 1
    redo = (REDO,) if last >= 0 and isinstance(view.table.journal[last], events.Amended) else ()
    if not view.table.facts:
        return None
    if not view.facts:
        began, _ = view.table.facts[-1]
        return CorrectCardMenu(began, (*redo, *_fault_tiles(view), UNDO, TABLE), began)
    undone, fact = view.facts[-1]
    position = undone
    if isinstance(fact, events.TrickGathered) and view.plays():
        position, fact = list(view.plays().items())[-1]
    if isinstance(fact, events.CardLaid | events.UpcardTurned | events.CardTaken):
        last_menu = correct_card(view, position, fact.card, redo, undone)
        # Before the play nothing else leads to the table where UP and DOWN choose; "no card" stays one UP away.
        *others, none = last_menu.tiles
        return last_menu if isinstance(fact, events.CardLaid) else replace(last_menu, tiles=(*others, TABLE, none))
    return CorrectCardMenu(position, (*redo, UNDO, *_fault_tiles(view), TABLE), undone)


def correct_card(
    view: View, position: int, card: Card, redo: tuple[PhraseKey, ...] = (), undone: int | None = None
) -> CorrectCardMenu:
    """Returns the list of what the card at *position* could be; UP from its top reaches "no card" at its end."""
    put_back = () if undone in (None, position) else (UNDO,)
    tiles = (*redo, *view.alternatives(position, card), *_fault_tiles(view), *put_back, NO_CARD)
    return CorrectCardMenu(position, tiles, position if undone is None else undone)


def reportable_faults(view: View) -> tuple[str, ...]:
    """Returns the faults that can be reported about the deal itself, whatever the game's options are."""
    return tuple(call for call in FAULT_TILES.values() if call == "misdeal" or seats_at_fault(view, call))


def seats_at_fault(view: View, call: str) -> tuple[Seat, ...]:
    """Returns the seats of which *call* would be a fault by the rules of this table, the cutter first."""
    if call not in view.game.book.calls:
        return ()
    return tuple(
        seat
        for seat in clockwise(view.deal.seats, view.deal.cutter)
        if any(finding.kind in DEALING_FINDINGS for finding in view.faults(events.Announced(seat, call)))
    )


def report_fault(view: View, call: str) -> Answer:
    """Returns the answer that reports a fault: a misdeal is the dealer's, for other faults a menu asks for the seat."""
    return (
        Answer((events.Announced(view.deal.dealer, call),)) if call == "misdeal" else Answer(menu=SeatAtFaultMenu(call))
    )


@dataclass(frozen=True, slots=True)
class SeatAtFaultMenu(SeatMenu):
    call: str

    def title(self, view: View) -> Label:
        return view.words.phrase("who", what=view.words.translate(view.game.book.calls[self.call].meaning))

    def items(self, view: View) -> Sequence[Seat]:
        return seats_at_fault(view, self.call)

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        return Answer((events.Announced(item, self.call),))


def _fault_tiles(view: View) -> tuple[PhraseKey, ...]:
    if not view.is_dealt:
        return ()
    return tuple(tile for tile, call in FAULT_TILES.items() if call in reportable_faults(view))


@dataclass(frozen=True, slots=True)
class MissedCardMenu(CursorMenu["Card"]):
    """A card that was missed: choose it, or show it to the camera. It is put before the event at `position`.

    If the chosen card lies in the trick as another seat's, it gets this seat: then that one's card was missed.
    """

    seat: Seat
    cards: tuple[Card, ...]
    position: int | None = None
    """None for the end of the journal: the card is laid now."""

    def items(self, view: View) -> Sequence[Card]:
        return self.cards

    def screen(self, view: View) -> TileScreen:
        return TileScreen("missed_card", self.cards, self.selected, right=view.words.seat(self.seat))

    def choose(self, view: View, item: Card, seat: Seat | None) -> Reply:
        return self._give_seat(view, item) or self._insert(item)

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer | None:
        return None if card is None else self._insert(card)

    def _insert(self, card: Card) -> Answer:
        played = events.CardLaid(self.seat, card)
        return Answer((played if self.position is None else events.Amended(self.position, played, before=True),))

    def _give_seat(self, view: View, card: Card) -> Answer | None:
        """Returns the answer that gives this seat a card of the trick that is asked about, if it is another's."""
        tricks = () if self.position is None else (view.deal.trick, *view.deal.tricks[-1:])
        for play in (play for trick in tricks if self.seat not in trick.seats for play in trick.plays):
            if play.card == card:
                fact = replace(view.plays()[play.position], seat=self.seat, seat_by_turn=False)
                return Answer((events.Amended(play.position, fact),))
        return None


def next_card_menu(view: View) -> MissedCardMenu:
    """Returns the menu for a card that the camera has missed just now."""
    return MissedCardMenu(view.turn, view.missed_card_candidates())


def missed_card_menu(view: View, gathered: int) -> MissedCardMenu | None:
    """Returns the menu for the card that a trick lacked when it was gathered at *gathered*."""
    trick = next((trick for trick in reversed(view.deal.tricks) if len(trick) < len(view.players)), None)
    if trick is None:
        return None
    absent = [seat for seat in view.players if seat not in trick.seats]
    if not absent or not trick.plays:
        return None
    order = clockwise(view.players, _expected_leader(view, trick))
    seat = min(absent, key=order.index)
    later = [play.position for play in trick.plays if order.index(play.seat) > order.index(seat)]
    plays = view.plays()
    uncertain = [play.card for play in trick.plays if plays[play.position].seat_by_turn]  # each may be this seat's card
    cards = dict.fromkeys((*uncertain, *view.missed_card_candidates()))
    return MissedCardMenu(seat, tuple(cards), later[0] if later else gathered)


def _expected_leader(view: View, trick: Trick) -> Seat:
    """Returns the seat that led *trick*, or that whose turn it was, if the camera may have missed its card."""
    lead = trick.plays[0]
    if lead.position not in view.ruled_positions():
        for finding in view.table.findings:
            if finding.kind == Kind.MISSED_CARD and finding.position == lead.position and len(finding.seats) == 1:
                return finding.seats[0]
    return lead.seat
