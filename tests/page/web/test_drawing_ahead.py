"""The cards of the table's deck are drawn when the page starts, so that the first phone does not wait for them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from page.cards import CardArt
from tests.page.conftest import running_page

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.fed_table import FedTable


@pytest.mark.parametrize(("draws_ahead", "expected"), [(True, ["bavarian32-bavarian"]), (False, [])])
def test_cards_are_drawn_before_a_phone_asks(
    table: FedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draws_ahead: bool, expected: list[str]
) -> None:
    drawn: list[str] = []

    async def draw(_: CardArt, pack: str) -> None:
        drawn.append(pack)

    monkeypatch.setattr(CardArt, "_draw", draw)
    with running_page(table, tmp_path / "art", draws_ahead=draws_ahead) as page:
        deadline = time.monotonic() + 20
        while len(drawn) < len(expected) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert page.phone().get("/score").status == 200
    assert drawn == expected
