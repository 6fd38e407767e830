"""How much of the table a camera sees from which height, and how wide a card is in its picture.

A lens that looks straight down and bends no lines sees `2 × height × tan(field of view / 2)`. The figures of the lenses
are those of the maker's documentation, "Camera hardware specification": a sensor of 6.45 × 3.63 mm, 16:9, and all of it
is in use at 1920 × 1080.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, radians, tan

from lab.housing.parts import Parameters
from lab.papers.page import GREY, INK, Page

PICTURE = (1920, 1080)
"""px, as the camera is asked for."""
GERMAN, FRENCH = 56, 59
"""mm of a card's width."""
TABLE = (60, 45)
"""cm that should be in view."""
HEIGHT = Parameters().camera_height / 10
"""cm of the camera above the table, for a table of `EDGE_TO_EDGE`."""
EDGE_TO_EDGE = 80
"""cm between the players at the short sides of the picture, as most tables for four have."""
HAND = (12.0, 22.0)
"""cm above the table between which a player holds cards."""
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
    def least_table(self) -> int:
        """cm between the edges of a table beyond which nothing is in view, in steps of 5."""
        return 5 * ceil(round(self.across, 6) / 5)

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
    titles = f"table in view | German card | French card | 60 × 45 cm, card ≥ {ENOUGH} px"
    lines = [f"| {lens.name}: height | {titles} | no hand cards in view on a table from |", "|---|---|---|---|---|---|"]
    for height in lens.heights:
        drawing = view(lens, height)
        size = f"{drawing.across:.0f} × {drawing.down:.0f} cm"
        cards = f"{drawing.german:.0f} px | {drawing.french:.0f} px | {'yes' if drawing.fits else 'no'}"
        lines.append(f"| {height} cm | {size} | {cards} | {drawing.least_table} cm |")
    return lines


CAPTION = (
    f"On a table of {EDGE_TO_EDGE} cm the view ends within its edges: cards held over or behind the edge are outside,",
    "and so are faces. The post stands on a corner, where nobody sits: seen from here it is behind the view.",
)
SCALE, FLOOR, MIDDLE = 5.6, 452.0, 380.0
"""px per cm; the table's top and the middle of the view, px."""


def mounting() -> str:
    """Returns the view from the side, to scale, as SVG."""
    page = Page(760, 560)
    lens = LENSES[0]
    drawing = view(lens, HEIGHT)
    camera = FLOOR - HEIGHT * SCALE
    half = drawing.across / 2 * SCALE
    page.text((380, 30), f"{lens.name}, {HEIGHT:.0f} cm above the table, from the side", 17, bold=True, align="middle")
    _post(page, camera)
    page.shape([(MIDDLE, camera), (MIDDLE - half, FLOOR), (MIDDLE + half, FLOOR)], fill="#e3f0fa")
    table = EDGE_TO_EDGE * SCALE
    page.box((MIDDLE - table / 2, FLOOR), (table, 12), fill="#b58a5a")
    page.box((MIDDLE - 16, camera - 14), (32, 12), fill=INK, radius=2)
    page.disc((MIDDLE, camera - 1), 5, fill="#1f6fb2")
    page.text((MIDDLE - 28, camera + 12), "camera, straight down", 12, align="end")
    _lamp(page, camera)
    for side in (-1, 1):
        # Draws cards that a player holds over the edge of the table, leaning towards him
        x = MIDDLE + side * EDGE_TO_EDGE / 2 * SCALE
        low, high = (FLOOR - above * SCALE for above in HAND)
        for lean in (10, 17, 24):
            page.line([(x, low), (x + side * lean, high)], colour="#c62828", weight=2.5)
        align = "start" if side > 0 else "end"
        page.text((x + side * 30, low - 24), "held", 12, align=align)
        page.text((x + side * 30, low - 9), "cards", 12, align=align)
    _measures(page, camera, drawing.across)
    for offset in (-90, -20, 60):
        page.box((MIDDLE + offset, FLOOR - 3), (30, 3), fill=INK)
    for line, y in zip(CAPTION, (530, 548), strict=True):
        page.text((380, y), line, 12, align="middle")
    return page.svg()


def _post(page: Page, camera: float) -> None:
    x = MIDDLE - (EDGE_TO_EDGE / 2 - 4) * SCALE
    page.box((x, camera - 24), (11, FLOOR - camera + 24), fill="#9a9a9a")
    page.box((x, camera - 25), (MIDDLE - x + 12, 11), fill="#777777")
    page.box((x - 16, FLOOR - 5), (42, 5), fill="#555555")


def _lamp(page: Page, camera: float) -> None:
    x = MIDDLE + 150
    page.box((x - 40, camera - 34), (80, 10), fill="#f0c040", radius=3)
    page.text((x + 48, camera - 26), "lamp, wide, beside", 12)
    page.text((x + 48, camera - 10), "the camera", 12)
    page.line([(x, camera - 20), (x + 40, camera + 56)], colour="#f0c040", dashes="5 5")
    page.line([(x, camera - 20), (x - 20, camera + 62)], colour="#f0c040", dashes="5 5")


def _measures(page: Page, camera: float, across: float) -> None:
    page.line([(MIDDLE, camera + 8), (MIDDLE, FLOOR)], colour=GREY, dashes="4 4")
    page.text((MIDDLE + 8, (camera + FLOOR) / 2 + 60), f"{HEIGHT:.0f} cm", 13, bold=True)
    for y, width, text in ((FLOOR + 26, across, "in view"), (FLOOR + 46, EDGE_TO_EDGE, "from edge to edge")):
        half = width * SCALE / 2
        words = f"{width:.0f} cm {text}"
        page.line([(MIDDLE - half, y), (MIDDLE + half, y)], colour=GREY)
        for x in (MIDDLE - half, MIDDLE + half):
            page.line([(x, y - 5), (x, y + 5)], colour=GREY)
        page.box((MIDDLE - 95, y - 9), (190, 18), fill="#ffffff")
        page.text((MIDDLE, y + 4), words, 13, bold=True, align="middle")
