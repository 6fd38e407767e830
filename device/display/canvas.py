"""Drawing on the 128×64 display what screens have in common: text that stays within it, bar, rows of lists and keys."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from device.display import text_layout as layout
from device.hardware.presses import Button

Key: TypeAlias = Button | Literal["arrows"]
"""`arrows` are UP and DOWN together."""
KEYS_TOP = layout.TEXT_BOTTOM + 2
"""px: top of the letters of the keys."""


class Canvas:
    """A 1-bit picture of what a screen shows; `pen` draws on it.

    `faults` lists texts that cannot be read: they do not fit, overlap another drawing, or have characters that the font
    lacks. `shortened_texts` lists texts that were cut short with three dots. Tests keep both empty. `drawn_boxes` are
    the boxes drawn so far, each with its content; `named_buttons` the buttons whose purpose it says, with their labels.
    """

    def __init__(self) -> None:
        self.image = Image.new("1", (layout.WIDTH, layout.HEIGHT))
        self.faults: list[str] = []
        self.shortened_texts: list[str] = []
        self.drawn_boxes: list[tuple[tuple[int, int, int, int], str]] = []
        self.pen = ImageDraw.Draw(self.image)
        self.pen.fontmode = "1"
        self.named_buttons: dict[Button, str] = {}

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
        left = max(left + {"left": 0, "centre": slack // 2, "right": slack}[align], 0)
        self._line((left, top), text, style, black)

    def _line(self, place: tuple[int, int], text: str, style: layout.Style, black: bool) -> None:
        left, top = place
        for word in text.split(" "):
            card = layout.CARD_TOKEN.fullmatch(word)
            if card is None:
                self._letters((left, top), word, style, black)
            else:
                self._letters((left + 11 + layout.text_width(card[2], "bold"), top), card[3], style, black)
                raised = top - (2 if style in ("small", "narrow") else 0)
                self.sign((left, raised + 2), card[1], black=black)
                self._letters((left + 11, raised), card[2], "bold", black)
            left += layout.word_width(word, style) + layout.WORD_SPACE.get(style, 5)

    def fit(self, text: str, style: layout.Style, width: int) -> str:
        """Returns *text*, shortened if it does not even fit in narrow type; recorded in `shortened_texts` then."""
        fitting = text if layout.text_width(text, style) <= width else layout.shorten(text, "narrow", width)
        if fitting != text:
            self.shortened_texts.append(text)
        return fitting

    def _letters(self, place: tuple[int, int], word: str, style: layout.Style, black: bool) -> None:
        printable = layout.drawable(word, style)
        if printable != word:
            self.faults.append(f"no sign: {word}")
        left, top, right, bottom = layout.font(style).getbbox(printable)
        box = (place[0] + int(left), place[1] + int(top), place[0] + int(right), place[1] + int(bottom))
        self.reserve(box, word)
        if black:  # no pixel may lie outside the white box that it is drawn on
            shape = Image.new("1", self.image.size)
            pen = ImageDraw.Draw(shape)
            pen.fontmode = "1"
            pen.text(place, printable, font=layout.font(style), fill=255)
            if ImageChops.logical_and(shape, ImageChops.invert(self.image)).getbbox() is not None:
                self.faults.append(f"black on black: {word}")
        self.pen.text(place, printable, font=layout.font(style), fill=0 if black else 255)

    def reserve(self, box: tuple[int, int, int, int], what: str) -> None:
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
        self.reserve((*place, place[0] + picture.width, place[1] + picture.height), name)
        self.pen.bitmap(place, picture, fill=0 if black else 255)

    def name(self, place: tuple[int, int], name: str, style: layout.Style, width: int, black: bool = False) -> None:
        """Draws a name in the middle of *width* px of a row, in narrow type if necessary, and then shortened."""
        self.text(place, layout.abbreviate(name, style, width), style, width=width, align="centre", black=black)

    def lines(self, top: int, text: str, bottom: int = layout.HEIGHT) -> None:
        """Draws wrapped text in the middle of the whole width and of the height down to *bottom*."""
        self.block((layout.MARGIN, top), text, bottom, "centre")

    def sentence(self, top: int, text: str, bottom: int = layout.TEXT_BOTTOM) -> None:
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
        self.pen.rectangle((0, 0, layout.WIDTH - 1, 11), fill=255)
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
        """Draws one line of a list, 12 px high over the whole width; what does not fit is shortened."""
        if inverse:
            self.pen.rectangle((0, top, layout.WIDTH - 1, top + 11), fill=255)
        room = layout.WIDTH - 2 * layout.MARGIN
        style: layout.Style = "plain" if layout.text_width(text, "plain") <= room else "small"
        fit = self.fit(text, style, room)
        self.text((layout.MARGIN, top + 2 * (style == "small")), fit, style, black=inverse)

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
        together, `is_underlined` draws the line above. If there is no room for all labels, FOLD has its sign alone,
        which means wrong, back or later.
        """
        if is_underlined:
            self.pen.line((0, layout.TEXT_BOTTOM, layout.WIDTH - 1, layout.TEXT_BOTTOM), fill=255)
        others: tuple[tuple[Key, str | None], ...] = (("up", up), ("arrows", arrows), ("down", down), ("play", play))
        for cross in (fold, fold and ""):
            keys = [(key, label) for key, label in (("fold", cross), *others) if label is not None]
            widths = [layout.key_width(key, label) for key, label in keys]
            if sum(widths) + layout.KEY_GAP_PX * (len(keys) - 1) < layout.WIDTH:
                break
        else:
            self.faults.append("too wide: " + " | ".join(label for _, label in keys if label))
        for key, label in keys:
            self.named_buttons |= {"up": label, "down": label} if key == "arrows" else {key: label}
        for (mark, label), left in zip(keys, _key_places(keys, widths, layout.WIDTH - 1), strict=True):
            self._key((left, KEYS_TOP), mark, label)

    def arrows(self, place: tuple[int, int], up: str, down: str) -> None:
        """Draws what UP and DOWN do beside the keys of FOLD and PLAY whose labels leave them no room."""
        left, top = place
        self.named_buttons |= {"up": up, "down": down}
        for mark, label in (("up", up), ("down", down)):
            self._key((left, top), mark, label)
            left += layout.key_width(mark, label) + layout.ARROWS_GAP_PX
        if left - layout.ARROWS_GAP_PX > layout.WIDTH:
            self.faults.append(f"too wide: {up} | {down}")

    def _key(self, place: tuple[int, int], mark: str, label: str) -> None:
        left, top = place
        sign = layout.key_mark(mark)
        self.pen.bitmap((left, top + 2), sign, fill=255)
        self._line((left + sign.width + layout.LABEL_GAP_PX, top - 2), label, "plain", False)


def _key_places(keys: Sequence[tuple[Key, str]], widths: Sequence[int], room: int) -> list[int]:
    """Returns where each key begins: FOLD at the left edge, PLAY at the right, the others evenly between them."""
    marks = [mark for mark, _ in keys]
    first, last = marks[:1] == ["fold"], marks[-1:] == ["play"]
    left, right = (widths[0] if first else 0), room - (widths[-1] if last else 0)
    middle = widths[int(first) : len(widths) - int(last)]
    gap = (right - left - sum(middle)) / (len(middle) + 1)
    between = [round(left + gap * (number + 1) + sum(middle[:number])) for number in range(len(middle))]
    places = [*([0] if first else []), *between]
    return [*places, right] if last else places
