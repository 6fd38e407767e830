"""kiebitz sheet: pages of the shipped decks, and one-line errors if they cannot be written."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cli.main import main
from cli.print_pages import page_layout
from engine.cards import FRENCH_20
from simulator.deck import print_picture
from tests.support.command_line import CommandLine


@pytest.mark.slow
def test_a_pdf_has_all_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "--kind", "german33", str(tmp_path / "pack.pdf")]) == 0
    content = (tmp_path / "pack.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == 4
    output = capsys.readouterr().out
    assert "4 pages" in output
    assert "--pack house-german" in output


@pytest.mark.slow
def test_pictures_are_numbered_and_show_the_style(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "--kind", "french20", "--style", "doubled", "--backs", str(tmp_path / "pack.png")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"pack-{number}.png" for number in range(1, 7)]
    first = print_picture(FRENCH_20, str(FRENCH_20.cards[0]), "doubled")
    page = page_layout(first.shape[1], first.shape[0])
    corner = (slice(page.top, page.top + page.card_height), slice(page.left, page.left + page.card_width))
    with Image.open(tmp_path / "pack-1.png") as printed:
        assert printed.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert np.array_equal(np.asarray(printed)[corner], first[:, :, ::-1])
    assert "no enrolment" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["--kind", "french20", "{}/pack.gif"], "ends in .pdf or .png", id="suffix"),
        pytest.param(["--kind", "french20", "{}/none/pack.pdf"], "no folder", id="folder"),
        pytest.param(["--kind", "french20", "--style", "fine", "{}/pack.pdf"], "expected house or doubled", id="style"),
        pytest.param(
            ["--kind", "french20", "--style", "7", "{}/pack.pdf"], "got style '7', expected house", id="number"
        ),
        pytest.param(["--kind", "french20", "--style", "9" * 5000, "{}/pack.pdf"], "expected house", id="long"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], says: str, tmp_path: Path, kiebitz: CommandLine) -> None:
    assert says in kiebitz.refuses("sheet", *(argument.format(tmp_path) for argument in arguments))
    assert not list(tmp_path.iterdir())
