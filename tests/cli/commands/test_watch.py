"""kiebitz watch: a folder and a video of a paper table, with and without a game, and bad input."""

from pathlib import Path
from typing import Any

import cv2
import pytest

from device.session.loop import SessionLoop
from device.session.results import StepResult
from engine.cards import BAVARIAN_32, GERMAN_33
from tests.support.command_line import CommandLine
from tests.support.paper_table import HEIGHT, WIDTH, PixelReader, Tabletop, card_picture, quad_at
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import save_pack
from vision.tracking.tracker import CardTracker
from vision.types import Frame, Image, Sighting

UPCARD, *TRICK = (BAVARIAN_32.card(text) for text in ("S9", "E8", "E10", "EA", "L9"))
CARDS = (UPCARD, *TRICK)


class Recorder(CardTracker):
    """Keeps the pictures instead of watching them."""

    pictures: list[Image]

    def process(self, frame: Frame) -> list[Sighting]:
        self.pictures.append(frame.image)
        return []


BEGINNING = 34
"""Frames."""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "blots.npz"
    pictures = {card: [card_picture(card)] for card in CARDS}
    save_pack(enrol(pictures, BAVARIAN_32.name, Recogniser(), "blots"), path)
    return path


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    recorder = Recorder(PixelReader(CARDS))
    recorder.pictures = []
    scene = Tabletop(recorder)
    scene.still()
    scene.lay(0, UPCARD, quad_at(860, 270, 2))
    places = [(480, 400, 3), (330, 270, 84), (480, 140, 182), (630, 270, 95)]
    for seat, card, place in zip((0, 1, 2, 3), TRICK, places, strict=True):
        scene.lay(seat, card, quad_at(*place))
    scene.take(2, TRICK)
    return recorder.pictures


@pytest.fixture(scope="module")
def folder(pictures: list[Image], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frames")
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:04d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


@pytest.fixture
def one_picture(tmp_path: Path) -> Path:
    folder = tmp_path / "one"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), card_picture(UPCARD))
    return folder


