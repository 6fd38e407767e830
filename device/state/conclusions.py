"""What follows from the journal: open questions, and whether the dealer has taken the upcard.

Open are doubtful readings, and findings that the table has yet to decide on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from device.state.table_view import View, once
from engine.events import Amended, CardLaid, CardTaken, Event, TricksEntered
from engine.rules.findings import Finding, Kind
from engine.rules.game import BETWEEN_DEALS

CALL_FINDINGS = {Kind.CALL_OUT_OF_TURN, Kind.CALL_NOT_ALLOWED, Kind.KRANK_BID, Kind.WILD_BID, Kind.FALSE_MELD}
"""Calls that count only if the table lets them stand."""
DEALING_FINDINGS = {Kind.MISDEAL, Kind.PEEKED, Kind.SIGNALLED, Kind.WRONG_HAND}
FINDINGS_TO_RULE_ON = {
    Kind.OUT_OF_TURN,
    Kind.MISSED_CARD,
    Kind.REVOKE,
    Kind.SEEN_TWICE,
    Kind.CARD_TOO_MANY,
    Kind.FOREIGN_CARD,
    *CALL_FINDINGS,
    *DEALING_FINDINGS,
}
"""Findings on which the table decides; they stay open until then."""
FINDINGS_TO_SHOW = {
    Kind.REVOKE_AMONG,
    Kind.DOUBTFUL_REVOKE,
    Kind.SHORT_TRICK,
    Kind.WRONG_TAKER,
    Kind.ACTED_AFTER_FOLDING,
    Kind.UPCARD_TURNED_TWICE,
    Kind.OTHER_UPCARD,
    Kind.CUT_CARD_NOT_ALLOWED,
    Kind.WRONG_UPCARD_TAKER,
    Kind.WRONG_COUNT,
    Kind.TRUMP_MISSING,
}
"""Findings that are shown once, without a decision. Not shown: those that a menu has shown before the event was
recorded, such as a fold that is not allowed; and another dealer, which is chosen on purpose."""
FINDINGS_AFTER_TRICK = {Kind.REVOKE, Kind.REVOKE_AMONG, Kind.DOUBTFUL_REVOKE}
"""Findings that are not asked about in the middle of a trick."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question about the event at `position`; without a finding its card is doubtful."""

    position: int
    since: int
    finding: Finding | None = None

    @property
    def identity(self) -> object:
        """What makes it differ from others: a revoke is not asked about again if only its proof has changed."""
        is_proved = self.finding is not None and self.finding.kind is Kind.REVOKE
        return (self.position, Kind.REVOKE) if is_proved else self


@once
def open_questions(view: View) -> list[OpenQuestion]:
    """Returns all open questions of this deal, the oldest first."""
    if view.table.deal is None:
        return []
    ruled = view.ruled_positions()
    questions = [OpenQuestion(position, position) for position in view.doubtful_cards() if position not in ruled]
    doubtful = {question.position for question in questions}
    here = {position for position, _ in view.facts} | {view.deal.started}
    acknowledged = view.findings_read()
    for finding in view.table.findings:
        if finding.position not in here:
            continue
        # Tricks entered by hand may say that a player folded who may not; no menu has shown that before.
        is_entered = isinstance(dict(view.facts).get(finding.position), TricksEntered)
        shown = FINDINGS_TO_RULE_ON | FINDINGS_TO_SHOW | ({Kind.FOLD_NOT_ALLOWED} if is_entered else set())
        if finding.kind not in shown:
            continue
        if finding.kind in FINDINGS_TO_RULE_ON | {Kind.DOUBTFUL_REVOKE} and finding.position in ruled:
            continue
        if finding.kind in (Kind.SEEN_TWICE, Kind.DOUBTFUL_REVOKE) and doubtful & _positions_of(finding):
            continue  # the question about the card comes first
        if not _is_acknowledged(acknowledged, finding):
            questions.append(OpenQuestion(finding.position, max(_positions_of(finding)), finding))
    return sorted(questions, key=lambda question: question.since)


