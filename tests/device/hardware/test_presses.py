"""Presses from the edges of pins."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.hardware.presses import QUIET_SECONDS, STUCK_SECONDS, DebouncedButton, Press

FOLD = Press("fold")


def presses_of(edges: str, is_down: bool = False, press: Press = FOLD) -> list[float]:
    """Returns when presses were told: edges as `12d` (down at 12 ms), `13u`; `14D` and `15U` are looks at the level."""
    seen: list[float] = []
    now = 0.0
    button = DebouncedButton(press, lambda _: seen.append(now), is_down)
    for edge in edges.split():
        now = int(edge[:-1])
        down = edge[-1] in "dD"
        button.edge(down, now / 1000, now / 1000) if edge[-1].islower() else button.level(down, now / 1000)
    return seen


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        pytest.param("0d 100u", [0], id="one press"),
        pytest.param("0d 1u 2d 3u 4d 120u", [0], id="bounces going down"),
        pytest.param("0d 120u 121d 123u 124d 125u", [0], id="bounces going up"),
        pytest.param("0d 60u 140d 200u", [0, 140], id="two quick presses"),
        pytest.param("0d 5000u 6000d", [0, 6000], id="held for long, then pressed again"),
        pytest.param("0u 20d 21u 22d 120u", [20], id="the first bounce seen too late"),
        pytest.param("0u 1u 2u", [], id="a spark"),
        pytest.param("0d 100u 101d 102d 300U 800U 1400U 1500d", [0, 1500], id="the last edge of letting go is lost"),
        pytest.param("0D 100d 101u 102d 150U 300u", [100], id="looks are quicker than edges"),
        pytest.param("0D 100D 200U 1000d 1001u 1002d 1300u", [1000], id="edges of a short press come a second late"),
    ],
)
def test_edges_become_presses(edges: str, presses: list[float]) -> None:
    assert presses_of(edges) == presses


LOOKS = " ".join(f"{moment}D" for moment in range(100, 2000, 100))


@pytest.mark.parametrize(
    ("press", "edges", "presses"),
    [
        pytest.param(Press("down"), f"0d {LOOKS} 2000u", [0, *range(600, 2000, 200)], id="down moves on"),
        pytest.param(Press("up", 2), "0d 500D 650D 700D 800D 810u 1000U 1200U", [0, 650, 800], id="until it is let go"),
        pytest.param(Press("play"), f"0d {LOOKS} 2000u", [0], id="what answers is never repeated"),
        pytest.param(Press("down"), "0d 100u 700U 800U", [0], id="a short press"),
        pytest.param(Press("down"), "0d 9900D 10000D 11000D", [0, 9900], id="a stuck button is no held one"),
        pytest.param(Press("down"), "0d 700U 800U 1000U", [0], id="the edge of letting go is lost"),
    ],
)
def test_held_buttons_that_move_repeat_their_press(press: Press, edges: str, presses: list[float]) -> None:
    assert presses_of(edges, press=press) == presses


def test_repeats_are_told_apart() -> None:
    seen: list[Press] = []
    button = DebouncedButton(Press("up", 1), seen.append)
    button.edge(is_down=True, moment=0.0, now=0.0)
    button.level(is_down=True, now=1.0)
    assert seen == [Press("up", 1), Press("up", 1, is_repeat=True)]


def test_button_held_from_the_start_is_no_press() -> None:
    assert presses_of("10D 200u 201d 202u 2000D 3000D 4000u 5000d", is_down=True) == [5000]


@given(st.lists(st.tuples(st.integers(60, 400), st.integers(60, 400), st.integers(0, 1000)), max_size=8))
def test_bouncing_presses_are_counted_exactly(presses: list[tuple[int, int, int]]) -> None:
    """Bounces of up to 10 ms at either end, each edge handled up to 300 ms late, but in order."""
    seen: list[Press] = []
    button = DebouncedButton(FOLD, seen.append)
    moment = handled = 10.0
    for held, apart, seed in presses:
        chance = random.Random(seed)
        for down, length in ((True, held), (False, apart)):
            bounces = sorted(chance.uniform(0, 0.01) for _ in range(2 * chance.randrange(4)))
            for number, bounce in enumerate([*bounces, 0.01]):
                handled = max(handled, moment + bounce + chance.uniform(0, 0.3))
                button.edge(down == (number % 2 == 0), moment + bounce, handled)
            moment += 0.01 + length / 1000
    assert len(seen) == len(presses)


@pytest.mark.parametrize(("held", "is_stuck"), [(STUCK_SECONDS - 0.1, False), (STUCK_SECONDS, True)])
def test_button_held_too_long_is_stuck(held: float, is_stuck: bool) -> None:
    button = DebouncedButton(FOLD, lambda _: None)
    button.edge(True, 5.0, 5.0)
    assert button.is_stuck(5.0 + held) is is_stuck
    button.edge(False, 5.0 + held, 5.0 + held)
    assert not button.is_stuck(5.0 + held + 2 * QUIET_SECONDS)
