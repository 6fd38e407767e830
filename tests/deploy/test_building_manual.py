"""The building manual followed to the letter on paper: pins, connectors, sums, geometry, and commands that exist.

It reads docs/build.md as a person does, and computes anew what it says.
"""

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from math import radians, tan
from pathlib import Path

import pytest

from cli.main import parser
from device.display.text_layout import WIDTH
from lab.housing.outlines import placed, sheet_size
from lab.housing.parts import Parameters, arm, housing
from lab.papers.geometry import EDGE_TO_EDGE, HAND, HEIGHT, LENSES, view

HOUSE = Path(__file__).parents[2]
MANUAL = (HOUSE / "docs" / "build.md").read_text(encoding="utf-8")
GROUND = {6, 9, 14, 20, 25, 30, 34, 39}
SUPPLY = {1, 17}
DANGER = {2, 4}
HEADER = {
    2: 3, 3: 5, 5: 29, 6: 31, 8: 24, 10: 19, 11: 23, 12: 32, 13: 33, 17: 11, 19: 35, 22: 15, 24: 18, 25: 22, 27: 13,
}  # fmt: skip
"""Header pins by GPIO, copied from the pinout of Raspberry Pi."""
MODULE_PINS = {"small": 4, "usual": 7, "large": 7}
"""Of the display of each build."""


def section(title: str) -> str:
    _, _, rest = MANUAL.partition(f"\n{title}\n")
    assert rest, f"no section {title}"
    level = title.split(" ")[0]
    return re.split(rf"\n{level} ", rest)[0]


