"""Runs one appliance after another: a new one begins after each request that replaces the journal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from device.runtime.landlord_requests import carry_out, notices_of_start

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from device.runtime.appliance import Appliance
    from device.runtime.landlord_requests import Say
    from device.screens.base import Notice


def run_appliances(
    begin: Callable[[Sequence[Notice], bool], AbstractContextManager[Appliance]],
    keep_on: Callable[[Appliance], bool],
    is_stopped: Callable[[], bool],
    say: Say,
    feed: Callable[[], None],
) -> Appliance:
    """Runs an appliance, and a new one after each request that replaces the journal; returns the last one, ended.

    *begin* gets the notices to show, and whether it is the first appliance; *keep_on* is asked at every turn of the
    loop. *say* and *feed* are those of `notices_of_start` and `carry_out`.
    """
    notices, is_first = notices_of_start(say), True
    while True:
        with begin(notices, is_first) as appliance:
            appliance.run(partial(keep_on, appliance))
        successor = appliance.landlord.successor
        if successor is None:
            return appliance
        notices, is_first = [carry_out(successor, say, feed)], False
        if is_stopped() or appliance.has_abandoned_worker:
            return appliance
