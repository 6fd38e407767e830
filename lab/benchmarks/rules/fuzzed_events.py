"""Random implausible events: misreadings of the camera, wrong presses, corrections of the table.

For tests that the table accepts any event at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, TypeAlias, get_args

from engine import events as kinds
from engine.cards import PACKS, SEATS, Card, Seat
from engine.events import Amended, Announced, Event, Fact, GameStarted
from engine.rules.game import Game

SHAKEN = 0.09
"""Probability that an event of an evening is followed by an implausible one."""
FOREIGN = tuple({card for pack in PACKS.values() for card in pack.cards})
Ruling: TypeAlias = Literal["taken_back", "counted", "stands", "noted"]
NONSENSE = ("", "fold", "play", "Servus", "trump", "bid", "misdeal")


class Mischief:
    """Draws random events for the table of one game."""

    def __init__(self, game: Game, random: Random) -> None:
        self._game = game
        self._random = random
        self._calls = sorted({*game.book.calls, *game.late_calls, *NONSENSE})
        ranks = {card.rank for card in game.pack.cards}
        self._values = sorted({"", "0", "2", "7", "?", *game.pack.suits, *ranks, *game.all_trumps})

    def fact(self, events: int) -> Fact:
        """Returns a random fact, other than the start of a game, for a journal of so many *events*."""
        random = self._random
        seat, card = random.choice(SEATS), self._card()
        names = kinds.EveningStarted("Adler"), kinds.PlayersSeated(((seat, "Anna"), (SEATS[seat - 1], "Bert")))
        drawn: Sequence[Callable[[], Fact]] = (
            lambda: kinds.CardLaid(seat, card),
            lambda: kinds.CardLaid(seat, card, self._cards(2)),
            lambda: kinds.TrickGathered(random.choice((None, seat))),
            lambda: self._announced(seat),
            lambda: self._announced(seat),
            lambda: kinds.Exchanged(seat, random.randrange(8)),
            lambda: kinds.CardTaken(seat, card, random.choice(("cut", "upcard"))),
            lambda: kinds.UpcardTurned(card, self._cards(2)),
            lambda: kinds.DealStarted(seat),
            lambda: random.choice(names),
            lambda: kinds.CardsShown(seat, self._cards(6), random.random() < 0.5),
            lambda: kinds.TricksEntered(self._tricks(), random.choice(self._values)),
            lambda: kinds.Ruled(random.randrange(events + 2), random.choice(get_args(Ruling))),
        )
        return random.choice(drawn)()

    def event(self, events: int) -> Event:
        """Returns a random fact or, once a game has begun, a valid amendment."""
        if events < 2 or self._random.random() < 0.8:
            return self.fact(events)
        return self.amendment(events)

    def amendment(self, events: int) -> Amended:
        """Returns an undo, a correction or an insertion after the start of the game."""
        position = self._random.randrange(1, events)
        if self._random.random() < 0.4:
            return Amended(position)
        return Amended(position, self.fact(events), self._random.random() < 0.5)

    def journal(self, begun: GameStarted, length: int) -> list[Event]:
        """Returns the journal of a game of random events."""
        events: list[Event] = [begun]
        while len(events) <= length:
            events.append(self.event(len(events)))
        return events

    def with_random_events(self, journal: Sequence[Event]) -> list[Event]:
        """Returns *journal* with misreadings, doubled events, amendments and rulings inserted."""
        events: list[Event] = []
        for event in journal:
            events.append(event)
            if len(events) > 2 and self._random.random() < SHAKEN:
                events.append(self._random.choice((self.event, self.amendment))(len(events)))
        return events

    def _card(self) -> Card:
        return self._random.choice(self._game.pack.cards if self._random.random() < 0.9 else FOREIGN)

    def _cards(self, most: int) -> tuple[Card, ...]:
        return tuple(self._card() for _ in range(self._random.randrange(most + 1)))

    def _tricks(self) -> tuple[tuple[Seat, int], ...]:
        seats = self._random.sample(SEATS, self._random.randrange(len(SEATS)))
        return tuple((seat, self._random.randrange(7)) for seat in seats)

    def _announced(self, seat: Seat) -> Announced:
        return Announced(seat, self._random.choice(self._calls), self._random.choice(self._values))
