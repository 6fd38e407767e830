"""Enrolled packs on the disk, and interrupted enrolments."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.storage.pack_paths import SHIPPED, has_pack, names_of_packs, pack_file, pack_path, shipped_pack
from device.storage.packs import PartialEnrolment, open_pack, open_reader, pictures_of
from engine.cards import BAVARIAN_32, FRENCH_32, PACKS, Card, Pack
from lab.card_art import Style, draw_card, draw_pack
from tests.support.examples import one_in
from vision.recognition.card_images import decode_card, encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack, load_pack, save_pack
from vision.scene.still_scene import analyse_scene
from vision.types import BACK, Image

FEW = BAVARIAN_32.cards[:4]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = draw_pack(BAVARIAN_32.name, Style.default(), 200)
    path = tmp_path_factory.mktemp("packs") / "few.npz"
    save_pack(enrol({card: [deck[card]] for card in FEW}, BAVARIAN_32.name, Recogniser(), "few"), path)
    return path


@pytest.mark.slow
def test_an_opened_pack_is_ready_for_the_first_card(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = open_reader(str(pack))

    def no_views(_: EnrolledPack) -> Iterator[list[Image]]:
        raise AssertionError("the pictures of the pack are looked at again")

    monkeypatch.setattr(EnrolledPack, "_middle_views", no_views)
    table = np.full((270, 480, 3), (60, 90, 60), np.uint8)
    assert analyse_scene(table, reader).all_readings == ()


def test_a_pack_that_is_not_there_is_told_with_what_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(
        BadPack, match=r"got pack 'few', expected a file or one of: house-german, house-french; kiebitz enrol makes one"
    ):
        open_reader("few")


@pytest.fixture(scope="module")
def drawn() -> dict[Card, list[Image]]:
    return {card: [picture] for card, picture in draw_pack(BAVARIAN_32.name, Style.default(), 200).items()}


def _again(enrolment: PartialEnrolment) -> PartialEnrolment:
    """Returns the enrolment as another process finds it."""
    return PartialEnrolment(enrolment.pack, enrolment.kind)


@pytest.fixture
def enrolment(tmp_path: Path) -> PartialEnrolment:
    return PartialEnrolment(tmp_path / "stammtisch.npz", BAVARIAN_32)


@pytest.mark.slow
def test_pictures_are_kept_until_the_pack_is_made(enrolment: PartialEnrolment, drawn: dict[Card, list[Image]]) -> None:
    shown = {card: drawn[card] for card in reversed(FEW)}
    enrolment.keep(shown)
    assert tuple(_again(enrolment).read()) == FEW
    made = enrolment.finish(shown, Recogniser(), length=1.75)
    assert not enrolment.folder.exists()
    loaded = load_pack(enrolment.pack, Recogniser())
    for pack in (made, loaded):
        assert (pack.name, pack.kind, pack.length) == ("stammtisch", BAVARIAN_32.name, 1.75)
        assert tuple(pack.cards) == FEW
    assert enrolment.aside is None


@pytest.mark.slow
def test_a_file_that_is_no_pack_is_put_aside(enrolment: PartialEnrolment, drawn: dict[Card, list[Image]]) -> None:
    enrolment.pack.write_bytes(b"no pack")
    enrolment.finish({card: drawn[card] for card in FEW}, Recogniser())
    assert enrolment.aside is not None
    assert enrolment.aside.read_bytes() == b"no pack"


def test_a_card_that_is_requested_again_has_no_picture(
    enrolment: PartialEnrolment, drawn: dict[Card, list[Image]]
) -> None:
    enrolment.keep({card: drawn[card] for card in FEW})
    enrolment.keep({card: drawn[card] for card in FEW[:2]})
    assert tuple(_again(enrolment).read()) == FEW[:2]


def test_a_damaged_picture_is_requested_again(enrolment: PartialEnrolment, drawn: dict[Card, list[Image]]) -> None:
    enrolment.keep({card: drawn[card] for card in FEW})
    (enrolment.folder / f"{FEW[0]}.jpg").write_bytes(b"half a pict")
    assert tuple(_again(enrolment).read()) == FEW[1:]


@pytest.mark.parametrize("count", [0, 2])
def test_additions_of_another_deck_are_discarded(
    enrolment: PartialEnrolment, drawn: dict[Card, list[Image]], count: int
) -> None:
    earlier = {card: drawn[card] for card in FEW[:count]}
    if earlier:
        enrolment.keep(earlier)
    opened = _again(enrolment)
    opened.keep({**opened.read(), FEW[3]: drawn[FEW[3]]})
    opened.discard_additions()
    assert tuple(_again(enrolment).read()) == FEW[:count]


def test_an_enrolment_of_another_kind_is_left_alone(
    enrolment: PartialEnrolment, drawn: dict[Card, list[Image]], tmp_path: Path
) -> None:
    enrolment.keep({card: drawn[card] for card in FEW})
    other = PartialEnrolment(tmp_path / "stammtisch.npz", FRENCH_32)
    assert not other.read()
    other.delete()
    assert tuple(_again(enrolment).read()) == FEW


def test_looking_for_room_leaves_nothing_behind(enrolment: PartialEnrolment) -> None:
    enrolment.check_room()
    assert not enrolment.folder.exists()


@pytest.mark.parametrize("name", one_in(2, SHIPPED))
def test_shipped_packs_are_of_this_network_and_of_the_deck_that_is_printed(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Otherwise run python -m lab.house_deck models/house_deck."""

    def must_not_be_called(*_: object) -> None:
        raise AssertionError("the pack is of another network, or not calibrated")

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("vision.recognition.pack_file.embed_pictures", must_not_be_called)
    monkeypatch.setattr("vision.recognition.pack_file.calibrate_acceptance", must_not_be_called)
    pack = open_pack(name, Recogniser())
    assert (pack.name, pack.kind, set(pack.cards)) == (name, SHIPPED[name].name, set(SHIPPED[name].cards))
    assert pack.set_aside == (BACK,)
    for card, (picture,) in list(pictures_of(pack).items())[::7]:
        drawn = decode_card(encode_picture(draw_card(SHIPPED[name], card, Style.default(), 480)))
        assert np.abs(drawn.astype(int) - picture).mean() < 2, card


@pytest.mark.parametrize("kind", PACKS.values(), ids=PACKS)
def test_a_shipped_pack_has_the_cards_of_every_kind(kind: Pack) -> None:
    assert set(kind.cards) <= set(SHIPPED[shipped_pack(kind)].cards)


def test_an_enrolled_pack_precedes_the_shipped_one_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert has_pack("house-german")
    pack_file("house-german").parent.mkdir()
    pack_file("house-german").touch()
    assert pack_path("house-german") == pack_file("house-german")
    assert names_of_packs() == ["house-german", "house-french"]
