"""What is printed: the cheat sheet beside the box, the privacy notice on the wall; one page of A4 each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from lab.papers.page import GREY, INK, Page, text_width

A4 = ("210mm", "297mm")
WIDTH, HEIGHT, MARGIN = 840.0, 1188.0, 52.0
"""Four units to the millimetre."""
TRUST_TOP, QUESTIONS_TOP = HEIGHT - 88, HEIGHT - 176
RED, GREEN, BLUE, AMBER, VIOLET = "#c62828", "#2e7d32", "#1f6fb2", "#f0a020", "#7a3fa0"
LIGHT_GREEN, DARK = "#5fd068", "#37474f"


FILE = Path(__file__).with_name("words.toml")
WORDS: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
LANGUAGES = tuple(WORDS["notice"])


def cheat_sheet(language: str) -> str:
    """Returns the page as SVG."""
    words = WORDS["cheat-sheet"][language]
    page = Page(WIDTH, HEIGHT, A4)
    page.text((MARGIN, 76), words["title"], 38, bold=True)
    _places(page, (WIDTH - MARGIN - 112, 51), words["places"])
    y = page.paragraph((MARGIN, 110), words["promise"], 16.5, WIDTH - 2 * MARGIN) + 4
    y = _buttons(page, y, words)
    y = _heading(page, y, words["light"])
    for number, (text, (colour, blinks)) in enumerate(zip(words["lights"], _LIGHTS, strict=True)):
        centre = (MARGIN + 12, y + number * 25 - 5)
        page.disc(centre, 8.5, fill=colour, line=INK)
        if blinks:
            page.disc(centre, 12, line=GREY)
        page.text((MARGIN + 36, y + number * 25), text, 15.5)
    y = _heading(page, y + len(words["lights"]) * 25 + 4, words["play"])
    for text in words["plays"]:
        page.disc((MARGIN + 8, y - 5), 3.5, fill=INK)
        y = page.paragraph((MARGIN + 24, y), text, 15.5, WIDTH - 2 * MARGIN - 24) + 4
    y = _rows(page, _heading(page, y + 4, words["wrong"]), words["wrongs"])
    y = _rows(page, _heading(page, y + 4, words["table"]), words["tables"])
    if y - 14 > TRUST_TOP:
        raise ValueError(f"got rows down to {y:.0f}, expected them above the box at {TRUST_TOP:.0f}: shorten the words")
    page.box((MARGIN, TRUST_TOP), (WIDTH - 2 * MARGIN, 60), fill="#eef3f6", radius=8)
    page.paragraph((MARGIN + 18, TRUST_TOP + 25), words["trust"], 15, WIDTH - 2 * MARGIN - 36)
    return page.svg()


_LIGHTS = ((GREEN, False), (BLUE, False), ("#ffffff", True), (LIGHT_GREEN, False), (AMBER, True), (VIOLET, True))
"""Colour, and whether it blinks."""


def _buttons(page: Page, y: float, words: dict[str, Any]) -> float:
    width = (WIDTH - 2 * MARGIN - 3 * 14) / 4
    coloured = zip(words["buttons"], (RED, GREEN, DARK, DARK), strict=True)
    for number, ((name, does), colour) in enumerate(coloured):
        x = MARGIN + number * (width + 14)
        page.box((x, y), (width, 128), line=colour, radius=10, weight=2)
        page.disc((x + 30, y + 32), 18, fill=colour)
        if number >= 2:
            tip = -10 if number == 2 else 10
            page.shape([(x + 21, y + 32 - tip / 2), (x + 39, y + 32 - tip / 2), (x + 30, y + 32 + tip)], fill="#ffffff")
        page.text((x + 58, y + 40), name, 22, bold=True)
        page.paragraph((x + 14, y + 74), does, 14.5, width - 28)
    page.text((MARGIN, y + 154), words["bottom_line"], 15.5)
    return y + 166


def _places(page: Page, centre: tuple[float, float], names: list[str]) -> None:
    """Draws the table from above; its thick side is the lower edge of the camera's picture."""
    x, y = centre
    south, west, north, east = names
    page.box((x - 44, y - 16), (88, 32), line=INK, radius=3, weight=1.5)
    page.line([(x - 44, y + 16), (x + 44, y + 16)], colour=BLUE, weight=6)
    page.text((x, y + 38), south, 15, bold=True, align="middle")
    page.text((x - 52, y + 5), west, 13, align="end")
    page.text((x, y - 23), north, 13, align="middle")
    page.text((x + 52, y + 5), east, 13)


def _heading(page: Page, y: float, text: str) -> float:
    page.text((MARGIN, y + 20), text, 21, bold=True)
    page.line([(MARGIN, y + 28), (WIDTH - MARGIN, y + 28)], colour=GREY, weight=1)
    return y + 50


def _rows(page: Page, y: float, rows: list[list[str]]) -> float:
    left = 316.0
    for what, how in rows:
        below = page.paragraph((MARGIN, y), what, 14.5, left - 12)
        right = page.paragraph((MARGIN + left, y), how, 14.5, WIDTH - 2 * MARGIN - left, bold=True)
        y = max(below, right) + 4
    return y


def notice(language: str) -> str:
    """Returns the page as SVG."""
    words = WORDS["notice"][language]
    page = Page(WIDTH, HEIGHT, A4)
    _eye(page, (WIDTH / 2, 128))
    size = 46.0
    while text_width(words["title"], size, bold=True) > WIDTH - 2 * MARGIN:
        size -= 1
    page.text((WIDTH / 2, 268), words["title"], size, bold=True, align="middle")
    y = page.paragraph((MARGIN, 318), words["lead"], 21, WIDTH - 2 * MARGIN) + 22
    for title, text in words["points"]:
        page.text((MARGIN, y), title, 22, bold=True)
        y = page.paragraph((MARGIN, y + 30), text, 20, WIDTH - 2 * MARGIN) + 16
    if y - 40 > QUESTIONS_TOP:
        raise ValueError(f"got text down to {y:.0f}, expected it above {QUESTIONS_TOP:.0f}: shorten the words")
    page.box((MARGIN, QUESTIONS_TOP), (WIDTH - 2 * MARGIN, 124), line=INK, radius=10)
    page.text((MARGIN + 20, HEIGHT - 144), words["questions"], 18, bold=True)
    for line in (HEIGHT - 104, HEIGHT - 74):
        page.line([(MARGIN + 20, line), (WIDTH - MARGIN - 20, line)], colour=GREY, weight=1)
    page.text((MARGIN + 20, HEIGHT - 58), words["host"], 12, colour=GREY)
    return page.svg()


def _eye(page: Page, centre: tuple[float, float]) -> None:
    """A camera above a table with cards, so that it is understood without reading."""
    x, y = centre
    page.box((x - 30, y - 74), (60, 30), fill=INK, radius=6)
    page.disc((x, y - 44), 12, fill=BLUE, line=INK, weight=2)
    page.shape([(x, y - 30), (x - 130, y + 58), (x + 130, y + 58)], fill="#dcebf5")
    page.box((x - 190, y + 58), (380, 14), fill="#b58a5a", radius=3)
    for offset in (-70, -14, 42):
        page.box((x + offset, y + 51), (36, 7), fill="#ffffff", line=INK)
