"""Events are sent in order, within a window, and again until they are acknowledged, whatever is lost on the way."""

from hypothesis import given
from hypothesis import strategies as st

from link.outbox import FIRST_WAIT_S, PATIENCE_S, WINDOW, Outbox


def begun(first: int = 0) -> Outbox:
    """Returns an outbox at time 0 that knows that nothing is acknowledged."""
    outbox = Outbox()
    outbox.begin(first, 0.0)
    outbox.acknowledge(first, 0.0)
    return outbox


def test_nothing_is_sent_before_the_hall_has_said_what_it_has() -> None:
    outbox = Outbox()
    outbox.begin(100, 0.0)
    assert not outbox.take_due(150, FIRST_WAIT_S / 2)
    outbox.acknowledge(120, FIRST_WAIT_S / 2)
    assert outbox.take_due(150, FIRST_WAIT_S / 2) == range(120, 150)


def test_a_hall_that_says_nothing_gets_all_of_it() -> None:
    outbox = Outbox()
    outbox.begin(100, 0.0)
    assert outbox.take_due(110, FIRST_WAIT_S) == range(100, 110)


def test_no_more_than_a_window_waits() -> None:
    outbox = begun()
    assert outbox.take_due(1000, 1.0) == range(WINDOW)
    assert not outbox.take_due(1000, 1.1)
    outbox.acknowledge(10, 1.2)
    assert outbox.take_due(1000, 1.2) == range(WINDOW, WINDOW + 10)


def test_what_is_not_acknowledged_for_three_seconds_is_said_again_although_cards_go_on() -> None:
    outbox = begun()
    assert outbox.take_due(1, 1.0) == range(1)
    assert outbox.take_due(2, 3.0) == range(1, 2)
    assert not outbox.take_due(2, 1.0 + PATIENCE_S - 0.1)
    assert outbox.take_due(3, 1.0 + PATIENCE_S) == range(3)


def test_progress_gives_the_rest_its_time() -> None:
    outbox = begun()
    outbox.take_due(10, 1.0)
    outbox.acknowledge(5, 3.5)
    assert not outbox.take_due(10, 1.0 + PATIENCE_S)
    assert outbox.take_due(10, 3.5 + PATIENCE_S) == range(5, 10)


def test_a_hall_that_has_lost_its_data_gets_it_again() -> None:
    outbox = begun()
    outbox.take_due(10, 1.0)
    outbox.acknowledge(10, 1.1)
    outbox.acknowledge(4, 2.0)
    assert outbox.take_due(10, 2.0) == range(4, 10)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 20)), max_size=60), st.integers(0, 500))
def test_everything_arrives_in_the_end(turns: list[tuple[bool, bool, int]], first: int) -> None:
    """In each turn events come, and the messages and the acknowledgement of the turn arrive or are lost."""
    outbox, stored, end, now = begun(first), first, first, 0.0
    for arrives, is_answered, more in [*turns, *[(True, True, 0)] * 40]:
        now += PATIENCE_S
        end += more
        due = outbox.take_due(end, now)
        assert due.stop - outbox.acknowledged <= WINDOW
        if arrives and due.start <= stored:
            stored = max(stored, due.stop)
        if is_answered:
            outbox.acknowledge(stored, now)
    assert stored == outbox.acknowledged == end
