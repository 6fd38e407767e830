"""Enrolled packs: reading, asking, look-alikes, files."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, FRENCH_20, Card
from lab.card_art.packs import draw_back, draw_card
from lab.card_art.style import Style
from tests.support.enrolment import deck_on_table
from tests.support.enrolment.deck_on_table import HEIGHT_PX
from tests.support.examples import one_in
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, CropMask, fill_hidden, full_quad, rectify, rotate_180
from vision.recognition.card_images import encode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Thresholds
from vision.recognition.pack import EnrolledPack, NothingEnrolled, enrol
from vision.recognition.pack_file import BadPack, load_pack, save_pack
from vision.types import Image


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return deck_on_table.drawn()


@pytest.fixture(scope="module")
def pack(recogniser: Recogniser, drawn: dict[Card, Image]) -> EnrolledPack:
    return enrol({card: [picture] for card, picture in drawn.items()}, "bavarian32", recogniser, "drawn")


def _dim(picture: Image) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
    noise = np.random.default_rng(4).normal(0, 6, picture.shape)
    return np.clip(soft * [0.4, 0.5, 0.6] + noise, 0, 255).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("way_up", [pytest.param(False, id="upright"), pytest.param(True, id="turned")])
def test_no_card_is_read_as_another(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image], way_up: bool
) -> None:
    crops = [rectify(_dim(picture), full_quad(picture)) for picture in drawn.values()]
    crops = [rotate_180(crop) if way_up else crop for crop in crops]
    answers = [pack.read(embedding) for embedding in recogniser.embed(np.stack(crops))]
    assert [answer.candidates[0].card for answer in answers] == list(drawn)
    assert all(answer.card in {card, None} for answer, card in zip(answers, drawn, strict=True))
    assert sum(answer.card is not None for answer in answers) >= 28


def test_candidates_stand_best_first(pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    picture = drawn[BAVARIAN_32.card("HK")]
    answer = pack.read(recogniser.embed(rectify(picture, full_quad(picture))[None]))
    scores = [candidate.score for candidate in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    assert answer.card == answer.candidates[0].card == BAVARIAN_32.card("HK")
    assert not answer.is_foreign


def test_views_vote_by_their_scores(pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    """One view of another card is outvoted by three of the right one, but its doubt is felt."""
    right, other = (
        rectify(drawn[BAVARIAN_32.card(name)], full_quad(drawn[BAVARIAN_32.card(name)])) for name in ("EO", "S7")
    )
    embeddings = recogniser.embed(np.stack([right, right, right, other]))
    together = pack.read(embeddings)
    assert together.candidates[0].card == BAVARIAN_32.card("EO")
    assert together.candidates[0].score < pack.read(embeddings[0]).candidates[0].score


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_no_card_of_the_pack_is_not_named(pack: EnrolledPack, recogniser: Recogniser, seed: int) -> None:
    chance = np.random.default_rng(seed)
    noise = chance.integers(0, 256, (HEIGHT_PX, 120, 3)).astype(np.uint8)
    plain = np.full((HEIGHT_PX, 120, 3), chance.integers(0, 256), np.uint8)
    back = draw_back(Style.random(seed), HEIGHT_PX)
    cards = [draw_card(FRENCH_20, card, Style.random(seed), HEIGHT_PX) for card in FRENCH_20.cards[:: 5 + seed]]
    strangers = [noise, plain, back, *cards]
    crops = np.stack([rectify(picture, full_quad(picture)) for picture in strangers])
    assert [pack.read(embedding).card for embedding in recogniser.embed(crops)] == [None] * len(strangers)


def test_two_cards_of_one_picture_are_look_alikes_and_never_told_apart(
    recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    seven, eight, king = (BAVARIAN_32.card(name) for name in ("E7", "E8", "HK"))
    pictures = {seven: [drawn[seven]], eight: [drawn[seven]], king: [drawn[king]]}
    pack = enrol(pictures, "bavarian32", recogniser, "doubled")
    assert [(pair.first, pair.second) for pair in pack.look_alikes()] == [(seven, eight)]
    answer = pack.read(recogniser.embed(rectify(drawn[seven], full_quad(drawn[seven]))[None]))
    assert answer.card is None
    assert not answer.is_foreign


def test_a_picture_and_its_turn_are_look_alikes_turned(recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    nine, ten = BAVARIAN_32.card("L9"), BAVARIAN_32.card("L10")
    king = drawn[BAVARIAN_32.card("EK")].copy()
    king[: HEIGHT_PX // 2] = 255
    pictures = {nine: [king], ten: [rotate_180(king)]}
    (pair,) = enrol(pictures, "bavarian32", recogniser, "six and nine").look_alikes()
    assert pair.turned


def test_a_card_may_have_more_pictures_than_another(recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    first, second = list(drawn)[:2]
    pack = enrol({first: [drawn[first], _dim(drawn[first])], second: [drawn[second]]}, "bavarian32", recogniser, "p")
    answer = pack.read(recogniser.embed(rectify(_dim(drawn[first]), full_quad(drawn[first]))[None]))
    assert answer.card == first


def test_nothing_cannot_be_enrolled(recogniser: Recogniser) -> None:
    with pytest.raises(NothingEnrolled, match="expected one of each card"):
        enrol({}, "bavarian32", recogniser, "empty")


_PARTS_SHOWN = [
    pytest.param(lambda across, down: down < 0.4, id="the head"),
    pytest.param(lambda across, down: across > 0.55, id="a side"),
    pytest.param(lambda across, down: across + down > 1.05, id="a slanting half"),
]


def _shown(inside: Callable[[Any, Any], Any]) -> CropMask:
    down, across = np.mgrid[0:CROP_HEIGHT, 0:CROP_WIDTH]
    return np.asarray(inside(across / CROP_WIDTH, down / CROP_HEIGHT), np.bool_)


@pytest.mark.slow
@pytest.mark.parametrize("inside", _PARTS_SHOWN)
@pytest.mark.parametrize("way_up", [pytest.param(False, id="upright"), pytest.param(True, id="turned")])
def test_a_covered_card_is_told_by_what_shows(
    pack: EnrolledPack,
    recogniser: Recogniser,
    drawn: dict[Card, Image],
    inside: Callable[[Any, Any], Any],
    way_up: bool,
) -> None:
    shown = _shown(inside)
    crops = [rectify(_dim(picture), full_quad(picture)) for picture in drawn.values()]
    crops = [fill_hidden(rotate_180(crop) if way_up else crop, shown) for crop in crops]
    embeddings = recogniser.embed(np.stack(crops))
    plain, covered = (
        float(np.mean(any_pack.scores(embeddings).argmax(axis=1) == np.arange(len(drawn))))
        for any_pack in (pack, pack.for_visible_part(shown, recogniser))
    )
    assert covered >= max(plain, 0.9)


def test_cards_that_differ_only_where_they_are_covered_are_not_told_apart(
    recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    first, second, third = list(drawn)[:3]
    upper = drawn[second].copy()
    upper[HEIGHT_PX // 2 :] = drawn[first][HEIGHT_PX // 2 :, : upper.shape[1]]
    pack = enrol({first: [drawn[first]], second: [upper], third: [drawn[third]]}, "bavarian32", recogniser, "halves")
    crop = rectify(drawn[first], full_quad(drawn[first]))
    assert pack.read(recogniser.embed(crop[None])).card == first
    shown = _shown(lambda across, down: down > 0.55)
    answer = pack.for_visible_part(shown, recogniser).read(recogniser.embed(fill_hidden(crop, shown)[None]))
    assert answer.card is None
    assert {candidate.card for candidate in answer.candidates[:2]} == {first, second}


@pytest.mark.slow
def test_next_to_nothing_is_never_named(pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    shown = _shown(lambda across, down: down < 0.2)
    covered = pack.for_visible_part(shown, recogniser)
    crops = [fill_hidden(rectify(picture, full_quad(picture)), shown) for picture in drawn.values()]
    assert {covered.read(embedding).card for embedding in recogniser.embed(np.stack(crops))} == {None}


def test_a_pack_without_pictures_asks_about_covered_cards(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    bare, shown = replace(pack, pictures=()), _shown(lambda across, down: down < 0.6)
    card, picture = next(iter(drawn.items()))
    crop = rectify(picture, full_quad(picture))
    answer = bare.for_visible_part(shown, recogniser).read(recogniser.embed(fill_hidden(crop, shown)[None]))
    assert answer.card is None
    assert card in {candidate.card for candidate in answer.candidates}


def test_a_pack_survives_its_file(pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path) -> None:
    pack = replace(pack, length=1.8)
    save_pack(pack, tmp_path / "drawn.npz")
    again = load_pack(tmp_path / "drawn.npz", recogniser)
    assert again.length == 1.8
    assert (again.name, again.kind, again.cards, again.thresholds, again.pictures) == (
        pack.name,
        pack.kind,
        pack.cards,
        pack.thresholds,
        pack.pictures,
    )
    assert np.allclose(again.prototypes, pack.prototypes, atol=1e-3)
    assert list(tmp_path.iterdir()) == [tmp_path / "drawn.npz"]


def test_a_pack_of_36_cards_stays_below_half_a_megabyte(
    recogniser: Recogniser, drawn: dict[Card, Image], tmp_path: Path
) -> None:
    save_pack(enrol({card: [drawn[card]] for card in list(drawn)[:6]}, "bavarian32", recogniser, "six"), tmp_path / "p")
    assert (tmp_path / "p").stat().st_size < 500_000 * 6 / 36


@pytest.mark.slow
def test_a_pack_of_another_network_is_embedded_again_and_renewed_on_demand(
    pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.npz"
    save_pack(replace(pack, version="another", prototypes=-pack.prototypes), path)
    before = path.read_bytes()
    assert np.allclose(load_pack(path, recogniser).prototypes, pack.prototypes, atol=1e-3)
    assert path.read_bytes() == before
    load_pack(path, recogniser, renew=True)
    with np.load(path) as stored:
        assert json.loads(stored["about"].tobytes())["version"] == recogniser.version
        assert np.allclose(stored["prototypes"], pack.prototypes, atol=1e-3)


def test_a_pack_of_another_network_without_pictures_asks_to_enrol_again(
    pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path
) -> None:
    save_pack(replace(pack, version="another", pictures=()), tmp_path / "drawn.npz")
    with pytest.raises(BadPack, match=r"without pictures.*enrol the deck again"):
        load_pack(tmp_path / "drawn.npz", recogniser)


def test_a_ready_made_pack_may_be_embeddings_only(pack: EnrolledPack, recogniser: Recogniser, tmp_path: Path) -> None:
    save_pack(replace(pack, pictures=()), tmp_path / "drawn.npz")
    assert load_pack(tmp_path / "drawn.npz", recogniser).pictures == ()


_JPEG = encode_picture(np.full((200, 120, 3), 90, np.uint8))


def _jpeg(height: int, width: int, channels: int = 3) -> bytes:
    return cv2.imencode(".jpg", np.zeros((height, width, channels), np.uint8))[1].tobytes()


def _about(**changes: object) -> dict[str, object]:
    plain = {
        "format": 2,
        "name": "p",
        "kind": "bavarian32",
        "cards": ["EA", "EK"],
        "version": Recogniser().version,
        "pictures": [],
    }
    return {**plain, **changes}


def _prototypes() -> np.ndarray[Any, np.dtype[np.float16]]:
    prototypes = np.random.default_rng(1).standard_normal((2, 4, 128))
    prototypes /= np.linalg.norm(prototypes, axis=2, keepdims=True)
    return prototypes.astype(np.float16)


def _file(about: object, prototypes: object, pictures: bytes = b"", **more: object) -> bytes:
    content = io.BytesIO()
    text, packed = np.frombuffer(json.dumps(about).encode(), np.uint8), np.frombuffer(pictures, np.uint8)
    arrays: dict[str, Any] = {"about": text, "prototypes": prototypes, "pictures": packed, **more}
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def _pictured(*pictures: bytes, **changes: object) -> bytes:
    sizes = [[len(picture)] for picture in pictures]
    return _file(_about(**{"pictures": sizes, **changes}), _prototypes(), b"".join(pictures))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: _file(_about(), _prototypes()), id="without pictures"),
        pytest.param(lambda: _pictured(_JPEG, _JPEG), id="with pictures"),
    ],
)
def test_the_plain_files_of_these_tests_are_packs(
    tmp_path: Path, recogniser: Recogniser, content: Callable[[], bytes]
) -> None:
    (tmp_path / "p.npz").write_bytes(content())
    pack = load_pack(tmp_path / "p.npz", recogniser)
    assert pack.thresholds == Thresholds.of(recogniser.calibration)


@pytest.mark.parametrize(
    "content",
    one_in(
        3,
        [
            pytest.param(lambda: b"", id="empty"),
            pytest.param(lambda: b"PK\x03\x04 no archive", id="no archive"),
            pytest.param(lambda: _file(_about(), _prototypes())[:200], id="truncated"),
            pytest.param(lambda: _file(_about(), np.array([{"a": 1}], object)), id="pickled prototypes"),
            pytest.param(lambda: _file(_about(), _prototypes(), more=np.zeros(3)), id="something more"),
            pytest.param(lambda: _file([], _prototypes()), id="description is a list"),
            pytest.param(lambda: _file({}, _prototypes()), id="description is empty"),
            pytest.param(lambda: _file(_about(format=1), _prototypes()), id="earlier format"),
            pytest.param(lambda: _file(_about(format=3), _prototypes()), id="later format"),
            pytest.param(lambda: _file(_about(kind="tarock"), _prototypes()), id="unknown kind"),
            pytest.param(lambda: _file(_about(cards=["EA", "CK"]), _prototypes()), id="card of another kind"),
            pytest.param(lambda: _file(_about(cards=["EA", "EA"]), _prototypes()), id="card twice"),
            pytest.param(lambda: _file(_about(cards=["EA"]), _prototypes()), id="a card too few"),
            pytest.param(lambda: _file(_about(cards=[]), _prototypes()[:0]), id="no cards"),
            pytest.param(lambda: _file(_about(cards=7), _prototypes()), id="cards are a number"),
            pytest.param(lambda: _file(_about(), _prototypes() * np.float16(np.nan)), id="prototypes not numbers"),
            pytest.param(lambda: _file(_about(), _prototypes() * np.float16(2)), id="prototypes of other length"),
            pytest.param(lambda: _file(_about(), _prototypes().astype(np.float64)), id="prototypes of other type"),
            pytest.param(lambda: _file(_about(), _prototypes()[:, :3]), id="prototypes of one way up"),
            pytest.param(lambda: _file(_about(), _prototypes()[:, :0]), id="no prototypes"),
            pytest.param(lambda: _file(_about(), _prototypes()[:, :, :64]), id="prototypes of another network's size"),
            pytest.param(
                lambda: _file(_about(), np.zeros((200, 1000, 1000), np.uint8)),
                id="swells when unpacked",
                marks=pytest.mark.slow,
            ),
            pytest.param(lambda: _pictured(_JPEG), id="pictures of one card of two"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG, pictures=[[9], []]), id="a card without its picture"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG, pictures=[[9] * 4, [9]]), id="more pictures than are kept"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG, pictures=[[-9], [9]]), id="a size below nothing"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG, pictures=[[1e300], [float("inf")]]), id="endless sizes"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG, pictures=7), id="sizes are a number"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG[:-1], pictures=[[len(_JPEG)]] * 2), id="a byte too few"),
            pytest.param(lambda: _pictured(_JPEG, _JPEG[: len(_JPEG) // 2]), id="half a picture"),
            pytest.param(lambda: _pictured(_JPEG, b"no picture"), id="no picture"),
            pytest.param(lambda: _pictured(_JPEG, _jpeg(30, 20)), id="a small picture"),
            pytest.param(lambda: _pictured(_JPEG, _jpeg(12_000, 9_000)), id="a picture that swells"),
            pytest.param(lambda: _pictured(_JPEG, _jpeg(180, 120, 1)), id="a grey picture"),
        ],
    ),
)
def test_any_other_file_gets_one_clear_line(
    tmp_path: Path, recogniser: Recogniser, content: Callable[[], bytes]
) -> None:
    path = tmp_path / "p.npz"
    path.write_bytes(content())
    with pytest.raises(BadPack, match=r"^got .*p\.npz"):
        load_pack(path, recogniser)


def test_a_missing_file_is_told(tmp_path: Path, recogniser: Recogniser) -> None:
    with pytest.raises(BadPack, match="got no pack at"):
        load_pack(tmp_path / "none.npz", recogniser)
