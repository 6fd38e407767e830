"""What is promised on the wall: no picture is kept, and nothing leaves the table. The real commands, looked at.

Two witnesses look on: strace sees every file, socket and program as the kernel does (`apt install strace`), and the
audit hooks of Python see what they can without it. Both must find what a run leaks on purpose.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.settings.preferences import Choices
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.cards import BAVARIAN_32
from engine.events import CardLaid, DealStarted, EveningStarted, GameStarted, UpcardTurned
from tests.privacy.witness import STRACE, Seen, audited, traced
from tests.support.enrolment.deck_on_table import MIDDLE, DeckOnTable, drawn, row_of
from tests.support.paper_table import PixelReader, Tabletop, card_picture, quad_at
from vision.recognition.card_images import decode_picture
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.pack_file import load_pack, save_pack
from vision.tracking.tracker import CardTracker
from vision.types import Frame, Image, Quad, Sighting

ROOT = Path(__file__).parents[2]
UPCARD, *LAID = (BAVARIAN_32.card(text) for text in ("S9", "E8", "E10", "EA"))
PICTURE_SIGNS = {b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG", b"RIFF": "WebP or AVI", b"II*\0": "TIFF", b"BM6": "BMP"}
OPENINGS = r"deck\.bavarian32\.begun(/(room|[A-Z0-9]+\.jpg(\.part)?))?"
"""What is kept of a deck until it is whole: a picture of each card."""
KEPT = re.compile(r"(journal\.sqlite(\.part|\.lock|\.mark(\.part)?)?|(chosen|starts)\.json(\.part)?)")
"""What Kiebitz may write, in the folder of its state."""
WIDEST = 120
"""px, of a picture of a card that a pack keeps (docs/privacy.md)."""
NO_FILE = re.compile(r"(pipe|socket|anon_inode|UNIX|/dev/null$|/dev/pts|/dev/video\d+$)")
"""What strace calls descriptors that are no files; a webcam is opened for writing to set its exposure."""


def test_strace_sees_what_a_program_opens(tmp_path: Path) -> None:
    """The kernel's own witness is a tier: without it the audit hooks testify alone."""
    if not has_strace():
        pytest.skip(
            "strace may not trace here" if shutil.which("strace") else "strace is missing: run tests/privacy/strace"
        )
    file, trace = tmp_path / "opened", tmp_path / "trace"
    file.touch()
    subprocess.run(["strace", "-qq", "-e", "trace=openat", "-o", str(trace), "cat", str(file)], check=True)
    assert str(file) in trace.read_text()


def has_strace() -> bool:
    tried = ["strace", "-qq", "-o", os.devnull, "true"]
    return bool(shutil.which("strace")) and subprocess.run(tried, capture_output=True, check=False).returncode == 0


class Recorder(CardTracker):
    """Keeps the pictures instead of watching them."""

    def __init__(self) -> None:
        super().__init__(PixelReader((UPCARD, *LAID)))
        self.pictures: list[Image] = []

    def process(self, frame: Frame) -> list[Sighting]:
        self.pictures.append(frame.image)
        return []

    def save(self, folder: Path, ending: str) -> None:
        folder.mkdir(exist_ok=True)
        for number, picture in enumerate(self.pictures):
            assert cv2.imwrite(str(folder / f"{number:04d}.{ending}"), picture)


