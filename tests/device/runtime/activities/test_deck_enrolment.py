"""Enrolment of a deck at the table, card by card, from the first menu to the pack in use."""

import errno
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from device.hardware.presses import Press
from device.menus.table.deck_enrolment import (
    ContinueEnrolmentMenu,
    DiskFullMenu,
    GradeMenu,
    KnownPackMenu,
    QuizMenu,
    ShowCardMenu,
)
from device.runtime.activities.deck_enrolment import DeckEnrolment
from device.screens.base import draw
from device.storage.pack_paths import SHIPPED, has_pack, names_of_packs, pack_file, pack_path
from device.storage.packs import PartialEnrolment, open_pack, open_reader
from engine.cards import BAVARIAN_32, FRENCH_32, GERMAN_33, Card, Pack
from engine.games import all_games
from lab.card_art import Style, draw_back
from lab.card_art.packs import draw_card
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, drawn, row_of
from tests.support.session_script import GERMAN, card, cards
from vision.enrolment.quiz import LAST_READING_SECONDS, QUIZ_CARDS
from vision.recognition.embedder import Recogniser
from vision.scene.still_scene import read_scene
from vision.types import BACK, Frame

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folders", "quick_packs")]


class Panel:
    """Keeps what was shown."""

    fault = ""

    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []

    def show(self, picture: Image.Image) -> None:
        self.pictures.append(picture)

    def close(self) -> None:
        """Nothing is open."""


class Lamp:
    def __init__(self) -> None:
        self.states: list[str] = []

    def show(self, state: str) -> None:
        self.states.append(state)

    def close(self) -> None:
        """Nothing is open."""


def run(enrolment: DeckEnrolment, frames: Iterable[Frame], buttons: str = "") -> tuple[Panel, Lamp]:
    """Presses one button a frame, from the first on."""
    waiting = [Press(button) for button in buttons.split()]  # type: ignore[arg-type]

    def presses() -> Iterator[Press]:
        if waiting:
            yield waiting.pop(0)

    panel, lamp = Panel(), Lamp()
    shown = None
    for frame in frames:
        enrolment.process(frame)
        for press in presses():
            enrolment.press(press)
        if enrolment.screen != shown:
            shown = enrolment.screen
            panel.show(draw(shown, GERMAN))
        lamp.show(enrolment.light)
        if enrolment.done:
            break
    return panel, lamp


def keep_cards(count: int, name: str = "deck") -> None:
    """Keeps the first cards, as a pack if they are all."""
    some = {each: [drawn()[each]] for each in BAVARIAN_32.cards[:count]}
    begun = PartialEnrolment(pack_file(name), BAVARIAN_32)
    if count == len(BAVARIAN_32):
        begun.finish(some, Recogniser())
    else:
        begun.keep(some)


def begun(name: str = "deck") -> tuple[Card, ...]:
    """Returns what is kept of a deck that is not whole."""
    return tuple(PartialEnrolment(pack_file(name), BAVARIAN_32).read())


def frames_of(table: DeckOnTable, *names: str) -> Iterator[Frame]:
    yield from table.still()
    for name in names:
        yield from table.lay(drawn()[card(name)], MIDDLE)
        yield from table.clear()


def leave_out_back(enrolment: DeckEnrolment) -> None:
    assert enrolment.screen == ShowCardMenu().screen(enrolment.state), "it asks for the back"
    assert (enrolment.state.asked, enrolment.pack) == (None, "")
    enrolment.press(Press("up"))


def test_the_back_is_shown_last_and_names_what_lies_face_down() -> None:
    """From the camera to the pack on the disk, and on to a reading of the table with that pack."""
    keep_cards(31)
    enrolment, table = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck"), DeckOnTable()
    back = draw_back(Style.random(9001), 300)
    run(enrolment, frames_of(table, "S7"), "play play play")
    assert enrolment.state.asked is None
    run(enrolment, itertools.chain(table.lay(back, MIDDLE), table.clear()))
    assert (enrolment.pack, enrolment.screen) == ("deck", QuizMenu().screen(enrolment.state))
    places = row_of(9)[1::3]
    table.lying = list(zip((back, drawn()[card("HK")], back), places, strict=True))
    reader = open_reader("deck", "onnxruntime")
    lying = sorted(read_scene(next(table.still()).image, reader), key=lambda each: float(each.quad[:, 0].min()))
    assert [each.not_in_play or each.card for each in lying] == [BACK, card("HK"), BACK]


def test_the_last_cards_are_shown_then_a_quiz_and_the_pack_is_in_use() -> None:
    """It goes on where it stopped the last time."""
    keep_cards(31)
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    table = DeckOnTable()
    _, lamp = run(enrolment, frames_of(table, "S7", "HK", "EA"), "play play play")
    assert set(open_pack("deck", Recogniser()).cards) == set(BAVARIAN_32.cards)
    assert (enrolment.state.right, enrolment.state.quizzed) == (2, 2)
    assert {"hand", "ready"} <= set(lamp.states)
    assert (enrolment.pack, enrolment.kind, enrolment.done) == ("deck", "bavarian32", False), (
        "if the plug is pulled now"
    )
    assert begun() == ()
    run(enrolment, table.still(), "play play")
    assert (enrolment.pack, enrolment.done) == ("deck", True)


