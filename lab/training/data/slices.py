"""Card pictures from free packages: sheets of 13 columns, folders of small pictures, single SVGs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image as Pillow

HEIGHT = 400
"""Cards are stored at most this high, px."""
_SMALLEST = 80
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_GERMAN_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "U", "O", "K")
_PLAYING_CARDS = {"1": "French", "3": "tarock"}
"""PySol's numbers of card set types that hold playing cards."""


class NoPictures(ValueError):
    """Raised for a source that holds no card."""


@dataclass(frozen=True)
class Sheet:
    """How an SVG sheet is cut: names by row and column, and the height of a card in widths of the sheet."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    card_height: float | None = None
    rows: int | None = None


AISLERIOT = Sheet(("C", "D", "H", "S"), _RANKS, rows=5)
AISLERIOT_GERMAN = Sheet(("E", "S", "H", "L"), _GERMAN_RANKS, rows=5)
_KDE_GERMAN_RANKS = ("A", "K", "O", "U", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_KDE_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
KDE = {
    "svg-xskat-german/german.svgz": Sheet(("H", "S", "L", "E"), _KDE_GERMAN_RANKS, 224 / 1872),
    "svg-xskat-french/french.svgz": Sheet(("C", "S", "H", "D"), _KDE_RANKS, 112 / 936),
    "svg-standard/standard.svgz": Sheet(("S", "H", "C", "D"), _KDE_RANKS, 96 / 936),
}
"""Sheets by their place under usr/share/carddecks."""


def sheet_cards(path: Path, sheet: Sheet) -> Iterator[tuple[str, Pillow.Image]]:
    """Cuts a sheet; the fifth row of an aisleriot sheet is jokers and a back.

    :raises NoPictures: if the sheet cannot be rendered.
    """
    columns = len(sheet.ranks)
    picture = rendered(path, width=columns * 280)
    width = picture.width / columns
    height = picture.height / sheet.rows if sheet.rows else picture.width * (sheet.card_height or 0)
    for row, suit in enumerate(sheet.suits):
        for column, rank in enumerate(sheet.ranks):
            yield f"{suit}{rank}", _cut(picture, column, row, width, height)
    if sheet.rows:
        yield "back", _cut(picture, 2, len(sheet.suits), width, height)


def _cut(picture: Pillow.Image, column: int, row: int, width: float, height: float) -> Pillow.Image:
    box = column * width, row * height, (column + 1) * width, (row + 1) * height
    return picture.crop(tuple(round(side) for side in box))  # type: ignore[arg-type]  # four sides


def rendered(path: Path, width: int) -> Pillow.Image:
    """Renders an SVG, packed or not.

    :raises NoPictures: if the renderer cannot read it.
    """
    import resvg_py  # needed for gathering only

    try:
        content = resvg_py.svg_to_bytes(svg_path=str(path), width=width)
    except ValueError as error:
        raise NoPictures(f"got {path.name}, expected an SVG: {error}") from error
    return _opened(io.BytesIO(bytes(content)))


def _opened(source: Path | io.BytesIO) -> Pillow.Image:
    with Pillow.open(source) as picture:
        return picture.copy()


def svg_cards(folder: Path) -> Iterator[tuple[str, Pillow.Image]]:
    """One SVG a card, named rank then suit: `10C.svg`."""
    for path in sorted(folder.glob("*.svg")):
        match = re.fullmatch(r"(10|[2-9AJQK])([CDHS])", path.stem)
        if match:
            yield match[2] + match[1], rendered(path, width=280)
        elif path.stem.endswith("_Back"):
            yield f"back_{path.stem}", rendered(path, width=280)


def png_cards(folder: Path) -> Iterator[tuple[str, Pillow.Image]]:
    """One PNG a card, named suit and rank in words: `club_10.png`."""
    ranks = {"1": "A", "jack": "J", "queen": "Q", "king": "K"}
    for path in sorted(folder.glob("*.png")):
        match = re.fullmatch(r"(club|diamond|heart|spade)_(\w+)", path.stem)
        if match:
            yield match[1][0].upper() + ranks.get(match[2], match[2]), _opened(path)
        elif path.stem in {"back-blue", "back-red"}:
            yield path.stem, _opened(path)


def pysol_cards(folder: Path) -> Iterator[tuple[str, Pillow.Image]]:
    """A PySol card set: `01c.gif` is the ace of clubs; the German set shows acorns in place of clubs.

    :raises NoPictures: if it is no set of playing cards, or too small to see them.
    """
    about = (folder / "config.txt").read_text("utf-8", "replace").splitlines()
    fields = about[0].split(";") + [""] * 4
    if fields[3] not in _PLAYING_CARDS:
        raise NoPictures(f"got {folder.name}, expected playing cards")
    german = folder.name.endswith("xskat-german")
    ranks = _GERMAN_RANKS if german else _RANKS
    suits = dict(zip("cshd", "ELHS" if german else "CSHD", strict=True))
    for path in sorted(folder.iterdir()):
        match = re.fullmatch(r"(\d\d)([cshdt])", path.stem)  # t: the trumps of a tarock
        if match and path.suffix in {".gif", ".png"}:
            picture = _opened(path)
            if picture.height < _SMALLEST or picture.width >= picture.height:
                raise NoPictures(f"got {folder.name}, expected upright cards of {_SMALLEST} px or more")
            number = int(match[1]) - 1
            rank = ranks[number] if number < len(ranks) else match[1]
            yield suits.get(match[2], match[2].upper()) + rank, picture
        elif re.fullmatch(r"back\d+", path.stem):
            yield path.stem, _opened(path)


def stored(picture: Pillow.Image, path: Path) -> tuple[int, int]:
    """Writes a card at most `HEIGHT` px high on white paper, without the transparent rim; returns width and height.

    :raises NoPictures: if nothing is drawn.
    """
    picture = picture.convert("RGBA")
    alpha = np.asarray(picture)[:, :, 3] > 128
    if not alpha.any():
        raise NoPictures(f"got an empty cell for {path.stem}")
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    picture = picture.crop((int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1))
    paper = Pillow.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    flat = paper.convert("RGB")
    if flat.height > HEIGHT:
        flat = flat.resize((max(round(flat.width * HEIGHT / flat.height), 1), HEIGHT), Pillow.Resampling.LANCZOS)
    flat.save(path)
    return flat.size
