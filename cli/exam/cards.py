"""The cards of an exam: a plan drawn from a seed, the truth of a recorded film, a folder of photographs."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.card_folder import BadFolder, card_files
from cli.exam.scoring import NOT_IN_PLAY, ReportedCard, TrueCard
from common.errors import CommandError, raise_all
from common.files.user_files import read_bounded
from device.camera.picture_file import read_file
from engine.cards import Card, Pack
from vision.types import Image, Reading, SetAside

BLOCK = ("alone",) * 4 + ("trick",) + ("covered",) * 2 + ("quick",)
"""Conditions, repeated in random order, with four cards of each."""
CARDS_PER_STEP = {"alone": 1, "trick": 4, "covered": 2, "quick": 4}
"""Cards laid in one step, by condition."""
DEFAULT_CARDS = 100
"""Default number of cards: some ten minutes, and at best a bound of 1 in 33."""


@dataclass(frozen=True, slots=True)
class ExamStep:
    """Cards that are laid in this order and then taken up."""

    condition: str
    cards: tuple[Card, ...]


def draw_plan(cards: Sequence[Card], count: int, seed: int) -> list[ExamStep]:
    """Returns *count* of *cards* in steps; no card is repeated before all were used, unless it would lie there twice.

    No card occurs in two consecutive steps: the tracker takes one that comes back at once for a card of
    the trick that was just gathered.

    :raises ValueError: if the steps cannot differ for lack of cards, or none are wanted.
    """
    if len(cards) < 2 * max(CARDS_PER_STEP.values()) or count < 1:
        raise ValueError(f"got {len(cards)} cards and {count} wanted, expected at least 8 and 1")
    chance = random.Random(seed)
    waiting: list[Card] = []
    steps: list[ExamStep] = []
    conditions: list[str] = []
    left = count
    while left:
        conditions = conditions or chance.sample(BLOCK, len(BLOCK))
        condition = conditions.pop(0)
        size = CARDS_PER_STEP[condition] if CARDS_PER_STEP[condition] <= left else 1
        before = set(steps[-1].cards) if steps else set()
        chosen: list[Card] = []
        while len(chosen) < size:
            barred = {*before, *chosen}
            if barred.issuperset(waiting):
                waiting += chance.sample(list(cards), len(cards))
            chosen.append(waiting.pop(next(at for at, card in enumerate(waiting) if card not in barred)))
        steps.append(ExamStep(condition if size == CARDS_PER_STEP[condition] else "alone", tuple(chosen)))
        left -= size
    return steps


def draw_some(things: Sequence[str], count: int, seed: int) -> list[str]:
    """Returns *count* of *things* in random order, or all if there are fewer."""
    return random.Random(seed).sample(sorted(things), min(count, len(things)))


MAX_BYTES = 16 << 20
"""Bytes: largest file, some hundred thousand cards."""
EXPECTED = 'expected lines such as {"frame": 120, "card": "HK", "seat": 0}'


def read_truth(path: Path, pack: Pack, set_aside: Collection[str] = ()) -> list[TrueCard]:
    """Returns the cards of a file; lines with another `event` than `card_laid` are ignored.

    :raises CommandError: naming the line that cannot be used.
    :raises OSError: if the file cannot be read.
    """
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"got {path}, which is no text in UTF-8, {EXPECTED}, check which file it is") from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    names = {str(card) for card in pack.cards}
    cards = [
        one for number, line in lines if (one := _read_laid_card(f"line {number} of {path}", line, names, set_aside))
    ]
    if not cards:
        raise CommandError(f"got {path} without a card, {EXPECTED}, write down what was laid")
    return cards


def _read_laid_card(where: str, line: str, names: Collection[str], set_aside: Collection[str]) -> TrueCard | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise CommandError(f"got {where}, which is no JSON, {EXPECTED}, correct it") from None
    if not isinstance(row, dict):
        raise CommandError(f"got {where}, which is no object, {EXPECTED}, correct it")
    if row.get("event", "card_laid") != "card_laid":
        return None
    card = row.get("card")
    if not isinstance(card, str) or (card not in names and card not in set_aside):
        raise CommandError(f"got card {card!r} in {where}, expected one of the pack such as HK, correct it")
    condition = row.get("condition", "film")
    if not isinstance(condition, str) or not condition:
        raise CommandError(f"got condition {condition!r} in {where}, expected a word, correct it")
    frame = _number(row, "released" if "released" in row else "frame", where)
    seat, time = _number(row, "seat", where), _number(row, "t", where)
    if seat not in (None, 0, 1, 2, 3):
        raise CommandError(f"got seat {seat:g} in {where}, expected 0, 1, 2 or 3, correct it")
    return TrueCard(
        card if card in names else NOT_IN_PLAY,
        condition,
        None if seat is None else int(seat),
        None if frame is None else int(frame),
        time,
    )


def _number(row: dict[str, Any], key: str, where: str) -> float | None:
    value = row.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise CommandError(f"got {key} {value!r} in {where}, expected a number from 0 on, correct it")
    return float(value)


def stills_of(folder: Path, pack: Pack, count: int | None, seed: int) -> list[tuple[Path, TrueCard]]:
    """Returns the photographs to read with their cards, in random order: all of them, or *count* that are drawn.

    :raises BadFolder: for a name that is no card's, a picture that cannot be read, or one that is there twice.
    """
    found = card_files(folder, pack)
    groups: list[tuple[Card | SetAside, list[Path]]] = [*found.files.items(), *found.set_aside.items()]
    faults = list(found.slips)
    for _, files in groups:
        first_files: dict[str, Path] = {}
        for path in files:
            other = first_files.setdefault(hashlib.sha256(read_file(path)).hexdigest(), path)
            if other != path:  # equal pictures are one reading of a card, not two
                faults.append(f"got the same picture in {other.name} and {path.name}, expected two, take one away")
    raise_all([BadFolder(fault) for fault in faults])
    truths = {
        path.name: TrueCard(NOT_IN_PLAY if isinstance(card, SetAside) else str(card), "picture", picture=path.name)
        for card, files in groups
        for path in files
    }
    names = draw_some(list(truths), len(truths) if count is None else count, seed)
    return [(folder / name, truths[name]) for name in names]


def reported_card(reading: Reading, image: Image | None = None) -> ReportedCard:
    card = NOT_IN_PLAY if reading.not_in_play is not None else None if reading.card is None else str(reading.card)
    return ReportedCard(card, tuple(str(one.card) for one in reading.in_play[:3]), image=image)
