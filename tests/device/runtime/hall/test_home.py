"""The socket of the link is there for a home as well, but only if the settings say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.runtime.hall.joining import tells_home
from tests.support.tournament_table import TournamentTable

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('[home]\nhost = "h"\nhome_assistant = true\n', True),
        ('[home]\nhost = "h"\n', False),
        ('[home]\nhost = "h"\nhome_assistant = "yes"\n', False),
        ("home = 1\n", False),
        ("no TOML", False),
    ],
)
def test_only_a_home_that_is_switched_on_counts(tmp_path: Path, content: str, expected: bool) -> None:
    file = tmp_path / "link.toml"
    file.write_text(content)
    assert tells_home(file) is expected
    assert tells_home(tmp_path / "missing.toml") is False


def test_a_home_needs_the_link_without_any_tournament(tmp_path: Path) -> None:
    with TournamentTable(tmp_path) as table:
        assert table.hall.needs_link, "it has joined a tournament"
        file = tmp_path / "link.toml"
        file.write_text('[home]\nhost = "h"\nhome_assistant = true\n')
        table.hall.refresh(is_connected=False)
        assert not table.hall.is_on
        assert table.hall.needs_link
        file.unlink()
        table.hall.refresh(is_connected=False)
        assert not table.hall.needs_link
