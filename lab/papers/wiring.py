"""The wiring diagram of a board profile: its header, and beside each pin in use the lead that goes there."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from lab.papers.page import GREY, INK, Page, text_width
from lab.papers.wires import GROUND, SUPPLY, wires

if TYPE_CHECKING:
    from device.hardware.board import Board
    from lab.papers.wires import Wire

WIDTH, TOP, STEP, ROWS = 940.0, 108.0, 34.0, 20
LEFT, RIGHT = 448.0, 492.0
"""Where the two rows of pins stand; odd numbers on the left."""
BOX = 230.0
COLOURS = {"display": "#1f6fb2", "light": "#7a3fa0", "buzzer": "#8a6d00", "FOLD": "#c62828", "PLAY": "#2e7d32"}
OTHER = "#455a64"


def table_lines(board: Board, usual: Board | None = None) -> list[str]:
    """Returns the wires as a table in Markdown: all of them, or those that differ from the *usual* board."""
    lines = ["| part | lead | to |", "|---|---|---|"]
    known = set() if usual is None else set(wires(usual))
    return lines + [f"| {wire.part} | {wire.lead} | {wire.end} |" for wire in wires(board) if wire not in known]


def diagram(board: Board) -> str:
    """Returns the diagram as SVG."""
    page = Page(WIDTH, TOP + ROWS * STEP + 66)
    _header(page)
    by_pin: dict[int, list[Wire]] = {}
    for wire in wires(board):
        by_pin.setdefault(wire.pin, []).append(wire)
    for odd in (1, 0):
        pins = [pin for pin in sorted(by_pin) if pin % 2 == odd]
        for _, group in groupby(pins, key=lambda pin: _label(by_pin[pin])):
            _part(page, list(group), by_pin, odd)
    return page.svg()


def _place(pin: int) -> tuple[float, float]:
    return (LEFT if pin % 2 else RIGHT), TOP + (pin - 1) // 2 * STEP


def _label(at_pin: list[Wire]) -> str:
    parts = list(dict.fromkeys(wire.part for wire in at_pin))
    if at_pin[0].pin in GROUND:
        return f"ground: {', '.join(parts)}"
    return ", ".join(parts)


def _header(page: Page) -> None:
    middle = WIDTH / 2
    page.text((middle, 30), "The header, seen from above", 18, bold=True, align="middle")
    page.text((middle, 54), "pin 1 is at the end of the memory card, pin 2 beside it at the edge", 13, align="middle")
    page.text((middle, 73), "of the board; on a Pi 4 or 5 the USB sockets are at the lower end", 13, align="middle")
    page.box((LEFT - 20, TOP - 20), (RIGHT - LEFT + 40, ROWS * STEP + 6), fill="#22303c", radius=6)
    for pin in range(1, 2 * ROWS + 1):
        x, y = _place(pin)
        fill = "#e8a33d" if pin in SUPPLY else "#9aa4ad" if pin in GROUND else "#d8c37a"
        if pin in (2, 4):
            fill = "#b03030"
        page.disc((x, y), 10, fill=fill)
        page.text((x, y + 4), str(pin), 10, bold=True, align="middle")
    legend = TOP + ROWS * STEP + 14
    named = (("3.3 V", "#e8a33d"), ("ground", "#9aa4ad"), ("GPIO", "#d8c37a"), ("5 V: nothing goes here", "#b03030"))
    x = WIDTH / 2 - 240
    for text, fill in named:
        page.disc((x, legend + 14), 8, fill=fill)
        page.text((x + 14, legend + 19), text, 13)
        x += 14 + text_width(text, 13) + 36
    page.text(
        (WIDTH / 2, legend + 44),
        "Switch the board off and pull its plug before you wire it.",
        13,
        align="middle",
        colour=GREY,
    )


def _part(page: Page, pins: list[int], by_pin: dict[int, list[Wire]], odd: int) -> None:
    """Draws one part on its side of the header, with a wire to each of its pins."""
    label = _label(by_pin[pins[0]])
    is_ground = pins[0] in GROUND
    colour = GREY if is_ground else COLOURS.get(label, OTHER)
    x = 40.0 if odd else WIDTH - 40 - BOX
    top, bottom = _place(pins[0])[1] - STEP / 2 + 3, _place(pins[-1])[1] + STEP / 2 - 3
    page.box((x, top), (BOX, bottom - top), line=colour, radius=5, weight=2, fill="#ffffff")
    for pin in pins:
        for wire in by_pin[pin]:
            _wire(page, wire, x, odd, colour)
    _name(page, label, pins, x, odd, colour)


def _name(page: Page, label: str, pins: list[int], x: float, odd: int, colour: str) -> None:
    size = 12.0
    while text_width(label, size, bold=True) > BOX - 20:
        size -= 0.5
    is_ground = pins[0] in GROUND
    room = BOX - 20 if is_ground or len(pins) == 1 else 90
    y = (_place(pins[0])[1] + _place(pins[-1])[1]) / 2 + 4
    if odd or is_ground:
        page.text((x + 10, y), label, min(size, 12), bold=True, colour=colour)
    else:
        page.text((x + BOX - 10, y), label, min(size, 12), bold=True, align="end", colour=colour)
    assert text_width(label, size, bold=True) <= room or is_ground, label


def _wire(page: Page, wire: Wire, x: float, odd: int, colour: str) -> None:
    pin_x, y = _place(wire.pin)
    inner, outer = (x + BOX, pin_x - 10) if odd else (x, pin_x + 10)
    page.line([(inner, y), (outer, y)], colour=colour, weight=2.5)
    lead, _, through = wire.lead.partition(", through a ")
    if wire.pin not in GROUND:
        align, lead_x = ("end", inner - 8) if odd else ("start", inner + 8)
        page.text((lead_x, y + 4), lead, 12, align=align)
    if through:
        middle = (inner + outer) / 2 - 36 if odd else (inner + outer) / 2 + 36
        page.box((middle - 24, y - 8), (48, 16), line=colour, fill="#ffffff", weight=2)
        page.text((middle, y + 4), "330 Ω", 11, align="middle")
    if wire.gpio is not None:
        tag = f"GPIO {wire.gpio}"
        tag_x = LEFT - 24 - text_width(tag, 11) / 2 if odd else RIGHT + 24 + text_width(tag, 11) / 2
        page.box((tag_x - text_width(tag, 11) / 2 - 3, y - 8), (text_width(tag, 11) + 6, 16), fill="#ffffff")
        page.text((tag_x, y + 4), tag, 11, align="middle", colour=INK)
