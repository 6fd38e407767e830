"""Tests of the page beside `run` and `demo`."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest

from cli import page_beside as demo_page
from cli.page_beside import DemoPage, page_beside
from common.texts.words import words_for
from device.session.loop import SessionLoop
from engine.events import Amended, CardLaid
from tests.support.command_line import CommandLine
from tests.support.session_script import card, in_play

sockets: list[Path] = []
"""Of the tables that were given to a page."""


@pytest.fixture(autouse=True)
def _no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """No second process: the tests speak with the feed themselves."""

    @contextmanager
    def beside(table: Path) -> Iterator[str]:
        sockets.append(table)
        yield "http://127.0.0.1:8321"

    monkeypatch.setattr(demo_page, "page_beside", beside)


class Stored:
    def __init__(self) -> None:
        self.marks: list[str] = []

    def append(self, event: object, time: float, mark: str = "") -> int:
        self.marks.append(mark)
        return len(self.marks)


def test_phones_are_answered_while_it_plays_and_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    stored = Stored()
    session = SessionLoop(in_play("L7"), stored)
    with DemoPage(lambda: session, words_for("en", "bavarian"), said.append) as page:
        assert re.fullmatch(r"Open in a browser: http://127.0.0.1:8321/j/[A-Z2-9]{6}", said[0])
        page.keep_pace(0.0)
        with socket.socket(socket.AF_UNIX) as phone:
            phone.connect(str(sockets[-1]))
            action = {"do": "correct", "position": 6, "was": "L7", "card": "L9"}
            for number, card_shown in enumerate(("L7", "L8")):
                message: dict[str, Any] = {"type": "request", "id": str(number), "role": "player"}
                phone.sendall(json.dumps(message | {"action": action | {"was": card_shown}}).encode() + b"\n")
            answers: list[dict[str, Any]] = []
            phone.settimeout(0.05)

            def end(_: float) -> None:
                try:
                    answers.extend(json.loads(line) for line in phone.recv(65536).splitlines())
                except TimeoutError:
                    return
                if len(answers) >= 2:
                    raise KeyboardInterrupt

            monkeypatch.setattr(demo_page, "time", SimpleNamespace(sleep=end))
            page.stay()
    assert [answer["refused"] for answer in answers] == ["", "changed"]
    assert session.controller.table.journal[-1] == Amended(6, CardLaid(0, card("L9")))
    assert stored.marks == ["phone player"]
    assert said[-1].startswith("The page stays open")


def test_it_keeps_the_pace_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(demo_page, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    session = SessionLoop(in_play("L7"), Stored())
    with DemoPage(lambda: session, words_for("de", "bavarian"), lambda line: None) as page:
        page.keep_pace(0.5)
        page.keep_pace(2.0)
        assert now[0] == pytest.approx(101.5)
        now[0] = 110.0
        page.keep_pace(3.0)
        assert now[0] == 110.0, "what is late is not delayed further"


def test_page_and_json_lines_exclude_one_another(kiebitz: CommandLine) -> None:
    assert "expected one of them" in kiebitz.refuses("demo", "--page", "--jsonl")


@pytest.mark.slow
def test_modules_of_the_current_folder_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "device.py").write_text("raise SystemExit('a module of the current folder was run')\n")
    monkeypatch.chdir(tmp_path)
    with page_beside(tmp_path / "table.sock") as address, urlopen(address, timeout=20) as answer:
        assert answer.status == 200
