"""A record of play as text that people can read and the program can replay; the format stands in docs/notation.md.

One line for each event, one for each run of cards up to the trick's gathering. `!` and `=` lines say what the table
noticed and how it scored; they are made by the writer and checked by the reader.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal

from engine.codec import read_card
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    Exchanged,
    GameStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
    check_amendment,
)
from engine.explain import sentence
from engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.cards import Card
    from engine.events import Event, Fact, RuleValue
    from engine.findings import Finding

HEADER = "kiebitz record 1"


class NotationError(ValueError):
    """Raised for a record that cannot be read; says which line, what was got and what was expected."""


# Writing


def write(events: Sequence[Event], derived: bool = True) -> str:
    """Returns *events* as text; with *derived*, what the table noticed and scored stands between them.

    :raises ValueError: if *derived* and the table cannot follow, such as for an unknown game.
    """
    table = Table()
    lines = [HEADER]
    score = ""
    for start, group in _lines_of(events):
        lines.append(f"{start}. {_line(group)}")
        if not derived:
            continue
        findings = [finding for event in group for finding in table.observe(event)]
        lines += [_finding_line(table, finding) for finding in findings]
        if (new := _score_line(table)) != score:
            score = new
            lines += [score] if score else []
    return "\n".join(lines) + "\n"


def _lines_of(events: Sequence[Event]) -> Iterable[tuple[int, list[Event]]]:
    group: list[Event] = []
    for position, event in enumerate(events):
        if group and not (isinstance(group[-1], CardLaid) and isinstance(event, CardLaid | TrickGathered)):
            yield position - len(group), group
            group = []
        group.append(event)
    if group:
        yield len(events) - len(group), group


def _finding_line(table: Table, finding: Finding) -> str:
    words = sentence(finding, table.game).english if table.game else ""
    return f"{_finding_key(finding)}: {words}"


def _finding_key(finding: Finding) -> str:
    return f"! {finding.position} {finding.kind.value}, {finding.rule}"


def _score_line(table: Table) -> str:
    score = table.score
    if score is None:
        return ""
    tallies = " ".join(f"{seat}:{tally}" for seat, tally in score.result.tallies.items())
    won = f", won by {_numbers(score.result.winners)}" if score.result.over else ""
    return f"= deal {score.number}, {tallies}{won}"


def _line(group: Sequence[Event]) -> str:
    if isinstance(group[0], CardLaid):
        return " ".join(["play", *(_word_of_play(event) for event in group)])
    event = group[0]
    if isinstance(event, Amended):
        if event.fact is None:
            return f"undo {event.position}"
        return f"{'insert' if event.before else 'correct'} {event.position}: {_fact_line(event.fact)}"
    return _fact_line(event)


def _word_of_play(event: Event) -> str:
    if isinstance(event, CardLaid):
        return f"{event.seat}:{_readings(event)}"
    seat = event.seat if isinstance(event, TrickGathered) else None
    return ">" if seat is None else f">{seat}"


def _readings(fact: CardLaid | UpcardTurned) -> str:
    return "?".join(map(str, (fact.card, *fact.doubts)))


def _fact_line(fact: Fact) -> str:
    match fact:
        case GameStarted():
            rules = "".join(f" {name}={_quoted(value)}" for name, value in fact.rules)
            seats = "".join(f" {seat}" for seat in fact.seats)
            game = f"game {_quoted(fact.game)} seats{seats} dealer {fact.dealer}"
            return f"{game} rules{rules}" if rules else game
        case DealStarted():
            return f"deal {fact.dealer}"
        case CardTaken():
            return f"take {fact.seat} {fact.card} {fact.source}"
        case UpcardTurned():
            return f"upcard {_readings(fact)}"
        case Announced():
            value = f" {_quoted(fact.value)}" if fact.value else ""
            return f"say {fact.seat} {_quoted(fact.call)}{value}"
        case Exchanged():
            return f"exchange {fact.seat} {fact.count}"
        case CardLaid() | TrickGathered():
            return f"play {_word_of_play(fact)}"
        case CardsShown():
            cards = "".join(f" {card}" for card in fact.cards)
            return f"show {fact.seat}{cards}{' all' if fact.whole else ''}"
        case TricksEntered():
            tricks = "".join(f" {seat}:{count}" for seat, count in fact.tricks)
            return f"tricks{tricks}{f' trump {_quoted(fact.trump)}' if fact.trump else ''}"
        case Ruled():
            return f"rule {fact.position} {fact.ruling}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _quoted(value: RuleValue) -> str:
    """Returns a plain word as it is, and anything else as JSON."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w-]*", value, re.ASCII) and value not in ("true", "false"):
        return value
    return json.dumps(value)


