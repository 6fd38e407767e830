"""A USB stick is mounted for Kiebitz alone, and a signed archive on it is installed when the display asks."""

from pathlib import Path

import pytest

from tests.deploy.board import DEPLOY, Board

ARCHIVE = "kiebitz-1.0.0.tar.gz"
MOUNT = "mount -t vfat -o nosuid,nodev,noexec,noatime,uid=0,gid=0,umask=077,utf8,flush /dev/sda1"


@pytest.fixture
def board(tmp_path: Path) -> Board:
    board = Board(tmp_path)
    board.tool("blkid", "echo vfat")
    board.tool("lsblk", "case $2 in PKNAME) echo sda ;; esac")
    board.tool("mountpoint", "exit 1")
    board.tool("mount", "exit 0")
    board.tool("umount", "exit 0")
    board.tool("findmnt", "echo /dev/sda1")
    board.version("0.9.0-a")
    (board.root / "opt/kiebitz/current").symlink_to("versions/0.9.0-a")
    return board


def calls(board: Board, name: str) -> list[str]:
    return [line for line in board.calls.read_text().splitlines() if line.startswith(f"{name} ")]


def test_a_stick_is_mounted_for_kiebitz_alone(board: Board) -> None:
    assert "/dev/sda1: mounted at /media/kiebitz" in board.script("stick", "mount", "/dev/sda1").stdout
    assert calls(board, "mount") == [f"{MOUNT} {board.root}/media/kiebitz"]


@pytest.mark.parametrize(
    ("tool", "does", "why"),
    [
        ("blkid", "echo ext4", "it has ext4"),
        ("blkid", "exit 2", "it has no file system that is known"),
        ("lsblk", "case $2 in PKNAME) echo sda ;; *) echo /boot/firmware ;; esac", "something of its disk is mounted"),
        ("mountpoint", "exit 0", "there is a stick already"),
    ],
)
def test_what_is_no_stick_is_left_alone(board: Board, tool: str, does: str, why: str) -> None:
    board.tool(tool, does)
    done = board.script("stick", "mount", "/dev/sda1")
    assert (done.returncode, calls(board, "mount")) == (0, [])
    assert f"/dev/sda1: left alone, {why}" in done.stdout


@pytest.mark.parametrize(("mounted", "unmounted"), [("/dev/sda1", 1), ("/dev/sdb1", 0)])
def test_only_the_stick_that_was_pulled_out_is_unmounted(board: Board, mounted: str, unmounted: int) -> None:
    board.tool("findmnt", f"echo {mounted}")
    assert board.script("stick", "unmount", "/dev/sda1").returncode == 0
    assert len(calls(board, "umount")) == unmounted


@pytest.mark.parametrize("device", ["", "sda1", "/dev/../etc/passwd", "/dev/sda1 x", "/etc/passwd"])
def test_a_device_that_is_none_is_refused(board: Board, device: str) -> None:
    assert board.script("stick", "mount", device).returncode == 2
    assert calls(board, "mount") == []


def asked(board: Board, name: str, outcome: str = "exit 0") -> str:
    """Returns the result after the display has asked for an archive; *outcome* is what upgrade does."""
    board.file("run/kiebitz/update", f"{name}\n")
    upgrade = board.root / "opt/kiebitz/current/deploy/upgrade"
    board.program(upgrade, f'echo "upgrade $*" >>{board.calls}\necho "* trial"\n{outcome}')
    assert board.script("update").returncode == 0
    assert not (board.root / "run/kiebitz/update").exists(), "the path unit would ask again"
    return (board.root / "run/kiebitz-update/result").read_text().split("\n")[0]


@pytest.mark.parametrize("folder", ["media/kiebitz", "media/kiebitz/kiebitz", "var/lib/kiebitz/upload"])
def test_an_archive_goes_to_upgrade_with_the_check_of_its_signature(board: Board, folder: str) -> None:
    archive = board.file(f"{folder}/{ARCHIVE}")
    assert asked(board, ARCHIVE) == "done"
    assert calls(board, "upgrade") == [f"upgrade {archive}"]


