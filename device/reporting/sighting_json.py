"""Sightings and readings as the JSON objects of `read` and `watch` (docs/reading.md): their keys are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.recognition.naming import name_probability
from vision.types import CameraBumped, CardLanded, CardLifted, KeepsMoving, LightChanged, OtherDeck, TableCleared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.json_types import Line
    from engine.cards import Card
    from vision.types import Candidate, Observation, Quad, Reading, Sighting


def reading_line(reading: Reading) -> Line:
    probability = name_probability(reading)
    line: Line = {
        "card": _name(reading.card),
        "probability": None if probability is None else round(probability, 4),
        "candidates": _candidates(reading.in_play),
        "quad": _quad(reading.quad),
        "visible": round(reading.visible, 3),
    }
    return line if reading.not_in_play is None else {**line, "not_in_play": str(reading.not_in_play)}


def picture_line(image: str, readings: Sequence[Reading]) -> Line:
    return {"image": image, "cards": [reading_line(reading) for reading in readings]}


def sighting_line(sighting: Sighting) -> Line:
    name, details = _observation(sighting.observation)
    return {"event": name, "frame": sighting.frame, "t": round(sighting.time, 3), **details}


def _observation(observation: Observation) -> tuple[str, Line]:
    match observation:
        case CardLanded(reading, seat, confidence):
            return "card_laid", {"seat": seat, **reading_line(reading), "seat_confidence": round(confidence, 3)}
        case CardLifted(card):
            return "card_lifted", {"card": _name(card)}
        case TableCleared(seat, seen):
            return "trick_gathered", {"seat": seat, "cards": seen}
        case OtherDeck(quads):
            return "other_deck", {"quads": [_quad(quad) for quad in quads]}
        case KeepsMoving(seconds):
            return "keeps_moving", {"seconds": round(seconds, 1)}
        case CameraBumped(shift):
            return "camera_bumped", {"shift": round(shift, 2)}
        case LightChanged(factor):
            return "light_changed", {"factor": round(factor, 3)}


def _quad(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def _candidates(candidates: Sequence[Candidate]) -> list[Line]:
    return [{"card": str(candidate.card), "score": round(candidate.score, 4)} for candidate in candidates]


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)
