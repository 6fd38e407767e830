"""The examples in the documents do what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from engine.codec import from_lines
from engine.findings import Kind
from engine.games import game
from engine.notation import read, write

DOCS = Path(__file__).parents[2] / "docs"


def test_examples_of_the_engine() -> None:
    result = doctest.testfile(str(DOCS / "engine.md"), module_relative=False)
    assert result.attempted > 40
    assert result.failed == 0


def test_every_switch_and_kind_is_in_the_document() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    for switch in game("bohemian-watten").book.switches:
        (line,) = [
            line for line in text.splitlines() if line.startswith("| `") and f"`{switch.name}`" in line.split("|")[1]
        ]
        words = [str(value).lower() for value in switch.values if not isinstance(value, int) or isinstance(value, bool)]
        assert all(f"`{word}`" in line for word in words), line
    assert all(f"`{kind.value}`" in text for kind in Kind)


def test_the_record_in_the_document() -> None:
    (record,) = re.findall(
        r"```\n(kiebitz record.*?)```", (DOCS / "notation.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert write(read(record)) == record


def test_the_events_in_the_document() -> None:
    (lines,) = re.findall(r"```json\n(.*?)```", (DOCS / "events.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(from_lines(lines.splitlines())) == 4
