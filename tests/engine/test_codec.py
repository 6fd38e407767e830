"""Events as JSON: exact round trip, and errors that say what was wrong."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from engine.cards import Card
from engine.codec import EVENTS, decode, encode, from_line, to_line
from engine.events import (
    Amended,
    CardLaid,
    EveningStarted,
    EventError,
    GameStarted,
    PlayersSeated,
    TrickGathered,
    TricksEntered,
)
from tests.support.case_tables import CaseFile
from tests.support.journals import journals

patient = settings(suppress_health_check=[HealthCheck.too_slow])
cases = CaseFile(__file__)


@patient
@given(journals())
def test_event_is_read_back_from_its_line(journal: list[object]) -> None:
    for event in journal:
        assert from_line(to_line(event)) == event  # type: ignore[arg-type]


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


@cases.table
def test_invalid_dictionaries_raise_event_error(line: str, message: str) -> None:
    with pytest.raises(EventError, match=message):
        from_line(line)


def test_every_event_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == 14
    assert all(json.loads(json.dumps(name)) == name for name in EVENTS)
