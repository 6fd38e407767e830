"""The screen that selects a seat, with the places of this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.base import SeatScreen

if TYPE_CHECKING:
    from common.texts.phrases import Label
    from device.state.table_view import View
    from engine.cards import Seat


def seat_screen(view: View, seat: Seat, title: Label = "who_deals") -> SeatScreen:
    """Returns the screen with *seat* selected among the places of those who play."""
    return SeatScreen(seat, title, view.places, view.quarter_turns)
