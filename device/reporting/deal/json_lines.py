"""A judged deal as the JSON objects of `judge` (docs/commands.md): their keys are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.reporting.live.json_lines import finding_line, score_line, standing_line, trump_line
from device.screens.engine_text import option_text
from engine.codec import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from common.json_types import Line
    from common.texts.words import Words
    from device.reporting.deal.replay import JudgedDeal, RecordedCall
    from engine.rules.game import Game
    from engine.tricks import Trick


def deal_lines(deal: JudgedDeal, words: Words) -> Iterator[Line]:
    """Yields the beginning of the deal, its tricks, its findings, and its score or the next step."""
    yield {
        "event": "deal_started",
        "deal": deal.number,
        "game": deal.game.name,
        "seats": list(deal.seats),
        "sides": [list(side) for side in deal.game.sides(deal.seats)],
        "rules": dict(deal.game.rules.choices),
        "dealer": deal.dealer,
        **trump_line(deal.trump, deal.game),
        "folded": list(deal.folded),
        "dealing": [encode(fact) for fact in deal.dealing],
    }
    for entry in deal.calls:
        yield _call_line(entry, deal.game, words)
    for number, trick in enumerate(deal.tricks, start=1):
        yield {"event": "trick_gathered" if trick.taker is not None else "trick_open", **trick_line(trick, number)}
    for noticed in deal.recorded_findings:
        line = finding_line(noticed.finding, deal.game, words)
        yield {"event": "finding", **line, "seats": list(noticed.finding.seats), "noticed": noticed.position}
    if deal.score is not None:
        if deal.open_plays:
            yield {"event": "open_plays", "positions": list(deal.open_plays), "show": list(deal.to_show)}
        lasting = {"standing": standing_line(deal.standing)} if deal.score.result.is_over else {}
        yield {"event": "score", **score_line(deal.score, deal.game), **lasting}
    else:
        yield {"event": "unfinished", "phase": deal.waits_for.phase, "seats": list(deal.waits_for.seats)}


def _call_line(call_made: RecordedCall, game: Game, words: Words) -> Line:
    call = call_made.call
    return {
        "event": "call",
        "position": call_made.position,
        "cards_before": call_made.cards_before,
        "seat": call.seat,
        "call": call.call,
        "value": call.value,
        "text": option_text(call, game, words, as_tokens=False),
    }


def trick_line(trick: Trick, number: int) -> Line:
    plays = [{"seat": play.seat, "card": str(play.card), "position": play.position} for play in trick.plays]
    return {"trick": number, "seat": trick.taker, "plays": plays}
