"""The films and stills of an ablation: rendered once into a folder, read as often as there are runs.

A picture set is named by what is in it: a scenario of `lab.benchmarks.flipbook` until its first trick is gathered, or a
still of `lab.benchmarks.stills`, each with its seed. Pictures are JPEG of quality 97, so all runs read the same ones.
"""

from __future__ import annotations

import pickle
import time
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np

from device.camera.picture_file import low_resolution
from engine.cards import PACKS
from lab.benchmarks.accuracy.scenes import Tables, count_readings
from lab.benchmarks.flipbook.record import compose
from lab.benchmarks.flipbook.scenarios import SCENARIOS
from lab.benchmarks.flipbook.scoring import score
from lab.benchmarks.stills.tabletop import LIGHTS, Tabletop, VisibleCard, frames_of, lay_cards, some_cards, trick
from lab.benchmarks.stills.telephone import FAULTS, photograph
from lab.benchmarks.tracking.rendered_deals import usual_decks
from lab.benchmarks.tracking.sequences import decks_in, reader_of, reported_event
from simulator.deck import Deck
from simulator.script import Expected
from simulator.stage.stage import FPS
from simulator.stage.surfaces import TABLES
from vision.enrolment.photographs.cropping import upright_cards
from vision.enrolment.showing.progress import Refusal
from vision.enrolment.showing.session import EnrolmentSession
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene
from vision.tracking.tracker import CardTracker
from vision.types import Frame, Image, Sighting

SIZE, JPEG_QUALITY = (960, 540), 97
"""Width and height of a film's pictures, px, and the quality of all pictures."""
FRAMES_AFTER = 12
"""Frames of a film after its first trick was gathered."""
SMALL_DECK = 4
"""Cards that are enrolled or shown."""

FILMS = (
    *("overlap", "brisk", "relaid", "pile", "stock", "resting", "knocked", "lamp"),
    *("hand_after_hand", "swinging_lamp"),
)
STILLS = ("heap", "apart", "overlapping", "strangers")
QUICK = ("overlap-7", "knocked-2", "lamp-4", "resting-14", "swinging_lamp-10", "heap-3", "apart-2", "strangers-4")
QUICK_WITH_ENROLMENT = (*QUICK, "photographs-5", "shown-6")
"""The set for thresholds: 17 s of the processor, films of two players, stills and enrolment."""


def usual_set(seeds: int) -> tuple[str, ...]:
    """Returns the set for mechanisms: every scenario and two of each kind of still, for so many *seeds*."""
    films = (f"{name}-{seed * len(FILMS) + at}" for seed in range(seeds) for at, name in enumerate(FILMS))
    stills = (f"{name}-{100 + seed}" for seed in range(2 * seeds) for name in STILLS)
    return (*films, *stills)


class Film(NamedTuple):
    """`deck` is a name; `frames` are number, JPEG and luminance (PNG) of those that the camera delivers."""

    deck: str
    seats: tuple[int, ...]
    truth: tuple[Expected, ...]
    frames: tuple[tuple[int, bytes, bytes], ...]


class Still(NamedTuple):
    """`cards` are those whose names are right; a name for another card is invented."""

    deck: str
    cards: tuple[VisibleCard, ...]
    picture: bytes


class Enrolment(NamedTuple):
    """Photographs of the cards of a deck by name, or views of a table on which they are shown."""

    deck: str
    pictures: Mapping[str, bytes]
    is_shown: bool


