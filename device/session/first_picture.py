"""Starts a controller and draws its resting screen: a journal that cannot be shown fails before the loop runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.base import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.session.controller import SessionController
    from engine.events import Event


def start_and_draw(begin: Callable[[Sequence[Event]], SessionController], events: Sequence[Event]) -> SessionController:
    """Returns the controller for *events* after drawing its resting screen, with a camera and without.

    Any exception of folding or drawing is passed on.
    """
    controller = begin(events)
    camera_in_use = controller.view.camera.works
    for camera in (True, False):
        controller.camera_in_use = camera
        draw(controller.screen, controller.view.words)
    controller.camera_in_use = camera_in_use
    return controller
