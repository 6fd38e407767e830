"""The page of a running appliance: switched on at the table, phones change the same journal as presses."""

import base64
import io
import json
import socket
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from common.feed.messages import PhoneRequest
from common.files.paths import choices_file, journal_file, state_folder, table_socket
from device.feed.client import Client, PhoneItem
from device.hardware.board import read_board
from device.hardware.presses import Press
from device.runtime.appliance import Appliance
from device.runtime.appliance_runs import carry_out
from device.session.loop import QUESTION_REST_S
from device.settings.preferences import Choices
from device.settings.requests import Erase, UsePage
from device.settings.settings import Config
from device.storage.journal import Journal
from engine.events import CardLaid, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated
from tests.support.appliance import run_beside
from tests.support.session_script import GAME, card

LANDLORD = {"do": "landlord", "digits": "4711"}


@pytest.fixture
def appliance(pins: MockFactory, made_folders: None) -> Iterator[Appliance]:
    """An appliance without a camera, in a deal with one card, whose page is on."""
    with with_page(GameStarted(GAME, (0, 2), 2), DealStarted(2), CardLaid(0, card("L7"))) as running:
        yield running


@contextmanager
def with_page(*events: Event) -> Iterator[Appliance]:
    """Yields an appliance whose journal holds these events, and whose page is on."""
    with Journal(journal_file()) as journal:
        for event in events:
            journal.append(event, 0.0)
    Choices(choices_file()).choose(page_key="00ff", language="de")
    with Appliance(Config(seats=(0, 2), pack=__file__), read_board("default_kit")) as running:
        yield running


