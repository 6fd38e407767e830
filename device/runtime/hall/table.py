"""The state of this table in a tournament: takes pairings from the hall, and stores the confirmations of the sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from common.feed.pairing import ConfirmedResult, PairingId
from common.texts.keys import FilledPhrase
from device.runtime.hall.joining import has_joined, leave_tournament, tells_home
from device.runtime.hall.resume import ResumePart, Resumption, follow
from device.screens.base import Notice
from device.session.phone_requests import PhoneRefusal
from device.settings.requests import (
    CallReferee,
    ConfirmPairing,
    ConfirmResult,
    LeaveTournament,
    TakeOver,
    TournamentRequest,
    UseTournament,
)
from device.settings.tournament import BadPairing, Pairing, StoredTournament, TournamentFile, check_pairing
from device.state.tournament import Tournament, points_of
from device.storage.journal import JournalError
from engine.rules.values import Phase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from device.runtime.journal_opening import EventStore
    from device.session.loop import SessionLoop
    from device.session.session import RecordedEvent
    from device.settings.table_setup import Setup
    from device.state.table_view import View


class PairingAction(msgspec.Struct, frozen=True, tag_field="do", tag="pairing"):
    """The message of the hall with the pairing."""

    message: Pairing


_Action = PairingAction | ResumePart


class HallTable:
    """Each change is on the disk before it is shown or reported to the hall, so that a power cut loses none."""

    def __init__(
        self, view: View, file: TournamentFile, link_file: Path, journal: EventStore, say: Callable[[str], None]
    ) -> None:
        """*link_file* are the settings of the link, which name the hall of the tournament that the table has joined."""
        self._view, self._file, self._link_file, self._journal, self._say = view, file, link_file, journal, say
        self._own_setup: Setup | None = None
        """The setup of the table outside the tournament, while the tournament fixes game, rules and names."""
        self._resumption = Resumption()
        self._is_connected = self._is_joined = self._tells_home = False
        self._link_version: tuple[int, int, int] | None = None
        self._show()

    @property
    def is_on(self) -> bool:
        return self._view.tournament is not None and self._view.tournament.is_on

    @property
    def needs_link(self) -> bool:
        """Whether the link is needed: for a hall or for a home."""
        return self.is_on or self._tells_home

    def refresh(self, is_connected: bool) -> None:
        """Checks whether the table has joined and is connected."""
        self._is_connected = is_connected
        self._show()

    # Messages of the hall

    def take(self, session: SessionLoop, action: dict[str, Any]) -> None:
        """Takes a message of the hall.

        :raises PhoneRefusal: if it cannot be read or played.
        """
        try:
            message = msgspec.convert(action, _Action)
        except (msgspec.ValidationError, RecursionError):
            raise PhoneRefusal("malformed") from None
        if not self.is_on:
            raise PhoneRefusal("not_now")
        if isinstance(message, PairingAction):
            self._take_pairing(session, message.message)
        else:
            self._take_part(message)

    def _take_pairing(self, session: SessionLoop, pairing: Pairing) -> None:
        try:
            check_pairing(pairing)
        except BadPairing as error:
            self._say(f"the pairing from the hall cannot be played: {error}")
            raise PhoneRefusal("malformed") from None
        now = self._with_result(self._file.now)
        if pairing == now.pairing:
            return
        if pairing.pairing is not None and now.pairing is not None and pairing.pairing == now.pairing.pairing:
            is_answered = pairing.closed or pairing.calls_decided > now.pairing.calls_decided
            calls = now.calls_referee and not is_answered
            self._change(session, msgspec.structs.replace(now, pairing=pairing, calls_referee=calls))
            return
        self._resumption.clear()
        self._change(session, self._with_pairing(now, pairing))
        if pairing.pairing is not None and not self._view.is_between_deals:
            session.show_notice(Notice("tournament", FilledPhrase("pairing_waits_text", {"table": pairing.table})))

    def _with_result(self, now: StoredTournament) -> StoredTournament:
        """Returns *now* with the result of its pairing among the earlier ones, if all sides have confirmed it."""
        tournament = self._view.tournament
        if now.pairing is None or now.pairing.pairing is None or tournament is None:
            return now
        if tournament.stage(self._view.table) != "agreed":
            return now
        own = ConfirmedResult(now.pairing.pairing, now.agreed_points)
        return msgspec.structs.replace(now, results=(*_before(now.results, own.pairing), own))

    def _with_pairing(self, now: StoredTournament, pairing: Pairing) -> StoredTournament:
        """Returns what is remembered of a new pairing; one that was taken away and comes again finds its match."""
        if pairing.pairing is None:
            tournament, last = self._view.tournament, now.pairing.pairing if now.pairing is not None else None
            is_over = tournament is not None and tournament.stage(self._view.table) == "agreed"
            done = now.done or is_over or (now.pairing is not None and now.pairing.closed)
            return msgspec.structs.replace(now, pairing=pairing, last=last or now.last, done=done, calls_referee=False)
        if pairing.pairing == now.last and not now.done:
            return msgspec.structs.replace(now, pairing=pairing)
        sides, results = (False,) * len(pairing.sides), _before(now.results, pairing.pairing)
        if now.pairing is None:  # nothing is stored, perhaps after a deletion: the journal may have the match
            return StoredTournament(now.on, pairing, sides, sides, results=results)
        position = self._journal.start + len(self._view.table.journal)
        return StoredTournament(
            now.on, pairing, sides, sides, journal=self._journal.id, position=position, results=results
        )

    def _take_part(self, part: ResumePart) -> None:
        tournament = self._view.tournament
        if tournament is None or tournament.pairing is None or part.pairing != tournament.pairing.pairing:
            raise PhoneRefusal("changed")
        if tournament.start(self._view.table) is not None:
            return  # the match is in progress already
        try:
            self._resumption.add(part)
            if self._resumption.is_complete:  # the table confirms the score before the events are stored
                events = self._resumption.events(part.pairing, len(self._view.table.journal))
                table = follow(self._view, [each.event for each in events])
                match = Tournament(pairing=self._file.now.pairing).contest(table)
                if match is None:
                    raise ValueError("got no game of the pairing, expected one")
                self._resumption.match, self._resumption.has_failed = match, False
        except Exception as error:  # foreign events can be anything, and may fail to fold or to be drawn
            self._fail_to_resume(error)
            raise PhoneRefusal("malformed") from None
        finally:
            self._show()

    # Requests of menus

    def carry_out(self, session: SessionLoop, request: TournamentRequest) -> list[RecordedEvent]:
        """Carries out what a menu requested; returns the events that were taken over from another device."""
        now = self._file.now
        match request:
            case ConfirmPairing(side):
                self._change(session, msgspec.structs.replace(now, confirmed=_with(now.confirmed, side)))
            case ConfirmResult(side):
                self._confirm_result(session, side)
            case CallReferee(on):
                self._change(session, msgspec.structs.replace(now, calls_referee=on))
            case UseTournament(on):
                self._change(session, msgspec.structs.replace(now, on=on))
            case LeaveTournament():
                try:
                    leave_tournament(self._link_file)
                except OSError as error:
                    self._say(f"cannot leave the tournament in {self._link_file}: {error.strerror or error}")
                self._change(session, StoredTournament())
            case TakeOver():
                return self._take_over(session)
        return []

    def _confirm_result(self, session: SessionLoop, side: int) -> None:
        tournament, table = self._view.tournament, self._view.table
        contest = tournament.contest(table) if tournament is not None else None
        if tournament is None or contest is None or not contest.is_finished:
            return
        agreed = _with(tournament.agreed_by_side(table), side)
        changed = msgspec.structs.replace(self._file.now, agreed=agreed, agreed_points=points_of(contest))
        self._change(session, changed)

    def _take_over(self, session: SessionLoop) -> list[RecordedEvent]:
        """Stores the events of the other device, all or none of them; they are followed once more before."""
        pairing, view = self._file.now.pairing, self._view
        if pairing is None or pairing.pairing is None or not view.is_between_deals:
            return []
        try:
            events = self._resumption.events(pairing.pairing, len(view.table.journal))
            follow(view, [each.event for each in events])
            if session.fault:
                raise JournalError(session.fault)
            self._journal.append_all(events)
        except Exception as error:  # foreign events can be anything; a disk that is full
            self._fail_to_resume(error)
            return []
        recorded = session.adopt([each.event for each in events])
        self._resumption.clear()
        self._change(session, msgspec.structs.replace(self._file.now, confirmed=(True,) * len(pairing.sides)))
        return recorded

    def _fail_to_resume(self, error: Exception) -> None:
        self._say(f"cannot go on with the match of another device: {error!r}")
        self._resumption.clear(has_failed=True)
        self._show()

    # The stored state

    def _change(self, session: SessionLoop, changed: StoredTournament) -> None:
        """Stores a change, and shows it."""
        before = self._file.now
        self._file.store(changed)
        self._show()
        is_other = before.on != changed.on or before.pairing != changed.pairing
        menu, view = session.controller.menu, self._view
        is_idle = view.table.phase in (Phase.NO_GAME, Phase.OVER) or view.is_evening_over
        if is_other and (menu.is_of_pairing or (is_idle and not menu.shows_task)):
            session.controller.open(None)

    def _show(self) -> None:
        """Shows the stored state in the view; the tournament's rules hold as long as it fixes them."""
        view = self._view
        tournament, before = self._tournament(), view.tournament
        if tournament == before:
            return
        view.tournament = tournament
        fixes = tournament is not None and tournament.fixes_rules(view.table)
        if fixes and tournament is not None and tournament.pairing is not None:
            if self._own_setup is None:
                self._own_setup = view.setup
            view.setup = tournament.pairing.setup
        elif self._own_setup is not None:
            view.setup, self._own_setup = self._own_setup, None

    def _has_joined(self) -> bool:
        """Reads the settings of the link again only when they have changed."""
        try:
            status = self._link_file.stat()
        except OSError:
            self._link_version, self._tells_home = None, False
            return False
        version = status.st_mtime_ns, status.st_ino, status.st_size
        if self._link_version != version:
            self._link_version = version
            self._is_joined, self._tells_home = has_joined(self._link_file), tells_home(self._link_file)
        return self._is_joined

    def _tournament(self) -> Tournament | None:
        if not self._has_joined():
            return None
        now, journal = self._file.now, self._journal
        return Tournament(
            now.on,
            now.pairing,
            now.confirmed,
            now.agreed,
            now.agreed_points,
            now.calls_referee,
            self._is_connected,
            self._resumption.match,
            self._resumption.has_failed,
            max(0, now.position - journal.start) if now.journal == journal.id else 0,
            now.results,
        )


def _before(results: tuple[ConfirmedResult, ...], pairing: PairingId) -> tuple[ConfirmedResult, ...]:
    """Returns the results of earlier rounds; those of another tournament, or of last year's, are left out."""
    own = (each for each in results if each.pairing.tournament == pairing.tournament)
    return tuple(each for each in own if each.pairing.round < pairing.round)


def _with(confirmed: tuple[bool, ...], side: int) -> tuple[bool, ...]:
    return tuple(done or number == side for number, done in enumerate(confirmed))
