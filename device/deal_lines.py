"""Findings, tricks and scores as the JSON objects of `judge` (docs/commands.md): their keys are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from engine.explain import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from device.judging import JudgedDeal
    from engine.cards import Seat
    from engine.findings import Noticed
    from engine.rules import Game
    from engine.table import DealScore
    from engine.tricks import Trick

Line: TypeAlias = dict[str, Any]


def deal_lines(deal: JudgedDeal) -> Iterator[Line]:
    """Yields the beginning of the deal, its tricks, what was noticed, and its score or what it waits for."""
    yield {
        "event": "deal_started",
        "deal": deal.number,
        "game": deal.game.name,
        "seats": list(deal.seats),
        "dealer": deal.dealer,
        "trump": deal.trump,
        "folded": list(deal.folded),
    }
    for number, trick in enumerate(deal.tricks, start=1):
        yield {"event": "trick_gathered" if trick.taker is not None else "trick_open", **trick_line(trick, number)}
    for noticed in deal.noticed:
        yield {"event": "finding", **finding_line(noticed, deal.game)}
    if deal.open_plays:
        yield {"event": "open_plays", "positions": list(deal.open_plays)}
    if deal.score is not None:
        yield {"event": "score", **score_line(deal.score)}
    else:
        yield {"event": "unfinished", "phase": deal.waits_for.phase, "seats": list(deal.waits_for.seats)}


def trick_line(trick: Trick, number: int) -> Line:
    plays = [{"seat": play.seat, "card": str(play.card), "position": play.position} for play in trick.plays]
    return {"trick": number, "seat": trick.taker, "plays": plays}


def finding_line(noticed: Noticed, game: Game) -> Line:
    finding = noticed.finding
    words = sentence(finding, game)
    line: Line = {
        "kind": finding.kind.value,
        "rule": finding.rule,
        "position": finding.position,
        "noticed": noticed.position,
        "seat": finding.seat,
        "card": None if finding.card is None else str(finding.card),
        "seats": list(finding.seats),
        "evidence": [
            {
                "position": entry.position,
                "seat": entry.seat,
                "card": None if entry.card is None else str(entry.card),
                "trick": entry.trick,
            }
            for entry in finding.evidence
        ],
        "suspects_camera": finding.suspects_camera,
        "text": {"de": words.german, "en": words.english},
    }
    if finding.breach is not None:
        line["duty"] = finding.breach.rung
        line["withheld"] = [str(card) for card in finding.breach.withheld]
    return line


def score_line(score: DealScore) -> Line:
    return {
        "deal": score.number,
        "dealer": score.dealer,
        "trump": score.trump,
        "tricks": _by_seat(score.tricks),
        "folded": list(score.folded),
        "changes": _by_seat(score.changes),
        "tallies": _by_seat(score.result.tallies),
        "winners": list(score.result.winners),
        "losers": list(score.result.losers),
    }


def _by_seat(numbers: Mapping[Seat, int]) -> dict[str, int]:
    return {str(seat): number for seat, number in numbers.items()}
