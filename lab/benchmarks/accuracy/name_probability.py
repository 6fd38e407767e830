"""Probability that a name is right: python -m lab.benchmarks.accuracy.name_probability DECKS

DECKS is a folder of decks, one scan a card. Each deck is enrolled and calibrated without a sixth of its cards. Single
views are read, whole or partly under another card, four of five of cards in the pack. A logistic regression of
whether a name is right, on cosine, distance to the next card and visible share, is fitted on every other family and
checked on the rest. Printed: its weights, for `vision.recognition.thresholds`, and by probability how many names were
right.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lab.benchmarks.datasets.decks import load
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness import jobs
from lab.benchmarks.harness.results import run_command, wilson
from lab.benchmarks.stills.camera import LIGHTS, Light, develop, draw_object, misplace_corners, photograph_card, surface
from vision.geometry.quads import area, shared_area
from vision.geometry.table_plane import fit_plane
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import name_evidence
from vision.recognition.place import Place
from vision.recognition.reader import PackReader, reading_of
from vision.scene.covered_reading import occlusion_by, read_covered
from vision.types import Image, Quad, Reading

BANDS = (0.0, 0.9, 0.97, 0.99, 0.997, 1.01)
RIDGE = 1.0


class Name(NamedTuple):
    evidence: tuple[float, ...]
    is_right: bool


def read_names(job: jobs.Job) -> list[Name]:
    """Returns the names given to views of a family."""
    recogniser, names = Recogniser(job.model), list[Name]()
    chance = np.random.default_rng([jobs.seed_of(job.family, job.seed), 17])
    deck = load(job.decks / job.names[0], job.family)
    cards = [list(deck.pictures)[index] for index in chance.permutation(len(deck.pictures))]
    count = len(cards) // 6
    reader = replace(deck, pictures={card: deck.pictures[card] for card in cards[count:]}).reader(recogniser)
    for number in range(job.views):
        some = cards[:count] if number % 5 == 0 else cards[count:]
        card = some[int(chance.integers(len(some)))]
        above = deck.pictures[cards[count + number % (len(cards) - count)]]
        light = LIGHTS[number // 4 % len(LIGHTS)]
        if number % 2:
            view = photograph_card(deck.pictures[card], light, chance)
            reading: Reading | None = reading_of(answer_at(view.quad, view.picture, reader), view.quad)
        else:
            reading = _read_covered(deck.pictures[card], above, reader, light, chance)
        if reading is not None and reading.card is not None:
            names.append(Name(name_evidence(reading), reading.card == card))
    return names


def _read_covered(
    below: Image, above: Image, reader: PackReader, light: Light, chance: np.random.Generator
) -> Reading | None:
    height = chance.uniform(*light.card_height)
    side = int(2.6 * height)
    picture = surface((side, side), chance)
    lower, upper = _quad(below, height, side / 2, chance), _quad(above, height, side / 2, chance)
    while not 0.08 < shared_area(upper, lower) / area(lower) < 0.7:
        upper = _quad(above, height, side / 2, chance, spread=0.55 * height)
    for card, quad in ((below, lower), (above, upper)):
        draw_object(card, np.full(card.shape[:2], 255, np.uint8), quad, picture)
    image = develop(picture, light, chance)
    occlusion = occlusion_by(image.shape, [upper], fit_plane([upper], image.shape, reader.length))
    quad = misplace_corners(lower, light.corners, chance)
    return read_covered(Place(image, reader, quad, occlusion))


def _quad(card: Image, height: float, middle: float, chance: np.random.Generator, spread: float = 0.0) -> Quad:
    turn, (x, y) = chance.uniform(0, 2 * np.pi), middle + chance.normal(0, spread, 2)
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [card.shape[1] / card.shape[0], 1] * height
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(half @ axes + [x, y], np.float32)


def fit(names: list[Name]) -> npt.NDArray[np.float64]:
    """Returns constant and weights of the logistic regression, by Newton's method."""
    evidence = np.array([(1.0, *name.evidence) for name in names])
    right = np.array([name.is_right for name in names], np.float64)
    weights = np.zeros(evidence.shape[1])
    ridge = RIDGE * np.diag([0.0, *np.ones(evidence.shape[1] - 1)])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-evidence @ weights))
        slope = evidence.T @ (right - chances) - ridge @ weights
        curvature = (evidence * (chances * (1 - chances))[:, None]).T @ evidence + ridge
        weights += np.linalg.solve(curvature + 1e-6 * np.eye(len(weights)), slope).clip(-1, 1)
    return weights


def print_check(names: list[Name], weights: npt.NDArray[np.float64]) -> None:
    evidence = np.array([(1.0, *name.evidence) for name in names])
    chances = 1 / (1 + np.exp(-evidence @ weights))
    right = np.array([name.is_right for name in names])
    for least, end in pairwise(BANDS):
        inside = (chances >= least) & (chances < end)
        count, wrong = int(inside.sum()), int((inside & ~right).sum())
        if count:
            bound = f"at most {wilson(wrong, count)[1]:.2%}"
            print(f"probability {least:.3f} to {min(end, 1):.3f}: {count} names, {wrong} wrong, {bound}")
    print(f"of the right names {(chances[right] >= 0.99).mean():.1%} have 0.99 or more")


def main() -> None:
    parser = jobs.family_parser(__doc__, 160, "of a family")
    arguments = parser.parse_args()
    families, _ = jobs.split_by_training(wanted := jobs.requested_families(arguments))
    work = jobs.jobs_of(arguments, {family: wanted[family] for family in families})
    read = list(jobs.spread(read_names, work, arguments.processes))
    fitted, checked = (list(chain.from_iterable(read[start::2])) for start in (0, 1))
    weights = fit(fitted)
    print("constant and weights of cosine, distance and visible share:", weights.round(2).tolist())
    print_check(checked, weights)


if __name__ == "__main__":
    run_command(main)
