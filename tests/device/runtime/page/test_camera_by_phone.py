"""Aiming and enrolling by the landlord's phone on a running appliance: in step with the display, ended by a press."""

import base64
import io
import itertools
import json
import socket
import statistics
import threading
import time
import zipfile
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from common.files.paths import choices_file, journal_file, state_folder, table_socket
from device.hardware.board import read_board
from device.hardware.presses import Button, Press
from device.runtime.appliance import Appliance
from device.runtime.page import live_view
from device.runtime.page.live_view import MAX_BYTES
from device.runtime.page.phone_questions import PhoneQuestions
from device.runtime.page.pictures import enrolment_of
from device.screens.table import AimingScreen
from device.settings.preferences import Choices
from device.settings.requests import Aim, ShowCrops, TryParts, UsePage
from device.settings.settings import Config
from device.storage.journal import Journal
from engine.events import CardLaid, DealStarted, GameStarted
from tests.device.runtime.page.test_feed import ask, of_role, talk
from tests.support.appliance import run_beside
from tests.support.session_script import GAME, card
from tests.support.waiting import wait_until
from vision.types import Frame

FRAME_S = 0.03
MAX_TURN_SECONDS = 0.1
"""Of the loop while a phone floods it; the median, since machines of tests are busy."""


class BareTable:
    """A camera over a table on which nothing lies."""

    def frames(self) -> Iterator[Frame]:
        image = np.random.default_rng(1).integers(90, 110, (540, 960, 3), np.uint8)
        for number in count():
            time.sleep(FRAME_S)
            yield Frame(number, number * FRAME_S, image, np.ascontiguousarray(image[::2, ::2, 0]))

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(params=["deal"])
def appliance(request: pytest.FixtureRequest, pins: MockFactory, made_folders: None) -> Iterator[Appliance]:
    """An appliance whose page is on: in a deal, or before the first one of a game."""
    with Journal(journal_file()) as journal:
        journal.append(GameStarted(GAME, (0, 2), 2), 0.0)
        for event in (DealStarted(2), CardLaid(0, card("L7"))) if request.param == "deal" else ():
            journal.append(event, 0.0)
    Choices(choices_file()).choose(page_key="00ff", language="de", aimed=True, watched="by_hand")
    config = Config(language="de", seats=(0, 2), pack=__file__)
    with Appliance(config, read_board("default_kit"), camera=BareTable) as running:
        yield running


def aim(what: str, role: str = "landlord") -> str:
    return str(ask(of_role(role, do="aim", what=what))["refused"])


def deck(asked: str, token: str = "") -> str:
    return str(ask(of_role("landlord", do="deck", ask=asked, token=token))["refused"])


def live(after: int = 0) -> dict[str, Any]:
    """Returns the answer about a frame that is newer than *after*."""
    return ask({"type": "fetch", "id": "b", "document": "live", "offset": after})


def first_frame() -> dict[str, Any]:
    answers: list[dict[str, Any]] = []
    wait_until(lambda: answers.append(live()) or answers[-1]["text"] or answers[-1]["refused"])
    assert answers[-1]["refused"] == ""
    frame: dict[str, Any] = json.loads(answers[-1]["text"])
    return frame


def is_said(appliance: Appliance) -> bool:
    """Whether the display says that a phone gets the picture."""
    activity = appliance.activity
    return activity is not None and isinstance(activity.screen, AimingScreen) and activity.screen.on_phone


@pytest.mark.parametrize("button", ["play", "fold"])
def test_the_live_picture_lasts_until_a_press_at_the_table(appliance: Appliance, button: Button) -> None:
    def script() -> None:
        assert live()["refused"], "nobody aims yet"
        assert aim("start") == ""
        assert is_said(appliance), "before the first frame leaves"
        frame = first_frame()
        assert frame["advice"] in ("aim_card", "aim_blurred", "aim_dark")
        assert 1000 < len(base64.b64decode(frame["jpeg"])) <= MAX_BYTES
        appliance.press(Press(button))
        wait_until(lambda: appliance.activity is None)
        assert live()["refused"] == "nothing_there"

    run_beside(appliance, script)
    assert appliance.session.controller.view.plays(), "the deal goes on"