@dataclass(frozen=True)
class Place:
    """A machine of its own: folders that are looked through afterwards, frames and a deck that lie elsewhere."""

    folder: Path
    frames: Path
    pack: Path

    @property
    def state(self) -> Path:
        return self.folder / "state"

    def run(self, camera: Path | str) -> list[str]:
        """Returns the command that runs the appliance with this camera."""
        return ["run", "--config", str(self.folder / "kiebitz.toml"), "--camera", str(camera)]

    def files(self) -> set[Path]:
        return {file for name in ("state", "home", "tmp") for file in (self.folder / name).rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("privacy")
    scene = Tabletop(recorder := Recorder())
    scene.still()
    scene.lay(0, UPCARD, quad_at(860, 270, 2))
    for seat, card, where in zip((0, 1, 2), LAID, [(480, 400, 3), (330, 270, 84), (480, 140, 182)], strict=True):
        scene.lay(seat, card, quad_at(*where))
    recorder.save(folder / "frames", "jpg")
    pictures = {card: [card_picture(card)] for card in (UPCARD, *LAID)}
    recogniser = Recogniser()
    assert recogniser.network.backend == "onnxruntime", "it is looked at as well"
    save_pack(enrol(pictures, BAVARIAN_32.name, recogniser, "blots"), folder / "blots.npz")
    return Place(folder, folder / "frames", folder / "blots.npz")


@dataclass(frozen=True)
class Watched:
    kernel: Seen | None
    python: Seen
    new: set[Path]
    """Files that were not there before."""
    notified: list[bytes]
    reported: str

    @property
    def witnesses(self) -> list[Seen]:
        return [self.python] if self.kernel is None else [self.kernel, self.python]


def in_mid_deal(place: Place) -> None:
    """A landlord has written which deck is played with, and a deal is in play."""
    (place.folder / "kiebitz.toml").write_text(f'pack = "{place.pack}"\nboard = "{place.folder / "board.toml"}"\n')
    with Journal(place.state / "journal.sqlite") as journal:
        for event in (
            EveningStarted("2026-11-20"),
            GameStarted("bohemian-watten", (0, 1, 2, 3), 3),
            DealStarted(3),
            UpcardTurned(UPCARD),
        ):
            journal.append(event, 0.0)


def brand_new(place: Place) -> None:
    """Nothing was chosen, shown or played yet."""
    (place.folder / "kiebitz.toml").write_text(f'board = "{place.folder / "board.toml"}"\n')


def watched(
    place: Place, arguments: Sequence[str], more: Sequence[str] = (), begins: Callable[[Place], None] = in_mid_deal
) -> Watched:
    """Runs `kiebitz` under all witnesses there are, as systemd would start it; *more* is for the one in the process."""
    for name in ("state", "home", "tmp"):
        shutil.rmtree(place.folder / name, ignore_errors=True)
        (place.folder / name).mkdir()
    (place.folder / "board.toml").write_text('buttons = []\n[display]\ncontroller = "none"\n')
    begins(place)
    before = place.files()
    trace = place.folder / "trace"
    reader, writer = os.pipe()
    program = [sys.executable, str(ROOT / "tests/privacy/audited.py"), str(writer), *more]
    strace = [*STRACE, "-o", str(trace)] if has_strace() else []
    (place.folder / "notify").unlink(missing_ok=True)  # of a run before, that was given up
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(place.folder / "notify"))
        systemd.setblocking(False)
        ended = subprocess.Popen(
            [*strace, *program, *arguments], env=environment(place), cwd=ROOT, pass_fds=[writer],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        os.close(writer)
        try:
            with os.fdopen(reader) as said:
                lines = said.read()
            output = ended.communicate(timeout=300)[0]
        finally:
            ended.kill()
        notified = list(_messages(systemd))
    assert ended.returncode == 0, output
    return Watched(traced(trace) if strace else None, audited(lines), place.files() - before, notified, output)


def _messages(systemd: socket.socket) -> Sequence[bytes]:
    messages = []
    while True:
        try:
            messages.append(systemd.recv(1000))
        except BlockingIOError:
            return messages


def environment(place: Place) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",  # the compiled program is no secret, and lies beside the program
        "OMP_NUM_THREADS": "1",
        "HOME": str(place.folder / "home"),
        "TMPDIR": str(place.folder / "tmp"),
        "STATE_DIRECTORY": str(place.state),
        "NOTIFY_SOCKET": str(place.folder / "notify"),
        "GPIOZERO_PIN_FACTORY": "lgpio",
    }


def strangers(place: Place, seen: Seen) -> list[str]:
    """Returns the files written to that are none of Kiebitz's own; Python tells a database by its URI."""
    own = re.compile(rf"{re.escape(str(place.state))}(/{KEPT.pattern})?")
    paths = [re.sub(r"^file://([^?]*)\?mode=ro.*$", r"\1", path) for path in seen.written]
    return [path for path in paths if not own.fullmatch(path) and not NO_FILE.match(path)]


