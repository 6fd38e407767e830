"""Draws housing and arm as files for a laser cutter: `python -m lab.housing --help`."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

from lab.housing.outlines import dxf, placed, svg
from lab.housing.parts import BOARDS, DISPLAYS, Parameters, arm, housing

FOLDER = Path(__file__).parents[2] / "docs" / "print" / "housing"
MEASURES = ("thickness", "button_hole", "camera_height", "reach", "strip")
"""Parameters that can be set by the command line, besides display and board."""


def drawings(measures: Parameters) -> dict[str, str]:
    """Returns the files: name → content."""
    drawn: dict[str, str] = {}
    for name, parts in (("housing", housing(measures)), ("arm", arm(measures))):
        pieces = placed(parts)
        drawn |= {f"{name}.svg": svg(pieces), f"{name}.dxf": dxf(pieces)}
    return drawn


def main() -> None:
    usual = {field.name: field.default for field in fields(Parameters)}
    parser = argparse.ArgumentParser(prog="python -m lab.housing", description=__doc__)
    parser.add_argument(
        "--to", type=Path, default=FOLDER, metavar="FOLDER", help="where the files go (docs/print/housing)"
    )
    parser.add_argument("--display", choices=tuple(DISPLAYS), default=usual["display"], help="inches (%(default)s)")
    parser.add_argument(
        "--board", choices=tuple(BOARDS), default=usual["board"], help="Pi 4 and 5, or Zero (%(default)s)"
    )
    for name in MEASURES:
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=float, default=usual[name], metavar="MM", help="mm (%(default)s)"
        )
    chosen = vars(parser.parse_args())
    folder: Path = chosen.pop("to")
    measures = Parameters(**chosen)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in drawings(measures).items():
        (folder / name).write_bytes(content.encode())
    print(f"{folder}: post {measures.post_length:g} mm, beam {measures.beam_length:g} mm", end="")
    print(f", of {measures.strip:g} × {measures.strip:g} mm; cable of the camera from {measures.cable_length:g} mm on")


if __name__ == "__main__":
    main()
