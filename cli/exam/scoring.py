"""Comparison of reported cards with laid cards, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from vision.types import Image

Kind: TypeAlias = Literal["right", "asked", "wrong", "missed", "invented", "needless"]
COLUMNS: tuple[Kind, ...] = ("right", "asked", "wrong", "missed", "invented", "needless")
FALSE_NAMES: tuple[Kind, ...] = ("wrong", "invented")
"""The errors of the bound: wrong names reported without a question."""
NOT_IN_PLAY = "not_in_play"
"""Stands for a card of the deck that is not in play, such as a six, a joker or a back."""

GAP, SUBSTITUTION, NAMELESS = 1.0, 1.2, 0.4
"""Costs of an alignment: a gap on either side, a wrong name, a question.

Two gaps cost more than one wrong name and less than two, so that two cards reported in the other order are no wrong
names.
"""
ORDER_SLACK = 4
"""Outcomes by which a card may be reported early or late: a trick."""
EARLY_FRAMES, EARLY_SECONDS = 10, 1.0
"""Tolerance for a report before the true time."""


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that was laid, in notation or NOT_IN_PLAY; with time and seat if they are known."""

    card: str
    condition: str
    seat: int | None = None
    frame: int | None = None
    time: float | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class ReportedCard:
    """A card that was reported, in notation, NOT_IN_PLAY, or None for a question between *candidates*.

    `was_present` says that it lay there when the camera began to look, and need not have been laid.
    """

    card: str | None
    candidates: tuple[str, ...] = ()
    seat: int | None = None
    frame: int = 0
    time: float = 0.0
    was_present: bool = False
    image: Image | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a laid card (`reported` is None if it was missed), or of a report without a card."""

    kind: Kind
    condition: str
    true_card: TrueCard | None
    reported: ReportedCard | None


def compare_reports(
    true_cards: Sequence[TrueCard], reported: Sequence[ReportedCard], condition: str = ""
) -> list[Outcome]:
    """Returns the outcome of each card and each report, by the cheapest alignment in order.

    A card reported by its right name within a trick of its turn is right; *condition* is that of reports before all
    cards.
    """
    pairs = _join_reordered(_align(true_cards, reported))
    outcomes: list[Outcome] = []
    for true, one in pairs:
        condition = condition if true is None else true.condition
        kind = kind_of(true, one)
        if kind is not None:
            outcomes.append(Outcome(kind, condition, true, one))
    return outcomes


def kind_of(true_card: TrueCard | None, reported: ReportedCard | None) -> Kind | None:
    """Returns None for a report that does not count: a card outside of the plan that is not in play or was present."""
    if true_card is None:
        if reported is None or reported.card == NOT_IN_PLAY or reported.was_present:
            return None
        return "needless" if reported.card is None else "invented"
    if reported is None:
        return "right" if true_card.card == NOT_IN_PLAY else "missed"  # a back is ignored
    if reported.card is None:
        return "asked"
    return "right" if reported.card == true_card.card else "wrong"


def count_outcomes(outcomes: Iterable[Outcome]) -> Counter[str]:
    return Counter(outcome.kind for outcome in outcomes)


def false_names(counts: Counter[str], cards: int) -> int:
    """Returns the errors of the bound: at most one a card."""
    return min(sum(counts[kind] for kind in FALSE_NAMES), cards)


Pair: TypeAlias = tuple[TrueCard | None, ReportedCard | None]


def _align(true_cards: Sequence[TrueCard], reported: Sequence[ReportedCard]) -> list[Pair]:
    costs = [[GAP * column for column in range(len(reported) + 1)]]
    for row, true in enumerate(true_cards, 1):
        line = [GAP * row]
        for column, one in enumerate(reported, 1):
            beside = min(costs[-1][column], line[-1]) + GAP
            line.append(min(costs[-1][column - 1] + _cost(true, one), beside))
        costs.append(line)
    pairs: list[Pair] = []
    row, column = len(true_cards), len(reported)
    while row or column:
        here = costs[row][column]
        if row and column and here == costs[row - 1][column - 1] + _cost(true_cards[row - 1], reported[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((true_cards[row], reported[column]))
        elif row and here == costs[row - 1][column] + GAP:
            row -= 1
            pairs.append((true_cards[row], None))
        else:
            column -= 1
            pairs.append((None, reported[column]))
    return pairs[::-1]


def _cost(true_card: TrueCard, reported: ReportedCard) -> float:
    if not _may_be(true_card, reported):
        return 3 * GAP  # more than a gap on either side
    if reported.card is None:
        return NAMELESS if true_card.card in reported.candidates else 2 * NAMELESS
    return 0.0 if reported.card == true_card.card else SUBSTITUTION


def _may_be(true_card: TrueCard, reported: ReportedCard) -> bool:
    """Whether the card was already on the table when it was reported."""
    if true_card.frame is not None:
        return reported.frame >= true_card.frame - EARLY_FRAMES
    return true_card.time is None or reported.time >= true_card.time - EARLY_SECONDS


def _join_reordered(pairs: list[Pair]) -> list[Pair]:
    """Returns *pairs* with missed cards merged with a report of the same name slightly before or after."""
    merged = list(pairs)
    for at, (true, one) in enumerate(pairs):
        if true is None or one is not None:
            continue
        near = range(max(at - ORDER_SLACK, 0), min(at + ORDER_SLACK + 1, len(pairs)))
        for other in near:
            true_there, report_there = merged[other]
            if true_there is not None or report_there is None:
                continue
            if report_there.card == true.card and _may_be(true, report_there):
                merged[at], merged[other] = (true, report_there), (None, None)
                break
    return [pair for pair in merged if pair != (None, None)]
