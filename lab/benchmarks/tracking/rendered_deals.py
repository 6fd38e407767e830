"""Tracking of whole deals: python -m lab.benchmarks.tracking.rendered_deals DECKS [--deals N] [--deck NAME …]

DECKS is a folder of decks, one scan a card. Each deck is enrolled from its scans; deals of five tricks are then
rendered, in good and in dim light, with hands that pass, nudge and take back cards, knocks at the camera and switched
lamps. Printed: cards read right / asked / wrong / missed, invented cards, right seats, tricks gathered and false
gatherings, cards lifted by name, without one, and wrongly, and tricks of which every card was named right without a
question. The rules of the game are not used: with turns and rules the results of the appliance are better.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from device.camera.picture_file import low_resolution
from engine.cards import PACKS, Card
from lab.benchmarks.datasets.decks import families_in, training_deck_of
from lab.benchmarks.harness.jobs import add_process_argument, seed_of, split_by_training, spread
from lab.benchmarks.harness.results import add_results, run_command, share, wilson
from lab.training.data.options import at_least
from simulator.choreography import Action, Gather, Lay, Lift, TakeUpcard, TurnUpcard, parse_actions
from simulator.deck import load_deck
from simulator.table import LightName, Look, RenderedTable
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, CardLifted, Frame, Image, Sighting, TableCleared

DECKS = ("ger_bav_schmid_gumbi", "ger_fra_sauspiel_fn", "ger_tell_zsir_piatnik", "ger_salz_piiit")
"""One deck of each of the most common families."""
LIGHTS: tuple[LightName, ...] = ("good", "dim")
COLUMNS = (
    *("right", "asked", "wrong", "missed", "invented", "seats"),
    *("gathered", "gathers +", "lifted", "unnamed", "lifts +", "tricks right"),
)
OF_ALL = {"seats": "laid", "gathered": "gathers", "lifted": "lifts", "tricks right": "whole tricks"}
EARLY_FRAMES = 8
"""Frames by which a card may be reported before its hand has left the view."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decks", type=Path)
    parser.add_argument("--deals", type=at_least(1), default=1, help="a deck and light (%(default)s)")
    parser.add_argument("--deck", nargs="+", help="names of folders in DECKS (four of them)")
    add_process_argument(parser)
    arguments = parser.parse_args()
    decks = arguments.deck or usual_decks(arguments.decks)
    for name in decks:
        load_deck(arguments.decks / name)  # an unusable deck is reported before the measurements
    jobs = [
        Job(arguments.decks / name, light, seed)
        for light in LIGHTS
        for name in decks
        for seed in range(arguments.deals)
    ]
    found = list(zip(jobs, spread(track_job, jobs, arguments.processes), strict=True))
    print(f"{'deck':28s}{'light':6s}" + "".join(f"{column:>14s}" for column in COLUMNS))
    for light in LIGHTS:
        total: Counter[str] = Counter()
        for name in decks:
            counts: Counter[str] = Counter()
            for job, counted in found:
                if job.light == light and job.folder.name == name:
                    counts += counted
            learned = training_deck_of(name)
            print(f"{name:28s}{light:6s}{_row(counts)}" + (f"  (learned as {learned}, in no total)" if learned else ""))
            if not learned:
                total += counts
        print(f"{'all':28s}{light:6s}{_row(total)}")
        print_light(light, total)


def usual_decks(folder: Path) -> list[str]:
    """Returns the decks in `DECKS` that are there, otherwise one deck of each of some families."""
    there = [name for name in DECKS if (folder / name).is_dir()]
    if there:
        return there
    families = families_in(folder)
    return [families[family][0] for family in split_by_training(families)[0] or families][: len(DECKS)]


class Job(NamedTuple):
    folder: Path
    light: LightName
    seed: int


def track_job(job: Job) -> Counter[str]:
    """Runs the deals of one deck: each deck has its own deals, tables and disturbances, the same in both lights."""
    return track_deals(load_deck(job.folder), seed_of(job.folder.name, job.seed), job.light)


def print_light(light: str, total: Counter[str]) -> None:
    cards = total["right"] + total["asked"] + total["wrong"] + total["missed"]
    low, high = wilson(total["tricks right"], total["whole tricks"])
    print(f"whole tricks right, 95 %: [{low:.1%}, {high:.1%}]")
    add_results(
        share(f"tricks {light}", total["tricks right"], total["whole tricks"]),
        share(f"watched wrong {light}", total["wrong"] + total["invented"], cards),
    )


def _row(counts: Counter[str]) -> str:
    cells = [
        f"{counts[column]} of {counts[OF_ALL[column]]}" if column in OF_ALL else str(counts[column])
        for column in COLUMNS
    ]
    return "".join(f"{cell:>14s}" for cell in cells)


