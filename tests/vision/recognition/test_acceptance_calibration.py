"""Cards that were left out of a deck are not named as others; those that were set aside are told as not in play."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from engine.cards import Card
from lab.card_art.packs import draw_pack
from lab.card_art.style import Style
from vision.geometry.rectify import full_quad
from vision.recognition.acceptance_calibration import augmented_view, calibrate_acceptance
from vision.recognition.card_images import decode_picture, encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import BadPack, load_pack, save_pack
from vision.recognition.place import Place
from vision.recognition.reader import PackReader, reading_of
from vision.recognition.verification import disambiguate, verify
from vision.types import Image, SetAside, set_aside_named

pytestmark = pytest.mark.slow

RANK = "8"
"""Left out: sevens and nines are hardly different."""


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return draw_pack("bavarian32", Style.random(31), 220)


@pytest.fixture(scope="module")
def pack(recogniser: Recogniser, drawn: dict[Card, Image]) -> EnrolledPack:
    pictures = {card: [picture] for card, picture in drawn.items() if card.rank != RANK}
    return calibrate_acceptance(enrol(pictures, "bavarian32", recogniser, "drawn"), recogniser)


@pytest.fixture(scope="module")
def with_aside(recogniser: Recogniser, drawn: dict[Card, Image]) -> EnrolledPack:
    pictures = {card: [picture] for card, picture in drawn.items() if card.rank != RANK}
    aside = {SetAside(card.suit, card.rank): [picture] for card, picture in drawn.items() if card.rank == RANK}
    return calibrate_acceptance(enrol(pictures, "bavarian32", recogniser, "drawn", set_aside=aside), recogniser)


def _named(picture: Image, pack: EnrolledPack, recogniser: Recogniser, seed: int) -> Card | None:
    view = augmented_view(decode_picture(encode_picture(picture)), np.random.default_rng(seed))
    place = Place(view, PackReader(recogniser, pack), full_quad(view))
    return disambiguate(place, verify(place, place.answer())[0]).card


def test_a_card_that_was_left_out_is_not_named(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    """By the thresholds of the network alone some are: the deck's own are stricter."""
    out = [(picture, seed) for card, picture in drawn.items() if card.rank == RANK for seed in range(6)]
    assert [_named(picture, pack, recogniser, seed) for picture, seed in out] == [None] * len(out)


def test_the_cards_of_the_pack_are_still_named(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    right = [_named(drawn[card], pack, recogniser, 50 + number) == card for number, card in enumerate(pack.cards)]
    assert sum(right) >= 0.97 * len(right)


def test_what_was_set_aside_is_told_as_not_in_play(
    with_aside: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    reader = PackReader(recogniser, with_aside)
    for card, picture in drawn.items():
        reading = reading_of(reader.judge(reader.scores(picture, [full_quad(picture)])[0]), full_quad(picture))
        assert reading.card == (None if card.rank == RANK else card)
        assert reading.not_in_play == (SetAside(card.suit, card.rank) if card.rank == RANK else None)
        assert not any(isinstance(candidate.card, SetAside) for candidate in reading.in_play)


def test_set_aside_equals_no_card() -> None:
    """The six of bells is the Weli of one pack and none of another."""
    assert set_aside_named("S6") != Card("S", "6")
    assert set_aside_named("S6") == SetAside("S", "6")
    assert [str(set_aside_named(name)) for name in ("E10", "joker", "back")] == ["E10", "joker", "back"]


def test_few_of_the_known_cards_keep_their_pictures(with_aside: EnrolledPack) -> None:
    last = len(with_aside.known) - 1
    few = with_aside.subset([last, 3, 0])
    assert few.known == (with_aside.cards[3], with_aside.cards[0], with_aside.known[last])
    assert few.pictures == tuple(with_aside.pictures[index] for index in (3, 0, last))
    assert (few.prototypes[2] == with_aside.prototypes[last]).all()


def test_a_file_keeps_thresholds_and_what_was_set_aside(
    with_aside: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.npz"
    save_pack(with_aside, path)
    loaded = load_pack(path, recogniser)
    assert (loaded.cards, loaded.set_aside) == (with_aside.cards, with_aside.set_aside)
    assert loaded.acceptance == with_aside.acceptance
    own = np.einsum("kvd,kvd->kv", loaded.prototypes, with_aside.prototypes)
    assert own.min() > 0.99


def _about(path: Path) -> tuple[list[str], dict[str, object], int]:
    with zipfile.ZipFile(path) as archive:
        content = archive.read("about.npy")
        return archive.namelist(), json.loads(np.load(io.BytesIO(content)).tobytes()), len(content)


@pytest.mark.parametrize("count", [4, 20, 36], ids=["sixes", "the low ranks of 52", "most of a deck"])
def test_older_programs_can_read_the_file(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image], count: int, tmp_path: Path
) -> None:
    """They know three entries, of which the description may have 64 KiB, and leave out keys that they do not know."""
    pictures = list(drawn.values())
    names = [f"{suit}{rank}" for suit in "ABCDF" for rank in range(2, 10)][:count]
    aside = {set_aside_named(name): [pictures[number % 32]] for number, name in enumerate(names)}
    cards = {card: [drawn[card]] for card in pack.cards}
    path = tmp_path / "many.npz"
    save_pack(enrol(cards, "bavarian32", recogniser, "many", set_aside=aside), path)
    entries, about, size = _about(path)
    assert sorted(entries) == ["about.npy", "pictures.npy", "prototypes.npy"]
    assert size <= 64 << 10
    assert about["format"] == 2
    assert len(about["pictures"]) == len(about["cards"]) == len(pack.cards)  # type: ignore[arg-type]
    assert load_pack(path, recogniser).set_aside == tuple(aside)


def _with(path: Path, **keys: object) -> None:
    """Writes keys into the description of a pack file."""
    _, about, _ = _about(path)
    with np.load(path) as arrays:
        rest = {name: arrays[name] for name in ("prototypes", "pictures")}
    np.savez_compressed(path, about=np.frombuffer(json.dumps({**about, **keys}).encode(), np.uint8), **rest)


def test_a_file_with_the_two_thresholds_of_before_is_calibrated_anew(
    pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    path = tmp_path / "before.npz"
    save_pack(pack, path)
    _with(path, most_doubt=None, acceptance={"sure": 0.9, "explained": 0.8})
    assert load_pack(path, recogniser, renew=True).acceptance == pack.acceptance
    assert _about(path)[1]["most_doubt"] == pack.acceptance.most_doubt  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param({"most_doubt": float("nan")}, id="no number"),
        pytest.param({"most_doubt": {"sure": 0.9}}, id="no threshold"),
        pytest.param({"most_doubt": 7}, id="out of range"),
        pytest.param({"set_aside": ["E6"]}, id="no pictures"),
        pytest.param({"set_aside": {"EA": ["abc"]}}, id="a card in play"),
        pytest.param({"set_aside": {"../E6": ["abc"]}}, id="no name"),
        pytest.param({"set_aside": {"E6": ["abc"]}}, id="no picture"),
        pytest.param({"set_aside": {"E6": 7}}, id="no list"),
        pytest.param({"set_aside": {f"E{rank}": ["abc"] * 4 for rank in range(2, 7)}}, id="too many"),
    ],
)
def test_a_file_that_says_nonsense_is_refused(
    harm: dict[str, object], pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    path = tmp_path / "harmed.npz"
    save_pack(pack, path)
    _with(path, **harm)
    with pytest.raises(BadPack, match="harmed"):
        load_pack(path, recogniser)
