"""Draws the diagrams and the pages to print anew: `python -m docs.papers` (also the tables of docs/build.md)."""

from __future__ import annotations

import re
from pathlib import Path

from device.board import read_board
from docs.papers import geometry, sheets, wiring

DOCS = Path(__file__).parents[1]
BOARD = "default_kit"


def pictures() -> dict[str, str]:
    """Returns what is drawn: file name below docs → SVG."""
    drawn = {"pictures/wiring.svg": wiring.diagram(read_board(BOARD)), "pictures/mounting.svg": geometry.mounting()}
    for language in sheets.LANGUAGES:
        drawn[f"print/cheat-sheet-{language}.svg"] = sheets.cheat_sheet(language)
        drawn[f"print/notice-{language}.svg"] = sheets.notice(language)
    return drawn


def with_tables(text: str) -> str:
    """Returns the text of docs/build.md with its tables made anew."""
    tables = {"wires": wiring.table_lines(read_board(BOARD))}
    tables |= {f"view {number}": geometry.table_lines(lens) for number, lens in enumerate(geometry.LENSES, 1)}
    for name, lines in tables.items():
        block = "\n".join([f"<!-- {name} -->", "", *lines, "", f"<!-- end of {name} -->"])
        text, found = re.subn(
            rf"<!-- {name} -->.*?<!-- end of {name} -->", lambda _, block=block: block, text, flags=re.S
        )
        if found != 1:
            raise ValueError(f"got {found} places for the table {name} in build.md, expected one")
    return text


if __name__ == "__main__":
    for name, svg in pictures().items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(svg, encoding="utf-8")
    build = DOCS / "build.md"
    build.write_text(with_tables(build.read_text(encoding="utf-8")), encoding="utf-8")
