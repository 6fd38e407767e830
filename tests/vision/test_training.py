"""The way from free decks to a network: gathering, slicing, degrading. No download here."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.simulator.drawing.packs import draw_pack
from vision.simulator.drawing.style import Style
from vision.training import gather, slices
from vision.training.decks import PICTURE_HEIGHT, NoDecks, is_german, load_deck, load_decks
from vision.training.degrade import (
    PLAIN,
    disguised,
    enrolment_view,
    junk_view,
    lay_fingers,
    ornamented,
    random_guise,
    reprinted,
    table_view,
)
from vision.training.draw import draw
from vision.training.gather import NotGathered, Shop, debian_source, verified
from vision.training.light import light_field
from vision.training.record import Package, Record, load_record, sources

if TYPE_CHECKING:
    from pathlib import Path

    from vision.sightings import Image


@pytest.fixture(scope="module")
def cards() -> list[Image]:
    return list(draw_pack("french20", Style.random(4), PICTURE_HEIGHT).values())


class TestDegrade:
    @pytest.mark.parametrize("seed", range(12))
    def test_views_are_crops_and_a_seed_repeats_them(self, cards: list[Image], seed: int) -> None:
        def views() -> list[Image]:
            chance = np.random.default_rng(seed)
            card, back = cards[seed], cards[-1]
            return [enrolment_view(card, chance), table_view(card, cards, chance), junk_view(card, back, chance)]

        once, again = views(), views()
        assert all(view.shape == (CROP_HEIGHT, CROP_WIDTH, 3) and view.dtype == np.uint8 for view in once)
        assert all(np.array_equal(one, other) for one, other in zip(once, again, strict=True))

    def test_a_view_still_shows_its_card(self, cards: list[Image]) -> None:
        """Most table views resemble their own card's clean picture more than another's, already pixel by pixel."""
        chance = np.random.default_rng(1)
        clean = np.stack([_contrast(enrolment_view(card, np.random.default_rng(3))) for card in cards])
        views = np.stack([_contrast(table_view(card, (), chance)) for card in cards for _ in range(4)])
        nearest = (views @ clean.T).argmax(axis=1)
        assert (nearest == np.repeat(np.arange(len(cards)), 4)).mean() > 0.5

    @pytest.mark.parametrize("seed", range(20))
    def test_a_guise_leaves_paper_white_and_black_black(self, seed: int) -> None:
        guise = random_guise(np.random.default_rng(seed))
        ends = np.array([[[255, 255, 255], [0, 0, 0]]], np.uint8)
        expected = ends[:, ::-1] if guise.mirrored else ends
        assert np.abs(disguised(ends, guise).astype(int) - expected.astype(int)).max() <= 1

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

    @pytest.mark.parametrize("seed", [seed for seed in range(150) if np.random.default_rng(seed).random() > 0.92])
    def test_one_kind_of_junk_shows_half_a_card_at_its_top(self, seed: int) -> None:
        black = np.zeros((256, 160, 3), np.uint8)
        view = junk_view(black, None, np.random.default_rng(seed)).mean(axis=(1, 2))
        assert view[:40].mean() < view[70:].mean()

    @pytest.mark.parametrize("seed", range(8))
    def test_fingers_reach_in_from_one_side_and_end_round(self, seed: int) -> None:
        canvas = np.zeros((300, 300, 3), np.uint8)
        place = np.array([[280, 150], [20, 150], [20, 10], [280, 10]], np.float32)
        lay_fingers(canvas, place, 40, np.random.default_rng(seed))
        drawn = canvas.any(axis=2)
        reach = int(np.flatnonzero(drawn.any(axis=1)).max())
        assert 70 < reach <= 155
        assert drawn[reach - 1].sum() < drawn[60].sum()
        assert drawn[60].sum() >= 38

    def test_some_light_is_of_two_colours(self) -> None:
        fields = [light_field(np.random.default_rng(seed), 1.0) for seed in range(100)]
        warmth = [field[:, :, 2] / field[:, :, 0] for field in fields]
        mixed = [float(one.max() / one.min()) for one in warmth]
        assert 5 <= sum(ratio > 1.1 for ratio in mixed) <= 30
        assert sum(ratio < 1.001 for ratio in mixed) >= 60

    def test_the_plain_guise_changes_nothing(self, cards: list[Image]) -> None:
        assert disguised(cards[0], PLAIN) is cards[0]


def _contrast(view: Image) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    small = cv2.resize(view, (24, 36), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
    small -= small.mean()
    return np.asarray(small / np.linalg.norm(small), np.float32)


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

    def test_a_folder_without_decks_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(NoDecks, match=r"run python -m vision\.training\.gather first"):
            load_decks([tmp_path])

    def test_what_is_no_picture_is_passed_over(self, tmp_path: Path) -> None:
        (tmp_path / "record.json").write_text("{}")
        (tmp_path / "EA.png").write_bytes(b"broken")
        assert load_deck(tmp_path).names == ()


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


_STANZA = "Types: deb\nURIs: {uri}\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: /keys/archive.gpg\n"
_SECURITY = "Types: deb\nURIs: {uri}-security\nSuites: bookworm-security\nComponents: main\n"
_URI = "http://archive.example/debian"


class TestGather:
    @pytest.mark.parametrize(
        ("place", "text", "signed"),
        [
            pytest.param("sources.list.d/debian.sources", _SECURITY + "\n" + _STANZA, True, id="deb822"),
            pytest.param("sources.list", "# ours\ndeb {uri} trixie main contrib\n", False, id="one line"),
            pytest.param(
                "sources.list", "deb [arch=arm64 signed-by=/keys/archive.gpg] {uri} trixie main\n", True, id="options"
            ),
        ],
    )
    def test_the_machine_s_own_archive_is_used(self, tmp_path: Path, place: str, text: str, signed: bool) -> None:
        (tmp_path / "sources.list.d").mkdir()
        (tmp_path / place).write_text(text.format(uri=_URI))
        source = debian_source(("trixie", "bookworm"), tmp_path)
        assert f"URIs: {_URI}\nSuites: trixie bookworm\nComponents: main\n" in source
        assert ("Signed-By: /keys/archive.gpg" in source) == signed

    def test_a_machine_without_debian_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "sources.list").write_text("deb http://archive.example/other stable-of-others main\n")
        with pytest.raises(NotGathered, match="got no Debian archive"):
            debian_source(("trixie",), tmp_path)

    def test_a_failing_package_is_named_and_the_rest_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        record, troubles = gather.gather(tmp_path, (GONE, HERE))
        assert troubles == ["left out gone: npm failed: 404"]
        assert [(entry.deck, entry.cards, entry.package) for entry in record.entries] == [("npm_svgcards", 24, HERE)]
        assert load_record(tmp_path) == record
        assert (tmp_path / "npm_svgcards" / "CA.png").exists()

    def test_what_was_gathered_is_not_fetched_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        once, _ = gather.gather(tmp_path, (GONE, HERE))
        monkeypatch.setattr(Shop, "fetch", lambda shop, listed: pytest.fail("fetched again"))
        assert gather.gather(tmp_path, (HERE,)) == (once, [])

    def test_a_lost_deck_is_gathered_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        gather.gather(tmp_path, (HERE,))
        shutil.rmtree(tmp_path / "npm_svgcards")
        gather.gather(tmp_path, (HERE,))
        assert (tmp_path / "npm_svgcards" / "CA.png").exists()

    def test_another_version_is_taken_and_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        record, troubles = gather.gather(tmp_path, (replace(HERE, version="2"),))
        assert record.packages == (HERE,)
        assert troubles == ["here 2: got version 1, which nobody looked at; used all the same"]

    def test_another_checksum_of_the_same_version_is_refused(self) -> None:
        assert verified(replace(HERE, version="2", sha256="beef"), HERE).version == "2"
        with pytest.raises(NotGathered, match="got checksum beef…, expected cafe…"):
            verified(replace(HERE, sha256="beef"), HERE)

    def test_all_that_is_learned_from_is_listed_with_licence_and_checksum(self) -> None:
        assert len(sources()) >= 6
        assert all(len(bytes.fromhex(package.sha256)) == 32 and package.licence for package in sources())

    @pytest.mark.parametrize("text", [None, "", "[]", '{"packages": []}', '{"packages": [{}], "decks": []}'])
    def test_a_broken_record_holds_nothing(self, tmp_path: Path, text: str | None) -> None:
        if text is not None:
            (tmp_path / "record.json").write_text(text)
        assert load_record(tmp_path) == Record()


GONE = Package("gone", None, "1", "none", 1, "dead")
HERE = Package("here", None, "1", "LGPL", 1, "cafe")


def _fetch(shop: Shop, listed: Package) -> tuple[Package, Path]:
    """A shop that has one package."""
    if listed.name == "gone":
        raise NotGathered("gone: npm failed: 404")
    root = shop.folder / "unpacked"
    (root / "package/png/2x").mkdir(parents=True)
    for suit in ("club", "heart"):
        for rank in range(1, 13):
            Pillow.new("RGB", (60, 90), "white").save(root / f"package/png/2x/{suit}_{rank}.png")
    return HERE, root
