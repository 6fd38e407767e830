"""Events as JSON: exact round trip, and errors that say what was wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings

from engine.cards import Card
from engine.codec import EVENTS, decode, encode, from_line, from_lines, to_line
from engine.event_values import EventError
from engine.events import Amended, CardLaid, EveningStarted, GameStarted, PlayersSeated, TrickGathered, TricksEntered
from tests.support.journals import journals

patient = settings(suppress_health_check=[HealthCheck.too_slow])


@patient
@given(journals())
def test_event_is_read_back_from_its_line(journal: list[object]) -> None:
    for event in journal:
        assert from_line(to_line(event)) == event  # type: ignore[arg-type]
    assert from_lines(to_line(event) for event in journal) == journal  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "plain"),
    [
        (CardLaid(1, Card("L", "10")), {"event": "card_laid", "seat": 1, "card": "L10"}),
        (TrickGathered(), {"event": "trick_gathered"}),
        (
            GameStarted("bohemian-watten", (0, 2), 2, (("overtake", False),)),
            {
                "event": "game_started",
                "game": "bohemian-watten",
                "seats": [0, 2],
                "dealer": 2,
                "rules": {"overtake": False},
            },
        ),
        (TricksEntered(((0, 2), (1, 3)), "H"), {"event": "tricks_entered", "tricks": {"0": 2, "1": 3}, "trump": "H"}),
        (EveningStarted("Adler"), {"event": "evening_started", "name": "Adler"}),
        (EveningStarted(), {"event": "evening_started"}),
        (
            PlayersSeated(((0, "Zenzi"), (2, "Anna Häusl"))),
            {"event": "players_seated", "players": {"0": "Zenzi", "2": "Anna Häusl"}},
        ),
        (Amended(3), {"event": "amended", "position": 3}),
        (
            Amended(3, TrickGathered(1), before=True),
            {"event": "amended", "position": 3, "fact": {"event": "trick_gathered", "seat": 1}, "before": True},
        ),
    ],
    ids=lambda value: value["event"] if isinstance(value, dict) else "",
)
def test_event_has_the_documented_json_form(event: CardLaid, plain: dict[str, object]) -> None:
    """The form that docs/events.md promises."""
    assert encode(event) == plain
    assert decode(plain) == event


BAD = [
    pytest.param("[]", r'got \[\], expected an object with "event"', id="no object"),
    pytest.param('{"event":"card_lost"}', r"got event 'card_lost', expected one of game_started", id="unknown event"),
    pytest.param('{"event":["x"]}', r"got event \['x'\]", id="no name"),
    pytest.param(
        '{"event":"players_seated"}', "players_seated: got no players, expected an object of names", id="no names"
    ),
    pytest.param(
        '{"event":"players_seated","players":{"0":1}}', "got players {'0': 1}, expected an object of", id="a name"
    ),
    pytest.param(
        '{"event":"players_seated","players":["A"]}',
        r"got players \['A'\], expected an object",
        id="no object of names",
    ),
    pytest.param('{"event":"evening_started","name":7}', "evening_started: got name 7, expected a text", id="evening"),
    pytest.param('{"event":"card_laid","seat":1}', "card_laid: got no card, expected a card such as", id="missing"),
    pytest.param('{"event":"card_laid","seat":"1","card":"LA"}', "got seat '1', expected a whole number", id="text"),
    pytest.param('{"event":"card_laid","seat":true,"card":"LA"}', "got seat True, expected a whole number", id="truth"),
    pytest.param('{"event":"card_laid","seat":-1,"card":"LA"}', "got seat -1", id="negative"),
    pytest.param(
        '{"event":"card_laid","seat":4,"card":"LA"}', "got seat 4, expected a whole number from 0 to 3", id="4"
    ),
    pytest.param(
        '{"event":"deal_started","dealer":4}', "got dealer 4, expected a whole number from 0 to 3", id="dealer"
    ),
    pytest.param(
        '{"event":"game_started","game":"gras","seats":[100,1,2,3],"dealer":1}',
        r"got seats \[100, 1, 2, 3\], expected a list of seat numbers from 0 to 3",
        id="seats",
    ),
    pytest.param('{"event":"players_seated","players":{"4":"A"}}', "got players {'4': 'A'}", id="a fifth player"),
    pytest.param('{"event":"tricks_entered","tricks":{"7":1}}', "got tricks {'7': 1}", id="an eighth seat"),
    pytest.param('{"event":"card_laid","seat":1,"card":"L1"}', "got card 'L1', expected a card such as EO", id="card"),
    pytest.param('{"event":"card_laid","seat":1,"card":"LA","hand":2}', "got field 'hand', expected seat", id="field"),
    pytest.param('{"event":"card_laid","seat":null,"card":"LA"}', "got seat None", id="null"),
    pytest.param(
        '{"event":"card_laid","seat":1,"card":"LA","doubts":"LK"}', "got doubts 'LK', expected a list", id="list"
    ),
    pytest.param(
        '{"event":"ruled","position":1,"ruling":"maybe"}', "expected taken_back, counted, stands or noted", id="word"
    ),
    pytest.param(
        '{"event":"card_taken","seat":1,"card":"HK","source":"stock"}',
        "card_taken: got source 'stock', expected cut or upcard",
        id="source",
    ),
    pytest.param(
        '{"event":"game_started","game":"gras","seats":[0,1],"dealer":1,"rules":{"target":1.5}}',
        r"game_started: got rules {'target': 1.5}, expected an object of switches",
        id="rules",
    ),
    pytest.param('{"event":"exchanged","seat":1,"count":-1}', "got count -1, expected a whole number from 0", id="few"),
    pytest.param('{"event":"announced","seat":1,"call":7}', "got call 7, expected a text", id="call"),
    pytest.param(
        '{"event":"cards_shown","seat":1,"cards":["LA"],"whole":1}', "got whole 1, expected true or false", id="flag"
    ),
    pytest.param(
        '{"event":"cards_shown","seat":1,"cards":"LA"}', "got cards 'LA', expected a list of cards, such as", id="cards"
    ),
    pytest.param('{"event":"deal_started","dealer":0,"z":1,"a":2}', "got field 'a', expected dealer", id="two fields"),
    pytest.param('{"event":"tricks_entered","tricks":{"a":1}}', "expected an object of tricks", id="tricks"),
    pytest.param('{"event":"card_laid"', "expected one JSON object a line", id="half a line"),
    pytest.param("[" * 99999, "expected one JSON object a line", id="deep"),
    pytest.param(
        '{"event":"amended","position":1,"fact":{"event":"amended","position":0}}', "other than amended", id="nested"
    ),
    pytest.param(
        '{"event":"amended","position":1,"fact":{"event":"deal_started"}}', "deal_started: got no dealer", id="inner"
    ),
]


@pytest.mark.parametrize(("line", "message"), BAD)
def test_invalid_dictionaries_raise_event_error(line: str, message: str) -> None:
    with pytest.raises(EventError, match=message):
        from_line(line)


def test_an_error_in_a_file_names_the_line() -> None:
    with pytest.raises(EventError, match=r"^line 3: got event 'x'"):
        from_lines(['{"event":"trick_gathered"}\n', "\n", '{"event":"x"}\n'])


def test_every_event_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == 14
    assert all(json.loads(json.dumps(name)) == name for name in EVENTS)
