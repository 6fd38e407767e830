"""Actions of hands at a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simulator.script import OVER, PlacedThing, Script
from simulator.stage.arms import Arm
from simulator.stage.keyframes import Floats, Track
from simulator.stage.things import Body, Held, Thing

FACE_DOWN = np.pi


def lay(
    script: Script,
    seat: int,
    name: str,
    pose: Floats,
    *,
    start: float | None = None,
    group: int | None = None,
    face_down: bool = False,
    side: int | None = None,
    thing: Thing | None = None,
) -> PlacedThing:
    """A hand brings a card, or the *thing*, and puts it down."""
    begins = script.now if start is None else start
    arm = script.arm(seat, begins, side=side)
    thing = thing if thing is not None else script.card(name)
    thing.turn = Track.constant([FACE_DOWN if face_down else 0.0])
    held = script.held(arm, pose)
    tip = script.tip_for(arm, pose, held)
    down = _reach_down(script, arm, tip, pose[2])
    thing.shown = (begins, np.inf)
    _go(thing, begins, held, OVER)
    placed = let_go(script, name, thing, down)
    gone, until = script.withdraw(arm)
    if not face_down:
        script.expect("card_laid", down, gone, seat, name, group=group, pose=placed.pose)
    script.rest(until)
    return placed


def _reach_down(script: Script, arm: Arm, tip: Floats, height: float = 0.0) -> float:
    """Moves the fingertips over a place and down to it; returns the time of arrival."""
    over = arm.reach.times[-1] + script.seconds(0.4, 0.8)
    arm.reach.to(over, [*tip, script.uniform(22, 50)])
    down = over + script.seconds(0.12, 0.3)
    arm.reach.to(down, [*tip, 4.0 + height])
    arm.reach.hold(down + script.seconds(0.05, 0.25))
    return down


def _go(thing: Thing, time: float, way: Track | Held, layer: int) -> None:
    thing.spans.append((time, way))
    thing.layers.append((time, layer))


def let_go(script: Script, name: str, thing: Thing, time: float) -> PlacedThing:
    """Releases the object at *time*, where it is then."""
    pose = thing.pose(time)
    pose[2] = max(pose[2], 0.0)
    _go(thing, time, Track.constant(pose[:4]), script.top_layer())
    placed = PlacedThing(name, thing, pose[:4])
    script.placed.append(placed)
    return placed


def throw(script: Script, seat: int, name: str, pose: Floats) -> PlacedThing:
    """A hand throws a card from near the rim; it slides and spins until friction stops it."""
    begins = script.now
    arm = script.arm(seat, begins)
    start = script.rim(seat, float(np.clip(script.rng.normal(0.5, 0.1), 0.3, 0.7)), script.uniform(-60, -10))
    flung = begins + script.uniform(0.3, 0.5)
    arm.reach.to(flung, [*start, 25.0], "even").to(flung + 0.15, [*(start * 0.9), 45.0], "braking")
    thing = script.card(name)
    thing.shown = (begins, np.inf)
    spin = script.rng.uniform(0.5, 4.5) * script.rng.choice([-1, 1])
    held = script.held(arm, np.array([*start, 0, pose[3] - spin]))
    _go(thing, begins, held, OVER)
    free = thing.pose(flung)
    stops = flung + script.uniform(0.35, 0.8)
    spun = free[3] + spin
    end = np.array([*pose[:3], spun])
    _go(thing, flung, Track([flung], [free[:4]], ["even"]).to(stops, end, "braking"), script.top_layer())
    placed = PlacedThing(name, thing, end)
    script.placed.append(placed)
    gone, until = script.withdraw(arm)
    rest = max(gone, int(np.ceil(stops * script.stage.rate)))
    script.expect("card_laid", stops, rest, seat, name, pose=end)
    script.rest(max(until, stops))
    return placed


def nudge(script: Script, seat: int, placed: PlacedThing) -> None:
    """A finger pushes a lying card a little and turns it."""
    arm = script.arm(seat, script.now, "point")
    down = _reach_down(script, arm, placed.pose[:2] + script.rng.normal(0, 12, 2), placed.pose[2])
    start = arm.reach.times[-1]
    for _ in range(50):
        step = np.array([*script.rng.normal(0, 12, 2), 0, np.radians(script.rng.normal(0, 8))])
        if script.in_view(placed.pose + step):
            break
    end = start + script.uniform(0.25, 0.5)
    arm.reach.to(end, arm.reach.values[-1] + [*step[:2], 0])
    slide = Track([down], [placed.pose], ["even"]).hold(start).to(end, placed.pose + step)
    layer = placed.thing.layer(down)
    _go(placed.thing, down, slide, layer)
    placed.pose = placed.pose + step
    _, until = script.withdraw(arm, "point")
    script.rest(until)


def lift(script: Script, seat: int, placed: PlacedThing) -> None:
    """A hand takes one card up and away."""
    arm, taken = _seize(script, seat, placed)
    arm.reach.to(taken + 0.25, arm.reach.values[-1] + [0, 0, 35])
    gone, until = script.withdraw(arm, "pinch")
    placed.thing.shown = (placed.thing.shown[0], arm.shown[1])
    script.expect("card_lifted", until, gone, seat, placed.name)
    script.rest(until)


def _seize(script: Script, seat: int, placed: PlacedThing, side: int | None = None) -> tuple[Arm, float]:
    arm = script.arm(seat, script.now, side=side)
    held = script.held(arm, placed.pose)
    _reach_down(script, arm, script.tip_for(arm, placed.pose, held), placed.pose[2])
    taken = arm.reach.times[-1]
    held.above = float(arm.reach.values[-1][2] - placed.pose[2])
    _go(placed.thing, taken, held, OVER)
    script.placed.remove(placed)
    return arm, taken


def move(script: Script, seat: int, placed: PlacedThing, pose: Floats, *, face_up: bool = False) -> PlacedThing:
    """A hand moves a card within the view, and turns it *face_up* on the way."""
    arm, taken = _seize(script, seat, placed)
    held = placed.thing.way(taken)
    assert isinstance(held, Held)
    arm.reach.to(taken + 0.3, arm.reach.values[-1] + [0, 0, 30])
    tip = script.tip_for(arm, pose, Held(arm, held.forward, held.lateral, held.yaw))
    down = _reach_down(script, arm, tip, pose[2])
    if face_up:
        placed.thing.turn.hold(taken + 0.1).to(down - 0.1, [0.0])
    moved = let_go(script, placed.name, placed.thing, down)
    gone, until = script.withdraw(arm)
    group = script.new_group()
    script.expect("card_lifted", taken, gone, seat, placed.name, group=group, optional=True)
    script.expect("card_laid", down, gone, seat, placed.name, group=group, pose=moved.pose, optional=True)
    script.rest(until)
    return moved


def turn_over(script: Script, seat: int, placed: PlacedThing) -> None:
    """A hand lifts a face-down card by its edge, turns it in the air and puts it down face up."""
    arm, taken = _seize(script, seat, placed)
    tip = arm.reach.values[-1]
    up = taken + 0.25
    arm.reach.to(up, np.add(tip, [0, 0, 40]))
    turned = up + script.uniform(0.3, 0.6)
    arm.reach.hold(turned)
    placed.thing.turn.hold(up).to(turned, [0.0])
    down = turned + 0.25
    arm.reach.to(down, tip).hold(down + 0.1)
    fresh = let_go(script, placed.name, placed.thing, down)
    gone, until = script.withdraw(arm)
    script.expect("card_laid", down, gone, seat, placed.name, pose=fresh.pose)
    script.rest(until)


def gather(
    script: Script, seat: int, cards: Sequence[PlacedThing], *, is_expected: bool = True, count: int | None = None
) -> None:
    """A hand sweeps from the farthest card to the nearest and takes them all out of the view.

    Unless it *is_expected*, they may also be reported one by one as lifted; *count* is the number of cards of the
    trick.
    """
    arm = sweep(script, seat, cards)
    gone, until = script.withdraw(arm, "grab")
    for one in cards:
        one.thing.shown = (one.thing.shown[0], arm.shown[1])
        if not is_expected:
            script.expect("card_lifted", until, gone, seat, one.name, optional=True)
    if is_expected:
        script.expect("trick_gathered", until, gone, seat, cards=len(cards) if count is None else count)
    script.rest(until)


def sweep(script: Script, seat: int, cards: Sequence[PlacedThing]) -> Arm:
    """A hand draws the cards together and then holds them."""
    arm = script.arm(seat, script.now, "grab")
    order = sorted(cards, key=lambda one: -float(np.linalg.norm(one.pose[:2] - arm.anchor[:2])))
    _reach_down(script, arm, order[0].pose[:2], 2.0)
    for index, one in enumerate(order):
        if index:
            arm.reach.to(arm.reach.times[-1] + script.seconds(0.18, 0.35), [*one.pose[:2], 6.0])
        time = arm.reach.times[-1]
        tip, heading = arm.tip(time)
        away = one.pose[:2] - tip[:2]
        forward = float(away @ [np.cos(heading), np.sin(heading)])
        lateral = float(away @ [-np.sin(heading), np.cos(heading)])
        held = Held(arm, forward, lateral, float(one.pose[3] - heading), float(tip[2]))
        _go(one.thing, time, held, OVER + one.thing.layer(time))
        script.placed.remove(one)
    return arm


def to_pile(script: Script, seat: int, cards: Sequence[PlacedThing], place: Floats, face_down: bool) -> None:
    """A hand draws the trick together and puts it on a pile in view."""
    arm = sweep(script, seat, cards)
    taken = arm.reach.times[-1]
    arm.reach.to(taken + 0.3, arm.reach.values[-1] + [0, 0, 30])
    over = taken + 0.3 + script.uniform(0.3, 0.6)
    if face_down:
        for one in cards:
            one.thing.turn.hold(taken + 0.3).to(over, [FACE_DOWN])
    arm.reach.to(over, [*place[:2], 25.0])
    down = over + 0.2
    arm.reach.to(down, [*place[:2], 6.0]).hold(down + 0.1)
    for one in cards:
        pose = one.thing.pose(down)
        tidy = np.array([*(place[:2] + script.rng.normal(0, 3, 2)), 1.0, place[3] + script.rng.normal(0, 0.05)])
        squared = Track([down], [pose[:4]], ["even"]).to(down + 0.1, tidy)
        _go(one.thing, down, squared, script.top_layer())
    gone, until = script.withdraw(arm)
    script.expect("trick_gathered", down, gone, seat, cards=len(cards))
    script.rest(until)


def pass_over(script: Script, seat: int, shape: str = "relaxed", stay: float = 0.0) -> None:
    """A hand without a card reaches over the table, may stay, and leaves."""
    arm = script.arm(seat, script.now, shape)
    place = script.rng.normal(0, 55, 2)
    height = script.uniform(15, 70) if stay == 0 else 1.0
    over = arm.reach.times[-1] + script.uniform(0.4, 0.8)
    arm.reach.to(over, [*place, height]).hold(over + stay)
    if stay == 0:
        arm.reach.to(over + script.uniform(0.2, 0.6), [*(place + script.rng.normal(0, 40, 2)), height])
    _, until = script.withdraw(arm, shape)
    script.rest(until)


def rest_hand(script: Script, seat: int, place: Floats, seconds: float) -> None:
    """A flat hand lies on the table, or on a card, and then leaves."""
    arm = script.arm(seat, script.now, "flat")
    _reach_down(script, arm, place)
    arm.reach.hold(arm.reach.times[-1] + seconds)
    _, until = script.withdraw(arm, "flat")
    script.rest(until)


def put_down(script: Script, seat: int, body: Body, place: Floats, tall: float = 0.0) -> Thing:
    """A hand puts down an object that is no card."""
    arm = script.arm(seat, script.now, "grab")
    held = Held(arm, 0.0, 0.0, float(script.rng.uniform(-0.5, 0.5)), 4.0 + tall)
    thing = Thing(body)
    thing.shown = (script.now, np.inf)
    _go(thing, script.now, held, OVER)
    tip = place[:2]
    over = arm.reach.times[-1] + script.uniform(0.5, 0.8)
    arm.reach.to(over, [*tip, 40.0 + tall]).to(over + 0.3, [*tip, 4.0 + tall]).hold(over + 0.45)
    script.stage.things.append(thing)
    script.props.append(thing)
    pose = thing.pose(over + 0.3)
    _go(thing, over + 0.3, Track.constant(pose[:4]), script.top_layer())
    _, until = script.withdraw(arm, "grab")
    script.rest(until)
    return thing


def take_away(script: Script, seat: int, thing: Thing, tall: float = 0.0) -> None:
    arm = script.arm(seat, script.now, "grab")
    pose = thing.pose(script.now)
    over = arm.reach.times[-1] + script.uniform(0.5, 0.8)
    arm.reach.to(over, [*pose[:2], 20.0 + tall]).to(over + 0.25, [*pose[:2], 4.0 + tall]).hold(over + 0.4)
    taken = over + 0.4
    _, heading = arm.tip(taken)
    _go(thing, taken, Held(arm, 0.0, 0.0, float(pose[3] - heading), 4.0 + tall), OVER)
    arm.reach.to(taken + 0.2, [*pose[:2], 40.0 + tall])
    _, until = script.withdraw(arm, "grab")
    thing.shown = (thing.shown[0], arm.shown[1])
    script.rest(until)
