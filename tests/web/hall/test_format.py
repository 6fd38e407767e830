"""Format and house rules are changed in the browser until the first round is started, and it is said why not later."""

import re

import pytest

from hall.formats.format import game_of
from hall.formats.load import preset
from tests.support.running_hall import Organiser, RunningHall

OWN = "watten-3x3-13"


@pytest.fixture
def organiser(hall: RunningHall) -> Organiser:
    organiser = hall.organiser()
    organiser.create(OWN)
    organiser.register(4)
    return organiser


def all_rules(**changes: object) -> dict[str, object]:
    """Returns the house rules as the form has them, with some changed."""
    played = game_of(preset(OWN))
    assert played is not None
    return {name: played.rules[name] for name in played.rules} | changes


def test_numbers_and_house_rules(hall: RunningHall, organiser: Organiser) -> None:
    assert 'href="/format"' in organiser.get("/round").text
    organiser.do(
        "change_format", format=OWN, rounds=4, games=2, minutes=50, typed_twice=False, rules=all_rules(target=15)
    )
    chosen = hall.tournament.format
    assert (chosen.rounds.number, chosen.match.games, chosen.match.minutes, chosen.typed_twice) == (4, 2, 50, False)
    assert chosen.rules["target"] == 15
    assert "bis 15 Punkte" in organiser.get("/rules").text
    organiser.do("change_format", format=OWN, games=1)
    assert hall.tournament.format.rules["target"] == 15, "what was changed before stays"


def test_another_format(hall: RunningHall, organiser: Organiser) -> None:
    page = organiser.get("/format").text
    assert "Schafkopf" not in page, "pairs are registered"
    address = re.search(r'href="(/format/\d+)">[^<]*Schweizer', page)
    assert address is not None
    assert "Noch gilt die bisherige Spielart." in organiser.get(address[1]).text
    organiser.do("change_format", format="watten-swiss")
    assert hall.tournament.format == preset("watten-swiss")


def test_once_drawn_only_what_no_draw_rests_on(hall: RunningHall, organiser: Organiser) -> None:
    organiser.do("draw")
    page = organiser.get("/format").text
    assert "Die erste Runde ist schon ausgelost." in page
    assert 'name="rounds"' not in page
    assert organiser.command("change_format", format="watten-swiss").status == 409
    organiser.do("change_format", format=OWN, games=1, rules=all_rules(kritisch=True))
    assert hall.tournament.format.match.games == 1
    assert hall.tournament.format.rules["kritisch"] is True


def test_once_started_it_says_why_not(organiser: Organiser) -> None:
    organiser.start_round()
    page = organiser.get("/format").text
    assert "stehen fest, seit die erste Runde läuft" in page
    assert "<form" not in page
    answer = organiser.command("change_format", format=OWN, games=1)
    assert (answer.status, "seit die erste Runde läuft" in answer.text) == (409, True)


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "none"},
        {"format": OWN, "games": 0},
        {"format": OWN, "rules": {"target": 14}},
        {"format": OWN, "rules": {"nonsense": True}},
    ],
)
def test_what_cannot_be_played_is_refused(hall: RunningHall, organiser: Organiser, fields: dict[str, object]) -> None:
    assert organiser.command("change_format", **fields).status == 400
    assert hall.tournament.format == preset(OWN)


def test_a_tournament_begins_with_house_rules_of_its_own(hall: RunningHall) -> None:
    organiser = hall.organiser()
    assert 'name="rule-target"' in organiser.get("/new/1").text
    organiser.create(OWN, rules=all_rules(target=11))
    assert hall.tournament.format.rules["target"] == 11