def strange_sockets(place: Place, seen: Seen) -> list[str]:
    """Returns the calls that make or use another socket than systemd's."""
    notify = str(place.folder / "notify")
    ours = (
        r"socket\(AF_UNIX, SOCK_DGRAM(\|SOCK_CLOEXEC)?, 0\)",
        rf"(sendto|connect)\(.*sun_path=\"{re.escape(notify)}\"",
        r"socket\.__new__\(.*, 1, \d+, 0\)",
        rf"socket\.(sendto|connect)\(.*{re.escape(notify)}",
        r"socket\.gethostname",
    )
    return [call for call in seen.sockets if not re.match("|".join(ours), call)]


def pictures_in(files: set[Path]) -> list[str]:
    """Returns the files in which something begins like a picture."""
    return [file.name for file in sorted(files) if any(sign in file.read_bytes() for sign in PICTURE_SIGNS)]


@pytest.mark.slow
def test_while_playing_nothing_is_written_but_the_journal_and_nothing_is_sent(place: Place) -> None:
    seen = watched(place, place.run(place.frames))
    laid = [event for event in read_journal(place.state / "journal.sqlite") if isinstance(event, CardLaid)]
    assert [event.card for event in laid] == LAID, "it did play"
    assert b"READY=1" in seen.notified, "and told systemd so"
    for witness in seen.witnesses:
        assert strangers(place, witness) == []
        assert strange_sockets(place, witness) == []
        assert witness.programs == []
        assert witness.pictures == []
    assert {file.name for file in seen.new} <= {"chosen.json"}
    assert pictures_in(place.files()) == []
    if seen.kernel is not None:
        one_picture = cv2.imread(str(next(place.frames.iterdir()))).nbytes
        assert sum(seen.kernel.written.values()) < one_picture, "less than one picture, whatever it is called"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a camera sees of a first start: the bare table, a card to point it at, the deck, two rows at once."""
    folder, table = tmp_path_factory.mktemp("shown"), DeckOnTable()
    lying = {"bare": [], "aim": [(drawn()[UPCARD], MIDDLE)]}
    for rows, degrees in ((BAVARIAN_32.suits[:2], 3), (BAVARIAN_32.suits[2:], 5)):
        cards: list[tuple[Image, Quad]] = []
        for suit, y in zip(rows, (150, 400), strict=True):
            row = [picture for card, picture in drawn().items() if card.suit == suit]
            cards += zip(row, row_of(len(row), y, degrees), strict=True)
        lying |= dict.fromkeys(rows, cards)  # either may be asked for, where a row is to be shown again
    for name, table.lying in lying.items():
        np.save(folder / f"{name}.npy", next(table.still()).image)
    return folder


@pytest.mark.slow
def test_the_first_start_keeps_nothing_but_the_cards_that_were_shown(place: Place, shown: Path) -> None:
    seen = watched(place, place.run("/dev/video0"), ["--guests", str(shown)], brand_new)
    kinds = [type(event) for event in read_journal(place.state / "journal.sqlite")]
    assert kinds[-2:] == [GameStarted, DealStarted], "it came to the first deal"
    for witness in seen.witnesses:
        own_packs = re.compile(
            rf"{re.escape(str(place.state))}/packs(/(deck\.npz(\.part)?|in-use(\.part)?|{OPENINGS}))?"
        )
        assert [path for path in strangers(place, witness) if not own_packs.fullmatch(path)] == []
        assert strange_sockets(place, witness) == []
        assert witness.programs == []
    kept = {"journal.sqlite", "journal.sqlite.lock", "journal.sqlite.mark", "chosen.json", "deck.npz", "in-use"}
    assert {file.name for file in seen.new} == kept, seen.reported
    pack = load_pack(place.state / "packs" / "deck.npz", Recogniser())
    assert pack.cards == BAVARIAN_32.cards
    small = [decode_picture(picture).shape for of_card in pack.pictures for picture in of_card]
    assert len(small) == len(BAVARIAN_32)
    assert max(width for _, width, _ in small) <= WIDEST
    assert set(seen.python.pictures) == {"imencode"}, "into memory, for the pack"
    assert pictures_in(seen.new - {place.state / "packs" / "deck.npz"}) == []
    if seen.kernel is not None:
        assert sum(seen.kernel.written.values()) < np.load(shown / "bare.npy").nbytes, "less than one picture"


def with_phones(place: Place) -> None:
    """A deal is in play, the page is on, and the table has switched the pictures of findings on."""
    in_mid_deal(place)
    Choices(place.state / "chosen.json").choose(page_key="00ff", page_crops=True, language="en")


@pytest.fixture(scope="module")
def out_of_turn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a camera sees of a card that was laid out of turn: a finding that rests on it."""
    folder = tmp_path_factory.mktemp("filmed")
    scene = Tabletop(recorder := Recorder())
    scene.still()
    scene.lay(0, LAID[0], quad_at(480, 400, 3))
    scene.lay(2, LAID[1], quad_at(480, 140, 182))
    scene.still()
    recorder.save(folder, "png")
    return folder


