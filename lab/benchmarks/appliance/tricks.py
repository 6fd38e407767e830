"""Memory and accuracy over hundreds of tricks: python -m lab.benchmarks.appliance.tricks [--tricks N]

The appliance, in its own process, tracks a table of 1920×1080 px as fast as it can, with the real tracker, network,
controller, journal and display. Arms from each seat's edge lay the cards of legal deals; each trick is gathered, and
there is a pause between deals. Printed: the memory of the process over the tricks, and how many cards are in the
journal as they were laid, by seat and card, how many are doubtful, wrong, missed or invented; anything but right and
doubtful is a failure. The memory includes the renderer, whose size is constant.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import time
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from engine.events import Announced, CardLaid, CardTaken, Event, TrickGathered, UpcardTurned
from engine.simulation.evening import simulation
from lab.benchmarks.appliance.environment import appliance_on_mocks, child, memory_mib, own_folder
from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.benchmarks.stills.tabletop import SIZE, with_arm
from lab.training.data.options import at_least
from simulator.deck import cut
from simulator.stage.camera import Camera
from simulator.stage.surfaces import seen_by, table_top
from simulator.stage.things import Slab
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.cards import Card, Seat
    from vision.types import Image

TRICKS = 100
COLUMNS = ("right", "asked", "wrong", "missed", "invented")
STEPS = 10
"""Number of measurements of the memory."""
FPS = 10.0
ARM_FRAMES, STILL_FRAMES, IDLE_FRAMES = 2, 7, 50
"""Frames with an arm over the table, after it, and between two deals."""
PLACES: dict[Seat, tuple[float, float]] = {0: (0, 64), 1: (-90, 0), 2: (0, -64), 3: (90, 0)}
"""Where each seat lays its card, mm from the middle."""
CARD = (58.0, 96.0)
"""Width and height, mm."""
UPCARD_LIES = (-190.0, -40.0)
EDGES: dict[Seat, tuple[int, int]] = {0: (960, 1080), 1: (0, 540), 2: (960, 0), 3: (1920, 540)}
"""Where each seat's arm enters the picture, px."""
NOISES, NOISE = 3, 3.0
"""Number of noise pictures that are added in turn, and their standard deviation in grey levels."""


Play: TypeAlias = "tuple[Seat, Card]"


@dataclass
class Playing:
    """A camera above simulated players. It waits before each deal until the deal is in the journal."""

    deck: Mapping[Card, Image]
    tricks: int
    look: Callable[[int], None]
    """Called after each trick with their number."""
    plays: list[Play] = field(default_factory=list)
    begins: Seat | None = None
    """The next dealer, until the deal is in the journal."""
    done: bool = False
    _chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def __post_init__(self) -> None:
        self._camera = Camera.random(self._chance, SIZE)
        self._bare = self._picture = seen_by(self._camera, table_top("wood", self._chance))
        noises = (self._chance.standard_normal((*SIZE[::-1], 3), np.float32) * NOISE for _ in range(NOISES))
        self._noises = itertools.cycle([(noise + 3 * NOISE).astype(np.uint8) for noise in noises])

    def frames(self) -> Iterator[Frame]:
        from device.camera.picture_file import low_resolution

        for number, picture in enumerate(self._pictures()):
            noisy = np.asarray(cv2.add(picture, next(self._noises)), np.uint8)
            yield Frame(number, number / FPS, noisy, low_resolution(noisy))

    def close(self) -> None:
        """Holds nothing open."""

    def _pictures(self) -> Iterator[Image]:
        gathered = 0
        for dealer, events in fair_deals():
            yield from [self._bare] * IDLE_FRAMES
            self.begins = dealer
            while self.begins is not None:
                time.sleep(0.01)
            under = self._bare
            for event in events:
                match event:
                    case UpcardTurned(card):
                        yield from self._lays(dealer, card, UPCARD_LIES)
                        under = self._picture
                    case CardLaid(seat, card):
                        yield from self._lays(seat, card, PLACES[seat])
                        self.plays.append((seat, card))
                    case TrickGathered(seat):
                        yield from self._moves(seat or 0, (0, 0), under)
                        gathered += 1
                        self.look(gathered)
            yield from self._moves(dealer, UPCARD_LIES, self._bare)
            if gathered >= self.tricks:
                break
        self.done = True
        yield from itertools.repeat(self._bare)

    def _lays(self, seat: Seat, card: Card, where: tuple[float, float]) -> Iterator[Image]:
        width, height = (round(side * self._camera.fineness) for side in CARD)
        texture, after = cut(self.deck[card], (width, height)), self._picture.copy()
        pose = np.array([*where, 0.0, self._chance.normal(0, 0.2), 0.0])
        for sprite in Slab(texture, texture, *CARD).paint(self._camera, pose):
            sprite.onto(after)
        yield from self._moves(seat, where, after)

    def _moves(self, seat: Seat, where: tuple[float, float], after: Image) -> Iterator[Image]:
        """Yields frames in which an arm reaches to the place and leaves; then the table has changed."""
        place = self._camera.project([[*where, 0.0]])[0]
        for part in range(ARM_FRAMES):
            reached = place * (1 - 0.3 * part) + np.array(EDGES[seat]) * 0.3 * part
            yield with_arm(self._picture, reached, EDGES[seat])
        self._picture = after
        yield from [after] * STILL_FRAMES


