"""Enrolment from a folder of pictures: examines each, reports its faults, checks the pack, draws a contact sheet.

All usable pictures are enrolled; missing cards decide whether the pack is sufficient. On the contact sheet suits are
rows and ranks are columns, which makes wrong crops and swapped names obvious.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from cli.card_folder import BadFolder, FolderPictures
from cli.debug_sketch import type_of
from cli.terminal import progress
from common.errors import raise_all
from engine.cards import PACKS
from vision.enrolment.photographs.card_outlines import Fault
from vision.enrolment.photographs.cropping import upright_cards
from vision.enrolment.photographs.self_check import find_same_cards, find_swapped_names, reread_pack
from vision.enrolment.thresholds import OUTLINE, PHOTOGRAPH
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.card_images import decode_card
from vision.recognition.pack import enrol

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from cli.card_folder import CardFiles
    from engine.cards import Card, Pack
    from vision.enrolment.photographs.cropping import UprightCards
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image, SetAside


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
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_sheet(sheet).save(path, format="PNG")


def draw_sheet(sheet: ContactSheet) -> Pillow.Image:
    """Returns the picture of the sheet."""
    rows = _rows(sheet)
    columns = max(len(row) for _, row in rows)
    wide = 2 * _MARGIN + columns * (_CARD[0] + _GAP) - _GAP
    high = _HEAD + sum(_LABEL * bool(title) + _CARD[1] + 2 * _LABEL for title, _ in rows) + _MARGIN
    page = Pillow.new("RGB", (max(wide, 640), high), _PAPER)
    draw = ImageDraw.Draw(page)
    draw.text((_MARGIN, 18), sheet.pack.name, font=type_of(24), fill=_INK)
    draw.text((_MARGIN, 48), _summary(sheet), font=type_of(14), fill=_FAINT)
    top = _HEAD
    for title, row in rows:
        if title:
            draw.text((_MARGIN, top + 4), title, font=type_of(14), fill=_FAINT)
            top += _LABEL
        for column, cell in enumerate(row):
            _draw_cell(page, draw, cell, (_MARGIN + column * (_CARD[0] + _GAP), top))
        top += _CARD[1] + 2 * _LABEL
    return page


def _summary(sheet: ContactSheet) -> str:
    parts = [f"{len(sheet.pack.cards)} of {len(sheet.kind)} cards of {sheet.kind.name}"]
    if sheet.refused:
        parts.append(f"{len(sheet.refused)} refused")
    if sheet.pack.set_aside:
        parts.append(f"{len(sheet.pack.set_aside)} set aside")
    if sheet.notes:
        parts.append(f"{len(sheet.notes)} to look at (amber)")
    return " · ".join(parts)


def _rows(sheet: ContactSheet) -> list[tuple[str, list[_Cell]]]:
    """Returns a row a suit, then what was set aside."""
    rows = []
    for suit in sheet.kind.suits:
        cards = [card for card in sheet.kind.cards if card.suit == suit]
        rows.append(("", [_cell(sheet, card) for card in cards]))
    aside = [_cell(sheet, card) for card in sheet.pack.set_aside]
    for start in range(0, len(aside), _MAX_COLUMNS):
        title = "" if start else "set aside: known, and not in play"
        rows.append((title, aside[start : start + _MAX_COLUMNS]))
    return rows


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
    while size > 9 and draw.textlength(text, font=type_of(size)) > width:
        size -= 1
    lines: Sequence[str] = [text]
    words = text.split()
    if draw.textlength(text, font=type_of(size)) > width and len(words) > 1:
        lines = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    for number, line in enumerate(lines):
        middle = at[0], at[1] + number * (size + 3)
        draw.text(middle, line, font=type_of(size), fill=colour, anchor="mm")


MIN_SHARE_READ = 0.75
"""Share of a card's views that must be read correctly; cards with less are reported."""
_FAULT_TEXTS = {
    Fault.NO_CARD: "without a card's outline, expected one whole card on a plain table of other colour; take it again",
    Fault.SEVERAL: "with more than one card, expected one alone; take the others away and take it again",
    Fault.CUT: "with a card that the picture's rim cuts, expected all of it; take it again from farther away",
    Fault.SMALL: (
        f"with a card of less than {OUTLINE.min_length_px:.0f} px, expected a larger one; take it again from nearer"
    ),
    Fault.SLANTED: (
        f"seen at a slant of more than {PHOTOGRAPH.max_tilt_deg:.0f}°, expected a view from above; take it again"
    ),
    Fault.SHAPE: "with an outline of another shape than the other cards; take it again on a plain table",
    Fault.BORDER: (
        "with an odd border, unlike the other cards': a finger, or some of the table; take it again on a plain table"
    ),
    Fault.PLAIN: "which shows next to nothing, expected the face of a card; take it again",
    Fault.BLURRED: "which is blurred, expected a sharp picture; take it again in more light",
}
_SHORT_FAULT_TEXTS = {
    Fault.NO_CARD: "no outline",
    Fault.SEVERAL: "several cards",
    Fault.SHAPE: "odd shape",
    Fault.BORDER: "odd border",
}


