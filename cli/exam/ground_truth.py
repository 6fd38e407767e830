"""The cards laid in a recorded film, from JSON Lines: one card per line, in the order of play."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from cli.exam.scoring import NOT_IN_PLAY, TrueCard
from common.errors import CommandError
from common.files.bounded_read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from engine.cards import Pack

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
    laid = [
        one for number, line in lines if (one := _read_laid_card(f"line {number} of {path}", line, names, set_aside))
    ]
    if not laid:
        raise CommandError(f"got {path} without a card, {EXPECTED}, write down what was laid")
    return laid


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
