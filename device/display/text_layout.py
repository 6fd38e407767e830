"""Layout of text on the 128×64 display: fonts, signs, widths, line breaks, and what fits."""

import re
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import Literal

from PIL import Image, ImageFont

WIDTH, HEIGHT = 128, 64
TEXT_BOTTOM = 52
"""px: below the text of a screen, where the line above the keys is."""
MARGIN = 2
FONTS = Path(__file__).parent / "fonts"

Style = Literal[
    "narrow", "small", "plain", "bold", "rank", "slim digits", "low digits", "narrow digits", "digits", "bold digits"
]
STYLES: dict[Style, tuple[str, int]] = {
    "narrow": ("narrow.bdf", 8),
    "small": ("small.bdf", 8),
    "plain": ("plain.bdf", 10),
    "bold": ("bold.bdf", 10),
    "rank": ("large.bdf", 14),
    "slim digits": ("digits-6.bdf", 24),
    "low digits": ("digits-7.bdf", 24),
    "narrow digits": ("digits-9.bdf", 24),
    "digits": ("digits.bdf", 24),
    "bold digits": ("digits-bold.bdf", 24),
}
TILE_TEXT_PX = 29
DIGIT_HEIGHT = 18
"""px: height of every style of digits; they begin at the top of their line."""
LINE_HEIGHT: dict[Style, int] = {"narrow": 10, "small": 10, "plain": 12}
WORD_SPACE: dict[Style, int] = {"narrow": 2, "small": 3, "plain": 4, "bold": 4}