def talk(messages: list[dict[str, Any]], answers: list[dict[str, Any]], until: str, seconds: float = 30) -> None:
    """Sends messages to the feed, and collects what it says until a line of a type.

    The feed closes a connection at once while it still has others that were closed a moment ago: as the page does, this
    connects again.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(BrokenPipeError, ConnectionResetError):
            if _talk_once(messages, answers, until):
                return
        time.sleep(0.05)
    raise TimeoutError("got no connection to the feed")


def _talk_once(messages: list[dict[str, Any]], answers: list[dict[str, Any]], until: str) -> bool:
    """Returns whether there was an answer."""
    with socket.socket(socket.AF_UNIX) as page:
        page.settimeout(30)
        page.connect(str(table_socket()))
        page.sendall(b"".join(json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages))
        with page.makefile("rb") as stream:
            for line in stream:
                answers.append(json.loads(line))
                if answers[-1]["type"] == until:
                    return True
    return bool(answers)


def test_a_phone_corrects_what_the_journal_holds(appliance: Appliance) -> None:
    answers: list[dict[str, Any]] = []
    request = of_role("player", do="correct", position=2, was="L7", card="L9")
    run_beside(appliance, lambda: talk([{"type": "subscribe"}, request], answers, "answer"))
    assert answers[-1] == {"type": "answer", "id": "a", "refused": "", "text": ""}
    assert any(answer["type"] == "state" and answer["key"] == "00ff" for answer in answers)
    assert [play.card for play in appliance.session.controller.view.plays().values()] == [card("L9")]
    assert appliance.session.controller.view.page.is_on


@pytest.mark.parametrize(
    ("document", "part"), [("ledger", '"event": "evening"'), ("record", "play 0:L7"), ("csv", ";"), ("txt", "\n")]
)
def test_documents_are_made_from_the_journal(appliance: Appliance, document: str, part: str) -> None:
    assert part in fetched(document)


def test_without_an_evening_there_is_no_document(appliance: Appliance) -> None:
    journal_file().rename(journal_file().with_name("elsewhere"))
    answer = ask({"type": "fetch", "id": "a", "document": "csv"})
    assert answer == {"type": "answer", "id": "a", "refused": "nothing_there", "text": ""}


def end_deal(appliance: Appliance) -> None:
    appliance.session.adopt([GameStarted(GAME, (0, 2), 2)])


def test_a_phone_becomes_the_landlords_by_a_press(appliance: Appliance) -> None:
    end_deal(appliance)
    assert run_beside(appliance, lambda: ask(of_role("player", **LANDLORD)), presses=True)["refused"] == ""


@pytest.mark.parametrize(("role", "refused"), [("player", "malformed"), ("landlord", "")])
def test_only_the_landlord_lets_viewers_in(appliance: Appliance, role: str, refused: str) -> None:
    assert run_beside(appliance, lambda: ask(of_role(role, do="viewers", on=True)))["refused"] == refused
    assert Choices(choices_file()).now.page_viewers is (role == "landlord")


def ask(message: dict[str, Any], seconds: float = 30) -> dict[str, Any]:
    """Returns the answer of an appliance that runs in another thread.

    :raises TimeoutError: if there is none within *seconds*.
    """
    answers: list[dict[str, Any]] = []
    talk([message], answers, "answer", seconds)
    return answers[-1]


def of_role(role: str, **action: object) -> dict[str, Any]:
    return {"type": "request", "id": "a", "role": role, "action": action}


def fetched(document: str, offset: int = 0) -> str:
    return str(ask({"type": "fetch", "id": "b", "document": document, "offset": offset})["text"])


@pytest.mark.slow
@pytest.mark.parametrize(("what", "holds"), [("backup", "journal.sqlite"), ("bundle", "checks.jsonl")])
def test_the_landlord_takes_a_file_along(appliance: Appliance, what: str, holds: str) -> None:
    def take() -> bytes:
        assert ask(of_role("landlord", do="file", what=what))["refused"] == ""
        content = b""
        while part := fetched("file", len(content)):
            content += base64.b64decode(part)
        assert fetched("file") == "", "it is kept no longer than it takes to read it"
        return content

    end_deal(appliance)
    with zipfile.ZipFile(io.BytesIO(run_beside(appliance, take, presses=what == "backup"))) as archive:
        assert archive.testzip() is None
        assert holds in archive.namelist()
        assert not any(b"page_key" in archive.read(name) for name in archive.namelist()), "phones join by it"


def test_a_player_makes_no_file_and_asks_for_no_deletion(appliance: Appliance) -> None:
    def refusals() -> list[str]:
        actions = ({"do": "file", "what": "backup"}, {"do": "erase", "kind": "person", "name": "Resi"})
        return [ask(of_role("player", **action))["refused"] for action in actions]

    assert run_beside(appliance, refusals) == ["malformed"] * 2
    assert fetched("file") == ""


def test_what_the_landlord_deletes_by_phone_is_gone(pins: MockFactory, made_folders: None) -> None:
    seated = PlayersSeated(((0, "Resi"), (2, "Toni")))
    with with_page(EveningStarted("2026-11-25"), seated, GameStarted(GAME, (0, 2), 2)) as running:

        def erase() -> None:
            names = [json.loads(line)["name"] for line in fetched("stored").splitlines()]
            assert names[:2] == ["Resi", "Toni"]
            assert ask(of_role("landlord", do="erase", kind="person", name="Resi"))["refused"] == ""
            assert running.landlord.successor is None, "only PLAY deletes"
            deadline = time.monotonic() + 30
            while running.landlord.successor is None and time.monotonic() < deadline:
                time.sleep(QUESTION_REST_S)
                running.press(Press("play"))  # also closes the notice that the journal is being backed up
                running.press(Press("play"))
                time.sleep(0.5)
                if running.landlord.successor is None:
                    ask(of_role("landlord", do="erase", kind="person", name="Resi"))
            assert running.landlord.successor is not None

        run_beside(running, erase)
        request = running.landlord.successor
    assert request == Erase("person", "Resi")
    carry_out(request, pytest.fail, lambda: None)
    assert b"Resi" not in b"".join(file.read_bytes() for file in state_folder().rglob("*") if file.is_file())


def test_while_it_is_off_there_is_no_socket(appliance: Appliance) -> None:
    assert table_socket().is_socket()
    appliance.carry_out(UsePage(on=False))
    assert not table_socket().exists()
    assert Choices(choices_file()).now.page_key == ""
    appliance.carry_out(UsePage(on=True))
    assert table_socket().is_socket()
    assert Choices(choices_file()).now.page_key != ""


def test_a_fault_of_the_page_is_none_of_the_game(appliance: Appliance, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of the page")

    monkeypatch.setattr("device.runtime.page.feed.state_of", fails)
    turns = iter([True, True, False])
    appliance.run(keep_on=lambda: next(turns))
    assert not table_socket().exists()


def test_a_socket_that_cannot_be_opened_leaves_the_game_alone(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / ("long" * 30)))
    Choices(choices_file()).choose(page_key="00ff")
    with Appliance(Config(seats=(0, 2), pack=__file__), read_board("default_kit")) as running:
        assert "cannot open the socket of the page" in running._page._server.fault
        assert running.show_page() == "", "nobody is sent to a page that would have no table"
        assert cv2.countNonZero(np.asarray(running.session.picture, dtype=np.uint8)) > 0


def press_by_phone(appliance: Appliance, button: str) -> tuple[str, list[str]]:
    """Returns why a press on a phone was refused, and the displays that the phone was shown until then."""
    answers: list[dict[str, Any]] = []
    messages = [{"type": "subscribe"}, of_role("player", do="press", button=button)]
    run_beside(appliance, lambda: talk(messages, answers, "answer"))
    return answers[-1]["refused"], [answer["display"] for answer in answers if answer["type"] == "state"]


def test_a_phone_has_the_display_and_its_buttons_until_the_first_game(pins: MockFactory, made_folders: None) -> None:
    Choices(choices_file()).choose(page_key="00ff")
    with Appliance(Config(), read_board("laptop")) as first_start:
        steps = first_start.session.controller.view.appliance.onboarding
        assert steps.next == "language"
        refused, displays = press_by_phone(first_start, "play")
        assert not refused
        assert len(base64.b64decode(displays[0])) == 128 * 64 // 8
        assert first_start.session.controller.view.appliance.onboarding.next != "language"


def test_a_phone_cannot_confirm_its_own_request(pins: MockFactory, made_folders: None) -> None:
    Choices(choices_file()).choose(page_key="00ff")
    with Appliance(Config(), read_board("laptop")) as first_start:
        item = PhoneItem(PhoneRequest("b", "player", LANDLORD), cast("Client", None))
        first_start._page.answer(first_start.session, item)
        assert press_by_phone(first_start, "play")[0] == "not_now"


@pytest.mark.parametrize(("button", "reason"), [("play", "not_now"), ("left", "malformed")])
def test_during_a_game_a_phone_has_no_buttons(appliance: Appliance, button: str, reason: str) -> None:
    refused, displays = press_by_phone(appliance, button)
    assert (refused, set(displays)) == (reason, {""})
