from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cli.demo.film import Film, NoPlaceForFilm, UnknownFilmFormat


@pytest.mark.parametrize("ending", ["webp", "gif", "png"])
def test_a_film_keeps_every_shot_and_its_time(tmp_path: Path, ending: str) -> None:
    film = Film(tmp_path / f"deal.{ending}")
    for number, shade in enumerate((40, 120, 200)):
        table = np.full((720, 1280, 3), shade, dtype=np.uint8)
        film.shoot(number * 0.5, table, Image.new("1", (128, 64), number % 2))
    film.save(last_seconds=2.0)
    with Image.open(film.path) as written:
        durations = []
        for number in range(written.n_frames):
            written.seek(number)
            written.load()
            durations.append(written.info["duration"])
        assert durations == [500, 500, 2000]


def test_a_film_without_shots_writes_nothing(tmp_path: Path) -> None:
    Film(tmp_path / "deal.webp").save()
    assert list(tmp_path.iterdir()) == []


def test_unknown_file_ending_error_lists_the_known_ones() -> None:
    with pytest.raises(UnknownFilmFormat, match=r"got film file 'deal.avi', expected .* .webp, .gif, .png"):
        Film(Path("deal.avi"))


def test_unwritable_folder_is_reported_before_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
    with pytest.raises(NoPlaceForFilm, match="expected one that can be written: use --film"):
        Film(tmp_path / "deal.webp")


@pytest.mark.parametrize("name", ["", "none/deal.webp"])
def test_unwritable_film_is_reported_before_the_deal(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.webp").mkdir()
    with pytest.raises(NoPlaceForFilm, match="expected a file in a folder that is there"):
        Film(tmp_path / (name or "folder.webp"))
