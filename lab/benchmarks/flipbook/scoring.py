"""Compares the reported sightings with the script of a sequence."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from simulator.script import Expected

COLUMNS = (
    *("right", "asked", "wrong", "missed", "invented", "disordered", "seats", "sure seats"),
    *("gathered", "takers", "sizes", "gathers +", "lifted", "unnamed", "lifts +"),
)
OF_ALL = {
    "seats": "seated",
    "sure seats": "sure",
    "gathered": "gathers",
    "takers": "taken",
    "sizes": "gathered",
    "lifted": "lifts",
    "tricks right": "whole tricks",
}
"""Columns that are printed beside the number of those that there are."""
SURE_SEAT = 0.95
"""Confidence from which a seat counts as sure; as large a share of them should be right."""
EARLY = 2
"""Frames by which a card may be reported before its hand has left the view."""
LATE = 30
"""Frames after the next event in which a card may still be reported."""


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """What a tracker reported in a frame; `cards` is the size of a gathered trick, `seat_confidence` from 0 to 1."""

    event: str
    frame: int
    card: str | None = None
    seat: int | None = None
    cards: int = 1
    seat_confidence: float = 0.0


def cells_of(counts: Counter[str], columns: Sequence[str], width: int) -> str:
    """Returns the counts of *columns* as cells of a table."""
    cells = (
        f"{counts[column]} of {counts[OF_ALL[column]]}" if column in OF_ALL else str(counts[column])
        for column in columns
    )
    return "".join(f"{cell:>{width}s}" for cell in cells)


def named_right(truth: Sequence[Expected], reported: Sequence[ReportedEvent]) -> list[Expected]:
    """Returns the cards of *truth* that were reported with their names."""
    expected = [one for one in truth if one.event == "card_laid"]
    cards = [one for one in reported if one.event == "card_laid"]
    pairs = _pairs(expected, cards, _has_same_card, _is_any)
    return [expected[index] for index, at in pairs.items() if _has_same_card(expected[index], cards[at])]


def score(truth: Sequence[Expected], reported: Sequence[ReportedEvent]) -> tuple[Counter[str], list[str]]:
    """Returns the counts by column, and each error in words."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for part in (_cards, _gathers, _lifts):
        more, complaints = part(truth, reported)
        counts += more
        faults += complaints
    return counts, faults


def _has_same_card(one: Expected, other: ReportedEvent) -> bool:
    return other.card == one.card


def _is_any(_: Expected, __: ReportedEvent) -> bool:
    return True


def _pairs(
    expected: Sequence[Expected], reported: Sequence[ReportedEvent], *alike: Callable[[Expected, ReportedEvent], bool]
) -> dict[int, int]:
    """Returns the pairs of expected and reported events, by time; first those that are *alike* by the first test."""
    # The frames in which each event may be reported: until the next but one.
    starts = [one.released - EARLY for one in expected]
    ends = [*(one.rest + LATE for one in expected[1:]), sys.maxsize]
    windows = list(zip(starts, ends, strict=True)) if expected else []
    pairs: dict[int, int] = {}
    for are_alike in alike:
        for index, one in enumerate(expected):
            low, high = windows[index]
            for at, other in enumerate(reported):
                fits = low <= other.frame <= high and are_alike(one, other)
                if index not in pairs and at not in pairs.values() and fits:
                    pairs[index] = at
    return pairs


def _cards(truth: Sequence[Expected], reported: Sequence[ReportedEvent]) -> tuple[Counter[str], list[str]]:
    expected = [one for one in truth if one.event == "card_laid"]
    cards_reported = [one for one in reported if one.event == "card_laid"]
    pairs, counts, faults = _pairs(expected, cards_reported, _has_same_card, _is_any), Counter[str](), list[str]()
    for index, one in enumerate(expected):
        if index not in pairs:
            if one.optional:
                continue
            counts["missed"] += 1
            faults.append(f"missed {one.card} of seat {one.seat}, at rest in frame {one.rest}")
            continue
        other = cards_reported[pairs[index]]
        kind = "asked" if other.card is None else "right" if other.card == one.card else "wrong"
        counts[kind] += 1
        if kind != "right":
            faults.append(f"{kind} {one.card}, reported {other.card} in frame {other.frame}, at rest in {one.rest}")
        if one.seat is not None:
            counts["seated"] += 1
            counts["seats"] += other.seat == one.seat
            counts["sure"] += other.seat_confidence >= SURE_SEAT
            counts["sure seats"] += other.seat_confidence >= SURE_SEAT and other.seat == one.seat
            if other.seat != one.seat:
                faults.append(f"seat {other.seat} reported for {one.card} of seat {one.seat}, frame {other.frame}")
    for at in set(range(len(cards_reported))) - set(pairs.values()):
        counts["invented"] += 1
        faults.append(f"invented {cards_reported[at].card} in frame {cards_reported[at].frame}")
    for earlier, later in pairwise(sorted(pairs)):
        if expected[earlier].group != expected[later].group and pairs[earlier] > pairs[later]:
            counts["disordered"] += 1
            faults.append(f"{expected[later].card} reported before {expected[earlier].card}")
    return counts, faults


def _gathers(truth: Sequence[Expected], reported: Sequence[ReportedEvent]) -> tuple[Counter[str], list[str]]:
    expected = [one for one in truth if one.event == "trick_gathered"]
    gathers = [one for one in reported if one.event == "trick_gathered"]
    counts, faults = Counter(gathers=len(expected)), list[str]()
    left = list(gathers)
    for one in expected:
        found = next((other for other in left if one.released - 12 <= other.frame <= one.rest + LATE), None)
        if found is None:
            faults.append(f"gather not reported, at rest in frame {one.rest}")
            continue
        left.remove(found)
        counts["gathered"] += 1
        counts["sizes"] += found.cards == one.cards
        if found.cards != one.cards:
            faults.append(f"gather of {found.cards} reported, of {one.cards} expected, frame {found.frame}")
        if one.seat is not None:
            counts["taken"] += 1
            counts["takers"] += found.seat == one.seat
            if found.seat != one.seat:
                faults.append(f"gather by {found.seat} reported, by seat {one.seat} expected, frame {found.frame}")
    counts["gathers +"] = len(left)
    faults += [f"gather reported that was none or twice, frame {one.frame}" for one in left]
    return counts, faults


def _lifts(truth: Sequence[Expected], reported: Sequence[ReportedEvent]) -> tuple[Counter[str], list[str]]:
    """Counts lifts: a report with another card is wrong; one without a card is counted separately."""
    expected = [one for one in truth if one.event == "card_lifted"]
    lifted = [one for one in reported if one.event == "card_lifted"]
    pairs, faults = _pairs(expected, lifted, _has_same_card, lambda _, other: other.card is None), list[str]()
    due = {index for index, one in enumerate(expected) if not one.optional}
    named = {index for index, at in pairs.items() if _has_same_card(expected[index], lifted[at])}
    counts = Counter(lifts=len(due), lifted=len(due & named), unnamed=len(pairs.keys() - named))
    counts["lifts +"] = len(lifted) - len(pairs)
    for index in sorted(due - pairs.keys()):
        faults.append(f"lift of {expected[index].card} not reported, at rest in frame {expected[index].rest}")
    for index in sorted(pairs.keys() - named):
        frame = lifted[pairs[index]].frame
        faults.append(f"lift of {expected[index].card} reported without a name in frame {frame}")
    for at in set(range(len(lifted))) - set(pairs.values()):
        faults.append(f"lift of {lifted[at].card} reported wrongly in frame {lifted[at].frame}")
    return counts, faults
