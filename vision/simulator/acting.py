"""The hands that act: each action as a run of moments, one a frame, with cards put down and taken up on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.simulator.cardstock import THICKNESS
from vision.simulator.choreography import (
    Action,
    ClearStock,
    Exchange,
    Gather,
    HandPasses,
    Lay,
    Lift,
    Nudge,
    TakeUpcard,
    TurnUpcard,
    Wait,
)
from vision.simulator.hand import HandPicture, Pose, draw_hand
from vision.simulator.moves import OUTWARD, Hold, Lie, Reach, sweep
from vision.simulator.scene import Paper, Sheet, premultiplied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.cards import Card, Seat
    from vision.simulator.table import Laid, RenderedTable

MOST_COVERED = 0.4


@dataclass(frozen=True, slots=True)
class Moment:
    """What moves during one frame, lowest first, and how far (px) while the shutter is open."""

    sheets: tuple[Sheet, ...] = ()
    smear: tuple[float, float] = (0.0, 0.0)


STILL = Moment()


class Actor:
    """Performs actions on a table."""

    def __init__(self, table: RenderedTable) -> None:
        self._table = table
        self._rng = table.rng
        self._hands: dict[tuple[Seat, Pose], HandPicture] = {}
        self._papers: dict[tuple[Seat, Pose], tuple[Paper, Paper | None]] = {}
        lens = table.lens
        half_width = lens.look.field_width / 2
        self._half = (half_width, half_width * lens.size[1] / lens.size[0])
        self._stock_spot = self._choose_stock_spot()

    def perform(self, action: Action) -> Iterator[Moment]:
        match action:
            case Lay():
                yield from self._lay(action.seat, action.card, "trick")
            case Gather(seat):
                yield from self._gather(seat)
            case TurnUpcard(card, seat):
                yield from self._turn_upcard(seat, card)
            case HandPasses(seat):
                yield from self._pass(seat)
            case Wait(seconds):
                yield from self._still(seconds)
            case _:
                raise NotImplementedError(action)

    # Actions ------------------------------------------------------------------------------------------------------

    def _lay(self, seat: Seat, card: Card, place: str) -> Iterator[Moment]:
        lie = self._free_spot(seat, self._table.paper(card))
        yield from self._bring(seat, card, lie, "trick")
        yield from self._pause()

    def _turn_upcard(self, seat: Seat, card: Card) -> Iterator[Moment]:
        x, y, angle = self._stock_spot
        side = -1 if y > 0 else 1
        size = self._table.card_size
        lie = Lie(x, y + side * (size.height + 12), THICKNESS, angle + self._rng.normal(0, 0.06))
        yield from self._bring(seat, card, lie, "upcard")
        yield from self._pause()

    def _bring(self, seat: Seat, card: Card, lie: Lie, place: str) -> Iterator[Moment]:
        """A hand comes in with the card, sets it down, and goes."""
        table = self._table
        heading = self._heading(seat, lie.x, lie.y) + float(self._rng.normal(0, 0.12))
        hold = Hold.of(table.card_size, lie.angle, heading)
        grip = hold.grip(lie, heading)
        paper = table.paper(card)
        above = Reach(grip.x, grip.y, grip.z + float(self._rng.uniform(10, 24)), heading)
        dip = float(self._rng.uniform(0.05, 0.25))

        def held(reach: Reach) -> list[Sheet]:
            lift = min(1.0, reach.z / 40)
            return [Sheet(paper, hold.lie(reach, dip * lift).corners(table.card_size))]

        yield from self._moved(
            seat, "pinch", sweep(self._away(seat, above), above, self._time(0.6), table.rate, 12), held
        )
        yield from self._moved(seat, "pinch", sweep(above, grip, self._time(0.2), table.rate), held)
        self._put(paper, lie, card, seat, place)
        back = self._away(seat, grip)
        yield from self._moved(seat, "pinch", sweep(grip, back, self._time(0.6), table.rate, 25))

    def _gather(self, seat: Seat) -> Iterator[Moment]:
        """A flat hand sweeps the trick together and carries it off."""
        table = self._table
        trick = [laid for laid in table.laid if laid.place == "trick"]
        if not trick:
            return
        middle = np.mean([laid.sheet.corners.mean(axis=0) for laid in trick], axis=0)
        heading = self._heading(seat, float(middle[0]), float(middle[1]))
        over = Reach(float(middle[0]), float(middle[1]), 8.0, heading)
        start = self._away(seat, over)
        yield from self._moved(seat, "flat", sweep(start, over, self._time(0.6), table.rate, 30))
        table.remove(trick)
        shift = float(self._rng.normal(0, 8))
        close = Reach(over.x - math.cos(heading) * 25, over.y - math.sin(heading) * 25 + shift, 7.0, heading)
        steps = max(2, round(self._time(0.5) * table.rate))
        piled = [self._piled(close, laid) for laid in trick]
        for step, reach in enumerate(sweep(over, close, steps / table.rate, table.rate), start=1):
            share = 0.5 - 0.5 * math.cos(math.pi * step / steps)
            cards = [
                Sheet(laid.sheet.paper, (laid.sheet.corners * (1 - share) + target * share).astype(np.float32))
                for laid, target in zip(trick, piled, strict=True)
            ]
            yield self._moment(seat, "flat", reach, reach, lambda _, cards=cards: cards)
        away = self._away(seat, close)

        def carried(reach: Reach) -> list[Sheet]:
            shift = np.array([reach.x - close.x, reach.y - close.y, max(0.0, reach.z - close.z)], np.float32)
            return [Sheet(laid.sheet.paper, target + shift) for laid, target in zip(trick, piled, strict=True)]

        yield from self._moved(seat, "flat", sweep(close, away, self._time(0.7), table.rate, 4), carried)
        yield from self._pause()

    def _piled(self, reach: Reach, laid: Laid) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Returns where a card of the trick ends up below the hand, its corners turned the shortest way."""
        table = self._table
        corners = laid.sheet.corners
        now = math.atan2(float(corners[1, 1] - corners[0, 1]), float(corners[1, 0] - corners[0, 0]))
        wanted = reach.heading + math.pi / 2
        turn = (wanted - now + math.pi / 2) % math.pi - math.pi / 2
        x, y = (float(value) for value in self._rng.normal(0, 5, 2))
        ahead = 18.0
        lie = Lie(
            reach.x + math.cos(reach.heading) * ahead + x,
            reach.y + math.sin(reach.heading) * ahead + y,
            1.0,
            now + turn + float(self._rng.normal(0, 0.12)),
        )
        return lie.corners(table.card_size)

    def _pass(self, seat: Seat) -> Iterator[Moment]:
        x, y = (float(value) for value in self._rng.normal(0, 40, 2))
        over = Reach(x, y, 60.0, self._heading(seat, x, y))
        start = self._away(seat, over)
        rate = self._table.rate
        yield from self._moved(seat, "flat", sweep(start, over, self._time(0.6), rate))
        yield from self._moved(seat, "flat", sweep(over, self._away(seat, over), self._time(0.6), rate))
        yield from self._pause()

    # The hand's ways ----------------------------------------------------------------------------------------------

    def _moved(
        self,
        seat: Seat,
        pose: Pose,
        way: Iterator[Reach],
        held: Callable[[Reach], Sequence[Sheet]] = lambda _: (),
    ) -> Iterator[Moment]:
        last: Reach | None = None
        for reach in way:
            yield self._moment(seat, pose, last or reach, reach, held)
            last = reach

    def _moment(
        self, seat: Seat, pose: Pose, last: Reach, reach: Reach, held: Callable[[Reach], Sequence[Sheet]]
    ) -> Moment:
        whole, thumb = self._hand(seat, pose)
        picture = self._hands[seat, pose]
        corners = reach.corners(picture)
        cards = tuple(held(reach))
        hand = Sheet(whole, corners + np.array([0, 0, -3 if thumb else 3], np.float32))
        if thumb is None:
            sheets: tuple[Sheet, ...] = (*cards, hand)
        elif cards:
            sheets = (hand, *cards, Sheet(thumb, corners + np.array([0, 0, 2], np.float32)))
        else:
            sheets = (hand,)
        lens = self._table.lens
        here, there = lens.project([[reach.x, reach.y, reach.z], [last.x, last.y, last.z]])
        share = lens.look.exposure_time * self._table.rate
        smear = (here - there) * share
        return Moment(sheets, (float(smear[0]), float(smear[1])))

    def _hand(self, seat: Seat, pose: Pose) -> tuple[Paper, Paper | None]:
        if (seat, pose) not in self._papers:
            table = self._table
            x, y, z = table.look.light.lamps[0].position
            length = math.sqrt(x * x + y * y + z * z)
            ahead_x, ahead_y = -OUTWARD[seat][0], -OUTWARD[seat][1]
            light_from = ((-ahead_y * x + ahead_x * y) / length, -(ahead_x * x + ahead_y * y) / length)
            picture = draw_hand(table.look.hands[seat], pose, table.lens.pixels_per_mm * 1.15, light_from)
            thumb = None if picture.thumb is None else Paper(premultiplied(picture.thumb))
            self._hands[seat, pose] = picture
            self._papers[seat, pose] = Paper(premultiplied(picture.whole)), thumb
        return self._papers[seat, pose]

    def _heading(self, seat: Seat, x: float, y: float) -> float:
        """The forearm points from the player's shoulder to what the hand reaches for."""
        out_x, out_y = OUTWARD[seat]
        side = -1 if self._table.look.hands[seat].left else 1
        reach = self._half[0 if out_x else 1] + 420
        right = (out_y, -out_x)
        shoulder_x = out_x * reach + right[0] * 110 * side
        shoulder_y = out_y * reach + right[1] * 110 * side
        return math.atan2(y - shoulder_y, x - shoulder_x)

    def _away(self, seat: Seat, target: Reach) -> Reach:
        """Returns where the hand is out of view on its way to or from *target*."""
        out_x, out_y = OUTWARD[seat]
        gap = 175.0
        x = out_x * (self._half[0] + gap) if out_x else target.x * 0.8
        y = out_y * (self._half[1] + gap) if out_y else target.y * 0.8
        return Reach(x, y, 55.0, target.heading)

    # Places and pauses --------------------------------------------------------------------------------------------

    def _free_spot(self, seat: Seat, paper: Paper) -> Lie:
        """In front of the player around the middle; at most `MOST_COVERED` of any card gets covered."""
        table = self._table
        out_x, out_y = OUTWARD[seat]
        others = [np.ascontiguousarray(laid.sheet.corners[:, :2]) for laid in table.laid if laid.place == "trick"]
        z = THICKNESS * (1 + len(others))
        away = table.look.cards.scatter * (78.0 if out_x else 62.0)
        for _ in range(60):
            jitter = self._rng.normal(0, (12.0, 10.0))
            turn = float(self._rng.normal(0, 0.3)) + math.pi * int(self._rng.integers(2))
            heading = math.atan2(-out_y, -out_x) + math.pi / 2
            lie = Lie(out_x * away + float(jitter[0]), out_y * away + float(jitter[1]), z, heading + turn)
            corners = np.ascontiguousarray(lie.corners(table.card_size)[:, :2])
            if self._covered(corners, others) <= MOST_COVERED:
                break
            away += 3.0
        return lie

    def _covered(
        self,
        corners: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
        others: Sequence[np.ndarray[tuple[int, ...], np.dtype[np.float32]]],
    ) -> float:
        size = self._table.card_size
        return max(
            (float(cv2.intersectConvexConvex(corners, other)[0]) / (size.width * size.height) for other in others),
            default=0.0,
        )

    def _choose_stock_spot(self) -> tuple[float, float, float]:
        side = 1 if self._rng.random() < 0.5 else -1
        size = self._table.card_size
        x = side * (self._half[0] - size.width / 2 - 20)
        y = (size.height / 2 + 8) * (1 if self._rng.random() < 0.5 else -1)
        return x, y, float(self._rng.normal(0, 0.08))

    def _put(self, paper: Paper, lie: Lie, card: Card | None, seat: Seat, place: str) -> None:
        from vision.simulator.table import Laid

        sheet = Sheet(paper, lie.corners(self._table.card_size))
        self._table.put(Laid(sheet, card, seat, place, self._table.scene.quad(sheet)))

    def _time(self, seconds: float) -> float:
        return seconds * float(self._rng.uniform(0.75, 1.3))

    def _pause(self) -> Iterator[Moment]:
        yield from self._still(float(self._rng.uniform(0.5, 0.9)))

    def _still(self, seconds: float) -> Iterator[Moment]:
        for _ in range(max(1, round(seconds * self._table.rate))):
            yield STILL