@pytest.mark.slow
def test_pictures_for_phones_stay_in_memory(place: Place, out_of_turn: Path) -> None:
    """A live picture and the cards of a finding go to the page alone, over its socket; nothing of them is written."""
    seen = watched(place, place.run("/dev/video0"), ["--phones", str(out_of_turn)], with_phones)
    reported = re.search(r"phones: (\d+) crops, (\d+) frames", seen.reported)
    assert reported, seen.reported
    assert int(reported[1]) >= 1
    assert int(reported[2]) >= 2
    assert set(seen.python.pictures) == {"imencode"}, "into memory"
    assert len(seen.reported) < 2000, "the log has lines, and no pictures"
    for witness in seen.witnesses:
        assert strangers(place, witness) == []
        assert [call for call in witness.sockets if not is_of_the_page(place, call)] == []
        assert witness.programs == []
    assert {file.name for file in seen.new} <= {"chosen.json"}
    assert pictures_in(place.files()) == []
    if seen.kernel is not None:
        written = {path: size for path, size in seen.kernel.written.items() if not NO_FILE.match(path)}
        assert sum(written.values()) < 100_000, "less than the pictures that were sent"


def is_of_the_page(place: Place, call: str) -> bool:
    """Whether a call makes or uses a socket of this machine, and none but those of the page and of systemd."""
    paths = set(re.findall(r'sun_path="([^"]*)"', call))
    return not re.search(r"AF_INET|AF_PACKET|AF_NETLINK", call) and paths <= {
        str(place.state / "table.sock"), str(place.folder / "notify")
    }  # fmt: skip


@pytest.mark.slow
def test_watching_writes_nothing_at_all(place: Place) -> None:
    arguments = ["watch", "--pack", str(place.pack), "--game", "bohemian-watten", "--dealer", "3", "--jsonl"]
    seen = watched(place, [*arguments, str(place.frames)])
    assert seen.reported.count("card_laid") >= len(LAID)
    for witness in seen.witnesses:
        assert [path for path in witness.written if not NO_FILE.match(path)] == []
        assert witness.sockets == witness.programs == witness.pictures == []
    assert seen.new == set()


@pytest.mark.slow
def test_a_run_that_leaks_is_found_out_by_every_witness(place: Place) -> None:
    seen = watched(place, place.run(place.frames), ["--leak", str(place.state)])
    for witness in seen.witnesses:
        assert any(path.startswith(str(place.folder / "tmp")) for path in strangers(place, witness))
        assert len(strange_sockets(place, witness)) >= 2, "made, and sent through"
        assert any("true" in program for program in witness.programs)
    assert seen.python.pictures == ["imwrite", "imencode"]
    assert pictures_in(place.files()) == ["journal.sqlite.ledger", "picture.jpg"]
    assert {"picture.jpg"} < {file.name for file in seen.new}
    if seen.kernel is not None:
        assert str(place.state / "picture.jpg") in strangers(place, seen.kernel)
