"""kiebitz sheet: pages in the right size, and one-line errors if they cannot be written."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cli.main import main
from simulator.card_art import Style, draw_back, draw_card, packs
from simulator.card_art.packs import page_layout, print_pages

MM = 300 / 25.4


@pytest.mark.parametrize(
    ("kind", "width_mm", "height_mm", "per_page"),
    [
        ("bavarian32", 56, 100, 10),
        ("german33", 56, 100, 10),
        ("french20", 59, 91, 9),
        ("french32", 59, 91, 9),
        ("french52", 59, 91, 9),
    ],
)
def test_cards_come_out_in_the_size_they_are_sold_in(kind: str, width_mm: int, height_mm: int, per_page: int) -> None:
    page = page_layout(kind, Style.default())
    assert page.card_width / MM == pytest.approx(width_mm, abs=0.1)
    assert page.card_height / MM == pytest.approx(height_mm, abs=0.1)
    assert page.columns * page.rows == per_page
    assert sorted((round(page.width / MM), round(page.height / MM))) == [210, 297]
    assert min(page.left, page.top) / MM >= 4.9


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "DPI", 72)


@pytest.mark.usefixtures("coarse")
def test_pages_hold_every_card_and_backs_lie_behind_them() -> None:
    style = Style.default()
    page = page_layout("french20", style)
    fronts_and_backs = list(print_pages("french20", style, backs=True))
    assert len(fronts_and_backs) == 2 * 3
    first, behind = fronts_and_backs[:2]
    corner = (slice(page.top, page.top + page.card_height), slice(page.left, page.left + page.card_width))
    from engine.cards import FRENCH_20

    assert np.array_equal(first[corner], draw_card(FRENCH_20, FRENCH_20.cards[0], style, page.card_height))
    assert np.array_equal(behind[corner], draw_back(style, page.card_height, "french20"))
    last_front, last_back = fronts_and_backs[-2:]
    left, right = page.left + 5, page.left + page.columns * page.card_width - 5
    bottom_row = page.top + (page.rows - 1) * page.card_height + 5
    assert (last_front[bottom_row, [left, right]] == 255).all()
    assert not (last_front[page.top + 5, left] == 255).all()
    assert not (last_back[page.top + 5, right] == 255).all()


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_pdf_has_all_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "--kind", "german33", str(tmp_path / "pack.pdf")]) == 0
    content = (tmp_path / "pack.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == 4
    assert "4 pages" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_pictures_are_numbered(tmp_path: Path) -> None:
    assert main(["sheet", "--kind", "french20", "--style", "3", str(tmp_path / "pack.png")]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[0] == "pack-1.png"
    with Image.open(tmp_path / "pack-1.png") as page:
        assert page.info["dpi"] == pytest.approx((72, 72), abs=0.1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["--kind", "french20", "{}/pack.gif"], "ends in .pdf or .png", id="suffix"),
        pytest.param(["--kind", "french20", "{}/none/pack.pdf"], "no folder", id="folder"),
        pytest.param(["--kind", "french20", "--style", "fine", "{}/pack.pdf"], "expected house, doubled", id="style"),
        pytest.param(["--kind", "french20", "--style", "9" * 5000, "{}/pack.pdf"], "expected house", id="long"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", *(argument.format(tmp_path) for argument in arguments)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
