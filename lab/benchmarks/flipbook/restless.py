"""Restless scenarios: quick hands, hands that stay in view, knocks, cards that are pushed, flicker, shadows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lab.benchmarks.flipbook.hands import APART, in_turn, play_tricks
from simulator import hand_actions
from simulator.script import PlacedThing, Script
from simulator.stage.arms import SHAPES
from simulator.stage.keyframes import Floats, Track

OVERLAP = (0.0, 0.35)
TRICKS = 3


def _paced_tricks(script: Script, period: float, tempo: float, between: float = 0.4) -> None:
    """A card every *period* seconds, at *tempo*; the taker gathers at once and leads *between* seconds later."""
    script.tempo, script.pause = tempo, (between, between)
    leader = int(script.rng.integers(len(script.seats)))
    for _ in range(TRICKS):
        cards: list[PlacedThing] = []
        first = script.now
        for turn, seat in enumerate(in_turn(script, leader)):
            start = first + turn * period
            pose = script.spot(seat, OVERLAP if script.placed else APART)
            cards.append(hand_actions.lay(script, seat, script.take(), pose, start=start))
        leader = int(script.rng.integers(len(script.seats)))
        hand_actions.gather(script, script.seats[leader], cards)


def quick(script: Script) -> None:
    """A card every 0.8 s; for about 0.2 s of them no hand is in view."""
    _paced_tricks(script, 0.8, 0.5)


def quicker(script: Script) -> None:
    """A card every 0.6 s."""
    _paced_tricks(script, 0.6, 0.42, 0.3)


def hand_after_hand(script: Script) -> None:
    """Hands at normal speed without a gap: two are in view at a time."""
    _paced_tricks(script, float(script.uniform(0.8, 1.0)), 0.8, 0.3)


def fidgeting(script: Script) -> None:
    """A hand keeps moving in view, reaching in by some 14 % of the view, while the others play."""
    seat = script.seats[int(script.rng.integers(len(script.seats)))]
    arm = script.arm(seat, 0.2, "relaxed")
    near, far = script.rim(seat, 0.5, 0.0), script.rim((seat + 2) % 4, 0.5, 0.0)
    along, depth = script.uniform(0.15, 0.3), 0.14 * float(np.linalg.norm(near - far))
    arm.reach.to(0.6, [*script.rim(seat, along, -depth), 30.0])
    script.now = 1.5
    play_tricks(script, OVERLAP)
    while arm.reach.times[-1] < script.now + 1.0:
        place = script.rim(seat, along + script.rng.normal(0, 0.02), -depth * script.uniform(0.8, 1.05))
        arm.reach.to(arm.reach.times[-1] + script.uniform(0.15, 0.4), [*place, 30.0])
    arm.shape.hold(arm.shape.times[-1] + 0.1).to(script.now, SHAPES["fist"])


def shoved(script: Script) -> None:
    """The camera is displaced by 5 to 150 px of a view 1280 px wide and up to 10°, also while a card is laid."""
    for _ in range(2):
        cards: list[PlacedThing] = []
        for seat in script.seats:
            begins = script.now
            cards.append(hand_actions.lay(script, seat, script.take(), script.spot(seat)))
            if script.rng.random() < 0.4:
                _shove(script, begins + 0.4 if script.rng.random() < 0.5 else script.now - 0.3)
        hand_actions.gather(script, script.seats[0], cards)


def _shove(script: Script, time: float) -> None:
    time = max(time, script.stage.cameras[-1][0] + 0.05)
    camera = script.stage.cameras[-1][1]
    far, way = np.exp(script.uniform(np.log(5), np.log(150))) * camera.size[0] / 1280, script.uniform(0, 2 * np.pi)
    home = script.stage.cameras[0][1]
    shift = (home.shift[0] + far * np.cos(way), home.shift[1] + far * np.sin(way))
    rest = replace(home, shift=shift, roll=home.roll + np.radians(script.uniform(-10, 10) * min(far / 100, 1)))
    script.stage.cameras += [(time, camera.knocked(script.rng)), (time + 0.1, rest)]


def flickering(script: Script) -> None:
    """The lamp swings by 15 to 25 %."""
    script.stage.light.wobble = script.uniform(0.15, 0.25)
    play_tricks(script, OVERLAP)


def wandering_shadow(script: Script) -> None:
    """A person moves between lamp and table: a soft shadow moves over it."""
    play_tricks(script, OVERLAP)
    time, shade = 0.0, Track.constant([*_somewhere(script), 120.0, 0.0])
    while time < script.now + 1:
        time += script.uniform(0.6, 2.5)
        shade.to(time, [*_somewhere(script), script.uniform(80, 200), script.uniform(0.1, 0.45)])
    script.stage.light.shade = shade


def _somewhere(script: Script) -> tuple[float, float]:
    return script.uniform(-300, 300), script.uniform(-200, 200)


def _at_a_brisk_pace(**sensor: object) -> Callable[[Script], None]:
    """Returns a scenario whose camera has a *sensor* with these faults."""

    def play(script: Script) -> None:
        for name, value in sensor.items():
            setattr(script.stage.sensor, name, value)
        _paced_tricks(script, 1.0, 0.6)

    return play


def swinging_lamp(script: Script) -> None:
    """Glossy cards reflect a lamp that swings: a spot of a part of each card moves to and fro on it."""
    _play_glossy_tricks(script, (0.4, 1.2))


def ceiling_fan(script: Script) -> None:
    """The blades of a fan pass before the lamp that glossy cards reflect, several a second, and dim the table."""
    _play_glossy_tricks(script, (0.1, 0.25))
    end, shade = script.now + 1, Track.constant([*_somewhere(script), 150.0, 0.0])
    while shade.times[-1] < end:
        x, y = _somewhere(script)
        shade.to(shade.times[-1] + 0.1, [x, y, 150.0, 0.15], "even")
    script.stage.light.shade = shade


def torch(script: Script) -> None:
    """Somebody searches with a torch: its light wanders over table and cards."""
    play_tricks(script, OVERLAP)
    shade = Track.constant([*_somewhere(script), 80.0, 0.0])
    while shade.times[-1] < script.now + 1:
        x, y = _somewhere(script)
        brighter = -script.uniform(0.2, 0.8)
        shade.to(shade.times[-1] + script.uniform(0.4, 1.5), [x, y, script.uniform(50, 120), brighter])
    script.stage.light.shade = shade


def _play_glossy_tricks(script: Script, seconds: tuple[float, float]) -> None:
    """Plays two tricks; on each card a reflection moves to and fro, for half a swing of so many *seconds*."""
    poses = []
    for _ in range(2):
        cards = [hand_actions.lay(script, seat, script.take(), script.spot(seat)) for seat in script.seats]
        poses += [card.pose for card in cards]
        hand_actions.gather(script, script.seats[0], cards)
    half, wide, bright = script.uniform(*seconds), script.uniform(6, 16), script.uniform(0.3, 1.2)
    way = script.rng.normal(0, 1, 2)
    swing = way / np.linalg.norm(way) * script.uniform(0.4, 0.7) * script.deck.width
    for pose in poses:
        middle = pose[:2] + script.rng.normal(0, 6, 2)
        glint = Track.constant([*(middle + swing), wide, bright])
        while glint.times[-1] < script.now + 1:
            glint.to(glint.times[-1] + half, [*(middle - swing), wide, bright])
            glint.to(glint.times[-1] + half, [*(middle + swing), wide, bright])
        script.stage.light.glints.append(glint)


def bumped(script: Script) -> None:
    """Somebody bumps the table after each card: all that lie there slide and turn a little, without a hand."""
    for seat in script.seats:
        hand_actions.lay(script, seat, script.take(), script.spot(seat, OVERLAP if script.placed else APART))
        for card in script.placed:
            _slide(script, card, script.now, script.now + 0.2, script.rng.normal(0, 5, 2), 4.0)
        script.rest(script.now + 0.3)
    hand_actions.gather(script, script.seats[0], list(script.placed))


def pushed_together(script: Script) -> None:
    """A hand pushes the heap together after each card: each card moves and turns, some under others."""
    for seat in script.seats:
        hand_actions.lay(script, seat, script.take(), script.spot(seat, (0.0, 0.5) if script.placed else APART))
        middle = np.mean([card.pose[:2] for card in script.placed], axis=0)
        arm = script.arm(seat, script.now, "grab")
        hand_actions.reach_down(script, arm, middle, 2.0)
        start, shift = arm.reach.times[-1], script.rng.normal(0, 12, 2)
        end = start + script.uniform(0.3, 0.6)
        arm.reach.to(end, arm.reach.values[-1] + [*shift, 0])
        for card in script.placed:
            together = shift + (middle - card.pose[:2]) * 0.12 + script.rng.normal(0, 4, 2)
            _slide(script, card, start, end, together, 5.0)
        _, until = script.withdraw(arm, "grab")
        script.rest(until)
    hand_actions.gather(script, script.seats[0], list(script.placed))


def tucked(script: Script) -> None:
    """The last card is pushed under one that lies there, so that half of it or more is in view."""
    for seat in script.seats:
        pose = script.spot(seat, (0.25, 0.5) if seat == script.seats[-1] else APART)
        card = hand_actions.lay(script, seat, script.take(), pose)
    released, _ = card.thing.layers[-1]
    card.thing.layers[-1] = (released, -1)
    hand_actions.gather(script, script.seats[0], list(script.placed))


def _slide(script: Script, card: PlacedThing, start: float, end: float, way: Floats, turn_degrees: float) -> None:
    """Moves a card by *way*, mm, from one time to another, and turns it by about so many degrees."""
    pose = card.pose + np.array([*way, 0, np.radians(script.rng.normal(0, turn_degrees))])
    slide = Track([start], [card.pose], ["even"]).to(end, pose)
    hand_actions.go(card.thing, start, slide, card.thing.layer(start))
    card.pose = pose


ENCODED = "h264_video"
"""The scenario that needs an encoder."""
RESTLESS: dict[str, Callable[[Script], None]] = {
    "quick": quick,
    "quicker": quicker,
    "hand_after_hand": hand_after_hand,
    "fidgeting": fidgeting,
    "shoved": shoved,
    "flickering": flickering,
    "wandering_shadow": wandering_shadow,
    "coarse_pictures": _at_a_brisk_pace(quality=40),
    "lost_frames": _at_a_brisk_pace(lost=0.5),
    "hunting_exposure": _at_a_brisk_pace(meters=True),
    "hunting_focus": _at_a_brisk_pace(refocuses=True),
    ENCODED: _at_a_brisk_pace(h264=True),
    "swinging_lamp": swinging_lamp,
    "ceiling_fan": ceiling_fan,
    "torch": torch,
    "bumped": bumped,
    "pushed_together": pushed_together,
    "tucked": tucked,
}
"""New ones at the end: decks and lights depend on the index."""