# Reading

_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


def read(text: str) -> list[Event]:
    """Returns the events of a record. Blank lines and those that begin with `#` are skipped.

    :raises NotationError: if a line cannot be read, or what the table noticed or scored is not what the record says.
    """
    reader = _Reader()
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            reader.line(line.rstrip("\r"), number)
        except NotationError:
            raise
        except ValueError as error:
            raise NotationError(f"line {number}: {error}") from None
    if not reader.begun:
        raise NotationError(f"line 1: got an empty record, expected {HEADER!r}")
    return reader.events


class _Reader:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.begun = False
        self._table: Table | None = None
        self._followed = 0
        self._open: list[str] = []
        """What the table noticed since the last line, as it must stand there."""

    def line(self, line: str, number: int) -> None:
        if not line.strip() or line.startswith("#"):
            return
        if not self.begun:
            if line.strip() != HEADER:
                raise ValueError(f"got {_short(line)}, expected {HEADER!r}")
            self.begun = True
        elif line.startswith("!"):
            self._check_finding(line)
        elif line.startswith("="):
            self._check_score(line)
        else:
            self._read_events(line)

    def _read_events(self, line: str) -> None:
        numbered = re.match(r"(\d+)\.\s+", line)
        if numbered is not None:
            if int(numbered[1]) != len(self.events):
                raise ValueError(f"got number {numbered[1]}, expected {len(self.events)}")
            line = line[numbered.end() :]
        self.events += _events(line, len(self.events))

    def _follow(self) -> Table:
        if self._table is None:
            self._table = Table()
        if self._followed < len(self.events):
            self._open = []
        for event in self.events[self._followed :]:
            self._open += [_finding_key(finding) for finding in self._table.observe(event)]
        self._followed = len(self.events)
        return self._table

    def _check_finding(self, line: str) -> None:
        self._follow()
        key = line.split(": ", 1)[0]
        if key not in self._open:
            noticed = "; ".join(self._open) or "nothing"
            raise ValueError(f"got {_short(key)}, but the table noticed {noticed}")
        self._open.remove(key)

    def _check_score(self, line: str) -> None:
        expected = _score_line(self._follow())
        if line.strip() != expected:
            raise ValueError(f"got {_short(line)}, expected {expected or 'no score yet'!r}")


def _events(line: str, position: int) -> Sequence[Event]:
    amendment = re.fullmatch(r"(undo|correct|insert)\s+(\d+)(?::\s*(.*))?", line.strip())
    if amendment is None:
        return _facts(line)
    verb, target, rest = amendment.groups()
    fact: Fact | None = None
    if verb != "undo":
        facts = _facts(rest or "")
        if len(facts) != 1:
            raise ValueError(f"got {len(facts)} events to {verb}, expected one")
        fact = facts[0]
    elif rest is not None:
        raise ValueError(f"got {_short(rest)} after undo, expected nothing")
    amended = Amended(int(target), fact, before=verb == "insert")
    check_amendment(position, amended)
    return [amended]


def _facts(line: str) -> list[Fact]:
    words = _WORD.findall(line)
    verb = words[0] if words else ""
    if verb not in _VERBS:
        raise ValueError(f"got {_short(line)}, expected one of {', '.join(_VERBS)}, undo, correct, insert")
    form, parse = _VERBS[verb]
    try:
        return parse(words[1:])
    except _BadCard as error:
        raise ValueError(str(error)) from None
    except (ValueError, IndexError):
        raise ValueError(f"got {_short(line)}, expected {form!r}") from None


def _short(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:57] + "...")


class _BadCard(ValueError):
    """Says more than that the line has another form."""


