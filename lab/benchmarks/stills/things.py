"""Random objects that are no card of the pack: backs, phones, beer mats, coins, hands, paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from lab.benchmarks.stills.camera import surface
from vision.types import Image, Luma

HEIGHT, WIDTH = 300, 190


class Thing(NamedTuple):
    """A picture, the mask of the object (255), and its height in mm."""

    picture: Image
    shape: Luma
    height: float


def back(chance: np.random.Generator) -> Thing:
    """A card face down: a lattice, or stripes with a rosette, within a rim."""
    picture = _plain(chance.uniform(20, 255, 3))
    ink = _colour(chance)
    step, thick = int(chance.integers(6, 30)), int(chance.integers(1, 5))
    for start in range(-HEIGHT, HEIGHT + WIDTH, step):
        cv2.line(picture, (start, 0), (start + HEIGHT, HEIGHT), ink, thick, cv2.LINE_AA)
        if chance.random() < 0.8:
            cv2.line(picture, (start + HEIGHT, 0), (start, HEIGHT), ink, thick, cv2.LINE_AA)
    if chance.random() < 0.4:
        for radius in range(60, 5, -11):
            cv2.circle(picture, (WIDTH // 2, HEIGHT // 2), radius, _colour(chance), 4, cv2.LINE_AA)
    rim = int(chance.integers(4, 24))
    cv2.rectangle(picture, (0, 0), (WIDTH - 1, HEIGHT - 1), (255, 255, 255), rim)
    return Thing(picture, _rounded_mask(picture, 11), 92.0)


def phone(chance: np.random.Generator) -> Thing:
    """Dark glass with the reflection of a lamp, or a lit screen."""
    picture = _plain(chance.uniform(10, 60, 3))
    if chance.random() < 0.5:
        _fields(picture, chance, int(chance.integers(4, 14)))
    else:
        middle = (int(chance.integers(30, 160)), int(chance.integers(30, 270)))
        cv2.circle(picture, middle, int(chance.integers(8, 30)), (235, 240, 250), -1, cv2.LINE_AA)
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)
    cv2.rectangle(picture, (0, 0), (WIDTH - 1, HEIGHT - 1), _colour(chance, 90), 6)
    return Thing(picture, _rounded_mask(picture, 24), 148.0)


def mat(chance: np.random.Generator) -> Thing:
    """A beer mat, square or round, printed."""
    picture = np.full((WIDTH, WIDTH, 3), chance.uniform(180, 250, 3), np.uint8)
    ink = _colour(chance)
    cv2.circle(picture, (WIDTH // 2, WIDTH // 2), int(chance.integers(50, 88)), ink, int(chance.integers(2, 12)))
    for line in range(int(chance.integers(1, 4))):
        word = "".join(chr(int(letter)) for letter in chance.integers(65, 91, int(chance.integers(3, 8))))
        cv2.putText(picture, word, (30, 70 + 34 * line), cv2.FONT_HERSHEY_TRIPLEX, 0.9, _colour(chance), 2, cv2.LINE_AA)
    shape = _rounded_mask(picture, 14)
    if chance.random() < 0.4:
        shape = np.zeros_like(shape)
        cv2.circle(shape, (WIDTH // 2, WIDTH // 2), WIDTH // 2 - 1, (255,), -1, cv2.LINE_AA)
    return Thing(picture, shape, 94.0)


def coins(chance: np.random.Generator) -> Thing:
    """Some coins beside one another."""
    picture, shape = _plain((90, 110, 130)), np.zeros((HEIGHT, WIDTH), np.uint8)
    for _ in range(int(chance.integers(2, 7))):
        middle = (int(chance.integers(30, 160)), int(chance.integers(30, 270)))
        metal = np.array([[80, 130, 190], [90, 170, 205], [190, 190, 190]][chance.integers(3)]) * chance.uniform(0.6, 1)
        radius = int(chance.integers(20, 30))
        cv2.circle(shape, middle, radius, (255,), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, radius, tuple(metal.tolist()), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, radius - 5, tuple((metal * 0.75).tolist()), 2, cv2.LINE_AA)
        cv2.ellipse(picture, middle, (8, 12), float(chance.uniform(0, 180)), 0, 360, tuple((metal * 1.2).tolist()), -1)
    return Thing(picture, shape, 110.0)


def hand(chance: np.random.Generator) -> Thing:
    """A hand seen from above, lit from one side, with nails and folds."""
    skin = np.array([110, 145, 205]) * chance.uniform(0.35, 1.1) + chance.uniform(-12, 12, 3)
    picture, shape = _plain(skin.clip(0, 255)), np.zeros((HEIGHT, WIDTH), np.uint8)
    knuckles = [(36 + 36 * finger, 150 + int(chance.integers(-8, 9))) for finger in range(4)]
    cv2.ellipse(shape, (WIDTH // 2, 225), (84, 92), 0, 0, 360, (255,), -1, cv2.LINE_AA)
    cv2.line(shape, (20, 260), (6, 160), (255,), 30, cv2.LINE_AA)
    for x, y in knuckles:
        tip = (x + int(chance.integers(-14, 15)), int(chance.integers(20, 70)))
        cv2.line(shape, (x, y), tip, (255,), 30, cv2.LINE_AA)
        cv2.ellipse(picture, tip, (8, 11), 0, 0, 360, tuple((skin * 1.12).clip(0, 255).tolist()), -1, cv2.LINE_AA)
        cv2.line(picture, (x - 12, (y + tip[1]) // 2), (x + 12, (y + tip[1]) // 2), tuple((skin * 0.8).tolist()), 2)
    depth = cv2.distanceTransform((shape > 127).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.55 + 0.45 * np.clip(depth / 18, 0, 1)
    return Thing(np.asarray((picture * shade[:, :, None]).clip(0, 255), np.uint8), shape, 190.0)


def paper(chance: np.random.Generator) -> Thing:
    """A score pad, a receipt, a packet: plain, with lines of writing or fields of colour."""
    picture = _plain(chance.uniform(150, 255, 3))
    if chance.random() < 0.5:
        for y in range(30, HEIGHT - 20, int(chance.integers(14, 34))):
            end = int(chance.integers(40, WIDTH - 10))
            cv2.line(picture, (15, y), (end, y + int(chance.integers(-4, 5))), _colour(chance, 110), 2, cv2.LINE_AA)
    else:
        _fields(picture, chance, int(chance.integers(0, 8)))
    return Thing(picture, _rounded_mask(picture, 1), float(chance.uniform(70, 130)))


KINDS: dict[str, Callable[[np.random.Generator], Thing]] = {
    "backs": back,
    "hands": hand,
    "phones": phone,
    "mats": mat,
    "coins": coins,
    "paper": paper,
}


def as_proposed_card(thing: Thing, chance: np.random.Generator) -> Image:
    """Returns the object on a piece of table, cropped like a proposed card."""
    height, width = thing.picture.shape[:2]
    alpha = thing.shape[:, :, None].astype(np.float32) / 255
    return np.asarray(thing.picture * alpha + surface((height, width), chance) * (1 - alpha), np.uint8)


def card(picture: Image, height: float) -> Thing:
    """A card of paper with its corners rounded, *height* mm high."""
    return Thing(picture, _rounded_mask(picture, 0.04 * picture.shape[0]), height)


def _plain(colour: object) -> Image:
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = np.asarray(colour)
    return picture


def _colour(chance: np.random.Generator, brightest: float = 255) -> tuple[float, ...]:
    return tuple(chance.uniform(0, brightest, 3).tolist())


def _fields(picture: Image, chance: np.random.Generator, count: int) -> None:
    for _ in range(count):
        x, y, width, height = (int(value) for value in chance.integers(5, 150, 4))
        cv2.rectangle(picture, (x, y * 2), (x + width, y * 2 + height), _colour(chance), -1)


def _rounded_mask(picture: Image, radius: float) -> Luma:
    height, width = picture.shape[:2]
    shape = np.zeros((height, width), np.uint8)
    reach = round(radius)
    cv2.rectangle(shape, (reach, 0), (width - 1 - reach, height - 1), 255, -1)
    cv2.rectangle(shape, (0, reach), (width - 1, height - 1 - reach), 255, -1)
    for x in (reach, width - 1 - reach):
        for y in (reach, height - 1 - reach):
            cv2.circle(shape, (x, y), reach, (255,), -1, cv2.LINE_AA)
    return shape
