"""Tracking of sequences by scenario: python -m lab.benchmarks.tracking.sequences [DECKS] [--scenario NAME …]

DECKS is a folder of decks, one picture a card; without it the project's drawn packs are used. Every deck is enrolled
from its pictures. Table, light and camera position of each scenario are drawn by its seed (`lab.benchmarks.flipbook`).
Printed by scenario and light: cards right / asked / wrong / missed / invented, cards reported out of order, right
seats, gathered tricks with right taker and number of cards, false gatherings, cards lifted by name, without one and
wrongly, and milliseconds a frame. --faults prints each error.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import cv2

from device.camera.picture_file import low_resolution
from lab.benchmarks.datasets.decks import Deck as ScannedDeck
from lab.benchmarks.datasets.decks import families_in, load, training_deck_of
from lab.benchmarks.flipbook.record import MISSING, Sequence, can_encode, compose
from lab.benchmarks.flipbook.restless import ENCODED, RESTLESS
from lab.benchmarks.flipbook.scenarios import SCENARIOS
from lab.benchmarks.flipbook.scoring import COLUMNS, ReportedEvent, cells_of, score
from lab.benchmarks.harness.jobs import split_by_training
from lab.benchmarks.harness.results import add_results, run_command, share
from lab.card_art import Style, draw_pack
from lab.training.data.options import at_least
from simulator.deck import Deck, make_deck
from simulator.stage.lights import LIGHTS
from simulator.stage.stage import FPS
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, CardLifted, Frame, Image, Sighting, TableCleared

DRAWN = ("bavarian32", "german33", "french32")


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    decks = decks_in(arguments.decks, arguments.deck)
    for name, learned in ((deck.name, training_deck_of(deck.name)) for deck in decks):
        if learned:
            print(f"{name}: artwork that the network learned from, as {learned}; these figures count for nothing")
    by_scenario: dict[str, Counter[str]] = defaultdict(Counter)
    by_light: dict[str, Counter[str]] = defaultdict(Counter)
    print(f"{'':16s}" + "".join(f"{column:>12s}" for column in COLUMNS) + f"{'ms':>8s}")
    for name in arguments.scenario:
        if name == ENCODED and not can_encode():
            print(f"{name} left out: {MISSING}")
            continue
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            deck = decks[(seed + list(SCENARIOS).index(name)) % len(decks)]
            light = arguments.light or LIGHTS[(seed + list(SCENARIOS).index(name)) % len(LIGHTS)]
            sequence = compose(name, seed, deck, light)
            counts = _track(sequence, arguments.faults)
            by_scenario[name] += counts
            by_light[sequence.light] += counts
        print(_row(name, by_scenario[name]), flush=True)
    for light, counts in by_light.items():
        print(_row(light, counts))
    print(_row("all", sum(by_scenario.values(), Counter())))
    restless = sum((counts for name, counts in by_scenario.items() if name in RESTLESS), Counter[str]())
    cards = sum(restless[column] for column in ("right", "asked", "wrong", "missed"))
    add_results(
        share("restless right", restless["right"], cards),
        share("restless seats", restless["seats"], restless["seated"]),
        share("restless wrong", restless["wrong"] + restless["invented"], cards),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decks", type=Path, nargs="?")
    parser.add_argument("--deck", nargs="+", help="names of folders in DECKS (the first of each family)")
    parser.add_argument("--scenario", nargs="+", choices=SCENARIOS, default=list(SCENARIOS), metavar="NAME")
    parser.add_argument("--light", choices=LIGHTS, help="in turn unless given")
    parser.add_argument("--seed", type=int, default=0, help="of the first sequence of each scenario (%(default)s)")
    parser.add_argument("--count", type=at_least(1), default=1, help="sequences a scenario (%(default)s)")
    parser.add_argument("--faults", action="store_true", help="tell every fault, with its frame")
    return parser.parse_args()


def decks_in(folder: Path | None, names: list[str] | None) -> list[Deck]:
    if folder is None:
        return [
            make_deck(draw_pack(kind, Style.random(900 + at), 400), f"drawn {kind}", kind)
            for at, kind in enumerate(DRAWN)
        ]
    decks = [load(folder / name) for name in names or first_decks(folder)]
    return [make_deck(dict(deck.pictures), deck.name, deck.kind) for deck in decks]


def first_decks(folder: Path) -> list[str]:
    """Returns the first deck of each counted family, or of each family if none is counted."""
    families = families_in(folder)
    return [families[family][0] for family in split_by_training(families)[0] or families]


@cache
def reader_of(deck: Deck) -> PackReader:
    return ScannedDeck(deck.name, deck.name, deck.kind, deck.faces).reader(Recogniser())


def _track(sequence: Sequence, faults: bool) -> Counter[str]:
    frames = ((number, picture) for number, picture in enumerate(sequence.pictures()) if sequence.arrives(number))
    reported, seconds = reported_events(frames, reader_of(sequence.deck), sequence.seats)
    counts, complaints = score(sequence.truth, reported)
    counts["milliseconds"] = round(1000 * seconds)
    counts["frames"] = sequence.frames
    if faults:
        for complaint in complaints:
            where = f"{sequence.scenario} {sequence.seed} {sequence.light} {sequence.table} {sequence.deck.name}"
            print(f"  {where}: {complaint}")
    return counts


def reported_events(
    frames: Iterable[tuple[int, Image]], reader: PackReader, seats: tuple[int, ...]
) -> tuple[list[ReportedEvent], float]:
    """Tracks numbered *frames*; returns what the tracker reported, and the seconds of the processor that it took."""
    tracker = CardTracker(reader, seats)
    sightings: list[Sighting] = []
    seconds = 0.0
    for number, picture in frames:
        began = time.process_time()
        sightings += tracker.process(Frame(number, number / FPS, picture, low_resolution(picture)))
        seconds += time.process_time() - began
    sightings += tracker.finish()
    return [event for sighting in sightings if (event := reported_event(sighting)) is not None], seconds


def reported_event(sighting: Sighting) -> ReportedEvent | None:
    match sighting.observation:
        case CardLanded(reading=reading, seat=seat, seat_confidence=confidence):
            card = None if reading.card is None else str(reading.card)
            return ReportedEvent("card_laid", sighting.frame, card, seat, seat_confidence=confidence)
        case CardLifted(card=card):
            return ReportedEvent("card_lifted", sighting.frame, None if card is None else str(card))
        case TableCleared(seat=seat, card_count=cards):
            return ReportedEvent("trick_gathered", sighting.frame, None, seat, cards)
    return None


def _row(name: str, counts: Counter[str]) -> str:
    pace = counts["milliseconds"] / max(counts["frames"], 1)
    return f"{name:16s}{cells_of(counts, COLUMNS, 12)}{pace:8.1f}"


if __name__ == "__main__":
    run_command(main)
