"""A copy of the constraints on hands shares nothing that can be changed."""

from engine.cards import BAVARIAN_32
from engine.referee.hand_constraints import HandConstraints
from engine.referee.proofs import Conflict
from engine.referee.worlds import ConstrainedPlay, Group

LAID = ConstrainedPlay(3, 1, 1, 2, ())


def test_a_copy_is_equal_and_shares_no_list_or_dict() -> None:
    state = HandConstraints(BAVARIAN_32.all, {0: 5, 1: 5})
    state.added = [1]  # type: ignore[attr-defined]  # a field of its own is copied too
    state.lay(LAID)
    twin = state.copy()
    assert vars(twin) == vars(state)
    shared = [name for name, value in vars(state).items() if getattr(twin, name) is value]
    assert all(isinstance(getattr(state, name), int | tuple | bool) for name in shared)


def test_list_elements_are_immutable() -> None:
    """Copying a list is enough only if its items are immutable."""
    conflict = Conflict("witness", (LAID,), 1, (1,), 1)
    assert len({LAID, Group(0, 1, 1), conflict}) == 3
