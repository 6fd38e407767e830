"""Tricks of scenarios, and actions of hands that only these have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from simulator.hand_actions import FACE_DOWN, gather, go, lay, let_go, reach_down, seize, sweep
from simulator.script import OVER, PlacedThing, Script
from simulator.stage.keyframes import Floats, Track
from simulator.stage.things import Body, Held, Thing

APART = (0.0, 0.0)
"""Range of the share of a card that lies on another one."""


def somebody(script: Script) -> int:
    """Returns a random seat."""
    return int(script.rng.choice(script.seats))


def in_turn(script: Script, leader: int) -> Sequence[int]:
    """Returns the seats from that of number *leader* on."""
    return script.seats[leader:] + script.seats[:leader]


def lay_trick(script: Script, overlap: tuple[float, float] = APART) -> list[PlacedThing]:
    """Each seat lays a card in turn, from a random seat on."""
    order = in_turn(script, int(script.rng.integers(len(script.seats))))
    return [lay(script, seat, script.take(), script.spot(seat, overlap if script.placed else APART)) for seat in order]


def gather_trick(script: Script, cards: Sequence[PlacedThing]) -> None:
    """A random seat gathers the *cards*."""
    gather(script, somebody(script), cards)


def play_tricks(script: Script, overlap: tuple[float, float] = APART) -> None:
    """Two tricks are laid and gathered."""
    for _ in range(2):
        gather_trick(script, lay_trick(script, overlap))


def play_interrupted(script: Script, interrupt: Callable[[int, PlacedThing], None], tricks: int = 2) -> None:
    """Tricks are laid and gathered; *interrupt* is called after each card with its seat."""
    for _ in range(tricks):
        cards: list[PlacedThing] = []
        for seat in script.seats:
            cards.append(lay(script, seat, script.take(), script.spot(seat)))
            interrupt(seat, cards[-1])
        gather_trick(script, cards)


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
    go(thing, begins, held, OVER)
    free = thing.pose(flung)
    stops = flung + script.uniform(0.35, 0.8)
    spun = free[3] + spin
    end = np.array([*pose[:3], spun])
    go(thing, flung, Track([flung], [free[:4]], ["even"]).to(stops, end, "braking"), script.top_layer())
    placed = PlacedThing(name, thing, end)
    script.placed.append(placed)
    gone, until = script.withdraw(arm)
    rest = max(gone, int(np.ceil(stops * script.stage.rate)))
    script.expect("card_laid", stops, rest, seat, name, pose=end)
    script.rest(max(until, stops))
    return placed


def turn_over(script: Script, seat: int, placed: PlacedThing) -> None:
    """A hand lifts a face-down card by its edge, turns it in the air and puts it down face up."""
    arm, taken = seize(script, seat, placed)
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
        go(one.thing, down, squared, script.top_layer())
    gone, until = script.withdraw(arm)
    script.expect("trick_gathered", down, gone, seat, cards=len(cards))
    script.rest(until)


def rest_hand(script: Script, seat: int, place: Floats, seconds: float) -> None:
    """A flat hand lies on the table, or on a card, and then leaves."""
    arm = script.arm(seat, script.now, "flat")
    reach_down(script, arm, place)
    arm.reach.hold(arm.reach.times[-1] + seconds)
    _, until = script.withdraw(arm, "flat")
    script.rest(until)


def put_down(script: Script, seat: int, body: Body, place: Floats, tall: float = 0.0) -> Thing:
    """A hand puts down an object that is no card."""
    arm = script.arm(seat, script.now, "grab")
    held = Held(arm, 0.0, 0.0, float(script.rng.uniform(-0.5, 0.5)), 4.0 + tall)
    thing = script.prop(body)
    thing.shown = (script.now, np.inf)
    go(thing, script.now, held, OVER)
    tip = place[:2]
    over = arm.reach.times[-1] + script.uniform(0.5, 0.8)
    arm.reach.to(over, [*tip, 40.0 + tall]).to(over + 0.3, [*tip, 4.0 + tall]).hold(over + 0.45)
    pose = thing.pose(over + 0.3)
    go(thing, over + 0.3, Track.constant(pose[:4]), script.top_layer())
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
    go(thing, taken, Held(arm, 0.0, 0.0, float(pose[3] - heading), 4.0 + tall), OVER)
    arm.reach.to(taken + 0.2, [*pose[:2], 40.0 + tall])
    _, until = script.withdraw(arm, "grab")
    thing.shown = (thing.shown[0], arm.shown[1])
    script.rest(until)
