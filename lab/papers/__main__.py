"""Draws the diagrams and pages to print, and makes the tables of build.md and flows.md: `python -m lab.papers`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from device.hardware.board import read_board
from lab.papers import exploded, geometry, housing_picture, presses, sheets, tables, wiring

DOCS = Path(__file__).parents[2] / "docs"
BOARD, SPI_BOARD = "default_kit", "spi_display"


def pictures() -> dict[str, str]:
    """Returns what is drawn: file name below docs → SVG."""
    drawn = {
        "pictures/wiring.svg": wiring.diagram(read_board(BOARD)),
        "pictures/wiring-spi.svg": wiring.diagram(read_board(SPI_BOARD)),
        "pictures/mounting.svg": geometry.mounting(),
        "pictures/housing.svg": housing_picture.picture(),
        "pictures/housing-exploded.svg": exploded.picture(),
    }
    for language in sheets.LANGUAGES:
        drawn[f"print/cheat-sheet-{language}.svg"] = sheets.cheat_sheet(language)
        drawn[f"print/notice-{language}.svg"] = sheets.notice(language)
    return drawn


def source_lines() -> list[str]:
    """Returns where the program comes from, by the addresses in pyproject.toml."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = project["urls"]["Repository"]
    return [
        f"The program is at <{address}>: `git clone {address}.git kiebitz`, or unpack "
        f"one of the [release archives]({project['urls']['Releases']}). All commands here are given in that folder."
    ]


def with_tables(text: str) -> str:
    """Returns the text of docs/build.md with its tables made anew."""
    made = {
        "source": source_lines(),
        "builds": tables.builds_in_words(),
        "parts": tables.table_lines(),
        "wires": wiring.table_lines(read_board(BOARD)),
        "wires of the display on SPI": wiring.table_lines(read_board(SPI_BOARD), usual=read_board(BOARD)),
        "reading": tables.reading_lines(),
        "housing": housing_picture.table_lines(),
    }
    made |= {f"view {number}": geometry.table_lines(lens) for number, lens in enumerate(geometry.LENSES, 1)}
    return _with_lines(text, made, "build.md")


def with_presses(text: str) -> str:
    """Returns the text of docs/flows.md with its table of presses made anew."""
    return _with_lines(text, {"presses": presses.table_lines()}, "flows.md")


def _with_lines(text: str, tables: Mapping[str, Sequence[str]], file: str) -> str:
    for name, lines in tables.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"got no place for the table {name} in {file}, expected {begin} and {end}")
        wrapped = [part for line in lines for part in ([line] if line.startswith("|") else wrap(line, 120) or [""])]
        text = "\n".join([before + begin, "", *wrapped, "", end + after])
    return text


if __name__ == "__main__":
    for name, svg in pictures().items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(svg, encoding="utf-8")
    for file, anew in ((DOCS / "build.md", with_tables), (DOCS / "flows.md", with_presses)):
        file.write_text(anew(file.read_text(encoding="utf-8")), encoding="utf-8")