def postponed_findings(view: View) -> list[Finding]:
    """Returns the findings that the table postponed and has not decided yet."""
    ruled, acknowledged = view.ruled_positions(), view.findings_read()
    here = {position for position, _ in view.facts}
    open_ones = (finding for finding in view.table.findings if _is_acknowledged(acknowledged, finding))
    return [found for found in open_ones if found.kind in FINDINGS_TO_RULE_ON and found.position in here - ruled]


def _is_acknowledged(acknowledged: Mapping[tuple[int, str], int], finding: Finding) -> bool:
    """Returns whether the table has read or postponed the finding, as far as it goes now.

    A revoke stays the same with a better proof.
    """
    reach = finding.position if finding.kind is Kind.REVOKE else max(_positions_of(finding))
    return acknowledged.get((finding.position, finding.kind.value), -1) >= reach


@once
def question_to_show(view: View) -> OpenQuestion | None:
    """Returns the question to ask now; questions wait while cards are being laid, and return between tricks."""
    if view.table.deal is None:
        return None
    pause = view.table.phase in BETWEEN_DEALS or (bool(view.tricks) and not view.deal.trick.plays)
    questions = open_questions(view)
    # A card missing from a trick is known only until play goes on, so older questions can wait.
    short = (each for each in questions if each.finding is not None and each.finding.kind == Kind.SHORT_TRICK)
    passing = [question for question in short if _is_fresh(view, question)]
    for question in (*passing, *questions):
        kind = question.finding.kind if question.finding else None
        if kind in FINDINGS_AFTER_TRICK:
            if pause or view.trick_is_full:
                return question
        elif _is_fresh(view, question) or (pause and (kind is None or kind in FINDINGS_TO_RULE_ON)):
            return question
    return None


def _is_fresh(view: View, question: OpenQuestion) -> bool:
    """Whether no card has been laid since."""
    positions = [position for position, _ in view.facts]
    if question.since not in positions:
        return not view.plays()
    later = view.facts[positions.index(question.since) + 1 :]
    return not any(isinstance(fact, CardLaid) for _, fact in later)


def _positions_of(finding: Finding) -> set[int]:
    return {finding.position, *(evidence.position for evidence in finding.evidence)}


# That the dealer took the upcard is inferred: laying it proves that, even without a press. An inferred taking is
# removed together with the play that it was inferred from. Otherwise a misread card that is corrected would leave the
# upcard in the dealer's hand, and later prove a revoke.


def infer_taking(view: View, play: CardLaid) -> tuple[Event, ...]:
    """Returns the event to record before *play* if that proves that the upcard was taken and no event says so yet."""
    if play != _revealing_play(view):
        return ()
    if play.card in view.cards_in_hands() or any(fact.source == "upcard" for fact in view.deal.facts_of(CardTaken)):
        return ()
    taking, first = CardTaken(play.seat, play.card, "upcard"), next(iter(view.plays()), None)
    return (taking,) if first is None else (Amended(first, taking, before=True),)


def reconcile_upcard(view: View) -> tuple[Event, ...]:
    """Returns the events that add or remove the inferred taking after plays were corrected."""
    if view.table.deal is None:
        return ()
    play = _revealing_play(view)
    if play is not None and play in view.plays().values():
        return infer_taking(view, play)
    takings = {position for position, fact in view.facts if isinstance(fact, CardTaken) and fact.source == "upcard"}
    inferred = (position for position in sorted(takings) if isinstance(view.table.journal[position], Amended))
    return tuple(Amended(position) for position in inferred)


def _revealing_play(view: View) -> CardLaid | None:
    """Returns the play that would prove that the dealer took the upcard."""
    return CardLaid(view.deal.dealer, view.deal.upcard) if view.deal.upcard is not None else None
