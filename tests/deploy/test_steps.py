"""The steps of the installation, each in a folder that stands for the root. Tools that would touch this machine are
replaced by such that note down their calls; `test_install.py` runs the whole on a Raspberry Pi's processor."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.board import DEPLOY, PACKAGES, Board

SCRIPTS = ("install", "first-start", "upgrade", "uninstall", "lock", "stick", "update")
CONFIG = "dtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2\n"
FRAGMENT = "dtparam=i2c_arm=on\n"
TRIXIE = "VERSION_CODENAME=trixie\n"


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


# What is asked of the system


@pytest.mark.parametrize(
    ("system", "architecture", "expected"),
    [
        ("PRETTY_NAME='Fedora 40'\nVERSION_CODENAME=''\n", "arm64", "got Fedora 40, expected Raspberry Pi OS"),
        ("VERSION_CODENAME=bullseye\n", "arm64", "expected Raspberry Pi OS Trixie: take a backup"),
        (TRIXIE, "armhf", "got armhf, expected a 64-bit system"),
        ("VERSION_CODENAME=bookworm\n", "arm64", "expected Raspberry Pi OS Trixie: take a backup"),
        (TRIXIE, "", "got no Debian, expected a 64-bit system"),
        ("", "arm64", "got an unknown system"),
    ],
)
def test_another_system_is_refused_in_words(board: Board, system: str, architecture: str, expected: str) -> None:
    board.file("etc/os-release", system)
    board.tool("dpkg", f"echo {architecture}")
    assert expected in board.refuses("need_system")


def test_trixie_for_64_bits_will_do(board: Board) -> None:
    board.file("etc/os-release", TRIXIE)
    board.tool("dpkg", "echo arm64")
    assert board.output_of("need_system") == ""


def test_who_is_not_root_is_told_of_sudo(board: Board) -> None:
    board.tool("id", 'if [ "$1" = -u ]; then echo 1000; else echo nephew; fi')
    assert "got user nephew, expected root: put sudo before the command" in board.refuses("need_root")


def test_a_full_card_is_told_with_figures(board: Board) -> None:
    board.tool("df", "printf 'Filesystem blocks Used Available\\n/dev/root 9 9 512 9%% /\\n'")
    assert "got 512 MB of free space" in board.refuses("need_disk")


def test_what_an_overlay_would_forget_is_not_begun(board: Board) -> None:
    line = board.file("proc/cmdline", "console=tty1 root=/dev/mmcblk0p2")
    assert board.output_of("need_lasting_root") == ""
    line.write_text("overlayroot=tmpfs:recurse=0 console=tty1")
    assert "got an overlay over the card" in board.refuses("need_lasting_root")


def test_half_a_checkout_is_not_installed(board: Board) -> None:
    assert f"got no pyproject.toml in {board.root}" in board.refuses(f"need_whole_source {board.root}")


# The boot settings


@pytest.mark.parametrize("before", [CONFIG, "", "gpu_mem=64", "# kiebitz is not ours: a comment\n"])
def test_the_boot_settings_are_merged_once_and_taken_out_again(board: Board, before: str) -> None:
    config = board.file("boot/firmware/config.txt", before)
    fragment = board.file("fragment", FRAGMENT)
    merge = f'configure_boot {fragment}; echo "restart $restart_needed"'
    assert "restart yes" in board.output_of(merge)
    merged = config.read_text()
    assert merged.startswith(before.rstrip("\n"))
    block = merged.splitlines()[-4:]
    assert block[1:3] == ["[all]", FRAGMENT.strip()], "a filter above must not hold for our lines"
    assert "there already" in board.output_of(merge)
    assert config.read_text() == merged
    assert Path(f"{config}.before-kiebitz").read_text() == before
    board.output_of("restore_boot")
    assert config.read_text().rstrip("\n") == before.rstrip("\n")


def test_a_newer_fragment_takes_the_place_of_the_old_one(board: Board) -> None:
    config = board.file("boot/config.txt", CONFIG)
    board.output_of(f"configure_boot {board.file('old', 'dtparam=spi=on')}")
    config.write_text(config.read_text() + "arm_boost=1\n")
    board.output_of(f"configure_boot {board.file('new', FRAGMENT)}")
    merged = config.read_text()
    assert "dtparam=spi=on" not in merged
    assert merged.count(FRAGMENT) == 1
    assert "arm_boost=1" in merged
    assert Path(f"{config}.before-kiebitz").read_text() == CONFIG, "the first original is kept"


# Settings


def test_what_the_landlord_wrote_stays(board: Board) -> None:
    board.output_of("write_settings pi5")
    settings = board.root / "etc/kiebitz/kiebitz.toml"
    assert 'board = "pi5"' in settings.read_text()
    settings.write_text('language = "boarisch"\n')
    assert "left as it is" in board.output_of("write_settings zero2w")
    assert settings.read_text() == 'language = "boarisch"\n'


# Versions


def test_a_version_is_named_by_what_is_in_it(board: Board) -> None:
    for part in (*PACKAGES, "docs", "models", "deploy"):
        board.file(f"source/{part}/a", part)
    for part in ("README.md", "LICENSE"):
        board.file(f"source/{part}")
    board.file("source/pyproject.toml", 'name = "kiebitz"\nversion = "1.2.3"\n')
    name = board.output_of("name_of $root/source")
    assert name.startswith("1.2.3-")
    board.file("source/engine/__pycache__/a.pyc", "compiled")
    assert board.output_of("name_of $root/source") == name
    board.file("source/engine/a", "another")
    assert board.output_of("name_of $root/source") != name


def test_the_first_version_is_taken_into_use(board: Board) -> None:
    board.version("1-a")
    assert "starts with the board" in board.output_of("take_into_use 1-a")
    assert board.in_use == "1-a"
    unit = board.root / "etc/systemd/system/kiebitz.service"
    assert unit.read_text() == (DEPLOY / "kiebitz.service").read_text()
    assert os.access(board.root / "usr/local/bin/kiebitz", os.X_OK)
    assert "enable --quiet kiebitz" in board.calls.read_text()


@pytest.mark.slow
def test_the_log_is_kept_and_the_watchdog_fed_by_versions_that_do_so(board: Board) -> None:
    systemd = board.root / "etc/systemd"
    board.version("1-a")
    (board.root / "opt/kiebitz/versions/1-a/deploy/system.conf").unlink()
    board.output_of("take_into_use 1-a")
    board.version("2-b")
    board.output_of("take_into_use 2-b")
    assert "Storage=persistent" in (systemd / "journald.conf.d/kiebitz.conf").read_text().splitlines()
    watchdog = systemd / "system.conf.d/kiebitz.conf"
    assert "RuntimeWatchdogSec=15" in watchdog.read_text().splitlines(), "the chip of a Raspberry Pi waits no longer"
    board.output_of("take_into_use 1-a")
    assert not watchdog.exists(), "an older version knows nothing of it, and would not take it away"


@pytest.mark.slow
def test_an_upgrade_keeps_the_version_before_and_no_other(board: Board) -> None:
    board.running()
    for name in ("1-a", "2-b", "3-c"):
        board.version(name)
        assert f"version in use: {name}" in board.output_of(f"take_into_use {name}")
    assert board.in_use == "3-c"
    assert sorted(path.name for path in (board.root / "opt/kiebitz/versions").iterdir()) == ["2-b", "3-c"]
    board.output_of("take_into_use $(name_behind $previous)")
    assert board.in_use == "2-b"
    assert (board.root / "opt/kiebitz/previous").resolve().name == "3-c", "back and forth"


@pytest.mark.slow
def test_a_version_that_does_not_get_ready_is_left_by_itself(board: Board) -> None:
    board.running()
    board.version("1-a")
    board.output_of("take_into_use 1-a")
    board.version("2-b")
    new = board.root / "opt/kiebitz/versions/2-b/deploy/kiebitz.service"
    new.write_text(new.read_text() + "# new\n")
    current = board.root / "opt/kiebitz/current"
    board.tool("systemctl", f'[ "$1" != restart ] || [ "$(basename "$(readlink {current})")" = 1-a ]')
    output = board.refuses("take_into_use 2-b 2>&1 >/dev/null | sed 's/^kiebitz: /&got /' >&2; exit 2")
    assert "2-b did not get ready, so 1-a is in use again" in output
    assert board.in_use == "1-a"
    unit = board.root / "etc/systemd/system/kiebitz.service"
    assert "# new" not in unit.read_text(), "the unit goes back as well"
    assert not (board.root / "opt/kiebitz/previous").exists(), "what never ran is nothing to go back to"


@pytest.mark.slow
def test_the_same_version_again_is_no_change(board: Board) -> None:
    board.running()
    board.version("1-a")
    board.output_of("take_into_use 1-a")
    board.calls.write_text("")
    assert board.output_of("take_into_use 1-a") == ""
    assert "restart" not in board.calls.read_text()
    assert not (board.root / "opt/kiebitz/previous").exists()


@pytest.mark.slow
def test_nothing_is_exchanged_while_a_deal_is_in_play(board: Board) -> None:
    from device.storage.journal import Journal
    from engine.simulation.evening import simulation

    played = simulation(seed=3)
    played.play_deal()
    journal = board.root / "var/lib/kiebitz/journal.sqlite"
    journal.parent.mkdir(parents=True)
    with Journal(journal) as kept:
        for event in list(played.events)[:-4]:
            kept.append(event, 0.0)
    board.version("1-a")
    board.output_of("take_into_use 1-a")
    assert board.output_of("leave_deals_alone") == "", "the service does not run, so nobody plays"
    board.running()
    assert "got a deal in play" in board.refuses("leave_deals_alone")
    os.utime(journal, (0, 0))
    assert board.output_of("leave_deals_alone") == "", "given up long ago"


# The scripts


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_explains_itself(script: str) -> None:
    done = subprocess.run([DEPLOY / script, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: ")


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_unknown_option_is_one_line(script: str) -> None:
    done = subprocess.run([DEPLOY / script, "--nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("kiebitz: got --nonsense, expected ")


@pytest.mark.slow
def test_the_scripts_are_clean() -> None:
    """Slow: ShellCheck follows every script into what it sources."""
    shellcheck = Path(sys.executable).with_name("shellcheck")
    scripts = [DEPLOY / name for name in (*SCRIPTS, "kiebitz", "steps.sh")]
    scripts += [path for path in DEPLOY.parent.glob("tests/*/*_root") if path.is_file()]
    done = subprocess.run([shellcheck, "-x", *scripts], capture_output=True, text=True, check=False)
    assert done.stdout == ""
