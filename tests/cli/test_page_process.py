"""The page beside a command, in a process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from cli.page_process import page_beside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_modules_of_the_current_folder_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "device.py").write_text("raise SystemExit('a module of the current folder was run')\n")
    monkeypatch.chdir(tmp_path)
    with page_beside(tmp_path / "table.sock") as address, urlopen(address, timeout=20) as answer:
        assert answer.status == 200
