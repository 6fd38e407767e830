"""Files on a USB stick: complete, read back, and told apart if they cannot be written."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from common.files.user_files import FileTooLarge
from device.storage import stick as stick_module
from device.storage.stick import (
    StickError,
    StickFault,
    clear_stick,
    files_on_stick,
    find_stick,
    read_from_stick,
    write_to_stick,
)

FILES = {"2026-11-21.txt": b"Resi 3\n", "all.csv": b"Resi;3\n"}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_files_are_written_beside_older_ones(stick: Path) -> None:
    (stick / "holiday.jpg").write_bytes(b"somebody's own")
    write_to_stick(FILES)
    assert write_to_stick({"all.csv": b"Resi;4\n"}) == [stick / "kiebitz" / "all-2.csv"]
    assert contents(stick) == {
        "holiday.jpg": b"somebody's own",
        "kiebitz/2026-11-21.txt": b"Resi 3\n",
        "kiebitz/all.csv": b"Resi;3\n",
        "kiebitz/all-2.csv": b"Resi;4\n",
    }


def test_a_name_gets_letters_that_fat_allows(stick: Path) -> None:
    written = write_to_stick({'../Kartenabend: "Bräu/Wirt"?.txt': b"", "Zenz ist 60.csv": b""})
    assert [file.name for file in written] == ["..-Kartenabend- -Bräu-Wirt--.txt", "Zenz ist 60.csv"]


@pytest.mark.usefixtures("no_stick")
def test_no_stick_is_said() -> None:
    for action in (lambda: write_to_stick(FILES), lambda: files_on_stick("*"), clear_stick):
        with pytest.raises(StickError, match="expected one that is plugged in") as raised:
            action()
        assert raised.value.fault == "no_stick"


@pytest.mark.parametrize(
    ("mount", "found"),
    [
        ("/dev/sda1 /media/resi/KIEBITZ vfat rw 0 0", "/media/resi/KIEBITZ"),
        (r"/dev/sda1 /run/media/resi/MY\040STICK vfat rw 0 0", "/run/media/resi/MY STICK"),
        ("/dev/sda1 /mnt ext4 rw 0 0", None),
        ("/dev/sda1 /media ext4 rw 0 0", None),
        ("damaged", None),
    ],
)
def test_a_desktop_mounts_sticks_itself(mount: str, found: str | None, tmp_path: Path, no_stick: None) -> None:
    (tmp_path / "mounts").write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\n{mount}\n")
    assert find_stick() == (Path(found) if found else None)


@pytest.mark.parametrize(
    ("number", "fault"),
    [(errno.EROFS, "read_only"), (errno.EACCES, "read_only"), (errno.ENOSPC, "full"), (errno.EIO, "gone")],
)
@pytest.mark.parametrize("call", ["fsync", "open"])
def test_a_failing_stick_is_told_by_its_kind_and_keeps_what_it_had(
    call: str, number: int, fault: StickFault, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_to_stick(FILES)

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(StickError, match=os.strerror(number)) as raised:
            write_to_stick({"all.csv": b"new"})
    assert raised.value.fault == fault
    assert contents(stick) == {f"kiebitz/{name}": content for name, content in FILES.items()}


@pytest.mark.parametrize(("flags", "free", "fault"), [(os.ST_RDONLY, 1 << 20, "read_only"), (0, 100, "full")])
def test_a_stick_without_room_gets_no_half_file(
    flags: int, free: int, fault: StickFault, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statistics = SimpleNamespace(f_flag=flags, f_bavail=free, f_frsize=1024)
    monkeypatch.setattr(os, "statvfs", lambda _: statistics)
    with pytest.raises(StickError) as raised:
        write_to_stick(FILES)
    assert raised.value.fault == fault
    assert contents(stick) == {}


@pytest.mark.parametrize(
    ("call", "number"),
    [
        pytest.param("replace_synced", errno.ENOENT, id="its folder is gone"),
        pytest.param("replace_synced", errno.EACCES, id="the folder below it may not be written"),
        pytest.param("replace_synced", errno.ENOSPC, id="the folder below it is full"),
        pytest.param("_check_content", None, id="after the last file"),
    ],
)
def test_a_stick_that_is_pulled_out_is_gone(
    call: str, number: int | None, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pull(*_: object) -> None:
        stick.rename(stick.with_name("pocket"))
        if number is not None:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(stick_module, call, pull)
    with pytest.raises(StickError, match=None if number else "removed while it was written") as raised:
        write_to_stick({"all.csv": b"Resi;3\n"})
    assert raised.value.fault == "gone"


def test_a_stick_that_returns_other_bytes_is_told(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def corrupt(file: Path, path: Path) -> None:
        file.write_bytes(b"Resi 4\n")
        file.replace(path)

    monkeypatch.setattr(stick_module, "replace_synced", corrupt)
    with pytest.raises(StickError, match="returned other bytes"):
        write_to_stick(FILES)


def test_the_newest_files_come_first_and_links_do_not_count(stick: Path) -> None:
    write_to_stick({"table.zip": b"old"})
    (stick / "other.zip").write_bytes(b"new")
    os.utime(stick / "kiebitz" / "table.zip", (1, 1))
    (stick / "link.zip").symlink_to("/etc/passwd")
    newest, older = files_on_stick("*.zip")
    assert (newest.name, older.name) == ("other.zip", "table.zip")
    assert read_from_stick(newest, 10) == b"new"


def test_a_file_that_is_too_large_or_gone_is_not_read(stick: Path) -> None:
    (stick / "table.zip").write_bytes(bytes(11))
    with pytest.raises(FileTooLarge):
        read_from_stick(stick / "table.zip", 10)
    with pytest.raises(StickError, match="No such file") as raised:
        read_from_stick(stick / "other.zip", 10)
    assert raised.value.fault == "gone"


def test_clearing_leaves_what_others_wrote(stick: Path) -> None:
    write_to_stick(FILES)
    (stick / "journal-2026-11-21.sqlite").touch()
    (stick / "journal-2026-11-22.sqlite.part").touch()
    (stick / "holiday.jpg").touch()
    assert clear_stick() == 4
    assert contents(stick) == {"holiday.jpg": b""}
