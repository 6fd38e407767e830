"""What is read of the file of a journal: from where, in which order, and what of damaged lines."""

import io
from hashlib import blake2b
from itertools import pairwise

import pytest

from device.storage.journal_content import JournalContent
from device.storage.journal_format import Row, encode_journal, encode_line
from device.storage.recorded_events import read_events, refers_to_earlier_events
from engine.events import Amended, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, Ruled

EVENING, NAMES, OTHER_NAMES = EveningStarted("Friday"), PlayersSeated(((0, "Zenzi"),)), PlayersSeated(((1, "Vroni"),))
GAME, OF_TWO, WATTEN = (
    GameStarted("gras", (0, 1, 2), 0),
    GameStarted("gras", (0, 1), 0),
    GameStarted("watten", (0, 1, 2, 3), 0),
)
DEAL = DealStarted(0)


@pytest.mark.parametrize(
    ("events", "start"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([EVENING, NAMES, GAME, DEAL], 0, id="one evening"),
        pytest.param([EVENING, GAME, DEAL, EVENING, NAMES, GAME, DEAL], 3, id="the second evening"),
        pytest.param([EVENING, GAME, DEAL, EVENING, NAMES], 0, id="an evening without a game yet"),
        pytest.param([GAME, DEAL, GAME, DEAL], 0, id="games whose counts go on"),
        pytest.param([GAME, DEAL, WATTEN, DEAL], 2, id="another game"),
        pytest.param([GAME, DEAL, OF_TWO, DEAL], 2, id="other seats"),
        pytest.param([GAME, WATTEN, GAME, DEAL], 2, id="another game between two"),
        pytest.param([NAMES, GAME, DEAL, WATTEN, DEAL], 0, id="names that still hold"),
        pytest.param([NAMES, GAME, DEAL, OTHER_NAMES, WATTEN, DEAL], 3, id="names before the last game"),
        pytest.param([NAMES, GAME, DEAL, OTHER_NAMES, GAME, DEAL], 0, id="names before the first of its games"),
        pytest.param([GAME, DEAL, NAMES], 0, id="names after the last game"),
    ],
)
def test_a_journal_is_read_from_where_the_last_evening_began(events: list[Event], start: int) -> None:
    rows = [Row.of(position, 0.0, event) for position, event in enumerate(events)]
    assert read_events(JournalContent(io.BytesIO(encode_journal(rows))), whole=False).start == start


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([EVENING, GAME, DEAL, Amended(2), Ruled(2, "stands")], False, id="what was read"),
        pytest.param([GAME, Ruled(-1, "stands")], True, id="a ruling on an event before"),
        pytest.param([GAME, Amended(-2)], True, id="an event before was taken back"),
        pytest.param([GAME, Amended(1, Ruled(-3, "stands"))], True, id="a ruling on one before was changed"),
        pytest.param([EVENING, GAME, DEAL, Amended(0)], True, id="the evening was taken back"),
        pytest.param([EVENING, GAME, DEAL, Amended(1, WATTEN)], True, id="the game was changed"),
        pytest.param([NAMES, GAME, DEAL, Amended(0, OTHER_NAMES)], True, id="the names were changed"),
        pytest.param([EVENING, GAME, Amended(1, NAMES, before=True)], True, id="something was put before the game"),
        pytest.param([EVENING, GAME, DEAL, Amended(2, DEAL, before=True)], False, id="something was put after it"),
    ],
)
def test_more_is_read_if_something_refers_to_what_came_before(events: list[Event], expected: bool) -> None:
    assert refers_to_earlier_events(events) is expected


@pytest.mark.parametrize("block", [1, 7, 64, 1 << 16])
def test_rows_are_found_from_every_position_forwards_and_backwards(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_BLOCK_BYTES", "_NEAR_BYTES"):
        monkeypatch.setattr(f"device.storage.journal_content.{name}", block)
    rows = [Row.of(position, float(position), (NAMES, GAME, DEAL)[position % 3]) for position in range(120)]
    content = JournalContent(io.BytesIO(encode_journal(rows)))
    assert content.count == 120
    assert list(content.rows_backwards()) == rows[::-1]
    for start in range(121):
        assert list(content.rows(start)) == rows[start:]
    places = [content.place_of(position) for position in range(121)]
    assert [content.digest(*each) for each in pairwise(places)] == [
        blake2b(encode_line([row]), digest_size=16).hexdigest() for row in rows
    ]


@pytest.mark.parametrize("damaged", [0, 1, 60, 118])
@pytest.mark.parametrize("block", [64, 1 << 16])
def test_a_damaged_line_is_one_damaged_row_and_hides_no_other(
    damaged: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_BLOCK_BYTES", "_NEAR_BYTES"):
        monkeypatch.setattr(f"device.storage.journal_content.{name}", block)
    rows = [Row.of(position, 0.0, DEAL) for position in range(120)]
    lines = encode_journal(rows).splitlines(keepends=True)
    lines[1 + damaged] = b"\0" * (len(lines[1 + damaged]) - 1) + b"\n"
    content = JournalContent(io.BytesIO(b"".join(lines)))
    found = list(content.rows())
    assert [row.position for row in found if not row.is_intact] == [damaged]
    assert [row for row in found if row.is_intact] == rows[:damaged] + rows[damaged + 1 :]
    assert content.count == 120
    for start in (damaged + 1, 119):
        assert list(content.rows(start)) == rows[start:]
    with pytest.raises(ValueError, match=f"event {damaged}: "):
        read_events(content)


def test_what_is_stored_at_once_is_there_whole_or_not_at_all() -> None:
    rows = [Row.of(position, 0.0, DEAL, "phone player" * (position % 2)) for position in range(5)]
    first, group = encode_journal(rows[:2]), encode_line(rows[2:])
    for length in range(len(group)):
        content = JournalContent(io.BytesIO(first + group[:length]))
        whole = length == len(group) - 1  # only the line break is missing
        assert list(content.rows()) == (rows if whole else rows[:2])
        assert content.end == len(first) + length * whole
    assert read_events(JournalContent(io.BytesIO(first + group))).marks == {1: "phone player", 3: "phone player"}
