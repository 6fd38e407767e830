"""Fixtures for tests of the commands: mock pins."""

from tests.device.conftest import pins

__all__ = ["pins"]
