"""The way from free decks to a network: slicing, drawing, degrading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from lab.card_art.packs import draw_pack
from lab.card_art.style import Style
from lab.training.augmentation.degrade import enrolment_view, junk_view, ornamented, reprinted, table_view
from lab.training.data import slices
from lab.training.data.decks import (
    PICTURE_HEIGHT,
    Deck,
    NoDecks,
    chosen_decks,
    held_out,
    is_german,
    load_deck,
    load_decks,
)
from lab.training.data.drawn_packs import draw
from lab.training.data.options import deck_folders
from lab.training.data.provenance import Entry, Package, Record, recorded
from tests.support.examples import one_in
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.types import Image


@pytest.fixture(scope="module")
def cards() -> list[Image]:
    return list(draw_pack("french20", Style.random(4), PICTURE_HEIGHT).values())


class TestDegrade:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", one_in(4, range(12)))
    def test_views_are_crops_and_a_seed_repeats_them(self, cards: list[Image], seed: int) -> None:
        def views() -> list[Image]:
            chance = np.random.default_rng(seed)
            card, back = cards[seed], cards[-1]
            return [enrolment_view(card, chance), table_view(card, cards, chance), junk_view(card, back, chance)]

        once, again = views(), views()
        assert all(view.shape == (CROP_HEIGHT, CROP_WIDTH, 3) and view.dtype == np.uint8 for view in once)
        assert all(np.array_equal(one, other) for one, other in zip(once, again, strict=True))

    @pytest.mark.slow
    def test_a_view_still_shows_its_card(self, cards: list[Image]) -> None:
        """Most table views resemble their own card's clean picture more than another's, already pixel by pixel."""
        chance = np.random.default_rng(1)
        clean = np.stack([_contrast(enrolment_view(card, np.random.default_rng(3))) for card in cards])
        views = np.stack([_contrast(table_view(card, (), chance)) for card in cards for _ in range(4)])
        nearest = (views @ clean.T).argmax(axis=1)
        assert (nearest == np.repeat(np.arange(len(cards)), 4)).mean() > 0.5

    @pytest.mark.parametrize("seed", range(12))
    def test_another_print_is_the_same_artwork(self, cards: list[Image], seed: int) -> None:
        """Other inks, lines, margins: the picture differs, and is still most like its own card."""
        card = cards[seed]
        other = reprinted(card, np.random.default_rng(seed))
        assert other.shape == card.shape
        assert not np.array_equal(other, card)
        clean = np.stack([_contrast(one) for one in cards])
        assert int((clean @ _contrast(other)).argmax()) == seed

    @pytest.mark.parametrize("seed", range(12))
    def test_an_ornament_is_ink_at_one_place_of_an_otherwise_equal_card(self, cards: list[Image], seed: int) -> None:
        card = cards[seed]
        other = ornamented(card, cards[-1], np.random.default_rng(seed))
        changed = (other != card).any(axis=2)
        assert (other <= card).all()
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        assert 0 < np.ptp(rows) < 0.36 * card.shape[0]
        assert 0 < np.ptp(columns) < 0.46 * card.shape[1]


def _contrast(view: Image) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    small = cv2.resize(view, (24, 36), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
    small -= small.mean()
    return np.asarray(small / max(float(np.linalg.norm(small)), 1e-6), np.float32)


@pytest.mark.slow
class TestDecks:
    def test_drawn_packs_are_drawn_once_and_load(self, tmp_path: Path) -> None:
        folders = list(draw(tmp_path, 2))
        written = (folders[0] / "EA.png").stat().st_mtime_ns
        assert list(draw(tmp_path, 2)) == folders
        assert (folders[0] / "EA.png").stat().st_mtime_ns == written
        first, second = load_decks([tmp_path])
        assert is_german(first)
        assert {len(first.names), len(second.names)} == {32, 33}
        assert len(first.backs) == 1
        assert all(picture.shape[0] == PICTURE_HEIGHT for picture in first.pictures)

    def test_half_a_drawn_pack_is_no_deck(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Path, "write_bytes", _full_after(20))
        with pytest.raises(OSError, match="No space left"):
            list(draw(tmp_path, 1))
        with pytest.raises(NoDecks):
            load_decks([tmp_path])

    def test_of_what_was_gathered_only_the_record_counts(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        free, drawn = deck_folders()
        list(draw(free, 2))
        (pack,) = draw(drawn, 1)
        names = sorted(place.name for place in free.iterdir())
        package = Package("here", None, "1", "LGPL", 1, "cafe")
        Record((package,), (Entry(names[1], package, len(load_deck(free / names[1]).names), (1, 1)),)).save(free)
        assert [deck.name for deck in chosen_decks(None)] == [names[1], pack.name]
        assert [deck.name for deck in chosen_decks([free])] == names

    def test_twins_are_neither_learned_from_nor_measured(self) -> None:
        names = ["aisleriot_berlin", "kde_french", "pysol_xskat_french", "pysol_xskat_french_large"]
        learning, apart = held_out([Deck(name, (), ()) for name in names])
        assert [deck.name for deck in learning] == ["kde_french"]
        assert [deck.name for deck in apart] == ["aisleriot_berlin"]

    def test_no_court_of_a_held_out_deck_is_learned_from_under_another_name(self) -> None:
        places = recorded(deck_folders()[0])
        if not places:
            pytest.skip(f"needs the free decks in {deck_folders()[0]}: python -m lab.training.data.gather")
        learning, apart = held_out([_courts(place) for place in places])
        alike = {(one.name, other.name): _likeness(one, other) for one in apart for other in learning}
        assert {pair: value for pair, value in alike.items() if value > 0.45} == {}

    def test_a_folder_without_decks_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(NoDecks, match=r"run python -m lab\.training\.data\.gather first"):
            load_decks([tmp_path])

    def test_what_is_no_picture_is_passed_over(self, tmp_path: Path) -> None:
        (tmp_path / "record.json").write_text("{}")
        (tmp_path / "EA.png").write_bytes(b"broken")
        assert load_deck(tmp_path).names == ()


def _full_after(count: int) -> Callable[[Path, bytes], None]:
    """Returns a disk that has room for so many files."""
    left, write_bytes = iter(range(count)), Path.write_bytes

    def write(path: Path, content: bytes) -> None:
        if next(left, None) is None:
            raise OSError("No space left")
        write_bytes(path, content)

    return write


def _courts(place: Path) -> Deck:
    """Returns the courts of a deck as small grey pictures without rim and indices."""
    files = [path for path in sorted(place.glob("*.png")) if path.stem[1:] in {"U", "O", "K", "J", "Q"}]
    grey = [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in files]
    middles = [one[one.shape[0] // 8 : -one.shape[0] // 8, one.shape[1] // 5 : -one.shape[1] // 5] for one in grey]
    return Deck(place.name, tuple(file.stem for file in files), tuple(cv2.resize(one, (24, 36)) for one in middles))


def _likeness(one: Deck, other: Deck) -> float:
    """Returns how alike courts of one name are, on an average."""
    both = sorted(set(one.names) & set(other.names))
    pairs = [[_contrast(deck.pictures[deck.names.index(name)]) for deck in (one, other)] for name in both]
    return float(np.mean([left @ right for left, right in pairs])) if pairs else 0.0


class TestSlices:
    def test_a_sheet_is_cut_by_rows_and_columns(self, tmp_path: Path) -> None:
        pytest.importorskip("resvg_py", reason="needs resvg-py of the extra train")
        cells = "".join(
            f'<rect x="{column * 20}" y="{row * 30}" width="18" height="28" fill="rgb({row * 40},{column * 15},9)"/>'
            for row in range(5)
            for column in range(13)
        )
        sheet = tmp_path / "sheet.svg"
        sheet.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="260" height="150">{cells}</svg>')
        cut = dict(slices.sheet_cards(sheet, slices.AISLERIOT))
        assert len(cut) == 53
        middle = cut["HQ"].width // 2, cut["HQ"].height // 2
        assert cut["HQ"].convert("RGB").getpixel(middle) == (2 * 40, 11 * 15, 9)

    def test_a_card_set_of_pysol(self, tmp_path: Path) -> None:
        folder = tmp_path / "cardset-xskat-german"
        folder.mkdir()
        (folder / "config.txt").write_text("PySolFC solitaire cardset;5;.gif;1;52;7\n")
        for name in ("01c", "11s", "13d", "shade", "back01"):
            Pillow.new("RGB", (60, 94), "red").save(folder / f"{name}.gif")
        assert [name for name, _ in slices.pysol_cards(folder)] == ["EA", "LU", "SK", "back01"]

    def test_tiles_are_no_playing_cards(self, tmp_path: Path) -> None:
        (tmp_path / "config.txt").write_text("PySolFC solitaire cardset;5;.gif;9;42;7\n")
        with pytest.raises(slices.NoPictures, match="expected playing cards"):
            list(slices.pysol_cards(tmp_path))

    def test_a_stored_card_has_no_transparent_rim(self, tmp_path: Path) -> None:
        picture = Pillow.new("RGBA", (700, 900))
        picture.paste((200, 10, 10, 255), (50, 50, 650, 850))
        assert slices.stored(picture, tmp_path / "HA.png") == (300, 400)
        with pytest.raises(slices.NoPictures):
            slices.stored(Pillow.new("RGBA", (10, 10)), tmp_path / "HK.png")
