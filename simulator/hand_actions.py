"""Actions of hands at a table."""

from collections.abc import Sequence

import numpy as np

from simulator.script import OVER, PlacedThing, Script
from simulator.stage.arms import Arm
from simulator.stage.keyframes import Floats, Track
from simulator.stage.things import Held, Thing

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
    thing: Thing | None = None,
) -> PlacedThing:
    """A hand brings a card, or the *thing*, and puts it down."""
    begins = script.now if start is None else start
    arm = script.arm(seat, begins)
    thing = thing if thing is not None else script.card(name)
    thing.turn = Track.constant([FACE_DOWN if face_down else 0.0])
    held = script.held(arm, pose)
    tip = script.tip_for(arm, pose, held)
    down = reach_down(script, arm, tip, pose[2])
    thing.shown = (begins, np.inf)
    go(thing, begins, held, OVER)
    placed = let_go(script, name, thing, down)
    gone, until = script.withdraw(arm)
    if not face_down:
        script.expect("card_laid", down, gone, seat, name, group=group, pose=placed.pose)
    script.rest(until)
    return placed


def reach_down(script: Script, arm: Arm, tip: Floats, height: float = 0.0) -> float:
    """Moves the fingertips over a place and down to it; returns the time of arrival."""
    over = arm.reach.times[-1] + script.seconds(0.4, 0.8)
    arm.reach.to(over, [*tip, script.uniform(22, 50)])
    down = over + script.seconds(0.12, 0.3)
    arm.reach.to(down, [*tip, 4.0 + height])
    arm.reach.hold(down + script.seconds(0.05, 0.25))
    return down


def go(thing: Thing, time: float, way: Track | Held, layer: int) -> None:
    """From *time* on the thing follows *way*."""
    thing.spans.append((time, way))
    thing.layers.append((time, layer))


def let_go(script: Script, name: str, thing: Thing, time: float) -> PlacedThing:
    """Releases the object at *time*, where it is then."""
    pose = thing.pose(time)
    pose[2] = max(pose[2], 0.0)
    go(thing, time, Track.constant(pose[:4]), script.top_layer())
    placed = PlacedThing(name, thing, pose[:4])
    script.placed.append(placed)
    return placed


def nudge(script: Script, seat: int, placed: PlacedThing) -> None:
    """A finger pushes a lying card a little and turns it."""
    arm = script.arm(seat, script.now, "point")
    down = reach_down(script, arm, placed.pose[:2] + script.rng.normal(0, 12, 2), placed.pose[2])
    start = arm.reach.times[-1]
    for _ in range(50):
        step = np.array([*script.rng.normal(0, 12, 2), 0, np.radians(script.rng.normal(0, 8))])
        if script.in_view(placed.pose + step):
            break
    end = start + script.uniform(0.25, 0.5)
    arm.reach.to(end, arm.reach.values[-1] + [*step[:2], 0])
    slide = Track([down], [placed.pose], ["even"]).hold(start).to(end, placed.pose + step)
    layer = placed.thing.layer(down)
    go(placed.thing, down, slide, layer)
    placed.pose = placed.pose + step
    _, until = script.withdraw(arm, "point")
    script.rest(until)


def lift(script: Script, seat: int, placed: PlacedThing) -> None:
    """A hand takes one card up and away."""
    arm, taken = seize(script, seat, placed)
    arm.reach.to(taken + 0.25, arm.reach.values[-1] + [0, 0, 35])
    gone, until = script.withdraw(arm, "pinch")
    placed.thing.shown = (placed.thing.shown[0], arm.shown[1])
    script.expect("card_lifted", until, gone, seat, placed.name)
    script.rest(until)


def seize(script: Script, seat: int, placed: PlacedThing) -> tuple[Arm, float]:
    """A hand takes a lying card; returns the arm, and the time from which it holds it."""
    arm = script.arm(seat, script.now)
    held = script.held(arm, placed.pose)
    reach_down(script, arm, script.tip_for(arm, placed.pose, held), placed.pose[2])
    taken = arm.reach.times[-1]
    held.above = float(arm.reach.values[-1][2] - placed.pose[2])
    go(placed.thing, taken, held, OVER)
    script.placed.remove(placed)
    return arm, taken


def move(script: Script, seat: int, placed: PlacedThing, pose: Floats, *, face_up: bool = False) -> PlacedThing:
    """A hand moves a card within the view, and turns it *face_up* on the way."""
    arm, taken = seize(script, seat, placed)
    held = placed.thing.way(taken)
    assert isinstance(held, Held)
    arm.reach.to(taken + 0.3, arm.reach.values[-1] + [0, 0, 30])
    tip = script.tip_for(arm, pose, Held(arm, held.forward, held.lateral, held.yaw))
    down = reach_down(script, arm, tip, pose[2])
    if face_up:
        placed.thing.turn.hold(taken + 0.1).to(down - 0.1, [0.0])
    moved = let_go(script, placed.name, placed.thing, down)
    gone, until = script.withdraw(arm)
    group = script.new_group()
    script.expect("card_lifted", taken, gone, seat, placed.name, group=group, optional=True)
    script.expect("card_laid", down, gone, seat, placed.name, group=group, pose=moved.pose, optional=True)
    script.rest(until)
    return moved


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
    reach_down(script, arm, order[0].pose[:2], 2.0)
    for index, one in enumerate(order):
        if index:
            arm.reach.to(arm.reach.times[-1] + script.seconds(0.18, 0.35), [*one.pose[:2], 6.0])
        time = arm.reach.times[-1]
        tip, heading = arm.tip(time)
        away = one.pose[:2] - tip[:2]
        forward = float(away @ [np.cos(heading), np.sin(heading)])
        lateral = float(away @ [-np.sin(heading), np.cos(heading)])
        held = Held(arm, forward, lateral, float(one.pose[3] - heading), float(tip[2]))
        go(one.thing, time, held, OVER + one.thing.layer(time))
        script.placed.remove(one)
    return arm


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
