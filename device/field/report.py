"""The report of a board: sections of measured values, as a TOML file that people and programs read.

A report is sent to others, so names of people and of the machine, serial numbers and addresses are replaced in it.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, TypeAlias

from common.files.bounded_read import read_bounded
from device.diagnostics.support_bundle import without_names, without_serials

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Value: TypeAlias = "str | int | float | list[str] | list[list[float]]"
Section: TypeAlias = dict[str, Value]
Report: TypeAlias = dict[str, Section]

MAX_REPORT_BYTES = 16 << 20
TITLE = "# Report of a Kiebitz board: `kiebitz field --read FILE` compares it with what the manuals promise."
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class BadReport(ValueError):
    """Raised for a file that is no report of a board."""


def report_text(report: Mapping[str, Section], names: Iterable[str]) -> str:
    """Returns the report as TOML, without *names* and without serial numbers."""
    lines = [TITLE]
    for title, section in report.items():
        lines += ["", f"[{title}]", *(f"{key} = {_toml(value)}" for key, value in section.items())]
    return without_serials(without_names("\n".join(lines) + "\n", names))


def read_report(path: Path) -> Report:
    """:raises BadReport: if the file cannot be read, or is no report."""
    try:
        content: dict[str, Any] = tomllib.loads(read_bounded(path, MAX_REPORT_BYTES).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BadReport(f"cannot read report {path}: {error}; expected a file that kiebitz field wrote") from error
    if not content or not all(isinstance(section, dict) for section in content.values()):
        raise BadReport(f"got {path} without sections, expected a file that kiebitz field wrote")
    return content


def _toml(value: Value) -> str:
    if isinstance(value, list):
        lines = "".join(f"  {_toml_line(entry)},\n" for entry in value)
        return f"[\n{lines}]"
    if isinstance(value, str) and "\n" in value:
        return "'''\n" + _CONTROL.sub("", value).replace("'''", "' ' '").rstrip("\n") + "\n'''"
    return _toml_line(value)


def _toml_line(value: object) -> str:
    """Returns a number, a short text or a row of numbers; what JSON writes on one line, TOML reads."""
    return _CONTROL.sub("", json.dumps(value, ensure_ascii=False, allow_nan=False))
