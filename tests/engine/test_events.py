"""Which facts hold after undo, correction, insertion, and amendments of amendments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.amendments import BadAmendment, effective_facts
from engine.cards import Card
from engine.events import (
    NAME_LENGTH,
    Amended,
    CardLaid,
    EveningStarted,
    Event,
    Fact,
    PlayersSeated,
    TrickGathered,
    shorten,
)
from tests.support.journals import journals


def play_of(rank: str, seat: int = 0) -> CardLaid:
    return CardLaid(seat, Card("L", rank))


A, K, Q, U = play_of("A"), play_of("K"), play_of("O"), play_of("U")


@pytest.mark.parametrize(
    ("journal", "message"),
    [
        ([A, Amended(1)], r"event 1: got an amendment of event 1, expected one of the 1 before it"),
        ([Amended(0)], r"event 0: got an amendment of event 0"),
        ([A, Amended(7, K, True), TrickGathered()], r"event 1: got an amendment of event 7"),
        ([A, Amended(0, None, True)], r"event 1: got an insertion of nothing, expected a fact"),
    ],
)
def test_invalid_amendments_raise(journal: list[Event], message: str) -> None:
    with pytest.raises(BadAmendment, match=message):
        effective_facts(journal)


def by_hand(journal: list[Event]) -> list[tuple[int, Fact]]:
    """A second implementation: evaluates each event from the end, and inserts into a list."""

    def became(position: int) -> tuple[bool, Fact | None]:
        """Returns whether the event still acts, and the fact it carries now."""
        for later in range(len(journal) - 1, position, -1):
            event = journal[later]
            if isinstance(event, Amended) and event.position == position and not event.before:
                acts, fact = became(later)
                if acts:
                    return fact is not None, fact
        event = journal[position]
        return True, event.fact if isinstance(event, Amended) else event

    places: list[int] = []
    for position, event in enumerate(journal):
        place = len(places)
        if isinstance(event, Amended) and event.before:
            place = places.index(event.position)
        places.insert(place, position)
    held = []
    for position in places:
        event = journal[position]
        acts, fact = became(position)
        if acts and fact is not None and (not isinstance(event, Amended) or event.before):
            held.append((position, fact))
    return held


CARDS = st.sampled_from([A, K, Q, U])


@given(journals(CARDS, max_size=16))
def test_effective_facts_agree_with_a_second_implementation(journal: list[Event]) -> None:
    assert effective_facts(journal) == by_hand(journal)


@pytest.mark.parametrize(
    ("reported", "kept"),
    [
        pytest.param("Anna Häusl", "Anna Häusl", id="letters"),
        pytest.param("\x1b[31mSepp\n", "[31mSepp", id="no orders to the terminal"),
        pytest.param("x" * 3000, "x" * NAME_LENGTH, id="no novels"),
    ],
)
def test_unprintable_characters_are_removed_from_names(reported: str, kept: str) -> None:
    assert PlayersSeated(((0, reported),)).players == ((0, kept),)
    assert EveningStarted(reported).name == kept


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        pytest.param(58, "'" + "x" * 58 + "'", id="60 characters with the quotes"),
        pytest.param(59, "'" + "x" * 56 + "...", id="one more"),
    ],
)
def test_a_value_is_shown_in_at_most_60_characters(length: int, shown: str) -> None:
    assert shorten("x" * length) == shown
