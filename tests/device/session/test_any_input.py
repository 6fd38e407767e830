"""Random presses and sightings: no exception, no clipped text, no lost event."""

import random

import pytest

from common.texts.phrases import region_for
from common.texts.words import TableWords, words_for
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from device.state.conclusions import open_questions
from device.state.table_view import View
from engine.cards import BAVARIAN_32, Pack
from engine.codec import from_line, to_line
from engine.events import CardLaid
from engine.games import all_games
from engine.games import game as game_called
from engine.state.table import Table
from tests.support.examples import one_in
from tests.support.screens.painted import layout_faults
from tests.support.session_script import GAME, go

LANGUAGES = [words_for("de", "bavarian"), words_for("en", "bavarian")]


class Chance:
    """Cards mostly in the order of a shuffled pack, presses mostly sensible, and now and then anything at all.

    *haste* is the share of the cards that come without a rest before them.
    """

    def __init__(self, seed: int, pack: Pack = BAVARIAN_32, haste: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.haste = haste
        self.pack = list(map(str, pack.cards))
        self.left: list[str] = []

    def word(self, controller: SessionController) -> str:
        chance = self.random
        what = chance.random()
        if controller.table.phase not in ("cut", "upcard", "play") and what < 0.7:
            return chance.choice(["PLAY", "PLAY", "PLAY", "FOLD", "UP", "DOWN"])
        if what < (0.12 if controller.table.game is None or controller.table.game.name == GAME else 0.3):
            return chance.choice(["PLAY", "FOLD", "UP", "DOWN", "PLAY@1", "FOLD@2", "PLAY@3", "FOLD@3"])
        if what < 0.16:
            return f"lift:{chance.choice(self.pack)}"
        deal = controller.table.deal
        if deal is not None and deal.trick.plays and what < 0.2:
            return f"lift:{deal.trick.plays[-1].card}"
        if deal is not None and len(deal.trick) >= 4 and what < 0.9:
            return "clear"
        return "clear" if what > 0.98 else self._card()

    def _card(self) -> str:
        chance = self.random
        if not self.left or chance.random() < 0.02:
            self.left = chance.sample(self.pack, len(self.pack))
        names = [self.left.pop() if chance.random() < 0.97 else chance.choice(self.pack)]
        names += chance.sample(self.pack, 3) if chance.random() < 0.2 else []
        seat = chance.choice(["", "", ">0", ">1", "~2", ">3"]) if chance.random() < 0.3 else ""
        word = chance.choice("/+").join(names) + seat
        if self.haste and chance.random() < self.haste:
            return f"!{word}@{chance.choice([*range(6), 'inf'])}"
        return word


@pytest.mark.parametrize("seed", one_in(5, range(5)))
@pytest.mark.parametrize("seats", one_in(3, [((0, 1, 2, 3),), ((0, 2),), ((0, 1, 2),)]), ids=str)
def test_random_input_never_raises(seed: int, seats: tuple[int, ...]) -> None:
    assert_anything_may_happen(seed, Setup(GAME, seats))


@pytest.mark.parametrize("seed", one_in(3, range(3)))
@pytest.mark.parametrize(
    ("name", "preset", "seats"),
    one_in(
        3,
        [
            pytest.param("bauerchen", "siegelbach", (0, 1, 2, 3), id="bauerchen"),
            pytest.param("watten", "kritisch", (0, 1, 2, 3), id="watten"),
            pytest.param("gras", None, (0, 1, 2), id="gras"),
            pytest.param("watten", None, (0, 1, 2), id="watten duels"),
            pytest.param("watten", "blind", (0, 2), id="blind"),
            pytest.param("watten", "latinisch", (0, 1, 2, 3), id="latinisch"),
        ],
    ),
)
def test_random_input_never_raises_in_every_game(
    seed: int, name: str, preset: str | None, seats: tuple[int, ...]
) -> None:
    assert_anything_may_happen(seed, Setup(name, seats, game_called(name, None, preset).rules.changes, preset))


def assert_anything_may_happen(seed: int, setup: Setup) -> None:
    pack = all_games()[setup.game].pack
    chance = Chance(seed, pack, haste=0.4 if seed % 2 else 0.0)
    words = words_for("de" if seed % 2 else "en", region_for(pack))
    controller = SessionController(setup, words)
    for step in range(150):
        word = chance.word(controller)
        noted = go(controller, [word])
        named = {getattr(note.event, "seat", None) for note in noted} - {None}
        assert named <= set(controller.table.seats), f"after {word}, step {step}"
        assert layout_faults(controller.screen, words) == [], f"after {word}, step {step}"
        assert [note.position for note in noted] == sorted(note.position for note in noted)
        if noted and step % 50 == 0:
            assert_resumes(controller, words, setup)
    assert_resumes(controller, words, setup)


def assert_resumes(controller: SessionController, words: TableWords, setup: Setup) -> None:
    """A restart from the stored events has the same state."""
    stored = [from_line(to_line(event)) for event in controller.table.journal]
    again = SessionController(setup, words, stored)
    assert again.table.tallies == controller.table.tallies
    assert again.table.step == controller.table.step
    assert Table.from_journal(stored).findings == again.table.findings


@pytest.mark.parametrize("seed", range(4))
def test_every_question_can_be_answered(seed: int) -> None:
    """However an evening went, answering what is asked ends all questions about cards of this deal."""
    chance = Chance(seed)
    controller = SessionController(Setup(GAME, (0, 1, 2, 3)), LANGUAGES[0])
    controller.start(3)
    while controller.table.phase != "scored":
        deal = controller.table.deal
        full = deal is not None and len(deal.trick) >= 4
        go(controller, ["clear" if full else chance._card()])
        if type(controller.menu).__name__ in ("TakingCritical",):
            go(controller, ["PLAY"])
    for _ in range(200):
        view = View(Setup(GAME, (0, 1, 2, 3)), LANGUAGES[0], controller.table)
        if not open_questions(view) or controller.question is None:
            break
        go(controller, ["PLAY"])
    doubtful = [fact for _, fact in controller.table.facts if isinstance(fact, CardLaid) and fact.doubts]
    assert doubtful == []
