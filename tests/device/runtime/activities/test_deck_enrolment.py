"""Enrolment of a deck at the table, card by card, from the first menu to the pack in use."""

import errno
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

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


def run(enrolment: DeckEnrolment, frames: Iterable[Frame], buttons: str = "") -> list[str]:
    """Presses one button a frame, from the first on; draws each screen, and returns the states of the light."""
    waiting, lights, shown = buttons.split(), list[str](), None
    for frame in frames:
        enrolment.process(frame)
        if waiting:
            press(enrolment, waiting.pop(0))
        if enrolment.screen != shown:
            shown = enrolment.screen
            draw(shown, GERMAN)
        lights.append(enrolment.light)
        if enrolment.done:
            break
    return lights


def press(enrolment: DeckEnrolment, buttons: str) -> None:
    for button in buttons.split():
        enrolment.press(Press(button))  # type: ignore[arg-type]


def bavarian(name: str = "deck", in_use: str = "") -> DeckEnrolment:
    return DeckEnrolment(GERMAN, [BAVARIAN_32], Recogniser(), name, in_use)


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
    press(enrolment, "up")


def test_the_back_is_shown_last_and_names_what_lies_face_down() -> None:
    """From the camera to the pack on the disk, and on to a reading of the table with that pack."""
    keep_cards(31)
    enrolment, table = bavarian(), DeckOnTable()
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
    enrolment = bavarian()
    table = DeckOnTable()
    lights = run(enrolment, frames_of(table, "S7", "HK", "EA"), "play play play")
    assert set(open_pack("deck", Recogniser()).cards) == set(BAVARIAN_32.cards)
    assert (enrolment.state.right, enrolment.state.quizzed) == (2, 2)
    assert {"hand", "ready"} <= set(lights)
    pulled_now = (enrolment.pack, enrolment.kind, enrolment.done)
    assert pulled_now == ("deck", "bavarian32", False), "if the plug is pulled now"
    assert begun() == ()
    run(enrolment, table.still(), "play play")
    assert (enrolment.pack, enrolment.done) == ("deck", True)


def test_the_last_card_of_the_quiz_is_seen_and_may_be_wrong() -> None:
    keep_cards(31)
    enrolment, table = bavarian(), DeckOnTable()
    names = ["HK", "EA", "LU", "S8", "HA", "LK"]
    run(enrolment, frames_of(table, "S7", *names[: QUIZ_CARDS - 1]), "play play play")
    run(enrolment, table.lay(drawn()[card(names[-1])]))
    assert enrolment.screen == QuizMenu().screen(enrolment.state)
    assert (enrolment.state.read, enrolment.state.quizzed) == (card("LK"), QUIZ_CARDS)
    press(enrolment, "fold")
    assert card("LK") in enrolment.state.again
    assert enrolment.state.right == QUIZ_CARDS - 1
    run(enrolment, table.still(LAST_READING_SECONDS))
    assert enrolment.screen == GradeMenu().screen(enrolment.state)


def test_shown_cards_are_kept_when_enrolment_is_interrupted() -> None:
    enrolment = bavarian()
    lights = run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert enrolment.screen == ShowCardMenu().screen(enrolment.state), "the next card is asked for"
    assert lights.count("card") == 1, "it blinks for the one that was taken"
    assert begun() == cards("EA")
    assert not has_pack("deck"), "nobody plays with half of one"


def test_each_card_is_kept_when_it_was_shown_and_nothing_is_embedded_for_it() -> None:
    """Whenever the plug is pulled: nothing is said to the state any more."""
    enrolment, table = bavarian(), DeckOnTable()
    run(enrolment, frames_of(table, "EA", "EK"), "play play")
    assert begun() == cards("EA EK")
    press(enrolment, "fold fold")
    assert begun() == cards("EA"), "the last one is asked for again"


def test_enrolment_can_be_left_after_some_cards() -> None:
    enrolment = bavarian()
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    press(enrolment, "fold play")
    assert (enrolment.done, enrolment.outcome, begun()) == (True, "later", cards("EA"))


@pytest.mark.parametrize(("answer", "taken"), [("play", 3), ("fold", 0)])
def test_partial_enrolment_is_continued_or_discarded_by_the_answer(answer: str, taken: int) -> None:
    keep_cards(3)
    enrolment = bavarian("")
    run(enrolment, DeckOnTable().still(0.2), "play play")
    assert enrolment.screen == ContinueEnrolmentMenu().screen(enrolment.state)
    enrolment.press(Press(answer))  # type: ignore[arg-type]
    assert (enrolment.state.taken, len(begun())) == (taken, taken)


