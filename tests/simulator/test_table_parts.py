"""The rendered table's parts: lens, choreography, decks, places, records, and the command."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FRENCH_52, GERMAN_33, Card
from simulator import __main__ as command
from simulator.choreography import (
    Action,
    Bump,
    ChangeLight,
    ClearStock,
    Exchange,
    Gather,
    HandPasses,
    Lay,
    Lift,
    Nudge,
    SetStock,
    TakeUpcard,
    TurnUpcard,
    Wait,
    action_line,
    parse_actions,
)
from simulator.deck import BadDeck, BadLine, load_deck, make_deck
from simulator.stage.camera import Camera
from simulator.stage.keyframes import Track
from simulator.table import LightName, Look
from tests.support.examples import examples, one_in
from vision.types import Image


@given(seed=st.integers(0, 1000), height=st.floats(0, 150))
@settings(max_examples=examples(30))
def test_a_pixel_looks_at_what_lands_on_it(seed: int, height: float) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera.random(rng, (640, 360)).knocked(rng)
    places = rng.uniform(-150, 150, (5, 2))
    seen = camera.project(np.column_stack([places, np.full(5, height)]))
    assert np.allclose(camera.on_table(seen, height), places)
    corners = [[0, 0], [640, 360]]
    assert np.allclose(camera.bent(corners), corners)


def test_the_field_is_as_wide_as_said() -> None:
    camera = replace(Look.random(1).camera, focal=1280.0, distance=600.0, tilt=0.0, bank=0.0, roll=0.0)
    left, right = camera.on_table([[0, 360], [1280, 360]])
    assert right[0] - left[0] == pytest.approx(600)


def test_a_track_begins_ends_and_never_goes_back() -> None:
    track = Track.constant([0.0]).hold(1.0).to(2.0, [10.0])
    assert [float(track.at(time)[0]) for time in (-1, 1, 1.5, 2, 9)] == [0, 0, 5, 10, 10]
    with pytest.raises(ValueError, match=r"expected none before 2\.00 s"):
        track.to(1.5, [0.0])


cards = st.sampled_from([*GERMAN_33.cards, *FRENCH_52.cards])
seats = st.integers(0, 3)
actions = st.one_of(
    st.builds(Lay, seats, cards),
    st.builds(Gather, seats),
    st.builds(TurnUpcard, cards, seats),
    st.builds(SetStock, seats),
    st.builds(TakeUpcard, seats),
    st.builds(Exchange, seats, st.integers(1, 5)),
    st.builds(Nudge, cards),
    st.builds(Lift, cards),
    st.builds(HandPasses, seats),
    st.builds(ClearStock, seats),
    st.just(Bump()),
    st.builds(ChangeLight, st.floats(0.2, 5)),
    st.builds(Wait, st.floats(0, 3600)),
)


@given(st.lists(actions))
def test_a_choreography_survives_being_written(written: list[Action]) -> None:
    assert parse_actions("\n".join(map(action_line, written))) == written


def test_comments_and_blank_lines_are_left_out() -> None:
    assert parse_actions("# a deal\n\n lay 1 HK  # the king\nupcard S7\n") == [
        Lay(1, Card("H", "K")),
        TurnUpcard(Card("S", "7"), 0),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("lay 0", "line 1: got 'lay 0', expected lay SEAT CARD", id="too few words"),
        pytest.param("gather 1 2", "expected gather SEAT", id="too many words"),
        pytest.param("wait 1\nlay 0 X9", "line 2: got card 'X9'", id="no card"),
        pytest.param("lay 7 HK", "got seat '7', expected 0, 1, 2 or 3", id="no seat"),
        pytest.param("exchange 0 none", "got 'none' cards", id="no number"),
        pytest.param("wait -1", "got '-1' seconds", id="no time"),
        pytest.param("light 9", "got light '9'", id="no light"),
        pytest.param("wait nan", "got 'nan' seconds", id="not a number"),
        pytest.param("throw 0 HK", "got 'throw', expected one of lay, gather", id="no action"),
    ],
)
def test_a_bad_line_is_named(text: str, message: str) -> None:
    with pytest.raises(BadLine) as raised:
        parse_actions(text)
    assert message in str(raised.value)


def _write_card(folder: Path, name: str, shape: tuple[int, int] = (176, 126)) -> None:
    picture = np.full((*shape, 3), (40, 160, 220), np.uint8)
    picture[10:60, 10:60] = (10, 10, 120)
    assert cv2.imwrite(str(folder / name), picture)


def test_any_folder_of_card_pictures_is_a_deck(tmp_path: Path) -> None:
    for name in ("HK.jpg", "E10.png", "S6.jpg", "E6.jpg"):
        _write_card(tmp_path, name)
    (tmp_path / "notes.txt").write_text("left alone")
    deck = load_deck(tmp_path)
    assert {str(card) for card in deck} == {"HK", "E10", "S6", "E6"}
    assert all(picture.shape == (176, 126, 3) for picture in deck.values())


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        pytest.param(lambda folder: folder.rmdir(), "expected a folder of card pictures", id="missing folder"),
        pytest.param(lambda folder: None, "found no picture", id="empty folder"),
        pytest.param(lambda folder: _write_card(folder, "king.jpg"), "got picture king.jpg", id="strange name"),
        pytest.param(lambda folder: (folder / "HK.jpg").write_bytes(b"oops"), "cannot read", id="broken picture"),
        pytest.param(lambda folder: (folder / "HK.jpg").write_bytes(b""), "cannot read", id="empty picture"),
    ],
)
def test_a_bad_deck_is_explained(tmp_path: Path, prepare: object, message: str) -> None:
    assert callable(prepare)
    folder = tmp_path / "deck"
    folder.mkdir()
    prepare(folder)
    with pytest.raises(BadDeck, match=message):
        load_deck(folder)


@pytest.mark.parametrize(
    ("shape", "width", "height"),
    [
        pytest.param((880, 630), 63, 88, id="poker"),
        pytest.param((910, 590), 59, 91, id="French"),
        pytest.param((1000, 560), 56, 100, id="Bavarian"),
    ],
)
def test_cards_have_the_size_they_are_sold_in(shape: tuple[int, int], width: float, height: float) -> None:
    deck: dict[Card, Image] = {Card("H", "K"): np.zeros((*shape, 3), np.uint8)}
    size = make_deck(deck, "one card", "")
    assert size.width == pytest.approx(width, rel=0.06)
    assert size.height / size.width == pytest.approx(height / width, rel=0.02)


@pytest.mark.parametrize("light", ["good", "dim"])
def test_a_look_is_drawn_from_its_seed(light: LightName) -> None:
    assert Look.random(8, light) == Look.random(8, light)
    assert Look.random(8, light) != Look.random(9, light)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    folder.mkdir()
    for name in ("HK.jpg", "E10.png", "S7.png", "LO.png"):
        _write_card(folder, name)
    return folder


@pytest.mark.slow
def test_the_command_writes_frames_and_truth(deck: Path, tmp_path: Path) -> None:
    record = tmp_path / "deal.txt"
    record.write_text("lay 0 HK\ngather 1\n")
    out = tmp_path / "frames"
    assert command.main([str(deck), str(out), "--record", str(record), "--size", "320x180"]) == 0
    lines = [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]
    assert [line["frame"] for line in lines] == list(range(len(list(out.glob("*.jpg")))))
    assert [line["completed"] for line in lines if line["completed"]] == ["lay 0 HK", "gather 1"]
    seen = next(line for line in lines if line["completed"] == "lay 0 HK")["cards"]
    assert [(card["card"], card["seat"], card["place"], card["visible"]) for card in seen] == [("HK", 0, "trick", 1.0)]
    picture = cv2.imread(str(out / "000000.jpg"))
    assert picture is not None
    assert picture.shape == (180, 320, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["deal.mp4", "deal.avi"]))
def test_the_command_writes_a_video(deck: Path, tmp_path: Path, name: str) -> None:
    record = tmp_path / "deal.txt"
    record.write_text("wait 0.5\nlay 2 LO\n")
    out = tmp_path / name
    assert command.main([str(deck), str(out), "--record", str(record), "--size", "320x180", "--light", "dim"]) == 0
    count = len((tmp_path / "deal.truth.jsonl").read_text().splitlines())
    video = cv2.VideoCapture(str(out))
    frames = 0
    while video.read()[0]:
        frames += 1
    assert frames == count > 5


@pytest.mark.parametrize(
    ("record", "message"),
    [
        pytest.param("lay 0 EU\n", "found no picture of EU", id="card not in the deck"),
        pytest.param("gather 0\n", "none lies on the table", id="nothing to gather"),
        pytest.param("lay zero HK\n", "line 1: got seat 'zero'", id="bad line"),
        pytest.param(None, "No such file", id="no record"),
    ],
)
def test_the_command_explains_bad_input(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], record: str | None, message: str
) -> None:
    path = tmp_path / "deal.txt"
    if record is not None:
        path.write_text(record)
    assert command.main([str(deck), str(tmp_path / "out"), "--record", str(path), "--size", "320x180"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("value", ["big", "1280", "1281x720", "0x0"])
def test_the_command_refuses_a_strange_size(deck: Path, tmp_path: Path, value: str) -> None:
    with pytest.raises(SystemExit) as raised:
        command.main([str(deck), str(tmp_path / "out"), "--size", value])
    assert raised.value.code == 2


def test_a_random_deal_uses_each_card_once(deck: Path) -> None:
    pictures = load_deck(deck)
    full = {card: next(iter(pictures.values())) for card in GERMAN_33.cards}
    shown = [action.card for action in command.random_actions(full, 3) if isinstance(action, Lay | TurnUpcard)]
    assert len(shown) == len(set(shown)) == 21