def table(text: str) -> list[list[str]]:
    """Returns the rows of the first table of a text, without its head."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    first = next(number for number, line in enumerate(text.splitlines()) if line.startswith("|"))
    lines = text.splitlines()[first:]
    count = next((number for number, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:count]]


def wiring() -> dict[tuple[str, str], str]:
    before, _, _ = section("## Wiring").partition("\n### ")
    return {(part, lead): end for part, lead, end in table(before)}


def wiring_on_spi() -> dict[tuple[str, str], str]:
    """Returns the wiring with another display: its own rows in place of those of the usual one."""
    changed = {(part, lead): end for part, lead, end in table(section("### The 2.42″ display, on SPI"))}
    others = {key: end for key, end in wiring().items() if key[0] != "display"}
    display = {key: end for key, end in changed.items() if key[0] == "display"}
    return others | {key: end for key, end in changed.items() if key in others} | display


def pin_of(end: str) -> int:
    found = re.search(r"\(pin (\d+)\)$", end)
    assert found, end
    return int(found[1])


@pytest.mark.parametrize("wires", [wiring(), wiring_on_spi()], ids=["display on I2C", "display on SPI"])
def test_every_lead_has_a_pin_of_its_own_of_the_right_kind(wires: dict[tuple[str, str], str]) -> None:
    pins = [pin_of(end) for end in wires.values()]
    assert len(set(pins)) == len(pins), "two leads on one pin"
    assert not DANGER & set(pins)
    for end in wires.values():
        gpio = re.match(r"GPIO (\d+) ", end)
        if gpio:
            assert HEADER[int(gpio[1])] == pin_of(end)
        else:
            assert pin_of(end) in (GROUND if end.startswith("ground") else SUPPLY), end


@pytest.mark.parametrize("wires", [wiring(), wiring_on_spi()], ids=["display on I2C", "display on SPI"])
def test_every_part_is_wired_whole(wires: dict[tuple[str, str], str]) -> None:
    for button in ("FOLD", "PLAY", "UP", "DOWN"):
        assert wires[button, "one leg"].startswith("GPIO")
        assert wires[button, "other leg"].startswith("ground")
    assert sum(part == "light" for part, _ in wires) == 4
    assert sum(part == "buzzer" for part, _ in wires) == 2
    assert wires["display", "VCC"].startswith("3.3 V")
    assert wires["display", "GND"].startswith("ground")


def test_the_display_on_spi_uses_the_bus_of_the_kernel() -> None:
    wires = wiring_on_spi()
    bus = {lead.split(" ")[0]: pin_of(end) for (part, lead), end in wires.items() if part == "display"}
    assert {"D0": 23, "D1": 19, "CS": 24}.items() <= bus.items(), "SCLK, MOSI and CE0 of SPI0"
    assert len(bus) == MODULE_PINS["large"]


# Parts


def part_rows() -> tuple[list[str], dict[str, list[str]]]:
    text = section("## Parts")
    head = next(line for line in text.splitlines() if line.startswith("| part |"))
    builds = [cell.strip() for cell in head.strip("|").split("|")][2:]
    return builds, {name: prices for name, _, *prices in table(text)}


def cost(cell: str) -> float:
    """Returns the price of a cell, of which a product is computed anew."""
    if cell == "–":
        return 0.0
    found = re.fullmatch(r"(?:(\d+) × ([\d.]+) = )?([\d.]+)", cell)
    assert found, cell
    if found[1]:
        assert int(found[1]) * float(found[2]) == pytest.approx(float(found[3]))
    return float(found[3])


def count(cell: str) -> int:
    return 0 if cell == "–" else int(cell.split(" × ")[0]) if " × " in cell else 1


def test_prices_add_up_for_three_builds() -> None:
    builds, rows = part_rows()
    assert len(builds) == 3
    for number, build in enumerate(builds):
        whole = sum(cost(prices[number]) for name, prices in rows.items() if name != "**sum**")
        assert f"**{whole:.2f}**" == rows["**sum**"][number], build
        assert f"**{build}**" in section("## Parts"), "it is said what it is"


def test_there_is_a_connector_for_every_lead() -> None:
    builds, rows = part_rows()
    for number, build in enumerate(builds):
        buttons = count(rows["push button"][number])
        assert count(rows["wire with a blade receptacle"][number]) == 2 * buttons == 8
        lights, buzzers = count(rows["light"][number]), count(rows["buzzer"][number])
        wanted = MODULE_PINS[build] + 4 * lights + 2 * buzzers
        assert count(rows["jumper wire"][number]) == wanted, build
        assert count(rows["resistor"][number]) == 3 * lights
    for word in ("blade tabs", "2.8 mm", "4.8 mm", "2.54 mm", "lens cover"):
        assert word in section("## Parts")


# Geometry


@pytest.mark.parametrize(("number", "lens"), list(enumerate(LENSES)))
def test_views_are_computed_right(number: int, lens: object) -> None:
    _, _, rest = MANUAL.partition(f"<!-- view {number + 1} -->")
    for height, size, german, french, fits, least in table(rest):
        cm = float(height.split()[0])
        across, down = (2 * cm * tan(radians(angle / 2)) for angle in (lens.across, lens.down))  # type: ignore[attr-defined]
        assert size == f"{across:.0f} × {down:.0f} cm"
        assert [german, french] == [f"{1920 / across * mm / 10:.0f} px" for mm in (56, 59)]
        assert (fits == "yes") == (round(across) >= 60 and round(down) >= 45 and 1920 / across * 5.6 >= 96)
        assert across <= int(least.split()[0]) < across + 5


def test_recommended_heights_keep_hand_cards_out_of_view() -> None:
    text = " ".join(section("## Where the camera hangs").split())
    assert f"{EDGE_TO_EDGE} cm wide, that is {HEIGHT:.0f} cm" in text
    standard = LENSES[0]
    assert view(standard, HEIGHT).across <= EDGE_TO_EDGE
    assert view(standard, HEIGHT).fits
    assert "on one of 90 cm it is up to 65 cm" in text
    assert view(standard, 65).across <= 90 < view(standard, 70).across
    for above in (0.0, *HAND):
        assert view(standard, HEIGHT - above).across < EDGE_TO_EDGE, "what is held over the edge is outside"
    wide = LENSES[1]
    assert "35 cm above a table of 90 cm" in text
    assert view(wide, 35).across <= 90
    assert view(wide, 35).fits


def test_the_post_on_the_corner_is_outside_the_view() -> None:
    measures = Parameters()
    corner = measures.reach / 10 / 2**0.5
    assert corner <= EDGE_TO_EDGE / 2 + 1, "the reach is from the corner of that table to its middle"
    assert corner - measures.strip / 10 > view(LENSES[0], HEIGHT).down / 2


def test_the_cable_is_long_enough_and_the_board_large_enough() -> None:
    said = re.search(r"with our arm that takes ([\d.]+) m", MANUAL)
    assert said
    assert float(said[1]) * 1000 >= Parameters().cable_length
    assert "1 m and 2 m" in MANUAL
    board = re.search(r"plywood of 4 mm, (\d+) × (\d+) cm", MANUAL)
    assert board
    sizes = [sheet_size(placed(parts)) for parts in (housing(Parameters()), arm(Parameters()))]
    assert max(width for width, _ in sizes) <= 10 * int(board[1])
    assert sum(height for _, height in sizes) <= 10 * int(board[2])


def test_reading_distances_follow_from_letter_heights() -> None:
    _, _, rest = MANUAL.partition("<!-- reading -->")
    head = next(line for line in rest.splitlines() if line.startswith("| display"))
    heights = [int(height) for height in re.findall(r"(\d+) px", head)]
    widths = {"0.96″": 21.74, "1.3″": 29.42, "2.42″": 55.01}
    for name, size, *far in table(rest):
        width = widths[name.split()[0]]
        assert size == f"{width:.0f} × {width / 2:.0f} mm"
        for height, said in zip(heights, far, strict=True):
            millimetres = height * width / WIDTH
            assert said == f"{millimetres / tan(radians(0.3)) / 10:.0f} cm"
    assert f"{1000 * tan(radians(0.3)):.1f} mm from a metre away" in MANUAL


# Where it comes from, and commands


def test_the_first_line_says_where_the_program_comes_from() -> None:
    urls = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    first = " ".join(section("<!-- source -->").partition("<!-- end")[0].split())
    assert f"git clone {urls['Repository']}.git" in first
    assert urls["Releases"] in first


def commands() -> list[str]:
    """Returns all commands of the manual: lines of blocks for the shell, and code in sentences that begins like one."""
    blocks = re.findall(r"```sh\n(.*?)```", MANUAL, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]
    prose = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", MANUAL, flags=re.DOTALL))
    begins = ("sudo ", "python ", "kiebitz ", "deploy/", "git ")
    return [*lines, *(code for code in prose if code.startswith(begins) and " " in code)]


@pytest.mark.parametrize("command", commands())
def test_every_command_exists(command: str) -> None:
    words = shlex.split(command, comments=True)
    if words[0] == "sudo":
        words = words[1:]
    match words:
        case ["kiebitz", *rest]:
            parser(rest[0]).parse_args(rest)
        case ["python", "-m", module, *rest]:
            assert importlib.util.find_spec(module), module
            assert_options(["-m", module], rest)
        case ["python", script, *rest]:
            assert (HOUSE / script).is_file(), script
            assert_options([str(HOUSE / script)], rest)
        case [script, *rest] if script.startswith("deploy/"):
            assert (HOUSE / script).is_file(), script
            text = (HOUSE / script).read_text(encoding="utf-8") + (HOUSE / "deploy/steps.sh").read_text(
                encoding="utf-8"
            )
            for word in rest:
                if word.startswith("--"):
                    assert f"{word})" in text or f"{word} |" in text or f"{word} " in text, word
                elif rest[rest.index(word) - 1] == "--board":
                    assert (HOUSE / "firmware_config" / f"{word}.toml").is_file()
        case [program, *_]:
            assert program in ("git", "ssh-keygen", "echo"), f"got {program}, expected a program that is known here"


def assert_options(program: list[str], options: list[str]) -> None:
    """Asserts that the help names every option."""
    if not any(word.startswith("--") for word in options):
        return
    command = [sys.executable, *program, "--help"]
    output = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    for word in options:
        assert not word.startswith("--") or word in output, word
