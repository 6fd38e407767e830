"""Outputs of the appliance besides display and light, such as a web page or a message broker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.runtime.speech import Speech

if TYPE_CHECKING:
    from device.session.loop import Listener

LISTENERS: tuple[Listener, ...] = (Speech(),)
"""The outputs: functions that the loop calls with every `StepResult` (`device.session.loop`). Add a new one here."""
