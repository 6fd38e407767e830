"""What `--debug` draws, where it goes, and that nothing is written without it."""

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.debug.pictures import DebugFolder, _why_asked, picture_of_analysis, picture_of_scene
from cli.debug.sketch import AMBER, BRIGHTNESS, COLUMN, GREEN, HEAD, MIN_MAX_SIDE_PX, RED, VIOLET, Sketch
from cli.main import main
from engine.cards import BAVARIAN_32, Card
from tests.support.command_line import CommandLine
from tests.support.paper_table import CARDS, PixelReader, Tabletop, card_picture, cloth, paste, quad_at
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Thresholds
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import save_pack
from vision.scene.still_scene import SceneAnalysis
from vision.tracking.settled_scene import ArrivalTrace, SceneTrace
from vision.tracking.tracker import CardTracker
from vision.types import Candidate, CardLifted, Frame, Image, Quad, Reading, Sighting

ONE, OTHER = quad_at(300, 270, 10), quad_at(650, 250, 100)


@pytest.fixture(scope="module")
def pack() -> EnrolledPack:
    return enrol({card: [card_picture(card)] for card in CARDS[:3]}, BAVARIAN_32.name, Recogniser(), "blots")


def reading(card: Card | None, quad: Quad, visible: float = 1.0) -> Reading:
    return Reading(card, (Candidate(CARDS[0], 0.9), Candidate(CARDS[1], 0.4)), quad, visible)


def edge_of(picture: Image, quad: Quad) -> np.ndarray:
    """Returns the colours in the middle of the four sides of a card as it stands on the page."""
    middles = (quad + np.roll(quad, -1, axis=0)) / 2 * (MIN_MAX_SIDE_PX[0] / 960) + (0, HEAD)
    return np.array([picture[round(y), round(x)] for x, y in middles.astype(float)])


def close_to(colours: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(colours.astype(int) - colour) < 40).all())


def test_cards_are_outlined_in_the_colour_of_how_they_were_read(pack: EnrolledPack) -> None:
    image = cloth()
    analysis = SceneAnalysis((), (), (), (reading(CARDS[0], ONE), reading(None, OTHER)))
    picture = picture_of_analysis(image, analysis, pack, "table.jpg")
    assert close_to(edge_of(picture, ONE), GREEN)
    assert close_to(edge_of(picture, OTHER), AMBER)
    assert picture.shape[1] == image.shape[1] + COLUMN


def test_only_the_visible_part_of_a_covered_card_is_hatched(pack: EnrolledPack) -> None:
    image = np.full((540, 960, 3), 100, np.uint8)
    below = ONE + np.float32(40)
    picture = picture_of_analysis(
        image, SceneAnalysis((), (), (), (reading(CARDS[0], ONE), reading(None, below, 0.6))), pack, ""
    )
    shown, hidden = (np.zeros(image.shape[:2], np.uint8) for _ in range(2))
    cv2.fillConvexPoly(shown, below.astype(np.int32), 1)
    cv2.fillConvexPoly(hidden, ONE.astype(np.int32), 1)
    shown[hidden > 0] = 0
    # Where the outlines are not: what is left is hatching on even grey.
    inner = [cv2.erode(mask, np.ones((13, 13), np.uint8)) > 0 for mask in (shown, hidden)]
    drawn = np.abs(picture[HEAD : HEAD + 540, :960].astype(int) - round(100 * BRIGHTNESS)).max(axis=2) > 20
    assert 0.05 < drawn[inner[0]].mean() < 0.6
    assert drawn[inner[1] & (cv2.dilate(shown, np.ones((25, 25), np.uint8)) == 0)].mean() < 0.35


