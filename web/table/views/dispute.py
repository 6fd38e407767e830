"""The view of findings, each in a sentence, with the plays that prove it side by side, and the possible rulings."""

from dataclasses import dataclass, replace

from common.feed.messages import Ruling
from device.screens.engine_text import RULED, title_for
from engine.events import Ruled
from engine.notation.explain_findings import full_sentence
from engine.rules.findings import Finding, Kind
from web.kit.cards import Exhibit, exhibits_of
from web.table.views.base import TableContext, has_game, without_book
from web.table.views.statistics import Seating


@dataclass(frozen=True, slots=True)
class Case:
    title: str
    who: str
    sentence: str
    exhibits: tuple[Exhibit, ...]
    position: int
    kind: str
    decisions: tuple[tuple[str, str], ...]
    """The possible rulings, each with its label."""
    decided: str
    """What the table has decided in words, or that it did not; empty while the finding waits for it."""
    is_earlier: bool
    """Whether it is of an earlier deal."""

    @property
    def is_open(self) -> bool:
        return not self.decided

    @property
    def headline(self) -> str:
        return f"{self.who}: {self.title}" if self.who else self.title


@dataclass(frozen=True, slots=True)
class Dispute:
    cases: tuple[Case, ...]
    say: str


def dispute_view(context: TableContext) -> Dispute | None:
    """Returns the findings of the evening, the newest first; None before the first game."""
    if not has_game(context.view):
        return None
    waiting, seating = _waiting(context), Seating(context)
    described = (Kind.REVOKE, Kind.REVOKE_AMONG, Kind.OUT_OF_TURN, Kind.FALSE_MELD)
    cases = tuple(
        _case(context, finding, seating, waiting.get((finding.position, finding.kind.value)))
        for finding in reversed(context.view.table.findings)
        if (finding.position, finding.kind.value) in waiting
        or (finding.kind in described and seating.is_this_evening(finding.position))
    )
    return Dispute(cases, cases[0].title if cases else "")


def open_case(context: TableContext) -> Case | None:
    """Returns the newest finding that waits for the table; None without one."""
    waiting = _waiting(context)
    findings = reversed(context.view.table.findings) if waiting else ()
    for finding in findings:
        if (ruling := waiting.get((finding.position, finding.kind.value))) is not None:
            return _case(context, finding, Seating(context), ruling)
    return None


def _waiting(context: TableContext) -> dict[tuple[int, str], Ruling]:
    state = context.live.state
    return {(ruling.position, ruling.kind): ruling for ruling in state.findings} if state is not None else {}


def _case(context: TableContext, finding: Finding, seating: Seating, ruling: Ruling | None) -> Case:
    """Returns the case of *finding*; *ruling* is what the table may decide, None if it has decided."""
    view, position = context.view, finding.position
    played = seating.game(position)
    game = played.match.game if played is not None else view.game
    context = replace(context, words=seating.words(position))
    words = context.words
    turn = finding.seats[0] if finding.seats else finding.seat
    seat = "" if turn is None else words.seat(turn)
    rulings = ruling.rulings if ruling is not None else ()
    decisions: tuple[tuple[str, str], ...] = tuple((name, words.phrase(name, seat=seat)) for name in rulings)
    if ruling is not None and not decisions:
        decisions = (("noted", context.texts.read_it),)
    decided = ""
    if ruling is None:
        ruled = (
            fact for _, fact in reversed(view.table.facts) if isinstance(fact, Ruled) and fact.position == position
        )
        of_this = (each.ruling for each in ruled if each.kind in ("", finding.kind.value) and each.ruling != "noted")
        decision = next(of_this, None)
        decided = context.texts.undecided if decision is None else words.phrase(RULED[decision])
    state = context.live.state
    crops = state.crops if context.may_change and state is not None else ()
    return Case(
        title=title_for(finding, game, words),
        who="" if finding.seat is None else words.seat(finding.seat),
        sentence=without_book(words.translate(full_sentence(finding, game, context.names))),
        exhibits=exhibits_of(finding, game.pack.name, words, context.texts, context.live.times, crops),
        position=position,
        kind=finding.kind.value,
        decisions=decisions if context.may_change else (),
        decided=decided,
        is_earlier=all(place != position for place, _ in view.facts),
    )
