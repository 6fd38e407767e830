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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from lab.training.data.options import cache_folder

PLACE = cache_folder() / "machine"
HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
PACKAGES = ("common", "engine", "vision", "device", "firmware_config")
BUILT = (PLACE / "holds").exists()
START = 30
"""Seconds within which QEMU itself has to be there."""
QUIET = "console=ttyAMA0 quiet loglevel=3 panic=-1 rdinit=/init systemd.unit=program.service systemd.show_status=0"
LEVELS = 0x0903_0000 + (0xFF << 2)
"""Where the pin chip tells the levels of all its lines."""
NOT_BUILT = f"needs {PLACE}, which tests/machine/build makes"


class Machine:
    """A context: the machine runs from its beginning to its end.

    *more* are options of QEMU; *line* is what the program can read.
    """

    def __init__(self, folder: Path, initrd: Path, more: Sequence[str], line: str = "") -> None:
        self._folder = folder
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._pins: _Pins | None = None
        self._line = line
        self._command = ["qemu-system-aarch64", "-M", "virt,gic-version=2", "-accel", "tcg,thread=multi"]
        self._command += ["-cpu", "cortex-a72", "-smp", "2", "-m", "1024", "-nographic", "-nodefaults", "-no-reboot"]
        self._command += ["-serial", "stdio", "-qmp", f"unix:{folder / 'questions'},server=on,wait=off"]
        self._command += ["-kernel", str(PLACE / "vmlinuz"), "-initrd", str(initrd), *more]

    def __enter__(self) -> Machine:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, name="console", daemon=True)
        self._reader.start()
        try:
            self._type()
        except BaseException:
            self.__exit__()  # else nobody would end it
            raise
        return self

    def _type(self) -> None:
        """Writes the line once the machine runs: what is written while it takes up a state is lost."""
        assert self._process.stdin is not None
        with self._process.stdin as keys:
            if self._line:
                with questions(self._folder) as ask:
                    while ask("query-status")["status"] != "running":
                        time.sleep(0.05)
                keys.write(self._line)

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
        messages: list[str] = []
        try:
            for line in self.lines(seconds):
                messages.append(line)
                if word in line:
                    return messages
        except TimeoutError as error:
            messages.append(str(error))
        raise AssertionError(f"waited for {word!r}, got:\n" + "\n".join(messages))

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

    def save(self, state: Path) -> None:
        """Stops the machine and writes its memory and devices to a file, from which another one goes on."""
        with questions(self._folder) as ask:
            ask("migrate-set-parameters", **{"max-bandwidth": 1 << 33})
            ask("migrate", uri=f"exec:cat >{state}")
            while (status := ask("query-migrate")["status"]) != "completed":
                assert status != "failed"
                time.sleep(0.1)


def booting(program: Path, folder: Path, systemd: bool = False) -> Machine:
    """Returns a machine with pins, which starts from the beginning.

    With *systemd*, on a Debian 13, that is the first process, and the program is one of its services; the machine also
    has the folder `/house/deploy`.
    """
    initrd = made_initrd(folder, ["systemd.cpio" if systemd else "root.cpio"], program)
    pins = ["-qtest", f"unix:{folder / 'pins'},server=on,wait=off", "-qtest-log", "none"]
    return Machine(folder, initrd, ["-append", QUIET, "-dtb", str(PLACE / "board.dtb"), *pins])


class _Pins:
    """QEMU's test socket, at which levels are put on the lines of the machine's pin chip (a PL061)."""

    def __init__(self, folder: Path) -> None:
        self._chip = _pin_chip(folder)
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


def _pin_chip(folder: Path) -> str:
    devices = "/machine/unattached"
    with questions(folder) as ask:
        parts = ask("qom-list", path=devices)
    return next(f"{devices}/{part['name']}" for part in parts if part["type"] == "child<pl061>")


@contextmanager
def questions(folder: Path) -> Iterator[Callable[..., Any]]:
    """Yields what puts a question to QEMU itself, with arguments, and returns its answer."""
    with closing(_connected(folder / "questions")) as connection, connection.makefile("rw") as talk:

        def ask(question: str, **arguments: Any) -> Any:
            talk.write(json.dumps({"execute": question, "arguments": arguments}) + "\n")
            talk.flush()
            for line in talk:
                answer = json.loads(line)
                assert "error" not in answer, f"{question}: {answer}"
                if "return" in answer:
                    return answer["return"]
            raise AssertionError(f"no answer to {question}")

        ask("qmp_capabilities")
        yield ask


def _connected(path: Path) -> socket.socket:
    end = time.monotonic() + START
    while True:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(START)
        try:
            connection.connect(str(path))
        except OSError:  # it is not there yet, or nobody listens yet
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return connection


def made_initrd(folder: Path, parts: Sequence[str], program: Path | None = None) -> Path:
    """Returns the root with program and packages laid over it: the kernel unpacks one archive after the other."""
    over = folder / "over"
    site = over / "opt" / "site"
    for package in PACKAGES:
        shutil.copytree(HOUSE / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    if parts[0] == "root.cpio":
        shutil.copy(HERE / "init.py", over / "init")
        (over / "init").chmod(0o755)
        # Importing what is not compiled takes an emulated machine far longer; another version of Python ignores this.
        compiling = [sys.executable, "-m", "compileall", "-q", "-s", str(over), "-p", "/", str(site)]
        subprocess.run(compiling, check=True)
    if program is not None:
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
    shutil.rmtree(over)
    return made
