"""Simulated players with known hands: they lay cards before the tracker, and enter everything else by presses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from cli.demo.director import shortest_presses
from device.hardware.presses import Press
from device.menus.deal.before_play import TakeCriticalMenu
from device.session.loop import SessionLoop
from engine.cards import Card, Seat
from engine.events import Amended, CardLaid, CardTaken, EveningStarted, Event, GameStarted, TrickGathered, UpcardTurned
from vision.types import Candidate, CardLanded, CardLifted, Observation, Reading, Sighting, TableCleared

SURELY = 0.95
_NOWHERE = np.zeros((4, 2), np.float32)


class NoWayToSay(LookupError):
    """Raised for an event that no menu offers, which is a fault of the menus or of a game's options."""


@dataclass
class People:
    """*doubted* and *misread* are the shares of cards with a doubtful reading and with a wrong one."""

    session: SessionLoop
    chance: Random = field(default_factory=Random)
    doubted: float = 0.0
    misread: float = 0.0
    corrected: int = 0
    """Number of cards corrected so far."""
    done: list[Observation | Press] = field(default_factory=list)
    """Sightings and presses so far."""

    def act(self, events: Sequence[Event]) -> int:
        """Performs the first of *events*, with those that are entered together with it; returns their number.

        :raises NoWayToSay: if it can neither be shown nor entered.
        """
        controller = self.session.controller
        match events[0]:
            case EveningStarted() | GameStarted():
                started = next(event for event in events if isinstance(event, GameStarted))
                return sum(len(report.recorded) for report in self.session.start(started.dealer))
            case CardLaid(seat, card):
                self._lay(seat, card)
            case CardTaken(seat, card, "cut"):
                self._see(_landed(seat, card))
                self._see(CardLifted(card))
            case UpcardTurned(card):
                self._see(_landed(controller.view.deal.dealer, card))
                if type(controller.menu) is TakeCriticalMenu:
                    self._press("fold")
            case TrickGathered(seat):
                self._see(TableCleared(seat, 4))
            case _:
                return self._say(events)
        return 1

    def _lay(self, seat: Seat, card: Card) -> None:
        fate = self.chance.random()
        if fate >= self.doubted + self.misread:
            self._see(_landed(seat, card))
            return
        table, view = self.session.controller.table, self.session.controller.view
        # A card of a gathered trick is shown and not laid: a camera that misreads one as it leaves a gap.
        others = [each for each in view.game.pack.cards if each != card and each not in view.gathered_cards()]
        first, second = self.chance.sample(others, 2)
        self._see(_landed(seat, first, card, second, sure=fate >= self.doubted))
        position = next(place for place, fact in reversed(table.facts) if isinstance(fact, CardLaid))
        if dict(table.facts)[position] != CardLaid(seat, card):
            self._say([Amended(position, CardLaid(seat, card))])
        self.corrected += 1

    def _say(self, events: Sequence[Event]) -> int:
        way = shortest_presses(self.session.controller.view, self.session.controller.menu, events)
        if way is None:
            raise NoWayToSay(f"no menu tells {events[0]}, from {self.session.controller.menu}")
        self._press(*way.presses)
        return way.event_count

    def _see(self, observation: Observation) -> None:
        self.done.append(observation)
        self.session.handle_sightings([Sighting(0, 0.0, observation)])

    def _press(self, *buttons: str) -> None:
        for button in buttons:
            self.done.append(Press(button))  # type: ignore[arg-type]
            self.session.press(self.done[-1])  # type: ignore[arg-type]


def do_again(session: SessionLoop, done: Iterable[Observation | Press]) -> None:
    """Repeats sightings and presses."""
    for one in done:
        if isinstance(one, Press):
            session.press(one)
        else:
            session.handle_sightings([Sighting(0, 0.0, one)])


def _landed(seat: Seat, *cards: Card, sure: bool = True) -> CardLanded:
    candidates = tuple(Candidate(card, 0.9 - 0.05 * place) for place, card in enumerate(cards))
    return CardLanded(Reading(cards[0] if sure else None, candidates, _NOWHERE, 1.0), seat, SURELY)
