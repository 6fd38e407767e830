"""Untrusted files: settings, boards, house rules, choices, presses and records with any content.

A reader accepts a file or raises an error that `common.errors` explains in one line; no other exception is allowed.
"""

import json
import os
import sqlite3
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.commands.read import UnreadablePicture, load_picture
from cli.main import main
from cli.record_files import read_record
from cli.watch import read_presses
from common.errors import MAX_LINE_LENGTH, explain_error, one_line
from device.camera.base import CameraError
from device.camera.sources import open_camera
from device.hardware.board import read_board
from device.settings.preferences import StoredChoices, read_choices
from device.settings.settings import read_config
from device.settings.table_setup import read_rules
from device.storage.recorded_events import write_journal
from tests.support.examples import examples, one_in
from tests.support.journal_files import write_earlier_journal
from tests.support.records import process_record_file

GOLDEN = Path(__file__).parents[2] / "engine" / "golden"
anything = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
a_few_times = settings(anything, max_examples=examples(30))
"""What takes a database each time."""


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "settings": ("kiebitz.toml", read_config),
    "board": ("board.toml", lambda path: read_board(str(path))),
    "house": ("house.toml", read_rules),
    "choices": ("chosen.json", read_choices),
    "presses": ("presses.jsonl", read_presses),
    "record": ("evening.record", process_record_file),
}
VALID = {
    "settings": 'game = "bauerchen"\nseats = [0, 1, 2, 3]\n[names]\n0 = "Zenzi"\n[rules]\ntarget = 31\n',
    "board": 'extends = "default_kit"\n[light]\nred = 18\ngreen = 27\nblue = 22\n[display]\naddress = 0x3C\n',
    "house": 'game = "watten"\npreset = "kritisch"\nname = "Adler"\n[rules]\ntarget = 15\n',
    "choices": '{"language": "bar", "game": "gras", "rules": {"account_factor": 1}, "seats": [0, 1, 2], "names": {}}',
    "presses": '{"t": 2.5, "button": "play"}\n{"t": 3, "button": "fold", "seat": 2}\n',
    "record": (Path(__file__).parents[2] / "device" / "golden" / "ledger.record").read_text(encoding="utf-8"),
}


def refused(kind: str, folder: Path, content: bytes) -> str:
    """Returns why the file is refused, empty if it is taken."""
    name, read = READERS[kind]
    path = folder / name
    path.write_bytes(content)
    try:
        read(path)
    except (ValueError, OSError) as error:
        reported = explain_error(error)
    else:
        return ""
    assert reported is not None, "a fault of the program"
    assert reported.isprintable()
    assert len(reported) <= MAX_LINE_LENGTH + 3
    return reported


@pytest.mark.parametrize("kind", list(READERS))
def test_valid_files_are_accepted(kind: str, tmp_path: Path) -> None:
    assert refused(kind, tmp_path, VALID[kind].encode()) == ""


@pytest.mark.parametrize("kind", list(READERS))
@anything
@given(content=st.binary(max_size=200))
def test_random_bytes_are_accepted_or_refused(kind: str, content: bytes, tmp_path: Path) -> None:
    refused(kind, tmp_path, content)


@pytest.mark.parametrize("kind", list(READERS))
@anything
@given(data=st.data())
def test_a_file_that_was_changed_here_and_there(kind: str, data: st.DataObject, tmp_path: Path) -> None:
    content = VALID[kind]
    pieces = st.sampled_from(PIECES) | st.text(max_size=4)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 12, len(content))))
        content = content[:start] + data.draw(pieces) + content[end:]
    refused(kind, tmp_path, content.encode("utf-8", "surrogatepass"))


PIECES = (
    "nan", "-inf", "1e999", "9" * 5000, "-1", "99999999999999999999", "0x3C", "true", "null", '""', '"\\u0000"',
    '"\\ud800"', '"\x1b[2J"', "\n", "=", "[", "]", "{", "}", "[[x]]", "a.b.c = 1\n", "1979-05-27", '"""', "\ufeff",
    "\u202e", "..", "~nobody/", "/etc/passwd",
)  # fmt: skip