def _card(word: str) -> Card:
    try:
        return read_card(word)
    except ValueError as error:
        raise _BadCard(str(error)) from None


def _number(word: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise ValueError
    return int(word)


def _value(word: str) -> RuleValue:
    if re.fullmatch(r"[A-Za-z][\w-]*", word, re.ASCII) and word not in ("true", "false"):
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


def _game(words: list[str]) -> list[Fact]:
    if words[1] != "seats":
        raise ValueError
    dealer = words.index("dealer")
    seats = tuple(_number(word) for word in words[2:dealer])
    rules = words[dealer + 2 :]
    if rules and rules[0] != "rules":
        raise ValueError
    pairs = [word.split("=", 1) for word in rules[1:]]
    chosen = tuple((name, _value(value)) for name, value in pairs)
    return [GameStarted(_text(words[0]), seats, _number(words[dealer + 1]), chosen)]


def _take(words: list[str]) -> list[Fact]:
    seat, card, source = words
    if source == "cut":
        return [CardTaken(_number(seat), _card(card), "cut")]
    if source != "upcard":
        raise ValueError
    return [CardTaken(_number(seat), _card(card), "upcard")]


def _deal(words: list[str]) -> list[Fact]:
    (dealer,) = words
    return [DealStarted(_number(dealer))]


def _upcard(words: list[str]) -> list[Fact]:
    (cards,) = words
    card, *doubts = cards.split("?")
    return [UpcardTurned(_card(card), tuple(_card(doubt) for doubt in doubts))]


def _say(words: list[str]) -> list[Fact]:
    seat, call, *value = words
    if len(value) > 1:
        raise ValueError
    return [Announced(_number(seat), _text(call), _text(value[0]) if value else "")]


def _exchange(words: list[str]) -> list[Fact]:
    seat, count = words
    return [Exchanged(_number(seat), _number(count))]


def _play(words: list[str]) -> list[Fact]:
    facts: list[Fact] = []
    for word in words:
        if word.startswith(">"):
            facts.append(TrickGathered(_number(word[1:]) if word != ">" else None))
        else:
            seat, cards = word.split(":")
            card, *doubts = cards.split("?")
            facts.append(CardLaid(_number(seat), _card(card), tuple(_card(doubt) for doubt in doubts)))
    if not facts:
        raise ValueError
    return facts


def _show(words: list[str]) -> list[Fact]:
    seat, *cards = words
    whole = cards[-1:] == ["all"]
    return [CardsShown(_number(seat), tuple(_card(card) for card in cards[: len(cards) - whole]), whole)]


def _tricks(words: list[str]) -> list[Fact]:
    trump = ""
    if "trump" in words:
        words, (trump_word,) = words[: words.index("trump")], words[words.index("trump") + 1 :]
        trump = _text(trump_word)
    pairs = [word.split(":") for word in words]
    return [TricksEntered(tuple((_number(seat), _number(count)) for seat, count in pairs), trump)]


_RULINGS: dict[str, Literal["taken_back", "counted", "stands"]] = {
    "taken_back": "taken_back",
    "counted": "counted",
    "stands": "stands",
}


def _rule(words: list[str]) -> list[Fact]:
    position, ruling = words
    if ruling not in _RULINGS:
        raise ValueError
    return [Ruled(_number(position), _RULINGS[ruling])]


_VERBS: dict[str, tuple[str, Callable[[list[str]], list[Fact]]]] = {
    "game": ("game NAME seats 0 1 2 3 dealer 0 rules NAME=VALUE", _game),
    "deal": ("deal DEALER", _deal),
    "take": ("take SEAT CARD cut|upcard", _take),
    "upcard": ("upcard CARD", _upcard),
    "say": ("say SEAT CALL VALUE", _say),
    "exchange": ("exchange SEAT COUNT", _exchange),
    "play": ("play SEAT:CARD SEAT:CARD?DOUBT >TAKER", _play),
    "show": ("show SEAT CARD CARD all", _show),
    "tricks": ("tricks SEAT:COUNT SEAT:COUNT trump TRUMP", _tricks),
    "rule": ("rule EVENT taken_back|counted|stands", _rule),
}