def fair_deals() -> Iterator[tuple[Seat, list[Event]]]:
    """Yields deals without announcements in which everybody plays, each with its dealer."""
    for seed in itertools.count():
        played = simulation(seed=seed)
        played.play_deal()
        events = [one for one in played.events if not isinstance(one, Announced) or one.call != "play"]
        if not any(isinstance(one, Announced | CardTaken) for one in events):
            yield played.events[0].dealer, events  # type: ignore[union-attr]


def run_once(tricks: int) -> None:
    """Runs the appliance; prints its memory in MiB after every tenth of the tricks, and then the counts of cards."""
    from lab.card_art import Style, draw_pack

    def look(gathered: int) -> None:
        if gathered % max(tricks // STEPS, 1) == 0:
            gc.collect()
            print(memory_mib(), flush=True)

    def goes_on() -> bool:
        if camera.begins is not None and not appliance.queue_length:
            appliance.session.start(camera.begins)
            camera.begins = None
        return not camera.done

    one_thread()
    camera = Playing(draw_pack("bavarian32", Style.default(), 480), tricks, look)
    with appliance_on_mocks(camera) as (appliance, _, _):
        before = len(appliance.session.controller.table.facts)
        appliance.run(keep_on=goes_on)
        facts = appliance.session.controller.table.facts[before:]
    counts = compared(camera.plays, [fact for _, fact in facts if isinstance(fact, CardLaid)])
    print(*(counts[column] for column in COLUMNS))


def compared(plays: Sequence[Play], recorded: Sequence[CardLaid]) -> Counter[str]:
    """Compares the journal with the cards laid, in order; a card with doubts counts as asked."""
    counts: Counter[str] = Counter()
    named = [(one.seat, one.card) for one in recorded]
    for _, start, end, first, last in SequenceMatcher(None, plays, named, autojunk=False).get_opcodes():
        for true, one in itertools.zip_longest(plays[start:end], recorded[first:last]):
            if one is None:
                counts["missed"] += 1
            elif true is None:
                counts["invented"] += 1
            elif one.doubts:
                counts["asked"] += 1
            else:
                counts["right" if true == (one.seat, one.card) else "wrong"] += 1
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tricks", type=at_least(1), default=TRICKS, help="(%(default)s)")
    arguments = parser.parse_args()
    with own_folder():
        *output, cards = child("tricks", arguments.tricks).splitlines()
    memory, counts = [float(line) for line in output], dict(zip(COLUMNS, map(int, cards.split()), strict=True))
    print(f"memory after every {max(arguments.tricks // STEPS, 1)} tricks, MiB:", *(f"{one:.1f}" for one in memory))
    grown = (memory[-1] - memory[len(memory) // 2]) / memory[len(memory) // 2]
    print(f"memory grew by {grown:.1%} in the second half")
    played = sum(counts.values()) - counts["invented"]
    by_kind = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"of {played} cards laid stand in the journal:", by_kind)
    add_results(Result("tricks memory", grown, played))
    return 1 if counts["wrong"] or counts["missed"] or counts["invented"] else 0


if __name__ == "__main__":
    run_command(main)