def test_a_phone_that_leaves_ends_it(appliance: Appliance, monkeypatch: pytest.MonkeyPatch) -> None:
    def script() -> None:
        assert aim("start") == ""
        first_frame()
        monkeypatch.setattr(live_view, "PATIENCE_S", 0.2)
        wait_until(lambda: appliance.activity is None)

    run_beside(appliance, script)


def test_the_phone_turns_the_picture_accepts_and_stops(appliance: Appliance) -> None:
    def script() -> None:
        assert aim("start") == ""
        assert [aim(what) for what in ("right", "right", "left")] == [""] * 3
        assert Choices(choices_file()).now.quarter_turns == 1
        assert aim("stop") == ""
        wait_until(lambda: appliance.activity is None)
        assert aim("accept") == "changed"
        assert aim("start") == aim("accept") == ""
        wait_until(lambda: appliance.activity is None)

    run_beside(appliance, script)


def test_what_the_table_has_opened_goes_on_without_the_phone(appliance: Appliance) -> None:
    def script() -> None:
        wait_until(lambda: appliance.activity is not None)
        assert not is_said(appliance)
        assert live()["refused"] == "nothing_there"
        assert aim("start") == ""
        assert is_said(appliance)
        first_frame()
        assert aim("stop") == ""
        wait_until(lambda: not is_said(appliance))
        assert appliance.activity is not None

    begin = appliance.begin_game
    appliance.begin_game = lambda safe: (begin(safe), appliance.carry_out(Aim()))  # type: ignore[assignment, func-returns-value, method-assign]
    run_beside(appliance, script)


@pytest.mark.parametrize(
    ("role", "action"),
    [
        ("player", {"do": "aim", "what": "start"}),
        ("player", {"do": "deck", "ask": "open"}),
        ("landlord", {"do": "aim"}),
        ("landlord", {"do": "aim", "what": "shoot"}),
        ("landlord", {"do": "aim", "what": {}}),
        ("landlord", {"do": "deck", "ask": 1}),
    ],
)
def test_players_and_malformed_requests_start_nothing(appliance: Appliance, role: str, action: dict[str, Any]) -> None:
    assert run_beside(appliance, lambda: ask(of_role(role, **action))["refused"]) == "malformed"
    assert appliance.activity is None


def test_another_activity_is_not_disturbed(appliance: Appliance) -> None:
    def script() -> None:
        wait_until(lambda: appliance.activity is not None)
        assert [aim("start"), deck("open"), deck("skip")] == ["busy"] * 3
        assert ask({"type": "fetch", "id": "b", "document": "deck", "card": "EA"})["refused"] == "nothing_there"

    begin = appliance.begin_game
    appliance.begin_game = lambda safe: (begin(safe), appliance.carry_out(TryParts("light")))  # type: ignore[assignment, func-returns-value, method-assign]
    run_beside(appliance, script)


def test_no_deck_is_learned_in_a_deal(appliance: Appliance) -> None:
    assert run_beside(appliance, lambda: deck("open")) == "between_deals"


@pytest.mark.parametrize("appliance", ["between"], indirect=True)
def test_a_deck_is_begun_by_phone_and_the_display_follows(appliance: Appliance) -> None:
    def script() -> None:
        assert deck("open") == ""
        assert deck("open") == "", "a second time it is there already"
        enrolment = enrolment_of(appliance.activity)
        before = enrolment.screen
        assert deck("begin", "another question") == "changed"
        state = state_line()
        assert state["enrolment"]["stage"] in ("way", "known")
        assert "deck/0/EA" not in str(state)
        asked = "another" if state["enrolment"]["stage"] == "known" else "leave"
        assert deck(asked, state["enrolment"]["token"]) == ""
        if asked == "another":
            assert enrolment.screen != before
            wait_until(lambda: state_line()["enrolment"]["stage"] == "way")
            assert deck("leave", state_line()["enrolment"]["token"]) == ""
        wait_until(lambda: appliance.activity is None)
        wait_until(lambda: "enrolment" not in state_line() or state_line()["enrolment"] is None)
        assert aim("start") == "", "it is free for something else"

    run_beside(appliance, script)


