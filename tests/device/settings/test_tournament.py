"""Pairings with names that fit the display, and the stored state of a tournament."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.feed.pairing import PairingId
from device.settings.settings import is_name
from device.settings.tournament import Pairing, StoredTournament, TournamentFile, short_names
from link import messages as link


def test_a_message_of_the_hall_is_read() -> None:
    message = link.PairingMessage(
        link.PairingId("cup", 3, 2), "7", (("Huber", "Maier"), ("Gruber", "Wimmer")), "watten", {"target": 13}, 3
    )
    pairing = msgspec.convert(msgspec.to_builtins(message), Pairing)
    assert msgspec.json.encode(pairing) == msgspec.json.encode(message)
    assert pairing.pairing is not None
    assert pairing.pairing.mark == link.PairingId("cup", 3, 2).mark == "hall cup 3 2"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Huber", "Eva Kern"), ("Huber", "Eva Kern")),
        (("Josef Unterholzner",), ("Unterholz.",)),
        (("Sebastian Mayr",), ("S. Mayr",)),
        (("Huber", "Huber", "Huber"), ("Huber", "Hube.", "Hub.")),
        (("Huber", "Josef Huber"), ("Huber", "J. Huber")),
        (("Žarko  Đokić",), ("Ž. Đokić",)),
        (("中村",), ("??",)),
        ((" ",), ("?",)),
        (("Hu\xadber", "\xad"), ("Huber", "?")),
    ],
)
def test_names_are_shortened_until_they_fit_and_differ(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert short_names(names) == shown


@given(st.lists(st.text(max_size=50), max_size=4))
def test_each_name_can_be_shown_and_none_is_twice(names: list[str]) -> None:
    shown = short_names(names)
    assert len(set(shown)) == len(names) == len(shown)
    assert all(map(is_name, shown))


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
