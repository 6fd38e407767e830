"""Performs actions: each as a sequence of moments, one per frame, with cards put down and taken up."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from simulator.actions.choreography import (
    Bump,
    ChangeLight,
    ClearStock,
    Exchange,
    Gather,
    HandPasses,
    Lay,
    Lift,
    Nudge,
    SetStock,
    TakeUpcard,
    TurnUpcard,
    Wait,
)
from simulator.actions.ground_truth import Laid
from simulator.actions.placement import Places
from simulator.actions.players_hands import Hands
from simulator.actions.state import Moment, NothingThere
from simulator.actions.trajectories import Hold, Reach, eased, sweep
from simulator.render.card_stock import THICKNESS, Lie
from simulator.render.scene import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.cards import Card, Seat
    from simulator.actions.choreography import Action
    from simulator.actions.ground_truth import Place
    from simulator.actions.state import Tabletop
    from simulator.render.camera_model import Floats
    from simulator.render.hand import Pose

STOCK_SHEETS = 5
"""A pile is drawn as this many backs, each standing for a few cards."""
PILE_STEP = 4 * THICKNESS


class Actor:
    """Performs actions on a table."""

    def __init__(self, table: Tabletop) -> None:
        self._table = table
        self._rng = table.rng
        self._hands = Hands(table.look, table.lens)
        self._places = Places(table.card_size, self._hands.half_field, table.look.cards, table.rng)

    def perform(self, action: Action) -> Iterator[Moment]:
        """Yields the moments of an action and of the calm after it.

        :raises NothingThere: if the card to take or touch does not lie there.
        """
        match action:
            case Wait(seconds):
                yield from self._still(seconds)
                return
            case Bump():
                yield from self._bump()
            case ChangeLight(factor):
                yield from self._change_light(factor)
            case _:
                yield from self._handled(action)
        yield from self._still(float(self._rng.uniform(0.5, 0.9)))

    def _handled(self, action: Action) -> Iterator[Moment]:
        """Yields the moments of an action of hands."""
        match action:
            case Lay(seat, card):
                others = [laid.sheet.corners for laid in self._at("trick")]
                yield from self._bring(seat, [(card, self._places.trick(seat, others))], "trick")
            case Gather(seat):
                yield from self._sweep_up(seat, self._at("trick"), "a trick to gather")
            case TurnUpcard(card, seat):
                yield from self._turn_upcard(seat, card)
            case SetStock(seat):
                yield from self._set_stock(seat)
            case TakeUpcard(seat):
                yield from self._take(seat, self._at("upcard"), "an upcard to take")
            case Exchange(seat, count):
                yield from self._exchange(seat, count)
            case Nudge(card):
                yield from self._nudge(self._lying(card))
            case Lift(card):
                laid = self._lying(card)
                yield from self._take(laid.seat, [laid], str(card))
            case HandPasses(seat):
                yield from self._pass(seat)
            case ClearStock(seat):
                yield from self._clear(seat)

    # Actions ------------------------------------------------------------------------------------------------------

    def _bring(self, seat: Seat, cards: Sequence[tuple[Card | None, Lie]], place: Place) -> Iterator[Moment]:
        """A hand brings cards, puts them down and leaves; None is a card face down."""
        lie = cards[-1][1]
        heading = self._hands.heading(seat, lie.x, lie.y) + float(self._rng.normal(0, 0.12))
        size, rate = self._table.card_size, self._table.rate
        hold = Hold.of(size, lie.angle, heading)
        grip = hold.grip(lie, heading)
        above = grip.raised(float(self._rng.uniform(10, 24)))
        dip = float(self._rng.uniform(0.05, 0.22))
        offsets = [own.corners(size) - lie.corners(size) for _, own in cards]

        def held(reach: Reach) -> list[Sheet]:
            corners = hold.lie(reach, dip * min(1.0, reach.z / 40)).corners(size)
            return [self._sheet(card, corners + offset) for (card, _), offset in zip(cards, offsets, strict=True)]

        coming = sweep(self._hands.away(seat, above), above, self._seconds(0.6), rate, 12)
        yield from self._moved(seat, "pinch", coming, held)
        yield from self._moved(seat, "pinch", sweep(above, grip, self._seconds(0.2), rate), held)
        for card, own in cards:
            self._put(card, own, seat, place)
        yield from self._leave(seat, "pinch", grip)

    def _set_stock(self, seat: Seat) -> Iterator[Moment]:
        yield from self._bring(seat, [(None, lie) for lie in self._stock_lies()], "stock")

    def _turn_upcard(self, seat: Seat, card: Card) -> Iterator[Moment]:
        """The dealer sets the stock down if it is not there yet, and turns its top card over beside it."""
        if not self._at("stock"):
            yield from self._set_stock(seat)
        start, end = self._top("stock"), self._places.upcard()
        size, rate = self._table.card_size, self._table.rate
        heading = self._hands.heading(seat, (start.x + end.x) / 2, (start.y + end.y) / 2)
        hold = Hold.of(size, start.angle, heading)
        grip, drop = hold.grip(start, heading), Hold.of(size, end.angle, heading).grip(end, heading)
        yield from self._moved(seat, "pinch", sweep(self._hands.away(seat, grip), grip, self._seconds(0.6), rate, 12))
        steps = max(3, round(self._seconds(0.6) * rate))
        swung = 0

        def held(reach: Reach) -> list[Sheet]:
            nonlocal swung
            swung += 1
            share = eased(min(1.0, swung / steps))
            lie = hold.lie(reach, roll=math.pi * (1 - share))
            lie = Lie(lie.x, lie.y, lie.z + 30 * math.sin(math.pi * share), start.angle, 0.0, lie.roll)
            corners = lie.corners(size)
            return [self._sheet(card, corners)] if share > 0.5 else [self._sheet(None, corners[[1, 0, 3, 2]])]

        yield from self._moved(seat, "pinch", sweep(grip, drop, steps / rate, rate), held)
        self._put(card, Lie(end.x, end.y, end.z, start.angle), seat, "upcard")
        yield from self._leave(seat, "pinch", drop)

    def _take(self, seat: Seat, cards: Sequence[Laid], what: str) -> Iterator[Moment]:
        """A hand pinches cards that lie together and carries them off."""
        if not cards:
            raise NothingThere(f"seat {seat} reaches for {what}, but none lies on the table; lay it first")
        size, rate = self._table.card_size, self._table.rate
        lie = cards[-1].lie
        heading = self._hands.heading(seat, lie.x, lie.y)
        hold = Hold.of(size, lie.angle, heading)
        grip = hold.grip(lie, heading)
        yield from self._moved(seat, "pinch", sweep(self._hands.away(seat, grip), grip, self._seconds(0.6), rate, 12))
        yield from self._still_hand(seat, "pinch", grip)
        self._table.replace(cards)
        offsets = [laid.sheet.corners - lie.corners(size) for laid in cards]

        def held(reach: Reach) -> list[Sheet]:
            corners = hold.lie(reach, 0.15 * min(1.0, reach.z / 40)).corners(size)
            return [self._sheet(laid.card, corners + offset) for laid, offset in zip(cards, offsets, strict=True)]

        leaving = sweep(grip, self._hands.away(seat, grip), self._seconds(0.6), rate, 20)
        yield from self._moved(seat, "pinch", leaving, held)

    def _sweep_up(self, seat: Seat, cards: Sequence[Laid], what: str) -> Iterator[Moment]:
        """A flat hand slides cards together and carries them off, to its pile if the table keeps piles in view."""
        if not cards:
            raise NothingThere(f"seat {seat} reaches for {what}, but none lies on the table; lay it first")
        rate = self._table.rate
        x, y, _ = (float(value) for value in np.mean([laid.sheet.corners.mean(axis=0) for laid in cards], axis=0))
        heading = self._hands.heading(seat, x, y)
        over = Reach(x, y, 8.0, heading)
        yield from self._moved(seat, "flat", sweep(self._hands.away(seat, over), over, self._seconds(0.6), rate, 30))
        self._table.replace(cards)
        ahead_x, ahead_y = over.forward
        close = Reach(x - 25 * ahead_x, y - 25 * ahead_y, 7.0, heading)
        steps = max(2, round(self._seconds(0.5) * rate))
        piled = [self._piled(close, laid, order) for order, laid in enumerate(cards)]
        slid = 0

        def sliding(_: Reach) -> list[Sheet]:
            nonlocal slid
            slid += 1
            share = 0.5 - 0.5 * math.cos(math.pi * slid / steps)
            ways = zip(cards, piled, strict=True)
            return [
                Sheet(laid.sheet.paper, (laid.sheet.corners * (1 - share) + there * share).astype(np.float32))
                for laid, there in ways
            ]

        yield from self._moved(seat, "flat", sweep(over, close, steps / rate, rate), sliding)
        yield from self._carry_off(seat, close, cards, piled)

    def _carry_off(
        self, seat: Seat, start: Reach, cards: Sequence[Laid], corners: Sequence[Floats]
    ) -> Iterator[Moment]:
        rate = self._table.rate

        def carried(reach: Reach) -> list[Sheet]:
            shift = np.array([reach.x - start.x, reach.y - start.y, max(0.0, reach.z - start.z)], np.float32)
            return [Sheet(laid.sheet.paper, own + shift) for laid, own in zip(cards, corners, strict=True)]

        if not self._table.look.cards.piles_in_view or cards[0].place != "trick":
            leaving = sweep(start, self._hands.away(seat, start), self._seconds(0.7), rate, 4)
            yield from self._moved(seat, "flat", leaving, carried)
            return
        order = sum(laid.seat == seat for laid in self._at("taken"))
        lie = self._places.taken(seat, order)
        there = Reach(lie.x - 18 * start.forward[0], lie.y - 18 * start.forward[1], 8.0, start.heading)
        yield from self._moved(seat, "flat", sweep(start, there, self._seconds(0.6), rate, 10), carried)
        self._put(None, lie, seat, "taken")
        yield from self._leave(seat, "flat", there)

    def _exchange(self, seat: Seat, count: int) -> Iterator[Moment]:
        """Cards go face down to the put-away pile, and as many come from the stock."""
        order = len(self._at("away"))
        away = [(None, self._places.put_away(order + index)) for index in range(count)]
        yield from self._bring(seat, away, "away")
        stock = self._at("stock")
        if not stock:
            raise NothingThere(f"seat {seat} exchanges {count}, but no stock lies on the table; turn an upcard first")
        lie = stock[-1].lie
        heading = self._hands.heading(seat, lie.x, lie.y)
        hold = Hold.of(self._table.card_size, lie.angle, heading)
        grip = hold.grip(lie, heading)
        rate = self._table.rate
        yield from self._moved(seat, "pinch", sweep(self._hands.away(seat, grip), grip, self._seconds(0.6), rate, 12))
        yield from self._still_hand(seat, "pinch", grip)

        def held(reach: Reach) -> list[Sheet]:
            return [self._sheet(None, hold.lie(reach).corners(self._table.card_size))]

        leaving = sweep(grip, self._hands.away(seat, grip), self._seconds(0.6), rate, 20)
        yield from self._moved(seat, "pinch", leaving, held)

    def _nudge(self, laid: Laid) -> Iterator[Moment]:
        """A finger pushes a card a little; it keeps its place among the others."""
        size, rate, lie = self._table.card_size, self._table.rate, laid.lie
        heading = self._hands.heading(laid.seat, lie.x, lie.y)
        grip = Hold.of(size, lie.angle, heading).grip(lie, heading).raised(4.0)
        end = self._places.nudged(lie)
        there = Reach(grip.x + end.x - lie.x, grip.y + end.y - lie.y, grip.z, heading)
        coming = sweep(self._hands.away(laid.seat, grip), grip, self._seconds(0.6), rate, 25)
        yield from self._moved(laid.seat, "flat", coming)
        here = laid
        steps = max(2, round(self._seconds(0.35) * rate))
        for step in range(1, steps + 1):
            share = eased(step / steps)
            way = Lie(
                lie.x + (end.x - lie.x) * share,
                lie.y + (end.y - lie.y) * share,
                lie.z,
                lie.angle + (end.angle - lie.angle) * share,
            )
            moved = self._laid(laid.card, way, laid.seat, laid.place)
            self._table.replace([here], [moved])
            here = moved
            reach = Reach(grip.x + (way.x - lie.x), grip.y + (way.y - lie.y), grip.z, heading)
            yield from self._still_hand(laid.seat, "flat", reach)
        yield from self._leave(laid.seat, "flat", there)

    def _pass(self, seat: Seat) -> Iterator[Moment]:
        """A hand passes over the table without laying anything."""
        x, y = (float(value) for value in self._rng.normal(0, 40, 2))
        over = Reach(x, y, 60.0, self._hands.heading(seat, x, y))
        coming = sweep(self._hands.away(seat, over), over, self._seconds(0.6), self._table.rate)
        yield from self._moved(seat, "flat", coming)
        yield from self._leave(seat, "flat", over)

    def _clear(self, seat: Seat) -> Iterator[Moment]:
        """The dealer collects the remaining cards, one heap after the other."""
        heaps = [self._at("stock", "upcard"), self._at("away"), self._at("trick"), self._at("taken")]
        if not any(heaps):
            raise NothingThere(f"seat {seat} clears the table, but nothing lies there; leave the line out")
        for heap in heaps:
            if heap:
                yield from self._sweep_up(seat, heap, "cards to clear")

    def _bump(self) -> Iterator[Moment]:
        """A knock against the camera: it swings and comes to rest in another position."""
        look = self._table.look
        camera = look.camera
        push = self._rng.normal(0, 1, 3)
        shift = np.array([12.0, 9.0, 1.5]) * push / max(float(np.abs(push).max()), 0.5)
        for share in (0.7, 1.5, 0.8, 1.0):
            aim = (camera.aim[0] + share * float(shift[0]), camera.aim[1] + share * float(shift[1]))
            swung = replace(camera, aim=aim, roll=camera.roll + share * float(shift[2]))
            self._table.seen_anew(replace(look, camera=swung))
            yield Moment(restless=True)

    def _change_light(self, factor: float) -> Iterator[Moment]:
        look = self._table.look
        for share in (0.4, 0.8, 1.0):
            exposure = look.light.exposure * factor**share
            self._table.seen_anew(replace(look, light=replace(look.light, exposure=exposure)))
            yield Moment(restless=True)

    # The hand's ways ----------------------------------------------------------------------------------------------

    def _moved(
        self,
        seat: Seat,
        pose: Pose,
        way: Iterable[Reach],
        held: Callable[[Reach], Sequence[Sheet]] = lambda _: (),
    ) -> Iterator[Moment]:
        lens = self._table.lens
        share = lens.look.exposure_time * self._table.rate
        last: Reach | None = None
        for reach in way:
            last = last or reach
            here, there = lens.project([[reach.x, reach.y, reach.z], [last.x, last.y, last.z]])
            smear = (here - there) * share
            sheets = self._hands.sheets(seat, pose, reach, held(reach))
            yield Moment(sheets, (float(smear[0]), float(smear[1])))
            last = reach

    def _leave(self, seat: Seat, pose: Pose, start: Reach) -> Iterator[Moment]:
        away = self._hands.away(seat, start)
        yield from self._moved(seat, pose, sweep(start, away, self._seconds(0.6), self._table.rate, 25))

    def _still_hand(self, seat: Seat, pose: Pose, reach: Reach) -> Iterator[Moment]:
        yield Moment(self._hands.sheets(seat, pose, reach, ()))

    def _piled(self, reach: Reach, laid: Laid, order: int) -> Floats:
        """Returns the corners of a card slid below the hand, turned the shortest way."""
        what = reach.heading + math.pi / 2
        turn = (what - laid.lie.angle + math.pi / 2) % math.pi - math.pi / 2
        ahead_x, ahead_y = reach.forward
        x, y, askew = (float(value) for value in self._rng.normal(0, (5.0, 5.0, 0.12)))
        lie = Lie(
            reach.x + 18 * ahead_x + x,
            reach.y + 18 * ahead_y + y,
            THICKNESS * (1 + order),
            laid.lie.angle + turn + askew,
        )
        return lie.corners(self._table.card_size)

    # What lies where ----------------------------------------------------------------------------------------------

    def _at(self, *places: Place) -> list[Laid]:
        return [laid for laid in self._table.laid if laid.place in places]

    def _lying(self, card: Card) -> Laid:
        for laid in reversed(self._table.laid):
            if laid.card == card:
                return laid
        raise NothingThere(f"a hand reaches for {card}, but it does not lie on the table; lay it first")

    def _top(self, place: Place) -> Lie:
        return self._at(place)[-1].lie

    def _stock_lies(self) -> list[Lie]:
        base = self._places.stock()
        lies = []
        for order in range(STOCK_SHEETS):
            x, y, askew = (float(value) for value in self._rng.normal(0, (0.8, 0.8, 0.012)))
            lies.append(Lie(base.x + x, base.y + y, base.z + order * PILE_STEP, base.angle + askew))
        return lies

    def _sheet(self, card: Card | None, corners: Floats) -> Sheet:
        paper = self._table.back() if card is None else self._table.paper(card)
        return Sheet(paper, corners.astype(np.float32))

    def _laid(self, card: Card | None, lie: Lie, seat: Seat, place: Place) -> Laid:
        return Laid(self._sheet(card, lie.corners(self._table.card_size)), lie, card, seat, place)

    def _put(self, card: Card | None, lie: Lie, seat: Seat, place: Place) -> None:
        self._table.put(self._laid(card, lie, seat, place))

    def _seconds(self, usual: float) -> float:
        return usual * float(self._rng.uniform(0.75, 1.3))

    def _still(self, seconds: float) -> Iterator[Moment]:
        for _ in range(max(1, round(seconds * self._table.rate))):
            yield Moment()
