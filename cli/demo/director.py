"""Performs a deal with known hands: actions of hands on the rendered table, and presses of buttons.

The simulated players know their cards, and answer questions about them correctly. The presses that enter an event are
found by a breadth-first search over the menus.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cli.demo.deal import PressEvents, Step
from device.hardware.presses import Button, Press
from device.menus.base import Menu
from device.menus.deal.questions import DoubtfulCardMenu
from device.menus.deal.resting import resting_menu
from device.menus.table.table_menu import TableMenu
from device.screens.deal import FindingScreen
from device.session.controller import SessionController
from device.state.table_view import View
from engine.cards import Card
from engine.events import CardLaid, Event
from simulator.choreography import Action, Gather, Lay, TurnUpcard, Wait

BUTTONS: tuple[Button, ...] = ("play", "fold", "down", "up")
MAX_MENUS = 2000
"""Most menus that are searched; further ones lead only to corrections of earlier cards."""


@dataclass(frozen=True, slots=True)
class PressSequence:
    presses: tuple[Button, ...]
    event_count: int


def shortest_presses(view: View, menu: Menu, wanted: Sequence[Event]) -> PressSequence | None:
    """Returns the fewest presses that enter the next of the *wanted* events; None if no menu offers it.

    A sequence that enters more of them together is preferred if it is at most one press longer.
    """
    best: PressSequence | None = None
    for way in _press_sequences(view, menu, wanted):
        if best is not None and len(way.presses) > len(best.presses) + 1:
            return best
        if best is None or way.event_count > best.event_count:
            best = way
    return best


def _press_sequences(view: View, menu: Menu, wanted: Sequence[Event]) -> Iterator[PressSequence]:
    """Yields the ways in order of the number of presses."""
    start = repr(menu)
    tried = {start}
    waiting: list[tuple[Menu, tuple[Button, ...]]] = [(menu, ())]
    while waiting and len(tried) < MAX_MENUS:
        here, presses = waiting.pop(0)
        for button in BUTTONS:
            answer = here.press(view, Press(button))
            then = (*presses, button)
            if answer.events:
                # How many of the wanted events the answer enters; 0 if it enters anything else
                count = len(answer.events)
                event_count = count if tuple(wanted[:count]) == tuple(answer.events) else 0
                if event_count:
                    yield PressSequence(then, event_count)
                continue
            following = answer.menu if answer.menu is not None else resting_menu(view)
            if isinstance(following, TableMenu):
                continue  # these menus enter no events of a deal
            if (known := repr(following)) not in tried:
                tried.add(known)
                waiting.append((following, then))


PAUSE_SECONDS = 0.4
"""Seconds between two presses."""
READING_SECONDS = 3.0
"""Seconds for which a finding or the score is shown."""
MAX_ATTEMPTS = 3
"""Number of attempts to find the presses for an event whose menu is not open yet."""


class NoPressesFound(LookupError):
    """Raised for an event that no menu offers, which is a fault of the menus or of a game's options."""


@dataclass(slots=True)
class DemoDirector:
    """`press` is called for each press; `controller` provides the open menu."""

    controller: SessionController
    press: Callable[[Button], None]
    let_stand: str
    cards_played: int = 0
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
                self.cards_played += 1
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
        for _ in range(self.cards_played + 1):
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
        played = [position for position, fact in self.controller.table.facts if isinstance(fact, CardLaid)]
        number = played.index(question.position) if question.position in played else None
        true = self.upcard if number is None else truth[number] if number < len(truth) else None
        if true is None or true not in question.cards:
            return ("fold",)
        return (*_times("down", question.cards.index(true)), "play")


def _times(button: Button, count: int) -> tuple[Button, ...]:
    return (button,) * count
