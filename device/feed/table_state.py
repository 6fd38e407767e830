"""Builds the state message: what pages and link need of the table besides the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from common.feed.messages import HallGame, HallState, HealthCheck, Question, Ruling, TableState
from common.texts.words import LANGUAGES
from device.menus.deal.questions import rulings_on
from device.state.open_questions import open_questions, postponed_findings, question_to_show
from engine.events import CardLaid, UpcardTurned

if TYPE_CHECKING:
    from common.texts.phrases import Region
    from common.texts.words import Words
    from device.state.table_view import View


def state_of(view: View, key: str, frame_time: float = 0.0, viewers: bool = False) -> TableState:
    """Returns the state of the table.

    *key* is that of this evening's codes, *frame_time* the time of the last frame, *viewers* whether phones without the
    code may look.
    """
    setup = view.setup
    return TableState(
        language=view.words.language,
        region=region_of(view.words),
        game=setup.game,
        seats=setup.seats,
        names={str(seat): name for seat, name in view.names.items()},
        rules=dict(setup.rules),
        camera=_camera(view),
        viewers=viewers,
        key=key,
        question=_question(view),
        findings=_findings(view),
        health=tuple(HealthCheck(check.verdict, check.title, check.found, check.advice) for check in view.health),
        outcome=(view.outcome.german, view.outcome.english) if view.outcome is not None else ("", ""),
        frame_time=frame_time,
        hall=_hall(view),
    )


def region_of(words: Words) -> Region:
    """Returns the region of the deck, from which its cards have their names."""
    return next(region for region, names in LANGUAGES[words.language][1].items() if names == words.names)


def _camera(view: View) -> Literal["camera", "paused", "by_hand", "none"]:
    return view.watched if view.watched != "camera" or view.camera else "none"


def _question(view: View) -> Question | None:
    question = question_to_show(view) if view.table.deal is not None else None
    if question is None:
        return None
    fact = dict(view.facts).get(question.position)
    cards = (fact.card, *fact.doubts) if isinstance(fact, CardLaid | UpcardTurned) else ()
    return Question(question.position, tuple(map(str, cards)))


def _hall(view: View) -> HallState | None:
    tournament, table = view.tournament, view.table
    if tournament is None or not tournament.is_on:
        return None
    stage, contest = tournament.stage(table), tournament.contest(table)
    is_over = contest is not None and contest.is_finished
    is_asked = tournament.pairing is not None and tournament.pairing.resume and stage == "announced"
    return HallState(
        stage,
        tournament.pairing.pairing if tournament.pairing is not None else None,
        tournament.agreed_by_side(table) if is_over else tournament.confirmed,
        tuple(HallGame(game.points, game.gespannt, game.gespannt_to_nil) for game in contest.games)
        if contest is not None
        else (),
        contest.score if contest is not None else (),
        len(_findings(view)),
        tournament.calls_referee,
        is_asked and tournament.resumed is None and not tournament.resume_failed,
        tournament.results,
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
