"""The table's own Wi-Fi is made by NetworkManager when the display asks; what NetworkManager is told is seen."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.menus.table.connections import WIFI_FAULTS
from tests.deploy.board import Board
from web.kit.requests import ACCESS_POINT

ON = "on\nKiebitz-7F\nabcdefghjkmn\n"
NMCLI = """case "$*" in
  *RUNNING*) echo running ;;
  *"DEVICE,TYPE"*) printf 'lo:loopback\\neth0:ethernet\\nwlan0:wifi\\np2p-dev-wlan0:wifi-p2p\\n' ;;
  *"WIFI-HW radio") echo enabled ;;
  *"WIFI radio") cat {radio} ;;
  "radio wifi on") {radio_on} ;;
  *"show --active"*) cat {active} ;;
  *"connection up"*) {up} ;;
esac"""
"""NetworkManager's client, as version 1.42 answers."""
PROFILE = "run/NetworkManager/system-connections/kiebitz-ap.nmconnection"
NAMES = "etc/NetworkManager/dnsmasq-shared.d/kiebitz.conf"
needs_nmcli = pytest.mark.skipif(not shutil.which("nmcli"), reason="nmcli is not installed")


@pytest.fixture
def board(tmp_path: Path) -> Board:
    board = Board(tmp_path)
    board.tool("dnsmasq", "exit 0")
    network_manager(board)
    return board


def network_manager(
    board: Board, radio: str = "enabled", up: str = "exit 0", radio_on: str = "exit 1", active: str = "Pub"
) -> None:
    files = {name: board.file(name, f"{text}\n") for name, text in (("radio", radio), ("active", active))}
    board.tool("nmcli", NMCLI.format(**files, up=up, radio_on=radio_on))


def asked(board: Board, request: str) -> str:
    """Returns the outcome after the display has asked."""
    board.file("run/kiebitz/network", request)
    done = board.script("network")
    assert done.returncode == 0, done.stderr
    assert not os.path.lexists(board.root / "run/kiebitz/network"), "the path unit would ask again"
    return (board.root / "run/kiebitz-network/result").read_text().strip()


def changes(board: Board) -> list[str]:
    """Returns what NetworkManager was told to change."""
    calls = re.findall(r"^nmcli (.*)$", board.calls.read_text(), re.MULTILINE)
    return [call for call in calls if not call.startswith("-t ")]


def test_an_access_point_is_made(board: Board) -> None:
    assert asked(board, ON) == "on"
    profile = board.root / PROFILE
    assert changes(board) == [f"connection load {profile}", "--wait 45 connection up kiebitz-ap"]
    assert profile.stat().st_mode & 0o777 == 0o600, "the password is in it"
    text = profile.read_text()
    for line in ("mode=ap", "ssid=Kiebitz-7F", "key-mgmt=wpa-psk", "psk=abcdefghjkmn", "interface-name=wlan0",
                 "method=shared", f"address1={ACCESS_POINT}/24", "autoconnect=false"):  # fmt: skip
        assert line in text.splitlines()
    assert (board.root / NAMES).read_text() == f"address=/#/{ACCESS_POINT}\n"
    assert "abcdefghjkmn" not in board.calls.read_text(), "everybody on the board sees the arguments of programs"


