"""`kiebitz` as tests type it: what it prints, and the one line with which it refuses."""

import json
from typing import Any

import pytest

from cli.main import main


class CommandLine:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def prints(self, *arguments: object) -> str:
        """Returns what a command prints that ends well and writes nothing to the standard error."""
        assert main([*map(str, arguments)]) == 0
        out, err = self._capsys.readouterr()
        assert err == ""
        return out

    def json_lines(self, *arguments: object) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.prints(*arguments).splitlines()]

    def refuses(self, *arguments: object) -> str:
        """Returns the one line of error of a command that ends with 2 and prints nothing."""
        assert main([*map(str, arguments)]) == 2
        out, err = self._capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        return err
