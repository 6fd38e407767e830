"""A copy of what a referee knows holds every field, and shares none that can be changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest

from engine.cards import BAVARIAN_32
from engine.referee.hand_constraints import Conflict, HandConstraints
from engine.referee.referee import Referee
from engine.referee.worlds import ConstrainedPlay, CopiedState, Group

CARDS = BAVARIAN_32.parse("EA EK EO EU")
LAID = ConstrainedPlay(3, 1, 1, 2, ())
OTHER_CONTENT = {list: [LAID], dict: {7: CARDS[0]}, set: {7}, bool: True, int: 5, tuple: (9,)}
"""By type of a field: content that no state has when it is made."""


def fields(state: CopiedState) -> dict[str, object]:
    assert not hasattr(state, "__dict__"), "a field outside the slots would not be copied"
    return {name: getattr(state, name) for name in state._fields}


def constraints() -> HandConstraints:
    """Returns a state in which each field differs from what it is at first."""
    state = HandConstraints(BAVARIAN_32.all, {0: 5, 1: 5})
    for name, value in fields(state).items():
        setattr(state, name, OTHER_CONTENT[type(value)])
    return state


def referee() -> Referee:
    state = Referee(BAVARIAN_32, {0: 5, 1: 5})
    for name, value in fields(state).items():
        if type(value) in OTHER_CONTENT:
            setattr(state, name, OTHER_CONTENT[type(value)])
    state._main, state._others = constraints(), [constraints(), constraints()]
    return state


def differences(state: object, twin: object, path: str = "") -> Iterator[str]:
    """Yields the fields that *twin* lacks, or has otherwise, or shares although they can be changed."""
    if isinstance(state, CopiedState):
        for name, value in fields(state).items():
            yield from differences(value, getattr(twin, name, None), f"{path}.{name}")
        if state is twin:
            yield path
    elif isinstance(state, list) and isinstance(twin, list) and len(state) == len(twin):
        for item, other in zip(state, twin, strict=True):
            yield from differences(item, other, f"{path}[]")
        if state is twin:
            yield path
    elif state != twin or (state is twin and not isinstance(state, Hashable)):
        yield path


@pytest.mark.parametrize("state", [constraints(), referee()], ids=["constraints", "referee"])
def test_a_copy_has_all_fields_and_shares_none_that_can_be_changed(state: HandConstraints | Referee) -> None:
    assert list(differences(state, state.copy())) == []


@pytest.mark.parametrize("field", [name for name in HandConstraints.__slots__ if name not in ("seats", "unseen")])
def test_the_comparison_finds_a_field_that_is_shared_or_forgotten(field: str) -> None:
    state = constraints()
    forgotten, shared = state.copy(), state.copy()
    delattr(forgotten, field)
    setattr(shared, field, getattr(state, field))
    changeable = not isinstance(getattr(state, field), Hashable)
    assert list(differences(state, forgotten)) == [f".{field}"]
    assert list(differences(state, shared)) == ([f".{field}"] if changeable else [])


class Extended(HandConstraints):
    """A state with one more field."""

    __slots__ = ("added",)


def test_a_field_that_is_added_is_copied() -> None:
    state = Extended(BAVARIAN_32.all, {0: 5, 1: 5})
    state.added = [1]
    twin = state.copy()
    assert (twin.added, twin.unseen) == ([1], state.unseen)
    assert twin.added is not state.added


def test_list_elements_are_immutable() -> None:
    """Copying a list is enough only if its items are immutable."""
    conflict = Conflict("witness", (LAID,), 1, (1,), 1)
    assert len({LAID, Group(0, 1, 1), conflict}) == 3
