"""Takes the landlord's requests for the appliance: work in a thread, or the end of the appliance before a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from device.menus.landlord.main import LANDLORD
from device.runtime.landlord.jobs import QUIET_S, LandlordJobs
from device.runtime.landlord.outcomes import BUSY
from device.screens.base import Notice
from device.settings.requests import Erase, Restore
from device.state.landlord import Task
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.diagnostics.base import CheckContext
    from device.runtime.landlord.jobs import JobDone
    from device.runtime.upkeep import Upkeep
    from device.session.loop import SessionLoop
    from device.settings.requests import LandlordRequest, StickExport

Successor: TypeAlias = Erase | Restore


class LandlordRequests:
    def __init__(self, put: Callable[[JobDone], None], say: Callable[[str], None], upkeep: Upkeep) -> None:
        self.successor: Successor | None = None
        """A request that is carried out when the appliance has ended, which then begins anew."""
        self._jobs = LandlordJobs(put, say)
        self._upkeep = upkeep

    def take(self, request: LandlordRequest, session: SessionLoop, context: CheckContext) -> bool:
        """Starts the work, or sets `successor`; returns whether the appliance has to end."""
        if isinstance(request, Erase | Restore):
            self._prepare_to_end(request, session)
        else:
            self._jobs.start(request, session.controller.view, context)
        session.refresh(anew=True)
        return self.successor is not None

    def make_file(
        self, what: StickExport, session: SessionLoop, context: CheckContext, done: Callable[[bytes], None]
    ) -> None:
        """Makes a file for a phone without showing it on the display; *done* gets no bytes if that failed."""
        self._jobs.make_file(what, session.controller.view, context, done)

    def show(self, done: JobDone, session: SessionLoop, draws: bool) -> None:
        """Shows the outcome of work, also if its menu was left; *draws*: whether the display shows the game."""
        view = session.controller.view
        done.apply(view)
        if view.task is not None and view.task.is_done and isinstance(view.task.text, Words):
            view.outcome = view.task.text
        if view.task is not None and view.task.is_done and not session.controller.menu.shows_task:
            session.show_notice(Notice(LANDLORD, view.task.text))
            view.task = None
        if draws:
            session.refresh(anew=True)

    def _prepare_to_end(self, request: Successor, session: SessionLoop) -> None:
        """Waits until nothing reads or writes the journal any more; if something does, nothing is done."""
        is_quiet = self._jobs.wait(QUIET_S) and not session.fault
        if is_quiet:
            self._upkeep.close(QUIET_S)
        if is_quiet and not self._upkeep.is_alive:
            self.successor = request
        else:
            session.controller.view.task = Task(BUSY, is_done=True)
