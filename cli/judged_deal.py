"""Replay of a recorded game: its deals with takers, findings and scores, also as JSON objects.

The objects are those of `judge` (docs/commands.md): their keys are a contract.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cli.json_lines import finding_line
from common.json_types import Line
from common.texts.words import TableWords
from device.reporting.ledger import score_line, standing_line, trump_line
from device.screens.engine_text import option_text
from engine.amendments import effective_facts
from engine.cards import Seat, Trump
from engine.codec import encode
from engine.events import Announced, CardTaken, Event, Exchanged, Ruled, UpcardTurned
from engine.rules.deal import Deal, DealScore, Standing
from engine.rules.findings import Finding, RecordedFinding
from engine.rules.game import Game, Step
from engine.state.fact_fold import identity_of
from engine.state.ledger import names_of_dealing
from engine.state.table import Table
from engine.tricks import Trick


class RecordedCall(NamedTuple):
    position: int
    cards_before: int
    call: Announced


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """One deal. Positions are those of the record's events."""

    game: Game
    number: int
    seats: tuple[Seat, ...]
    dealer: Seat
    trump: Trump | None
    folded: tuple[Seat, ...]
    calls: tuple[RecordedCall, ...]
    tricks: tuple[Trick, ...]
    """Complete or gathered ones with their taker, then the one in play, if any, without."""
    recorded_findings: tuple[RecordedFinding, ...]
    open_plays: tuple[int, ...]
    """Plays that are proved neither illegal nor legal."""
    to_show: tuple[Seat, ...]
    """The seats whose remaining cards would settle these plays."""
    score: DealScore | None
    standing: Standing
    """The counts that last from game to game, after this deal."""
    waits_for: Step
    players: Mapping[Seat, str]
    """The names of seats, as far as they are known."""
    rulings: Mapping[int, str]
    """The last ruling by position."""
    dealing: tuple[CardTaken | UpcardTurned | Exchanged, ...] = ()
    """Cards taken and turned, and exchanges, in order."""


def judge(events: Sequence[Event]) -> list[JudgedDeal]:
    """Returns the deals of a journal after all its amendments.

    :raises ValueError: for an unknown game or rule, or an amendment of a later event.
    """
    facts = effective_facts(events)
    positions = [position for position, _ in facts]
    indices = {position: index for index, position in enumerate(positions)}
    table, deals, recorded_findings, rulings = Table(), [], list[RecordedFinding](), dict[int, str]()
    names_at_dealing: Mapping[Seat, str] | None = None
    for position, fact in facts:
        if (
            table.begins_deal(fact)
            and table.deal is not None
            and (table.deal.facts or table.deal.has_play or table.deal.entered)
        ):
            deals.append(_judge_deal(table, recorded_findings, positions, rulings, names_at_dealing))
            recorded_findings = []
        if isinstance(fact, Ruled) and fact.ruling != "noted":
            rulings[fact.position] = fact.ruling
        if isinstance(fact, Ruled):  # the table numbers the facts that hold, the record numbers amended events too
            fact = replace(fact, position=indices.get(fact.position, len(indices)))
        is_new = table.begins_deal(fact)
        names_at_dealing = None if is_new else names_of_dealing(table, fact, names_at_dealing)
        findings = table.observe(fact)
        recorded_findings += [RecordedFinding(position, finding) for finding in findings]
    if table.deal is not None:
        deals.append(_judge_deal(table, recorded_findings, positions, rulings, names_at_dealing))
    return deals


def _judge_deal(
    table: Table,
    recorded_findings: Sequence[RecordedFinding],
    positions: Sequence[int],
    rulings: Mapping[int, str],
    names_at_dealing: Mapping[Seat, str] | None,
) -> JudgedDeal:
    deal, match = table.deal, table.match
    if deal is None or match is None:
        raise LookupError("no deal has begun")
    game = match.game
    active, open_plays = game.active(deal), table.open_plays()
    suspects = {play.seat for play in deal.plays() if play.position in open_plays} | {game.must_show(deal)}
    latest = {identity_of(finding): finding for finding in table.findings}  # a later card may show the duty
    identities = ((entry.position, identity_of(entry.finding)) for entry in recorded_findings)
    findings = ((position, latest[identity]) for position, identity in identities if identity in latest)
    return JudgedDeal(
        game=game,
        number=deal.number,
        seats=deal.seats,
        dealer=deal.dealer,
        trump=table.trump,
        folded=tuple(seat for seat in deal.seats if seat not in active),
        calls=tuple(
            RecordedCall(positions[entry.position], len(deal.lay_before.get(entry.position, ())), entry.fact)
            for entry in deal.facts
            if isinstance(entry.fact, Announced)
        ),
        tricks=_recorded_tricks(game, deal, positions),
        recorded_findings=tuple(
            RecordedFinding(position, _finding_with_positions(finding, positions)) for position, finding in findings
        ),
        open_plays=tuple(positions[index] for index in open_plays),
        to_show=tuple(seat for seat in active if seat in suspects and table.hand_size(seat)),
        score=table.score,
        standing=match.after(deal).standing,
        waits_for=table.step,
        players=dict(table.players if names_at_dealing is None else names_at_dealing),
        rulings=dict(rulings),
        dealing=tuple(
            entry.fact for entry in deal.facts if isinstance(entry.fact, CardTaken | UpcardTurned | Exchanged)
        ),
    )


def _recorded_tricks(game: Game, deal: Deal, positions: Sequence[int]) -> tuple[Trick, ...]:
    """Returns the gathered tricks, then the one in play, which has a taker only if it is full."""
    tricks = list(deal.tricks)
    if deal.trick.plays:
        is_full = len(deal.trick) >= len(game.active(deal))
        tricks.append(deal.trick.with_taker(game.taker_in(deal) if is_full else None))
    return tuple(
        replace(trick, plays=tuple(play._replace(position=positions[play.position]) for play in trick.plays))
        for trick in tricks
    )


def _finding_with_positions(finding: Finding, positions: Sequence[int]) -> Finding:
    evidence = tuple(replace(entry, position=positions[entry.position]) for entry in finding.evidence)
    return replace(finding, position=positions[finding.position], evidence=evidence)


def deal_lines(deal: JudgedDeal, words: TableWords) -> Iterator[Line]:
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
        call = entry.call
        yield {
            "event": "call",
            "position": entry.position,
            "cards_before": entry.cards_before,
            "seat": call.seat,
            "call": call.call,
            "value": call.value,
            "text": option_text(call, deal.game, words, as_tokens=False),
        }
    for number, trick in enumerate(deal.tricks, start=1):
        event = "trick_gathered" if trick.taker is not None else "trick_open"
        plays = [{"seat": play.seat, "card": str(play.card), "position": play.position} for play in trick.plays]
        yield {"event": event, "trick": number, "seat": trick.taker, "plays": plays}
    for noticed in deal.recorded_findings:
        line = finding_line(noticed.finding, deal.game, words)
        yield {"event": "finding", **line, "seats": list(noticed.finding.seats), "noticed": noticed.position}
    if deal.score is not None:
        if deal.open_plays or deal.to_show:
            yield {"event": "open_plays", "positions": list(deal.open_plays), "show": list(deal.to_show)}
        lasting = {"standing": standing_line(deal.standing)} if deal.score.result.is_over else {}
        yield {"event": "score", **score_line(deal.score, deal.game), **lasting}
    else:
        yield {"event": "unfinished", "phase": deal.waits_for.phase, "seats": list(deal.waits_for.seats)}