def test_the_last_card_of_the_quiz_is_seen_and_may_be_wrong() -> None:
    keep_cards(31)
    enrolment, table = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck"), DeckOnTable()
    names = ["HK", "EA", "LU", "S8", "HA", "LK"]
    run(enrolment, frames_of(table, "S7", *names[: QUIZ_CARDS - 1]), "play play play")
    run(enrolment, table.lay(drawn()[card(names[-1])]))
    assert enrolment.screen == QuizMenu().screen(enrolment.state)
    assert (enrolment.state.read, enrolment.state.quizzed) == (card("LK"), QUIZ_CARDS)
    enrolment.press(Press("fold"))
    assert card("LK") in enrolment.state.again
    assert enrolment.state.right == QUIZ_CARDS - 1
    run(enrolment, table.still(LAST_READING_SECONDS))
    assert enrolment.screen == GradeMenu().screen(enrolment.state)


def test_shown_cards_are_kept_when_enrolment_is_interrupted() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    panel, lamp = run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert len(panel.pictures) >= 3, "the invitation, the kinds, two cards asked for"
    assert lamp.states.count("card") == 1, "it blinks for the one that was taken"
    assert begun() == cards("EA")
    assert not has_pack("deck"), "nobody plays with half of one"


def test_each_card_is_kept_when_it_was_shown_and_nothing_is_embedded_for_it() -> None:
    """Whenever the plug is pulled: nothing is said to the state any more."""
    enrolment, table = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck"), DeckOnTable()
    run(enrolment, frames_of(table, "EA", "EK"), "play play")
    assert begun() == cards("EA EK")
    for button in ("fold", "fold"):
        enrolment.press(Press(button))  # type: ignore[arg-type]
    assert begun() == cards("EA"), "the last one is asked for again"


def test_enrolment_can_be_left_after_some_cards() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    for button in ("fold", "play"):
        enrolment.press(Press(button))  # type: ignore[arg-type]
    assert (enrolment.done, enrolment.outcome, begun()) == (True, "later", cards("EA"))


@pytest.mark.parametrize(("answer", "taken"), [("play", 3), ("fold", 0)])
def test_partial_enrolment_is_continued_or_discarded_by_the_answer(answer: str, taken: int) -> None:
    keep_cards(3)
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser())
    run(enrolment, DeckOnTable().still(0.2), "play play")
    assert enrolment.screen == ContinueEnrolmentMenu().screen(enrolment.state)
    enrolment.press(Press(answer))  # type: ignore[arg-type]
    assert (enrolment.state.taken, len(begun())) == (taken, taken)


def test_the_known_pack_fits_and_is_taken() -> None:
    keep_cards(32, "stammtisch")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(enrolment, frames_of(DeckOnTable(), "HK", "E8", "LU"), "play play")
    assert enrolment.screen == KnownPackMenu("Deutsch, 32 (stammtisch)", "stammtisch").screen(enrolment.state)
    enrolment.press(Press("play"))
    assert (enrolment.pack, enrolment.done) == ("stammtisch", True)
    enrolment.close()
    assert begun() == (), "the next deck has nothing of it"
    assert names_of_packs() == ["stammtisch", *SHIPPED]


def test_partial_enrolment_is_kept_when_a_known_pack_is_found() -> None:
    keep_cards(32, "stammtisch")
    keep_cards(2, "deck")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(enrolment, frames_of(DeckOnTable(), "HK", "E8", "LU"), "play play play")
    enrolment.press(Press("play"))
    assert (enrolment.pack, begun()) == ("stammtisch", BAVARIAN_32.cards[:2])


def test_the_deck_of_the_last_time_is_offered() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck", "stammtisch")
    enrolment.press(Press("play"))
    assert (enrolment.pack, enrolment.kind, enrolment.done) == ("stammtisch", "", True)


def test_known_pack_can_be_selected_after_viewing_a_partial_enrolment() -> None:
    keep_cards(2)
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck", "blatt")
    for button in ("fold", "play", "play", "up", "fold", "play"):
        enrolment.press(Press(button))  # type: ignore[arg-type]
    assert (enrolment.pack, enrolment.kind, len(begun())) == ("blatt", "", 2)


@pytest.mark.parametrize(
    ("game", "pack", "kind"), [(BAVARIAN_32, "house-german", "german33"), (FRENCH_32, "house-french", "french52")]
)
def test_the_printed_deck_needs_no_enrolment(game: Pack, pack: str, kind: str) -> None:
    enrolment = DeckEnrolment(GERMAN, [game], Recogniser())
    for button in ("down", "down", "play", "play"):
        enrolment.press(Press(button))  # type: ignore[arg-type]
    assert (enrolment.pack, enrolment.kind, enrolment.outcome) == (pack, kind, "done")


def test_enrolment_can_be_postponed() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(enrolment, DeckOnTable().still(2), "up play")
    assert (enrolment.done, enrolment.outcome) == (True, "later")
    assert not pack_file("deck").exists()


