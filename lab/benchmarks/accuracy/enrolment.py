"""Enrolment of decks from careless telephone photographs: python -m lab.benchmarks.accuracy.enrolment DECKS

DECKS is a folder of decks, one scan a card. One deck of each family is rendered as telephone photographs, one a card.
Two fifths of the photographs have a fault (more than one card, cut, small, slanted, blurred, no card, white on white, a
finger) or a harmless peculiarity (a cloth, a slight slant, noise). All are enrolled as `kiebitz enrol` does it with a
folder. Printed for each fault: right crops (sharp, and overlap of card and crop at least nine tenths), refused with the
true reason, refused with another reason, and wrong crops that were accepted. Then two names are swapped, or one card is
there twice: how often that is reported, and how many correct decks were suspected.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from engine.cards import Card
from lab.benchmarks.harness.jobs import Job, family_parser, print_apart, read_families
from lab.benchmarks.harness.results import Counts, add_results, run_command, share, sum_of, wilson
from lab.benchmarks.stills.telephone import FAULTS, GOOD, Photograph, photograph
from vision.enrolment.photographs.cropping import UprightCards, upright_cards
from vision.enrolment.photographs.self_check import find_same_cards, find_swapped_names
from vision.geometry.quads import overlap
from vision.geometry.rectify import ordered
from vision.recognition.embedder import Recogniser
from vision.types import Image

RIGHT, TRUE, OTHER, WRONG = "right", "true reason", "another reason", "accepted wrong"
RESULTS = (RIGHT, TRUE, OTHER, WRONG)
SWAPPED, TWICE, FLAWLESS = "two names swapped", "one card under two names", "decks with all names right"
SWAPS = 4
"""Swaps tried on each deck."""
SAME_QUAD = 0.9
FLAWED = 0.4
"""Share of the photographs that have one of the faults."""


def enrol_family(job: Job) -> Counts:
    """Photographs one deck of a family."""
    chance = job.generator(53)
    deck = job.load_one(chance)
    cards = list(deck.pictures.items())[: job.views]
    kinds = [GOOD if chance.random() > FLAWED else str(chance.choice(list(FAULTS)[1:])) for _ in cards]
    photographs: dict[str, Photograph] = {}
    for (card, picture), kind in zip(cards, kinds, strict=True):
        other = cards[int(chance.integers(len(cards)))][1]
        photographs[str(card)] = photograph(picture, other, kind, chance)
    upright = upright_cards({name: one.picture for name, one in photographs.items()})
    crops = Counts()
    for name, kind in zip(photographs, kinds, strict=True):
        result = came_of(upright, name, photographs[name], kind)
        crops.counts[kind, result] += 1
        if result in (OTHER, WRONG):
            crops.mistakes.append(f"{deck.name} {name}, {kind}: {upright.faults.get(name, result)}")
    pictures = {card: upright.cards[str(card)] for card, _ in cards if str(card) in upright.cards}
    _check_names(crops, pictures, Recogniser(job.model), chance)
    return crops


def _check_names(
    crops: Counts, pictures: dict[Card, Image], recogniser: Recogniser, chance: np.random.Generator
) -> None:
    """Runs the self-check on the deck, with two names swapped, and with one card in the place of another."""
    cards = list(pictures)
    crops.counts[FLAWLESS, "suspected" if find_swapped_names(pictures) else "not"] += 1
    for _ in range(SWAPS):
        one, other = (cards[index] for index in chance.choice(len(cards), 2, replace=False))
        found = find_swapped_names({**pictures, one: pictures[other], other: pictures[one]})
        crops.counts[SWAPPED, "told" if any(set(pair) == {one, other} for pair in found) else "not"] += 1
    one, other = (cards[index] for index in chance.choice(len(cards), 2, replace=False))
    few = {str(card): pictures[card] for card in (one, other, *cards[:4])}
    worse = cv2.GaussianBlur(pictures[other], (0, 0), 1.2)
    few[str(one)] = np.asarray(np.clip(worse + chance.normal(0, 5, worse.shape), 0, 255), np.uint8)
    pairs = find_same_cards(few, {str(card): card for card in pictures}, recogniser)
    crops.counts[TWICE, "told" if any(set(pair) == {str(one), str(other)} for pair in pairs) else "not"] += 1


def came_of(upright: UprightCards, name: str, shown: Photograph, kind: str) -> str:
    if name in upright.faults:
        # a large card may be cut whatever else is shown
        reasons = FAULTS[kind] | {"cut"} if is_cut(shown) else FAULTS[kind]
        return TRUE if upright.faults[name] in reasons else OTHER
    if kind.startswith("blurred"):
        return WRONG
    quad = upright.quads.get(name)
    right = quad is not None and shown.quad is not None and overlap(quad, ordered(shown.quad)) >= SAME_QUAD
    return RIGHT if right else WRONG


def is_cut(shown: Photograph) -> bool:
    height, width = shown.picture.shape[:2]
    return shown.quad is not None and bool(((shown.quad < 0) | (shown.quad > [width, height])).any())


def main() -> None:
    parser = family_parser(__doc__, 52, "cards of a deck at most")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, enrol_family)
    total = print_crops(counted.values())
    good = sum(total.counts[fault, result] for fault in FAULTS for result in (RIGHT, TRUE))
    count = sum(map(total.total, FAULTS))
    add_results(share("enrolment", good, count))
    print_apart(learned, print_crops)


def print_crops(parts: Iterable[Counts]) -> Counts:
    """Adds up the parts, prints and returns the sum."""
    crops = sum_of(parts)
    print(f"{'photographs of a telephone':28s}{'shown':>6s}" + "".join(f"{result:>16s}" for result in RESULTS))
    for fault in FAULTS:
        if count := crops.total(fault):
            print(f"{fault:28s}{count:6d}" + "".join(f"{crops.counts[fault, result]:16d}" for result in RESULTS))
    sums = [sum(crops.counts[fault, result] for fault in FAULTS) for result in RESULTS]
    count = max(sum(sums), 1)
    low, high = wilson(sums[0] + sums[1], count)
    print(f"{'all':28s}{count:6d}" + "".join(f"{number:16d}" for number in sums))
    print(f"right or refused with the true reason: {(sums[0] + sums[1]) / count:.1%} [{low:.1%}, {high:.1%}]")
    for what in (SWAPPED, TWICE, FLAWLESS):
        counts = {came: number for (name, came), number in sorted(crops.counts.items()) if name == what}
        print(f"{what}: {', '.join(f'{came} {number}' for came, number in counts.items())}")
    for mistake in crops.mistakes[:16]:
        print(f"  {mistake}")
    return crops


if __name__ == "__main__":
    run_command(main)
