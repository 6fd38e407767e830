"""Pages of A4 at 300 dpi with cards side by side and cut marks, and their files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image as Pictures

from common.errors import CommandError
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
    def per_page(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> int:
        return (self.width - self.columns * self.card_width) // 2

    @property
    def top(self) -> int:
        return (self.height - self.rows * self.card_height) // 2


def page_layout(card_width: int, card_height: int) -> SheetLayout:
    """Returns the page, upright or across, that takes more cards of this size, in px."""
    margin = round(_MARGIN_MM / 25.4 * DPI)
    pages = []
    for across, down in (_A4_MM, _A4_MM[::-1]):
        width, height = round(across / 25.4 * DPI), round(down / 25.4 * DPI)
        columns, rows = (width - 2 * margin) // card_width, (height - 2 * margin) // card_height
        pages.append(SheetLayout(width, height, columns, rows, card_width, card_height))
    return max(pages, key=lambda page: page.per_page)


def print_pages(page: SheetLayout, faces: Iterable[Image], back: Image | None = None) -> Iterator[Image]:
    """Yields the pages of *faces*; with *back* each is followed by its backs, for printing on both sides."""
    left = iter(faces)
    while cards := list(islice(left, page.per_page)):
        yield _sheet(page, cards, False)
        if back is not None:
            yield _sheet(page, [back] * len(cards), True)


def _sheet(page: SheetLayout, pictures: list[Image], turned_over: bool) -> Image:
    """A page turned over is filled from its right side."""
    sheet = np.full((page.height, page.width, 3), 255, np.uint8)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, page.columns)
        column = page.columns - 1 - column if turned_over else column
        x, y = page.left + column * page.card_width, page.top + row * page.card_height
        sheet[y : y + page.card_height, x : x + page.card_width] = picture
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
    return sheet


def check_sheet_file(path: Path) -> None:
    """:raises CommandError: if the name ends in neither .pdf nor .png, or its folder does not exist."""
    if path.suffix.lower() not in (".pdf", ".png"):
        raise CommandError(f"got sheet file {path}, expected a name that ends in .pdf or .png")
    if not path.parent.is_dir():
        raise CommandError(f"got sheet file {path}, but there is no folder {path.parent}; make it first")


def write_sheet(path: Path, pages: Iterable[Image]) -> None:
    """Writes the pages as a PDF, or as numbered pictures, and prints how to go on."""
    pictures = (Pictures.fromarray(page[:, :, ::-1]) for page in pages)
    if path.suffix.lower() == ".pdf":
        first, *more = pictures
        first.save(path, "PDF", resolution=DPI, save_all=True, append_images=more, quality=92, subsampling=0)
        written = f"{path}, {1 + len(more)} pages"
    else:
        names = []
        for number, picture in enumerate(pictures, 1):
            names.append(path.with_stem(f"{path.stem}-{number}"))
            picture.save(names[-1], "PNG", dpi=(DPI, DPI), compress_level=6)
        written = f"{names[0]} to {names[-1].name}" if len(names) > 1 else str(names[0])
    print(f"{written}: print at actual size (100 %), cut along the marks")
