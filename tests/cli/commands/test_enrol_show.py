"""kiebitz enrol --show: a deck shown in frames and in photographs, ended in the middle, and taken up again."""

import itertools
import json
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest

from cli.enrolment_result import EnrolmentPrinter
from cli.main import main
from device.storage.pack_paths import pack_file
from device.storage.packs import PartialEnrolment, open_reader
from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, drawn, row_of
from tests.support.paper_table import cloth
from vision.enrolment.showing.progress import Acceptance, Progress
from vision.recognition.pack_file import BadPack
from vision.types import Frame

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def _film(folder: Path, cards: Sequence[Card]) -> Path:
    """Frames in which these cards are laid one after another."""
    folder.mkdir()
    table = DeckOnTable()
    parts = [table.still(), *(table.lay(drawn()[card]) for card in cards)]
    for frame in (frame for part in parts for frame in part):
        cv2.imwrite(str(folder / f"{frame.number:04d}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return folder


def _show(film: Path, *more: str) -> int:
    return main(["enrol", "--pack", "ours", "--kind", "bavarian32", "--language", "en", "--show", str(film), *more])


def _shown(film: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert _show(film, "--jsonl", *more) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_enrolment_continues_after_an_interruption(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    with pytest.raises(BadPack, match="one of: house-german, house-french;"):
        open_reader("ours")
    third = _shown(_film(tmp_path / "three", BAVARIAN_32.cards[:1]), capsys, "--anew")
    assert (third[0]["taken"], third[-1]["cards"]) == (0, ["EA"])


def test_interrupted_enrolment_can_be_saved_as_an_incomplete_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the rest can be shown another time."""
    lines = _shown(_film(tmp_path / "one", BAVARIAN_32.cards[:2]), capsys, "--partial")
    assert (lines[-1]["event"], lines[-1]["cards"], len(lines[-1]["missing"])) == ("enrolled", ["EA", "EK"], 30)
    assert open_reader("ours").pack.cards == BAVARIAN_32.cards[:2]
    assert _shown(_film(tmp_path / "two", BAVARIAN_32.cards[2:3]), capsys)[0]["cards"] == ["EO"]


def test_full_disk_is_reported_before_the_first_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    state.mkdir()
    (state / "kiebitz").write_text("a file where the folder should be")
    assert _show(_film(tmp_path / "one", BAVARIAN_32.cards[:1])) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "expected a path that can be used" in output.err


@pytest.fixture(params=[signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def number(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal that is not ignored, even if the tests run under `nohup`."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_interruption_reports_the_kept_cards(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the card that was just taken."""
    film = _film(tmp_path / "one", BAVARIAN_32.cards[:3])
    taken = itertools.count(1)
    progress = EnrolmentPrinter.progress

    def reported(printer: EnrolmentPrinter, what: Progress, frame: Frame | None) -> None:
        progress(printer, what, frame)
        if isinstance(what, Acceptance) and next(taken) == 3:
            signal.raise_signal(number)

    monkeypatch.setattr(EnrolmentPrinter, "progress", reported)
    before = signal.getsignal(number)
    assert _show(film) == 130
    assert "ours: 3 of 32 cards are kept, without EU" in capsys.readouterr().out
    assert signal.getsignal(number) is before
    assert PartialEnrolment(pack_file("ours"), BAVARIAN_32).read().keys() == set(BAVARIAN_32.cards[:3])


def test_interrupted_enrolment_is_kept_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = _film(tmp_path / "one", BAVARIAN_32.cards[:1])
    assert _show(film) == 0
    output = capsys.readouterr().out
    assert "without EK, EO" in output
    assert "the same command goes on there" in output


def test_photographs_of_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four pictures of tables that have nothing to do with each other; the quiz has nothing left to look at."""
    photographs = tmp_path / "rows"
    photographs.mkdir()
    for number, suit in enumerate(BAVARIAN_32.suits):
        table = DeckOnTable(cloth((60 + 20 * number, 90, 40), seed=number))
        cards = [card for card in BAVARIAN_32.cards if card.suit == suit]
        table.lying = [(drawn()[card], quad) for card, quad in zip(cards, row_of(8, 200 + 40 * number), strict=True)]
        (frame,) = table.still(0.1)
        cv2.imwrite(str(photographs / f"{number}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    lines = _shown(photographs, capsys, "--rows")
    assert [line["card"] for line in lines if line["event"] == "taken"] == [str(card) for card in BAVARIAN_32.cards]
    assert (lines[-1]["missing"], lines[-1]["pictures"]) == ([], 32)


def _photographs(folder: Path, names: Sequence[str], spoiled: str = "") -> Path:
    """One picture a card, in the order in which they are asked for; the *spoiled* one is blurred."""
    folder.mkdir(exist_ok=True)
    for name, card in zip(names, BAVARIAN_32.cards, strict=False):
        picture = drawn()[card]
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
    output = capsys.readouterr()
    assert "2." in output.err
    lines = [json.loads(line) for line in output.out.splitlines()]
    assert [line["card"] for line in lines if line["event"] == "taken"] in ([], ["EA"])


def test_photograph_without_a_card_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As are cards side by side without a gap."""
    photographs = tmp_path / "pages"
    photographs.mkdir()
    cv2.imwrite(str(photographs / "0.jpg"), cloth())
    for rows in ([], ["--rows"]):
        assert _show(photographs, *rows) == 2
        output = capsys.readouterr()
        assert "No edge seen: use another background" in output.out
        assert "got nothing to take" in output.err
