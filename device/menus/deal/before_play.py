"""Menus from the cut to the exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeGuard

from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.corrections import correct_last_event
from device.menus.deal.score_peek import ScorePeekMenu
from device.screens.base import NumberScreen, TileScreen
from device.screens.deal import (
    AwaitUpcardScreen,
    CutScreen,
    DeclareScreen,
    FoldBarredScreen,
    TakeCriticalScreen,
    TakeUpcardScreen,
)
from engine.events import Announced, CardTaken, Exchanged, UpcardTurned
from engine.notation.explain import rule
from engine.rules.findings import Kind
from engine.rules.values import Phase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.events import Event, Fact
    from engine.rules.findings import Finding


@dataclass(frozen=True, slots=True)
class CutMenu(Menu):
    """The pack is cut, or the upcard is awaited. PLAY enters the upcard by hand, FOLD takes back, DOWN: the score."""

    def screen(self, view: View) -> Screen:
        deal = view.deal
        taken = tuple((fact.seat, fact.card) for fact in deal.facts_of(CardTaken))
        if view.table.phase == Phase.CUT:
            return CutScreen(deal.cutter, deal.dealer, taken)
        return AwaitUpcardScreen(deal.dealer, taken)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=PickUpcardMenu(view.unseen_first(view.game.pack.cards)))
        if press.button == "fold":
            return Answer(menu=correct_last_event(view))
        return Answer(menu=ScorePeekMenu() if press.button == "down" else None)


@dataclass(frozen=True, slots=True)
class PickUpcardMenu(Menu):
    cards: tuple[Card, ...]
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return TileScreen("which_upcard", self.cards, self.selected, fold="no_card")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            card = self.cards[self.selected]
            taker = who_may_take(view, card) if view.table.phase == Phase.CUT else None
            return Answer(menu=TakeCriticalMenu(taker, card)) if taker is not None else Answer((UpcardTurned(card),))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(self.cards))))


@dataclass(frozen=True, slots=True)
class TakeCriticalMenu(Menu):
    """A Critical lies in view during the cut.

    It counts as taken if it is lifted, and as the upcard if play continues.
    """

    light = "question"
    seat: Seat
    card: Card

    def screen(self, view: View) -> Screen:
        return TakeCriticalScreen(self.seat, self.card)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer((self.taking,))
        if press.button == "fold":
            return Answer((UpcardTurned(self.card),))
        return Answer(menu=self)

    def events_of_landing(self, view: View, card: Card | None, seat: Seat | None) -> tuple[Event, ...]:
        """Another card of the cut implies that this one was taken; any other card that it stays."""
        cut_goes_on = card is not None and who_may_take(view, card) is not None
        return (self.taking if cut_goes_on else UpcardTurned(self.card),)

    def events_of_lifting(self, card: Card) -> tuple[Event, ...]:
        return (self.taking,) if card == self.card else ()

    @property
    def taking(self) -> CardTaken:
        return CardTaken(self.seat, self.card, "cut")


@dataclass(frozen=True, slots=True)
class TakeTurnedCriticalMenu(Menu):
    """The dealer may take the Critical that he turned, and turns the next card; the others may declare before he
    does.
    """

    light = "question"
    taking: CardTaken

    @property
    def card(self) -> Card:
        return self.taking.card

    def screen(self, view: View) -> Screen:
        return TakeCriticalScreen(self.taking.seat, self.card, others_may_call=True)

    def press(self, view: View, press: Press) -> Answer:
        if press.seat not in (None, self.taking.seat) or press.button in ("up", "down"):
            return DeclareMenu().press(view, press)
        return Answer((self.taking,)) if press.button == "play" else Answer(menu=DeclareMenu())

    def events_of_landing(self, view: View, card: Card | None, seat: Seat | None) -> tuple[Event, ...]:
        """The next card that the dealer turns implies that this one was taken."""
        return (self.taking,) if card != self.card and seat == self.taking.seat else ()

    def events_of_lifting(self, card: Card) -> tuple[Event, ...]:
        return (self.taking,) if card == self.card else ()


def who_may_take(view: View, card: Card) -> Seat | None:
    """Returns the seat entitled to a card that the cut shows, or None."""
    deal = view.deal
    for seat in (deal.cutter, deal.dealer):
        if not view.faults(CardTaken(seat, card, "cut")):
            return seat
    return None


@dataclass(frozen=True, slots=True)
class DeclareMenu(Menu):
    """Play or fold, in turn, or each at his own buttons. UP leads to undoing, DOWN to the score."""

    def screen(self, view: View) -> Screen:
        deal = view.deal
        upcard = deal.upcard
        if upcard is None:
            return CutScreen(deal.cutter, deal.dealer)
        own = [option for option in view.options if getattr(option, "seat", None) == view.turn]
        said_fold, said_play = deal.callers("fold"), deal.callers("play")
        order = deal.from_forehand()
        return DeclareScreen(
            upcard,
            view.turn,
            tuple(seat for seat in order if seat in said_play),
            tuple(seat for seat in order if seat in said_fold),
            must=own == [Announced(view.turn, "play")],
        )

    def press(self, view: View, press: Press) -> Answer:
        seat = view.turn if press.seat is None else press.seat
        if press.button == "play":
            return Answer((Announced(seat, "play"),))
        if press.button == "fold":
            bar = finding_about_folding(view, seat)
            return Answer((Announced(seat, "fold"),)) if bar is None else Answer(menu=FoldBarredMenu(seat, bar))
        return Answer(menu=correct_last_event(view) if press.button == "up" else ScorePeekMenu())


def finding_about_folding(view: View, seat: Seat) -> Finding | None:
    faults = view.faults(Announced(seat, "fold"))
    return next((fault for fault in faults if fault.kind in (Kind.FOLD_NOT_ALLOWED, Kind.CALL_NOT_ALLOWED)), None)


@dataclass(frozen=True, slots=True)
class FoldBarredMenu(Menu):
    """Folding is not allowed. A player who insists folds, which becomes a finding."""

    seat: Seat
    bar: Finding

    def screen(self, view: View) -> Screen:
        reason = view.words.translate(rule(view.game, self.bar.rule))
        return FoldBarredScreen(self.seat, reason[:1].upper() + reason[1:])

    def press(self, view: View, press: Press) -> Answer:
        if press.seat not in (None, self.seat):
            return DeclareMenu().press(view, press)  # another seat answers
        if press.button in ("fold", "play"):
            return Answer((Announced(self.seat, press.button),))
        return Answer()


@dataclass(frozen=True, slots=True)
class ExchangeMenu(Menu):
    """Asks each seat how many cards it exchanges; then asks the dealer whether he takes the upcard."""

    count: int = 0

    def screen(self, view: View) -> Screen:
        words = view.words
        fewest = min((option.count for option in view.options if isinstance(option, Exchanged)), default=0)
        title = words.phrase("puts_away" if fewest else "exchanges", seat=words.seat(view.turn))
        limit = exchange_limit(view)
        return NumberScreen(title, self.count, of=words.phrase("exchange_of", limit=limit))

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=correct_last_event(view))
        if press.button != "play":
            step = {"up": 1, "down": -1}[press.button]
            return Answer(menu=ExchangeMenu(max(0, min(self.count + step, view.game.hand_size))))
        exchanged = Exchanged(view.turn if press.seat is None else press.seat, self.count)
        # a card already in the hand is not taken
        known_cards = {
            card for holding in view.game.known_holdings(view.deal) if holding.was_observed for card in holding.cards
        }
        pickups = [fact for fact in view.options_after(exchanged) if _takes_upcard(fact, exchanged.seat, known_cards)]
        return Answer(menu=TakeUpcardMenu(exchanged, pickups[0].card)) if pickups else Answer((exchanged,))


def _takes_upcard(fact: Fact, seat: Seat, known_cards: Collection[Card]) -> TypeGuard[CardTaken]:
    return isinstance(fact, CardTaken) and (fact.seat, fact.source) == (seat, "upcard") and fact.card not in known_cards


def exchange_limit(view: View) -> int:
    """Returns the largest number of cards that the game finds no fault with."""
    seat, size = view.turn, view.game.hand_size
    return max((count for count in range(size + 1) if not view.faults(Exchanged(seat, count))), default=0)


@dataclass(frozen=True, slots=True)
class TakeUpcardMenu(Menu):
    """Asks whether the dealer takes the upcard after his exchange.

    Both events are recorded together, the exchange first, since a card discarded earlier cannot be the upcard.
    """

    exchanged: Exchanged
    upcard: Card

    def screen(self, view: View) -> Screen:
        return TakeUpcardScreen(self.exchanged.seat, self.upcard)

    def press(self, view: View, press: Press) -> Answer:
        if press.seat not in (None, self.exchanged.seat):
            return Answer(menu=self)
        if press.button == "play":
            return Answer((self.exchanged, CardTaken(self.exchanged.seat, self.upcard, "upcard")))
        if press.button == "fold":
            return Answer((self.exchanged,))
        return Answer(menu=self)


def menu_before_play(view: View) -> Menu | None:
    """Returns the menu of a phase that has its own, if the options of the game are those that it offers."""
    options = view.options
    match view.table.phase:
        case Phase.CUT | Phase.UPCARD if not options:
            return CutMenu()
        case Phase.DECLARE if view.deal.upcard is not None:
            return _declare_menu(options)
        case Phase.EXCHANGE if options and all(isinstance(option, Exchanged) for option in options):
            return ExchangeMenu(min(option.count for option in options if isinstance(option, Exchanged)))
    return None


def _declare_menu(options: Sequence[Fact]) -> Menu | None:
    if all(_is_declaration(option) for option in options):
        return DeclareMenu()
    *calls, last_option = options
    return (
        TakeTurnedCriticalMenu(last_option)
        if isinstance(last_option, CardTaken) and all(map(_is_declaration, calls))
        else None
    )


def _is_declaration(option: Fact) -> bool:
    return isinstance(option, Announced) and option.call in ("play", "fold") and not option.value
