"""Any other deck for printing."""

import sys
from pathlib import Path

import pytest

from lab.sheet import main


@pytest.mark.slow
def test_a_number_is_a_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sheet", "--kind", "french20", "--style", "3", str(tmp_path / "pack.pdf")])
    assert main() == 0
    assert (tmp_path / "pack.pdf").read_bytes().count(b"/Type /Page\n") == 3
    assert "3 pages" in capsys.readouterr().out


def test_a_wrong_name_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sheet", "--kind", "french20", "--style", "3", str(tmp_path / "pack.gif")])
    assert main() == 2
    assert "ends in .pdf or .png" in capsys.readouterr().err