@needs_nmcli
def test_networkmanager_takes_the_profile(board: Board) -> None:
    asked(board, ON)
    command = ["nmcli", "--offline", "connection", "modify", "connection.autoconnect", "no"]
    profile = (board.root / PROFILE).read_text()
    done = subprocess.run(command, input=profile, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    made = subprocess.run(
        ["nmcli", "--offline", "connection", "add", "type", "wifi", "ifname", "wlan0", "con-name", "kiebitz-ap",
         "autoconnect", "no", "ssid", "Kiebitz-7F", "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg",
         "802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.psk", "abcdefghjkmn",
         "802-11-wireless-security.proto", "rsn", "802-11-wireless-security.pairwise", "ccmp",
         "802-11-wireless-security.group", "ccmp", "802-11-wireless-security.pmf", "disable",
         "ipv4.method", "shared", "ipv4.addresses", f"{ACCESS_POINT}/24", "ipv6.method", "disabled"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert settings(done.stdout) == settings(made.stdout)


def settings(keyfile: str) -> set[tuple[str, str]]:
    """Returns the lines of a keyfile with their sections, but for what is new in each."""
    found, section = set(), ""
    for line in keyfile.split("\n"):
        section = line if line.startswith("[") else section
        if "=" in line and not line.startswith(("uuid=", "timestamp=", "addr-gen-mode=")):
            found.add((section, line))
    return found


def test_it_ends_and_leaves_nothing(board: Board) -> None:
    asked(board, ON)
    board.calls.write_text("")
    assert asked(board, "off\n") == "off"
    assert changes(board) == ["connection delete kiebitz-ap"]
    assert not (board.root / PROFILE).exists()
    assert not (board.root / NAMES).exists()


def test_one_that_is_up_is_left_alone(board: Board) -> None:
    asked(board, ON)
    board.calls.write_text("")
    network_manager(board, active="kiebitz-ap")
    assert asked(board, ON) == "on"
    assert changes(board) == []
    assert asked(board, ON.replace("abcdef", "bbbbbb")) == "on"
    assert len(changes(board)) == 2, "a new password is another network"


@pytest.mark.parametrize(
    ("tool", "does", "outcome"),
    [
        ("nmcli", "exit 127", "no_manager"),
        ("nmcli", "case $* in *RUNNING*) echo 'not running' ;; esac", "no_manager"),
        ("nmcli", "case $* in *RUNNING*) echo running ;; *TYPE*) echo eth0:ethernet ;; esac", "no_wifi"),
    ],
)
def test_without_it_the_outcome_says_why(board: Board, tool: str, does: str, outcome: str) -> None:
    board.tool(tool, does)
    assert asked(board, ON) == outcome
    assert outcome in WIFI_FAULTS
    assert changes(board) == []


def test_a_radio_that_is_off_is_switched_on(board: Board) -> None:
    network_manager(board, radio="disabled", radio_on=f"echo enabled >{board.root / 'radio'}")
    assert asked(board, ON) == "on"
    network_manager(board, radio="disabled", radio_on="exit 0")
    assert asked(board, ON) == "blocked"
    assert "blocked" in WIFI_FAULTS


def test_one_that_does_not_come_up_is_taken_back(board: Board) -> None:
    network_manager(board, up="echo 'Error: no secrets' >&2; exit 4")
    assert asked(board, ON) == "failed"
    assert "failed" in WIFI_FAULTS
    assert changes(board)[-1] == "connection delete kiebitz-ap"
    assert not (board.root / PROFILE).exists()


@pytest.mark.parametrize(
    "request_text",
    ["", "on\n", "on\nKiebitz\nshort\n", "on\nKiebitz\nabc defghjk\n", "on\n-x\nabcdefghjk\n", "maybe\n",
     "on\nKiebitz\n[ipv4]psk=1\n", "on\nKie;bitz\nabcdefghjk\n", "on\nKiebitz\nabcdefgh$(id)\n", "x" * 5000],
)  # fmt: skip
def test_anything_else_is_refused(board: Board, request_text: str) -> None:
    assert asked(board, request_text) == "malformed"
    assert changes(board) == []


def test_a_request_that_is_a_link_is_not_read(board: Board) -> None:
    elsewhere = board.file("secret", ON)
    request = board.root / "run/kiebitz/network"
    request.parent.mkdir(parents=True)
    request.symlink_to(elsewhere)
    assert board.script("network").returncode == 0
    assert not request.is_symlink()
    assert elsewhere.exists()
    assert changes(board) == []


def test_its_units_come_and_go_with_the_version(board: Board) -> None:
    board.version("0.9.0-a")
    (board.root / "opt/kiebitz/current").symlink_to("versions/0.9.0-a")
    (board.root / "etc/avahi/services").mkdir(parents=True)
    deploy = board.root / "opt/kiebitz/current/deploy"
    units = [board.root / "etc/systemd/system" / f"kiebitz-network.{kind}" for kind in ("path", "service")]
    board.output_of(f'wire_beside {deploy} "${{network_units[@]}}"; wire_avahi {deploy}')
    assert all(unit.exists() for unit in units)
    assert "_http._tcp" in (board.root / "etc/avahi/services/kiebitz.service").read_text()
    assert "systemctl enable --quiet kiebitz-network.path" in board.calls.read_text()
    for name in (*(unit.name for unit in units), "avahi.service"):
        (deploy / name).unlink()
    board.output_of(f'wire_beside {deploy} "${{network_units[@]}}"; wire_avahi {deploy}')
    assert not any(unit.exists() for unit in units)
    assert not (board.root / "etc/avahi/services/kiebitz.service").exists()
    assert "systemctl disable --quiet kiebitz-network.path" in board.calls.read_text()
