"""The examples in the documents are executed."""

import doctest
import re
from pathlib import Path

from engine.codec import EVENTS, from_line
from engine.games import all_games, game
from engine.notation.record import read, write
from engine.rules.findings import Kind

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


def test_switches_and_calls_of_watten_are_in_the_document() -> None:
    section = (DOCS / "engine.md").read_text(encoding="utf-8").split("### Watten")[1]
    book = game("watten").book
    names = [*(switch.name for switch in book.switches), *book.calls]
    assert [name for name in names if f"`{name}`" not in section] == []


def test_the_record_in_the_document() -> None:
    (record,) = re.findall(
        r"```\n(kiebitz record.*?)```", (DOCS / "notation.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert write(read(record)) == record


def test_the_events_in_the_document() -> None:
    (lines,) = re.findall(r"```json\n(.*?)```", (DOCS / "events.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len([from_line(line) for line in lines.splitlines()]) == 6


def test_every_preset_and_event_is_in_a_document() -> None:
    rules = (DOCS / "house-rules.md").read_text(encoding="utf-8")
    events = (DOCS / "events.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (`.*`) \|$", rules, re.MULTILINE))
    assert len(listed) >= 4  # `kiebitz rules` lists games that were added without it
    for name, presets in listed.items():
        assert presets.strip("`").split("` `") == [preset.name for preset in all_games()[name].book.offered_presets], (
            name
        )
    assert all(f"| `{event}` |" in events for event in EVENTS)
