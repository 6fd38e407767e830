"""Cards of gathered tricks that somebody shows again: they are no plays, and nobody is accused."""

from random import Random

import pytest

from device.session.controller import SessionController
from engine.events import CardLaid, DealStarted, TrickGathered, UpcardTurned
from engine.games import all_games
from engine.rules.findings import Kind
from tests.support.examples import one_in
from tests.support.session_script import card, go, in_play, landed_surely, legal_deal
from vision.types import CardLifted, TableCleared

GATHERED = "L7>0@1 L8>1@2 L10>2@3 LA>3@4 clear>3"
NEXT = ("S7>3@11", "S8>0@12", "S9>1@13", "S10>2@14")


def plays(controller: SessionController) -> list[str]:
    return [f"{fact.seat}:{fact.card}" for fact in controller.view.plays().values()]


LOOKS = {
    "the taker turns up his last card": "!LA>3@{time} lift:LA",
    "another seat does": "!L7>1@{time} lift:L7",
    "nobody is seen": "!LA@{time} lift:LA",
    "after a rest": "LA>3@{time} lift:LA",
    "all cards in a fan": "!L7>3@{time} !L8>3@{time} !L10>3@{time} !LA>3@{time} lift:LA lift:L10 lift:L8 lift:L7",
    "a doubtful reading": "!LA/LK>3@{time} lift:LA",
    "it goes unnoticed that the card is put back": "!LA>3@{time}",
    "one is put back as the next one comes": "!L7>2@{time} lift:L7 !L8>2@{time} lift:L8",
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_card_of_a_gathered_trick_is_never_laid_again(look: str) -> None:
    """However many cards of the next trick lie there."""
    for count in range(5):
        shown = LOOKS[look].format(time=10.5 + count)
        controller = in_play(f"{GATHERED} {' '.join(NEXT[:count])} {shown} {' '.join(NEXT[count:])} clear>2")
        assert plays(controller) == ["0:L7", "1:L8", "2:L10", "3:LA", "3:S7", "0:S8", "1:S9", "2:S10"], count
        assert (controller.table.findings, controller.question) == ((), None), count


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("LA>3@11 S8>0@12", ["3:LA", "0:S8"], id="the next seat goes on"),
        pytest.param("S7>3@11 LA@12 S9>1@13", ["3:S7", "0:LA", "1:S9"], id="in the middle of a trick"),
        pytest.param(
            "S7>3@11 S8>0@12 S9>1@13 LA>2@14 clear", ["3:S7", "0:S8", "1:S9", "2:LA"], id="the trick is taken"
        ),
    ],
)
def test_play_that_goes_on_over_a_shown_card_proves_that_it_was_laid(script: str, expected: list[str]) -> None:
    """Then one of both readings is wrong, which is a question about the camera."""
    controller = in_play(f"{GATHERED} {script}")
    assert plays(controller)[4:] == expected
    assert [one.kind for one in controller.table.findings] == [Kind.SEEN_TWICE]


def test_after_the_deal_the_last_trick_begins_no_other_deal_until_one_can_be_dealt() -> None:
    tricks = ("H7 H8 H9 H10", "S7 S8 S9 S10", "E7 E8 E10 EU", "LU LO LK L9", "SU SO SK SA")
    controller = in_play()
    for number, cards in enumerate(tricks):
        for place, name in enumerate(cards.split()):
            seat = controller.table.turn if controller.table.turn is not None else 0
            go(controller, f"{name}>{seat}@{10 * number + place + 1}")
        go(controller, "clear")
    assert controller.table.score is not None
    journal = len(controller.table.journal)
    go(controller, "!SA>1@47 !SK>1@47 lift:SA lift:SK")
    assert len(controller.table.journal) == journal
    go(controller, "SA>1@90")
    assert controller.table.journal[journal:] == [DealStarted(0), UpcardTurned(card("SA"))]


@pytest.mark.parametrize(
    ("game", "players"), one_in(3, [(name, count) for name, game in all_games().items() for count in game.players])
)
@pytest.mark.parametrize("seed", one_in(3, range(3)))
def test_looks_leave_legal_deals_of_all_games_as_they_are(game: str, players: int, seed: int) -> None:
    played, controller, events = legal_deal(game, players, seed)
    random, seats, time = Random(seed), controller.table.seats, 1.0
    for event in events:
        if isinstance(event, CardLaid):
            controller.handle_sighting(landed_surely(event.card, event.seat, time, after_rest=False))
        elif isinstance(event, TrickGathered):
            controller.handle_sighting(TableCleared(event.seat, players))
        else:
            controller.adopt([event])
        time += 1.0
        view = controller.view
        tricks = view.deal.tricks if controller.table.score is None else view.tricks
        cards = tricks[-1].cards if tricks else ()
        for shown in random.sample(cards, min(len(cards), random.randrange(4))):
            controller.handle_sighting(landed_surely(shown, random.choice(seats), time, after_rest=False))
            if random.random() < 0.9:
                controller.handle_sighting(CardLifted(shown))
    laid = [event for event in events if isinstance(event, CardLaid)]
    assert plays(controller) == [f"{one.seat}:{one.card}" for one in laid]
    assert [one.kind for one in controller.table.findings if not one.suspects_camera] == []
    assert controller.table.score == played.table.score
