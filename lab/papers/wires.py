"""The wires of a board profile: which lead of a part goes to which pin of the header."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from device.hardware.header import I2C, PLACES, SPI, button_name, pin_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    leads = [
        *(lead for button in board.buttons for lead in _button_leads(button.button, button.seat, button.pin)),
        *_light_leads(board.light),
        *([_Lead("buzzer", "+", board.light.buzzer)] if board.light.buzzer is not None else []),
        *([_Lead("buzzer", "−", board.light.buzzer, GROUND)] if board.light.buzzer is not None else []),
        *_display_leads(board),
    ]
    if sum(lead.pins == GROUND for lead in leads) > len(GROUND):
        leads = _with_joined_grounds(leads)
    at: dict[tuple[int, ...], dict[_Lead, int]] = {pins: _assign(leads, pins) for pins in (GROUND, SUPPLY)}
    return [
        Wire(lead.part, lead.name, at[lead.pins][lead])
        if lead.pins
        else Wire(lead.part, lead.name, PLACES[lead.gpio], lead.gpio)
        for lead in leads
    ]


@dataclass(frozen=True, slots=True)
class _Lead:
    """A lead that goes to a GPIO, or to one of *pins* near it."""

    part: str
    name: str
    gpio: int
    pins: tuple[int, ...] = ()


def _button_leads(button: str, seat: int | None, gpio: int) -> Iterator[_Lead]:
    yield _Lead(button_name(button, seat), "one leg", gpio)
    yield _Lead(button_name(button, seat), "other leg", gpio, GROUND)


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


def _with_joined_grounds(leads: Sequence[_Lead]) -> list[_Lead]:
    """Returns the leads with one ground lead for all buttons, last."""
    grounds = [lead for lead in leads if lead.pins == GROUND and lead.name == "other leg"]
    rest = [lead for lead in leads if lead not in grounds]
    return [*rest, _Lead("all buttons", "other legs, joined", grounds[0].gpio, GROUND)]


def _assign(leads: Sequence[_Lead], pins: tuple[int, ...]) -> dict[_Lead, int]:
    """Returns a pin for each lead that goes to one of *pins*, so that the wires are short and do not cross.

    On a line the assignment with the least sum of distances keeps the order.
    """
    ordered = sorted((lead for lead in leads if lead.pins == pins), key=lambda lead: PLACES[lead.gpio])
    choices = combinations(sorted(pins), len(ordered))
    best = min(
        choices,
        key=lambda chosen: sum(abs(PLACES[lead.gpio] - pin) for lead, pin in zip(ordered, chosen, strict=True)),
    )
    return dict(zip(ordered, best, strict=True))
