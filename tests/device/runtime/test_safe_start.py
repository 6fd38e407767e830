"""The appliance starts with any journal: an evening that cannot be folded or drawn is kept in a copy, and reported."""

import io
from pathlib import Path

import pytest

from cli.main import main
from common.files.paths import journal_file, starts_file
from device.menus.deal.manual_entry import ManualEntryMenu
from device.runtime import game_tracking, journal_opening
from device.runtime.appliance import Appliance
from device.runtime.journal_opening import MAX_EVENINGS_LEFT_OUT, MENDED_JOURNAL, NEW_JOURNAL, SAFE_START
from device.screens.base import Screen
from device.settings.settings import Config
from device.storage.journal import Journal, JournalError
from device.storage.recorded_events import read_journal
from engine.events import DealStarted, EveningStarted, Event, GameStarted
from tests.support.appliance import PARTLESS
from tests.support.session_script import GAME

SEATS = (0, 1, 2, 3)
MONDAY: list[Event] = [EveningStarted("monday"), GameStarted(GAME, SEATS, 0), DealStarted(0)]
TUESDAY: list[Event] = [EveningStarted("tuesday"), GameStarted("gras", SEATS, 1), DealStarted(1)]
UNKNOWN: list[Event] = [EveningStarted("wednesday"), GameStarted("tarock", SEATS, 0), DealStarted(0)]

pytestmark = pytest.mark.usefixtures("own_folders", "pins")


def journal_of(*evenings: list[Event]) -> list[Event]:
    events = [event for evening in evenings for event in evening]
    with Journal(journal_file()) as journal:
        for event in events:
            journal.append(event, 0.0)
    return events


def shown_at_start(log: io.StringIO | None = None, quick_starts: int = 0) -> list[Screen]:
    """Returns the notices of a start."""
    log = io.StringIO() if log is None else log
    with Appliance(Config(seats=SEATS), PARTLESS, log, quick_starts=quick_starts) as appliance:
        appliance.run(keep_on=lambda: False)
        return list(appliance.session._notices)


def failing_draw(monkeypatch: pytest.MonkeyPatch, game: str = "") -> None:
    """No screen can be drawn while *game* is played, or any."""
    begin = journal_opening.start_and_draw

    def fail_or_start(begun: object, events: list[Event]) -> object:
        if any(isinstance(event, GameStarted) and game in ("", event.game) for event in events):
            raise KeyError("C10")
        return begin(begun, events)  # type: ignore[arg-type]

    monkeypatch.setattr("device.runtime.journal_opening.start_and_draw", fail_or_start)


def test_a_journal_that_cannot_be_drawn_is_put_aside_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    events, log = journal_of(MONDAY), io.StringIO()
    failing_draw(monkeypatch)
    assert NEW_JOURNAL in shown_at_start(log)
    assert "KeyError" in log.getvalue() or "C10" in log.getvalue()
    assert read_journal(journal_file()) == []
    assert read_journal(journal_file().with_name("journal.sqlite.broken-1")) == events


@pytest.mark.parametrize("broken", ["game that cannot be drawn", "unknown game"])
def test_only_the_evening_that_cannot_be_followed_is_left_out(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as after a downgrade."""
    events = journal_of(MONDAY, UNKNOWN if broken == "unknown game" else TUESDAY)
    failing_draw(monkeypatch, "gras")
    assert MENDED_JOURNAL in shown_at_start()
    assert read_journal(journal_file()) == MONDAY
    assert read_journal(journal_file().with_name("journal.sqlite.broken-1")) == events
    assert MENDED_JOURNAL not in shown_at_start(), "once is enough"


@pytest.mark.parametrize("more", [0, 1])
def test_evenings_that_cannot_be_followed_are_left_out_one_by_one_unless_they_are_many(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = journal_of(MONDAY, *[TUESDAY] * (MAX_EVENINGS_LEFT_OUT + more))
    failing_draw(monkeypatch, "gras")
    assert {MENDED_JOURNAL, NEW_JOURNAL} & {*shown_at_start()} == {NEW_JOURNAL if more else MENDED_JOURNAL}
    assert read_journal(journal_file()) == ([] if more else MONDAY)
    if more:
        assert read_journal(journal_file().with_name("journal.sqlite.broken-1")) == events


def test_a_read_only_journal_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    events = journal_of(MONDAY)
    failing_draw(monkeypatch)
    opened = Journal.__init__

    def open_journal(journal: Journal, path: Path, whole: bool = False) -> None:
        if path == journal_file():
            raise JournalError("read-only file system")
        opened(journal, path, whole)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "__init__", open_journal)
        shown_at_start()
    assert read_journal(journal_file()) == events


@pytest.mark.parametrize(
    ("quick", "notices", "left"),
    [
        pytest.param(2, set(), [*MONDAY, *TUESDAY], id="by chance"),
        pytest.param(3, {SAFE_START}, [*MONDAY, *TUESDAY], id="camera"),
        pytest.param(5, {SAFE_START, MENDED_JOURNAL}, MONDAY, id="evening"),
        pytest.param(6, {SAFE_START, NEW_JOURNAL}, [], id="journal"),
        pytest.param(9, {SAFE_START}, [*MONDAY, *TUESDAY], id="it was not the journal"),
    ],
)
def test_after_quick_starts_less_is_trusted(quick: int, notices: set[Screen], left: list[Event]) -> None:
    events = journal_of(MONDAY, TUESDAY)
    watched = {SAFE_START, NEW_JOURNAL, MENDED_JOURNAL}
    assert watched & set(shown_at_start(quick_starts=quick)) == notices
    assert read_journal(journal_file()) == left
    aside = journal_file().with_name("journal.sqlite.broken-1")
    assert aside.exists() == (left != events)
    assert left == events or read_journal(aside) == events


def test_a_safe_start_scores_without_camera_and_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_camera(*_: object, **__: object) -> None:
        pytest.fail("nobody looks")

    monkeypatch.setattr("device.camera.sources.open_camera", open_camera)
    monkeypatch.setattr(game_tracking, "open_reader", open_camera)
    journal_of(MONDAY)
    with Appliance(Config(seats=SEATS), PARTLESS, io.StringIO(), quick_starts=3) as appliance:
        turns = iter(range(5))
        appliance.run(keep_on=lambda: next(turns, None) is not None)
        assert isinstance(appliance.session.controller.menu, ManualEntryMenu)


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize(
    ("error", "counted"),
    [
        pytest.param(None, False, id="ended as told"),
        pytest.param(KeyError("C10"), True, id="crash"),
        pytest.param(JournalError("got no place"), False, id="settings"),
    ],
)
def test_exits_that_count_as_a_crash(error: Exception | None, counted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(Appliance, "run", run)
    if isinstance(error, KeyError):
        with pytest.raises(KeyError):
            main(["run", "--camera", "/dev/video99"])
    else:
        main(["run", "--camera", "/dev/video99"])
    assert starts_file("starts").exists() == counted