PictureSet: TypeAlias = Film | Still | Enrolment


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run read in a picture set: counts, a checksum of all readings with places and scores, seconds."""

    counts: Mapping[str, int]
    readings: int = 0
    seconds: float = 0.0


def render(folder: Path, name: str, decks_folder: Path | None) -> None:
    """Renders the picture set *name* into *folder*, unless it is there; decks are drawn without a *decks_folder*."""
    file = folder / f"{name}.pickle"
    if file.exists():
        return
    cv2.setNumThreads(1)
    kind, _, number = name.rpartition("-")
    seed, decks = int(number), _decks(decks_folder)
    deck = decks[seed % len(decks)]
    if kind in SCENARIOS:
        made: PictureSet = _film(kind, seed, deck)
    elif kind in STILLS:
        made = _still(kind, seed, deck, decks[(seed + 1) % len(decks)])
    else:
        made = _enrolment(kind, seed, deck)
    for path, content in ((_deck_file(folder, deck.name), deck), (file, made)):
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(content))
        part.rename(path)


def _deck_file(folder: Path, name: str) -> Path:
    return folder / f"deck {name}.pickle"


@cache
def _decks(folder: Path | None) -> list[Deck]:
    return decks_in(folder, None if folder is None else usual_decks(folder))


def _film(scenario: str, seed: int, deck: Deck) -> Film:
    sequence = compose(scenario, seed, deck, size=SIZE)
    gathers = [one.rest for one in sequence.truth if one.event == "trick_gathered"]
    end = min([*gathers, sequence.frames]) + FRAMES_AFTER
    frames = []
    for number, picture in zip(range(min(end, sequence.frames)), sequence.pictures(), strict=False):
        if sequence.arrives(number):
            jpeg = _encoded(picture)
            luma = low_resolution(_decoded(jpeg))
            frames.append((number, jpeg, cv2.imencode(".png", luma)[1].tobytes()))
    truth = tuple(one for one in sequence.truth if one.rest < end)
    return Film(deck.name, sequence.seats, truth, tuple(frames))


def _still(kind: str, seed: int, deck: Deck, other: Deck) -> Still:
    chance = np.random.default_rng([seed, 29])
    light = LIGHTS[seed % len(LIGHTS)]
    own = some_cards(deck.faces, 4, chance)
    if kind == "heap":
        table = trick(own, chance, apart=False, table=TABLES[seed % len(TABLES)])
    elif kind == "strangers":
        strangers = {card: face for card, face in some_cards(other.faces, 2, chance).items() if card not in own}
        mixed = trick({**strangers, **own}, chance, True, light)
        table = Tabletop(mixed.picture, tuple(one for one in mixed.cards if one.card in own))
    else:
        table = trick(own, chance, kind == "apart", light)
    return Still(deck.name, table.cards, _encoded(table.picture))


def _enrolment(kind: str, seed: int, deck: Deck) -> Enrolment:
    chance = np.random.default_rng([seed, 31])
    cards = some_cards(deck.faces, SMALL_DECK, chance)
    if kind == "shown":
        views = list(lay_cards({card: deck.faces[card] for card in PACKS[deck.kind].cards[:3]}, seed))
        return Enrolment(deck.name, {str(at): _encoded(view) for at, view in enumerate(views)}, True)
    faults = list(FAULTS)[:: len(FAULTS) // SMALL_DECK]
    faces = list(cards.values())
    shots = (
        photograph(face, faces[at - 1], fault, chance).picture
        for at, (face, fault) in enumerate(zip(faces, faults, strict=False))
    )
    return Enrolment(deck.name, dict(zip(map(str, cards), map(_encoded, shots), strict=False)), False)


def _encoded(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _decoded(content: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def read(folder: Path, name: str) -> Outcome:
    """Reads the picture set *name* of *folder* as the program does."""
    made = load(folder, name)
    begin = time.process_time()
    if isinstance(made, Film):
        counts, text = _track(made, _reader(folder, made.deck))
    elif isinstance(made, Still):
        counts, text = _read_still(made, _reader(folder, made.deck))
    else:
        counts, text = _show(folder, made) if made.is_shown else _enrol(folder, made)
    seconds = time.process_time() - begin
    return Outcome({name: counts[name] for name in sorted(counts) if counts[name]}, zlib.crc32(text), seconds)


@cache
def load(folder: Path, name: str) -> PictureSet:
    """Returns the picture set *name* of *folder*; its pack is enrolled."""
    made: PictureSet = pickle.loads((folder / f"{name}.pickle").read_bytes())
    if isinstance(made, Film | Still):
        _reader(folder, made.deck).prepare()
    return made


@cache
def _deck(folder: Path, name: str) -> Deck:
    deck: Deck = pickle.loads(_deck_file(folder, name).read_bytes())
    return deck


def _reader(folder: Path, deck: str) -> PackReader:
    return reader_of(_deck(folder, deck))


def _track(film: Film, reader: PackReader) -> tuple[Counter[str], bytes]:
    tracker = CardTracker(reader, film.seats)
    sightings: list[Sighting] = []
    for number, jpeg, png in film.frames:
        luma = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
        sightings += tracker.process(Frame(number, number / FPS, partial(_decoded, jpeg), luma))
    sightings += tracker.finish()
    counts, _ = score(film.truth, [event for one in sightings if (event := reported_event(one)) is not None])
    return counts, repr(sightings).encode()


def _read_still(still: Still, reader: PackReader) -> tuple[Counter[str], bytes]:
    picture, tables = _decoded(still.picture), Tables()
    readings = read_scene(picture, reader)
    count_readings(tables, Tabletop(picture, still.cards), readings)
    counts = Counter({name: getattr(tables.every, name) for name in ("right", "asked", "missed", "wrong", "invented")})
    return counts, repr(readings).encode()


def _enrol(folder: Path, made: Enrolment) -> tuple[Counter[str], bytes]:
    """Enrols and calibrates the cards of photographs, then reads one of these."""
    pictures = {name: _decoded(jpeg) for name, jpeg in made.pictures.items()}
    upright, kind = upright_cards(pictures), PACKS[_deck(folder, made.deck).kind]
    counts = Counter[str](str(fault) for fault in upright.faults.values())
    recogniser = Recogniser()
    crops = {kind.card(name): [crop] for name, crop in upright.cards.items()}
    pack = enrol(crops, kind.name, recogniser, "", upright.length)
    reader = PackReader(recogniser, calibrate_acceptance(pack, recogniser))
    name, picture = next(iter(pictures.items()))
    readings = read_scene(picture, reader)
    counts.update("right" if str(one.card) == name else "asked" if one.card is None else "wrong" for one in readings)
    return counts, repr((upright.quads, readings)).encode()


def _show(folder: Path, made: Enrolment) -> tuple[Counter[str], bytes]:
    """Shows some cards to the camera, one after the other."""
    session = EnrolmentSession(PACKS[_deck(folder, made.deck).kind], Recogniser())
    reports = [one for frame in frames_of(map(_decoded, made.pictures.values())) for one in session.process(frame)]
    counts = Counter[str]()
    for one in reports:
        counts[f"refused {one.reason}" if isinstance(one, Refusal) else type(one).__name__.lower()] += 1
    return counts, repr([crop for each in session.pictures.values() for crop in each]).encode()
