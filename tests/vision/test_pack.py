"""Enrolled packs: reading, asking, look-alikes, files."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from vision.pack import EnrolledPack, NothingEnrolled, Thresholds, enrol
from vision.packfile import BadPack, load_pack, save_pack
from vision.recognise import Recogniser
from vision.rectify import rectify, turned, whole
from vision.simulator.drawing.packs import draw_back, draw_pack
from vision.simulator.drawing.style import Style

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vision.sightings import Image

_STYLE = Style.random(9001)
_HEIGHT = 220


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return draw_pack("bavarian32", _STYLE, _HEIGHT)


@pytest.fixture(scope="module")
def pack(recogniser: Recogniser, drawn: dict[Card, Image]) -> EnrolledPack:
    return enrol({card: [picture] for card, picture in drawn.items()}, "bavarian32", recogniser, "drawn")


def _dim(picture: Image) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
    noise = np.random.default_rng(4).normal(0, 6, picture.shape)
    return np.clip(soft * [0.4, 0.5, 0.6] + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("way_up", [pytest.param(False, id="upright"), pytest.param(True, id="turned")])
def test_no_card_is_read_as_another(
    pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image], way_up: bool
) -> None:
    crops = [rectify(_dim(picture), whole(picture)) for picture in drawn.values()]
    crops = [turned(crop) if way_up else crop for crop in crops]
    answers = [pack.read(embedding) for embedding in recogniser.embed(np.stack(crops))]
    assert [answer.candidates[0].card for answer in answers] == list(drawn)
    assert all(answer.card in {card, None} for answer, card in zip(answers, drawn, strict=True))
    assert sum(answer.card is not None for answer in answers) >= 28


def test_candidates_stand_best_first(pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    picture = drawn[BAVARIAN_32.card("HK")]
    answer = pack.read(recogniser.embed(rectify(picture, whole(picture))[None]))
    scores = [candidate.score for candidate in answer.candidates]
    assert scores == sorted(scores, reverse=True)
    assert answer.card == answer.candidates[0].card == BAVARIAN_32.card("HK")
    assert not answer.foreign


def test_views_vote_by_their_scores(pack: EnrolledPack, recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    """One view of another card is outvoted by three of the right one, but its doubt is felt."""
    right, other = (
        rectify(drawn[BAVARIAN_32.card(name)], whole(drawn[BAVARIAN_32.card(name)])) for name in ("EO", "S7")
    )
    embeddings = recogniser.embed(np.stack([right, right, right, other]))
    together = pack.read(embeddings)
    assert together.candidates[0].card == BAVARIAN_32.card("EO")
    assert together.candidates[0].score < pack.read(embeddings[0]).candidates[0].score


@pytest.mark.parametrize("seed", range(6))
def test_what_is_no_card_of_the_pack_is_not_named(pack: EnrolledPack, recogniser: Recogniser, seed: int) -> None:
    chance = np.random.default_rng(seed)
    noise = chance.integers(0, 256, (_HEIGHT, 120, 3)).astype(np.uint8)
    plain = np.full((_HEIGHT, 120, 3), chance.integers(0, 256), np.uint8)
    back = draw_back(Style.random(seed), _HEIGHT)
    cards = draw_pack("french20", Style.random(seed), _HEIGHT)
    strangers = [noise, plain, back, *list(cards.values())[:: 5 + seed]]
    crops = np.stack([rectify(picture, whole(picture)) for picture in strangers])
    assert [pack.read(embedding).card for embedding in recogniser.embed(crops)] == [None] * len(strangers)


def test_two_cards_of_one_picture_are_look_alikes_and_never_told_apart(
    recogniser: Recogniser, drawn: dict[Card, Image]
) -> None:
    seven, eight, king = (BAVARIAN_32.card(name) for name in ("E7", "E8", "HK"))
    pictures = {seven: [drawn[seven]], eight: [drawn[seven]], king: [drawn[king]]}
    pack = enrol(pictures, "bavarian32", recogniser, "doubled")
    assert [(pair.first, pair.second) for pair in pack.look_alikes()] == [(seven, eight)]
    answer = pack.read(recogniser.embed(rectify(drawn[seven], whole(drawn[seven]))[None]))
    assert answer.card is None
    assert not answer.foreign


def test_a_picture_and_its_turn_are_look_alikes_turned(recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    nine, ten = BAVARIAN_32.card("L9"), BAVARIAN_32.card("L10")
    king = drawn[BAVARIAN_32.card("EK")].copy()
    king[: _HEIGHT // 2] = 255
    pictures = {nine: [king], ten: [turned(king)]}
    (pair,) = enrol(pictures, "bavarian32", recogniser, "six and nine").look_alikes()
    assert pair.turned


def test_a_card_may_have_more_pictures_than_another(recogniser: Recogniser, drawn: dict[Card, Image]) -> None:
    first, second = list(drawn)[:2]
    pack = enrol({first: [drawn[first], _dim(drawn[first])], second: [drawn[second]]}, "bavarian32", recogniser, "p")
    answer = pack.read(recogniser.embed(rectify(_dim(drawn[first]), whole(drawn[first]))[None]))
    assert answer.card == first


def test_nothing_cannot_be_enrolled(recogniser: Recogniser) -> None:
    with pytest.raises(NothingEnrolled, match="expected one of each card"):
        enrol({}, "bavarian32", recogniser, "empty")


def test_a_pack_survives_its_file(pack: EnrolledPack, tmp_path: Path) -> None:
    save_pack(pack, tmp_path / "drawn.npz")
    again = load_pack(tmp_path / "drawn.npz", pack.version)
    assert (again.name, again.kind, again.cards, again.thresholds) == (
        pack.name,
        pack.kind,
        pack.cards,
        pack.thresholds,
    )
    assert np.array_equal(again.prototypes, pack.prototypes)
    assert list(tmp_path.iterdir()) == [tmp_path / "drawn.npz"]


def test_a_pack_of_another_network_asks_to_enrol_again(pack: EnrolledPack, tmp_path: Path) -> None:
    save_pack(pack, tmp_path / "drawn.npz")
    with pytest.raises(BadPack, match="enrol the deck again"):
        load_pack(tmp_path / "drawn.npz", "another")


def _about(**changes: object) -> dict[str, object]:
    plain = {
        "format": 1,
        "name": "p",
        "kind": "bavarian32",
        "cards": ["EA", "EK"],
        "near": 0.6,
        "apart": 0.1,
        "foreign": 0.3,
        "version": "v",
    }
    return {**plain, **changes}


def _prototypes() -> np.ndarray[Any, np.dtype[np.float32]]:
    prototypes = np.random.default_rng(1).standard_normal((2, 4, 8), np.float32)
    prototypes /= np.linalg.norm(prototypes, axis=2, keepdims=True)
    return prototypes


def _file(about: object, prototypes: object, **more: object) -> bytes:
    content = io.BytesIO()
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    arrays: dict[str, Any] = {"about": text, "prototypes": prototypes, **more}
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def test_the_plain_file_of_these_tests_is_a_pack(tmp_path: Path) -> None:
    (tmp_path / "p.npz").write_bytes(_file(_about(), _prototypes()))
    pack = load_pack(tmp_path / "p.npz", "v")
    assert pack.thresholds == Thresholds(0.6, 0.1, 0.3)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(lambda: b"", id="empty"),
        pytest.param(lambda: b"PK\x03\x04 no archive", id="no archive"),
        pytest.param(lambda: _file(_about(), _prototypes())[:200], id="truncated"),
        pytest.param(lambda: _file(_about(), np.array([{"a": 1}], object)), id="pickled prototypes"),
        pytest.param(lambda: _file(_about(), _prototypes(), more=np.zeros(3)), id="something more"),
        pytest.param(lambda: _file([], _prototypes()), id="description is a list"),
        pytest.param(lambda: _file({}, _prototypes()), id="description is empty"),
        pytest.param(lambda: _file(_about(format=2), _prototypes()), id="later format"),
        pytest.param(lambda: _file(_about(kind="tarock"), _prototypes()), id="unknown kind"),
        pytest.param(lambda: _file(_about(cards=["EA", "CK"]), _prototypes()), id="card of another kind"),
        pytest.param(lambda: _file(_about(cards=["EA", "EA"]), _prototypes()), id="card twice"),
        pytest.param(lambda: _file(_about(cards=["EA"]), _prototypes()), id="a card too few"),
        pytest.param(lambda: _file(_about(cards=[]), _prototypes()[:0]), id="no cards"),
        pytest.param(lambda: _file(_about(cards=7), _prototypes()), id="cards are a number"),
        pytest.param(lambda: _file(_about(near="much"), _prototypes()), id="threshold is a word"),
        pytest.param(lambda: _file(_about(apart=7.0), _prototypes()), id="threshold out of range"),
        pytest.param(lambda: _file(_about(near=float("nan")), _prototypes()), id="threshold not a number"),
        pytest.param(lambda: _file(_about(), _prototypes() * np.float32(np.nan)), id="prototypes not numbers"),
        pytest.param(lambda: _file(_about(), _prototypes() * 2), id="prototypes of other length"),
        pytest.param(lambda: _file(_about(), _prototypes().astype(np.float64)), id="prototypes of other type"),
        pytest.param(lambda: _file(_about(), _prototypes()[:, :3]), id="prototypes of one way up"),
        pytest.param(lambda: _file(_about(), np.zeros((200, 1000, 1000), np.uint8)), id="swells when unpacked"),
    ],
)
def test_any_other_file_gets_one_clear_line(tmp_path: Path, content: Callable[[], bytes]) -> None:
    path = tmp_path / "p.npz"
    path.write_bytes(content())
    with pytest.raises(BadPack, match=r"^got .*p\.npz"):
        load_pack(path, "v")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="got no pack at"):
        load_pack(tmp_path / "none.npz", "v")
