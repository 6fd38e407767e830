"""kiebitz enrol: each fault of a folder, or of the name of a pack, is one line and leaves no pack."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.card_art.packs import draw_pack
from tests.support.enrolment.folder import STYLE, enrol, read_image

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("state")]


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def _broken(folder: Path) -> None:
    (folder / "HK.png").write_bytes(b"no picture")


def _plain(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.png"), np.full((200, 120, 3), 200, np.uint8))


def _blurred(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.png"), cv2.GaussianBlur(read_image(folder / "HK.png"), (0, 0), 7))


def _twice(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.jpg"), read_image(folder / "HK.png"))


def _same_picture(folder: Path) -> None:
    (folder / "HO.png").write_bytes((folder / "HK.png").read_bytes())


def _unnamed(folder: Path) -> None:
    (folder / "HK.png").rename(folder / "IMG_2031.png")


def _of_a_telephone(folder: Path) -> None:
    for path in folder.iterdir():
        path.rename(path.with_suffix(".HEIC"))


def _one_of_a_telephone(folder: Path) -> None:
    (folder / "HK.png").rename(folder / "HK.HEIC")


def _three(folder: Path) -> None:
    for path in folder.iterdir():
        if path.stem not in ("EA", "HK", "S7"):
            path.unlink()


def _one_deeper(folder: Path) -> None:
    _empty(folder)
    (folder / "scans").mkdir()


def _french(folder: Path) -> None:
    _empty(folder)
    for card, picture in draw_pack("french20", STYLE, 100).items():
        cv2.imwrite(str(folder / f"{card}.png"), picture)


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        pytest.param(_empty, ("without pictures", "EA.jpg"), id="empty folder"),
        pytest.param(_broken, ("HK.png", "cannot be read as a picture"), id="broken picture"),
        pytest.param(_plain, ("HK.png", "shows next to nothing"), id="plain picture"),
        pytest.param(_blurred, ("HK.png", "is blurred"), id="blurred picture"),
        pytest.param(_twice, ("HK.jpg", "HK.png", "take one away"), id="one name on two pictures"),
        pytest.param(_same_picture, ("the same picture in HK.png and HO.png",), id="one picture for two cards"),
        pytest.param(
            _unnamed, ("IMG_2031.png", "suit E L H S, then rank A K O U", "without HK"), id="no card notation"
        ),
        pytest.param(_of_a_telephone, ("E10.HEIC", "save them as JPEG"), id="pictures of a telephone"),
        pytest.param(
            _one_of_a_telephone, ("got HK.HEIC, expected jpg, png or webp", "without HK"), id="a picture of a telephone"
        ),
        pytest.param(_three, ("with EA, HK, S7 alone", "each of the 32 cards", "--partial"), id="three cards"),
        pytest.param(_one_deeper, ("with the folder scans in it",), id="a folder in the folder"),
        pytest.param(_french, ("expected bavarian32", "--kind french20"), id="another kind"),
    ],
)
def test_bad_input_is_a_line_a_fault_and_leaves_no_pack(
    folder: Path,
    state: Path,
    harm: Callable[[Path], None],
    expected: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    harm(folder)
    assert enrol(folder) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    # Pictures are examined where a card of the deck has a name; the last line says what the deck lacks.
    faults = {_unnamed: 3, _one_of_a_telephone: 3, _empty: 1, _of_a_telephone: 1, _one_deeper: 1, _french: 1}.get(
        harm, 2
    )
    assert len(printed.err.splitlines()) == faults
    assert all(part in printed.err for part in expected)
    assert not state.exists()


@pytest.mark.parametrize(
    ("pack", "expected"),
    [
        pytest.param("../ours", "expected a plain name", id="a path without its ending"),
        pytest.param("", "expected a name", id="empty name"),
        pytest.param(".hidden", "expected a name", id="hidden"),
        pytest.param(".npz", "expected a plain name", id="an ending alone"),
    ],
)
def test_a_pack_has_a_plain_name(folder: Path, pack: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(folder, pack=pack) == 2
    assert expected in capsys.readouterr().err


def test_missing_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(tmp_path / "nowhere") == 2
    assert "expected a folder of card pictures" in capsys.readouterr().err
