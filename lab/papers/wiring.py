"""The wires of a board profile, and the diagram of its header with the lead that goes to each pin in use."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from device.hardware.header import I2C, PLACES, SPI, button_name, pin_label
from lab.papers.page import GREY, INK, Page, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from device.hardware.board import Board, LightPins


GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLY = (1, 17)
"""Pins with 3.3 V. The 5 V of pins 2 and 4 is not used, as a wrong connection would destroy the board."""


@dataclass(frozen=True, slots=True)
class Wire:
    """From a lead of a part to a pin of the header; `gpio` is its Broadcom number, None if it is supply or ground."""

    part: str
    lead: str
    pin: int
    gpio: int | None = None

    @property
    def end(self) -> str:
        if self.gpio is not None:
            return pin_label(self.gpio)
        return f"{'ground' if self.pin in GROUND else '3.3 V'} (pin {self.pin})"


def wires(board: Board) -> list[Wire]:
    """Returns all wires of a profile without faults, part by part; no pin has two leads.

    Where there are more ground leads than ground pins, those of the buttons are joined and take one pin.
    """
    leads: list[_Lead] = []
    for button in board.buttons:
        name = button_name(button.button, button.seat)
        leads += [_Lead(name, "one leg", button.pin), _Lead(name, "other leg", button.pin, GROUND)]
    leads += _light_leads(board.light)
    if board.light.buzzer is not None:
        leads += [_Lead("buzzer", "+", board.light.buzzer), _Lead("buzzer", "−", board.light.buzzer, GROUND)]
    leads += _display_leads(board)
    if sum(lead.pins == GROUND for lead in leads) > len(GROUND):
        joined = [lead for lead in leads if lead.name == "other leg"]
        leads = [lead for lead in leads if lead not in joined]
        leads.append(_Lead("all buttons", "other legs, joined", joined[0].gpio, GROUND))
    at: dict[tuple[int, ...], dict[_Lead, int]] = {pins: _assign(leads, pins) for pins in (GROUND, SUPPLY)}
    ends = ((at[lead.pins][lead], None) if lead.pins else (PLACES[lead.gpio], lead.gpio) for lead in leads)
    return [Wire(lead.part, lead.name, *end) for lead, end in zip(leads, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class _Lead:
    """A lead that goes to a GPIO, or to one of *pins* near it."""

    part: str
    name: str
    gpio: int
    pins: tuple[int, ...] = ()


def _light_leads(light: LightPins) -> Iterator[_Lead]:
    if light.red is None or light.green is None or light.blue is None:
        return
    for colour, gpio in (("red", light.red), ("green", light.green), ("blue", light.blue)):
        yield _Lead("light", f"{colour}, through a resistor", gpio)
    if light.active_high:
        yield _Lead("light", "long leg (common cathode)", light.green, GROUND)
    else:
        yield _Lead("light", "long leg (common anode)", light.green, SUPPLY)


def _display_leads(board: Board) -> Iterator[_Lead]:
    display = board.display
    if display.controller == "none":
        return
    if display.spi is not None:
        bus = SPI[display.spi.bus]
        yield _Lead("display", "VCC", bus.data, SUPPLY)
        yield _Lead("display", "GND", bus.clock, GROUND)
        yield _Lead("display", "D0 (CLK, SCK)", bus.clock)
        yield _Lead("display", "D1 (MOSI, SDA)", bus.data)
        yield _Lead("display", "CS", bus.selects[display.spi.device])
        yield _Lead("display", "DC", display.spi.data_command)
        if display.spi.reset is not None:
            yield _Lead("display", "RES (RST)", display.spi.reset)
    elif display.bus in I2C:
        yield _Lead("display", "VCC", I2C[display.bus].data, SUPPLY)
        yield _Lead("display", "GND", I2C[display.bus].clock, GROUND)
        yield _Lead("display", "SDA", I2C[display.bus].data)
        yield _Lead("display", "SCL (SCK)", I2C[display.bus].clock)


def _assign(leads: Sequence[_Lead], pins: tuple[int, ...]) -> dict[_Lead, int]:
    """Returns a pin for each lead that goes to one of *pins*, so that the wires are short and do not cross.

    On a line the assignment with the least sum of distances keeps the order.
    """
    ordered = sorted((lead for lead in leads if lead.pins == pins), key=lambda lead: PLACES[lead.gpio])

    def distance(chosen: Iterable[int]) -> int:
        return sum(abs(PLACES[lead.gpio] - pin) for lead, pin in zip(ordered, chosen, strict=True))

    return dict(zip(ordered, min(combinations(sorted(pins), len(ordered)), key=distance), strict=True))


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
    warning = "Switch the board off and pull its plug before you wire it."
    page.text((middle, legend + 44), warning, 13, align="middle", colour=GREY)


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
        page.text((x + 10, y), label, size, bold=True, colour=colour)
    else:
        page.text((x + BOX - 10, y), label, size, bold=True, align="end", colour=colour)
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
