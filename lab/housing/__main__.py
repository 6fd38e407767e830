"""Draws housing and arm as files for a laser cutter or a 3D printer: `python -m lab.housing --help`."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

from lab.housing.outlines import dxf, placed, svg
from lab.housing.parts import BOARDS, DISPLAYS, Parameters, arm, housing

FOLDER = Path(__file__).parents[2] / "docs" / "print" / "housing"
MEASURES = ("thickness", "button_hole", "camera_height", "reach", "strip")
"""Parameters that can be set by the command line, besides display and board."""


def drawings(measures: Parameters, kerf: float = 0.0) -> dict[str, str]:
    """Returns the files of a laser cutter: name → content. *kerf*: mm that it burns away."""
    drawn: dict[str, str] = {}
    for name, parts in (("housing", housing(measures)), ("arm", arm(measures))):
        if kerf:
            from lab.housing.solids import with_kerf  # whose libraries only a kerf and a printer's files need

            parts = [with_kerf(part, kerf) for part in parts]
        pieces = placed(parts)
        drawn |= {f"{name}.svg": svg(pieces), f"{name}.dxf": dxf(pieces)}
    return drawn


def solids(measures: Parameters) -> dict[str, bytes]:
    """Returns the files of a 3D printer: name → content."""
    from lab.housing.solids import solid_files

    t = measures.thickness
    return solid_files("housing", housing(measures), t) | solid_files("arm", arm(measures), t)


def main() -> None:
    usual = {field.name: field.default for field in fields(Parameters)}
    parser = argparse.ArgumentParser(prog="python -m lab.housing", description=__doc__)
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="for the files (docs/print/housing)")
    parser.add_argument("--display", choices=tuple(DISPLAYS), default=usual["display"], help="inches (%(default)s)")
    parser.add_argument("--board", choices=tuple(BOARDS), default=usual["board"], help="Pi 4, 5 or Zero (%(default)s)")
    for name in MEASURES:
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=float, default=usual[name], metavar="MM", help="mm (%(default)s)")
    parser.add_argument(
        "--kerf", type=float, default=0.0, metavar="MM", help="mm that the laser burns away (0); with the same extra"
    )
    parser.add_argument("--solids", action="store_true", help="also STL and 3MF (pip install -e '.[housing]')")
    chosen = vars(parser.parse_args())
    folder: Path = chosen.pop("to")
    kerf, has_solids = chosen.pop("kerf"), chosen.pop("solids")
    measures = Parameters(**chosen)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in drawings(measures, kerf).items():
        (folder / name).write_bytes(content.encode())
    if has_solids:
        (folder / "solids").mkdir(exist_ok=True)
        for name, solid in solids(measures).items():
            (folder / "solids" / name).write_bytes(solid)
    print(f"{folder}: post {measures.post_length:g} mm, beam {measures.beam_length:g} mm", end="")
    print(f", of {measures.strip:g} × {measures.strip:g} mm; cable of the camera from {measures.cable_length:g} mm on")


if __name__ == "__main__":
    main()
