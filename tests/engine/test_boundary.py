"""Validation at the boundary of the engine: events hold only values that journal and record can hold."""

from pathlib import Path
from typing import Any

import pytest

import engine
from engine import Table
from engine.amendments import BadAmendment
from engine.cards import PACKS, Card
from engine.codec import encode
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Event,
    EventError,
    Exchanged,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.notation.record import write

KING = Card("H", "K")

BAD = [
    pytest.param(
        DealStarted, (4,), "deal_started: got dealer 4, expected a whole number from 0 to 3", id="no-such-seat"
    ),
    pytest.param(DealStarted, (-1,), "got dealer -1", id="a-seat-below-0"),
    pytest.param(DealStarted, (True,), "got dealer True", id="true-is-no-seat"),
    pytest.param(DealStarted, ("0",), "got dealer '0'", id="text-is-no-seat"),
    pytest.param(CardLaid, (None, KING), "card_laid: got seat None", id="nobody-lays"),
    pytest.param(CardLaid, (0, "HK"), "card_laid: got card 'HK', expected a card such as EO", id="text-is-no-card"),
    pytest.param(CardLaid, (0, Card("h", "k")), r"got card Card\('hk'\)", id="no-card-of-any-pack"),
    pytest.param(CardLaid, (0, KING, [KING]), "got doubts", id="a-list-of-doubts"),
    pytest.param(CardLaid, (0, KING, (), 1), "got after_gap 1, expected true or false", id="1-is-not-true"),
    pytest.param(UpcardTurned, (KING, ("L9",)), "got doubts", id="a-doubt-that-is-no-card"),
    pytest.param(CardTaken, (0, KING, "stock"), "got source 'stock', expected cut or upcard", id="source"),
    pytest.param(Announced, (0, None), "announced: got call None, expected a text", id="no-call"),
    pytest.param(Announced, (0, "bid", 3), "got value 3, expected a text", id="a-number-is-no-text"),
    pytest.param(Exchanged, (0, -1), "exchanged: got count -1", id="fewer-than-none"),
    pytest.param(Exchanged, (0, 10**9), "got count 1000000000", id="more-than-a-record-holds"),
    pytest.param(CardsShown, (0, (None,)), "got cards", id="shown-no-card"),
    pytest.param(TrickGathered, (7,), "trick_gathered: got seat 7", id="gatherer"),
    pytest.param(TricksEntered, (((0, 3), (0, 2)),), "got tricks", id="one-seat-twice"),
    pytest.param(TricksEntered, ({0: 3},), "got tricks", id="a-dictionary"),
    pytest.param(TricksEntered, (((0,),),), "got tricks", id="a-seat-without-tricks"),
    pytest.param(TricksEntered, (([0, 3],),), "got tricks", id="a-list-is-no-pair"),
    pytest.param(TricksEntered, (((0, 3, 1),),), "got tricks", id="three-are-no-pair"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, (["a", 1],)), "got rules", id="a-list-is-no-rule"),
    pytest.param(GameStarted, ("gras", (0, 1, 4), 0), "game_started: got seats", id="seats"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, (("a b", 1),)), "got rules", id="the-name-of-a-rule"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, (("a",),)), "got rules", id="a-rule-without-value"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, ("ab",)), "got rules", id="a-text-is-no-rule"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, {"a": 1}), "got rules", id="a-dictionary-of-rules"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, (("a", 1), ("a", 2))), "got rules", id="one-rule-twice"),
    pytest.param(GameStarted, ("gras", (0, 1), 0, (("a", 1.5),)), "got rules", id="no-value-of-a-rule"),
    pytest.param(EveningStarted, (3,), "got name 3", id="evening"),
    pytest.param(PlayersSeated, (((4, "Zenzi"),),), "got players", id="name-of-no-seat"),
    pytest.param(PlayersSeated, (((0, 7),),), "got players", id="no-name"),
    pytest.param(PlayersSeated, (None,), "got players None", id="no-names"),
    pytest.param(Ruled, (0, "forgiven"), "got ruling 'forgiven'", id="ruling"),
    pytest.param(Ruled, ("1", "noted"), "got position '1'", id="position"),
    pytest.param(Amended, (0, "undo"), "got fact 'undo', expected an event other than Amended", id="no-fact"),
    pytest.param(Amended, (0, Amended(0)), "got fact Amended", id="an-amendment-is-no-fact"),
]


@pytest.mark.parametrize(("kind", "values", "message"), BAD)
def test_invalid_event_values_raise(kind: Any, values: tuple[object, ...], message: str) -> None:
    with pytest.raises(EventError, match=message):
        kind(*values)


@pytest.mark.parametrize("given", ["deal 0", None, {"event": "deal_started", "dealer": 0}, KING, DealStarted])
def test_table_rejects_objects_that_are_no_events(given: Any) -> None:
    table = Table.from_journal([GameStarted("gras", (0, 1), 0), DealStarted(0)])
    with pytest.raises(ValueError, match="expected an event of engine"):
        table.observe(given)
    assert len(table.journal) == 2
    with pytest.raises(EventError):
        Table.from_journal([given])


def test_an_amendment_that_cannot_be_read_is_not_written() -> None:
    with pytest.raises(BadAmendment, match="event 1: got an amendment of event 1"):
        write([DealStarted(0), Amended(1)], derived=False)
    with pytest.raises(BadAmendment, match="an insertion of nothing"):
        write([DealStarted(0), Amended(0, before=True)], derived=False)
    with pytest.raises(EventError, match="ruled: got position -1, expected a position in this record"):
        write([DealStarted(0), Ruled(-1, "stands")], derived=False)


@pytest.mark.parametrize("event", [Ruled(-2, "stands"), Amended(1, Ruled(-2, "stands"))])
def test_a_position_before_the_first_event_is_refused_where_it_would_be_stored(event: Event) -> None:
    with pytest.raises(EventError, match="got position -2, expected a whole number from 0"):
        encode(event)


@pytest.mark.parametrize("package", ["common", "engine", "vision", "simulator", "device", "web", "cli"])
def test_the_packages_ship_their_types(package: str) -> None:
    assert (Path(engine.__file__).parents[1] / package / "py.typed").is_file()


@pytest.mark.parametrize("other", ["HK", None, 3, ("H", "K")])
def test_what_is_no_card_is_in_no_pack(other: Any) -> None:
    assert other not in PACKS["bavarian32"]
    assert KING in PACKS["bavarian32"]
