"""The keys of `kiebitz.toml` in docs/commands.md."""

import re
from pathlib import Path

from device.settings.settings import Config

COMMANDS = Path(__file__).parents[3] / "docs" / "commands.md"


def test_every_key_of_the_settings_is_documented() -> None:
    _, _, rest = COMMANDS.read_text(encoding="utf-8").partition("| key | value | without it |")
    table, _, _ = rest.partition("\n\n")
    assert re.findall(r"^\| `\[?(\w+)\]?` \|", table, re.MULTILINE) == list(Config.__struct_fields__)
