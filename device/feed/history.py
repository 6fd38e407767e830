"""The lines of this session that the page may read: all events, and the latest state of the table.

The loop fills them, the threads of the clients read them.
"""

import os
import threading
import time
from collections.abc import Mapping, Sequence

import msgspec

from common.feed.messages import HallGame, HallState, HealthCheck, Hello, Question, RecordedLine, Ruling, TableState
from device.menus.deal.questions import rulings_on
from device.session.phone_requests import fixed_for_phones
from device.state.conclusions import open_questions, postponed_findings, question_to_show
from device.state.table_view import View
from engine.codec import encode
from engine.events import CardLaid, Event, UpcardTurned


class History:
    """Appending takes some microseconds and never waits for a reader: every client has only a place in the list."""

    def __init__(self) -> None:
        self.session = os.urandom(4).hex()
        self.changed = threading.Condition()
        self._lines: list[bytes] = []
        self._state = self._state_without_key = b""
        self._state_number = 0
        self._last_state: TableState | None = None
        self.origin = "", 0
        """The journal that the session continues, and the position in it of the session's first event."""

    def begin(self, events: Sequence[Event], times: Sequence[float], marks: Mapping[int, str]) -> None:
        """Begins with the events of the journal; those without a time get that of now."""
        now = time.time()
        lines = [
            _event_line(position, times[position] if position < len(times) else now, event, marks.get(position, ""))
            for position, event in enumerate(events)
        ]
        with self.changed:
            self._lines = lines
            self.changed.notify_all()

    def name_journal(self, journal: str, first: int) -> bool:
        """Says which journal the session continues, and where in it; returns whether readers have something else."""
        before, self.origin = self.origin, (journal, first)
        return before != self.origin

    def add(self, position: int, event: Event, by: str = "", moment: float | None = None) -> None:
        """Adds an event that was stored at *moment*, by default now."""
        line = _event_line(position, time.time() if moment is None else moment, event, by)
        with self.changed:
            self._lines.append(line)
            self.changed.notify_all()

    def show(self, state: TableState) -> None:
        """Replaces the state, if it differs."""
        if state == self._last_state:
            return
        line, without_key = (
            msgspec.json.encode(each) + b"\n" for each in (state, msgspec.structs.replace(state, key=""))
        )
        with self.changed:
            self._last_state, self._state, self._state_without_key = state, line, without_key
            self._state_number += 1
            self.changed.notify_all()

    def hello(self) -> bytes:
        with self.changed:
            return msgspec.json.encode(Hello(self.session, len(self._lines), *self.origin)) + b"\n"

    def after(self, position: int, state_number: int, most: int, has_key: bool = True) -> tuple[list[bytes], int, int]:
        """Returns lines to send, at most *most* of them, the position after them, and the number of the state sent.

        *has_key*: whether the reader may have the key of the page's codes.

        The caller holds `changed`.
        """
        lines = self._lines[position : position + most]
        if lines:
            return lines, position + len(lines), state_number
        if state_number != self._state_number:
            return [self._state if has_key else self._state_without_key], position, self._state_number
        return [], position, state_number

    def __len__(self) -> int:
        return len(self._lines)


def _event_line(position: int, moment: float, event: Event, by: str) -> bytes:
    return msgspec.json.encode(RecordedLine(position, round(moment, 3), encode(event), by)) + b"\n"


def state_of(view: View, key: str, frame_time: float = 0.0, viewers: bool = False, display: str = "") -> TableState:
    """Returns the state of the table.

    *key* is that of this evening's codes, *frame_time* the time of the last frame, *viewers* whether phones without the
    code may look, *display* its picture while phones have its buttons.
    """
    setup, appliance, camera, asked = view.setup, view.appliance, view.camera, question_to_show(view)
    fact = None if asked is None else dict(view.facts).get(asked.position)
    cards = (fact.card, *fact.doubts) if isinstance(fact, CardLaid | UpcardTurned) else ()
    return TableState(
        language=view.words.language,
        region=view.words.names.region,  # of the deck, from which its cards have their names
        game=setup.game,
        seats=setup.seats,
        names={str(seat): name for seat, name in view.names.items()},
        rules=dict(setup.rules),
        camera=camera.watched if camera.watched != "camera" or camera.works else "none",
        viewers=viewers,
        key=key,
        question=None if asked is None else Question(asked.position, tuple(map(str, cards))),
        findings=_findings(view),
        health=tuple(HealthCheck(check.verdict, check.title, check.found, check.advice) for check in appliance.health),
        outcome=appliance.outcome,
        frame_time=frame_time,
        fixed=fixed_for_phones(view),
        display=display,
        hall=_hall(view),
    )


def _hall(view: View) -> HallState | None:
    tournament, table = view.tournament, view.table
    if tournament is None or not tournament.stored.on:
        return None
    stage, contest = tournament.stage(table), tournament.contest(table)
    is_over = contest is not None and contest.is_finished
    is_asked = tournament.pairing is not None and tournament.pairing.resume and stage == "announced"
    return HallState(
        stage,
        tournament.pairing.pairing if tournament.pairing is not None else None,
        tournament.agreed_by_side(table) if is_over else tournament.stored.confirmed,
        msgspec.convert(contest.games if contest is not None else (), tuple[HallGame, ...], from_attributes=True),
        contest.score if contest is not None else (),
        len(_findings(view)),
        tournament.stored.calls_referee,
        tournament.stored.results,
        asks_resume=is_asked and tournament.resumed is None and not tournament.resume_failed,
    )


def _findings(view: View) -> tuple[Ruling, ...]:
    if view.table.deal is None:
        return ()
    asked = [question.finding for question in open_questions(view) if question.finding is not None]
    waiting = [*asked, *(finding for finding in postponed_findings(view) if finding not in asked)]
    return tuple(
        Ruling(
            finding.position,
            finding.kind.value,
            tuple(ruling for ruling in rulings_on(view, finding) if ruling not in ("was_missed", "enter_again")),
        )
        for finding in waiting
    )