def test_a_scene_shows_what_landed_went_and_reached_in(pack: EnrolledPack) -> None:
    hands = np.zeros((180, 320), np.uint8)
    hands[100:, 260:300] = 255
    landed = ArrivalTrace(reading(CARDS[0], ONE), 3, False, 0, 0.98)
    sightings = (Sighting(7, 0.7, CardLifted(CARDS[1])),)
    frame = Frame(7, 0.7, cloth(), np.zeros((360, 640), np.uint8))
    picture = picture_of_scene(SceneTrace(frame, sightings, (), (landed,), ((CARDS[1], OTHER),), hands=hands), pack)
    assert close_to(edge_of(picture, ONE), GREEN)
    corners = [picture[round(y + HEAD), round(x)] for x, y in OTHER + (OTHER[[1, 2, 3, 0]] - OTHER) * 0.02]
    assert close_to(np.array(corners), RED)
    bare = picture_of_scene(SceneTrace(frame, sightings, (), (landed,), ((CARDS[1], OTHER),)), pack)
    inside = (slice(HEAD + 320, HEAD + 520), slice(800, 880))
    towards = np.array(VIOLET) - bare[inside].astype(int)
    assert (((picture[inside].astype(int) - bare[inside]) * np.sign(towards)) > 0).mean() > 0.9


@pytest.mark.parametrize(("size", "longer"), [((270, 480), 960), ((1080, 1920), 1600), ((700, 1200), 1200)])
def test_a_sketch_is_large_enough_to_be_read(size: tuple[int, int], longer: int) -> None:
    assert max(Sketch(np.zeros((*size, 3), np.uint8)).render().shape) == longer


@pytest.mark.parametrize(
    ("scores", "visible", "beside", "expected"),
    [
        pytest.param((0.6, 0.2), 1.0, (), "below 0.69", id="too unlike"),
        pytest.param((0.9, 0.89), 1.0, (), "apart from", id="too near another card"),
        pytest.param((0.9, 0.1), 0.2, (), "too little shows", id="covered"),
        pytest.param((0.9, 0.1), 0.7, (), "partly hidden", id="partly covered"),
        pytest.param((0.9, 0.1), 1.0, (), "unlike its picture", id="pixel by pixel"),
        pytest.param((0.9, 0.1), 1.0, (0,), "lies elsewhere", id="named elsewhere"),
    ],
)
def test_overlay_gives_the_reason_for_a_question(
    scores: tuple[float, float], visible: float, beside: tuple[int, ...], expected: str, pack: EnrolledPack
) -> None:
    limits = replace(pack, thresholds=Thresholds(0.69, 0.14, 0.55))
    candidates = tuple(Candidate(card, score) for card, score in zip(CARDS, scores, strict=False))
    asked = Reading(None, candidates, ONE, visible)
    others = [reading(CARDS[index], OTHER) for index in beside]
    assert expected in _why_asked(asked, [*others, asked], limits)


def test_files_are_named_after_the_pictures(pack: EnrolledPack, tmp_path: Path) -> None:
    folder = DebugFolder(tmp_path / "new" / "folder", pack)
    analysis = SceneAnalysis((), (), (), ())
    for name in ("a/table.png", "b/table.jpg", "c/other.jpg"):
        folder.write_analysis(tmp_path / name, cloth(), analysis)
    folder.write_scene(SceneTrace(Frame(123, 12.3, cloth(), np.zeros((360, 640), np.uint8)), (), ()))
    names = sorted(file.name for file in (tmp_path / "new" / "folder").iterdir())
    assert names == ["000123.jpg", "other.jpg", "table-2.jpg", "table.jpg"]


@pytest.mark.slow
def test_a_trace_sink_gets_every_scene_in_which_something_happened() -> None:
    seen: list[SceneTrace] = []
    scene = Tabletop(CardTracker(PixelReader(), trace_sink=seen.append))
    sightings = scene.still() + scene.lay(1, CARDS[0], ONE) + scene.lay(0, CARDS[1], OTHER) + scene.take(2, [CARDS[1]])
    first, *looks = seen
    one, other, last = (look for look in looks if look.sightings)
    assert first.analysis is not None
    assert [landing.reading.card for look in (one, other) for landing in look.arrivals] == [CARDS[0], CARDS[1]]
    assert one.changed is not None
    assert one.arrivals[0].seat == 1
    assert [card for card, _ in other.cards_in_view] == [CARDS[0], CARDS[1]]
    assert [card for card, _ in last.departures] == [CARDS[1]]
    assert [sighting for look in seen for sighting in look.sightings] == sightings


