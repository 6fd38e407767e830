"""Runs in the machine: tells what an interrupted upgrade has left on the disk, and upgrades on until it is cut off.

The steps are those of `deploy/steps.sh`. Stand-ins: a version is a folder of files with their checksums instead of an
environment made by pip, and systemd starts it by comparing them. With a file called `careless` on the disk nothing is
waited for, and the machine rests after the first upgrade.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
import termios
import time
from pathlib import Path

DATA = Path("/data")
HOME = DATA / "opt/kiebitz"
FILES, FILE_SIZE = 60, 64 << 10
"""What a version is made of: as many files of so many bytes."""
RESTED_S = 12
"""By then the file system has written names, which it does every five seconds, but not what is in the files."""
SYSTEMCTL = """#!/bin/bash
case $1 in
  restart | is-active) exec /usr/bin/python3.11 /data/program.py starts "$(readlink /data/opt/kiebitz/current)" ;;
esac
"""
STAND_IN = """
. /house/deploy/steps.sh
set -euo pipefail
fill_environment() {{ /usr/bin/python3.11 /data/program.py fill "$1"; }}
{careless}
"""


def fill(folder: Path) -> None:
    (folder / "bin").mkdir(parents=True)
    for program in ("python", "kiebitz"):
        (folder / "bin" / program).write_text("#!/bin/bash\nexit 0\n")
        (folder / "bin" / program).chmod(0o755)
    sums = []
    for number in range(FILES):
        content = os.urandom(FILE_SIZE)
        (folder / f"part-{number}").write_bytes(content)
        sums.append(hashlib.sha256(content).hexdigest())
    (folder / "sums").write_text("\n".join(sums))


def state_of(folder: Path) -> str:
    """Returns whether a version is `whole`, or what it lacks."""
    try:
        sums = (folder / "sums").read_text().split("\n")
        if len(sums) != FILES:
            return "has-half-its-sums"
        for number, expected in enumerate(sums):
            if hashlib.sha256((folder / f"part-{number}").read_bytes()).hexdigest() != expected:
                return f"has-a-broken-part-{number}"
        for part in ("steps.sh", "upgrade", "install", "kiebitz.service"):
            if (folder / "deploy" / part).read_bytes() != (Path("/house/deploy") / part).read_bytes():
                return f"has-a-broken-{part}"
        return "whole" if (folder / "whole").exists() else "has-no-mark"
    except OSError as error:
        return f"lacks-{Path(error.filename).name}"


def steps(step: str) -> int:
    careless = "sync() { :; }" if (DATA / "careless").exists() else ""
    line = f"{STAND_IN.format(careless=careless)}\n{step}"
    environment = {"KIEBITZ_ROOT": str(DATA), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    return subprocess.run(["/usr/bin/bash", "-c", line], env=environment, check=False).returncode


def behind(link: str) -> str:
    path = HOME / link
    return path.readlink().name if path.is_symlink() else "none"


def report(*words: object) -> None:
    print(*words, flush=True)
    termios.tcdrain(sys.stdout)  # or lines that wait for the console would be lost with the machine


def write_late() -> None:
    """Has the kernel keep in memory what it may, for an hour.

    Otherwise it writes at once to a disk that it does not know yet, and after 30 s, which an emulated machine may need
    for less than an upgrade.
    """
    Path("/sys/block/vda/bdi/min_ratio").write_text("90")
    Path("/proc/sys/vm/dirty_expire_centisecs").write_text("360000")


def tell_state() -> None:
    """Tells of the version in use, of the unit, and of the way back, after the first step of any further change."""
    unit = DATA / "etc/systemd/system/kiebitz.service"
    ours = Path("/house/deploy/kiebitz.service").read_bytes()
    report("in-use", behind("current"), state_of(HOME / "current"))
    report("unit", "whole" if unit.exists() and unit.read_bytes() == ours else "broken")
    if steps("settle") != 0:
        report("settle failed")
    report("back", behind("previous"), state_of(HOME / "previous"))


def main() -> None:
    Path("/etc/passwd").write_text("root:x:0:0::/:/bin/sh\nkiebitz:x:990:990::/:/bin/sh\n")
    Path("/etc/group").write_text("root:x:0:\nkiebitz:x:990:\n")
    systemctl = Path("/usr/bin/systemctl")
    systemctl.write_text(SYSTEMCTL)
    systemctl.chmod(0o755)
    (DATA / "run/systemd/system").mkdir(parents=True, exist_ok=True)
    write_late()
    tell_state()
    names = [path.name for path in (HOME / "versions").glob("*")] if HOME.exists() else []
    for number in itertools.count(max(map(int, names), default=0) + 1):
        report("begins", number)
        if steps(f"build /house {number}; take_into_use {number}") != 0:
            report("the upgrade failed")
            return
        report("done", number)
        if (DATA / "careless").exists():
            time.sleep(RESTED_S)
            report("rested")
            time.sleep(RESTED_S)
        elif number % 3 == 0:
            report("goes-back", behind("previous"))
            if steps("go_back") != 0:
                report("going back failed")
                return
            report("done", behind("current"))


if __name__ == "__main__":
    if len(sys.argv) == 3:  # the kernel passes its own words to the first process
        what, path = sys.argv[1:]
        if what == "fill":
            fill(Path(path))
        else:
            sys.exit(state_of(HOME / path) != "whole")
    elif os.getpid() == 1:
        main()
    else:
        sys.exit("got a running system, expected the first process of a virtual machine: this replaces its accounts")
