"""Tournaments have a folder each, and the names in earlier ones are known."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from common.errors import CommandError
from hall.service.folders import DATABASE, copy_to_look_at, known_names, tournament_folder
from hall.storage.events import TournamentRecord
from hall.storage.hall_file import HallFile
from tests.support.hall_tournaments import Played
from tests.support.running_hall import CODE, KEY
from web.hall.serve import announcement, qr_code


def tournament(folder: Path, pairs: int, moment: int) -> Path:
    """Stores a tournament of so many pairs; *moment* is when something was stored last."""
    folder.mkdir(parents=True)
    with HallFile(folder / DATABASE) as file:
        TournamentRecord(file).store(Played("watten-3x3-13").register(pairs).events)
    os.utime(folder / DATABASE, (moment, moment))
    return folder


def test_the_latest_tournament_goes_on_unless_a_new_one_is_wanted(tmp_path: Path) -> None:
    first = tournament_folder(tmp_path, is_new=False)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", first.name)
    tournament(tmp_path / "2020-11-25", 1, 2000)
    tournament(tmp_path / "2020-11-26", 1, 1000)
    assert tournament_folder(tmp_path, is_new=False) == tmp_path / "2020-11-25"
    tournament(first, 1, 500)
    assert tournament_folder(tmp_path, is_new=True) == tmp_path / f"{first.name}-2"


def test_names_of_earlier_tournaments_are_known(tmp_path: Path) -> None:
    now = tournament(tmp_path / "now", 5, 3000)
    tournament(tmp_path / "before", 2, 1000)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / DATABASE).write_text("no database at all, but a text that is long enough to be none")
    assert known_names(tmp_path, now) == ("P1", "P2", "Q1", "Q2")


@pytest.mark.parametrize("page", range(6))
def test_a_damaged_earlier_tournament_stops_no_other_and_is_left_alone(tmp_path: Path, page: int) -> None:
    now = tournament(tmp_path / "now", 5, 3000)
    tournament(tmp_path / "before", 2, 1000)
    damaged = tournament(tmp_path / "damaged", 40, 2000) / DATABASE
    content = damaged.read_bytes()
    damaged.write_bytes((content[: page * 4096] + b"\xff" * 4096 + content[(page + 1) * 4096 :])[: len(content)])
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / DATABASE).symlink_to(tmp_path / "nowhere")
    before = {file: file.read_bytes() for file in damaged.parent.iterdir()}
    assert {"P1", "P2", "Q1", "Q2"} <= set(known_names(tmp_path, now))
    assert {file: file.read_bytes() for file in damaged.parent.iterdir()} == before
    assert tournament_folder(tmp_path, is_new=True).parent == tmp_path


def test_a_copy_to_look_at_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    folder = tournament(tmp_path / "now", 3, 1000)
    before = (folder / DATABASE).read_bytes()
    copy_to_look_at(folder / DATABASE, tmp_path / "copy.sqlite")
    with HallFile(tmp_path / "copy.sqlite") as file:
        assert len(TournamentRecord(file).tournament.entries) == 3
    assert (folder / DATABASE).read_bytes() == before


@pytest.mark.parametrize("name", ["missing.sqlite", "text.sqlite"])
def test_what_is_no_tournament_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.sqlite").write_text("this is a text and no database, however long it may be")
    with pytest.raises(CommandError, match=rf"got .*{name}.*expected .*tournament"):
        copy_to_look_at(tmp_path / name, tmp_path / "copy.sqlite")


def test_the_terminal_says_where_and_the_code(tmp_path: Path) -> None:
    text = announcement(
        Played("watten-3x3-13").now, tmp_path / DATABASE, ("http://10.0.0.7:8322", "http://a.local"), KEY
    )
    assert "http://10.0.0.7:8322" in text
    assert f"{CODE[:3]} {CODE[3:]}" in text
    assert str(tmp_path) in text


@pytest.mark.parametrize(
    ("keeps", "said"),
    [
        ("everything", "Es geht nichts verloren"),
        ("nothing", "nichts davon aufgehoben"),
        ("changes nothing", "geändert"),
    ],
)
def test_the_terminal_says_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps: Any, said: str) -> None:
    """A simulated tournament is deleted at its end, and nobody is told to go on with it."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    text = announcement(Played("watten-3x3-13").now, tmp_path / DATABASE, ("http://10.0.0.7:8322",), KEY, keeps)
    ends = ("Es geht nichts verloren", "nichts davon aufgehoben", "geändert")
    assert [end for end in ends if end in text] == [said]


def test_the_code_in_the_terminal_can_be_photographed() -> None:
    import cv2
    import numpy as np

    address = f"http://192.168.178.201:8322/o/{CODE}"
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in qr_code(address).split("\n")]
    dark = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[dark[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.kron(255 * (1 - np.array(rows, np.uint8)), np.ones((8, 8), np.uint8))
    found, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert found == address
