"""Sightings, readings and events at the table as JSON objects of `read`, `watch` and `demo` (docs/reading.md).

Their keys are a contract.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from common.json_types import Line
from common.texts.words import TableWords
from device.reporting.ledger import score_line, standing_line
from device.screens.engine_text import TableNames
from device.session.results import StepResult
from engine.cards import Card, Seat
from engine.codec import encode
from engine.events import CardLaid, UpcardTurned
from engine.notation.explain import Names
from engine.notation.explain_findings import sentence
from engine.rules.findings import Finding
from engine.rules.game import Game
from engine.state.table import Table
from engine.text import Words
from vision.recognition.naming import name_probability
from vision.types import (
    CameraBumped,
    CardLanded,
    CardLifted,
    KeepsMoving,
    LightChanged,
    OtherDeck,
    Quad,
    Reading,
    Sighting,
    TableCleared,
)


def reading_line(reading: Reading) -> Line:
    probability = name_probability(reading)
    line: Line = {
        "card": _name(reading.card),
        "probability": None if probability is None else round(probability, 4),
        "candidates": [{"card": str(each.card), "score": round(each.score, 4)} for each in reading.in_play],
        "quad": _quad(reading.quad),
        "visible": round(reading.visible, 3),
    }
    return line if reading.not_in_play is None else {**line, "not_in_play": str(reading.not_in_play)}


def picture_line(image: str, readings: Sequence[Reading]) -> Line:
    return {"image": image, "cards": [reading_line(reading) for reading in readings]}


def sighting_line(sighting: Sighting) -> Line:
    details: Line
    match sighting.observation:
        case CardLanded(reading, seat, confidence):
            event = "card_laid"
            details = {"seat": seat, **reading_line(reading), "seat_confidence": round(confidence, 3)}
        case CardLifted(card):
            event, details = "card_lifted", {"card": _name(card)}
        case TableCleared(seat, count):
            event, details = "trick_gathered", {"seat": seat, "cards": count}
        case OtherDeck(quads):
            event, details = "other_deck", {"quads": [_quad(quad) for quad in quads]}
        case KeepsMoving(seconds):
            event, details = "keeps_moving", {"seconds": round(seconds, 1)}
        case CameraBumped(shift):
            event, details = "camera_bumped", {"shift": round(shift, 2)}
        case LightChanged(factor):
            event, details = "light_changed", {"factor": round(factor, 3)}
    return {"event": event, "frame": sighting.frame, "t": round(sighting.time, 3), **details}


def _quad(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


@dataclass(frozen=True, slots=True)
class PlainNames(TableNames):
    """Seats by number unless they have names, and cards in notation."""

    players: Mapping[Seat, str] = field(default_factory=dict)

    def card(self, card: Card) -> str:
        return str(card)

    def seat(self, seat: Seat) -> Words:
        name = self.players.get(seat)
        # Explicit, for a dataclass with slots is another class than the one that super() means.
        return Names.seat(self, seat) if name is None else Words(name, name)


@dataclass(slots=True)
class JsonLines:
    """A listener that writes a JSON object for each event, finding, question and score.

    Whoever shows frames to the loop sets `frame` and `time` (s) first.
    """

    words: TableWords
    write: Callable[[Line], None]
    frame: int = 0
    time: float = 0.0

    def __call__(self, result: StepResult) -> None:
        for line in report_lines(result, self.frame, self.time, result.view.table, self.words):
            self.write(line)


def report_lines(result: StepResult, frame: int, time: float, table: Table, words: TableWords) -> Iterator[Line]:
    """Yields one object an event, finding, question and score, in the order in which they came."""
    moment = {"frame": frame, "t": round(time, 3)}
    if result.sighting is not None and not result.recorded:
        line = sighting_line(result.sighting)
        yield {**line, "event": "card_seen" if line["event"] == "card_laid" else line["event"], **moment}
    observation = result.sighting.observation if result.sighting is not None else None
    reading = observation.reading if isinstance(observation, CardLanded) else None
    for recorded in result.recorded:
        line = encode(recorded.event)
        name = line.pop("event")
        if isinstance(recorded.event, CardLaid | UpcardTurned) and reading is not None:
            line |= reading_line(reading)  # with `card` null if the reader would rather ask
        yield {"event": name, **moment, "position": recorded.position, **line}
        for finding in recorded.findings:
            if table.game is not None:
                event = "question" if finding.suspects_camera else "finding"
                yield {"event": event, **moment, **finding_line(finding, table.game, words)}
    if result.question is not None and result.question.finding is None:
        fact = dict(table.facts).get(result.question.position)
        candidates = (fact.card, *fact.doubts) if isinstance(fact, CardLaid | UpcardTurned) else ()
        yield {
            "event": "question",
            **moment,
            "position": result.question.position,
            "candidates": [str(card) for card in candidates],
        }
    if result.score is not None and table.game is not None:
        line = score_line(result.score, table.game)
        if table.match is not None and table.deal is not None and table.result.is_over:
            line["standing"] = standing_line(table.match.after(table.deal).standing)
        yield {"event": "score", **moment, **line}


def finding_line(finding: Finding, game: Game, words: TableWords) -> Line:
    """The position is that of the event found fault with; the evidence names the events that prove it."""
    return {
        "kind": finding.kind.value,
        "rule": finding.rule,
        "position": finding.position,
        "seat": finding.seat,
        "card": None if finding.card is None else str(finding.card),
        "withheld": [str(card) for card in finding.breach.withheld] if finding.breach else [],
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
        "text": words.translate(sentence(finding, game, PlainNames(words))),
    }
