"""A virtual machine with a real kernel, which runs one program of ours; its pins are pushed from outside.

`tests/machine/build` lays down kernel, root, board and tools; the folders of `PACKAGES` and `deploy` are ours.
The machine is killed when its context is left, however that happens: a power cut is no more than that.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from lab.training.data.options import cache_folder

PLACE = cache_folder() / "machine"
HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
PACKAGES = ("common", "engine", "device", "firmware_config")
BUILT = (PLACE / "holds").exists()
WITH_TOOLS = (PLACE / "tools.cpio").exists()
"""Whether the shell and the tools that `deploy/` calls were laid down, which older machines lack."""
WITH_SYSTEMD = (PLACE / "systemd.cpio").exists()
"""Whether the root with systemd was laid down, likewise."""
START = 30
"""Seconds within which QEMU itself has to be there."""
LEVELS = 0x0903_0000 + (0xFF << 2)
"""Where the pin chip tells the levels of all its lines."""
NOT_BUILT = f"needs {PLACE}, which tests/machine/build makes"


class Machine:
    """A context: the machine runs from its beginning to its end. *disk* is a file with an ext4 file system in it.

    With *tools* it also has a shell, and the folder `/house/deploy`. With *systemd*, on a Debian 13, that is the first
    process, and the program is one of its services; it has that folder, too.
    """

    def __init__(
        self, program: Path, folder: Path, disk: Path | None = None, tools: bool = False, systemd: bool = False
    ) -> None:
        self._folder = folder
        self._disk = disk
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        parts = ["systemd.cpio"] if systemd else ["root.cpio", "tools.cpio"][: 2 if tools else 1]
        self._initrd = _initrd(program, folder, parts)
        self._pins: _Pins | None = None

    def __enter__(self) -> Machine:
        self._process = subprocess.Popen(
            self._command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, name="console", daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        if self._pins is not None:
            self._pins.close()

    def lines(self, seconds: float) -> Iterator[str]:
        """Yields what the program prints, until it ends.

        :raises TimeoutError: if that takes longer than so many seconds.
        """
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise TimeoutError(f"the machine is silent, or still talks after {seconds} s") from None
            if line is None:
                return
            yield line

    def wait_for(self, word: str, seconds: float) -> list[str]:
        """Returns what was printed up to the line with that word.

        :raises AssertionError: if it does not come within so many seconds.
        """
        told: list[str] = []
        try:
            for line in self.lines(seconds):
                told.append(line)
                if word in line:
                    return told
        except TimeoutError as error:
            told.append(str(error))
        raise AssertionError(f"waited for {word!r}, got:\n" + "\n".join(told))

    @contextmanager
    def in_real_time(self) -> Iterator[None]:
        """Has this process and the machine wait for nobody, if that may be: bounces of 2 ms are not to last for 50."""
        everybody = [0, *(int(task.name) for task in Path(f"/proc/{self._process.pid}/task").iterdir())]
        with suppress(PermissionError):
            for thread in everybody:
                os.sched_setscheduler(thread, os.SCHED_FIFO, os.sched_param(1))
        try:
            yield
        finally:
            for thread in everybody:
                with suppress(ProcessLookupError):
                    os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))

    def drive(self, pin: int, level: int) -> None:
        """Puts the level 0 or 1 on a pin from outside; the board has the pins 0 to 7."""
        if self._pins is None:
            self._pins = _Pins(self._folder)
        self._pins.drive(pin, level)

    def level(self, pin: int) -> int:
        """Returns the level of a pin, which may be driven from inside."""
        if self._pins is None:
            self._pins = _Pins(self._folder)
        return self._pins.levels() >> pin & 1

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as console:
            for line in console:
                self._lines.put(line.rstrip())
        self._lines.put(None)

    def _command(self) -> list[str]:
        command = [
            "qemu-system-aarch64",
            "-M",
            "virt,gic-version=2",
            "-accel",
            "tcg,thread=multi",
            "-cpu",
            "cortex-a72",
        ]
        command += ["-smp", "2", "-m", "1024", "-nographic", "-nodefaults", "-no-reboot", "-serial", "stdio"]
        command += ["-kernel", str(PLACE / "vmlinuz"), "-initrd", str(self._initrd)]
        quiet = (
            "console=ttyAMA0 quiet loglevel=3 panic=-1 rdinit=/init systemd.unit=program.service systemd.show_status=0"
        )
        if self._disk is not None:
            drive = f"file={self._disk},format=raw,if=none,id=disk,cache=writeback"
            return [*command, "-append", f"{quiet} disk", "-drive", drive, "-device", "virtio-blk-pci,drive=disk"]
        for option, name in (("-qtest", "pins"), ("-qmp", "questions")):
            command += [option, f"unix:{self._folder / name},server=on,wait=off"]
        return [*command, "-append", quiet, "-dtb", str(PLACE / "board.dtb"), "-qtest-log", "none"]


def ext4_disk(folder: Path, size: str, files: Mapping[str, str]) -> Path:
    """Returns a file with an ext4 file system of *size*, such as `64M`, that holds *files*, their texts by name."""
    contents, disk = folder / "contents", folder / "disk.img"
    contents.mkdir()
    for name, text in files.items():
        (contents / name).write_text(text)
    subprocess.run(["mkfs.ext4", "-q", "-d", str(contents), str(disk), size], check=True, stdout=subprocess.DEVNULL)
    return disk


class _Pins:
    """QEMU's test socket, at which levels are put on the lines of the machine's pin chip (a PL061)."""

    def __init__(self, folder: Path) -> None:
        self._chip = _pin_chip(folder / "questions")
        self._socket = _connected(folder / "pins")
        self._answers = self._socket.makefile("r")

    def drive(self, pin: int, level: int) -> None:
        self._ask(f"set_irq_in {self._chip} unnamed-gpio-in {pin} {level}")

    def levels(self) -> int:
        return int(self._ask(f"readl {LEVELS:#x}").split()[1], 16)

    def _ask(self, question: str) -> str:
        self._socket.sendall(f"{question}\n".encode())
        answer = self._answers.readline()
        assert answer.startswith("OK"), f"{question}: {answer}"
        return answer

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


def _pin_chip(path: Path) -> str:
    devices = "/machine/unattached"
    with closing(_connected(path)) as questions, questions.makefile("rw") as talk:

        def ask(question: str, **arguments: Any) -> Any:
            talk.write(json.dumps({"execute": question, "arguments": arguments}) + "\n")
            talk.flush()
            for line in talk:
                answer = json.loads(line)
                if "return" in answer:
                    return answer["return"]
            raise AssertionError(f"no answer to {question}")

        ask("qmp_capabilities")
        parts = ask("qom-list", path=devices)
    return next(f"{devices}/{part['name']}" for part in parts if part["type"] == "child<pl061>")


def _connected(path: Path) -> socket.socket:
    end = time.monotonic() + START
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(START)
    connection.connect(str(path))
    return connection


def _initrd(program: Path, folder: Path, parts: Sequence[str]) -> Path:
    """Returns the root with program and packages laid over it: the kernel unpacks one archive after the other."""
    over = folder / "over"
    site = over / "opt" / "site"
    for package in PACKAGES:
        shutil.copytree(HOUSE / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    if parts[0] == "root.cpio":
        shutil.copy(HERE / "init.py", over / "init")
        (over / "init").chmod(0o755)
    if parts == ["root.cpio"]:
        # Importing what is not compiled takes an emulated machine far longer; another version of Python ignores this.
        compiling = [sys.executable, "-m", "compileall", "-q", "-s", str(over), "-p", "/", str(site)]
        subprocess.run(compiling, check=True)
    shutil.copy(program, over / "program.py")
    (over / "program.py").chmod(0o755)
    if parts != ["root.cpio"]:
        shutil.copytree(HOUSE / "deploy", over / "house" / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    made = folder / "initrd.cpio"
    with made.open("wb") as archive:
        for part in parts:
            archive.write((PLACE / part).read_bytes())
        archive.flush()
        names = "\n".join(str(path.relative_to(over)) for path in sorted(over.rglob("*")))
        subprocess.run(
            ["cpio", "--quiet", "-o", "-H", "newc"], cwd=over, input=names.encode(), stdout=archive, check=True
        )
    return made
