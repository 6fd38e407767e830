"""Restoring a backup on another device, and zips from untrusted sources."""

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli import probes
from cli.main import main
from common.files.paths import choices_file, journal_file, state_folder
from device.storage.journal import Journal
from device.storage.pack_paths import pack_file, use_pack
from device.storage.recorded_events import read_journal, write_journal
from engine.cards import FRENCH_20
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated
from tests.support.command_line import CommandLine
from tests.support.journal_files import write_earlier_journal, write_open_earlier_journal
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack, enrol
from vision.recognition.pack_file import save_pack

EVENING = [EveningStarted("2026-11-16"), PlayersSeated(((0, "Zenzi"),))]
CHOSEN = '{"language": "bar", "deck": "bavarian32"}'


@pytest.fixture(scope="module")
def pack() -> EnrolledPack:
    noise = np.random.default_rng(0).integers(0, 256, (2, 180, 120, 3), np.uint8)
    pictures = {card: [picture] for card, picture in zip(FRENCH_20.cards, noise, strict=False)}
    return enrol(pictures, "french20", Recogniser(), "adler")


@pytest.fixture(autouse=True)
def _device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "PROCESSES", tmp_path)
    monkeypatch.chdir(tmp_path)
    onto("old", monkeypatch)


def onto(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches to the device of that name."""
    monkeypatch.setenv("STATE_DIRECTORY", str(Path.cwd() / device))


def a_table(pack: EnrolledPack) -> None:
    with Journal(journal_file()) as journal:
        for place, event in enumerate(EVENING):
            journal.append(event, 100.0 + place)
    save_pack(pack, pack_file("adler"))
    use_pack("adler")
    choices_file().write_text(CHOSEN)


def state() -> dict[str, bytes]:
    folder = state_folder()
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_backup_restores_journal_packs_and_choices(pack: EnrolledPack, monkeypatch: pytest.MonkeyPatch) -> None:
    a_table(pack)
    before = state()
    assert main(["export", "table.zip"]) == 0
    assert state() == before
    onto("new", monkeypatch)
    assert main(["restore", "table.zip"]) == 0
    assert sorted(state()) == ["chosen.json", "journal.sqlite", "packs/adler.npz", "packs/in-use"]
    with Journal(journal_file(), whole=True) as journal:
        assert (journal.events, journal.recorded.times) == (EVENING, [100.0, 101.0])
    assert json.loads(state()["chosen.json"]) == json.loads(CHOSEN)
    assert {name: content for name, content in state().items() if name.startswith("packs")} == {
        name: content for name, content in before.items() if name.startswith("packs")
    }


def test_existing_files_are_kept_beside_the_restored_ones(
    capsys: pytest.CaptureFixture[str], pack: EnrolledPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_table(pack)
    assert main(["export", "table.zip"]) == 0
    onto("new", monkeypatch)
    with Journal(journal_file()) as journal:
        journal.append(EveningStarted("mine"), 0.0)
    choices_file().write_text('{"language": "en"}')
    use_pack("mine")
    mine = state()
    assert main(["restore", "table.zip"]) == 2
    assert "--replace keeps it beside" in capsys.readouterr().err
    assert read_journal(journal_file()) == [EveningStarted("mine")]
    assert main(["restore", "--replace", "table.zip"]) == 0
    assert read_journal(journal_file()) == EVENING
    assert main(["restore", "--replace", "table.zip"]) == 0
    assert read_journal(state_folder() / "journal.sqlite.before-1") == [EveningStarted("mine")]
    assert read_journal(state_folder() / "journal.sqlite.before-2") == EVENING
    assert {name: state()[f"{name}.before-1"] for name in ("chosen.json", "packs/in-use")} == {
        name: mine[name] for name in ("chosen.json", "packs/in-use")
    }


def test_a_backup_has_every_pack_and_leaves_out_choices_that_cannot_be_read() -> None:
    for name in ("adler", "hirsch"):
        pack_file(name).parent.mkdir(parents=True, exist_ok=True)
        pack_file(name).write_bytes(name.encode())
    choices_file().write_text("[")
    assert main(["export", "table.zip"]) == 0
    with zipfile.ZipFile("table.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "packs/adler.npz": b"adler",
            "packs/hirsch.npz": b"hirsch",
        }


def test_the_log_of_an_earlier_journal_that_was_not_closed_is_kept_with_it(
    pack: EnrolledPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a power cut: its last events are in the log only, which must not lie beside the restored journal."""
    a_table(pack)
    assert main(["export", "table.zip"]) == 0
    onto("new", monkeypatch)
    file = journal_file()
    file.parent.mkdir(parents=True)
    log = write_open_earlier_journal(file, [EveningStarted("mine")])
    assert main(["restore", "--replace", "table.zip"]) == 0
    assert not file.with_name(f"{file.name}-wal").exists()
    assert read_journal(file) == EVENING
    aside = file.with_name(f"{file.name}.before-1")
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == log
    assert read_journal(aside) == [EveningStarted("mine")]


def test_restore_is_refused_while_kiebitz_runs(tmp_path: Path, kiebitz: CommandLine) -> None:
    (tmp_path / "12").mkdir()
    (tmp_path / "12/cmdline").write_text("kiebitz\0run\0")
    assert "expected none: press Q in its terminal" in kiebitz.refuses("restore", "table.zip")


def test_backup_of_an_empty_device_is_refused(tmp_path: Path) -> None:
    assert main(["export", "table.zip"]) == 2
    assert not (tmp_path / "table.zip").exists()


def zipped(method: int = zipfile.ZIP_STORED, **files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def a_journal(more: str = "", events: Sequence[Event] = EVENING) -> bytes:
    """A journal of today, or one of an earlier version that has *more* in it."""
    path = Path.cwd() / "made.sqlite"
    path.unlink(missing_ok=True)
    if more:
        write_earlier_journal(path, events, (), 2, *more.split(" / "))
    else:
        write_journal(path, events, [float(place) for place in range(len(events))])
    return path.read_bytes()


HOSTILE = {
    "no zip": lambda: b"what is this",
    "outside": lambda: zipped(**{"../outside": b"x"}),
    "absolute": lambda: zipped(**{"/tmp/outside": b"x"}),
    "a pack outside": lambda: zipped(**{"packs/../../outside.npz": b"x"}),
    "a hidden pack": lambda: zipped(**{"packs/.npz": b"x"}),
    "a backslash": lambda: zipped(**{"packs\\..\\outside.npz": b"x"}),
    "a folder": lambda: zipped(**{"packs/": b""}),
    "the settings": lambda: zipped(**{"kiebitz.toml": b"house = '/etc/passwd'"}),
    "choices like a bomb": lambda: zipped(**{"chosen.json": bytes(1 << 20)}),
    "broken choices": lambda: zipped(**{"chosen.json": b"["}),
    "a broken pack": lambda: zipped(**{"packs/adler.npz": b"PK"}),
    "a broken journal": lambda: zipped(**{"journal.sqlite": b"SQLite format 3\0"}),
    "a good file before a bad one": lambda: zipped(**{"journal.sqlite": a_journal(), "packs/a.npz": b""}),
    "a journal with a trigger": lambda: zipped(
        **{"journal.sqlite": a_journal("create trigger t after insert on events begin delete from events; end")}
    ),
    "a journal that is a view": lambda: zipped(
        **{
            "journal.sqlite": a_journal(
                "drop table events / create view events as select 1 as position, 2 as time, 3 as event"
            )
        }
    ),
    "a journal of an unknown game": lambda: zipped(
        **{"journal.sqlite": a_journal(events=[*EVENING, GameStarted("tarock", (0, 1, 2, 3), 0), DealStarted(0)])}
    ),
    "an endless journal": lambda: zipped(
        **{
            "journal.sqlite": a_journal(
                "drop table events / create view events as with recursive n(i) as "
                "(select 0 union all select i + 1 from n) select i as position, 0.0 as time, '{}' as event from n"
            )
        }
    ),
    "a bomb": lambda: zipped(zipfile.ZIP_DEFLATED, **{f"packs/{number}.npz": bytes(16 << 20) for number in range(13)}),
    "packed by bzip2": lambda: zipped(zipfile.ZIP_BZIP2, **{"packs/in-use": b"adler"}),
    "packed by LZMA": lambda: zipped(zipfile.ZIP_LZMA, **{"packs/in-use": b"adler"}),
    "too many files": lambda: zipped(**{f"packs/{number}.npz": b"" for number in range(300)}),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "a bomb" else []) for name in HOSTILE]
)
def test_invalid_zip_is_one_line_and_writes_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.zip"
    path.write_bytes(HOSTILE[name]())
    before = set(tmp_path.rglob("*"))
    assert main(["restore", "table.zip"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert set(tmp_path.rglob("*")) - before == {state_folder()}
    assert state() == {}


def test_undrawable_journal_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kiebitz: CommandLine
) -> None:
    """A fault of a screen would recur at every start."""

    def draw(*_: object) -> None:
        raise KeyError("C10")

    monkeypatch.setattr("device.runtime.journal_opening.draw", draw)
    with Journal(journal_file()) as journal:
        journal.append(EveningStarted("mine"), 0.0)
    (tmp_path / "table.zip").write_bytes(zipped(**{"journal.sqlite": a_journal()}))
    assert "whose last evening cannot be followed (KeyError('C10'))" in kiebitz.refuses(
        "restore", "--replace", "table.zip"
    )
    assert read_journal(journal_file()) == [EveningStarted("mine")]


GRAS: list[Event] = [EveningStarted("Friday"), GameStarted("gras", (0, 1, 2), 0), DealStarted(0)]
UNKNOWN: list[Event] = [EveningStarted("Saturday"), GameStarted("tarock", (0, 1, 2, 3), 0), DealStarted(0)]


@pytest.mark.parametrize(
    ("events", "left", "left_out"),
    [
        pytest.param([*GRAS, *UNKNOWN], GRAS, ["Saturday"], id="the last evening"),
        pytest.param([*GRAS, *UNKNOWN, *UNKNOWN], GRAS, ["Saturday"] * 2, id="the last two"),
        pytest.param([*GRAS, EveningStarted(""), *UNKNOWN[1:]], GRAS, ["without a name"], id="one without a name"),
        pytest.param([*UNKNOWN, *GRAS], [*UNKNOWN, *GRAS], [], id="none that the table starts with"),
    ],
)
def test_evenings_that_cannot_be_followed_are_left_out_by_name(
    events: list[Event], left: list[Event], left_out: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(journal_file()) as journal:
        journal.append(EveningStarted("mine"), 0.0)
    (tmp_path / "table.zip").write_bytes(zipped(**{"journal.sqlite": a_journal(events=events)}))
    assert main(["restore", "--replace", "table.zip"]) == 0
    output = capsys.readouterr()
    assert output.err.count("left out the evening ") == len(left_out)
    assert all(f"left out the evening {name}, which cannot be followed" in output.err for name in left_out)
    assert read_journal(journal_file()) == left
    assert read_journal(state_folder() / "journal.sqlite.before-1") == [EveningStarted("mine")]


def test_a_journal_without_an_evening_that_can_be_followed_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "table.zip").write_bytes(zipped(**{"journal.sqlite": a_journal(events=UNKNOWN * 30)}))
    assert main(["restore", "table.zip"]) == 2
    assert "whose last evening cannot be followed" in capsys.readouterr().err
    assert state() == {}


@pytest.mark.slow
def test_decompression_bomb_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table.zip").write_bytes(HOSTILE["a bomb"]())
    assert (tmp_path / "table.zip").stat().st_size < 1 << 20

    def copy(*_: object) -> None:
        pytest.fail("the total is checked before anything is written")

    monkeypatch.setattr("shutil.copyfileobj", copy)
    assert main(["restore", "table.zip"]) == 2


FOREIGN = [pytest.param(method, marks=pytest.mark.slow) for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)]
"""Methods that a backup of ours never has."""


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, *FOREIGN])
def test_randomly_damaged_zip_is_one_line(method: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every byte of the zip is damaged in turn."""
    honest = zipped(method, **{"packs/in-use": b"adler " * 20})
    taken = 0
    for place in range(len(honest)):
        damaged = bytearray(honest)
        damaged[place] ^= 0x55
        (tmp_path / "table.zip").write_bytes(damaged)
        code = main(["restore", "--replace", "table.zip"])
        output = capsys.readouterr()
        assert (code, output.err.count("\n")) in ((0, 0), (2, 1)), f"byte {place}"
        taken += code == 0
    assert taken < len(honest) / 2


def test_zip_entry_is_read_up_to_its_declared_size(tmp_path: Path) -> None:
    """The directory of the zip says ten bytes, its entry unpacks to a MiB."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chosen.json", bytes(1 << 20))
    honest = content.getvalue()
    (tmp_path / "table.zip").write_bytes(honest.replace((1 << 20).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    assert main(["restore", "table.zip"]) == 2
    assert state() == {}


def test_a_crash_while_a_backup_is_restored_leaves_one_journal_or_the_other(
    pack: EnrolledPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every call that renames or links a file."""

    class Crash(BaseException):
        """An exception that the program does not catch."""

    def crashing(number: int) -> int:
        """Returns how many calls were made until the end, or until the crash at the call of that number."""
        calls = 0

        def count(call: Callable[..., Any]) -> Callable[..., Any]:
            def counted(*arguments: Any) -> Any:
                nonlocal calls
                if calls == number:
                    raise Crash
                calls += 1
                return call(*arguments)

            return counted

        with monkeypatch.context() as patched:
            for name in ("replace", "hardlink_to"):
                patched.setattr(Path, name, count(getattr(Path, name)))
            with suppress(Crash):
                main(["restore", "--replace", "table.zip"])
        return calls

    a_table(pack)
    assert main(["export", "table.zip"]) == 0
    others = [EveningStarted("2026-12-24")]
    outcomes = []
    for number in range(20):
        onto(f"device-{number}", monkeypatch)
        with Journal(journal_file()) as journal:
            journal.append(others[0], 200.0)
        use_pack("other")
        calls = crashing(number)
        with Journal(journal_file(), whole=True) as journal:
            outcomes.append(journal.events)
            assert journal.take_warnings() == []
        if calls < number:
            break
    assert outcomes[0] == others
    assert outcomes[-1] == EVENING
    assert all(outcome in (others, EVENING) for outcome in outcomes)
