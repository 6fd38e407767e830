"""kiebitz enrol: from a folder of pictures to a pack, and every slip in one line."""

from __future__ import annotations

import itertools
import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from device.begun import Begun
from device.cli import main
from device.pack_files import pack_file
from device.packs import open_reader
from device.shown_deck import Teller
from engine.cards import BAVARIAN_32, FRENCH_20
from tests.vision.deck_on_table import MIDDLE, DeckOnTable, row_of
from tests.vision.deck_on_table import drawn as shown
from tests.vision.tabletop import cloth
from vision.packfile import BadPack
from vision.progress import Taken
from vision.simulator.drawing.packs import draw_pack
from vision.simulator.drawing.style import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.cards import Card
    from vision.progress import Progress
    from vision.sightings import Frame, Image

_STYLE = Style.random(9001)


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return draw_pack("bavarian32", _STYLE, 200)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path, drawn: dict[Card, Image]) -> Path:
    folder = tmp_path / "deck"
    folder.mkdir()
    for card, picture in drawn.items():
        cv2.imwrite(str(folder / f"{card}.png"), picture)
    return folder


def _enrol(folder: Path, *more: str, kind: str = "bavarian32", pack: str = "ours") -> int:
    return main(["enrol", "--pack", pack, "--kind", kind, *more, str(folder)])


def test_a_deck_of_scans_becomes_a_pack(folder: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _enrol(folder) == 0
    assert "ours: 32 cards of bavarian32 from 32 pictures" in capsys.readouterr().out
    assert [path.name for path in (state / "kiebitz" / "packs").iterdir()] == ["ours.npz"]
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards


def test_a_pack_may_go_to_a_file(folder: Path, tmp_path: Path) -> None:
    assert _enrol(folder, pack=str(tmp_path / "mine.npz")) == 0
    assert open_reader(str(tmp_path / "mine.npz")).pack.name == "mine"


def test_lines_for_machines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "E7.png").rename(folder / "E7_1.png")
    cv2.imwrite(str(folder / "E7_2.jpg"), _read(folder / "E7_1.png"))
    assert _enrol(folder, "--jsonl") == 0
    *pairs, about = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {pair["event"] for pair in pairs} <= {"look_alikes"}
    assert about["event"] == "enrolled"
    assert about["cards"] == [str(card) for card in BAVARIAN_32.cards]
    assert (about["pictures"], about["missing"], about["left_aside"]) == (33, [], [])


