"""Units of root: the table's own Wi-Fi, and updates."""

from importlib.metadata import version
from pathlib import Path

import pytest

from common.files.paths import choices_file
from common.texts.keys import FilledPhrase, Phrase
from device.runtime import appliance_runs, root_units
from device.runtime import root_units as update_module
from device.runtime.appliance_runs import notices_of_start
from device.runtime.landlord_jobs import UPDATE_FAULTS
from device.runtime.root_units import PASSWORD_LENGTH, PASSWORD_LETTERS, WIFI_TIMEOUT_S, RootUnit, WifiSwitch
from device.screens.base import Notice
from device.settings.preferences import Choices
from device.settings.requests import Update
from tests.device.runtime.landlord.conftest import begun
from tests.support.appliance import driven
from tests.support.session_script import GERMAN


class Board:
    """A runtime folder with the request, the helper's result, and a clock that is set by hand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
            monkeypatch.setenv(name, str(folder / name.lower()))
            (folder / name.lower()).mkdir()
        self.request, self.result = folder / "runtime_directory/network", folder / "result"
        (folder / "unit").touch()
        monkeypatch.setattr(
            root_units, "WIFI_UNIT", RootUnit(folder / "unit", "network", self.result, root_units.WIFI_UNIT.max_bytes)
        )
        self.choices = Choices(choices_file())
        self.now, self.said = 0.0, list[str]()
        self.wifi = self.switch()

    def switch(self) -> WifiSwitch:
        return WifiSwitch(self.choices, self.said.append, lambda: self.now)

    def taken(self) -> str:
        """Returns the request, which the helper takes away."""
        text = self.request.read_text() if self.request.exists() else ""
        self.request.unlink(missing_ok=True)
        return text

    def answers(self, word: str) -> None:
        part = self.result.with_name("result.new")
        part.write_text(f"{word}\n")
        part.replace(self.result)


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(tmp_path, monkeypatch)


def test_it_is_asked_for_and_shown_when_it_is_there(board: Board) -> None:
    board.wifi.begin(page_is_on=True)
    assert board.taken() == ""
    assert board.wifi.look().stage == "off"
    board.wifi.use(on=True)
    wifi = board.wifi.look()
    assert board.taken() == f"on\n{wifi.name}\n{wifi.password}\n"
    assert (wifi.is_wanted, wifi.stage) == (True, "starting")
    assert len(wifi.password) == PASSWORD_LENGTH
    assert set(wifi.password) <= set(PASSWORD_LETTERS)
    board.answers("starting")
    assert board.wifi.look().stage == "starting"
    board.answers("on")
    assert board.wifi.look().stage == "on"


@pytest.mark.parametrize(
    ("word", "stage"),
    [("no_manager", "no_manager"), ("no_wifi", "no_wifi"), ("blocked", "blocked"), ("malformed", "failed"),
     ("", "failed"), ("x" * 500, "failed")],
)  # fmt: skip
def test_why_there_is_none_is_shown(board: Board, word: str, stage: str) -> None:
    board.wifi.use(on=True)
    board.answers(word)
    assert board.wifi.look().stage == stage


def test_a_helper_that_never_answers_has_failed(board: Board) -> None:
    board.wifi.use(on=True)
    board.now = WIFI_TIMEOUT_S
    assert board.wifi.look().stage == "starting"
    board.now += 1
    assert board.wifi.look().stage == "failed"
    assert len(board.said) == 1
    board.answers("on")
    assert board.wifi.look().stage == "on", "it came late"


def test_the_last_outcome_counts(board: Board) -> None:
    board.wifi.use(on=True)
    board.wifi.use(on=False)
    assert board.taken() == "off\n"
    board.answers("on")
    board.wifi.look()
    board.answers("off")
    assert (board.wifi.look().stage, board.wifi.look().is_wanted) == ("off", False)


def test_a_password_stays_until_another_is_wanted(board: Board) -> None:
    board.wifi.use(on=True)
    first = board.wifi.look()
    board.wifi.use(on=False)
    board.wifi.use(on=True)
    assert board.wifi.look() == first
    board.wifi.use(on=True, renews=True)
    second = board.wifi.look()
    assert second.name == first.name
    assert second.password != first.password
    assert second.password in board.taken()


def test_it_comes_and_goes_with_the_page_and_after_a_new_start(board: Board) -> None:
    board.wifi.use(on=True)
    board.taken()
    board.wifi.end()
    assert board.taken() == "off\n"
    board.wifi.begin(page_is_on=True)
    assert board.taken().startswith("on\n")
    board.answers("on")
    again = board.switch()
    again.begin(page_is_on=True)
    assert board.taken().startswith("on\n")
    assert again.look().is_wanted


def test_one_that_nobody_wants_any_more_is_ended(board: Board) -> None:
    board.answers("on")
    board.wifi.begin(page_is_on=False)
    assert board.taken() == "off\n"


def test_without_the_helper_it_is_not_offered(board: Board, tmp_path: Path) -> None:
    (tmp_path / "unit").unlink()
    wifi = board.switch()
    wifi.use(on=True)
    assert not wifi.look().is_offered
    assert board.taken() == ""


def test_a_request_that_cannot_be_written_is_said(board: Board) -> None:
    board.request.parent.rmdir()
    board.request.parent.touch()
    board.wifi.use(on=True)
    assert board.wifi.look().stage == "failed"
    assert len(board.said) == 1


@pytest.mark.parametrize(
    ("result", "reported"),
    [(f"{reason}\nkiebitz: got …", words) for reason, words in UPDATE_FAULTS.items()]
    + [
        ("failed\nkiebitz: pip could not", "job_failed"),
        ("no_archive", "job_failed"),
        ("done\n* version in use", FilledPhrase("job_runs_now", {"version": version("kiebitz")})),
    ],
)
def test_the_outcome_of_an_update_is_told_in_words(
    result: str, reported: Phrase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, answer = tmp_path / "runtime", tmp_path / "result"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    monkeypatch.setattr(update_module, "UPDATE_UNIT", RootUnit(tmp_path, "update", answer, 4096))
    monkeypatch.setattr(update_module, "POLL_S", 0.0001)

    original = root_units.write_atomically
    monkeypatch.setattr(
        root_units,
        "write_atomically",
        lambda path, content: (original(path, content), answer.write_text(f"{result}\n")),
    )
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice("landlord", reported)
    assert (runtime / "update").read_text() == "kiebitz-1.0.tar.gz\n"


def test_an_update_without_a_unit_that_installs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(update_module, "UPDATE_UNIT", RootUnit(tmp_path / "none", "update", tmp_path / "result", 4096))
    monkeypatch.setattr(update_module, "POLL_S", 10.0)
    monkeypatch.setattr(update_module, "UPDATE_TIMEOUT_S", 0.0)
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice("landlord", "job_not_installed")


def test_the_version_that_an_update_has_started_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = tmp_path / "result"
    monkeypatch.setattr(appliance_runs, "UPDATE_UNIT", RootUnit(tmp_path, "update", result, 4096))
    result.write_text("running\n")
    (notice,) = notices_of_start(pytest.fail)
    assert "läuft" in GERMAN.label(notice.text)
    result.write_text("done\n")
    assert notices_of_start(pytest.fail) == []
