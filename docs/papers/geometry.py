"""How much of the table a camera sees from which height, and how wide a card is in its picture.

A lens that looks straight down and bends no lines sees `2 × height × tan(field of view / 2)`. The figures of the lenses
are those of the maker's documentation, "Camera hardware specification": a sensor of 6.45 × 3.63 mm, 16:9, and all of it
is in use at 1920 × 1080.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

from docs.papers.page import GREY, INK, Page

PICTURE = (1920, 1080)
"""px, as the camera is asked for."""
GERMAN, FRENCH = 56, 59
"""mm of a card's width."""
TABLE = (60, 45)
"""cm that should be in view."""
ENOUGH = 96
"""px of a card's width: the network looks at so many; with far fewer a card is asked for."""


@dataclass(frozen=True, slots=True)
class Lens:
    name: str
    across: float
    """Degrees of the field of view along the long side of the picture."""
    down: float
    heights: tuple[int, ...]
    """cm above the table that are worth a row."""


LENSES = (
    Lens("Camera Module 3", 66, 41, (50, 55, 60, 65, 70, 75, 80)),
    Lens("Camera Module 3 Wide", 102, 67, (30, 35, 40, 45, 50)),
)


@dataclass(frozen=True, slots=True)
class View:
    """What is seen: cm of the table, px of a card's width."""

    across: float
    down: float
    german: float
    french: float

    @property
    def fits(self) -> bool:
        return round(self.across) >= TABLE[0] and round(self.down) >= TABLE[1] and self.german >= ENOUGH


def view(lens: Lens, height: float) -> View:
    """Returns what a lens sees from *height* cm above the table."""
    across = 2 * height * tan(radians(lens.across / 2))
    down = 2 * height * tan(radians(lens.down / 2))
    per_cm = PICTURE[0] / across
    return View(across, down, per_cm * GERMAN / 10, per_cm * FRENCH / 10)


def table_lines(lens: Lens) -> list[str]:
    """Returns the heights of a lens as a table in Markdown."""
    lines = [
        f"| {lens.name}: height | table in view | German card | French card | 60 × 45 cm, card ≥ {ENOUGH} px |",
        "|---|---|---|---|---|",
    ]
    for height in lens.heights:
        seen = view(lens, height)
        size = f"{seen.across:.0f} × {seen.down:.0f} cm"
        lines.append(
            f"| {height} cm | {size} | {seen.german:.0f} px | {seen.french:.0f} px | {'yes' if seen.fits else 'no'} |"
        )
    return lines


def mounting() -> str:
    """Returns the view from the side, to scale, as SVG."""
    page = Page(760, 560)
    scale, floor, middle = 5.0, 470.0, 420.0  # px per cm
    lens, height = LENSES[0], 65
    seen = view(lens, height)
    camera = floor - height * scale
    left, right = middle - seen.across / 2 * scale, middle + seen.across / 2 * scale
    page.text((380, 30), f"{lens.name}, {height} cm above the table, from the side", 17, bold=True, align="middle")
    page.shape([(middle, camera + 8), (left, floor), (right, floor)], fill="#e3f0fa")
    page.box((40, floor), (690, 16), fill="#b58a5a")
    _post(page, floor, middle, camera)
    page.box((middle - 16, camera - 8), (32, 14), fill=INK, radius=2)
    page.disc((middle, camera + 7), 5, fill="#1f6fb2")
    page.text((middle - 28, camera + 4), "camera, straight down", 12, align="end")
    _lamp(page, middle, camera)
    _measures(page, floor, middle, camera, (left, right), (seen.across, height))
    for offset in (-90, -20, 60):
        page.box((middle + offset, floor - 3), (28, 3), fill=INK)
    page.text(
        (380, 548),
        "The cards that are played lie in the middle; what players hold, and their faces, stay outside.",
        12,
        align="middle",
    )
    return page.svg()


def _post(page: Page, floor: float, middle: float, camera: float) -> None:
    page.box((64, camera - 40), (12, floor - camera + 40), fill="#777777")
    page.box((64, camera - 40), (middle - 58, 10), fill="#777777")
    page.box((middle - 4, camera - 30), (8, 24), fill="#777777")
    page.box((44, floor - 8), (52, 8), fill="#555555")


def _lamp(page: Page, middle: float, camera: float) -> None:
    x = middle + 130
    page.box((middle, camera - 40), (134, 10), fill="#777777")
    page.box((x - 30, camera - 30), (64, 10), fill="#f0c040", radius=3)
    page.text((x + 42, camera - 20), "lamp, wide, beside", 12)
    page.text((x + 42, camera - 4), "the camera", 12)
    page.line([(x, camera - 16), (x + 40, camera + 60)], colour="#f0c040", dashes="5 5")
    page.line([(x, camera - 16), (x - 20, camera + 66)], colour="#f0c040", dashes="5 5")


def _measures(
    page: Page, floor: float, middle: float, camera: float, sides: tuple[float, float], sizes: tuple[float, float]
) -> None:
    page.line([(middle, camera + 16), (middle, floor)], colour=GREY, dashes="4 4")
    page.text((middle + 8, (camera + floor) / 2 + 60), f"{sizes[1]:.0f} cm", 13, bold=True)
    y = floor + 34
    page.line([(sides[0], y), (sides[1], y)], colour=GREY)
    for x in sides:
        page.line([(x, y - 6), (x, y + 6)], colour=GREY)
    page.text((middle, y + 20), f"{sizes[0]:.0f} cm in view", 13, bold=True, align="middle")
