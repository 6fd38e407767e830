"""How well cards are named on decks that the network never saw: python -m benchmarks.recognition DECKS

DECKS is a folder of decks, one folder a deck, one scan a card named in notation. Each deck is enrolled from its
scans, then read from views degraded by this file's own camera, which shares no code and no seed with the training's.
Families share one artwork and count once. Printed: right / asked / wrong among unobstructed cards, in good and in dim
light, with 95 % intervals; what is accepted of foreign things; time a card on one thread.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from engine.cards import FRENCH_52, GERMAN_33, Card, Pack, UnknownCard
from vision.pack import EnrolledPack, enrol
from vision.recognise import Recogniser
from vision.rectify import rectify, turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Image, Quad

FAMILIES = {
    "Bavarian, Munich": ("ger_bav_schmid_gumbi", "ger_bav_schmid_gluecks"),
    "Bavarian, redrawn": ("ger_bav_sauspiel_by", "ger_bav_loewe_pips"),
    "Bavarian, Stralsund": ("ger_bav_ass_nunn1",),
    "Franconian": ("ger_fra_sauspiel_fn",),
    "Salzburg": ("ger_salz_piiit",),
    "Salzburg, cartoon": ("ger_salz_hebab_cartoon",),
    "Tell, Hungary": ("ger_tell_zsir_piatnik", "ger_tell_piatnik_hun", "ger_tell_lesti", "ger_tell_jskat"),
    "Tell, Slovak": ("ger_tell_tomasdrus",),
    "Tell, Czech": ("ger_tell_mariasek",),
    "Tell, mixed": ("ger_tell_adit_mixed",),
    "Tell, redrawn": ("ger_tell_sauspiel_dd",),
    "Tell, themed": ("ger_tell_jabra_tortenelmi",),
    "Bohemian": ("ger_boh_mariasek",),
    "Saxon, redrawn": ("ger_sax_sauspiel_de",),
    "French, Turnier": ("fr_sauspiel_turnier4c",),
    "French, Vienna": ("fr_sauspiel_vienna",),
    "French, Aguilar": ("fr_fltk_aguilar",),
    "French, Furby": ("fr_jackfurby",),
}
OPEN_SET = ("backs", "phones and cloth", "cards of the other suits")


@dataclass(frozen=True)
class Light:
    """Ranges of what the camera meets; lengths in px of the camera's picture."""

    name: str
    card_height: tuple[float, float]
    exposure: tuple[float, float]
    warmth: tuple[float, float]
    defocus: tuple[float, float]
    motion: tuple[float, float]
    noise: tuple[float, float]
    lamp: tuple[float, float]
    quality: tuple[int, int]
    corners: float


GOOD = Light("good", (150, 320), (0.75, 1.1), (0.0, 0.25), (0.0, 1.2), (0, 2), (1, 5), (0, 0.35), (70, 95), 0.008)
DIM = Light("dim", (120, 300), (0.22, 0.55), (0.2, 0.8), (0.6, 2.4), (0, 6), (6, 15), (0.3, 1.2), (45, 90), 0.012)