BOMBS: dict[str, bytes] = {
    "a key of many parts": b".".join([b"a"] * 30_000) + b" = 1",
    "a table of many parts": b"[" + b".".join([b'"a"'] * 30_000) + b"]",
    "a tower of lists": b"x = " + b"[" * 30_000 + b"]" * 30_000,
    "a tower of tables": b"x = " + b"{a=" * 9_000 + b"1" + b"}" * 9_000,
    "a tower of objects": b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
    "a number of many digits": b"x = " + b"9" * 900,
    "a number of too many digits": b'{"t": 1, "button": "play", "seat": ' + b"9" * 60_000 + b"}",
    "nothing but zeros": bytes(100_000),
    "another alphabet": "game = 1".encode("utf-16"),
    "half a letter": b'game = "\xed\xa0\x80"',
    "many tables": b"".join(b"[a%d]\n" % number for number in range(8000)),
    "many amendments": b'{"event": "deal_started", "dealer": 0}\n'
    + b"".join(b'{"event": "amended", "position": %d}\n' % number for number in range(3000)),
    "a name without an end": b'{"event": "players_seated", "players": {"0": "' + b"W" * 200_000 + b'"}}\n',
    "nobody's home": b'house = "~nobody-at-all/x.toml"\nextends = "~nobody-at-all/x.toml"\ngame = "gras"',
    "no file's name": b'house = "\\u0000"\nextends = "\\u0000.toml"\ngame = "\\u0000"',
    "itself": b'extends = "x/../board.toml"',
}


@pytest.mark.parametrize("kind", one_in(4, list(READERS)))
@pytest.mark.parametrize("bomb", list(BOMBS))
def test_file_with_exponential_cost_is_refused_quickly(kind: str, bomb: str, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    start = time.process_time()
    reported = refused(kind, tmp_path, BOMBS[bomb])
    assert time.process_time() - start < 5
    assert reported or kind == "record", "only a record may have so many lines, and names that are cut"


@pytest.mark.parametrize("kind", list(READERS))
def test_endless_file_is_refused(kind: str, tmp_path: Path) -> None:
    name, read = READERS[kind]
    (tmp_path / name).symlink_to("/dev/zero")
    with pytest.raises((ValueError, OSError)) as caught:
        read(tmp_path / name)
    assert explain_error(caught.value)


@pytest.mark.parametrize("kind", list(READERS))
@pytest.mark.parametrize("what", ["folder", "loop", "nothing"])
def test_folder_or_device_in_place_of_a_file_is_refused(kind: str, what: str, tmp_path: Path) -> None:
    name, read = READERS[kind]
    path = tmp_path / name
    if what == "folder":
        path.mkdir()
    elif what == "loop":
        path.symlink_to(path)
    elif kind == "choices":
        assert read(path) == StoredChoices(), "no file is as good as one that says nothing"
        return
    with pytest.raises((ValueError, OSError)) as caught:
        read(path)
    assert explain_error(caught.value)


# Records, event by event

values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.integers() | st.floats() | st.sampled_from(["", "L9", "0"])
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("01239x"), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


def as_lines(path: Path) -> list[dict[str, Any]]:
    from engine.codec import encode
    from engine.notation.record import read

    return [encode(event) for event in read(path.read_text(encoding="utf-8"))]


RECORDS = [as_lines(path) for path in sorted(GOLDEN.glob("*.txt"))[::8]]


@anything
@given(data=st.data())
def test_randomly_changed_record_is_read_or_rejected(data: st.DataObject, tmp_path: Path) -> None:
    lines = [dict(line) for line in data.draw(st.sampled_from(RECORDS))]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["change", "change", "add", "drop", "twice", "move"])):
            case "change" if lines[place]:
                lines[place][data.draw(st.sampled_from(sorted(lines[place])))] = data.draw(values)
            case "add":
                lines[place][data.draw(st.sampled_from(["seat", "value", "rules", "x", "position"]))] = data.draw(
                    values
                )
            case "drop" if len(lines) > 1:
                del lines[place]
            case "twice":
                lines.insert(place, dict(lines[place]))
            case _:
                lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(place))
    refused("record", tmp_path, "\n".join(map(json.dumps, lines)).encode())


