"""Names as the display shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.settings.settings import is_name
from device.settings.tournament import short_names


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Huber", "Eva Kern"), ("Huber", "Eva Kern")),
        (("Josef Unterholzner",), ("Unterholz.",)),
        (("Sebastian Mayr",), ("S. Mayr",)),
        (("Huber", "Huber", "Huber"), ("Huber", "Hube.", "Hub.")),
        (("Huber", "Josef Huber"), ("Huber", "J. Huber")),
        (("Žarko  Đokić",), ("Ž. Đokić",)),
        (("中村",), ("??",)),
        ((" ",), ("?",)),
        (("Hu\xadber", "\xad"), ("Huber", "?")),
    ],
)
def test_names_are_shortened_until_they_fit_and_differ(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert short_names(names) == shown


@given(st.lists(st.text(max_size=50), max_size=4))
def test_each_name_can_be_shown_and_none_is_twice(names: list[str]) -> None:
    shown = short_names(names)
    assert len(set(shown)) == len(names) == len(shown)
    assert all(map(is_name, shown))
