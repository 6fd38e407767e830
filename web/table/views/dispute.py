"""The view of findings, each in a sentence, with the plays that prove it side by side, and the possible rulings."""

from __future__ import annotations

from dataclasses import dataclass

from common.feed.messages import Ruling
from common.texts.keys import PhraseKey
from device.screens.engine_text import title_for
from engine.notation.explain_findings import full_sentence
from engine.rules.findings import Finding, Kind
from web.kit.cards import Exhibit, exhibits_of
from web.table.views.base import TableContext, has_game, without_book


@dataclass(frozen=True, slots=True)
class Decision:
    ruling: str
    label: str


@dataclass(frozen=True, slots=True)
class Case:
    title: str
    who: str
    sentence: str
    exhibits: tuple[Exhibit, ...]
    position: int
    kind: str
    decisions: tuple[Decision, ...]
    is_open: bool

    @property
    def headline(self) -> str:
        return f"{self.who}: {self.title}" if self.who else self.title


@dataclass(frozen=True, slots=True)
class Dispute:
    cases: tuple[Case, ...]
    say: str


def dispute_view(context: TableContext) -> Dispute | None:
    """Returns the findings of this deal, the newest first; None before the first game."""
    if not has_game(context.view):
        return None
    cases = tuple(_case(context, finding) for finding in reversed(_findings(context)))
    return Dispute(cases, cases[0].title if cases else "")


def open_case(context: TableContext) -> Case | None:
    """Returns the newest finding that waits for the table; None without one."""
    waiting = _waiting(context)
    findings = [found for found in _findings(context) if (found.position, found.kind.value) in waiting]
    return _case(context, findings[-1]) if findings else None


def _waiting(context: TableContext) -> dict[tuple[int, str], Ruling]:
    state = context.live.state
    return {(ruling.position, ruling.kind): ruling for ruling in state.findings} if state is not None else {}


def _findings(context: TableContext) -> list[Finding]:
    """Returns the findings of this deal that are shown to people."""
    view, waiting = context.view, _waiting(context)
    here = {position for position, _ in view.facts}
    described = (Kind.REVOKE, Kind.REVOKE_AMONG, Kind.OUT_OF_TURN, Kind.FALSE_MELD)
    return [
        finding
        for finding in view.table.findings
        if (finding.position, finding.kind.value) in waiting or (finding.position in here and finding.kind in described)
    ]


def _case(context: TableContext, finding: Finding) -> Case:
    words, game = context.words, context.view.game
    ruling = _waiting(context).get((finding.position, finding.kind.value))
    decisions = tuple(Decision(name, _label(context, finding, name)) for name in ruling.rulings) if ruling else ()
    if ruling is not None and not decisions:
        decisions = (Decision("noted", context.texts.read_it),)
    state = context.live.state
    crops = state.crops if context.may_change and state is not None else ()
    return Case(
        title=title_for(finding, game, words),
        who="" if finding.seat is None else words.seat(finding.seat),
        sentence=without_book(words.translate(full_sentence(finding, game, context.names))),
        exhibits=exhibits_of(finding, context.pack, words, context.texts, context.live.times, crops),
        position=finding.position,
        kind=finding.kind.value,
        decisions=decisions if context.may_change else (),
        is_open=ruling is not None,
    )


def _label(context: TableContext, finding: Finding, ruling: PhraseKey) -> str:
    turn = finding.seats[0] if finding.seats else finding.seat
    seat = "" if turn is None else context.words.seat(turn)
    return context.words.phrase(ruling, seat=seat)