def track_deals(deck: dict[Card, Image], seed: int, light: LightName) -> Counter[str]:
    recogniser = Recogniser()
    kind = next(pack.name for pack in PACKS.values() if all(card in pack for card in deck))
    pictures = {card: [shown] for card, shown in deck.items()}
    reader = PackReader(recogniser, enrol(pictures, kind, recogniser, kind, median_aspect(deck.values())))
    tracker = CardTracker(reader)
    done: list[tuple[int, Action]] = []
    sightings: list[Sighting] = []
    table = RenderedTable(deck, Look.random(seed, light), seed)
    for frame in table.play(deal(deck, seed)):
        if frame.completed is not None:
            done.append((frame.number, frame.completed))
        sightings += tracker.process(Frame(frame.number, frame.time, frame.image, low_resolution(frame.image)))
    sightings += tracker.finish()
    counts = _landings(
        [(one.frame, one.observation) for one in sightings if isinstance(one.observation, CardLanded)], done
    )
    counts += _gathers([one.frame for one in sightings if isinstance(one.observation, TableCleared)], done)
    counts += _lifts(
        [(one.frame, one.observation.card) for one in sightings if isinstance(one.observation, CardLifted)], done
    )
    return counts


def deal(deck: dict[Card, Image], seed: int) -> Sequence[Action]:
    """Returns the actions of five tricks of four with disturbances; the upcard is taken before the first."""
    rng = np.random.default_rng([seed, 3])
    cards = [str(card) for card in deck]
    rng.shuffle(cards)
    lines = ["wait 0.6", f"upcard {cards.pop()} 0", "exchange 1 2", "take 0"]
    for trick in range(5):
        for turn in range(4):
            card = cards.pop()
            lines.append(f"lay {(trick + turn) % 4} {card}")
            mishaps = ("", f"pass {turn}", f"nudge {card}", f"lift {card}", "bump", "light 0.75", "light 1.3")
            incident = str(rng.choice(mishaps, p=(0.6, 0.1, 0.1, 0.06, 0.04, 0.05, 0.05)))
            lines += (
                [incident, f"lay {(trick + turn) % 4} {cards.pop()}"] if incident.startswith("lift") else [incident]
            )
        lines.append(f"gather {int(rng.integers(4))}")
    return parse_actions("\n".join(lines))


def _landings(reported: list[tuple[int, CardLanded]], done: list[tuple[int, Action]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    named: dict[int, bool] = {}
    left = list(reported)
    for index, (number, action) in enumerate(done):
        if not isinstance(action, Lay | TurnUpcard):
            continue
        near = [one for one in left if number - EARLY_FRAMES <= one[0] < _until(done, index)]
        best = next((one for one in near if one[1].reading.card == action.card), near[0] if near else None)
        if best is None:
            counts["missed"] += 1
            continue
        left.remove(best)
        card = best[1].reading.card
        outcome = "asked" if card is None else "right" if card == action.card else "wrong"
        counts[outcome] += 1
        named[index] = outcome == "right"
        if isinstance(action, Lay):
            counts["laid"] += 1
            counts["seats"] += best[1].seat == action.seat
    counts["invented"] = len(left)
    tricks = tricks_of([action for _, action in done])
    counts["whole tricks"] = len(tricks)
    counts["tricks right"] = sum(all(named.get(index, False) for index in trick) for trick in tricks)
    return counts


def _until(done: Sequence[tuple[int, Action]], index: int) -> int:
    """Returns the frame of the next action."""
    return done[index + 1][0] if index + 1 < len(done) else sys.maxsize


def _gathers(reported: Sequence[int], done: Sequence[tuple[int, Action]]) -> Counter[str]:
    """Matches the frames of reported gatherings with the true ones, one to one."""
    counts, left = Counter[str](), list(reported)
    for index, (number, action) in enumerate(done):
        if isinstance(action, Gather):
            counts["gathers"] += 1
            frame = next((frame for frame in left if number - EARLY_FRAMES <= frame < _until(done, index)), None)
            if frame is not None:
                left.remove(frame)
                counts["gathered"] += 1
    counts["gathers +"] = len(left)
    return counts


def _lifts(reported: Sequence[tuple[int, Card | None]], done: Sequence[tuple[int, Action]]) -> Counter[str]:
    """Counts lifts: by name, `unnamed` without a card, wrong with another card or at another time."""
    counts, left = Counter[str](), list(reported)
    upcard: Card | None = None
    for index, (number, action) in enumerate(done):
        if isinstance(action, TurnUpcard):
            upcard = action.card
        if not isinstance(action, Lift | TakeUpcard):
            continue
        card = action.card if isinstance(action, Lift) else upcard
        counts["lifts"] += 1
        near = [one for one in left if number - EARLY_FRAMES <= one[0] < _until(done, index)]
        best = next((one for one in near if one[1] == card), next((one for one in near if one[1] is None), None))
        if best is not None:
            left.remove(best)
            counts["unnamed" if best[1] is None else "lifted"] += 1
    counts["lifts +"] = len(left)
    return counts


def tricks_of(actions: Sequence[Action]) -> list[list[int]]:
    """Returns for each gathered trick the indices of its cards among *actions*."""
    tricks: list[list[int]] = []
    on_table: list[int] = []
    for index, action in enumerate(actions):
        if isinstance(action, Gather):
            tricks.append(on_table)
            on_table = []
        elif isinstance(action, Lay):
            on_table.append(index)
        elif isinstance(action, Lift):
            on_table = [one for one in on_table if not _lays(actions[one], action.card)]
    return tricks


def _lays(action: Action, card: Card) -> bool:
    return isinstance(action, Lay) and action.card == card


if __name__ == "__main__":
    run_command(main)
