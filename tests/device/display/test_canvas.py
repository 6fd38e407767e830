"""The canvas: faults that it records, cards within a text, and lines that are wrapped."""

import itertools
import random
from collections.abc import Callable

import pytest

from common.texts.card_names import FRENCH_SIGNS, GERMAN_SIGNS, sign_name
from device.display.canvas import Canvas
from device.display.drawings import draw_box, draw_card
from device.display.text_layout import key_mark, suit_sign, text_width, wrap, wrap_evenly
from tests.support.session_script import card, cards


@pytest.mark.parametrize(
    ("painted", "noticed"),
    [
        pytest.param(lambda canvas: canvas.text((0, 20), "Donaudampfschifffahrtsgesellschaft"), "too wide", id="wide"),
        pytest.param(lambda canvas: canvas.lines(14, "Wort " * 60, bottom=53), "too much", id="high"),
        pytest.param(
            lambda canvas: canvas.keys(fold="eine lange Antwort", arrows="noch eine lange", play="und eine lange"),
            "too wide",
            id="keys",
        ),
        pytest.param(lambda canvas: canvas.text((0, 58), "ganz unten"), "over the rim", id="below"),
        pytest.param(lambda canvas: canvas.text((120, 20), "rechts", width=60), "over the rim", id="beside"),
        pytest.param(lambda canvas: canvas.text((0, 20), "王"), "no sign", id="no sign"),
        pytest.param(
            lambda canvas: [canvas.text((left, 20), "Stich") for left in (0, 9)], "Stich on Stich", id="on another"
        ),
        pytest.param(
            lambda canvas: [canvas.sign((0, 20), "hearts"), canvas.text((4, 20), "Stich")], "on hearts", id="on a sign"
        ),
        pytest.param(
            lambda canvas: [
                draw_box(canvas, (40, 17, 60, 46), inverse=True),
                canvas.text((43, 19), "Ä", "digits", black=True),
            ],
            "black on black",
            id="dots above a white box",
        ),
    ],
)
def test_unreadable_text_is_a_fault(painted: Callable[[Canvas], object], noticed: str) -> None:
    canvas = Canvas()
    painted(canvas)
    assert any(noticed in fault for fault in canvas.faults)


def test_shortened_text_is_recorded() -> None:
    canvas = Canvas()
    canvas.row(14, "Donaudampfschifffahrtsgesellschaft im Wirtshaus")
    canvas.bar("Donaudampfschifffahrtsgesellschaft")
    canvas.sentence(28, "Wort " * 40)
    assert len(canvas.shortened_texts) == 3


@pytest.mark.parametrize("beside", [{}, {"right": "12:10"}, {"rank": "10", "sign": "hearts"}])
def test_a_heading_of_any_length_is_shortened_to_the_room_that_is_left(beside: dict[str, str]) -> None:
    heading, shortened = "Donaudampfschifffahrtsgesellschaft", []
    for length in range(1, len(heading) + 1):
        canvas = Canvas()
        canvas.bar(heading[:length], **beside)  # type: ignore[arg-type]
        assert canvas.faults == [], heading[:length]
        shortened.append(bool(canvas.shortened_texts))
    assert shortened == sorted(shortened)
    assert shortened[0] is False
    assert shortened[-1] is True


@pytest.mark.parametrize("text", ["[x:]", "[hearts]", "[spades:", "[:K]", "[]", "a [b:c] d"])
def test_malformed_card_token_is_drawn_as_text(text: str) -> None:
    """Names of people and of house rules come from files."""
    canvas = Canvas()
    canvas.text((0, 20), text)
    assert canvas.faults == []


def test_unknown_character_is_a_question_mark() -> None:
    asked, other = Canvas(), Canvas()
    asked.text((0, 20), "王?")
    other.text((0, 20), "??")
    assert asked.image.tobytes() == other.image.tobytes()


def test_signs_differ_at_both_sizes() -> None:
    names = {*GERMAN_SIGNS.values(), *FRENCH_SIGNS.values()}
    assert len(names) == 7
    for large in (False, True):
        pictures = {suit_sign(name, large).tobytes() for name in names}
        assert len(pictures) == 7
        assert {suit_sign(name, large).size for name in names} == {(15, 15) if large else (9, 9)}
    assert sign_name("S", french=True) != sign_name("S", french=False)
    assert {key_mark(name).height <= 8 for name in ("fold", "play", "arrows")} == {True}


@pytest.mark.parametrize("name", sorted({*GERMAN_SIGNS.values(), *FRENCH_SIGNS.values()}))
@pytest.mark.parametrize("rank", ["O", "U", "Q", "10", "A"])
def test_a_rank_does_not_touch_the_sign_below_it(name: str, rank: str) -> None:
    canvas = Canvas()
    draw_card(canvas, (0, 0), rank, name, height=30)
    below_rank = canvas.image.crop((3, 13, 23, 14))
    assert below_rank.getbbox() is None
    assert canvas.image.crop((3, 1, 23, 13)).getbbox()
    assert canvas.image.crop((3, 14, 23, 29)).getbbox()


@pytest.mark.parametrize("seed", range(20))
def test_wrapped_lines_are_as_wide_as_they_may_be(seed: int) -> None:
    chance = random.Random(seed)
    text = " ".join(chance.choice(["Stich", "[hearts:K],", "ÄÖÜ", "gab", "10", "zurücknehmen"]) for _ in range(20))
    rows = wrap(text, "small", 90)
    assert " ".join(rows) == text
    assert all(text_width(row, "small") <= 90 for row in rows)
    for row, following in itertools.pairwise(rows):
        assert text_width(f"{row} {following.split()[0]}", "small") > 90


@pytest.mark.parametrize("seed", range(10))
def test_balanced_lines_are_as_many_and_no_wider(seed: int) -> None:
    chance = random.Random(seed)
    text = " ".join(chance.choice(["Stich", "[hearts:K],", "ÄÖÜ", "gab", "10", "zurücknehmen"]) for _ in range(9))
    rows, even = wrap(text, "plain", 124), wrap_evenly(text, "plain", 124)
    assert len(even) == len(rows)
    assert " ".join(even) == text
    assert max(text_width(row, "plain") for row in even) <= max(text_width(row, "plain") for row in rows)


def test_a_card_in_a_sentence_is_drawn() -> None:
    canvas = Canvas()
    canvas.text((0, 0), "[hearts:K],")
    sign = canvas.image.crop((0, 2, 9, 11))
    assert sign.tobytes() == suit_sign("hearts").tobytes()
    assert cards("HK") == (card("HK"),)
