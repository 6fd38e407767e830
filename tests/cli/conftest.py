"""Fixtures for tests of the commands: the command line, and mock pins."""

import pytest

from tests.device.conftest import pins
from tests.support.command_line import CommandLine

__all__ = ["pins"]


@pytest.fixture
def kiebitz(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)
