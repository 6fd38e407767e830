"""The page on formats: its example is a format, its sentences are those of it, and every key is explained."""

import re
from pathlib import Path

import msgspec
import pytest

from hall.formats.format import Format
from hall.formats.load import read_format
from hall.formats.sentences import sentences

PAGE = (Path(__file__).parents[3] / "docs/tournament-formats.md").read_text(encoding="utf-8")


def keys(kind: type) -> set[str]:
    found = set()
    for field in msgspec.structs.fields(kind):
        found.add(field.name)
        inner = field.type
        parts = [inner, *getattr(inner, "__args__", ())]
        for part in parts:
            if (
                isinstance(part, type)
                and issubclass(part, msgspec.Struct)
                and field.name not in ("title", "game_title")
            ):
                found |= keys(part)
    return found - {"german", "english"}


def test_the_example_is_a_format_and_its_sentences_are_right(tmp_path: Path) -> None:
    example, said = re.findall(r"```(?:toml)?\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "adler.toml"
    file.write_text(example, encoding="utf-8")
    assert sentences(read_format(file), "en") == said.splitlines()


@pytest.mark.parametrize("key", sorted(keys(Format)))
def test_every_key_is_explained(key: str) -> None:
    table = PAGE.partition("## Keys")[2]
    assert key in ("match", "rounds", "points", "bonuses", "bye", "ranking", "finals", "money") or f"`{key}`" in table