# Names


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\u202eevil", "x" * 200, "-rf", "*", "'; drop table", "\udcff"])
def test_unusual_file_name_is_reported_in_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{name}.record"
    path.write_text("what is this?")
    assert main(["judge", "--", os.fspath(path)]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert output.rstrip("\n").isprintable()


def test_one_line_keeps_beginning_and_end() -> None:
    reported = one_line(f"got {'x' * 9000}\r\n\x07\tdo this")
    assert reported.startswith("got xxx")
    assert reported.endswith("x \\x07 do this")
    assert len(reported) == MAX_LINE_LENGTH + 3


# Pictures


def a_png(width: int, height: int, content: bytes = b"") -> bytes:
    """A picture of as much as its header says, or of less."""

    def part(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(content, 1)) + part(b"IEND", b"")


@pytest.mark.parametrize("content", [a_png(65_500, 65_500), b"", bytes(5000), b"\xff\xd8\xff\xe0" * 50])
def test_invalid_picture_is_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "EA.png"
    path.write_bytes(content)
    with pytest.raises(UnreadablePicture):
        load_picture(path)
    with pytest.raises(CameraError):
        next(open_camera(str(tmp_path)).frames())
    assert main(["enrol", "--pack", str(tmp_path / "adler.npz"), "--kind", "bavarian32", str(tmp_path)]) == 2


PROGRAM = """
import re, sys
from pathlib import Path
from tests.support.examples import examples
from cli.main import main
code = main(["enrol", "--pack", "adler", "--kind", "bavarian32", "--partial", sys.argv[1]])
# getrusage counts what the parent held before exec as well
print(code, int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) >> 10)
"""


@pytest.mark.slow
def test_oversized_picture_is_not_decoded(tmp_path: Path) -> None:
    side = 12_000
    (tmp_path / "EA.png").write_bytes(a_png(side, side, bytes(side * (1 + 3 * side))))
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3])
    code, most = map(int, done.stdout.split())
    assert code == 2
    assert most < 400, "MiB; unpacked it is 412 alone"


# Journals


LEDGER = Path(__file__).parents[2] / "device" / "golden" / "ledger.record"


@pytest.fixture(scope="module")
def a_journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    events = read_record(LEDGER).events
    write_journal(path, events, [float(place) for place in range(len(events))])
    return path.read_bytes()


@a_few_times
@given(data=st.data())
def test_a_journal_that_was_changed_here_and_there(data: st.DataObject, a_journal: bytes, tmp_path: Path) -> None:
    content = bytearray(a_journal)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(16, len(content)) | st.integers(16, 200))
        content[start : start + 8] = data.draw(st.binary(max_size=8))
    refused("record", tmp_path, bytes(content))


@a_few_times
@given(
    column=st.sampled_from(["time", "event", "position"]),
    value=st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(max_size=4) | st.binary(max_size=4),
    place=st.integers(0, 9),
)
def test_an_earlier_journal_whose_rows_hold_anything(column: str, value: object, place: int, tmp_path: Path) -> None:
    """As a database, which journals were."""
    path = tmp_path / "changed.sqlite"
    path.unlink(missing_ok=True)
    write_earlier_journal(path, read_record(LEDGER).events)
    with closing(sqlite3.connect(path)) as connection, connection, suppress(sqlite3.Error):
        connection.execute(f"update events set {column} = ?, checksum = null where position = ?", (value, place))
    refused("record", tmp_path, path.read_bytes())
