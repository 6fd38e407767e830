#!/usr/bin/python3.13
"""Runs in the machine beside systemd, and as `kiebitz run` in its unit; modules are loaded after the unit started.

Beside systemd it tells what the unit sees of the devices: with our unit, and with one that does not wait for modules.
The devices have nodes and a driver, but no hardware, so opening one that is admitted ends with ENXIO.
"""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

UNIT = Path("/etc/systemd/system/kiebitz.service")
SEEN = Path("/var/lib/kiebitz/seen")
MODULES = ("mc", "videodev", "i2c-dev")
NODES = {"media0": "media", "video0": "video4linux", "i2c-1": "i2c", "spidev0.0": "spi"}
"""Names of drivers in /proc/devices by their nodes; the kernel of Debian has spidev built in."""
SITE = "/opt/site"
PATIENCE_S = 200


def kiebitz() -> None:
    """Stands in for the appliance: no part of it answers, and it writes down what becomes of the devices."""
    sys.path.insert(0, SITE)
    from device.runtime.restarts import DeniedDevices
    from device.runtime.systemd import Service

    def tell(line: str) -> None:
        with SEEN.open("a") as file:
            print(line, file=file)

    service = Service()
    service.ready()
    denied = DeniedDevices(SEEN.with_name("denied.json"), lambda _: tell("ends"))
    tell("starts")
    before = ""
    while not denied.needs_restart(lambda: {"camera": "missing", "display": "missing"}, service.is_supervised):
        seen = " ".join(f"{node}:{opened(node)}" for node in NODES)
        if seen != before:
            tell(seen)
        before = seen
        service.feed()
        time.sleep(0.2)


def opened(node: str) -> str:
    try:
        os.close(os.open(f"/dev/{node}", os.O_RDWR))
    except OSError as error:
        return errno.errorcode[error.errno]
    return "open"


def systemctl(*words: str) -> str:
    return subprocess.run(["/usr/bin/systemctl", *words], check=True, capture_output=True, text=True).stdout.strip()


def load_late() -> None:
    for module in MODULES:
        subprocess.run(["/usr/sbin/modprobe", module], check=True)
    lines = Path("/proc/devices").read_text().partition("Block")[0].splitlines()
    majors = {line.split()[1]: int(line.split()[0]) for line in lines if line[:1].isspace() or line[:1].isdigit()}
    for node, driver in NODES.items():
        os.mknod(f"/dev/{node}", 0o20666, os.makedev(majors[driver], 0))
        Path(f"/dev/{node}").chmod(0o666)


def follow(name: str, unit: str) -> None:
    """Starts the unit, loads the modules, and prints what it sees, until it sees every device without a denial."""
    UNIT.write_text(unit)
    systemctl("daemon-reload")
    systemctl("start", "kiebitz")
    load_late()
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and not SEEN.read_text().endswith(f"{admitted()}\n"):
        time.sleep(0.2)
    for line in SEEN.read_text().splitlines():
        print(f"{name}: {line}", flush=True)
    print(f"{name}: restarted {systemctl('show', '-P', 'NRestarts', 'kiebitz')} times", flush=True)
    systemctl("stop", "kiebitz")


def admitted() -> str:
    return " ".join(f"{node}:ENXIO" for node in NODES)


def compile_modules() -> None:
    """Imports what the unit needs: it may write no compiled modules, and would compile all of them at each start."""
    sys.path.insert(0, SITE)


def main() -> None:
    compile_modules()
    ours = Path("/house/deploy/kiebitz.service").read_text()
    follow("late", "\n".join(line for line in ours.splitlines() if "modprobe@" not in line))
    for node in NODES:
        Path(f"/dev/{node}").unlink()
    SEEN.unlink()
    subprocess.run(["/usr/sbin/modprobe", "-r", "i2c-dev", "videodev", "mc"], check=True)
    follow("ours", ours)
    print("program ended", flush=True)
    systemctl("poweroff")


if sys.argv[1:] == ["run"]:
    kiebitz()
else:
    main()
