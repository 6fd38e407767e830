"""The state for the page is built at every turn of the loop, so its cost does not grow with the evening."""

from pathlib import Path

import pytest

from device.feed.history import state_of
from device.state import table_view
from engine.events import Fact
from tests.support.fed_table import FedTable, evening

REVOKE = "PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"


def test_a_turn_without_an_event_does_not_go_over_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[int]()

    def count(fact: Fact, is_note: object = table_view.is_note) -> bool:
        looked.append(1)
        return bool(is_note(fact))  # type: ignore[operator]

    with FedTable(tmp_path / "socket", evening("bohemian-watten", 4, 9, 3)) as table:
        table.do(REVOKE)
        monkeypatch.setattr(table_view, "is_note", count)
        view = table.controller.view
        first = state_of(view, "00")
        looked.clear()
        assert state_of(view, "00") == first
        assert looked == []


def test_what_the_table_has_read_is_known_at_once(tmp_path: Path) -> None:
    from engine.events import Ruled

    with FedTable(tmp_path / "socket", evening("bohemian-watten", 4, 2, 3)) as table:
        table.do(REVOKE)
        view = table.controller.view
        finding = next(finding for finding in view.table.findings if "revoke" in finding.kind.value)
        assert view.findings_read() == {}
        view.table.observe(Ruled(finding.position, "noted", finding.kind.value))
        assert set(view.findings_read()) == {(finding.position, finding.kind.value)}
