"""Performs the actions of a choreography: moves hands and cards by a script, and knows which cards lie where."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Literal, TypeAlias

import numpy as np

from engine.cards import Card, Seat
from simulator import choreography, hand_actions
from simulator.script import PlacedThing, Script
from simulator.stage.keyframes import Floats, Track

Place: TypeAlias = Literal["trick", "upcard", "stock", "away"]
FACE_UP: tuple[Place, ...] = ("trick", "upcard")
MOST_COVERED = 0.4
"""Largest share of a card of a trick that another card covers."""
STOCK_MM, CARD_MM = 6.0, 0.3
"""Thickness of the stock and of a card."""
SWING_S = 0.3
"""Seconds for which the picture changes after a knock or another light."""


@dataclass(slots=True, eq=False)
class LyingCard:
    """A card or packet on the table, from `since` to `until`, s; `card` is None if it lies face down."""

    placed: PlacedThing
    card: Card | None
    seat: Seat
    place: Place
    since: float = 0.0
    until: float = inf


class Performer:
    """Performs each action from the script's `now` on, and sets `now` to its end."""

    def __init__(self, script: Script, stock_corner: tuple[int, int]) -> None:
        self._script = script
        self.lying: list[LyingCard] = []
        self.unsteady: tuple[float, float] = (0.0, 0.0)
        """From when to when, s, the whole picture changes, by a knock against the camera or another light."""
        camera, deck = script.stage.cameras[0][1], script.deck
        half_width, half_height = np.array(camera.size) / 2 / camera.fineness
        self._reach = (half_width, half_height)
        side_x, side_y = stock_corner
        x, y = side_x * (half_width - deck.width / 2 - 40), side_y * (deck.height / 2 + 9)
        yaw = float(script.rng.normal(0, 0.07))
        self._stock = np.array([x, y, 0.0, yaw])
        self._upcard = np.array([x, y - side_y * (deck.height + 14), 0.0, yaw])
        self._put_away = np.array([-x, -0.6 * y, 0.0, yaw])

    @property
    def places(self) -> list[Floats]:
        return [self._stock, self._upcard, self._put_away]

    def perform(self, action: choreography.Action) -> None:
        """Performs an action, and the calm after it.

        :raises NothingThere: if the card to take or touch does not lie there.
        """
        script = self._script
        match action:
            case choreography.Wait(seconds):
                script.calm = script.now
                script.now += seconds
            case choreography.Bump():
                camera = script.stage.cameras[-1][1]
                swings = [(script.now + after, camera.knocked(script.rng)) for after in (0.05, 0.15, SWING_S - 0.05)]
                script.stage.cameras += swings
                self._unsettle()
            case choreography.ChangeLight(factor):
                level = script.stage.light.brightness
                level.hold(script.now).to(script.now + SWING_S, level.values[-1] * factor, "even")
                self._unsettle()
            case _:
                self._handle(action)

    def clear(self) -> None:
        """Takes everything off the table at once."""
        for one in self.lying:
            one.placed.thing.shown = (0.0, 0.0)
        self.lying.clear()
        self._script.placed.clear()

    def _handle(self, action: choreography.Action) -> None:
        script = self._script
        match action:
            case choreography.Lay(seat, card):
                placed = hand_actions.lay(script, seat, str(card), self._spot(seat))
                self._put(placed, card, seat, "trick")
            case choreography.Gather(seat):
                self._sweep_up(seat, self._at("trick"), "a trick to gather")
            case choreography.TurnUpcard(card, seat):
                if not self._at("stock"):
                    self._set_stock(seat)
                top = self._from_stock(str(card), seat)
                placed = hand_actions.move(script, seat, top, self._wobble(self._upcard), face_up=True)
                self._put(placed, card, seat, "upcard")
            case choreography.SetStock(seat):
                self._set_stock(seat)
            case choreography.TakeUpcard(seat):
                self._take(seat, self._at("upcard"), "an upcard to take")
            case choreography.Exchange(seat, count):
                self._exchange(seat, count)
            case choreography.Nudge(card):
                lying = self._lying(card)
                hand_actions.nudge(script, lying.seat, lying.placed)
            case choreography.Lift(card):
                lying = self._lying(card)
                self._take(lying.seat, [lying], str(card))
            case choreography.HandPasses(seat):
                hand_actions.pass_over(script, seat)
            case choreography.ClearStock(seat):
                self._sweep_all(seat)

    def _set_stock(self, seat: Seat) -> None:
        thing = self._script.packet(STOCK_MM)
        placed = hand_actions.lay(self._script, seat, "stock", self._stock, face_down=True, thing=thing)
        self._put(placed, None, seat, "stock")

    def _exchange(self, seat: Seat, count: int) -> None:
        """Cards go face down to the put-away pile, and as many come from the stock."""
        script = self._script
        if not self._at("stock"):
            raise choreography.NothingThere(
                f"seat {seat} exchanges {count}, but no stock lies on the table; turn an upcard first"
            )
        where = self._wobble(self._put_away)
        where[2] = CARD_MM * count * len(self._at("away"))
        packet = script.packet(CARD_MM * count)
        placed = hand_actions.lay(script, seat, "away", where, face_down=True, thing=packet)
        self._put(placed, None, seat, "away")
        hand_actions.lift(script, seat, self._from_stock(None, seat))

    def _from_stock(self, name: str | None, seat: Seat) -> PlacedThing:
        """Returns the top card of the stock, which lies there face down; None for any card."""
        script = self._script
        thing = script.packet(CARD_MM) if name is None else script.card(name)
        thing.turn = Track.constant([hand_actions.FACE_DOWN])
        pose = np.add(self._stock, [0, 0, STOCK_MM, 0])
        thing.spans, thing.layers = [(0.0, Track.constant(pose))], [(0.0, script.top_layer())]
        thing.shown = (script.now, inf)
        placed = PlacedThing(name or "stock", thing, pose)
        script.placed.append(placed)
        return placed

    def _take(self, seat: Seat, cards: Sequence[LyingCard], what: str) -> None:
        """A hand pinches a card and carries it off."""
        if not cards:
            raise choreography.NothingThere(f"seat {seat} reaches for {what}, but none lies on the table; lay it first")
        hand_actions.lift(self._script, seat, cards[-1].placed)
        self._end(cards[-1:])

    def _sweep_up(self, seat: Seat, cards: Sequence[LyingCard], what: str) -> None:
        """A flat hand slides cards together and carries them off."""
        if not cards:
            raise choreography.NothingThere(f"seat {seat} reaches for {what}, but none lies on the table; lay it first")
        hand_actions.gather(self._script, seat, [one.placed for one in cards])
        self._end(cards)

    def _sweep_all(self, seat: Seat) -> None:
        """The dealer collects the remaining cards, one heap after the other."""
        heaps = [self._at("stock", "upcard"), self._at("away"), self._at("trick")]
        if not any(heaps):
            raise choreography.NothingThere(f"seat {seat} clears the table, but nothing lies there; leave the line out")
        for heap in filter(None, heaps):
            self._sweep_up(seat, heap, "cards to clear")

    def _unsettle(self) -> None:
        now = self._script.now
        self.unsteady = (now, now + SWING_S)
        self._script.rest(now + SWING_S)

    def _at(self, *places: Place) -> list[LyingCard]:
        return [one for one in self.lying if one.place in places and one.until == inf]

    def _lying(self, card: Card) -> LyingCard:
        for one in reversed(self.lying):
            if one.card == card and one.until == inf:
                return one
        raise choreography.NothingThere(f"a hand reaches for {card}, but it does not lie on the table; lay it first")

    def _put(self, placed: PlacedThing, card: Card | None, seat: Seat, place: Place) -> None:
        self.lying.append(LyingCard(placed, card, seat, place, placed.thing.spans[-1][0]))

    def _end(self, cards: Sequence[LyingCard]) -> None:
        for one in cards:
            one.until = one.placed.thing.spans[-1][0]  # from then on a hand holds it

    def _wobble(self, pose: Floats) -> Floats:
        return pose + self._script.rng.normal(0, (4, 4, 0, 0.07))

    def _spot(self, seat: Seat) -> Floats:
        """Returns a place before *seat* for a card of the trick; the limits give way where there is little room."""
        script = self._script
        towards = script.rim(seat, 0.5, 0.0)
        towards = towards / np.linalg.norm(towards)
        trick = [one.placed for one in self._at("trick")]
        for attempt in count():
            away = self._reach[seat % 2 == 0] * script.rng.uniform(0.18, 0.38)
            turn = script.rng.normal(0, 0.9 if script.rng.random() < 0.12 else 0.3)  # some cards are thrown
            yaw = np.arctan2(-towards[0], towards[1]) + turn + np.pi * script.rng.integers(2)
            place = towards * away + script.rng.normal(0, 10 + 0.2 * attempt, 2)
            pose = np.array([*place, 0.0, yaw])
            covers = [(script.cover(pose, one.pose), one in trick) for one in script.placed]
            slack = attempt / 2000
            is_free = all(cover <= (MOST_COVERED if of_trick else 0.0) + slack for cover, of_trick in covers)
            if is_free and script.in_view(pose) and (slack > 0.2 or not script.in_the_way(place)):
                pose[2] = CARD_MM * sum(cover > 0 for cover, _ in covers)
                return pose
        raise AssertionError  # attempts do not end
