"""A deck taught at the table: menus and screens, and the whole way before a camera, card by card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.menus_enrol import (
    LATER,
    ROWS,
    DeckInUse,
    Grading,
    Invitation,
    KnownPack,
    Lesson,
    Quizzing,
    ShowingCards,
    ShowingRows,
    WhichKind,
)
from device.pack_files import pack_file, pack_in_use, use_pack
from device.packs import keep_shown, open_pack
from device.presses import Press
from device.screens import draw, overflows, said
from device.shown_deck import advice
from device.teaching import Teaching
from device.words import LANGUAGES, words_for
from engine.cards import BAVARIAN_32
from engine.games import all_games
from tests.device.scripted import GERMAN, card, cards
from tests.vision.deck_on_table import MIDDLE, DeckOnTable, drawn
from vision.recognise import Recogniser
from vision.showing import Reason, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from PIL import Image

    from device.menus_enrol import TeachingMenu
    from device.phrases import Language
    from vision.sightings import Frame

KINDS = ("bavarian32", "german33")
LESSON = Lesson(GERMAN, KINDS, "stammtisch")
ASKED = Lesson(GERMAN, KINDS, asked=card("E10"), taken=4, of=32, last=card("EU"))
ROW = Lesson(GERMAN, KINDS, row=BAVARIAN_32.cards[:8], in_rows=True, of=32)
QUIZZED = Lesson(GERMAN, KINDS, read=card("HK"), sure=True, right=5, quizzed=6, grade="good", again=cards("L9 L8"))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@pytest.mark.parametrize(
    ("menu", "lesson", "button", "expected"),
    [
        (DeckInUse(), LESSON, "play", (DeckInUse(), "use", "stammtisch")),
        (DeckInUse(), LESSON, "fold", (Invitation(), None, "")),
        (DeckInUse(), LESSON, "up", (DeckInUse(), "go_back", "")),
        (Invitation(), LESSON, "fold", (DeckInUse(), None, "")),
        (Invitation(), Lesson(GERMAN, KINDS), "fold", (Invitation(), "go_back", "")),
        (Invitation(), LESSON, "down", (Invitation(ROWS), None, "")),
        (Invitation(), LESSON, "up", (Invitation(LATER), None, "")),
        (Invitation(LATER), LESSON, "play", (Invitation(LATER), "leave", "")),
        (Invitation(), LESSON, "play", (WhichKind(), None, "")),
        (Invitation(), Lesson(GERMAN, KINDS[:1]), "play", (ShowingCards(), "begin", "bavarian32")),
        (Invitation(ROWS), Lesson(GERMAN, KINDS[:1]), "play", (ShowingRows(), "rows", "bavarian32")),
        (Invitation(ROWS), LESSON, "play", (WhichKind(way=ROWS), None, "")),
        (WhichKind(way=ROWS), LESSON, "fold", (Invitation(ROWS), None, "")),
        (WhichKind(1, ROWS), LESSON, "play", (ShowingRows(), "rows", "german33")),
        (WhichKind(), LESSON, "down", (WhichKind(1), None, "")),
        (WhichKind(1), LESSON, "play", (ShowingCards(), "begin", "german33")),
        (ShowingCards(), ASKED, "fold", (ShowingCards(), "back", "")),
        (ShowingCards(), ASKED, "down", (ShowingCards(), "skip", "")),
        (ShowingCards(), ASKED, "play", (ShowingCards(), None, "")),
        (ShowingCards(), Lesson(GERMAN, KINDS, asked=card("EA"), doubled=True), "play", (ShowingCards(), "insist", "")),
        (ShowingCards(), Lesson(GERMAN, KINDS, asked=card("EA")), "fold", (Invitation(), "leave", "")),
        (ShowingRows(), ROW, "play", (ShowingRows(), "look", "")),
        (ShowingRows(), ROW, "up", (ShowingRows(), "skip", "")),
        (ShowingRows(), ROW, "fold", (Invitation(ROWS), "leave", "")),
        (ShowingRows(), replace(ROW, last=card("EA")), "fold", (ShowingRows(), "back", "")),
        (ShowingRows(), replace(ROW, doubled=True), "down", (ShowingRows(), "insist", "")),
        (KnownPack("a", "b"), LESSON, "play", (KnownPack("a", "b"), "use", "b")),
        (KnownPack("a", "b"), LESSON, "fold", (ShowingCards(), "anew", "")),
        (KnownPack("a", "b"), ROW, "fold", (ShowingRows(), "anew", "")),
        (Quizzing(), QUIZZED, "fold", (Quizzing(), "wrong", "")),
        (Quizzing(), QUIZZED, "play", (Grading(), None, "")),
        (Quizzing(), LESSON, "play", (Quizzing(), "done", "")),
        (Grading(), QUIZZED, "play", (Grading(), "done", "")),
        (Grading(), QUIZZED, "fold", (ShowingCards(), "again", "")),
    ],
)
def test_presses(menu: TeachingMenu, lesson: Lesson, button: str, expected: tuple[object, ...]) -> None:
    assert tuple(menu.press(lesson, Press(button))) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", ["bavarian", "french"])
def test_no_word_is_clipped(language: Language, region: str) -> None:
    words = words_for(language, region)  # type: ignore[arg-type]
    ten = cards("C10 S10") if region == "french" else cards("S10 E10")
    kinds = ("french20", "french32", "french52") if region == "french" else KINDS
    like = {Reason.DOUBLE: ten[:1], Reason.COUNT: ten * 4, Reason.DOUBTFUL: ten}
    refused = [advice(Refused(reason, like.get(reason, ()), 7), words, drawn=True) for reason in Reason]
    lessons = [Lesson(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], text) for text in ("", *refused)]
    lessons += [Lesson(words, kinds, "stammtisch", ten[0], 31, 32, ten[1], refused[0], doubled=True)]
    quizzes = [Lesson(words, kinds, read=ten[0], sure=sure, right=17, quizzed=18) for sure in (True, False)]
    grades = [
        Lesson(words, kinds, right=17, quizzed=18, grade=grade, again=again)
        for grade in ("very_good", "good", "fair", "poor")
        for again in ((), ten)
    ]
    title = f"{words.phrases.kind_german33} (stammtisch)"
    shown: list[tuple[TeachingMenu, Lesson]] = [(ShowingCards(), each) for each in lessons] + [
        (Quizzing(), each) for each in (*quizzes, lessons[0])
    ]
    shown += [(Grading(), each) for each in grades]
    seen = (Refused(Reason.COUNT, ten * 4, 9), Refused(Reason.COUNT, ten * 4, 6, ten))
    refused += [*(advice(each, words, drawn=True) for each in seen), said(words, "row_taken", count=8)]
    rows = [
        Lesson(words, kinds, row=ten * 4, in_rows=True, taken=31, of=32, last=ten[0], advice=text) for text in refused
    ]
    shown += [(ShowingRows(), each) for lesson in rows for each in (lesson, replace(lesson, last=None, looking=True))]
    shown += [(Invitation(way), lessons[0]) for way in range(3)]
    shown += [(menu, lessons[0]) for menu in (DeckInUse(), Invitation(), WhichKind(), KnownPack(title, "a"))]
    for menu, lesson in shown:
        assert overflows(menu.screen(lesson), words) == [], (menu, lesson)


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


def run(teaching: Teaching, frames: Iterable[Frame], buttons: str = "") -> tuple[Panel, Lamp]:
    """Presses one button a frame, from the first on."""
    waiting = [Press(button) for button in buttons.split()]  # type: ignore[arg-type]

    def presses() -> Iterator[Press]:
        if waiting:
            yield waiting.pop(0)

    panel, lamp = Panel(), Lamp()
    shown = None
    for frame in frames:
        teaching.step(frame)
        for press in presses():
            teaching.press(press)
        if teaching.screen != shown:
            shown = teaching.screen
            panel.show(draw(shown, GERMAN))
        lamp.show(teaching.light)
        if teaching.pack or teaching.left:
            break
    teaching.keep()
    return panel, lamp


def kept(count: int, name: str = "deck") -> None:
    """Keeps an enrolment of the first cards."""
    some = {each: [drawn()[each]] for each in BAVARIAN_32.cards[:count]}
    keep_shown(some, BAVARIAN_32, Recogniser(), pack_file(name))


def frames_of(table: DeckOnTable, *names: str) -> Iterator[Frame]:
    yield from table.still()
    for name in names:
        yield from table.lay(drawn()[card(name)], MIDDLE)
        yield from table.clear()


def test_the_last_cards_are_shown_then_a_quiz_and_the_pack_is_in_use() -> None:
    """It goes on where it stopped the last time."""
    kept(31)
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    table = DeckOnTable()
    _, lamp = run(teaching, frames_of(table, "S7", "HK", "EA"), "play play")
    assert set(open_pack("deck", Recogniser()).cards) == set(BAVARIAN_32.cards)
    assert (teaching.lesson.right, teaching.lesson.quizzed) == (2, 2)
    assert {"hand", "ready"} <= set(lamp.states)
    run(teaching, table.still(), "play play")
    assert (teaching.pack, pack_in_use()) == ("deck", "deck")


def test_what_was_shown_is_kept_when_it_ends_in_the_middle() -> None:
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    panel, lamp = run(teaching, frames_of(DeckOnTable(), "EA"), "play play")
    assert len(panel.pictures) >= 3, "the invitation, the kinds, two cards asked for"
    assert lamp.states.count("card") == 1, "it blinks for the one that was taken"
    assert open_pack("deck", Recogniser()).cards == cards("EA")


def test_a_whole_pack_is_not_replaced_by_half_of_one() -> None:
    kept(32)
    kept(3)
    assert len(open_pack("deck", Recogniser()).cards) == 32


def test_the_known_pack_fits_and_is_taken() -> None:
    kept(32, "stammtisch")
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(teaching, frames_of(DeckOnTable(), "HK", "E8", "LU"), "play play")
    assert teaching.screen == KnownPack("Deutsch, 32 (stammtisch)", "stammtisch").screen(teaching.lesson)
    teaching.press(Press("play"))
    assert (teaching.pack, pack_in_use()) == ("stammtisch", "stammtisch")


def test_the_deck_of_the_last_time_is_offered() -> None:
    use_pack("stammtisch")
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck", pack_in_use())
    teaching.press(Press("play"))
    assert teaching.pack == "stammtisch"


def test_it_may_be_left_for_later() -> None:
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    run(teaching, DeckOnTable().still(2), "up play")
    assert (teaching.left, teaching.back) == (True, False)
    assert not pack_file("deck").exists()


def test_it_may_be_left_to_what_was_asked_before() -> None:
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck")
    teaching.press(Press("fold"))
    assert (teaching.left, teaching.back) == (True, True)
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser(), "deck", "stammtisch")
    for button in ("fold", "fold", "up"):
        teaching.press(Press(button))  # type: ignore[arg-type]
    assert (teaching.left, teaching.back) == (True, True)


def test_a_new_deck_does_not_take_the_place_of_another() -> None:
    kept(32)
    kept(5, "deck-2")
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser())
    run(teaching, DeckOnTable().still(1), "play play")
    assert teaching.lesson.taken == 5, "it goes on with the one that was not finished"
    kept(32, "deck-2")
    teaching = Teaching(GERMAN, [BAVARIAN_32], Recogniser())
    run(teaching, frames_of(DeckOnTable(), "EA"), "play play")
    assert open_pack("deck-3", Recogniser()).cards == cards("EA")
    assert len(open_pack("deck", Recogniser()).cards) == 32


def test_decks_are_offered_that_some_game_is_played_with() -> None:
    teaching = Teaching(GERMAN, [game.pack for game in all_games().values()], Recogniser())
    assert {"bavarian32", "german33", "french20"} <= set(teaching.lesson.kinds)


# In rows
