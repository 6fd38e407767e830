"""Scenarios of a table: each writes a script, drawn by its seed."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from lab.benchmarks.flipbook import hands
from lab.benchmarks.flipbook.hands import gather_trick, lay_trick, play_interrupted, play_tricks, somebody
from lab.benchmarks.flipbook.restless import RESTLESS
from simulator import hand_actions
from simulator.script import PlacedThing, Script
from simulator.stage.keyframes import Floats, Track
from simulator.stage.things import Body, Thing, beer_mat, coin, glass, phone

OVERLAPPING = (0.1, 0.6)


def plain(script: Script) -> None:
    play_tricks(script)


def overlap(script: Script) -> None:
    play_tricks(script, OVERLAPPING)


def brisk(script: Script) -> None:
    """Quick tricks: the next hand enters before the last one has left."""
    script.pause = (0.15, 0.5)
    play_tricks(script, (0.0, 0.3))


def thrown(script: Script) -> None:
    for _ in range(2):
        cards = [hands.throw(script, seat, script.take(), script.spot(seat, (0.0, 0.3))) for seat in script.seats]
        gather_trick(script, cards)


def nudged(script: Script) -> None:
    def nudge(seat: int, card: PlacedThing) -> None:
        if script.rng.random() < 0.7:
            hand_actions.nudge(script, seat, card)

    play_interrupted(script, nudge)


def turned(script: Script) -> None:
    for seat in script.seats:
        name = script.take()
        placed = hand_actions.lay(script, seat, name, script.spot(seat), face_down=True)
        hands.turn_over(script, seat, placed)
    gather_trick(script, list(script.placed))


def relaid(script: Script) -> None:
    """Cards are moved, taken back for another one, or laid again."""
    for seat in script.seats:
        placed = hand_actions.lay(script, seat, script.take(), script.spot(seat))
        match int(script.rng.integers(3)):
            case 0:
                hand_actions.move(script, seat, placed, script.spot(seat))
            case 1:
                hand_actions.lift(script, seat, placed)
                hand_actions.lay(script, seat, script.take(), script.spot(seat))
            case _:
                hand_actions.lift(script, seat, placed)
                hand_actions.lay(script, seat, placed.name, script.spot(seat))
    gather_trick(script, list(script.placed))


def two_at_once(script: Script) -> None:
    for _ in range(2):
        for first, second in zip(script.seats[::2], script.seats[1::2], strict=False):
            start, group = script.now, script.new_group()
            hand_actions.lay(script, first, script.take(), script.spot(first), start=start, group=group)
            late, until = start + script.uniform(0.0, 0.3), script.now
            hand_actions.lay(script, second, script.take(), script.spot(second), start=late, group=group)
            script.now = max(until, script.now)
            pair = [one for one in script.truth if one.group == group]
            for one in pair:
                one.rest = max(each.rest for each in pair)
        gather_trick(script, list(script.placed))


def in_part(script: Script) -> None:
    """The taker gathers two cards, then the others: still one trick."""
    for _ in range(2):
        cards, seat = list[PlacedThing](), somebody(script)
        while len(cards) < 3:
            cards += lay_trick(script)
        hand_actions.gather(script, seat, cards[:2], is_expected=False)
        hand_actions.gather(script, seat, cards[2:], count=len(cards))


def pile(script: Script) -> None:
    """Gathered tricks lie on a pile in view, face down or face up."""
    seat, face_down = somebody(script), bool(script.rng.random() < 0.6)
    place = _corner(script, seat)
    for index in range(3):
        where = np.add(place, [0, 0, index, np.pi / 2 * (index % 2)])
        hands.to_pile(script, seat, lay_trick(script), where, face_down)


def _corner(script: Script, seat: int) -> Floats:
    """Returns a pose beside *seat* at the rim of the view."""
    for inward in np.linspace(-60, -200, 29):
        place = script.rim(seat, 0.8, inward)
        pose = np.array([*place, 0.0, 0.0])
        if script.in_view(pose) and script.in_view(np.add(pose, [0, 0, 0, np.pi / 2])):
            return pose
    raise RuntimeError("the view is too small for a pile")


def stock(script: Script) -> None:
    """The upcard, half covered by the stock, lies there from the beginning, or is put there first."""
    seat = somebody(script)
    pose = _corner(script, seat)
    name = script.take()
    upcard = script.card(name)
    upcard.spans, upcard.layers = [(0.0, Track.constant(pose[:4]))], [(0.0, script.top_layer())]
    aside = np.array([-np.sin(pose[3]), np.cos(pose[3])]) * script.deck.height * 0.45 * script.rng.choice([-1, 1])
    if not script.in_view(np.add(pose, [*aside, 0, np.pi / 2])):
        aside = -aside
    lies = Track.constant(np.add(pose, [*aside, 0.3, np.pi / 2]))
    heap = script.packet(6.0)
    heap.spans, heap.layers = [(0.0, lies)], [(0.0, script.top_layer())]
    script.expect("card_laid", 0.0, 0, None, name, pose=pose)
    upcard_in_place = PlacedThing(name, upcard, pose)
    blocked = PlacedThing("stock", heap, lies.values[0])
    script.placed += [upcard_in_place, blocked]
    play_tricks(script)


def resting(script: Script) -> None:
    """A hand rests in view for seconds, also on a card."""

    def rest(_: int, card: PlacedThing) -> None:
        place = card.pose[:2] if script.rng.random() < 0.5 else script.rim(somebody(script), 0.7, -90)
        hands.rest_hand(script, somebody(script), place, script.uniform(1.5, 4.5))

    play_interrupted(script, rest, tricks=1)


def hands_only(script: Script) -> None:
    """Hands move over the table, and no card is laid."""
    for _ in range(8):
        shape = str(script.rng.choice(["relaxed", "point", "fist", "flat", "grab"]))
        hand_actions.pass_over(script, somebody(script), shape, float(script.rng.choice([0.0, 0.0, 1.5])))


def passing(script: Script) -> None:
    def pass_over(_: int, __: PlacedThing) -> None:
        hand_actions.pass_over(script, somebody(script), str(script.rng.choice(["relaxed", "point"])))

    play_interrupted(script, pass_over)


def clutter(script: Script) -> None:
    """Glasses, beer mats, phones and coins are put down and taken away between the cards."""
    standing: list[tuple[Thing, float]] = []
    cards = []
    fineness = script.stage.cameras[0][1].fineness
    for seat in script.seats:
        kinds: list[tuple[Body, float]] = [
            (beer_mat(script.rng, fineness), 0.0),
            (coin(script.rng, fineness), 0.0),
            (phone(script.rng, fineness), 4.0),
            (glass(script.rng), 60.0),
        ]
        body, tall = kinds[int(script.rng.integers(4))]
        owner = somebody(script)
        standing.append((hands.put_down(script, owner, body, _free(script, owner), tall), tall))
        cards.append(hand_actions.lay(script, seat, script.take(), script.spot(seat)))
        if script.rng.random() < 0.5:
            thing, tall = standing.pop(int(script.rng.integers(len(standing))))
            hands.take_away(script, owner, thing, tall)
    gather_trick(script, cards)


def _free(script: Script, seat: int) -> Floats:
    """Returns a free place near the rim before *seat*."""
    for room in np.linspace(150, 60, 40):
        place = script.rim(seat, script.uniform(0.1, 0.9), -script.uniform(50, 110))
        near = [float(np.linalg.norm(one.pose[:2] - place)) for one in script.placed]
        if min(near, default=1e3) > room and not script.in_the_way(place, room):
            break
    return place


def knocked(script: Script) -> None:
    """The camera is knocked between the cards."""

    def knock(_: int, __: PlacedThing) -> None:
        if script.rng.random() < 0.6:
            camera, now = script.stage.cameras[-1][1], script.now
            script.stage.cameras += [(now + after, camera.knocked(script.rng)) for after in (-0.05, 0.05, 0.15)]
            script.rest(now + 0.2)

    play_interrupted(script, knock)


def lamp(script: Script) -> None:
    """A lamp is switched off and on."""
    level = script.stage.light.sources[0].level
    lit = itertools.cycle((False, True))

    def switch(_: int, __: PlacedThing) -> None:
        if script.rng.random() < 0.6:
            brightness = 1.0 if next(lit) else script.uniform(0.4, 0.65)
            level.hold(script.now).to(script.now + 0.05, [brightness], "even")
            script.rest(script.now)

    play_interrupted(script, switch)


def cloud(script: Script) -> None:
    """The daylight dims and returns while cards are laid."""
    level = script.stage.light.sources[0].level
    low = script.uniform(0.45, 0.7)
    begins = script.now + 1
    play_tricks(script)
    while begins < script.now:
        level.hold(begins).to(begins + script.uniform(1, 3), [low])
        level.hold(level.times[-1] + script.uniform(0.5, 4)).to(level.times[-1] + script.uniform(1, 3), [1.0])
        begins = level.times[-1] + 2


def dusk(script: Script) -> None:
    """The light slowly fades."""
    play_tricks(script)
    for source in script.stage.light.sources:
        source.level.to(script.now, [script.uniform(0.3, 0.5)], "even")


SCENARIOS: dict[str, Callable[[Script], None]] = {
    scenario.__name__: scenario
    for scenario in (
        plain,
        overlap,
        brisk,
        thrown,
        nudged,
        turned,
        relaid,
        two_at_once,
        in_part,
        pile,
        stock,
        resting,
        hands_only,
        passing,
        clutter,
        knocked,
        lamp,
        cloud,
        dusk,
    )
} | RESTLESS
