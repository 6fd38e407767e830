"""Tests of the plan of an exam, and of the truth of a film."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.exam.cards import CARDS_PER_STEP, draw_plan, draw_some, read_truth
from cli.exam.scoring import NOT_IN_PLAY, TrueCard
from common.errors import CommandError
from engine.cards import BAVARIAN_32, FRENCH_52, GERMAN_33


@given(st.integers(1, 300), st.integers(), st.sampled_from([BAVARIAN_32, GERMAN_33, FRENCH_52]))
def test_a_plan_asks_for_so_many_cards_each_as_often_as_the_others(count: int, seed: int, pack: object) -> None:
    cards = pack.cards  # type: ignore[attr-defined]
    plan = draw_plan(cards, count, seed)
    asked = [card for step in plan for card in step.cards]
    assert len(asked) == count
    assert plan == draw_plan(cards, count, seed)
    for step, following in pairwise(plan):
        assert not set(step.cards) & set(following.cards)
    for step in plan:
        assert len(set(step.cards)) == len(step.cards) == CARDS_PER_STEP[step.condition]
    counts = Counter(asked)
    assert max(counts.values()) - min(counts[card] for card in cards) <= 2
    if count >= len(cards) + 8:
        assert set(counts) == set(cards)


def test_conditions_get_the_same_number_of_cards() -> None:
    counts: Counter[str] = Counter()
    for step in draw_plan(BAVARIAN_32.cards, 160, 3):
        counts[step.condition] += len(step.cards)
    assert counts == dict.fromkeys(CARDS_PER_STEP, 40)


def test_pictures_are_drawn_whatever_their_order() -> None:
    names = [f"{number}.jpg" for number in range(20)]
    assert draw_some(names, 5, 7) == draw_some(names[::-1], 5, 7)
    assert sorted(draw_some(names, 99, 7)) == sorted(names)


@pytest.mark.parametrize(("cards", "count"), [(7, 10), (32, 0)])
def test_a_plan_that_cannot_be_is_refused(cards: int, count: int) -> None:
    with pytest.raises(ValueError, match="expected at least"):
        draw_plan(BAVARIAN_32.cards[:cards], count, 0)


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        pytest.param('{"card": "HK"}', [TrueCard("HK", "film")], id="only the card"),
        pytest.param('\ufeff{"card": "HK"}\n\n', [TrueCard("HK", "film")], id="byte order mark and empty line"),
        pytest.param('{"t": 2.5, "card": "EA", "seat": 3}', [TrueCard("EA", "film", seat=3, time=2.5)], id="seconds"),
        pytest.param('{"frame": 9, "card": "EA", "seat": null}', [TrueCard("EA", "film", frame=9)], id="frame"),
        pytest.param('{"frame": 9, "released": 4, "card": "EA"}', [TrueCard("EA", "film", frame=4)], id="first seen"),
        pytest.param('{"card": "EA", "condition": "dim"}', [TrueCard("EA", "dim")], id="condition"),
        pytest.param('{"card": "E6"}', [TrueCard(NOT_IN_PLAY, "film")], id="a six that was set aside"),
        pytest.param(
            '{"event": "trick_gathered", "card": null}\n{"event": "card_laid", "card": "HK"}',
            [TrueCard("HK", "film")],
            id="other events",
        ),
    ],
)
def test_lines_become_cards(text: str, laid: list[TrueCard], tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    path.write_text(text, encoding="utf-8")
    assert read_truth(path, BAVARIAN_32, {"E6"}) == laid


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(b"", "without a card", id="empty"),
        pytest.param(b'{"event": "card_lifted", "card": "HK"}', "without a card", id="none laid"),
        pytest.param(b"\xff\xfe", "no text in UTF-8", id="binary"),
        pytest.param(b"HK", "line 1 of", id="no JSON"),
        pytest.param(b"[" * 100_000, "line 1 of", id="deep"),
        pytest.param(b'["HK"]', "no object", id="a list"),
        pytest.param(b'{"frame": 3}', "got card None", id="no card"),
        pytest.param(b'{"card": ["HK"]}', r"got card \['HK'\]", id="cards"),
        pytest.param(b'{"card": "L6"}', "got card 'L6'", id="a six that nobody knows"),
        pytest.param(b'{"card": "HK", "seat": 4}', "got seat 4", id="fifth seat"),
        pytest.param(b'{"card": "HK", "seat": 0.5}', "got seat 0.5", id="half a seat"),
        pytest.param(b'{"card": "HK", "frame": -1}', "got frame -1", id="before the film"),
        pytest.param(b'{"card": "HK", "frame": true}', "got frame True", id="true"),
        pytest.param(b'{"card": "HK", "t": NaN}', "got t nan", id="nan"),
        pytest.param(b'{"card": "HK", "condition": 3}', "got condition 3", id="condition"),
    ],
)
def test_unusable_truth_file_is_an_error(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=complaint):
        read_truth(path, BAVARIAN_32)
