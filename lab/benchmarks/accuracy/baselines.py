"""Standard methods of image recognition for comparison: python -m lab.benchmarks.accuracy.baselines DECKS

Perceptual hash, ORB with a homography, and template matching, with the functions of OpenCV. All are enrolled from the
same scan of each card as ours, and read the same views of the benchmarks' own camera, cropped at the same corners.
These methods always name a card. For a fair comparison with a method that may ask, each also gets the threshold of its
margin with which at most 0.3 % of these same views are wrong.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import cv2
import numpy as np

from lab.benchmarks.datasets.decks import NOT_COUNTED
from lab.benchmarks.harness.jobs import Job, family_parser, read_families
from lab.benchmarks.harness.results import run_command, wilson
from lab.benchmarks.stills.camera import LIGHTS, photograph_card
from vision.geometry.rectify import full_quad, rectify, rotate_180

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from lab.benchmarks.stills.camera import View
    from vision.recognition.reader import PackReader
    from vision.types import Image

    Pixels = npt.NDArray[Any]
    Row = npt.NDArray[np.floating]

CUT = (288, 192)
"""Height and width of the crops for the other methods, px: twice those of ours."""
OURS = "ours"
ALLOWED = 0.003
"""Share of the views that may be wrong."""


class Method(Protocol):
    def likeness(self, view: View) -> Row:
        """Returns the similarity of the view to each of K cards, larger is more similar."""


class Hash:
    """Perceptual hash of 256 bits: the signs of the low frequencies (pHash)."""

    def __init__(self, cards: Sequence[Image]) -> None:
        self._bits = np.stack([[self._hash(way) for way in (card, rotate_180(card))] for card in cards])

    def likeness(self, view: View) -> Row:
        bits = self._hash(rectify(view.picture, view.quad, CUT))
        return np.asarray((self._bits == bits).mean(axis=2).max(axis=1))

    @staticmethod
    def _hash(card: Image) -> npt.NDArray[np.bool_]:
        small = cv2.resize(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), (64, 64), interpolation=cv2.INTER_AREA)
        low = cv2.dct(small.astype(np.float32))[:16, :16].ravel()
        return np.asarray(low > np.median(low))


class Features:
    """ORB: number of matched keypoints that fit one homography."""

    def __init__(self, cards: Sequence[Image]) -> None:
        self._orb = cv2.ORB.create(400)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
        self._cards = [self._orb.detectAndCompute(card, np.empty(0)) for card in cards]

    def likeness(self, view: View) -> Row:
        points, signs = self._orb.detectAndCompute(rectify(view.picture, view.quad, CUT), np.empty(0))
        return np.array([self._agreeing(points, signs, *card) for card in self._cards], np.float32)

    def _agreeing(
        self, points: Sequence[cv2.KeyPoint], signs: Pixels, known: Sequence[cv2.KeyPoint], known_signs: Pixels
    ) -> int:
        if signs is None or known_signs is None or len(known) < 2:
            return 0
        pairs = self._matcher.knnMatch(signs, known_signs, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
        if len(good) < 4:
            return 0
        here = np.array([points[match.queryIdx].pt for match in good], np.float32)
        there = np.array([known[match.trainIdx].pt for match in good], np.float32)
        inliers = cv2.findHomography(here, there, cv2.RANSAC, 5.0)[1]
        return 0 if inliers is None else int(inliers.sum())


class Template:
    """Normalised cross-correlation in L*a*b*, shifted by up to 5 px."""

    SIZE, SHIFT = (72, 48), 5

    def __init__(self, cards: Sequence[Image]) -> None:
        size = self.SIZE[::-1]
        small = [cv2.resize(card, size, interpolation=cv2.INTER_AREA) for card in cards]
        self._cards = [
            cv2.cvtColor(card, cv2.COLOR_BGR2LAB)[self.SHIFT : -self.SHIFT, self.SHIFT : -self.SHIFT] for card in small
        ]

    def likeness(self, view: View) -> Row:
        crop = rectify(view.picture, view.quad, self.SIZE)
        ways = [cv2.cvtColor(way, cv2.COLOR_BGR2LAB) for way in (crop, rotate_180(crop))]
        return np.array(
            [max(cv2.matchTemplate(way, card, cv2.TM_CCOEFF_NORMED).max() for way in ways) for card in self._cards]
        )


class Ours:
    def __init__(self, reader: PackReader) -> None:
        self._reader = reader

    def likeness(self, view: View) -> Row:
        return np.asarray(self._reader.scores(view.picture, [view.quad])[0])


METHODS = ("pHash, 256 bit", "ORB + homography", "template (NCC)", OURS)


@dataclass
class NamingResult:
    """For each view whether it was named right, its margin over the next card, and ms on one core."""

    right: list[bool] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: NamingResult) -> None:
        self.right += other.right
        self.margins += other.margins
        self.seconds += other.seconds

    def share(self) -> float:
        return sum(self.right) / max(len(self.right), 1)

    def count_right_with_margin(self) -> float:
        """Returns how many views are right with the smallest margin at which few enough are wrong."""
        surest_first = sorted(zip(self.margins, self.right, strict=True), key=lambda one: -one[0])
        best = right = wrong = 0
        for place, (margin, is_right) in enumerate(surest_first):
            right, wrong = right + is_right, wrong + (not is_right)
            tied = place + 1 < len(surest_first) and surest_first[place + 1][0] == margin
            if not tied and wrong <= ALLOWED * len(self.right):
                best = right
        return best / max(len(self.right), 1)


ReadFamilies: TypeAlias = "Mapping[str, Mapping[tuple[str, str], NamingResult]]"
"""By family, then by method and light."""


def read_family(job: Job) -> dict[tuple[str, str], NamingResult]:
    """Returns the names by each method, by method and light."""
    decks, readers = job.load_decks()
    methods: list[dict[str, Method]] = []
    for deck, reader in zip(decks, readers, strict=True):
        cards = [rectify(picture, full_quad(picture), CUT) for picture in deck.pictures.values()]
        each = (Hash(cards), Features(cards), Template(cards), Ours(reader))
        methods.append(dict(zip(METHODS, each, strict=True)))
    results = {(name, light.name): NamingResult() for name in METHODS for light in LIGHTS}
    for light in LIGHTS:
        chance = job.generator(len(light.name), 9)
        shown = [(ways, place, one) for ways, deck in zip(methods, decks, strict=True)
                 for place, one in enumerate(deck.pictures.values())]  # fmt: skip
        order = chance.permutation(len(shown))
        for index in islice(cycle(order), job.views):
            ways, place, picture = shown[index]
            view = photograph_card(picture, light, chance)
            for name, method in ways.items():
                _read(results[name, light.name], method, view, place)
    return results


def _read(named: NamingResult, method: Method, view: View, truth: int) -> None:
    began = time.process_time()
    likeness = method.likeness(view)
    named.seconds += time.process_time() - began
    order = np.argsort(-likeness, kind="stable")
    named.right.append(bool(order[0] == truth))
    named.margins.append(float(likeness[order[0]] - likeness[order[1]]))


def main() -> None:
    parser = family_parser(__doc__, 16, "of a family in each light")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_family)
    for light in LIGHTS:
        print_light(light.name, counted, learned)


def _row(family: str, light: str, results: Mapping[tuple[str, str], NamingResult]) -> str:
    return f"{family:22s}" + "".join(f"{results[name, light].share():18.1%}" for name in METHODS)


def print_light(light: str, counted: ReadFamilies, learned: ReadFamilies) -> None:
    print(f"\n{light} light, named without asking")
    print(f"{'':22s}" + "".join(f"{name:>18s}" for name in METHODS))
    total = {name: NamingResult() for name in METHODS}
    for family, results in counted.items():
        print(_row(family, light, results))
        for name in METHODS:
            total[name].add(results[name, light])
    count = len(total[OURS].right)
    intervals = [wilson(sum(named.right), count) for named in total.values()]
    rows = {
        f"all, n {count}": [f"{named.share():.1%}" for named in total.values()],
        "  95 %": [f"[{low:.1%}, {high:.1%}]" for low, high in intervals],
        "right, if it asked": [f"{named.count_right_with_margin():.1%}" for named in total.values()],
        "ms a view": [f"{1000 * named.seconds / max(count, 1):.1f}" for named in total.values()],
    }
    for title, cells in rows.items():
        print(f"{title:22s}" + "".join(f"{cell:>18s}" for cell in cells))
    if learned:
        print(NOT_COUNTED)
    for family, results in learned.items():
        print(_row(family, light, results))


if __name__ == "__main__":
    run_command(main)
