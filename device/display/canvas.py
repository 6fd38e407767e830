"""Drawing on the 128×64 display: bars, lists, keys, card faces and frames, beside text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from device.display import text_layout as layout
from device.display.text_canvas import TextCanvas

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.hardware.presses import Button


BUTTON_MARKS: Mapping[Button, str] = {"fold": "cross", "play": "tick", "up": "up", "down": "down"}
BUTTONS_OF_MARK: Mapping[str, tuple[Button, ...]] = {
    "cross": ("fold",), "tick": ("play",), "up": ("up",), "down": ("down",), "arrows": ("up", "down"),
}  # fmt: skip
CARD_HEIGHT = 37
"""px; the trick in play has lower ones."""
KEY_LAYOUTS: tuple[tuple[layout.Style, int, int], ...] = (("small", 3, 5), ("narrow", 2, 3), ("narrow", 1, 2))
"""Layouts of the keys, of which the first that fits is used: type, px between mark and label, least px between keys."""
MAX_RANK_PX = 23
"""px: width of a rank in large type on a card; a longer one, such as Sau, is in bold type."""


class Canvas(TextCanvas):
    """A picture of what a screen shows; `named_buttons` are the buttons whose purpose it says, each with its label."""

    def __init__(self) -> None:
        super().__init__()
        self.named_buttons: dict[Button, str] = {}

    def bar(
        self,
        left: str,
        right: str = "",
        sign: str | None = None,
        rank: str = "",
        columns: Sequence[tuple[str, int]] = (),
    ) -> None:
        """Draws the white bar at the top: the title, and at its right a short text, or the trump suit and rank.

        `columns` are headings of columns, each with its right end in px.
        """
        self._draw.rectangle((0, 0, layout.WIDTH - 1, 11), fill=255)
        for name, end in columns:
            self.text((0, 2), name, "small", width=end, align="right", black=True)
        edge = layout.WIDTH - 2
        if rank:
            edge -= layout.text_width(rank, "bold")
            self.text((edge, 0), rank, "bold", black=True)
            edge -= 1 if sign is not None else 5
        if sign is not None:
            edge -= 9
            self.sign((edge, 1), sign, black=True)
            edge -= 3
        if right:
            room = max(edge - layout.text_width(left, "narrow") - 5, edge // 2)
            right = layout.abbreviate(right, "plain", room)
            style: layout.Style = "plain" if layout.text_width(right, "plain") < room else "narrow"
            edge -= layout.text_width(right, style)
            self.text((edge, 0), right, style, black=True)
            edge -= 3
        self.text((2, 0), self.fit(left, "small", edge - 2), "bold", width=edge - 2, black=True)

    def row(self, top: int, text: str, inverse: bool = False) -> None:
        """Draws one line of a list, 13 px high over the whole width; what does not fit is shortened."""
        if inverse:
            self._draw.rectangle((0, top, layout.WIDTH - 1, top + 12), fill=255)
        style: layout.Style = (
            "plain" if layout.text_width(text, "plain") <= layout.WIDTH - 2 * layout.MARGIN else "small"
        )
        fit = self.fit(text, style, layout.WIDTH - 2 * layout.MARGIN)
        self.text((layout.MARGIN, top + 1 + 2 * (style == "small")), fit, style, black=inverse)

    def keys(
        self,
        fold: str | None = None,
        play: str | None = None,
        arrows: str | None = None,
        up: str | None = None,
        down: str | None = None,
        is_underlined: bool = True,
    ) -> None:
        """Draws the bottom line: what FOLD (left), UP and DOWN (middle) and PLAY (right) do here.

        With None a button does nothing here; with an empty text only its sign is drawn. `arrows` is for UP and DOWN
        together, `is_underlined` draws the line above. Narrow type is used if there is no room for all labels.
        """
        if is_underlined:
            self._draw.line((0, 53, layout.WIDTH - 1, 53), fill=255)
        every = (("cross", fold), ("up", up), ("arrows", arrows), ("down", down), ("tick", play))
        keys = [(mark, label) for mark, label in every if label is not None]
        self.named_buttons |= {button: label for mark, label in keys for button in BUTTONS_OF_MARK[mark]}
        for style, gap, least in KEY_LAYOUTS:
            widths = [layout.key_width(mark, label, style, gap) for mark, label in keys]
            slack = layout.WIDTH - 1 - sum(widths) - least * (len(keys) - 1)
            if slack >= 0:
                break
        else:
            self.faults.append("too wide: " + " | ".join(label for _, label in keys if label))
        for (mark, label), left in zip(keys, _key_places(keys, widths, layout.WIDTH - 1), strict=True):
            self._key((left, 55), mark, label, style, gap)

    def choice(self, place: tuple[int, int], button: Button, label: str, label_left: int) -> None:
        """Draws the mark of a button with what it chooses, as one of several lines."""
        left, top = place
        mark = layout.key_mark(BUTTON_MARKS[button])
        self.named_buttons[button] = label
        self._draw.bitmap((left, top + 4), mark, fill=255)
        self.text((label_left, top), label)

    def arrows(self, place: tuple[int, int], up: str, down: str) -> None:
        """Draws what UP and DOWN do beside the keys of FOLD and PLAY whose labels leave them no room."""
        left, top = place
        self.named_buttons |= {"up": up, "down": down}
        for mark, label in (("up", up), ("down", down)):
            self._key((left, top), mark, label, "small", 2)
            left += layout.key_width(mark, label, "small", 2) + 6
        if left - 6 > layout.WIDTH:
            self.faults.append(f"too wide: {up} | {down}")

    def _key(self, place: tuple[int, int], mark: str, label: str, style: layout.Style, gap: int) -> None:
        left, top = place
        sign = layout.key_mark(mark)
        self._draw.bitmap((left, top + 1), sign, fill=255)
        self._line((left + sign.width + gap, top - 1), label, style, False)

    def card(
        self, place: tuple[int, int], rank: str, sign: str, inverse: bool = False, height: int = CARD_HEIGHT
    ) -> None:
        """Draws a card face, 26 px wide; without *rank* it means the suit, without *sign* the rank.

        *height* is at least 30 px, which rank and sign fill.
        """
        left, top = place
        box = (left, top, left + 25, top + height - 1)
        self._draw.rounded_rectangle(box, 3, outline=255, fill=255 if inverse else 0)
        air = (height - 30) // 7
        top_of_rank = top + (air if sign else 10)
        if layout.text_width(rank, "rank") <= MAX_RANK_PX:
            self.text((left, top_of_rank), rank, "rank", width=27, align="centre", black=inverse)
        else:  # a name, such as Sau or Weli
            self.text((left + 1, top_of_rank + 3), rank, "bold", width=24, align="centre", black=inverse)
        if sign:
            self.sign((left + 6, top + (13 + 5 * air if rank else 11)), sign, large=True, black=inverse)

    def small_card(self, place: tuple[int, int], rank: str, width: int) -> None:
        """Draws a card of *width*×17 px that shows its rank alone."""
        left, top = place
        self._draw.rounded_rectangle((left, top, left + width - 1, top + 16), 2, outline=255, fill=0)
        shown = rank if layout.text_width(rank, "small") <= width - 2 else rank[0]
        self.text((left + 1, top + 2), shown, "bold", width=width - 1, align="centre")

    def empty_card(self, place: tuple[int, int], word: str = "", height: int = CARD_HEIGHT) -> None:
        """Draws the dashed place of the next card with a word in it."""
        left, top = place
        last = height - 1
        self.text((left, top + height // 2 - 5), word, "small", width=25, align="centre")
        for offset in range(0, 26, 4):
            self._draw.line((left + offset, top, left + min(offset + 1, 25), top), fill=255)
            self._draw.line((left + offset, top + last, left + min(offset + 1, 25), top + last), fill=255)
        for offset in range(0, height, 4):
            self._draw.line((left, top + offset, left, top + min(offset + 1, last)), fill=255)
            self._draw.line((left + 25, top + offset, left + 25, top + min(offset + 1, last)), fill=255)

    def tile(self, place: tuple[int, int], text: str, inverse: bool = False) -> None:
        """Draws a choice that is no card, in the size of a card."""
        left, top = place
        self._draw.rounded_rectangle((left, top, left + 31, top + 36), 3, outline=255, fill=255 if inverse else 0)
        rows = layout.wrap(text, "small", layout.TILE_TEXT_PX)
        top += (36 - 9 * len(rows)) // 2
        for row in rows:
            self.text((left + 1, top), row, "small", width=layout.TILE_TEXT_PX + 1, align="centre", black=inverse)
            top += 9

    def box(self, box: tuple[int, int, int, int], text: str = "", inverse: bool = False) -> None:
        left, top, right, _ = box
        self._draw.rectangle(box, outline=255, fill=255 if inverse else 0)
        self.name((left, top + 1), text, "small", right - left + 1, black=inverse)

    def bold_line(self, box: tuple[int, int, int, int]) -> None:
        self._draw.rectangle(box, fill=255)

    def picture(self, place: tuple[int, int], data: bytes, width: int) -> None:
        """Draws a 1-bit picture of *width* px whose rows are whole bytes."""
        height = len(data) // ((width + 7) // 8)
        self._reserve((*place, place[0] + width, place[1] + height), "picture")
        self.image.paste(Image.frombytes("1", (width, height), data), place)

    def more(self, left: bool, right: bool) -> None:
        """Draws small arrows at the edges of the display, for entries beyond them."""
        for is_needed, edge, inwards in ((left, 0, 1), (right, layout.WIDTH - 1, -1)):
            for step in range(3 if is_needed else 0):
                for y in range(33 - step, 34 + step):
                    place = (edge + inwards * step, y)
                    self.image.putpixel(place, 255 - self.image.getpixel(place))  # type: ignore[operator]

    def corners(self, box: tuple[int, int, int, int], length: int = 6) -> None:
        """Draws the four corners of a view finder."""
        left, top, right, bottom = box
        for x, y, across, down in (
            (left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1),
        ):  # fmt: skip
            self._draw.line((x, y, x + across * length, y), fill=255)
            self._draw.line((x, y, x, y + down * length), fill=255)


def _key_places(keys: Sequence[tuple[str, str]], widths: Sequence[int], room: int) -> list[int]:
    """Returns where each key begins: FOLD at the left edge, PLAY at the right, the others evenly between them."""
    marks = [mark for mark, _ in keys]
    first, last = marks[:1] == ["cross"], marks[-1:] == ["tick"]
    left, right = (widths[0] if first else 0), room - (widths[-1] if last else 0)
    middle = widths[int(first) : len(widths) - int(last)]
    gap = (right - left - sum(middle)) / (len(middle) + 1)
    between = [round(left + gap * (number + 1) + sum(middle[:number])) for number in range(len(middle))]
    places = [*([0] if first else []), *between]
    return [*places, right] if last else places