class RefusedPicture(NamedTuple):
    """`reason` is that of `vision.enrolment.photographs.card_outlines`, or `same`."""

    picture: str
    reason: str
    text: str


@dataclass(frozen=True)
class EnrolledFolder:
    """The result of a folder: `slips` are lines about files, `refused` the refused pictures."""

    pack: EnrolledPack
    are_scans: bool
    by_card: dict[Card, list[Image]]
    slips: list[str]
    refused: list[RefusedPicture]
    asked_often: list[Card]
    swapped: list[tuple[Card, Card]]
    sheet: Path | None


def refusal_line(name: str, fault: Fault) -> str:
    """Returns the line about a refused picture."""
    comma = "," if _FAULT_TEXTS[fault].startswith("which") else ""
    return f"got {name}{comma} {_FAULT_TEXTS[fault]}"


def enrol_folder(
    arguments: argparse.Namespace, shown: CardFiles, target: Path, recogniser: Recogniser
) -> EnrolledFolder:
    """Returns the unsaved pack.

    :raises BadFolder: with all faults, if cards have no picture and a partial pack was not requested.
    """
    kind = PACKS[arguments.kind]
    aside_names = {path.name for files in shown.set_aside.values() for path in files}
    forced = True if arguments.scans else False if arguments.photos else None
    upright = upright_cards(FolderPictures(shown), forced, aside_names, _with_progress)
    refused = [RefusedPicture(name, str(fault), refusal_line(name, fault)) for name, fault in upright.faults.items()]
    if not arguments.same:
        refused += _equal_pictures(shown, upright, recogniser)
    bad = {one.picture for one in refused}
    by_card = {card: good for card, files in shown.files.items() if (good := _usable_pictures(files, upright, bad))}
    aside = {card: good for card, files in shown.set_aside.items() if (good := _usable_pictures(files, upright, bad))}
    slips = list(dict.fromkeys([*shown.slips, *(one.text for one in refused)]))
    if len(by_card) < len(kind) and not (arguments.partial and by_card):
        raise_all([BadFolder(line) for line in (*slips, _incomplete_text(kind, by_card, upright))])
    pack = enrol(by_card, kind.name, recogniser, target.stem, upright.length, aside)
    pack = calibrate_acceptance(pack, recogniser)
    often = [one.card for one in reread_pack(pack, recogniser) if one.right < MIN_SHARE_READ * one.total]
    doubted = find_swapped_names({card: pictures[0] for card, pictures in by_card.items()})
    sheet = arguments.sheet or target.with_name(f"{target.stem}{SUFFIX}")
    write_sheet(ContactSheet(pack, kind, _notes(doubted, often), _reasons(shown, upright, refused)), sheet)
    return EnrolledFolder(pack, upright.are_scans, by_card, slips, refused, often, doubted, sheet)


def _usable_pictures(files: Sequence[Path], upright: UprightCards, bad: set[str]) -> list[Image]:
    return [upright.cards[path.name] for path in files if path.name in upright.cards and path.name not in bad]


def _equal_pictures(shown: CardFiles, upright: UprightCards, recogniser: Recogniser) -> list[RefusedPicture]:
    """Refuses two pictures of one card under two names, as either name may be wrong."""
    each = [*shown.files.items(), *shown.set_aside.items()]
    card_of: dict[str, Card | SetAside] = {path.name: card for card, files in each for path in files}
    found = []
    for one, other in find_same_cards(upright.cards, card_of, recogniser):
        text = f"got {one} and {other}, which show the same card, expected two; take one again, or add --same"
        found += [RefusedPicture(one, "same", text), RefusedPicture(other, "same", text)]
    return found


def _with_progress(names: Collection[str]) -> Iterable[str]:
    return progress(names, len(names), "pictures")


def _incomplete_text(kind: Pack, by_card: Collection[Card], upright: UprightCards) -> str:
    taken, other = ("scans", "--photos") if upright.are_scans else ("photographs", "--scans")
    return (
        f"got {len(by_card)} of the {len(kind)} cards of {kind.name} from pictures taken for {taken}, expected all, "
        f"nothing is saved; add the others, or enrol with --partial, or with {other} if they are none"
    )


def _notes(doubted: Sequence[tuple[Card, Card]], often: Sequence[Card]) -> dict[Card, str]:
    notes = dict.fromkeys(often, "asked for often")
    for one, other in doubted:
        notes[one], notes[other] = f"swapped with {other}?", f"swapped with {one}?"
    return notes


def _reasons(shown: CardFiles, upright: UprightCards, refused: Sequence[RefusedPicture]) -> dict[Card, str]:
    reasons: dict[Card, str] = {}
    why = {one.picture: one.reason for one in refused}
    for card, files in shown.files.items():
        for path in files:
            if path.name in why:
                fault = upright.faults.get(path.name)
                reasons[card] = f"refused: {_SHORT_FAULT_TEXTS.get(fault, str(fault)) if fault else 'same card twice'}"
    return reasons
