"""Tables of cases beside a test file: `test_x.toml` has a table for each test, with a row of arguments for each case.

A row has the id of the case for its key. A test whose cases have no ids has one key, `rows`, with a list of them.
A name in braces, such as `{OPENING}`, stands for a text that the test file gives.
"""

import tomllib
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import TypeAlias, TypeVar

import pytest

Cell: TypeAlias = "str | int | float | bool | list[Cell]"
Test = TypeVar("Test", bound="Callable[..., None]")


class CaseFile:
    """The cases of the tests in one file; *texts* stand in place of their names in braces."""

    def __init__(self, test_file: str, **texts: str) -> None:
        self.tables = tomllib.loads(Path(test_file).with_suffix(".toml").read_text(encoding="utf-8"))
        self.texts = texts

    def table(self, test: Test) -> Test:
        """Gives a test its cases: the cells of a row are its first arguments."""
        table = self.tables[test.__name__]
        named = [(None, row) for row in table["rows"]] if list(table) == ["rows"] else list(table.items())
        cases = [pytest.param(*map(self._filled, row), id=name) for name, row in named]
        names = list(signature(test).parameters)[: len(cases[0].values)]
        marked: Test = pytest.mark.parametrize(names, cases)(test)
        return marked

    def _filled(self, cell: Cell) -> Cell:
        if isinstance(cell, list):
            return [self._filled(one) for one in cell]
        if isinstance(cell, str):
            for name, text in self.texts.items():
                cell = cell.replace(f"{{{name}}}", text)
        return cell