@pytest.mark.parametrize(
    ("upgrade", "result"),
    [
        (
            f". {DEPLOY / 'steps.sh'}; fail_for deal_in_play 'got a deal in play'",
            "deal_in_play\nkiebitz: got a deal in play",
        ),
        (f". {DEPLOY / 'steps.sh'}; fail 'got no list of packages'", "failed\nkiebitz: got no list of packages"),
        ("exit 3", "failed\n* trial"),
    ],
)
def test_the_result_is_the_reason_and_what_upgrade_says(board: Board, upgrade: str, result: str) -> None:
    board.file(f"media/kiebitz/{ARCHIVE}")
    assert asked(board, ARCHIVE, upgrade) == result.split("\n")[0]
    assert (board.root / "run/kiebitz-update/result").read_text().strip() == result


def test_while_it_works_the_result_says_so(board: Board) -> None:
    board.file(f"media/kiebitz/{ARCHIVE}")
    result = board.root / "run/kiebitz-update/result"
    assert asked(board, ARCHIVE, f"grep -qx running {result} || exit 2") == "done"


@pytest.mark.parametrize(
    "name",
    ["", "other.tar.gz", "../kiebitz-1.0.0.tar.gz", "kiebitz-1.0.0.tar.gz --unsigned", "kiebitz-$(id).tar.gz",
     "kiebitz-2.0.0.tar.gz"],
)  # fmt: skip
def test_any_other_name_is_refused(board: Board, name: str) -> None:
    board.file(f"media/kiebitz/{ARCHIVE}")
    assert asked(board, name) == "no_archive"
    assert calls(board, "upgrade") == []


def test_a_request_that_is_a_link_is_removed_and_not_read(board: Board) -> None:
    board.file(f"media/kiebitz/{ARCHIVE}")
    elsewhere = board.file("secret", f"{ARCHIVE}\n")
    request = board.root / "run/kiebitz/update"
    request.parent.mkdir(parents=True)
    request.symlink_to(elsewhere)
    assert board.script("update").returncode == 0
    assert not request.is_symlink()
    assert elsewhere.exists()
    assert "no archive" in (board.root / "run/kiebitz-update/result").read_text()


def test_what_the_service_can_write_is_read_with_its_rights(board: Board) -> None:
    archive = board.file(f"var/lib/kiebitz/upload/{ARCHIVE}", "an archive")
    assert asked(board, ARCHIVE) == "done"
    of_root = board.file("root/archive", " of root")
    assert board.output_of(f"read_once {archive}; read_once {of_root}") == "an archive of root"
    read = [call for call in calls(board, "setpriv") if " dd " in call]
    assert ["nofollow" in call and call.split("if=")[1].split()[0].removeprefix(str(board.root)) for call in read] == [
        "/run/kiebitz/update",
        f"/var/lib/kiebitz/upload/{ARCHIVE}",
    ]


def test_a_link_on_the_stick_is_not_followed(board: Board) -> None:
    (board.root / "media/kiebitz").mkdir(parents=True)
    (board.root / "media/kiebitz" / ARCHIVE).symlink_to("/etc/shadow")
    assert asked(board, ARCHIVE) == "no_archive"


def test_the_units_of_the_stick_come_and_go_with_the_version(board: Board) -> None:
    units = [board.root / "etc/systemd/system" / name for name in
             ("kiebitz-stick@.service", "kiebitz-update.path", "kiebitz-update.service")]  # fmt: skip
    board.output_of("wire_stick")
    assert all(unit.exists() for unit in units)
    assert (board.root / "etc/udev/rules.d/90-kiebitz-stick.rules").exists()
    assert (board.root / "media/kiebitz").is_dir()
    assert calls(board, "systemctl") == ["systemctl enable --quiet kiebitz-update.path"]
    for unit in units:
        (board.root / "opt/kiebitz/current/deploy" / unit.name).unlink()
    board.output_of("wire_stick")
    assert not any(unit.exists() for unit in units)
    assert calls(board, "systemctl")[-1] == "systemctl disable --quiet kiebitz-update.path"
