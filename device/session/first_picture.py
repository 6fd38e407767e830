"""Begins a session only if what it shows at rest can be drawn, so that a journal of any content is met before the loop
runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.base import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.session.controller import SessionController
    from engine.events import Event


def begin_drawn(begin: Callable[[Sequence[Event]], SessionController], events: Sequence[Event]) -> SessionController:
    """Returns the controller that goes on with *events*, after drawing what it shows with a camera and without.

    Whatever folding or drawing raises is raised.
    """
    controller = begin(events)
    seeing = controller.view.camera
    for camera in (True, False):
        controller.seeing = camera
        draw(controller.screen, controller.view.words)
    controller.seeing = seeing
    return controller