@cache
def font(style: Style) -> ImageFont.FreeTypeFont:
    file, size = STYLES[style]
    # The basic layout draws the same pixels whether or not Pillow was built with raqm.
    return ImageFont.truetype(str(FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def characters(style: Style) -> frozenset[str]:
    codes = re.findall(r"^ENCODING (\d+)$", (FONTS / STYLES[style][0]).read_text(encoding="ascii"), re.MULTILINE)
    return frozenset(map(chr, map(int, codes)))


SUIT_SIGNS = ("acorns", "leaves", "hearts", "bells", "clubs", "spades", "diamonds", "unknown")


def suit_sign(name: str, large: bool = False) -> Image.Image:
    """Returns a 1-bit picture, 9×9 or 15×15 px.

    The first row of a large one is blank, as a rank may end right above it: a stem that touches the O reads as Q.
    """
    return _signs()["large" if large else "small", name]


@cache
def key_mark(name: str) -> Image.Image:
    """Returns the sign of a button: `fold`, a cross, `play`, a tick, `up`, `down`, or `arrows` for both."""
    return _signs()["key", name]


@cache
def _signs() -> dict[tuple[str, str], Image.Image]:
    """Returns the signs by kind and name: in the file, a line with these, and a line for each row of pixels."""
    signs = {}
    for drawing in (FONTS / "signs.txt").read_text(encoding="ascii").split("\n\n"):
        kind, name, *rows = drawing.split()
        picture = Image.new("1", (len(rows[0]), len(rows)))
        picture.putdata([255 if mark == "#" else 0 for row in rows for mark in row])
        signs[kind, name] = picture
    return signs


SMALLER_STYLE: dict[Style, Style] = {
    "small": "narrow",
    "plain": "small",
    "bold": "small",
    "rank": "plain",
    "bold digits": "narrow digits",
    "digits": "narrow digits",
    "narrow digits": "low digits",
    "low digits": "slim digits",
}
"""The next smaller style of a text that is too wide, on the same line."""
CARD_TOKEN = re.compile(rf"\[({'|'.join(SUIT_SIGNS)}):(\w*)\](\S*)")
"""A card within a sentence, such as `[hearts:K]`, or a suit, `[hearts:]`; a stop or comma may follow it at once."""


@lru_cache(maxsize=4096)
def text_width(text: str, style: Style) -> int:
    """Returns the width in px; a word that is a card is as wide as its sign and rank."""
    words = text.split(" ")
    return sum(map(word_width, words, repeat(style))) + (len(words) - 1) * WORD_SPACE.get(style, 5)


@lru_cache(maxsize=4096)
def word_width(word: str, style: Style) -> int:
    card = CARD_TOKEN.fullmatch(word)
    if card is None:
        return int(font(style).getlength(word))
    return 11 + text_width(card[2], "bold") + text_width(card[3], style)


@lru_cache(maxsize=4096)
def drawable(text: str, style: Style) -> str:
    """Returns *text* with a question mark for every sign that the font does not have."""
    known = characters(style)
    return text if known.issuperset(text) else "".join(sign if sign in known else "?" for sign in text)


def wrap(text: str, style: Style, width: int = WIDTH) -> list[str]:
    """Breaks *text* at spaces into lines of at most *width* px; a single longer word keeps a line of its own."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", style) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def wrap_evenly(text: str, style: Style, width: int) -> list[str]:
    """Breaks *text* as `wrap` does, with lines as equal in length as possible."""
    rows = wrap(text, style, width)
    for narrower in range(width, 0, -4):
        closer = wrap(text, style, narrower)
        if len(closer) > len(rows) or any(text_width(row, style) > narrower for row in closer):
            break
        rows = closer
    return rows


def shorten(text: str, style: Style, width: int) -> str:
    """Returns *text* if it fits into *width* px, otherwise its beginning and three dots."""
    if text_width(text, style) <= width:
        return text
    while text and text_width(f"{text}…", style) > width:
        # A drawn card is removed as a whole.
        text = (text.rpartition(" ")[0] if CARD_TOKEN.search(text) else text[:-1]).rstrip()
    return f"{text}…"


def abbreviate(name: str, style: Style, width: int, smallest: Style = "narrow") -> str:
    """Returns a name, or its beginning and a dot if it does not fit into *width* px even in the *smallest* type.

    At least two px stay free after it, so that it does not touch the next name.
    """
    if text_width(name, style) < width or text_width(name, smallest) < width:
        return name
    while name and text_width(f"{name}.", smallest) >= width:
        name = name[:-1]
    return f"{name}."


def fits_below(text: str, top: int, bottom: int) -> bool:
    """Returns whether `Canvas.lines` has room for *text*, in narrow type if necessary."""
    width = WIDTH - 2 * MARGIN
    rows = wrap(text, "narrow", width)
    return top + len(rows) * LINE_HEIGHT["narrow"] <= bottom + 1 and all(
        text_width(row, "narrow") <= width for row in rows
    )


def shorten_to_room(text: str, top: int, bottom: int) -> str:
    """Returns *text*, without its last words if it does not fit."""
    words = text.split()
    while words and not fits_below(text, top, bottom):
        words.pop()
        text = " ".join(words).rstrip(",;:–") + " …"
    return text


LABEL_GAP_PX, KEY_GAP_PX, ARROWS_GAP_PX = 3, 2, 6
"""px between the mark of a key and its label, least px between two keys, and px between UP and DOWN above them."""


def keys_fit(fold: str, play: str, arrows: str = "") -> bool:
    """Returns whether the labels of the keys fit side by side."""
    return text_width(arrows, "plain") <= width_between(fold, play)


def width_between(fold: str, play: str) -> int:
    """Returns the width in px for another label, of UP and DOWN or of PLAY, beside these of FOLD and PLAY."""
    marks = key_width("fold", fold) + key_width("play", play) + key_width("arrows", "")
    return WIDTH - 1 - marks - LABEL_GAP_PX - 2 * KEY_GAP_PX


@lru_cache(maxsize=1024)
def key_width(mark: str, label: str) -> int:
    """Returns the width in px of a button's mark with its label."""
    return key_mark(mark).width + (LABEL_GAP_PX + text_width(label, "plain") if label else 0)
