"""This table in a tournament: takes pairings from the hall, and stores what the sides confirm."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from common.feed.messages import EarlierLine
from common.files.paths import journal_file
from common.texts.keys import FilledPhrase
from device.feed.client import HALL_ROLES, PhoneItem
from device.feed.history import History
from device.feed.server import FeedServer
from device.runtime.hall.joining import LinkFile
from device.runtime.hall.matches import ResumePart, Resumption, earlier_matches, follow
from device.runtime.journal_opening import EventStore
from device.runtime.systemd import Say
from device.screens.base import Notice
from device.session.loop import SessionLoop
from device.session.phone_requests import PhoneRefusal
from device.settings import requests
from device.settings.table_setup import Setup
from device.settings.tournament import (
    BadPairing,
    Pairing,
    StoredTournament,
    TournamentFile,
    check_pairing,
    with_pairing,
    with_result,
)
from device.state.table_view import View
from device.state.tournament import Tournament, points_of
from device.storage.journal import JournalError
from engine.codec import encode
from engine.rules.game import Phase


class PairingAction(msgspec.Struct, frozen=True, tag_field="do", tag="pairing"):
    """The message of the hall with the pairing."""

    message: Pairing


_Action = PairingAction | ResumePart


class HallTable:
    """Each change is on the disk before it is shown or reported to the hall, so that a power cut loses none.

    The socket of the link is open while the table takes part, or reports to a home; its faults do not end the game.
    """

    def __init__(
        self,
        view: View,
        journal: EventStore,
        file: TournamentFile,
        link: LinkFile,
        socket: Path,
        history: History,
        submit: Callable[[PhoneItem], bool],
        say: Say,
    ) -> None:
        """The link reads the same *history* as the page; *submit* queues its requests."""
        self._view, self._journal, self._history, self._say = view, journal, history, say
        self._file, self._link = file, link
        self._own_setup: Setup | None = None
        """The setup of the table outside the tournament, while the tournament fixes game, rules and names."""
        self._resumption = Resumption()
        self._is_connected = False
        self.server = FeedServer(socket, submit, history, roles=HALL_ROLES, earlier=self._earlier_lines, name="link")
        self._show()

    def refresh(self) -> None:
        """Opens or closes the socket, names the journal, and checks whether the table has joined and is connected."""
        if self._history.name_journal(self._journal.id, self._journal.recorded.start):
            self.server.disconnect()  # positions that were sent mean other events now
        if self._is_on or self._link.tells_home:
            self.server.try_to_open(self._say)
        else:
            self.server.close()
        self._is_connected = self.server.has_page
        self._show()

    @property
    def _is_on(self) -> bool:
        return self._view.tournament is not None and self._view.tournament.stored.on

    def _earlier_lines(self) -> list[bytes]:
        """Returns the earlier matches of the tournament; called in the thread of a connection."""
        tournament, (journal, first) = self._link.tournament, self._history.origin
        if not (tournament and journal and first):
            return []
        try:
            rows = earlier_matches(journal_file(), tournament, first)
        except OSError as error:
            self._say(f"cannot read the earlier matches for the hall: {error}")
            return []
        return [
            msgspec.json.encode(EarlierLine(row.position, round(row.time, 3), encode(row.read()), row.mark)) + b"\n"
            for row in rows
        ]

    # Messages of the hall

    def answer(self, session: SessionLoop, item: PhoneItem) -> None:
        """Carries out a message of the hall, and answers it."""
        try:
            self.take(session, item.request.action)
        except PhoneRefusal as refusal:
            item.answer(refusal.reason)
        else:
            item.answer()

    def take(self, session: SessionLoop, action: dict[str, Any]) -> None:
        """Takes a message of the hall.

        :raises PhoneRefusal: if it cannot be read or played.
        """
        try:
            message = msgspec.convert(action, _Action)
        except (msgspec.ValidationError, RecursionError):
            raise PhoneRefusal("malformed") from None
        if not self._is_on:
            raise PhoneRefusal("not_now")
        if isinstance(message, PairingAction):
            self._take_pairing(session, message.message)
            return
        tournament = self._view.tournament
        if tournament is None or tournament.pairing is None or message.pairing != tournament.pairing.pairing:
            raise PhoneRefusal("changed")
        if tournament.start(self._view.table) is not None:
            return  # the match is in progress already
        try:
            self._resumption.take(message, self._file.now.pairing, self._view)
        except Exception as error:  # foreign events can be anything, and may fail to fold or to be drawn
            self._fail_to_resume(error)
            raise PhoneRefusal("malformed") from None
        finally:
            self._show()

    def _take_pairing(self, session: SessionLoop, pairing: Pairing) -> None:
        try:
            check_pairing(pairing)
        except BadPairing as error:
            self._say(f"the pairing from the hall cannot be played: {error}")
            raise PhoneRefusal("malformed") from None
        now, tournament, table = self._file.now, self._view.tournament, self._view.table
        is_agreed = tournament is not None and tournament.stage(table) == "agreed"
        now = with_result(now) if is_agreed else now
        if pairing == now.pairing:
            return
        if pairing.pairing is not None and now.pairing is not None and pairing.pairing == now.pairing.pairing:
            is_answered = pairing.closed or pairing.calls_decided > now.pairing.calls_decided
            calls = now.calls_referee and not is_answered
            self._change(session, msgspec.structs.replace(now, pairing=pairing, calls_referee=calls))
            return
        self._resumption.clear()
        journal = self._journal
        self._change(
            session, with_pairing(now, pairing, is_agreed, (journal.id, journal.recorded.start + len(table.journal)))
        )
        if pairing.pairing is not None and not self._view.is_between_deals:
            session.show_notice(Notice("tournament", FilledPhrase("pairing_waits_text", {"table": pairing.table})))

    # Requests of menus

    def carry_out(self, session: SessionLoop, request: requests.TournamentRequest) -> bool:
        """Carries out what a menu requested; returns whether the match of another device was taken over."""
        now = self._file.now
        match request:
            case requests.ConfirmPairing(side):
                self._change(session, msgspec.structs.replace(now, confirmed=_with(now.confirmed, side)))
            case requests.ConfirmResult(side):
                tournament, table = self._view.tournament, self._view.table
                contest = tournament.contest(table) if tournament is not None else None
                if tournament is not None and contest is not None and contest.is_finished:
                    agreed, points = _with(tournament.agreed_by_side(table), side), points_of(contest)
                    self._change(session, msgspec.structs.replace(now, agreed=agreed, agreed_points=points))
            case requests.CallReferee(on):
                self._change(session, msgspec.structs.replace(now, calls_referee=on))
            case requests.UseTournament(on):
                self._change(session, msgspec.structs.replace(now, on=on))
            case requests.LeaveTournament():
                try:
                    self._link.leave_tournament()
                except OSError as error:
                    self._say(f"cannot leave the tournament in the settings of the link: {error.strerror or error}")
                self._change(session, StoredTournament())
            case requests.TakeOver():
                return self._take_over(session)
        self.refresh()
        return False

    def _take_over(self, session: SessionLoop) -> bool:
        """Stores the events of the other device, all or none of them; they are followed once more before."""
        pairing, view = self._file.now.pairing, self._view
        if pairing is None or pairing.pairing is None or not view.is_between_deals:
            return False
        try:
            events = self._resumption.events(pairing.pairing, len(view.table.journal))
            follow(view, [event for event, _, _ in events])
            if session.fault:
                raise JournalError(session.fault)
            self._journal.append_all(events)
        except Exception as error:  # foreign events can be anything; a disk that is full
            self._fail_to_resume(error)
            return False
        marks, times = self._journal.recorded.marks, self._journal.recorded.times
        for position, event, _ in session.adopt([event for event, _, _ in events]):
            self._history.add(position, event, marks.get(position, ""), times[position])
        self._resumption.clear()
        self._change(session, msgspec.structs.replace(self._file.now, confirmed=(True,) * len(pairing.sides)))
        self.refresh()
        return True

    def _fail_to_resume(self, error: Exception) -> None:
        self._say(f"cannot go on with the match of another device: {error!r}")
        self._resumption.clear(has_failed=True)
        self._show()

    # The stored state

    def _change(self, session: SessionLoop, changed: StoredTournament) -> None:
        before = self._file.now
        self._file.store(changed)
        self._show()
        is_other = before.on != changed.on or before.pairing != changed.pairing
        menu, view = session.controller.menu, self._view
        is_idle = view.table.phase in (Phase.NO_GAME, Phase.OVER) or view.is_evening_over
        if is_other and (menu.is_of_pairing or (is_idle and not menu.shows_task)):
            session.controller.open_menu = None

    def _show(self) -> None:
        """Shows the stored state in the view; the tournament's rules hold as long as it fixes them."""
        view, now, journal = self._view, self._file.now, self._journal
        since = max(0, now.position - journal.recorded.start) if now.journal == journal.id else 0
        resumed, has_failed = self._resumption.match, self._resumption.has_failed
        joined = Tournament(now, self._is_connected, resumed, has_failed, since)
        tournament = joined if self._link.has_joined else None
        if tournament == view.tournament:
            return
        view.tournament = tournament
        fixes = tournament is not None and tournament.fixes_rules(view.table)
        if fixes and tournament is not None and tournament.pairing is not None:
            if self._own_setup is None:
                self._own_setup = view.setup
            view.setup = tournament.pairing.setup
        elif self._own_setup is not None:
            view.setup, self._own_setup = self._own_setup, None


def _with(confirmed: tuple[bool, ...], side: int) -> tuple[bool, ...]:
    return tuple(done or number == side for number, done in enumerate(confirmed))
