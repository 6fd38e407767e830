"""Plays a deal, whose hands are known, before the camera: hands move on the rendered table, fingers press the buttons.

The people at this table know their cards, so when Kiebitz asks which card was laid they answer truly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from device.menus_matters import Question
from device.screens_play import Found
from engine.events import Announced, CardLaid, CardTaken, DealStarted, Exchanged, TrickGathered, UpcardTurned
from vision.simulator.choreography import (
    Action,
    ClearStock,
    Exchange,
    Gather,
    Lay,
    TakeUpcard,
    TurnUpcard,
    Wait,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from device.keeper import Keeper
    from device.presses import Button
    from engine.cards import Card, Seat
    from engine.events import Event

Step: TypeAlias = "Action | Button"

THINKING = 0.4
"""Seconds between two presses."""
READING = 3.0
"""Seconds for which the table looks at a finding or at the score."""


@dataclass(slots=True)
class Director:
    """`press` is called when a finger goes down; `keeper` is asked what it shows before anybody answers."""

    keeper: Keeper
    press: Callable[[Button], None]
    let_stand: str
    """What the display calls the ruling that a play stands."""
    laid: int = 0
    """Cards laid on the table so far."""
    upcard: Card | None = None

    def perform(self, steps: Iterable[Step], truth: Sequence[Card]) -> Iterator[Action]:
        """Yields the actions of the *steps*; presses are made between them, while frames go on.

        *truth*: the cards that will be laid, in order.
        """
        yield from self._push("play", "play")
        for step in steps:
            if isinstance(step, str):
                yield from self._push(step)
                continue
            yield step
            if isinstance(step, TurnUpcard):
                self.upcard = step.card
            if isinstance(step, Lay):
                self.laid += 1
            if isinstance(step, Lay | Gather | TurnUpcard):
                yield Wait(THINKING)
            yield from self._answer(truth)
        yield Wait(READING)

    def _push(self, *buttons: Button) -> Iterator[Action]:
        for button in buttons:
            self.press(button)
            yield Wait(THINKING)

    def _answer(self, truth: Sequence[Card]) -> Iterator[Action]:
        """Answers what is asked: the true card, and that a revoke may stand."""
        for _ in range(self.laid + 1):
            menu, screen = self.keeper.menu, self.keeper.screen
            if isinstance(menu, Question):
                yield from self._push(*self._true_card(menu, truth))
            elif isinstance(screen, Found):
                yield Wait(READING)
                rulings = screen.rulings
                stands = rulings.index(self.let_stand) if self.let_stand in rulings else None
                yield from self._push(*_times("down", stands or 0), "fold" if stands is None else "play")
            else:
                return

    def _true_card(self, question: Question, truth: Sequence[Card]) -> tuple[Button, ...]:
        laid = [position for position, fact in self.keeper.table.facts if isinstance(fact, CardLaid)]
        number = laid.index(question.position) if question.position in laid else None
        true = self.upcard if number is None else truth[number] if number < len(truth) else None
        if true is None or true not in question.cards:
            return ("fold",)
        return (*_times("down", question.cards.index(true)), "play")


def script(events: Sequence[Event], seats: Sequence[Seat]) -> Iterator[Step]:
    """Yields what happens for each event of a deal: what the hands do, then which buttons are pressed.

    Exchanging, the hand moves first and the count is told after it; a dealer is also asked about the upcard.
    """
    dealer = 0
    for event, following in zip(events, [*events[1:], None], strict=True):
        match event:
            case DealStarted():
                dealer = event.dealer
                yield from _times("down", seats.index(dealer))
                yield "play"
            case UpcardTurned(card):
                yield TurnUpcard(card, dealer)
            case Announced(_, "play" | "fold" as call):
                yield "play" if call == "play" else "fold"
            case Exchanged(seat, count):
                if count:
                    yield Exchange(seat, count)
                yield from _times("up", count)
                yield "play"
                if seat == dealer and not isinstance(following, CardTaken):
                    yield "fold"
            case CardTaken(seat, _, "upcard"):
                yield TakeUpcard(seat)
                yield "play"
            case CardLaid(seat, card):
                yield Lay(seat, card)
            case TrickGathered(seat) if seat is not None:
                yield Gather(seat)
    yield ClearStock(dealer)


def _times(button: Button, count: int) -> tuple[Button, ...]:
    return (button,) * count