def test_enrolment_can_return_to_the_previous_question() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    enrolment.press(Press("fold"))
    assert (enrolment.done, enrolment.outcome) == (True, "back")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck", "stammtisch")
    for button in ("fold", "fold", "up"):
        enrolment.press(Press(button))  # type: ignore[arg-type]
    assert (enrolment.done, enrolment.outcome) == (True, "back")


def test_a_new_deck_does_not_take_the_place_of_another() -> None:
    keep_cards(32)
    keep_cards(5, "deck-2")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser())
    run(enrolment, DeckOnTable().still(1), "play play play")
    assert enrolment.state.taken == 5, "it goes on with the one that was not finished"
    keep_cards(32, "deck-2")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser())
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert begun("deck-3") == cards("EA")
    assert names_of_packs() == ["deck", "deck-2", *SHIPPED]


def test_nor_of_the_whole_one_that_the_settings_name() -> None:
    keep_cards(32, "stammtisch")
    enrolment = DeckEnrolment(GERMAN, [GERMAN_33], Recogniser(), "stammtisch")
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert begun("stammtisch") == ()
    assert PartialEnrolment(pack_file("deck"), GERMAN_33).read().keys() == set(cards("EA"))


@pytest.mark.parametrize("named", ["stammtisch", "Stammtisch 2.0", "{folder}/unser.npz"])
def test_a_pack_is_taught_to_where_it_is_opened(named: str, tmp_path: Path) -> None:
    """What lies there and cannot be used is kept aside."""
    named = named.format(folder=tmp_path)
    pack_path(named).parent.mkdir(parents=True, exist_ok=True)
    pack_path(named).write_bytes(b"half a pack")
    some = {each: [drawn()[each]] for each in BAVARIAN_32.cards[:31]}
    PartialEnrolment(pack_path(named), BAVARIAN_32).keep(some)
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), named)
    run(enrolment, frames_of(DeckOnTable(), "S7"), "play play play")
    leave_out_back(enrolment)
    assert enrolment.pack == named
    assert set(open_pack(named, Recogniser()).cards) == set(BAVARIAN_32.cards)
    assert pack_path(named).with_name(f"{pack_path(named).name}.broken-1").read_bytes() == b"half a pack"


def test_a_missing_card_is_shown_in_addition_to_the_deck_in_use() -> None:
    """The deck in use stays as it is; all but the Weli is taken from it."""
    keep_cards(32)
    weli = card("S6")
    drawn_weli = draw_card(GERMAN_33, weli, Style.random(9001), 300)
    enrolment = DeckEnrolment(GERMAN, [GERMAN_33], Recogniser(), in_use="deck", adds_missing=True)
    assert (enrolment.state.asked, enrolment.state.taken, enrolment.state.of) == (weli, 32, 33)
    table = DeckOnTable()
    run(enrolment, itertools.chain(table.still(), table.lay(drawn_weli, MIDDLE), table.clear()))
    leave_out_back(enrolment)
    assert (enrolment.pack, enrolment.kind) == ("deck-2", "german33")
    assert set(open_pack("deck-2", Recogniser()).cards) == set(GERMAN_33.cards)
    assert set(open_pack("deck", Recogniser()).cards) == set(BAVARIAN_32.cards)


# No room


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_full_disk_is_shown_before_the_first_card() -> None:
    pack_file("deck").parent.parent.mkdir(parents=True)
    pack_file("deck").parent.write_text("a file where the folder should be")
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert enrolment.screen == DiskFullMenu().screen(enrolment.state)
    assert enrolment.state.taken == 0
    enrolment.press(Press("play"))
    assert enrolment.screen == DiskFullMenu().screen(enrolment.state), "it is still there"
    pack_file("deck").parent.unlink()
    enrolment.press(Press("play"))
    assert enrolment.screen == ShowCardMenu().screen(enrolment.state)


def test_a_pack_that_cannot_be_saved_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_cards(31)
    enrolment, table = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), "deck"), DeckOnTable()
    with monkeypatch.context() as patched:
        patched.setattr("device.storage.packs.save_pack", full)
        run(enrolment, frames_of(table, "S7"), "play play play")
        leave_out_back(enrolment)
        assert enrolment.screen == DiskFullMenu().screen(enrolment.state)
        assert (enrolment.pack, enrolment.done, len(begun())) == ("", False, 32)
    enrolment.press(Press("play"))
    assert (enrolment.pack, enrolment.screen) == ("deck", QuizMenu().screen(enrolment.state))


def test_decks_are_offered_that_some_game_is_played_with() -> None:
    enrolment = DeckEnrolment(GERMAN, [game.pack for game in all_games().values()], Recogniser())
    assert {"bavarian32", "german33", "french20"} <= set(enrolment.state.kinds)


# In rows


def test_the_card_that_is_asked_for_is_told_while_one_is() -> None:
    enrolment = DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser())
    assert enrolment.requested_card is None
    for _ in range(2):
        enrolment.press(Press("play"))
    assert enrolment.requested_card == (BAVARIAN_32.cards[0], BAVARIAN_32)
    enrolment.press(Press("fold"))
    assert enrolment.requested_card is None
