"""The view of calls for a referee: findings of the table with the cards that prove them, and decisions."""

from dataclasses import dataclass

from common.texts.phrases import region_for
from common.texts.words import words_for
from device.screens.engine_text import title_for
from engine.notation.explain_findings import full_sentence
from engine.rules.findings import Kind
from hall.live_hall import LiveMatch
from hall.tournament.rounds import Match, RefereeCall, Round
from web.hall.views.base import HallContext, clock_text, match_number
from web.kit.cards import Exhibit, PageNames, exhibits_of

SHOWN_KINDS = (Kind.REVOKE, Kind.REVOKE_AMONG, Kind.OUT_OF_TURN, Kind.FALSE_MELD)
"""Findings that concern a referee; others, such as a doubtful card, are for the table."""
CLOSED_CALLS = 20
"""Decided calls that are still listed."""


@dataclass(frozen=True, slots=True)
class TableCase:
    title: str
    who: str
    sentence: str
    rule: str
    exhibits: tuple[Exhibit, ...]


@dataclass(frozen=True, slots=True)
class CallLine:
    table: int
    number: int
    """The number of the match in URLs."""
    round: int
    where: str
    sides: tuple[str, ...]
    when: str
    title: str
    cases: tuple[TableCase, ...]
    call: RefereeCall | None
    """None if only the device asks for a referee."""


@dataclass(frozen=True, slots=True)
class Calls:
    calls: tuple[CallLine, ...]
    closed: tuple[CallLine, ...]
    say: str


def calls_view(context: HallContext) -> Calls:
    waiting = [
        _line(context, round_, match, match.open_call, table_cases(context, round_, match))
        for round_, match in waiting_matches(context)
    ]
    closed = [
        _line(context, round_, match, call)
        for round_ in context.tournament.rounds
        for match in round_.matches
        for call in match.calls
        if not call.is_open
    ]
    say = context.texts.say_call.format(table=waiting[0].table) if waiting else ""
    return Calls(tuple(waiting), tuple(reversed(closed[-CLOSED_CALLS:])), say)


def waiting_matches(context: HallContext) -> list[tuple[Round, Match]]:
    """Returns the matches that wait for a referee: with an open call, or if the device asks for one."""
    return [
        (round_, match)
        for round_ in context.tournament.rounds
        for match in round_.matches
        if match.open_call is not None
        or (round_.state == "running" and is_disputed(match, context.live(round_, match)))
    ]


def is_disputed(match: Match, live: LiveMatch | None) -> bool:
    """Returns whether a referee is to come: by a call, or because the device at the table asks for one."""
    return match.open_call is not None or (live is not None and live.calls_referee and match.result is None)


def _line(
    context: HallContext, round_: Round, match: Match, call: RefereeCall | None, cases: tuple[TableCase, ...] = ()
) -> CallLine:
    return CallLine(
        match.table,
        match_number(round_, match),
        round_.number,
        context.match_title(round_, match),
        context.tournament.side_names(match.pairing),
        clock_text(call.time) if call is not None else "",
        f"{cases[0].who}: {cases[0].title}" if cases else "",
        cases,
        call,
    )


def table_cases(context: HallContext, round_: Round, match: Match) -> tuple[TableCase, ...]:
    """Returns the findings of the device in a match, the latest first."""
    noticed = context.tables.findings(round_.number, round_.attempt, match.table)
    if noticed is None:
        return ()
    pack = noticed.game.pack
    region = region_for(pack)
    words = words_for(context.language, region).for_pack(pack).with_names(noticed.names)
    shown = [finding for finding in noticed.findings if finding.kind in SHOWN_KINDS]
    return tuple(
        TableCase(
            title_for(finding, noticed.game, words),
            "" if finding.seat is None else words.seat(finding.seat),
            words.translate(full_sentence(finding, noticed.game, PageNames(words))),
            context.texts.rule.format(id=finding.rule),
            exhibits_of(finding, noticed.game.pack.name, words, context.texts, noticed.times),
        )
        for finding in reversed(shown)
    )
