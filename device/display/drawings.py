"""Drawings of some screens on the canvas: card faces and their places, tiles, boxes, pictures, lines with a button."""

from PIL import Image

from device.display import text_layout as layout
from device.display.canvas import Canvas
from device.hardware.presses import Button

CARD_HEIGHT = 37
"""px; the trick in play has lower ones."""
MAX_RANK_PX = 23
"""px: width of a rank in large type on a card; a longer one, such as Sau, is in bold type."""


def draw_card(
    canvas: Canvas, place: tuple[int, int], rank: str, sign: str, inverse: bool = False, height: int = CARD_HEIGHT
) -> None:
    """Draws a card face, 26 px wide; without *rank* it means the suit, without *sign* the rank.

    *height* is at least 30 px, which rank and sign fill.
    """
    left, top = place
    box = (left, top, left + 25, top + height - 1)
    canvas.pen.rounded_rectangle(box, 3, outline=255, fill=255 if inverse else 0)
    air = (height - 30) // 7
    top_of_rank = top + (air if sign else 10)
    if layout.text_width(rank, "rank") <= MAX_RANK_PX:
        canvas.text((left, top_of_rank), rank, "rank", width=27, align="centre", black=inverse)
    else:  # a name, such as Sau or Weli
        canvas.text((left + 1, top_of_rank + 3), rank, "bold", width=24, align="centre", black=inverse)
    if sign:
        canvas.sign((left + 6, top + (13 + 5 * air if rank else 11)), sign, large=True, black=inverse)


def draw_small_card(canvas: Canvas, place: tuple[int, int], rank: str, width: int) -> None:
    """Draws a card of *width*×17 px that shows its rank alone."""
    left, top = place
    canvas.pen.rounded_rectangle((left, top, left + width - 1, top + 16), 2, outline=255, fill=0)
    shown = rank if layout.text_width(rank, "small") <= width - 2 else rank[0]
    canvas.text((left + 1, top + 2), shown, "bold", width=width - 1, align="centre")


def draw_empty_card(canvas: Canvas, place: tuple[int, int], word: str = "", height: int = CARD_HEIGHT) -> None:
    """Draws the dashed place of the next card with a word in it."""
    left, top = place
    last = height - 1
    canvas.text((left, top + height // 2 - 5), word, "small", width=25, align="centre")
    for offset in range(0, 26, 4):
        canvas.pen.line((left + offset, top, left + min(offset + 1, 25), top), fill=255)
        canvas.pen.line((left + offset, top + last, left + min(offset + 1, 25), top + last), fill=255)
    for offset in range(0, height, 4):
        canvas.pen.line((left, top + offset, left, top + min(offset + 1, last)), fill=255)
        canvas.pen.line((left + 25, top + offset, left + 25, top + min(offset + 1, last)), fill=255)


def draw_tile(canvas: Canvas, place: tuple[int, int], text: str, inverse: bool = False) -> None:
    """Draws a choice that is no card, in the size of a card."""
    left, top = place
    canvas.pen.rounded_rectangle((left, top, left + 31, top + 36), 3, outline=255, fill=255 if inverse else 0)
    rows = layout.wrap(text, "small", layout.TILE_TEXT_PX)
    top += (36 - 9 * len(rows)) // 2
    for row in rows:
        canvas.text((left + 1, top), row, "small", width=layout.TILE_TEXT_PX + 1, align="centre", black=inverse)
        top += 9


def draw_box(canvas: Canvas, box: tuple[int, int, int, int], text: str = "", inverse: bool = False) -> None:
    left, top, right, _ = box
    canvas.pen.rectangle(box, outline=255, fill=255 if inverse else 0)
    canvas.name((left, top + 1), text, "small", right - left + 1, black=inverse)


def draw_picture(canvas: Canvas, place: tuple[int, int], data: bytes, width: int) -> None:
    """Draws a 1-bit picture of *width* px whose rows are whole bytes."""
    height = len(data) // ((width + 7) // 8)
    canvas.reserve((*place, place[0] + width, place[1] + height), "picture")
    canvas.image.paste(Image.frombytes("1", (width, height), data), place)


def draw_more(canvas: Canvas, left: bool, right: bool) -> None:
    """Draws small arrows at the edges of the display, for entries beyond them."""
    for is_needed, edge, inwards in ((left, 0, 1), (right, layout.WIDTH - 1, -1)):
        for step in range(3 if is_needed else 0):
            for y in range(33 - step, 34 + step):
                place = (edge + inwards * step, y)
                canvas.image.putpixel(place, 255 - canvas.image.getpixel(place))  # type: ignore[operator]


CORNER_LENGTH = 6
"""px of the corners of a view finder."""


def draw_corners(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """Draws the four corners of a view finder."""
    left, top, right, bottom = box
    for x, y, across, down in (
        (left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1),
    ):  # fmt: skip
        canvas.pen.line((x, y, x + across * CORNER_LENGTH, y), fill=255)
        canvas.pen.line((x, y, x, y + down * CORNER_LENGTH), fill=255)


def draw_choice(canvas: Canvas, place: tuple[int, int], button: Button, label: str, label_left: int) -> None:
    """Draws the mark of a button with what it chooses, as one of several lines."""
    left, top = place
    mark = layout.key_mark(button)
    canvas.named_buttons[button] = label
    canvas.pen.bitmap((left, top + 4), mark, fill=255)
    canvas.text((label_left, top), label)
