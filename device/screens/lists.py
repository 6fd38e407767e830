"""Screens of text: a list, a sentence or question for the keys, a text with pages."""

from dataclasses import dataclass

from common.texts.phrases import Label, Text
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.display.text_layout import ARROWS_GAP_PX, MARGIN, TEXT_BOTTOM, WIDTH, key_width, keys_fit, wrap
from device.screens.base import Keys, Screen

ROWS = 3
"""Number of lines of a list between bar and keys."""


@dataclass(frozen=True, slots=True)
class ListScreen(Screen):
    """A list with one line selected with UP and DOWN."""

    title: Label
    rows: tuple[Label, ...]
    selected: int = 0
    fold: Label | None = "back"

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        place = f"{self.selected + 1}/{len(self.rows)}" if len(self.rows) > ROWS else ""
        canvas.bar(words.label(self.title), place)
        first = min(max(self.selected - 1, 0), max(len(self.rows) - ROWS, 0))
        for index, row in enumerate(self.rows[first : first + ROWS], start=first):
            top = 13 + 13 * (index - first)
            canvas.row(top, words.label(row), inverse=index == self.selected)
        fold = words.label(self.fold) if self.fold is not None else None
        canvas.keys(fold=fold, arrows="", play=words.phrase("ok"))


@dataclass(frozen=True, slots=True)
class SentenceScreen(Screen):
    """A sentence, such as a question that FOLD and PLAY answer; `before` is the last call.

    `more` is the label of UP and DOWN, `up` and `down` are those of each. If they leave no room, UP and DOWN are
    named above the keys.
    """

    title: Label
    question: str
    fold: Label
    play: Label
    before: str = ""
    more: Label | None = None
    up: Label | None = None
    down: Label | None = None
    sign: str | None = None
    rank: str = ""
    right: str = ""
    """A short text at the right of the title."""

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        canvas.bar(words.label(self.title), self.right, self.sign, self.rank)
        keys = Keys(self.fold, self.up, self.down, self.play, self.more)
        labels = (words.label(self.up), words.label(self.down)) if self.up and self.down else ()
        is_apart = bool(labels) and not keys_fit(words.label(self.fold), words.label(self.play), "".join(labels))
        bottom = 40 if self.before or is_apart else TEXT_BOTTOM
        canvas.sentence(13, self.question, bottom)
        room = WIDTH - 2 * MARGIN
        if is_apart:
            width = sum(map(key_width, ("up", "down"), labels)) + ARROWS_GAP_PX
            canvas.arrows((WIDTH - width, 42), *labels)
            keys, room = Keys(self.fold, play=self.play), room - width - 4
        if self.before:
            canvas.text((MARGIN, 41), canvas.fit(self.before, "small", room), "small", width=room)
        keys.draw(canvas, words)


def rule_screen(title: Label, value: str, text: str, fold: Label = "back", play: Label = "ok") -> SentenceScreen:
    """Returns the screen of a value of a house rule, and of what it means; UP and DOWN show the others."""
    return SentenceScreen(title, text, fold, play, more=Text(""), right=value)


@dataclass(frozen=True, slots=True)
class TextScreen(Screen):
    """A text of several paragraphs, shown from line `first` on; UP and DOWN scroll."""

    title: str
    paragraphs: tuple[str, ...]
    first: int = 0
    play: Label = "go_on"

    def paint(self, canvas: Canvas, words: TableWords) -> None:
        lines = wrapped_lines(self.paragraphs)
        more = len(lines) > LINES
        canvas.bar(self.title)
        if len(self.paragraphs) == 1 and not more:
            canvas.lines(13, self.paragraphs[0], TEXT_BOTTOM)
            lines = []
        for index, line in enumerate(lines[self.first : self.first + LINES]):
            begins = line.startswith(DASH)
            canvas.text((MARGIN if begins else MARGIN + INDENT, 12 + 10 * index), line, "small")
        canvas.keys(fold=words.phrase("back"), arrows="" if more else None, play=words.label(self.play))


LINES = 4
DASH, INDENT = "–", 10
"""Prefix of a paragraph, and the indent of its other lines in px."""


def wrapped_lines(paragraphs: tuple[str, ...]) -> list[str]:
    """Returns the wrapped lines of the paragraphs, each paragraph with a dash before its first line."""
    lines = []
    for paragraph in paragraphs:
        first, *others = wrap(paragraph, "small", WIDTH - 2 * MARGIN - INDENT)
        lines += [f"{DASH} {first}", *others]
    return lines
