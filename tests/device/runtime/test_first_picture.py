"""The resting screen of every journal that can be folded is drawn."""

from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from common.texts.phrases import LANGUAGES, Language, region_for
from common.texts.words import words_for
from device.runtime.journal_opening import start_and_draw
from device.session.controller import SessionController
from device.settings.table_setup import SEATS, Setup
from engine.codec import read_card
from engine.events import CardLaid, DealStarted, Event, GameStarted, UpcardTurned
from engine.games import all_games
from tests.engine.state.test_any_event import journals
from tests.support.examples import examples, one_in

hasty = settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def begun(events: list[Event], language: Language = "de") -> SessionController:
    started = events[0]
    assert isinstance(started, GameStarted)
    words = words_for(language, region_for(all_games()[started.game].pack))
    return start_and_draw(partial(SessionController, Setup(started.game, started.seats), words), events)


@hasty
@given(journals())
def test_any_journal_is_drawn(journal: list[Event]) -> None:
    assert begun(journal).table.journal == journal


@pytest.mark.parametrize("language", one_in(3, LANGUAGES))
@pytest.mark.parametrize("card", ["C10", "CJ", "E7", "Z9"])
@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_card_of_another_deck_is_drawn(game: str, card: str, language: Language) -> None:
    """A camera does not read one, but a journal may hold it."""
    seats = SEATS[max(all_games()[game].players)]
    for fact in (CardLaid(2, read_card(card)), UpcardTurned(read_card(card))):
        begun([GameStarted(game, seats, 0), DealStarted(0), fact], language)


def test_drawing_error_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object) -> None:
        raise KeyError("C10")

    monkeypatch.setattr("device.runtime.journal_opening.draw", draw)
    with pytest.raises(KeyError):
        begun([GameStarted("gras", (0, 1, 2, 3), 0)])
