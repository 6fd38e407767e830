"""Pages to print and cut: A4 at 300 dpi, cards in the size they are sold in, cut marks in the margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.cards import PACKS
from simulator.card_art.packs import card_width, draw_back, draw_card
from simulator.card_art.primitives.face_layout import SIZES_MM, family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulator.card_art.primitives.style import Style
    from vision.types import Image

DPI = 300
_A4_MM = (210.0, 297.0)
_MARGIN_MM = 5.0
"""What printers leave white."""


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How cards lie on a page; px."""

    width: int
    height: int
    columns: int
    rows: int
    card_width: int
    card_height: int

    @property
    def left(self) -> int:
        return (self.width - self.columns * self.card_width) // 2

    @property
    def top(self) -> int:
        return (self.height - self.rows * self.card_height) // 2


def page_layout(kind: str, style: Style) -> SheetLayout:
    """Returns the page, upright or across, that takes more cards.

    :raises UnknownStyle: for an unknown pack.
    """
    height_mm = SIZES_MM[family(PACKS[kind])][1] if kind in PACKS else 0.0
    card_height = round(height_mm / 25.4 * DPI)
    width = card_width(kind, style, card_height)
    margin = round(_MARGIN_MM / 25.4 * DPI)
    pages = []
    for across, down in (_A4_MM, _A4_MM[::-1]):
        page_width, page_height = round(across / 25.4 * DPI), round(down / 25.4 * DPI)
        columns, rows = (page_width - 2 * margin) // width, (page_height - 2 * margin) // card_height
        pages.append(SheetLayout(page_width, page_height, columns, rows, width, card_height))
    return max(pages, key=lambda page: page.columns * page.rows)


def print_pages(kind: str, style: Style, backs: bool = False) -> Iterator[Image]:
    """Yields the pages of a pack; with *backs* each is followed by its backs, for printing on both sides.

    :raises UnknownStyle: for an unknown pack.
    """
    page = page_layout(kind, style)
    pack = PACKS[kind]
    per_page = page.columns * page.rows
    for start in range(0, len(pack.cards), per_page):
        cards = pack.cards[start : start + per_page]
        yield _laid_out(page, [draw_card.__wrapped__(pack, card, style, page.card_height) for card in cards], False)
        if backs:
            yield _laid_out(page, [draw_back(style, page.card_height, kind)] * len(cards), True)


def _laid_out(page: SheetLayout, pictures: list[Image], turned_over: bool) -> Image:
    """A page turned over is filled from its right side."""
    sheet = np.full((page.height, page.width, 3), 255, np.uint8)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, page.columns)
        column = page.columns - 1 - column if turned_over else column
        x, y = page.left + column * page.card_width, page.top + row * page.card_height
        sheet[y : y + page.card_height, x : x + page.card_width] = picture
    _mark_cuts(sheet, page)
    return sheet


def _mark_cuts(sheet: Image, page: SheetLayout) -> None:
    """Hairlines in the margin, in line with every cut."""
    gap, length = 8, 36
    right, bottom = page.left + page.columns * page.card_width, page.top + page.rows * page.card_height
    for column in range(page.columns + 1):
        x = page.left + column * page.card_width
        for start in (page.top - gap - length, bottom + gap):
            sheet[max(start, 0) : start + length, x - 1 : x + 1] = 0
    for row in range(page.rows + 1):
        y = page.top + row * page.card_height
        for start in (page.left - gap - length, right + gap):
            sheet[y - 1 : y + 1, max(start, 0) : start + length] = 0