@dataclass
class Tally:
    right: int = 0
    asked: int = 0
    wrong: int = 0
    first: int = 0
    confused: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        return self.right + self.asked + self.wrong

    def add(self, other: Tally) -> None:
        self.right, self.asked, self.wrong = (
            self.right + other.right,
            self.asked + other.asked,
            self.wrong + other.wrong,
        )
        self.first += other.first
        self.confused += other.confused

    def __str__(self) -> str:
        low, high = wilson(self.right, self.count)
        worst = wilson(self.wrong, self.count)[1]
        return (
            f"n {self.count:5d}  top-1 {self.first / self.count:7.2%}  right {self.right / self.count:7.2%} "
            f"[{low:.2%}, {high:.2%}]  asked {self.asked:4d}  wrong {self.wrong:3d} (at most {worst:.2%})"
        )


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share (E. B. Wilson, 1927)."""
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def photographed(card: Image, light: Light, chance: np.random.Generator) -> Image:
    """Returns the crop that reading would see of the card on a table, by a pinhole camera 50 to 80 cm above it."""
    picture, quad = _on_table(card, light, chance)
    picture = _developed(picture, light, chance)
    length = float(np.linalg.norm(quad[3] - quad[0]))
    found = quad + chance.normal(0, light.corners * length, (4, 2)).astype(np.float32)
    crop = rectify(picture, found.astype(np.float32))
    return turned(crop) if chance.random() < 0.5 else crop


def _on_table(card: Image, light: Light, chance: np.random.Generator) -> tuple[Image, Quad]:
    height = chance.uniform(*light.card_height)
    width = height * card.shape[1] / card.shape[0]
    side = int(1.35 * np.hypot(height, width))
    # The card somewhere in view of a camera that leans by up to 15 degrees; lengths in card heights.
    lean, away, turn = np.radians(chance.uniform(0, 15)), chance.uniform(5, 8), chance.uniform(0, 2 * np.pi)
    flat = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [width / height, 1]
    turned_flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    depth = away + turned_flat[:, 1] * np.sin(lean)
    seen = turned_flat * [1, np.cos(lean)] * away / depth[:, None]
    quad = (seen * height + side / 2).astype(np.float32)
    table = _table(side, chance)
    corners = np.array([[0, 0], [card.shape[1], 0], [card.shape[1], card.shape[0]], [0, card.shape[0]]], np.float32)
    to_table = cv2.getPerspectiveTransform(corners, quad)
    source = cv2.blur(card, (2, 2)) if card.shape[0] > 1.6 * height else card
    drawn = cv2.warpPerspective(source, to_table, (side, side), flags=cv2.INTER_CUBIC)
    covered = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), to_table, (side, side))
    alpha = covered[:, :, None].astype(np.float32) / 255
    return (drawn * alpha + table * (1 - alpha)).astype(np.uint8), quad


def _table(side: int, chance: np.random.Generator) -> Image:
    """Wood of a few browns with year rings, or felt."""
    if chance.random() < 0.6:
        y, x = np.mgrid[0:side, 0:side]
        rings = np.sin((x * chance.uniform(0.02, 0.2) + 8 * np.sin(y * 0.01 + chance.uniform(0, 6))) * 2)
        wood: Image = np.clip(
            np.array([60, 95, 140]) * chance.uniform(0.4, 1.4) + rings[:, :, None] * 12, 0, 255
        ).astype(np.uint8)
        return wood
    felt = np.array([[60, 90, 25], [110, 60, 30], [230, 232, 235], [40, 40, 120]][chance.integers(4)])
    cloth: Image = np.clip(felt + chance.normal(0, 9, (side, side, 1)), 0, 255).astype(np.uint8)
    return cloth


def _developed(picture: Image, light: Light, chance: np.random.Generator) -> Image:
    """Lamp, lens, shutter and sensor, in this order, in linear light."""
    side = picture.shape[0]
    linear = (picture.astype(np.float32) / 255) ** 2.2
    y, x = np.mgrid[0:side, 0:side] / side - chance.uniform(-0.3, 1.3, (2, 1, 1))
    fall = 1 / (1 + chance.uniform(*light.lamp) * 2 * (x * x + y * y))
    warmth = chance.uniform(*light.warmth)
    colour = np.array([1 - 0.6 * warmth, 1 - 0.2 * warmth, 1.0])
    linear = linear * (fall[:, :, None] * colour).astype(np.float32)
    radius = chance.uniform(*light.defocus)
    if radius > 0.5:
        y, x = np.mgrid[-4:5, -4:5]
        disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
        linear = cv2.filter2D(linear, -1, disc / disc.sum())
    blur = int(chance.uniform(*light.motion))
    if blur > 1:
        along = np.eye(blur) if chance.random() < 0.5 else np.fliplr(np.eye(blur))
        linear = cv2.filter2D(linear, -1, along / along.sum())
    exposed = 255 * np.clip(linear * chance.uniform(*light.exposure), 0, 1) ** (1 / 2.2)
    noise = chance.normal(0, chance.uniform(*light.noise), exposed.shape) * (0.5 + 0.5 * exposed / 255)
    stored = np.clip(exposed + noise, 0, 255).astype(np.uint8)
    setting = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(*light.quality))]
    return cast("Image", cv2.imdecode(cv2.imencode(".jpg", stored, setting)[1], cv2.IMREAD_COLOR))


def load(folder: Path) -> tuple[Pack, dict[Card, Image]]:
    pack = FRENCH_52 if folder.name.startswith("fr_") else GERMAN_33
    pictures = {}
    for path in sorted(folder.iterdir()):
        try:
            card = pack.card(path.stem)
        except UnknownCard:
            continue  # sixes of a deck of 36
        picture = cv2.imread(str(path))
        if picture is not None:
            pictures[card] = picture.astype(np.uint8)
    return pack, pictures


def read_deck(
    enrolled: EnrolledPack, pictures: dict[Card, Image], light: Light, views: int, recogniser: Recogniser, seed: int
) -> Tally:
    chance, tally = np.random.default_rng([seed, len(light.name)]), Tally()
    for card, picture in pictures.items():
        crops = np.stack([photographed(picture, light, chance) for _ in range(views)])
        for embedding in recogniser.embed(crops):
            answer = enrolled.read(embedding)
            tally.first += answer.candidates[0].card == card
            if answer.card is None:
                tally.asked += 1
            elif answer.card == card:
                tally.right += 1
            else:
                tally.wrong += 1
                tally.confused.append(f"{card}→{answer.card}")
    return tally


def strange(kind: str, others: Sequence[Image], chance: np.random.Generator) -> Image:
    """Returns something that is no card of the pack."""
    if kind == OPEN_SET[2]:
        return others[int(chance.integers(len(others)))]
    picture = np.empty((300, 190, 3), np.uint8)
    picture[:] = chance.uniform(20, 255, 3)
    ink = tuple(chance.uniform(0, 255, 3))
    if kind == OPEN_SET[0]:
        step = int(chance.integers(6, 30))
        for start in range(-300, 500, step):
            cv2.line(picture, (start, 0), (start + 300, 300), ink, int(chance.integers(1, 5)), cv2.LINE_AA)
            cv2.line(picture, (start + 300, 0), (start, 300), ink, int(chance.integers(1, 5)), cv2.LINE_AA)
        cv2.rectangle(picture, (0, 0), (189, 299), (255, 255, 255), int(chance.integers(4, 24)))
        return picture
    for _ in range(int(chance.integers(0, 8))):
        x, y, width, height = (int(value) for value in chance.integers(5, 150, 4))
        cv2.rectangle(picture, (x, y * 2), (x + width, y * 2 + height), tuple(chance.uniform(0, 255, 3)), -1)
    return picture


def accepted(
    enrolled: EnrolledPack, others: Sequence[Image], count: int, recogniser: Recogniser, seed: int
) -> dict[str, int]:
    chance, found = np.random.default_rng([seed, 77]), dict.fromkeys(OPEN_SET, 0)
    for kind in OPEN_SET:
        views = [photographed(strange(kind, others, chance), (GOOD, DIM)[n % 2], chance) for n in range(count)]
        found[kind] = sum(enrolled.read(row).card is not None for row in recogniser.embed(np.stack(views)))
    return found


def per_card(recogniser: Recogniser, enrolled: EnrolledPack, picture: Image) -> float:
    """Returns ms to rectify, embed and judge one card, the median of many."""
    quad = np.array([[400, 300], [590, 320], [570, 620], [380, 600]], np.float32)
    scene = cv2.resize(picture, (1920, 1080))
    times = []
    for _ in range(200):
        begun = time.perf_counter()
        enrolled.read(recogniser.embed(rectify(scene.astype(np.uint8), quad)[None]))
        times.append(time.perf_counter() - begun)
    return float(np.median(times)) * 1000


@dataclass(frozen=True)
class Bench:
    """Decks, the packs enrolled from them, and how many views of a card to read."""

    decks: dict[str, tuple[Pack, dict[Card, Image]]]
    packs: dict[str, EnrolledPack]
    recogniser: Recogniser
    views: int
    seed: int

    def read(self, enrolled: str, shown: str, light: Light) -> Tally:
        known = set(self.packs[enrolled].cards)
        pictures = {card: picture for card, picture in self.decks[shown][1].items() if card in known}
        return read_deck(self.packs[enrolled], pictures, light, self.views, self.recogniser, self.seed)

    def families(self) -> dict[str, list[str]]:
        here = {family: [name for name in names if name in self.decks] for family, names in FAMILIES.items()}
        return {family: names for family, names in here.items() if names}


def print_families(bench: Bench, light: Light) -> None:
    print(f"\n{light.name} light, enrolled from a scan, {bench.views} views a card")
    total, shares = Tally(), []
    for family, names in bench.families().items():
        tally = Tally()
        for name in names:
            tally.add(bench.read(name, name, light))
        print(f"{family:20s} {tally}  {' '.join(tally.confused[:4])}", flush=True)
        shares.append((tally.first / tally.count, tally.right / tally.count, tally.wrong / tally.count))
        total.add(tally)
    first, right, wrong = np.mean(shares, axis=0)
    print(f"{'all cards':20s} {total}")
    print(f"{'mean of families':20s} top-1 {first:.2%}  right {right:.2%}  wrong {wrong:.2%}")


def print_other_prints(bench: Bench) -> None:
    print("\ngood light, enrolled from a scan of another print of the same artwork")
    for family, names in bench.families().items():
        tally = Tally()
        for enrolled in names:
            for shown in names:
                if shown != enrolled and family != "Bavarian, redrawn":  # two drawings, not two prints
                    tally.add(bench.read(enrolled, shown, GOOD))
        if tally.count:
            print(f"{family:20s} {tally}  {' '.join(tally.confused[:4])}", flush=True)


def print_strangers(bench: Bench, views: int = 60) -> None:
    print("\naccepted of what is no card of the pack")
    strangers: dict[str, int] = defaultdict(int)
    for name, pack in bench.packs.items():
        kind = bench.decks[name][0]
        others = [p for other, pictures in bench.decks.values() if other is not kind for p in pictures.values()]
        for what, count in accepted(pack, others, views, bench.recogniser, bench.seed).items():
            strangers[what] += count
    shown = views * len(bench.packs)
    for what, count in strangers.items():
        print(f"{what:28s} {count} of {shown} ({count / shown:.2%}, at most {wilson(count, shown)[1]:.2%})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", type=Path, help="folder of decks")
    parser.add_argument("--views", type=int, default=10, help="views a card and light")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--model", type=Path, help="another network than the shipped one")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    recogniser = Recogniser(arguments.model)
    places = [arguments.decks / name for names in FAMILIES.values() for name in names]
    decks = {place.name: load(place) for place in places if place.is_dir()}
    if not any(pictures for _, pictures in decks.values()):
        example = "ger_fra_sauspiel_fn"
        print(f"got {arguments.decks} without a known deck, expected folders such as {example}", file=sys.stderr)
        return 2
    packs = {
        name: enrol({card: [picture] for card, picture in pictures.items()}, kind.name, recogniser, name)
        for name, (kind, pictures) in decks.items()
    }
    bench = Bench(decks, packs, recogniser, arguments.views, arguments.seed)
    name = next(iter(packs))
    picture = next(iter(decks[name][1].values()))
    print(f"{per_card(recogniser, packs[name], picture):.2f} ms a card (rectify, embed, judge), one thread")
    for light in (GOOD, DIM):
        print_families(bench, light)
    print_other_prints(bench)
    print_strangers(bench)
    return 0


if __name__ == "__main__":
    sys.exit(main())
