"""Draws the icon that phones keep of the page: `python -m lab.app_icons`, with the extra `train`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

ROOT = Path(__file__).parents[1]
SOURCE, FOLDER = ROOT / "web" / "table" / "static" / "icon.svg", ROOT / "web" / "kit" / "static"
SIZES_PX = (180, 512)
"""What iOS and Android ask for; both scale, and cut the corners themselves."""

if __name__ == "__main__":
    square = SOURCE.read_text(encoding="utf-8").replace('height="24" rx="5"', 'height="24"')
    for size in SIZES_PX:
        picture = resvg_py.svg_to_bytes(svg_string=square, width=size, height=size)
        (FOLDER / f"app-{size}.png").write_bytes(bytes(picture))