@pytest.fixture
def table(pack: EnrolledPack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything that the commands could write to by themselves lies in this folder."""
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    save_pack(pack, tmp_path / "blots.npz")
    image = cloth()
    paste(image, card_picture(CARDS[0]), ONE)
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "0.png"), image)
    for number in range(1, 8):
        shutil.copy(tmp_path / "frames" / "0.png", tmp_path / "frames" / f"{number}.png")
    return tmp_path


def commands(folder: Path, *more: str) -> list[list[str]]:
    read = ["read", "--pack", "blots.npz", *more, str(folder / "frames" / "0.png")]
    return [read, ["watch", "--pack", "blots.npz", *more, str(folder / "frames")]]


@pytest.mark.slow
def test_without_debug_no_picture_is_written(table: Path) -> None:
    before = sorted(table.rglob("*"))
    for command in commands(table):
        assert main(command) == 0
    assert sorted(table.rglob("*")) == before


@pytest.mark.slow
def test_debug_pictures_are_written_only_into_the_folder(table: Path) -> None:
    before = set(table.rglob("*"))
    for command in commands(table, "--debug", "seen"):
        assert main(command) == 0
    read, scene = sorted(set(table.rglob("*")) - before - {table / "seen"})
    assert read == table / "seen" / "0.jpg"
    assert scene.parent == table / "seen"
    assert scene.stem.isdigit()
    assert len(scene.stem) == 6
    picture = cv2.imread(str(read))
    assert picture is not None
    assert close_to(edge_of(np.asarray(picture), ONE), GREEN) or close_to(edge_of(np.asarray(picture), ONE), AMBER)


def test_file_in_place_of_the_debug_folder_is_an_error(table: Path, kiebitz: CommandLine) -> None:
    (table / "seen").write_text("")
    for command in commands(table, "--debug", "seen"):
        assert "which is a file, expected a folder" in kiebitz.refuses(*command)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "source"),
    [
        ("frames", "frames/0.png"),
        ("another-name", "frames/0.png"),
        ("frames", "another-name/0.png"),
        ("frames", "links/0.png"),
        ("links", "links/0.png"),
        (".", "alone.png"),
        ("frames", "frames"),
        ("another-name", "frames"),
        ("frames", "links"),
    ],
)
def test_a_folder_where_a_source_lies_is_refused_before_anything_is_written(
    kiebitz: CommandLine, table: Path, folder: str, source: str
) -> None:
    (table / "alone.png").write_bytes((table / "frames" / "0.png").read_bytes())
    (table / "another-name").symlink_to("frames")
    (table / "links").mkdir()
    (table / "links" / "0.png").symlink_to("../frames/0.png")
    before = {file: file.read_bytes() for file in table.rglob("*") if file.is_file()}
    command = "read" if source.endswith(".png") else "watch"
    assert "expected another folder" in kiebitz.refuses(command, "--pack", "blots.npz", "--debug", folder, source)
    assert {file: file.read_bytes() for file in table.rglob("*") if file.is_file()} == before


def test_link_in_the_folder_is_replaced_and_its_target_kept(table: Path) -> None:
    (table / "seen").mkdir()
    (table / "seen" / "0.jpg").symlink_to("../frames/0.png")
    before = (table / "frames" / "0.png").read_bytes()
    assert main(["read", "--pack", "blots.npz", "--debug", "seen", "frames/0.png"]) == 0
    assert (table / "frames" / "0.png").read_bytes() == before
    assert (table / "seen" / "0.jpg").read_bytes() != before