@pytest.fixture(scope="module")
def beginning(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first frames, in which two cards are laid."""
    beginning = tmp_path_factory.mktemp("beginning")
    for path in sorted(folder.iterdir())[:BEGINNING]:
        (beginning / path.name).symlink_to(path)
    return beginning


def lines(kiebitz: CommandLine, *arguments: object) -> list[dict[str, Any]]:
    return kiebitz.json_lines("watch", "--jsonl", *arguments)


@pytest.mark.slow
def test_without_a_game_only_sightings_are_reported(pack: Path, folder: Path, kiebitz: CommandLine) -> None:
    output = lines(kiebitz, "--pack", pack, folder)
    laid = [(line["candidates"][0]["card"], line["seat"]) for line in output if line["event"] == "card_laid"]
    assert [card for card, _ in laid] == [str(card) for card in CARDS]
    assert [seat for _, seat in laid[1:]] == [0, 1, 2, 3]
    assert output[-1]["event"] == "trick_gathered"
    assert (output[-1]["seat"], output[-1]["cards"]) == (2, 4)
    assert all(line["t"] == pytest.approx(line["frame"] / 10) for line in output)


@pytest.mark.slow
def test_the_speed_of_a_folder_sets_the_clock(pack: Path, beginning: Path, kiebitz: CommandLine) -> None:
    (first, *_) = lines(kiebitz, "--pack", pack, "--fps", 5, beginning)
    assert first["t"] == pytest.approx(first["frame"] / 5)


@pytest.mark.slow
def test_with_a_game_the_cards_become_events_of_the_deal(pack: Path, folder: Path, kiebitz: CommandLine) -> None:
    game = ["--game", "bohemian-watten", "--dealer", 3, "--preset", "relaxed", "--rules", "plus50=true"]
    output = lines(kiebitz, "--pack", pack, *game, "--jsonl", folder)
    assert output[0]["rules"] == {"overtake": False, "schleck": "none", "plus50": True}
    events = [line["event"] for line in output]
    assert events[:2] == ["game_started", "deal_started"]
    assert [line["candidates"][0]["card"] for line in output if line["event"] == "upcard_turned"] == [str(UPCARD)]
    laid = [(line["seat"], line["candidates"][0]["card"]) for line in output if line["event"] == "card_laid"]
    assert laid == [(seat, str(card)) for seat, card in enumerate(TRICK)]
    assert all(line.keys() >= {"event", "frame", "t"} for line in output)


@pytest.mark.slow
def test_the_session_goes_by_the_time_of_the_frames(
    pack: Path, beginning: Path, kiebitz: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last trick of a deal stays as long in a recording that is read quickly as it did at the table."""
    times: list[float] = []

    class Timed(SessionLoop):
        def step(self, frame: Frame) -> list[StepResult]:
            times.append(self._clock() - frame.time)
            return super().step(frame)

    monkeypatch.setattr("cli.watch.SessionLoop", Timed)
    lines(kiebitz, "--pack", pack, "--game", "bohemian-watten", "--dealer", 3, beginning)
    assert set(times) == {0.0}


@pytest.mark.slow
def test_a_video_is_watched_at_its_own_speed(
    pack: Path, pictures: list[Image], tmp_path: Path, kiebitz: CommandLine
) -> None:
    path = tmp_path / "table.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (WIDTH, HEIGHT))
    for picture in pictures[:BEGINNING]:
        video.write(picture)
    video.release()
    output = lines(kiebitz, "--pack", pack, path)
    assert [line["candidates"][0]["card"] for line in output] == [str(card) for card in CARDS[:2]]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["--pack", "PACK", "nowhere"], "nowhere", id="no such source"),
        pytest.param(["--pack", "PACK", "EMPTY"], "holds no pictures", id="empty folder"),
        pytest.param(["--pack", "PACK", "TEXT"], "expected a video file", id="no video"),
        pytest.param(["--pack", "nothing", "EMPTY"], "got pack 'nothing'", id="unknown pack"),
        pytest.param(["--pack", "TEXT", "EMPTY"], "expected a pack", id="broken pack"),
        pytest.param(["--pack", "PACK", "--game", "poker", "EMPTY"], "got game 'poker'", id="unknown game"),
        pytest.param(
            ["--pack", "PACK", "--game", "bohemian-watten", "--presses", "TEXT", "EMPTY"], "line 1", id="no presses"
        ),
        pytest.param(
            ["--pack", "PACK", "--game", "bohemian-watten", "--preset", "strict", "EMPTY"], "'strict'", id="preset"
        ),
        pytest.param(["--pack", "PACK", "--preset", "relaxed", "EMPTY"], "without --game", id="preset of no game"),
        pytest.param(["--pack", "PACK", "--presses", "TEXT", "EMPTY"], "without --game", id="presses for no game"),
        pytest.param(["--pack", "PACK", "--fps", "0", "FOLDER"], "frames a second", id="no speed"),
    ],
)
def test_bad_input_gets_one_line(
    kiebitz: CommandLine,
    arguments: list[str],
    complaint: str,
    pack: Path,
    one_picture: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    text, empty = tmp_path / "text.txt", tmp_path / "empty"
    text.write_text("no video\n", encoding="utf-8")
    empty.mkdir()
    names = {"PACK": str(pack), "TEXT": str(text), "EMPTY": str(empty), "FOLDER": str(one_picture)}
    assert complaint in kiebitz.refuses("watch", *(names.get(argument, argument) for argument in arguments))


def test_a_dealer_who_does_not_sit_there_is_refused(pack: Path, one_picture: Path, kiebitz: CommandLine) -> None:
    arguments = ["--pack", str(pack), "--game", "bohemian-watten", "--players", "2", "--dealer", "1", str(one_picture)]
    assert "expected one of the seats 0 2" in kiebitz.refuses("watch", *arguments)


def test_a_french_deck_cannot_be_refereed_as_bavarian(one_picture: Path, tmp_path: Path, kiebitz: CommandLine) -> None:
    other = tmp_path / "french.npz"
    jack = {card: [card_picture(card)] for card in GERMAN_33.cards[:2]}
    named = {type(card)("C", rank): shown for (card, shown), rank in zip(jack.items(), ("J", "Q"), strict=True)}
    save_pack(enrol(named, "french20", Recogniser(), "french"), other)
    assert "expected all 32 cards of bavarian32" in kiebitz.refuses(
        "watch", "--pack", str(other), "--game", "bohemian-watten", str(one_picture)
    )