def test_photographs_are_cut_out(
    folder: Path, drawn: dict[Card, Image], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same cards lying askew on a table give a pack that knows the scans."""
    chance = np.random.default_rng(8)
    photographs = tmp_path / "photographs"
    photographs.mkdir()
    for card, picture in drawn.items():
        cv2.imwrite(str(photographs / f"{card}.jpg"), _photograph(picture, chance))
    assert _enrol(photographs) == 0
    pack = open_reader("ours").pack
    assert _enrol(folder, pack="scans") == 0
    scans = open_reader("scans").pack
    nearest = [int(pack.scores(views[1:2]).argmax()) for views in scans.prototypes]
    assert nearest == list(range(len(pack.cards)))
    assert capsys.readouterr().err == ""


def _photograph(card: Image, chance: np.random.Generator) -> Image:
    table = np.clip(chance.normal((40, 70, 50), 4, (520, 420, 3)), 0, 255).astype(np.uint8)
    height, width = card.shape[:2]
    shift = np.array([210, 260]) + chance.uniform(-20, 20, 2)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), chance.uniform(-12, 12), 1.5)
    turn[:, 2] += shift - [width / 2, height / 2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ turn[:, :2].T + turn[:, 2]
    cv2.warpAffine(card, turn, (420, 520), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    assert corners.min() > 0
    return table


def test_sixes_and_backs_may_lie_in_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = np.random.default_rng(2)
    for name in ("E6", "back"):
        cv2.imwrite(str(folder / f"{name}.jpg"), chance.integers(0, 256, (200, 120, 3)).astype(np.uint8))
    assert _enrol(folder) == 0
    assert "left aside E6.jpg, back.jpg: not of bavarian32" in capsys.readouterr().out


def test_a_deck_with_cards_missing_needs_to_be_meant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for card in BAVARIAN_32.cards[:8]:
        (folder / f"{card}.png").unlink()
    assert _enrol(folder) == 2
    line = capsys.readouterr().err
    assert "without EA, EK, EO, EU, E10, E9, E8, E7, expected one picture of each of the 32 cards" in line
    assert _enrol(folder, "--partial") == 0
    assert "without EA, EK" in capsys.readouterr().out
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards[8:]


def test_a_whole_pack_is_not_lost_to_another_one(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither to another kind, nor to fewer cards: that has to be meant."""
    assert _enrol(folder) == 0
    one = tmp_path / "one"
    one.mkdir()
    cv2.imwrite(str(one / "HK.png"), _read(folder / "HK.png"))
    capsys.readouterr()
    for kind, told in (("french20", "a pack of bavarian32, expected french20"), ("bavarian32", "got 1 cards for")):
        assert _enrol(one, "--partial", kind=kind) == 2
        error = capsys.readouterr().err
        assert told in error
        assert "--replace it" in error
        assert error.count("\n") == 1
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards
    assert _enrol(one, "--partial", "--replace", kind="french20") == 0
    assert [str(card) for card in open_reader("ours").pack.cards] == ["HK"]


@pytest.mark.parametrize("content", [b"", b"half a pack", b"PK\x05\x06" + bytes(18)], ids=["empty", "torn", "hollow"])
def test_a_pack_that_cannot_be_used_is_kept_aside(
    content: bytes, folder: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To enrol the deck again is what one is told to do about it."""
    packs = state / "kiebitz" / "packs"
    packs.mkdir(parents=True)
    (packs / "ours.npz").write_bytes(content)
    assert _enrol(folder) == 0
    assert "is kept as ours.npz.broken-1" in capsys.readouterr().err
    assert (packs / "ours.npz.broken-1").read_bytes() == content
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def _broken(folder: Path) -> None:
    (folder / "HK.png").write_bytes(b"no picture")


def _plain(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.png"), np.full((200, 120, 3), 200, np.uint8))


def _blurred(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.png"), cv2.GaussianBlur(_read(folder / "HK.png"), (0, 0), 7))


def _twice(folder: Path) -> None:
    cv2.imwrite(str(folder / "HK.jpg"), _read(folder / "HK.png"))


def _same_picture(folder: Path) -> None:
    (folder / "HO.png").write_bytes((folder / "HK.png").read_bytes())


def _unnamed(folder: Path) -> None:
    (folder / "HK.png").rename(folder / "IMG_2031.png")


def _of_a_telephone(folder: Path) -> None:
    for path in folder.iterdir():
        path.rename(path.with_suffix(".HEIC"))


def _three(folder: Path) -> None:
    for path in folder.iterdir():
        if path.stem not in ("EA", "HK", "S7"):
            path.unlink()


def _one_deeper(folder: Path) -> None:
    _empty(folder)
    (folder / "scans").mkdir()


def _french(folder: Path) -> None:
    _empty(folder)
    for card, picture in draw_pack("french20", _STYLE, 100).items():
        cv2.imwrite(str(folder / f"{card}.png"), picture)


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        pytest.param(_empty, ("without pictures", "EA.jpg"), id="empty folder"),
        pytest.param(_broken, ("HK.png", "cannot be read as a picture"), id="broken picture"),
        pytest.param(_plain, ("HK.png", "shows next to nothing"), id="plain picture"),
        pytest.param(_blurred, ("HK.png", "is blurred"), id="blurred picture"),
        pytest.param(_twice, ("HK.jpg", "HK.png", "take one away"), id="one name on two pictures"),
        pytest.param(_same_picture, ("the same picture in HK.png and HO.png",), id="one picture for two cards"),
        pytest.param(_unnamed, ("IMG_2031.png", "suit E L H S, then rank A K O U", "rename it"), id="no card notation"),
        pytest.param(_of_a_telephone, ("E10.HEIC", "save them as JPEG"), id="pictures of a telephone"),
        pytest.param(_three, ("with EA, HK, S7 alone", "each of the 32 cards", "--partial"), id="three cards"),
        pytest.param(_one_deeper, ("with the folder scans in it",), id="a folder in the folder"),
        pytest.param(_french, ("expected bavarian32", "--kind french20"), id="another kind"),
    ],
)
def test_a_slip_gets_one_line_and_leaves_no_pack(
    folder: Path,
    state: Path,
    harm: Callable[[Path], None],
    expected: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    harm(folder)
    assert _enrol(folder) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert all(part in printed.err for part in expected)
    assert not state.exists()


@pytest.mark.parametrize(
    ("pack", "expected"),
    [
        pytest.param("../ours", "expected a plain name", id="a path without its ending"),
        pytest.param("", "expected a name", id="empty name"),
        pytest.param(".hidden", "expected a name", id="hidden"),
        pytest.param(".npz", "expected a plain name", id="an ending alone"),
    ],
)
def test_a_pack_has_a_plain_name(folder: Path, pack: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _enrol(folder, pack=pack) == 2
    assert expected in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _enrol(tmp_path / "nowhere") == 2
    assert "expected a folder of card pictures" in capsys.readouterr().err


_GERMAN_SUITS = {"Herz": "H", "Karo": "D", "Kreuz": "C", "Pik": "S"}
_GERMAN_RANKS = {"Ass": "A", "Koenig": "K", "Dame": "Q", "Bube": "J", "Zehn": "10"}


def _read(path: Path) -> Image:
    picture = cv2.imread(str(path))
    assert picture is not None
    return picture.astype(np.uint8)


def test_the_photographed_deck_reads_its_real_tricks(tmp_path: Path) -> None:
    """Twenty real photographs enrol the pack; the cards on top of seven real tricks are read from it."""
    photographs = Path(__file__).parents[2].parent / "shared" / "photos" / "animano_berlin"
    if not photographs.is_dir():
        pytest.skip("needs the photographs of shared/photos/animano_berlin")
    from vision.scene import read_scene

    tricks = []
    for entry in json.loads((photographs / "labels.json").read_text("utf-8")):
        if "trick" in entry:
            tricks.append((photographs / entry["file"], entry["trick"]))
        else:
            suit, _, rank = Path(entry["file"]).stem.partition("_")
            name = f"{_GERMAN_SUITS[suit]}{_GERMAN_RANKS[rank]}.jpg"
            (tmp_path / name).write_bytes((photographs / entry["file"]).read_bytes())
    assert len(tricks) == 7
    assert main(["enrol", "--pack", "berlin", "--kind", FRENCH_20.name, str(tmp_path)]) == 0
    reader = open_reader("berlin")
    for path, trick in tricks:
        readings = read_scene(_read(path), reader)
        named = {str(reading.card) for reading in readings if reading.card}
        assert trick["on_top"] in named
        assert named <= set(trick.values())


def _film(folder: Path, cards: Sequence[Card]) -> Path:
    """Frames in which these cards are laid one after another."""
    folder.mkdir()
    table = DeckOnTable()
    parts = [table.still(), *(table.lay(shown()[card]) for card in cards)]
    for frame in (frame for part in parts for frame in part):
        cv2.imwrite(str(folder / f"{frame.number:04d}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


def _show(film: Path, *more: str, kind: str = "bavarian32") -> int:
    return main(["enrol", "--pack", "ours", "--kind", kind, "--language", "en", "--show", str(film), *more])


def _shown(film: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert _show(film, "--jsonl", *more) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_deck_is_shown_in_two_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = _shown(_film(tmp_path / "one", BAVARIAN_32.cards[:2]), capsys)
    assert [line["event"] for line in first] == ["ask", "taken", "ask", "taken", "ask", "begun"]
    assert [line["cards"] for line in first if line["event"] == "ask"] == [["EA"], ["EK"], ["EO"]]
    assert (first[-1]["cards"], len(first[-1]["missing"])) == (["EA", "EK"], 30)
    assert _show(tmp_path / "nowhere") == 2
    second = _shown(_film(tmp_path / "two", BAVARIAN_32.cards[1:3]), capsys)
    assert (second[0]["cards"], second[0]["taken"]) == (["EO"], 2)
    doubles = [line["like"] for line in second if line["event"] == "refused"]
    assert doubles == [["EK"]]
    assert second[-1]["cards"] == ["EA", "EK", "EO"]
    with pytest.raises(BadPack, match="one of: none yet"):
        open_reader("ours")
    third = _shown(_film(tmp_path / "three", BAVARIAN_32.cards[:1]), capsys, "--anew")
    assert (third[0]["taken"], third[-1]["cards"]) == (0, ["EA"])


def test_what_was_shown_can_be_a_pack_without_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the rest can be shown another time."""
    lines = _shown(_film(tmp_path / "one", BAVARIAN_32.cards[:2]), capsys, "--partial")
    assert (lines[-1]["event"], lines[-1]["cards"], len(lines[-1]["missing"])) == ("enrolled", ["EA", "EK"], 30)
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards[:2]
    assert _shown(_film(tmp_path / "two", BAVARIAN_32.cards[2:3]), capsys)[0]["cards"] == ["EO"]


def test_a_deck_is_not_shown_in_place_of_another_kind(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _enrol(folder) == 0
    assert _show(tmp_path / "film", kind="french20") == 2
    assert "a pack of bavarian32, expected french20" in capsys.readouterr().err


def test_without_room_no_card_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str], state: Path) -> None:
    state.mkdir()
    (state / "kiebitz").write_text("a file where the folder should be")
    assert _show(_film(tmp_path / "one", BAVARIAN_32.cards[:1])) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "expected a path that can be used" in told.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_whoever_ends_it_is_told_what_is_kept(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the card that was just taken."""
    film = _film(tmp_path / "one", BAVARIAN_32.cards[:3])
    taken = itertools.count(1)
    progress = Teller.progress

    def told(teller: Teller, what: Progress, frame: Frame | None) -> None:
        progress(teller, what, frame)
        if isinstance(what, Taken) and next(taken) == 3:
            signal.raise_signal(number)

    monkeypatch.setattr(Teller, "progress", told)
    before = signal.getsignal(number)
    assert _show(film) == 130
    assert "ours: 3 of 32 cards are kept, without EU" in capsys.readouterr().out
    assert signal.getsignal(number) is before
    assert Begun(pack_file("ours"), BAVARIAN_32).read().keys() == set(BAVARIAN_32.cards[:3])


def test_what_was_shown_so_far_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = _film(tmp_path / "one", BAVARIAN_32.cards[:1])
    assert _show(film) == 0
    told = capsys.readouterr().out
    assert "without EK, EO" in told
    assert "the same command goes on there" in told


def test_photographs_of_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four pictures of tables that have nothing to do with each other; the quiz has nothing left to look at."""
    photographs = tmp_path / "rows"
    photographs.mkdir()
    for number, suit in enumerate(BAVARIAN_32.suits):
        table = DeckOnTable(cloth((60 + 20 * number, 90, 40), seed=number))
        cards = [card for card in BAVARIAN_32.cards if card.suit == suit]
        table.lying = [(shown()[card], quad) for card, quad in zip(cards, row_of(8, 200 + 40 * number), strict=True)]
        (frame,) = table.still(0.1)
        cv2.imwrite(str(photographs / f"{number}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    lines = _shown(photographs, capsys, "--rows")
    assert [line["card"] for line in lines if line["event"] == "taken"] == [str(card) for card in BAVARIAN_32.cards]
    assert (lines[-1]["missing"], lines[-1]["pictures"]) == ([], 32)


def _photographs(folder: Path, names: Sequence[str], spoiled: str = "") -> Path:
    """One picture a card, in the order in which they are asked for; the *spoiled* one is blurred."""
    folder.mkdir(exist_ok=True)
    for name, card in zip(names, BAVARIAN_32.cards, strict=False):
        picture = shown()[card]
        table = DeckOnTable(lying=[(cv2.GaussianBlur(picture, (0, 0), 8) if name == spoiled else picture, MIDDLE)])
        (frame,) = table.still(0.1)
        cv2.imwrite(str(folder / name), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


def test_a_refused_photograph_is_named_and_taken_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are of the cards that they were asked for; the second time they are no loss."""
    names = ["1.jpg", "2.jpg", "9.jpg", "10.jpg"]
    photographs = _photographs(tmp_path / "cards", names, "2.jpg")
    lines = _shown(photographs, capsys)
    assert [line["card"] for line in lines if line["event"] == "taken"] == ["EA", "EO", "EU"]
    assert [(line["reason"], line["like"]) for line in lines if line["event"] == "refused"] == [("blurred", ["EK"])]
    again = [(line["picture"], line["cards"]) for line in lines if line["event"] == "take_again"]
    assert again == [("2.jpg", ["EK"])]
    lines = _shown(_photographs(photographs, names), capsys)
    assert [line["card"] for line in lines if line["event"] == "taken"] == ["EK"]
    assert not [line for line in lines if line["event"] == "take_again"]


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _of_another_kind(path: Path) -> None:
    path.rename(path.with_suffix(".heic"))


@pytest.mark.parametrize("harm", [_nothing, _of_another_kind])
def test_a_photograph_that_cannot_be_read_is_named(
    tmp_path: Path, harm: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """And no card is taken for another one because of it."""
    photographs = _photographs(tmp_path / "cards", ["1.jpg", "2.jpg", "3.jpg"])
    harm(photographs / "2.jpg")
    arguments = ["enrol", "--pack", "ours", "--kind", "bavarian32", "--jsonl", "--show", str(photographs)]
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert "2." in told.err
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["card"] for line in lines if line["event"] == "taken"] in ([], ["EA"])


def test_a_photograph_without_a_card_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As are cards side by side without a gap."""
    photographs = tmp_path / "pages"
    photographs.mkdir()
    cv2.imwrite(str(photographs / "0.jpg"), cloth())
    for rows in ([], ["--rows"]):
        assert _show(photographs, *rows) == 2
        told = capsys.readouterr()
        assert "No edge seen: use another background" in told.out
        assert "got nothing to take" in told.err


def test_further_pictures_are_a_quiz(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    further = tmp_path / "further"
    further.mkdir()
    for name in ("HK", "E7"):
        cv2.imwrite(str(further / f"{name}.jpg"), _read(folder / f"{name}.png"), [cv2.IMWRITE_JPEG_QUALITY, 60])
    cv2.imwrite(str(further / "EO.jpg"), _read(folder / "LO.png"))
    assert _enrol(folder, "--language", "en", "--quiz", str(further)) == 0
    out = capsys.readouterr().out
    assert "2 of 3 recognised: poor; show again: Ober of acorns" in out


def test_several_pictures_of_a_card_are_a_quiz(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(folder / "HK_2.jpg"), _read(folder / "HK.png"), [cv2.IMWRITE_JPEG_QUALITY, 60])
    assert _enrol(folder, "--jsonl") == 0
    quiz = json.loads(capsys.readouterr().out.splitlines()[-1])["quiz"]
    assert quiz == {"grade": "very_good", "right": 1, "wrong": 0, "asked": 0, "of": 1, "again": []}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param([], "got a folder and --show, or neither", id="neither"),
        pytest.param(["cards", "--show", "0"], "got a folder and --show, or neither", id="both"),
        pytest.param(["cards", "--rows"], "without --show", id="rows of files"),
        pytest.param(["cards", "--anew"], "without --show", id="files go on nowhere"),
        pytest.param(["--show", "nowhere"], "got source 'nowhere'", id="no source"),
    ],
)
def test_what_is_shown_must_be_clear(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--pack", "ours", "--kind", "bavarian32", *arguments]) == 2
    assert expected in capsys.readouterr().err
