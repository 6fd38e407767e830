"""A simulated table that plays real deals of each pairing that it gets.

It replaces referee and journal, which survive kills.
"""

import time
from collections import deque
from random import Random
from typing import Any

import msgspec

from engine.amendments import shift_positions
from engine.codec import encode
from engine.events import EveningStarted, Event, GameStarted, PlayersSeated, Ruled
from engine.rules.findings import Finding, Kind
from engine.simulation.evening import Simulation
from engine.state.contest import Contest, contest_at
from engine.state.table import Table
from hall.match_record import sides_of
from link.messages import GamePoints, PairingMessage, Stage, TableEvent, TableReport

DEFAULT_GAME = "watten"
LATEST_REVOKE = 8
"""Cards of a deal after which nobody begins to try a revoke: a later one could seldom be proved."""


class SimulatedTable:
    """Call `step` at the pace of the cards. It confirms every pairing and every result at once.

    In some deals somebody revokes. If that can be proved, the table calls the referee after the deal, and waits.
    """

    session = "simulated"
    first: int | None = 0
    takes_part = True
    asks_resume = False

    def __init__(self, name: str, seed: int, revokes: float = 0.0, patience: int = 0) -> None:
        """*revokes* is the share of deals in which somebody tries to revoke; *patience* are the steps for which the
        table waits for a referee at most."""
        self.name = name
        self._revokes, self._patience = revokes, patience
        self.journal = f"{seed & 0xFFFFFFFF:08x}"
        self.events: list[TableEvent] = []
        self._random = Random(f"{seed} {name}")
        self._pairing: PairingMessage | None = None
        self._stage: Stage = "none"
        self._simulation = Simulation(Table(), self._random)
        self._to_come: deque[tuple[Event, str]] = deque()
        """Events of the deal that are not published yet, and their marks."""
        self._contest: Contest | None = None
        self._start = 0
        self._revoke: Finding | None = None
        """The proven revoke of the deal, by its position in the match, until it is ruled."""
        self._waits = 0
        """The steps for which the table still waits for a referee."""
        self._decided = 0
        """The calls of the match that the organisers have decided."""

    @property
    def end(self) -> int:
        return len(self.events)

    @property
    def is_idle(self) -> bool:
        return self._stage in ("none", "agreed") and not self._to_come

    def event(self, position: int) -> TableEvent:
        return self.events[position]

    def report(self) -> TableReport:
        pairing, contest = self._pairing, self._contest
        played = contest.games if contest is not None else ()
        return TableReport(
            self._stage,
            pairing.pairing if pairing is not None else None,
            (True, True) if pairing is not None else (),
            msgspec.convert(played, tuple[GamePoints, ...], from_attributes=True),
            contest.score if contest is not None else (),
            int(self._waits > 0),
            self._waits > 0,
            journal=self.journal,
            count=self.end,
            camera="camera",
        )

    async def submit(self, action: dict[str, Any]) -> str:
        """Takes a pairing, as the referee does."""
        if action["do"] == "pairing":
            message = msgspec.convert(action["message"], PairingMessage)
            if self._pairing is None or message.pairing != self._pairing.pairing:
                self._begin(message)
            elif message.calls_decided > self._decided:
                self._decided, self._waits = message.calls_decided, min(self._waits, 1)
        return ""

    def step(self) -> bool:
        """Publishes the next event; returns whether there was one, or the table waits for a referee."""
        if self._waits:
            self._waits -= 1
            if not self._waits and self._revoke is not None:
                # The revoke counts: so the table decides after the referee has come.
                ruled, self._revoke = Ruled(self._revoke.position, "counted"), None
                self._simulation.record(ruled)
                self._to_come.append((ruled, ""))
            return True
        if not self._to_come and self._stage in ("confirmed", "playing"):
            self._play_deal()
        if not self._to_come:
            return False
        event, mark = self._to_come.popleft()
        stored = encode(shift_positions(event, self._start))
        self.events.append(TableEvent(self.journal, self.end, round(time.time(), 3), stored, mark))
        if self._to_come:
            return True
        if self._revoke is not None:
            self._waits = self._patience + 1
        elif self._pairing is not None and self._stage == "playing":
            table, pairing = self._simulation.table, self._pairing
            self._contest = contest_at(table, 0, sides_of(table.seats, pairing.sides), pairing.games, pairing.unit)
            if self._contest.is_finished:
                self._stage = "agreed"
        return True

    def _begin(self, message: PairingMessage) -> None:
        self._pairing, self._contest, self._start = message, None, self.end
        self._revoke, self._waits, self._decided = None, 0, message.calls_decided
        self._to_come.clear()
        if message.pairing is None:
            self._stage = "none"
            return
        self._stage = "confirmed"
        seats = tuple(range(sum(map(len, message.sides)))) if message.sides else (0, 1, 2, 3)
        if len(seats) == 2:
            seats = (0, 2)
        names = {
            seat: name
            for side, players in zip(sides_of(seats, message.sides), message.sides, strict=True)
            for seat, name in zip(side, players, strict=True)
        }
        self._simulation = Simulation(Table(), self._random)
        game = message.game or DEFAULT_GAME
        start = GameStarted(game, seats, self._random.choice(seats), tuple(message.rules.items()))
        for event in (EveningStarted(), PlayersSeated(tuple(names.items())), start):
            self._simulation.record(event)
            self._to_come.append((event, message.pairing.mark))

    def _play_deal(self) -> None:
        """Plays one deal, after the beginning of another game if one is over."""
        simulation = self._simulation
        before = len(simulation.events)
        match = simulation.table.match
        score = simulation.table.score
        if match is not None and score is not None and score.result.is_over:
            dealer = simulation.table.next_dealer
            first = match.seats[0] if dealer is None else dealer
            simulation.record(GameStarted(match.game.name, match.seats, first, match.game.rules.changes))
        simulation.findings.clear()
        is_to_revoke = self._revokes > 0 and self._random.random() < self._revokes
        simulation.play_deal(self._random.randrange(LATEST_REVOKE) if is_to_revoke else None)
        self._revoke = next((each for each in simulation.findings if each.kind is Kind.REVOKE), None)
        self._to_come.extend((event, "") for event in simulation.events[before:])
        self._stage = "playing"