def test_the_known_pack_fits_and_is_taken() -> None:
    keep_cards(32, "stammtisch")
    enrolment = bavarian()
    run(enrolment, frames_of(DeckOnTable(), "HK", "E8", "LU"), "play play")
    assert enrolment.screen == KnownPackMenu("Deutsch, 32 (stammtisch)", "stammtisch").screen(enrolment.state)
    press(enrolment, "play")
    assert (enrolment.pack, enrolment.done) == ("stammtisch", True)
    enrolment.close()
    assert begun() == (), "the next deck has nothing of it"
    assert names_of_packs() == ["stammtisch", *SHIPPED]


def test_partial_enrolment_is_kept_when_a_known_pack_is_found() -> None:
    keep_cards(32, "stammtisch")
    keep_cards(2, "deck")
    enrolment = bavarian()
    run(enrolment, frames_of(DeckOnTable(), "HK", "E8", "LU"), "play play play")
    press(enrolment, "play")
    assert (enrolment.pack, begun()) == ("stammtisch", BAVARIAN_32.cards[:2])


def test_the_deck_of_the_last_time_is_offered() -> None:
    enrolment = bavarian("deck", "stammtisch")
    press(enrolment, "play")
    assert (enrolment.pack, enrolment.kind, enrolment.done) == ("stammtisch", "", True)


def test_known_pack_can_be_selected_after_viewing_a_partial_enrolment() -> None:
    keep_cards(2)
    enrolment = bavarian("deck", "blatt")
    press(enrolment, "fold play play up fold play")
    assert (enrolment.pack, enrolment.kind, len(begun())) == ("blatt", "", 2)


@pytest.mark.parametrize(
    ("game", "pack", "kind"), [(BAVARIAN_32, "house-german", "german33"), (FRENCH_32, "house-french", "french52")]
)
def test_the_printed_deck_needs_no_enrolment(game: Pack, pack: str, kind: str) -> None:
    enrolment = DeckEnrolment(GERMAN, [game], Recogniser())
    press(enrolment, "down down play play")
    assert (enrolment.pack, enrolment.kind, enrolment.outcome) == (pack, kind, "done")


def test_enrolment_can_be_postponed() -> None:
    enrolment = bavarian()
    run(enrolment, DeckOnTable().still(2), "up play")
    assert (enrolment.done, enrolment.outcome) == (True, "later")
    assert not pack_file("deck").exists()


def test_enrolment_can_return_to_the_previous_question() -> None:
    enrolment = bavarian()
    press(enrolment, "fold")
    assert (enrolment.done, enrolment.outcome) == (True, "back")
    enrolment = bavarian("deck", "stammtisch")
    press(enrolment, "fold fold up")
    assert (enrolment.done, enrolment.outcome) == (True, "back")


def test_a_new_deck_does_not_take_the_place_of_another() -> None:
    keep_cards(32)
    keep_cards(5, "deck-2")
    enrolment = bavarian("")
    run(enrolment, DeckOnTable().still(1), "play play play")
    assert enrolment.state.taken == 5, "it goes on with the one that was not finished"
    keep_cards(32, "deck-2")
    enrolment = bavarian("")
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
    enrolment = bavarian(named)
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
    enrolment = bavarian()
    run(enrolment, frames_of(DeckOnTable(), "EA"), "play play")
    assert enrolment.screen == DiskFullMenu().screen(enrolment.state)
    assert enrolment.state.taken == 0
    press(enrolment, "play")
    assert enrolment.screen == DiskFullMenu().screen(enrolment.state), "it is still there"
    pack_file("deck").parent.unlink()
    press(enrolment, "play")
    assert enrolment.screen == ShowCardMenu().screen(enrolment.state)


def test_a_pack_that_cannot_be_saved_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_cards(31)
    enrolment, table = bavarian(), DeckOnTable()
    with monkeypatch.context() as patched:
        patched.setattr("device.storage.packs.save_pack", full)
        run(enrolment, frames_of(table, "S7"), "play play play")
        leave_out_back(enrolment)
        assert enrolment.screen == DiskFullMenu().screen(enrolment.state)
        assert (enrolment.pack, enrolment.done, len(begun())) == ("", False, 32)
    press(enrolment, "play")
    assert (enrolment.pack, enrolment.screen) == ("deck", QuizMenu().screen(enrolment.state))


def test_decks_are_offered_that_some_game_is_played_with() -> None:
    enrolment = DeckEnrolment(GERMAN, [game.pack for game in all_games().values()], Recogniser())
    assert {"bavarian32", "german33", "french20"} <= set(enrolment.state.kinds)


# In rows


def test_the_card_that_is_asked_for_is_told_while_one_is() -> None:
    enrolment = bavarian("")
    assert enrolment.requested_card is None
    press(enrolment, "play play")
    assert enrolment.requested_card == (BAVARIAN_32.cards[0], BAVARIAN_32)
    press(enrolment, "fold")
    assert enrolment.requested_card is None
