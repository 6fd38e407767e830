"""Updates from the stick or the phone: their outcome is told in words."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from device.runtime import landlord_requests, root_units
from device.runtime import root_units as update_module
from device.runtime.landlord_jobs import (
    FAILED,
    NOT_INSTALLED,
    RUNS_NOW,
    UPDATE_FAULTS,
)
from device.runtime.landlord_requests import notices_of_start
from device.runtime.root_units import RootUnit
from device.screens.base import Notice
from device.settings.requests import Update
from engine.text import Words
from tests.device.runtime.landlord.conftest import begun
from tests.support.appliance import driven

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("result", "told"),
    [(f"{reason}\nkiebitz: got …", words) for reason, words in UPDATE_FAULTS.items()]
    + [
        ("failed\nkiebitz: pip could not", FAILED),
        ("no_archive", FAILED),
        ("done\n* version in use", RUNS_NOW.format(version=version("kiebitz"))),
    ],
)
def test_the_outcome_of_an_update_is_told_in_words(
    result: str, told: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, answer = tmp_path / "runtime", tmp_path / "result"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    monkeypatch.setattr(update_module, "UPDATE_UNIT", RootUnit(tmp_path, "update", answer, 4096))
    monkeypatch.setattr(update_module, "POLL_S", 0.0001)

    original = root_units.write_atomically
    monkeypatch.setattr(
        root_units,
        "write_atomically",
        lambda path, content: (original(path, content), answer.write_text(f"{result}\n")),
    )
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), told)
    assert (runtime / "update").read_text() == "kiebitz-1.0.tar.gz\n"


def test_an_update_without_a_unit_that_installs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(update_module, "UPDATE_UNIT", RootUnit(tmp_path / "none", "update", tmp_path / "result", 4096))
    monkeypatch.setattr(update_module, "POLL_S", 10.0)
    monkeypatch.setattr(update_module, "UPDATE_TIMEOUT_S", 0.0)
    with begun() as appliance:
        appliance.landlord.take(
            Update("/media/kiebitz/kiebitz-1.0.tar.gz"), appliance.session, appliance._parts.context(appliance.session)
        )
        driven(appliance, lambda: appliance.session.has_notice)
        assert appliance.session.screen == Notice(Words("Für den Wirt", "For the landlord"), NOT_INSTALLED)


def test_the_version_that_an_update_has_started_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = tmp_path / "result"
    monkeypatch.setattr(landlord_requests, "UPDATE_UNIT", RootUnit(tmp_path, "update", result, 4096))
    result.write_text("running\n")
    (notice,) = notices_of_start(pytest.fail)
    assert isinstance(notice.text, Words)
    assert "läuft" in notice.text.german
    result.write_text("done\n")
    assert notices_of_start(pytest.fail) == []
