"""Writes events as lines of a record; docs/notation.md describes the format."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from engine import events

if TYPE_CHECKING:
    from collections.abc import Sequence


PLAIN = re.compile(r"(?=[\w-]*[^\W\d_])[^\W_][\w-]*")  # with a letter in it
GAP = "~"
"""Suffix of a play: the camera may have missed a card before it."""
BY_TURN = "?"
"""Suffix of the seat of a play: it is the seat to play, since it is not certain whose hand it was."""
DIGITS = re.compile("[0-9]+")


def line_of(group: Sequence[events.Event]) -> str:
    if isinstance(group[0], events.CardLaid):
        return " ".join(["play", *(_word_of_play(event) for event in group)])
    event = group[0]
    if isinstance(event, events.Amended):
        if event.fact is None:
            return f"undo {event.position}"
        return f"{'insert' if event.before else 'correct'} {event.position}: {_fact_line(event.fact)}"
    return _fact_line(event)


def _word_of_play(event: events.Event) -> str:
    if isinstance(event, events.CardLaid):
        player = f"{event.seat}{BY_TURN if event.seat_by_turn else ''}"
        return f"{player}:{_readings(event)}{GAP if event.after_gap else ''}"
    seat = event.seat if isinstance(event, events.TrickGathered) else None
    return ">" if seat is None else f">{seat}"


def _readings(fact: events.CardLaid | events.UpcardTurned) -> str:
    return "?".join(map(str, (fact.card, *fact.doubts)))


def _fact_line(fact: events.Fact) -> str:
    match fact:
        case events.GameStarted() | events.EveningStarted() | events.PlayersSeated():
            return _line_between_deals(fact)
        case events.DealStarted():
            return f"deal {fact.dealer}"
        case events.CardTaken():
            return f"take {fact.seat} {fact.card} {fact.source}"
        case events.UpcardTurned():
            return f"upcard {_readings(fact)}"
        case events.Announced():
            value = fact.value if DIGITS.fullmatch(fact.value) else _quote(fact.value)
            return f"say {fact.seat} {_quote(fact.call)}{f' {value}' if fact.value else ''}"
        case events.Exchanged():
            return f"exchange {fact.seat} {fact.count}"
        case events.CardLaid() | events.TrickGathered():
            return f"play {_word_of_play(fact)}"
        case events.CardsShown():
            cards = "".join(f" {card}" for card in fact.cards)
            return f"show {fact.seat}{cards}{' all' if fact.whole else ''}"
        case events.TricksEntered():
            tricks = "".join(f" {seat}:{count}" for seat, count in fact.tricks)
            trump = f" trump {_quote(fact.trump)}" if fact.trump else ""
            return f"tricks{tricks}{trump}{f' worth {fact.worth}' if fact.worth else ''}"
        case events.Ruled():
            return f"rule {fact.position} {fact.ruling}{f' {_quote(fact.kind)}' if fact.kind else ''}"


def _line_between_deals(fact: events.GameStarted | events.EveningStarted | events.PlayersSeated) -> str:
    match fact:
        case events.GameStarted():
            rules = "".join(f" {name}={_quote(value)}" for name, value in fact.rules)
            seats = "".join(f" {seat}" for seat in fact.seats)
            game = f"game {_quote(fact.game)} seats{seats} dealer {fact.dealer}"
            return f"{game} rules{rules}" if rules else game
        case events.EveningStarted():
            return f"evening {_quote(fact.name)}" if fact.name else "evening"
        case events.PlayersSeated():
            return "players" + "".join(f" {seat}:{_quote(name)}" for seat, name in fact.players)


def _quote(value: events.RuleValue) -> str:
    """Returns a plain word unchanged, and any other text as JSON."""
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in ("true", "false"):
        return value
    return json.dumps(value, ensure_ascii=isinstance(value, str) and not value.isprintable())