def state_line() -> dict[str, Any]:
    answers: list[dict[str, Any]] = []
    talk([{"type": "subscribe"}], answers, "state")
    return answers[-1]


def test_crops_are_switched_at_the_table_and_end_with_the_page(appliance: Appliance) -> None:
    crops = appliance._page._pictures.crops
    assert not crops.is_on
    appliance.carry_out(ShowCrops(on=True))
    assert crops.is_on
    assert appliance.session.controller.view.page.shows_crops
    assert Choices(choices_file()).now.page_crops
    appliance.carry_out(UsePage(on=False))
    assert not crops.is_on, "nobody could look"
    appliance.carry_out(UsePage(on=True))
    assert crops.is_on
    appliance.carry_out(ShowCrops(on=False))
    assert not crops.is_on


@pytest.mark.parametrize("what", ["backup", "bundle"])
def test_no_crop_gets_into_a_file_that_leaves(appliance: Appliance, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PhoneQuestions, "ask_backup", lambda _, session, item, make: make())
    appliance.carry_out(ShowCrops(on=True))
    mark = b"the picture of a card"
    crops = appliance._page._pictures.crops
    crops._of_deal, crops._offered = {2: mark}, (2,)

    def take() -> bytes:
        assert crops.crop(2) == mark
        assert ask(of_role("landlord", do="file", what=what))["refused"] == ""
        content = b""
        while part := ask({"type": "fetch", "id": "b", "document": "file", "offset": len(content)})["text"]:
            content += base64.b64decode(part)
        return content

    with zipfile.ZipFile(io.BytesIO(run_beside(appliance, take))) as archive:
        assert archive.namelist()
        assert not [name for name in archive.namelist() if mark in archive.read(name)]
    assert mark not in b"".join(file.read_bytes() for file in state_folder().rglob("*") if file.is_file())


@pytest.mark.slow
def test_a_page_that_floods_and_reads_nothing_delays_no_turn_of_the_loop(
    appliance: Appliance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks for frames and never reads one; none is encoded in the thread of the loop."""
    encoders: set[str] = set()
    encode = live_view.encode_jpeg

    def encode_noted(*arguments: Any) -> bytes:
        encoders.add(threading.current_thread().name)
        return encode(*arguments)

    monkeypatch.setattr(live_view, "encode_jpeg", encode_noted)
    turns: list[float] = []
    run_once = appliance._run_once

    def timed() -> None:
        item_waits = appliance.queue_length > 0
        before = time.perf_counter()
        run_once()
        if item_waits:
            turns.append(time.perf_counter() - before)

    monkeypatch.setattr(appliance, "_run_once", timed)

    def script() -> None:
        assert aim("start") == ""
        with socket.socket(socket.AF_UNIX) as flood:
            flood.connect(str(table_socket()))
            flood.setblocking(False)
            line = json.dumps({"type": "fetch", "id": "x", "document": "live"}).encode() + b"\n"
            floods, deadline = itertools.count(), time.monotonic() + 60
            while (next(floods) < 200 or len(turns) <= 20) and time.monotonic() < deadline:
                try:
                    flood.send(line * 50)
                except OSError:  # its socket is full
                    time.sleep(0.01)
                appliance.press(Press("down"))
                time.sleep(0.01)

    run_beside(appliance, script)
    assert encoders == {"eyes"}, "the frame worker alone"
    assert len(turns) > 20
    assert statistics.median(turns) < MAX_TURN_SECONDS
