"""The file of the pairing: complete or absent, and an unusable one is moved aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from common.feed.pairing import PairingId
from device.settings.tournament import Pairing, StoredTournament, TournamentFile

if TYPE_CHECKING:
    from pathlib import Path

PAIRING = Pairing(PairingId("cup", 3), "7", (("Huber", "Maier"), ("Gruber", "Wimmer")), "watten", {"target": 11}, 3)


def test_what_is_stored_is_read_again(tmp_path: Path) -> None:
    said: list[str] = []
    stored = StoredTournament(False, PAIRING, (True, False), (False, False), ((12, 0),), True, "4d2a0001", 120)
    TournamentFile(tmp_path / "tournament.json", said.append).store(stored)
    assert TournamentFile(tmp_path / "tournament.json", said.append).now == stored
    assert said == []


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"on": 3}', b'{"colour": 1}', b'{"pairing": {"pairing": {"tournament": "x", "round": 1}}}'],
)
def test_an_unusable_file_is_moved_aside_and_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tournament.json").write_bytes(content)
    said: list[str] = []
    assert TournamentFile(tmp_path / "tournament.json", said.append).now == StoredTournament()
    assert "it is kept as tournament.json.broken-1" in said[0]
    assert (tmp_path / "tournament.json.broken-1").read_bytes() == content


def test_a_full_disk_is_said_and_the_change_holds(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "tournament.json.part").mkdir()
    file = TournamentFile(tmp_path / "tournament.json", said.append)
    file.store(StoredTournament(pairing=PAIRING))
    assert file.now.pairing == PAIRING
    assert "until Kiebitz is switched off" in said[0]


def test_the_evening_of_a_pairing_fits_into_its_name() -> None:
    assert PairingId("x" * 60, 12, 2).evening == "x" * 33 + " 12 (2)"
