"""Text on the 128×64 display that stays within the screen, with signs of suits and cards in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PIL import Image, ImageChops, ImageDraw

from device.display import text_layout as layout

if TYPE_CHECKING:
    from collections.abc import Sequence


class TextCanvas:
    """A 1-bit picture with text.

    `faults` lists texts that cannot be read: they do not fit, overlap another drawing, or have characters that the font
    lacks. `shortened_texts` lists texts that were cut short with three dots. Tests keep both empty. `drawn_boxes` are
    the boxes drawn so far, each with its content.
    """

    def __init__(self) -> None:
        self.image = Image.new("1", (layout.WIDTH, layout.HEIGHT))
        self.faults: list[str] = []
        self.shortened_texts: list[str] = []
        self.drawn_boxes: list[tuple[tuple[int, int, int, int], str]] = []
        self._draw = ImageDraw.Draw(self.image)
        self._draw.fontmode = "1"

    def text(
        self,
        place: tuple[int, int],
        text: str,
        style: layout.Style = "plain",
        width: int | None = None,
        align: Literal["left", "centre", "right"] = "left",
        black: bool = False,
    ) -> None:
        """Draws one line into a box of *width* px (by default up to the right edge), in smaller type if necessary."""
        left, top = place
        room = layout.WIDTH - left if width is None else width
        while layout.text_width(text, style) > room and style in layout.SMALLER_STYLE:
            top += layout.font(style).getmetrics()[0] - layout.font(layout.SMALLER_STYLE[style]).getmetrics()[0]
            style = layout.SMALLER_STYLE[style]
        if layout.text_width(text, style) > room:
            self.faults.append(f"too wide: {text}")
        slack = room - layout.text_width(text, style)
        left += {"left": 0, "centre": slack // 2, "right": slack}[align]
        left = max(left, 0)
        self._line((left, top), text, style, black)

    def _line(self, place: tuple[int, int], text: str, style: layout.Style, black: bool) -> None:
        left, top = place
        for word in text.split(" "):
            self._word((left, top), word, style, black)
            left += layout.word_width(word, style) + layout.WORD_SPACE.get(style, 5)

    def fit(self, text: str, style: layout.Style, width: int) -> str:
        """Returns *text*, shortened if it does not even fit in narrow type; recorded in `shortened_texts` then."""
        fitting = text if layout.text_width(text, style) <= width else layout.shorten(text, "narrow", width)
        if fitting != text:
            self.shortened_texts.append(text)
        return fitting

    def _word(self, place: tuple[int, int], word: str, style: layout.Style, black: bool) -> None:
        card = layout.CARD_TOKEN.fullmatch(word)
        if card is None:
            self._letters(place, word, style, black)
            return
        left, top = place
        self._letters((left + 11 + layout.text_width(card[2], "bold"), top), card[3], style, black)
        top -= 2 if style in ("small", "narrow") else 0
        self.sign((left, top + 2), card[1], black=black)
        self._letters((left + 11, top), card[2], "bold", black)

    def _letters(self, place: tuple[int, int], word: str, style: layout.Style, black: bool) -> None:
        printable = layout.drawable(word, style)
        if printable != word:
            self.faults.append(f"no sign: {word}")
        left, top, right, bottom = layout.font(style).getbbox(printable)
        box = (place[0] + int(left), place[1] + int(top), place[0] + int(right), place[1] + int(bottom))
        self._reserve(box, word)
        if black and self._has_black_pixels_under(place, printable, style):
            self.faults.append(f"black on black: {word}")
        self._draw.text(place, printable, font=layout.font(style), fill=0 if black else 255)

    def _has_black_pixels_under(self, place: tuple[int, int], word: str, style: layout.Style) -> bool:
        """Returns whether a pixel of a black word lies outside the white box that it is drawn on."""
        shape = Image.new("1", (layout.WIDTH, layout.HEIGHT))
        draw = ImageDraw.Draw(shape)
        draw.fontmode = "1"
        draw.text(place, word, font=layout.font(style), fill=255)
        return ImageChops.logical_and(shape, ImageChops.invert(self.image)).getbbox() is not None

    def _reserve(self, box: tuple[int, int, int, int], what: str) -> None:
        """Records the box of a drawing, and a fault if it crosses the rim or overlaps another box."""
        left, top, right, bottom = box
        if left >= right or top >= bottom:
            return
        if left < 0 or top < 0 or right > layout.WIDTH or bottom > layout.HEIGHT:
            self.faults.append(f"over the rim: {what}")
        for (other_left, other_top, other_right, other_bottom), other in self.drawn_boxes:
            if left < other_right and other_left < right and top < other_bottom and other_top < bottom:
                self.faults.append(f"{what} on {other}")
        self.drawn_boxes.append((box, what))

    def sign(self, place: tuple[int, int], name: str, large: bool = False, black: bool = False) -> None:
        picture = layout.suit_sign(name, large)
        self._reserve((*place, place[0] + picture.width, place[1] + picture.height), name)
        self._draw.bitmap(place, picture, fill=0 if black else 255)

    def name(self, place: tuple[int, int], name: str, style: layout.Style, width: int, black: bool = False) -> None:
        """Draws a name in the middle of *width* px of a row, in narrow type if necessary, and then shortened."""
        self.text(place, layout.abbreviate(name, style, width), style, width=width, align="centre", black=black)

    def seat_below(self, place: tuple[int, int], name: str) -> None:
        """Draws an arrow down and the name of who sits at the lower edge of a picture beside it."""
        left, top = place
        self._draw.bitmap((left, top + 3), layout.key_mark("down"), fill=255)
        self.text((left + 7, top), layout.abbreviate(name, "small", layout.WIDTH - left - 7), "small")

    def names(self, place: tuple[int, int], names: str, width: int, height: int, split: bool) -> None:
        """Draws the names of a side, `Anna–Toni`, in the middle of a height; `split`: one below the other."""
        left, top = place
        if not split:
            self.text((left, top + (height - layout.LINE_HEIGHT["plain"]) // 2), names, "plain", width=width)
            return
        rows = names.replace("–", "–\n").split("\n")
        step = height // len(rows)
        for index, row in enumerate(rows):
            self.text((left, top + index * step), row, "small", width=width)

    def lines(self, top: int, text: str, bottom: int = layout.HEIGHT) -> None:
        """Draws wrapped text in the middle of the whole width and of the height down to *bottom*."""
        self.block((layout.MARGIN, top), text, bottom, "centre")

    def sentence(self, top: int, text: str, bottom: int = 53) -> None:
        """Draws wrapped text down to *bottom*; a longer text loses words, and is recorded in `shortened_texts`."""
        fitting = layout.shorten_to_room(text, top, bottom)
        if fitting != text:
            self.shortened_texts.append(text)
        self.lines(top, fitting, bottom)

    def block(self, place: tuple[int, int], text: str, bottom: int, align: Literal["left", "centre"] = "left") -> int:
        """Draws wrapped lines down to *bottom* at most, in small type if necessary; returns the y below them."""
        left, top = place
        width = layout.WIDTH - left - layout.MARGIN
        styles: tuple[layout.Style, ...] = ("plain", "small", "narrow")
        for style in styles:
            rows = [row for line in text.split("\n") for row in layout.wrap(line, style, width)]
            fits = top + len(rows) * layout.LINE_HEIGHT[style] <= bottom + 1
            if fits and all(layout.text_width(row, style) <= width for row in rows):
                break
        else:
            self.faults.append(f"too much: {text}")
        if align == "centre":
            top += max(bottom + 1 - top - len(rows) * layout.LINE_HEIGHT[style], 0) // 2
        for row in layout.wrap_evenly(text, style, width) if align == "centre" else rows:
            self.text((left, top), row, style, width=width, align=align)
            top += layout.LINE_HEIGHT[style]
        return top

    def paragraphs(self, place: tuple[int, int], texts: Sequence[str], bottom: int) -> None:
        """Draws wrapped texts one below the other down to *bottom* at most, all in the largest type that fits."""
        self.block(place, "\n".join(texts), bottom - 1)
