"""The contact sheet of a pack: suits in rows, ranks in columns, so that wrong crops and swapped names are obvious."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from cli.debug.sketch import font_of
from engine.cards import Card, Pack
from vision.recognition.card_images import decode_card
from vision.recognition.pack import EnrolledPack
from vision.types import Image

SUFFIX = "-contact-sheet.png"
_CARD = (108, 162)
"""Width and height of a card, px; longer or shorter ones are fitted into it."""
_GAP, _LABEL, _MARGIN, _HEAD = 14, 26, 28, 72
_PAPER, _INK, _FAINT, _AMBER, _RED = (250, 249, 246), (30, 30, 30), (140, 138, 132), (214, 128, 0), (186, 32, 32)
_MAX_COLUMNS = 13


@dataclass(frozen=True)
class ContactSheet:
    """The content of a sheet: `notes` below cards that need attention, `refused` instead of pictures."""

    pack: EnrolledPack
    kind: Pack
    notes: Mapping[Card, str] = field(default_factory=dict)
    refused: Mapping[Card, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Cell:
    name: str
    picture: Image | None
    note: str = ""


def write_sheet(sheet: ContactSheet, path: Path) -> None:
    """:raises OSError: if it cannot be written."""
    rows: list[tuple[str, list[_Cell]]] = []
    for suit in sheet.kind.suits:
        cards = [card for card in sheet.kind.cards if card.suit == suit]
        rows.append(("", [_cell(sheet, card) for card in cards]))
    aside = [_cell(sheet, card) for card in sheet.pack.set_aside]
    for start in range(0, len(aside), _MAX_COLUMNS):
        title = "" if start else "set aside: known, and not in play"
        rows.append((title, aside[start : start + _MAX_COLUMNS]))
    columns = max(len(row) for _, row in rows)
    wide = 2 * _MARGIN + columns * (_CARD[0] + _GAP) - _GAP
    high = _HEAD + sum(_LABEL * bool(title) + _CARD[1] + 2 * _LABEL for title, _ in rows) + _MARGIN
    page = Pillow.new("RGB", (max(wide, 640), high), _PAPER)
    draw = ImageDraw.Draw(page)
    draw.text((_MARGIN, 18), sheet.pack.name, font=font_of(24), fill=_INK)
    parts = [f"{len(sheet.pack.cards)} of {len(sheet.kind)} cards of {sheet.kind.name}"]
    if sheet.refused:
        parts.append(f"{len(sheet.refused)} refused")
    if sheet.pack.set_aside:
        parts.append(f"{len(sheet.pack.set_aside)} set aside")
    if sheet.notes:
        parts.append(f"{len(sheet.notes)} to look at (amber)")
    draw.text((_MARGIN, 48), " · ".join(parts), font=font_of(14), fill=_FAINT)
    top = _HEAD
    for title, row in rows:
        if title:
            draw.text((_MARGIN, top + 4), title, font=font_of(14), fill=_FAINT)
            top += _LABEL
        for column, cell in enumerate(row):
            _draw_cell(page, draw, cell, (_MARGIN + column * (_CARD[0] + _GAP), top))
        top += _CARD[1] + 2 * _LABEL
    path.parent.mkdir(parents=True, exist_ok=True)
    page.save(path, format="PNG")


def _cell(sheet: ContactSheet, card: Card) -> _Cell:
    pack = sheet.pack
    if card not in pack.known or not pack.pictures:
        return _Cell(str(card), None, sheet.refused.get(card, "missing"))
    return _Cell(str(card), decode_card(pack.pictures[pack.known.index(card)][0]), sheet.notes.get(card, ""))


def _draw_cell(page: Pillow.Image, draw: ImageDraw.ImageDraw, cell: _Cell, at: tuple[int, int]) -> None:
    (left, top), (width, height) = at, _CARD
    box = (left, top, left + width - 1, top + height - 1)
    colour = _INK
    if cell.picture is None:
        colour = _RED
        draw.rounded_rectangle(box, 6, outline=_RED, width=2)
        _draw_centred(draw, cell.note, (left + width // 2, top + height // 2), _RED, width)
    else:
        small = cv2.resize(cell.picture, _CARD, interpolation=cv2.INTER_AREA)
        page.paste(Pillow.fromarray(np.ascontiguousarray(small[:, :, ::-1])), at)
        draw.rectangle(box, outline=_FAINT)
        if cell.note:
            colour = _AMBER
            draw.rectangle((left - 4, top - 4, left + width + 3, top + height + 3), outline=_AMBER, width=4)
            _draw_centred(draw, cell.note, (left + width // 2, top + height + 36), _AMBER, width + _GAP)
    _draw_centred(draw, cell.name, (left + width // 2, top + height + 15), colour, width, 17)


def _draw_centred(
    draw: ImageDraw.ImageDraw,
    text: str,
    at: tuple[int, int],
    colour: tuple[int, int, int],
    width: int,
    size: int = 13,
) -> None:
    """Draws a line of text, in smaller type or in two lines if it does not fit."""
    while size > 9 and draw.textlength(text, font=font_of(size)) > width:
        size -= 1
    lines: Sequence[str] = [text]
    words = text.split()
    if draw.textlength(text, font=font_of(size)) > width and len(words) > 1:
        lines = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    for number, line in enumerate(lines):
        middle = at[0], at[1] + number * (size + 3)
        draw.text(middle, line, font=font_of(size), fill=colour, anchor="mm")
