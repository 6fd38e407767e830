"""The evenings of a journal: where one begins, what it is called, and what its events refer to."""

from collections.abc import Iterable

import pytest

from device.reporting.export import UnknownEvening, find_evening, split_into_evenings
from engine.events import Amended, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, Ruled, TrickGathered

FRIDAY, SATURDAY, SUNDAY, UNNAMED = map(EveningStarted, ("Friday", "Saturday", "Sunday", ""))
NAMES = PlayersSeated(((0, "Zenzi"),))
GAME = GameStarted("gras", (0, 1, 2), 0)
DEAL, OTHER_DEAL, TRICK = DealStarted(0), DealStarted(1), TrickGathered()


def cut(*events: Event) -> list[tuple[tuple[str, ...], tuple[Event, ...], tuple[float | None, ...]]]:
    """Returns names, events and times of each evening; the times are the positions in the journal."""
    evenings = split_into_evenings(events, [float(place) for place in range(len(events))])
    return [(evening.names, evening.events, evening.times) for evening in evenings]


@pytest.mark.parametrize(
    ("events", "names"),
    [
        pytest.param([FRIDAY, GAME, SATURDAY, GAME], [("Friday",), ("Saturday",)], id="a game on each"),
        pytest.param([FRIDAY, GAME, SATURDAY, NAMES, GAME], [("Friday",), ("Saturday",)], id="names before the game"),
        pytest.param([FRIDAY, GAME, SATURDAY], [("Friday",), ("Saturday",)], id="nothing was played yet"),
        pytest.param([FRIDAY, GAME, DEAL, SATURDAY, TRICK], [("Friday", "Saturday")], id="a deal over midnight"),
        pytest.param(
            [FRIDAY, GAME, DEAL, SATURDAY, NAMES, Ruled(2, "stands"), DEAL, GAME],
            [("Friday", "Saturday")],
            id="names and a ruling before the game goes on",
        ),
        pytest.param([GAME, DEAL, SATURDAY, GAME], [("",), ("Saturday",)], id="a game before the first evening"),
        pytest.param([FRIDAY, FRIDAY, GAME], [("Friday",), ("Friday",)], id="one that was begun twice"),
        pytest.param([FRIDAY, GAME, Amended(0), SATURDAY, GAME], [("",), ("Saturday",)], id="a beginning taken back"),
        pytest.param([FRIDAY, GAME, SATURDAY, Amended(2), GAME], [("Friday",)], id="another beginning taken back"),
    ],
)
def test_an_evening_begins_with_a_game_of_its_own(events: list[Event], names: list[tuple[str, ...]]) -> None:
    assert [evening_names for evening_names, _, _ in cut(*events)] == names


def test_an_evening_keeps_its_amendments_with_positions_of_its_own() -> None:
    friday = (FRIDAY, GAME, DEAL, Amended(2, OTHER_DEAL), Ruled(3, "stands"))
    saturday = (SATURDAY, GAME, DEAL, TRICK, Amended(8), Ruled(7, "stands"), Amended(7, OTHER_DEAL, before=True))
    own = (SATURDAY, GAME, DEAL, TRICK, Amended(3), Ruled(2, "stands"), Amended(2, OTHER_DEAL, before=True))
    assert cut(*friday, *saturday) == [
        (("Friday",), friday, (0.0, 1.0, 2.0, 3.0, 4.0)),
        (("Saturday",), own, (5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0)),
    ]


def test_of_an_amendment_on_another_evening_only_the_result_is_kept() -> None:
    events = (FRIDAY, GAME, DEAL, TRICK, Ruled(3, "stands"), SATURDAY, GAME, DEAL, Amended(2), Ruled(7, "counted"))
    assert cut(*events) == [
        (("Friday",), (FRIDAY, GAME, TRICK, Ruled(2, "stands")), (0.0, 1.0, 3.0, 4.0)),
        (("Saturday",), (SATURDAY, GAME, DEAL, Ruled(2, "counted")), (5.0, 6.0, 7.0, 9.0)),
    ]


def test_a_ruling_on_another_evening_is_left_out() -> None:
    """Its position would be one before the evening: a record with it could not be judged."""
    events = (FRIDAY, GAME, DEAL, SATURDAY, Ruled(2, "stands"), GAME, OTHER_DEAL)
    assert cut(*events)[1:] == [(("Saturday",), (SATURDAY, GAME, OTHER_DEAL), (3.0, 5.0, 6.0))]


def test_a_ruling_on_another_evening_is_left_out_where_events_are_numbered_anew() -> None:
    other_game = GameStarted("gras", (0, 1), 1)
    events = (FRIDAY, GAME, DEAL, SATURDAY, GAME, OTHER_DEAL, Ruled(2, "stands"), Amended(1, other_game), TRICK)
    assert cut(*events) == [
        (("Friday",), (FRIDAY, other_game, DEAL), (0.0, 1.0, 2.0)),
        (("Saturday",), (SATURDAY, GAME, OTHER_DEAL, TRICK), (3.0, 4.0, 5.0, 8.0)),
    ]


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([FRIDAY, Amended(0), SATURDAY, GAME], id="at once"),
        pytest.param([FRIDAY, SATURDAY, GAME, Amended(0)], id="later"),
        pytest.param([FRIDAY, Ruled(0, "stands"), SATURDAY, GAME, Amended(0)], id="of a ruling on it nothing is left"),
    ],
)
def test_an_evening_of_which_everything_was_taken_back_is_none(events: list[Event]) -> None:
    assert [names for names, _, _ in cut(*events)] == [("Saturday",)]


@pytest.mark.parametrize(
    ("wanted", "events", "times"),
    [
        pytest.param("last", (SATURDAY, GAME, OTHER_DEAL), [8, 9, 10], id="the last one with a game"),
        pytest.param("Saturday", (SATURDAY, GAME, OTHER_DEAL), [8, 9, 10], id="by its name"),
        pytest.param("Sunday", (SUNDAY, NAMES), [11, 12], id="without a game only by its name"),
        pytest.param(
            "Friday",
            (FRIDAY, GAME, DEAL, Amended(2), FRIDAY, GAME, DEAL, Amended(6)),
            range(8),
            id="two of one name are one",
        ),
    ],
)
def test_an_evening_is_found_by_its_name(wanted: str, events: tuple[Event, ...], times: Iterable[int]) -> None:
    friday = (FRIDAY, GAME, DEAL, Amended(2), FRIDAY, GAME, DEAL, Amended(6))
    journal: list[Event] = [*friday, SATURDAY, GAME, OTHER_DEAL, SUNDAY, NAMES]
    found = find_evening(wanted, journal, [float(place) for place in range(len(journal))])
    assert found.events == events
    assert found.times == tuple(map(float, times))
    assert found.names == (wanted if wanted != "last" else "Saturday",)


def test_an_unknown_evening_is_answered_by_those_that_there_are() -> None:
    journal: list[Event] = [FRIDAY, GAME, SATURDAY, GAME, FRIDAY, GAME, UNNAMED, GAME]
    with pytest.raises(UnknownEvening, match=r"got evening 'Monday', expected last or one of: Friday, Saturday$"):
        find_evening("Monday", journal, [None] * len(journal))
    with pytest.raises(UnknownEvening, match=r"got evening 'last', .*: none has a name$"):
        find_evening("last", [UNNAMED, NAMES], [None] * 2)
