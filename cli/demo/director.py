"""Performs a deal with known hands: actions of hands on the rendered table, and presses of buttons.

The simulated players know their cards, and answer questions about them correctly.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from cli.demo.menu_search import shortest_presses
from device.menus.deal.questions import DoubtfulCardMenu
from device.screens.trick import FindingScreen
from engine.events import CardLaid, CardTaken, DealStarted, Exchanged, TrickGathered, UpcardTurned
from simulator.actions.choreography import (
    Action,
    ClearStock,
    Exchange,
    Gather,
    Lay,
    SetStock,
    TakeUpcard,
    TurnUpcard,
    Wait,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from device.hardware.presses import Button
    from device.session.controller import SessionController
    from engine.cards import Card, Seat
    from engine.events import Event

PAUSE_SECONDS = 0.4
"""Seconds between two presses."""
READING_SECONDS = 3.0
"""Seconds for which a finding or the score is shown."""
MAX_ATTEMPTS = 3
"""Number of attempts to find the presses for an event whose menu is not open yet."""


@dataclass(frozen=True, slots=True)
class PressEvents:
    """Events that are entered by pressing buttons, one after the other."""

    events: tuple[Event, ...]


Step: TypeAlias = "Action | PressEvents"


class NoPressesFound(LookupError):
    """Raised for an event that no menu offers, which is a fault of the menus or of a game's options."""


@dataclass(slots=True)
class DemoDirector:
    """`press` is called for each press; `controller` provides the open menu."""

    controller: SessionController
    press: Callable[[Button], None]
    let_stand: str
    """The key of the ruling that a play stands."""
    laid: int = 0
    """Cards laid on the table so far."""
    upcard: Card | None = None

    def perform(self, steps: Iterable[Step], truth: Sequence[Card]) -> Iterator[Action]:
        """Yields the actions of the *steps*; presses are made in between.

        *truth*: the cards that will be laid, in order.

        :raises NoPressesFound: if an event of this deal cannot be entered with the buttons.
        """
        for step in steps:
            if isinstance(step, PressEvents):
                yield from self._say(step.events, truth)
                continue
            yield step
            if isinstance(step, TurnUpcard):
                self.upcard = step.card
            if isinstance(step, Lay):
                self.laid += 1
            if isinstance(step, Lay | Gather | TurnUpcard):
                yield Wait(PAUSE_SECONDS)
            yield from self._answer(truth)
        yield Wait(READING_SECONDS)

    def _push(self, *buttons: Button) -> Iterator[Action]:
        for button in buttons:
            self.press(button)
            yield Wait(PAUSE_SECONDS)

    def _say(self, events: Sequence[Event], truth: Sequence[Card]) -> Iterator[Action]:
        while events:
            for _ in range(MAX_ATTEMPTS):
                way = shortest_presses(self.controller.view, self.controller.menu, events)
                if way is not None:
                    break
                yield Wait(PAUSE_SECONDS)
                yield from self._answer(truth)
            else:
                raise NoPressesFound(f"no menu tells {events[0]}, from {self.controller.menu}")
            yield from self._push(*way.presses)
            yield from self._answer(truth)
            events = events[way.event_count :]

    def _answer(self, truth: Sequence[Card]) -> Iterator[Action]:
        """Answers questions: the true card, and that a revoke stands."""
        for _ in range(self.laid + 1):
            menu, screen = self.controller.menu, self.controller.screen
            if isinstance(menu, DoubtfulCardMenu):
                yield from self._push(*self._true_card(menu, truth))
            elif isinstance(screen, FindingScreen):
                yield Wait(READING_SECONDS)
                rulings = screen.rulings
                stands = rulings.index(self.let_stand) if self.let_stand in rulings else None
                yield from self._push(*_times("down", stands or 0), "fold" if stands is None else "play")
            else:
                return

    def _true_card(self, question: DoubtfulCardMenu, truth: Sequence[Card]) -> tuple[Button, ...]:
        laid = [position for position, fact in self.controller.table.facts if isinstance(fact, CardLaid)]
        number = laid.index(question.position) if question.position in laid else None
        true = self.upcard if number is None else truth[number] if number < len(truth) else None
        if true is None or true not in question.cards:
            return ("fold",)
        return (*_times("down", question.cards.index(true)), "play")


def script(events: Sequence[Event], stock: bool = False) -> Iterator[Step]:
    """Yields the steps for each event of a deal: actions of hands, then events entered with the buttons.

    *stock*: cards are left over; they lie aside even if none of them is turned.
    """
    for is_press, steps in groupby(_steps(events, stock), key=lambda step: isinstance(step, PressEvents)):
        if is_press:
            yield PressEvents(tuple(event for step in steps if isinstance(step, PressEvents) for event in step.events))
        else:
            yield from steps


def _steps(events: Sequence[Event], stock: bool) -> Iterator[Step]:
    """A dealer takes the upcard during his exchange, and enters both then."""
    dealer = next((event.dealer for event in events if isinstance(event, DealStarted)), 0)
    turned = any(isinstance(event, UpcardTurned) for event in events)
    unnoted = _unannounced_taking(events)
    for before, event, following in zip([None, *events], events, [*events[1:], None], strict=False):
        if event is unnoted and isinstance(event, CardLaid):
            yield TakeUpcard(event.seat)
        yield from _actions(before, event, following, dealer)
        if event is unnoted and isinstance(event, Exchanged):
            yield TakeUpcard(event.seat)
        if not isinstance(event, UpcardTurned | CardLaid | TrickGathered):
            yield PressEvents((event,))
        if isinstance(event, DealStarted) and stock and not turned:
            yield SetStock(dealer)
    if stock or turned or isinstance(_last_visible_event(events), CardLaid):
        yield ClearStock(dealer)


def _actions(before: Event | None, event: Event, following: Event | None, dealer: Seat) -> Iterator[Action]:
    """Yields the actions of hands for *event*."""
    match event:
        case UpcardTurned(card):
            yield TurnUpcard(card, dealer)
        case Exchanged(seat, count):
            if count:
                yield Exchange(seat, count)
            if _takes_upcard(following, seat):
                yield TakeUpcard(seat)
        case CardTaken(seat) if _takes_upcard(event, seat) and not isinstance(before, Exchanged):
            yield TakeUpcard(seat)
        case CardLaid(seat, card):
            yield Lay(seat, card)
        case TrickGathered(seat) if seat is not None:
            yield Gather(seat)


def _unannounced_taking(events: Sequence[Event]) -> Event | None:
    """Returns the exchange or play with which the upcard was taken, in games in which the taking is not announced."""
    upcards = {event.card for event in events if isinstance(event, UpcardTurned)}
    if any(isinstance(event, CardTaken) and event.card in upcards for event in events):
        return None
    laid = next((event for event in events if isinstance(event, CardLaid) and event.card in upcards), None)
    if laid is None:
        return None
    return next((event for event in events if isinstance(event, Exchanged) and event.seat == laid.seat), laid)


def _takes_upcard(event: Event | None, seat: Seat) -> bool:
    return isinstance(event, CardTaken) and (event.seat, event.source) == (seat, "upcard")


def _last_visible_event(events: Sequence[Event]) -> Event | None:
    """Returns the last card laid or trick gathered; cards of an open trick are still on the table."""
    return next((event for event in reversed(events) if isinstance(event, CardLaid | TrickGathered)), None)


def _times(button: Button, count: int) -> tuple[Button, ...]:
    return (button,) * count
