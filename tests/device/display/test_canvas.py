"""The canvas: faults that it records, cards within a text, and lines that are wrapped."""

import itertools
import random
from collections.abc import Callable

import pytest

from common.texts.phrases import FRENCH_SIGNS, GERMAN_SIGNS
from device.display.canvas import Canvas
from device.display.drawings import draw_box, draw_card
from device.display.text_layout import text_width, wrap


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


def test_unknown_character_is_a_question_mark() -> None:
    asked, other = Canvas(), Canvas()
    asked.text((0, 20), "王?")
    other.text((0, 20), "??")
    assert asked.image.tobytes() == other.image.tobytes()


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
