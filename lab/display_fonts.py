"""Makes the fonts of the display from the Helvetica of X11: `python -m lab.display_fonts FOLDER`.

`device/display/fonts/README.md` says where FOLDER comes from.

It keeps the characters that the screens need, and adds space where letters would touch. The large digits are also
narrowed, and so are the letters of the smallest font: one of the two most alike columns beside each other is
removed, until the character has the width.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

LETTERS = {
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2026, 0x2212),
}
DIGITS = {*map(ord, "0123456789 +-/:"), 0x2013, 0x2212}
TEXTS = {"helvR08": "small", "helvR10": "plain", "helvB10": "bold", "helvB14": "large"}
"""Names of the X11 fonts here."""
NUMBERS = {("helvR24", "digits"): None, ("helvB24", "digits-bold"): None, ("helvR24", "digits-9"): 9,
           ("helvR24", "digits-7"): 7, ("helvR24", "digits-6"): 6}  # fmt: skip
"""Widths of digits, px."""
NARROW = ("helvR08", "narrow")
"""The text font that is also made with narrower letters, and the name of the result."""
KEPT_WIDE = "mwMN"
"""Letters that would be filled up by the loss of a column."""
DIGIT_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class Glyph:
    code: int
    advance: int
    left: int
    below: int
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def text(self) -> str:
        octets = (self.width + 7) // 8
        bits = [f"{int(row.ljust(octets * 8, '0'), 2):0{octets * 2}X}" for row in self.rows]
        box = f"{self.width} {len(self.rows)} {self.left} {self.below}"
        head = f"STARTCHAR u{self.code:04X}\nENCODING {self.code}\nSWIDTH 500 0\nDWIDTH {self.advance} 0\nBBX {box}\n"
        return head + "\n".join(["BITMAP", *bits, "ENDCHAR\n"])


def read(path: Path, codes: set[int]) -> list[Glyph]:
    glyphs = []
    size = int(re.search(r"PIXEL_SIZE (\d+)", path.read_text(encoding="latin-1"))[1])  # type: ignore[index]
    for part in re.findall(r"STARTCHAR.*?ENDCHAR", path.read_text(encoding="latin-1"), re.DOTALL):
        code, advance = (int(re.search(rf"{key} (-?\d+)", part)[1]) for key in ("ENCODING", "DWIDTH"))  # type: ignore[index]
        width, height, left, below = map(int, re.search(r"BBX (\S+) (\S+) (\S+) (\S+)", part).groups())  # type: ignore[union-attr]
        bits = part.split("BITMAP")[1].split()[:height]
        rows = tuple(f"{int(row, 16):0{len(row) * 4}b}"[:width] for row in bits)
        if code in codes:
            glyphs.append(add_space(Glyph(code, max(advance, left + width), left, below, rows), apart=size < 14))
    return glyphs


def add_space(glyph: Glyph, apart: int) -> Glyph:
    """Returns a letter with space after it, so that rn does not look like m, or a dash with space around it."""
    letter = chr(glyph.code)
    if letter == "–":
        return replace(glyph, advance=glyph.width + 2, left=1)
    left = min(glyph.left, 1) if letter.isalpha() else glyph.left
    beside = max(glyph.advance - glyph.left - glyph.width, apart - left if letter.islower() else 0)
    return replace(glyph, advance=left + glyph.width + beside, left=left)


def narrow(glyph: Glyph, width: int) -> Glyph:
    """Returns a digit at most *width* px wide, a sign in proportion, with one px beside it."""
    rows = squeeze(glyph.rows, width if chr(glyph.code).isdigit() else max(width - 3, 3))
    return replace(glyph, advance=len(rows[0]) + 1 if rows else width // 2, left=0, rows=rows)


def narrow_letter(glyph: Glyph) -> Glyph:
    """Returns a letter or digit of more than 3 px without a column, of 7 px or more without two."""
    if not chr(glyph.code).isalnum() or chr(glyph.code) in KEPT_WIDE or glyph.width <= 3:
        return glyph
    rows = squeeze(glyph.rows, glyph.width - (1 if glyph.width < 7 else 2))
    return replace(glyph, advance=glyph.advance - glyph.width + len(rows[0]), rows=rows)


def squeeze(rows: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Returns the rows of a glyph with at most *width* columns: the two most similar neighbours become one."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    while len(columns) > width:
        middle = len(columns) / 2 - 1
        alike = [
            (sum(a != b for a, b in zip(columns[at], columns[at + 1], strict=True)), abs(at - middle), at)
            for at in range(len(columns) - 1)
        ]
        at = min(alike)[2]
        columns[at : at + 2] = ["".join(max(pair) for pair in zip(columns[at], columns[at + 1], strict=True))]
    return tuple("".join(row) for row in zip(*columns, strict=True))


def write(path: Path, glyphs: list[Glyph], size: int, ascent: int, descent: int) -> None:
    """Writes a font; its texts are placed by the top of their `ascent`."""
    top = max(len(glyph.rows) + glyph.below for glyph in glyphs)
    bottom = min(glyph.below for glyph in glyphs)
    width = max(glyph.width + glyph.left for glyph in glyphs)
    head = [
        "STARTFONT 2.1",
        f"FONT -Adobe-Helvetica-Medium-R-Normal--{size}-{size * 10}-75-75-P-50-ISO10646-1",
        f"SIZE {size} 75 75",
        f"FONTBOUNDINGBOX {width} {top - bottom} 0 {bottom}",
        "STARTPROPERTIES 6",
        f"PIXEL_SIZE {size}",
        f"FONT_ASCENT {ascent}",
        f"FONT_DESCENT {descent}",
        "DEFAULT_CHAR 0",
        'CHARSET_REGISTRY "ISO10646"',
        'CHARSET_ENCODING "1"',
        "ENDPROPERTIES",
        f"CHARS {len(glyphs)}\n",
    ]
    text = "\n".join(head) + "".join(glyph.text() for glyph in glyphs) + "ENDFONT\n"
    path.write_text(text, encoding="ascii")


def main(source: Path) -> None:
    here = Path(__file__).parents[1] / "device" / "display" / "fonts"
    for name, called in TEXTS.items():
        text = (source / f"{name}.bdf").read_text(encoding="latin-1")
        size, ascent, descent = (
            int(re.search(rf"{key} (\d+)", text)[1])  # type: ignore[index]
            for key in ("PIXEL_SIZE", "FONT_ASCENT", "FONT_DESCENT")
        )
        glyphs = read(source / f"{name}.bdf", LETTERS)
        write(here / f"{called}.bdf", glyphs, size, ascent, descent)
        if name == NARROW[0]:
            write(here / f"{NARROW[1]}.bdf", list(map(narrow_letter, glyphs)), size, ascent, descent)
    for (name, called), width in NUMBERS.items():
        digits = read(source / f"{name}.bdf", DIGITS if called != "digits" else LETTERS)
        made = digits if width is None else [narrow(glyph, width) for glyph in digits]
        write(here / f"{called}.bdf", made, 24, DIGIT_HEIGHT, 4)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
