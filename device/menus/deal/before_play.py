"""Menus from the cut to the exchange."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from common.texts.words import TableWords
from device.menus.base import Answer, Buttons, CursorMenu, Menu, Reply
from device.menus.deal.corrections import correct_last_event
from device.menus.deal.score import ScorePeekMenu
from device.screens.base import NumberScreen, Screen, TileScreen
from device.screens.deal import AwaitUpcardScreen, CardQuestionScreen, CutScreen, DeclareScreen
from device.screens.lists import SentenceScreen
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import Announced, CardTaken, Event, Exchanged, Fact, UpcardTurned
from engine.notation.explain import rule
from engine.rules.deal import Entry
from engine.rules.findings import Finding, Kind
from engine.rules.game import Phase


@dataclass(frozen=True, slots=True)
class CutMenu(Menu):
    """The pack is cut, or the upcard is awaited. PLAY enters the upcard by hand, FOLD takes back, DOWN: the score."""

    def screen(self, view: View) -> Screen:
        deal = view.deal
        taken = tuple((fact.seat, fact.card) for fact in deal.facts_of(CardTaken))
        kind = CutScreen if view.table.phase == Phase.CUT else AwaitUpcardScreen
        return kind(deal.cutter, deal.dealer, taken)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        pick_upcard = PickUpcardMenu(view.unseen_first(view.game.pack.cards))
        return Buttons(pick_upcard, correct_last_event, None, ScorePeekMenu())


@dataclass(frozen=True, slots=True)
class PickUpcardMenu(CursorMenu["Card"]):
    cards: tuple[Card, ...]

    def items(self, view: View) -> Sequence[Card]:
        return self.cards

    def screen(self, view: View) -> Screen:
        return TileScreen("which_upcard", self.cards, self.selected, fold="no_card")

    def choose(self, view: View, item: Card, seat: Seat | None) -> Reply:
        taking = who_may_take(view, item) if view.table.phase == Phase.CUT else None
        return TakeCriticalMenu(taking) if taking is not None else Answer((UpcardTurned(item),))


@dataclass(frozen=True, slots=True)
class TakeCriticalMenu(Menu):
    """A Critical lies in view during the cut.

    It counts as taken if it is lifted, and as the upcard if play continues.
    """

    light = "question"
    taking: CardTaken

    def screen(self, view: View) -> CardQuestionScreen:
        text = view.words.phrase("takes_it", seat=view.words.seat(self.taking.seat))
        return CardQuestionScreen("critical", self.taking.card, text, "is_upcard", "takes")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(Answer((self.taking,)), Answer((UpcardTurned(self.taking.card),)))

    def events_of_landing(self, view: View, card: Card | None, seat: Seat | None) -> tuple[Event, ...]:
        """Another card of the cut implies that this one was taken; any other card that it stays."""
        cut_goes_on = card is not None and who_may_take(view, card) is not None
        return (self.taking if cut_goes_on else UpcardTurned(self.taking.card),)

    def events_of_lifting(self, card: Card) -> tuple[Event, ...]:
        return (self.taking,) if card == self.taking.card else ()


@dataclass(frozen=True, slots=True)
class TakeTurnedCriticalMenu(TakeCriticalMenu):
    """The dealer may take the Critical that he turned, and turns the next card; the others may declare before he
    does.
    """

    def screen(self, view: View) -> CardQuestionScreen:
        return replace(TakeCriticalMenu.screen(self, view), others_may_call=True)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        of_call = DeclareMenu().buttons(view, seat)
        if seat not in (None, self.taking.seat):
            return of_call
        return of_call._replace(play=Answer((self.taking,)), fold=DeclareMenu())

    def events_of_landing(self, view: View, card: Card | None, seat: Seat | None) -> tuple[Event, ...]:
        """The next card that the dealer turns implies that this one was taken."""
        return (self.taking,) if card != self.taking.card and seat == self.taking.seat else ()


def who_may_take(view: View, card: Card) -> CardTaken | None:
    """Returns that the seat entitled to a card that the cut shows takes it; None if no seat is."""
    takings = (CardTaken(seat, card, "cut") for seat in (view.deal.cutter, view.deal.dealer))
    return next((taking for taking in takings if not view.faults(taking)), None)


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

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        asked = view.turn if seat is None else seat

        def fold(view: View) -> Reply:
            faults = view.faults(Announced(asked, "fold"))
            kinds = (Kind.FOLD_NOT_ALLOWED, Kind.CALL_NOT_ALLOWED)
            bar = next((fault for fault in faults if fault.kind in kinds), None)
            return Answer((Announced(asked, "fold"),)) if bar is None else FoldBarredMenu(asked, bar)

        return Buttons(Answer((Announced(asked, "play"),)), fold, correct_last_event, ScorePeekMenu())


@dataclass(frozen=True, slots=True)
class FoldBarredMenu(Menu):
    """Folding is not allowed. A player who insists folds, which becomes a finding."""

    seat: Seat
    bar: Finding

    def screen(self, view: View) -> Screen:
        reason = view.words.translate(rule(view.game, self.bar.rule))
        return fold_barred_screen(view.words, self.seat, reason)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        if seat not in (None, self.seat):
            return DeclareMenu().buttons(view, seat)
        play, fold = (Answer((Announced(self.seat, call),)) for call in ("play", "fold"))
        return Buttons(play, fold, None, None)


def fold_barred_screen(words: TableWords, seat: Seat, reason: str) -> SentenceScreen:
    """Returns the screen that says by which house rule a seat must not fold."""
    text = reason[:1].upper() + reason[1:]
    return SentenceScreen("fold_barred", text, "insist", "play", more="back", right=words.seat(seat))


@dataclass(frozen=True, slots=True)
class ExchangeMenu(Menu):
    """Asks each seat how many cards it exchanges; then asks the dealer whether he takes the upcard."""

    count: int = 0

    def screen(self, view: View) -> Screen:
        words, seat, size = view.words, view.turn, view.game.hand_size
        fewest = min((option.count for option in view.options if isinstance(option, Exchanged)), default=0)
        title = words.phrase("puts_away" if fewest else "exchanges", seat=words.seat(seat))
        limit = max((count for count in range(size + 1) if not view.faults(Exchanged(seat, count))), default=0)
        return NumberScreen(title, self.count, of=words.phrase("exchange_of", limit=limit))

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        exchanged = Exchanged(view.turn if seat is None else seat, self.count)
        more, fewer = min(self.count + 1, view.game.hand_size), max(self.count - 1, 0)
        return Buttons(
            lambda view: _take_exchange(view, exchanged), correct_last_event, ExchangeMenu(more), ExchangeMenu(fewer)
        )


def _take_exchange(view: View, exchanged: Exchanged) -> Reply:
    """Returns the question whether the seat takes the upcard too, if it can, or the exchange alone."""
    in_hands = view.cards_in_hands()  # they are not taken
    facts = [*view.deal.facts, Entry(len(view.table.journal), exchanged)]
    for fact in view.game.options(replace(view.deal, facts=facts, _cache={}, _cached_fact_count=-1)):
        match fact:
            case CardTaken(exchanged.seat, card, "upcard") if card not in in_hands:
                return TakeUpcardMenu(exchanged, card)
    return Answer((exchanged,))


@dataclass(frozen=True, slots=True)
class TakeUpcardMenu(Menu):
    """Asks whether the dealer takes the upcard after his exchange.

    Both events are recorded together, the exchange first, since a card discarded earlier cannot be the upcard.
    """

    exchanged: Exchanged
    upcard: Card

    def screen(self, view: View) -> Screen:
        seat = view.words.seat(self.exchanged.seat)
        text = view.words.phrase("takes_upcard", seat=seat)
        return CardQuestionScreen("exchange", self.upcard, text, "no", "yes", seat)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        dealer = self.exchanged.seat
        if seat not in (None, dealer):
            return Buttons()
        taken = CardTaken(dealer, self.upcard, "upcard")
        return Buttons(Answer((self.exchanged, taken)), Answer((self.exchanged,)))


def menu_before_play(view: View) -> Menu | None:
    """Returns the menu of a phase that has its own, if the options of the game are those that it offers."""
    options = view.options
    match view.table.phase:
        case Phase.CUT | Phase.UPCARD if not options:
            return CutMenu()
        case Phase.DECLARE if view.deal.upcard is not None:
            *calls, last = options or (None,)
            if all(map(_is_declaration, options)):
                return DeclareMenu()
            if isinstance(last, CardTaken) and all(map(_is_declaration, calls)):
                exchanged = {exchange.seat for exchange in view.deal.facts_of(Exchanged)}
                return DeclareMenu() if last.seat in exchanged else TakeTurnedCriticalMenu(last)
        case Phase.EXCHANGE if options and all(isinstance(option, Exchanged) for option in options):
            return ExchangeMenu(min(option.count for option in options if isinstance(option, Exchanged)))
    return None


def _is_declaration(option: Fact) -> bool:
    return isinstance(option, Announced) and option.call in ("play", "fold") and not option.value
