"""Requests that are carried out between two appliances: what is told when one ends unexpectedly."""

from __future__ import annotations

import pytest

from device.runtime import appliance_runs
from device.runtime.appliance_runs import carry_out
from device.screens.base import Notice
from device.settings.requests import Erase, Restore


def fault(*_: object) -> None:
    raise RuntimeError("nobody expected this")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("request_", "work", "told"),
    [
        pytest.param(Restore("backup.zip"), "_restore", Notice("restoring", "job_failed"), id="restore"),
        pytest.param(Erase("all"), "_erase", Notice("erasing", "job_not_deleted"), id="erase"),
    ],
)
def test_an_unexpected_exception_is_told_as_a_failure_of_that_request(
    monkeypatch: pytest.MonkeyPatch, request_: Erase | Restore, work: str, told: Notice
) -> None:
    monkeypatch.setattr(appliance_runs, work, fault)
    assert carry_out(request_, pytest.fail, lambda: None) == told
