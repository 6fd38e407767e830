"""Writes events as lines of a record, and reads them; docs/notation.md describes the format."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from engine import events
from engine.amendments import check_amendment
from engine.cards import SEATS, Card, Seat
from engine.codec import read_card

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


_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


def events_of(line: str, position: int) -> Sequence[events.Event]:
    amendment = re.fullmatch(r"(undo|correct|insert)\s+(\d+)(?::\s*(.*))?", line.strip())
    if amendment is None:
        return _facts(line)
    verb, target, rest = amendment.groups()
    fact: events.Fact | None = None
    if verb != "undo":
        facts = _facts(rest or "")
        if len(facts) != 1:
            raise ValueError(f"got {len(facts)} events to {verb}, expected one")
        fact = facts[0]
    elif rest is not None:
        raise ValueError(f"got {shorten(rest)} after undo, expected nothing")
    amended = events.Amended(int(target), fact, before=verb == "insert")
    check_amendment(position, amended)
    return [amended]


def _facts(line: str) -> list[events.Fact]:
    words = _WORD.findall(line)
    verb = words[0] if words else ""
    if verb not in _VERBS:
        raise ValueError(f"got {shorten(line)}, expected one of {', '.join(_VERBS)}, undo, correct, insert")
    try:
        return _parse(verb, words[1:])
    except _BadWord as error:
        raise ValueError(str(error)) from None
    except (ValueError, IndexError):
        raise ValueError(f"got {shorten(line)}, expected {_VERBS[verb]!r}") from None


def shorten(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:57] + "...")


class _BadWord(ValueError):
    """Raised for an invalid card or seat, with a more precise message than for the form of the line."""


def _card(word: str) -> Card:
    try:
        return read_card(word)
    except ValueError as error:
        raise _BadWord(str(error)) from None


def _number(word: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise ValueError
    return int(word)


def _seat(word: str) -> Seat:
    seat = _number(word)
    if seat not in SEATS:
        raise _BadWord(f"got seat {seat}, expected 0 to {SEATS[-1]}")
    return seat


def _value(word: str) -> events.RuleValue:
    if PLAIN.fullmatch(word) and word not in ("true", "false"):
        return word
    value = json.loads(word)
    if not isinstance(value, str | int | bool):
        raise ValueError
    return value


def _text(word: str) -> str:
    value = _value(word)
    if not isinstance(value, str):
        raise ValueError
    return value


def _parse(verb: str, words: list[str]) -> list[events.Fact]:
    """:raises ValueError: for words that have another form than that of the verb."""
    match verb, words:
        case "game", [name, "seats", *rest]:
            dealer = rest.index("dealer")
            seats, rules = tuple(map(_seat, rest[:dealer])), rest[dealer + 2 :]
            if rules[:1] in ([], ["rules"]):
                pairs = [rule.split("=", 1) for rule in rules[1:]]
                chosen = tuple((rule, _value(value)) for rule, value in pairs)
                return [events.GameStarted(_text(name), seats, _seat(rest[dealer + 1]), chosen)]
        case "tricks", _:
            return [_tricks(words)]
        case "evening", ([] | [_]):
            return [events.EveningStarted(*map(_text, words))]
        case "players", _:
            pairs = [word.split(":", 1) for word in words]
            return [events.PlayersSeated(tuple((_seat(seat), _text(name)) for seat, name in pairs))]
    return _parse_in_deal(verb, words)


def _parse_in_deal(verb: str, words: list[str]) -> list[events.Fact]:
    match verb, words:
        case "deal", [seat]:
            return [events.DealStarted(_seat(seat))]
        case "take", [seat, card, ("cut" | "upcard") as source]:
            return [events.CardTaken(_seat(seat), _card(card), source)]
        case "upcard", [cards]:
            return [events.UpcardTurned(*_card_and_doubts(cards))]
        case "say", [seat, call]:
            return [events.Announced(_seat(seat), _text(call))]
        case "say", [seat, call, value]:
            # The value is text even if it looks like a number: `striker 9`, `bid 3`.
            return [events.Announced(_seat(seat), _text(call), value if DIGITS.fullmatch(value) else _text(value))]
        case "exchange", [seat, count]:
            return [events.Exchanged(_seat(seat), _number(count))]
        case "play", [_, *_]:
            return list(map(_play, words))
        case "show", [seat, *cards]:
            whole = cards[-1:] == ["all"]
            return [events.CardsShown(_seat(seat), tuple(map(_card, cards[: len(cards) - whole])), whole)]
        case "rule", [position, ("taken_back" | "counted" | "stands" | "noted") as ruling]:
            return [events.Ruled(_number(position), ruling)]
        case "rule", [position, ("taken_back" | "counted" | "stands" | "noted") as ruling, kind]:
            return [events.Ruled(_number(position), ruling, _text(kind))]
    raise ValueError


def _play(word: str) -> events.CardLaid | events.TrickGathered:
    if word.startswith(">"):
        return events.TrickGathered(_seat(word[1:]) if word != ">" else None)
    seat, cards = word.split(":")
    card, doubts = _card_and_doubts(cards.removesuffix(GAP))
    return events.CardLaid(_seat(seat.removesuffix(BY_TURN)), card, doubts, cards.endswith(GAP), seat.endswith(BY_TURN))


def _card_and_doubts(text: str) -> tuple[Card, tuple[Card, ...]]:
    card, *doubts = map(_card, text.split("?"))
    return card, tuple(doubts)


def _tricks(words: list[str]) -> events.TricksEntered:
    trump, worth = "", 0
    if "worth" in words:
        words, (number,) = words[: words.index("worth")], words[words.index("worth") + 1 :]
        worth = _number(number)
    if "trump" in words:
        words, (trump_word,) = words[: words.index("trump")], words[words.index("trump") + 1 :]
        trump = _text(trump_word)
    pairs = [word.split(":") for word in words]
    return events.TricksEntered(tuple((_seat(seat), _number(count)) for seat, count in pairs), trump, worth)


_VERBS = {
    "game": "game NAME seats 0 1 2 3 dealer 0 rules NAME=VALUE",
    "deal": "deal DEALER",
    "take": "take SEAT CARD cut|upcard",
    "upcard": "upcard CARD",
    "say": "say SEAT CALL VALUE",
    "exchange": "exchange SEAT COUNT",
    "play": "play SEAT:CARD SEAT:CARD?DOUBT >TAKER",
    "show": "show SEAT CARD CARD all",
    "tricks": "tricks SEAT:COUNT SEAT:COUNT trump TRUMP worth POINTS",
    "rule": "rule EVENT taken_back|counted|stands|noted KIND",
    "evening": "evening NAME",
    "players": "players SEAT:NAME SEAT:NAME",
}
"""The form of a line by its first word."""
