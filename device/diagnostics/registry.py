"""All health checks, and those of parts and files: camera, display, buttons, network, packs, journal, libraries.

Each check is cheap, and none raises.
"""

from __future__ import annotations

import platform
import struct
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.diagnostics import board_checks as board
from device.diagnostics.check import Check, CheckContext, CheckResult, same_in_both
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.diagnostics.check import CheckFunction, Part


ON_A_PI = ("picamera2", "lgpio")
LIBRARIES = ("numpy", "opencv-python-headless", "Pillow", "gpiozero", "luma.oled", "msgspec", *ON_A_PI)
_MIB = 1 << 20


def settings(context: CheckContext) -> CheckResult:
    if context.settings_fault:
        advice = Words("Die Datei kiebitz.toml richtigstellen.", "Put the file kiebitz.toml right.")
        return CheckResult("bad", Words("unbrauchbar", "unusable"), advice, context.settings_fault)
    return CheckResult("ok", Words("brauchbar", "usable"), detail=f"board {context.config.board}")


def camera(context: CheckContext) -> CheckResult:
    source = context.board.camera.source
    if not source:
        return CheckResult("ok", Words("keine gewollt", "none wanted"))
    advice = Words(
        "Flachkabel an beiden Enden neu stecken, Strom aus dabei; dann neu starten.",
        "Push the flat cable in again at both ends, power off meanwhile; then start again.",
    )
    return _part(context, "camera", advice, source)


def display(context: CheckContext) -> CheckResult:
    wiring = context.board.display
    if wiring.controller == "none":
        return CheckResult("ok", Words("keines gewollt", "none wanted"))
    advice = Words(
        "Die vier Drähte prüfen, und ob I2C eingeschaltet ist.",
        "Check its wires, and that I2C is switched on.",
    )
    return _part(context, "display", advice, wiring.controller)


def buttons(context: CheckContext) -> CheckResult:
    pins = [str(button.pin) for button in context.board.buttons]
    if not pins:
        return CheckResult("ok", Words("keine gewollt", "none wanted"))
    advice = Words(
        "Gehen nur auf einem Raspberry Pi, und wenn kein anderes Programm die Pins hat.",
        "They work on a Raspberry Pi only, and if no other program holds the pins.",
    )
    return _part(context, "pins", advice, "GPIO " + " ".join(pins))


def _part(context: CheckContext, part: Part, advice: Words, name: str) -> CheckResult:
    fault = context.faults.get(part)
    if fault is None:
        return CheckResult("unknown", Words("nicht gefragt", "not asked"), detail=f"{name}: in use, or nobody asked it")
    if fault:
        return CheckResult("bad", Words("antwortet nicht", "does not answer"), advice, fault)
    return CheckResult("ok", Words("antwortet", "answers"), detail=name)


def network(context: CheckContext) -> CheckResult:
    """The network that reads cards: its checksum, and the backend that runs it."""
    from vision.recognition.embedder import BrokenModel, Recogniser

    backend = context.board.inference
    try:
        recogniser = Recogniser(backend=backend)
    except BrokenModel as error:
        return CheckResult("bad", Words("beschädigt", "damaged"), _install_again(), str(error))
    runs = recogniser.network
    detail = f"sha256 {recogniser.version}, run by {runs.backend}: {runs.reason}"
    if runs.backend == "opencv" and backend != "opencv":
        advice = Words(
            "Karten werden etwas langsamer gelesen. Kiebitz neu einrichten.",
            "Cards are read a little more slowly. Install Kiebitz again.",
        )
        return CheckResult("warn", Words("heil, OpenCV", "whole, OpenCV"), advice, detail)
    return CheckResult("ok", Words("heil", "whole"), detail=detail)


def packs(context: CheckContext) -> CheckResult:
    from device.storage.packs.paths import SUFFIX
    from vision.recognition.pack_file import BadPack, checked_pack

    files = sorted((context.state / "packs").glob(f"*{SUFFIX}"))
    if not files:
        advice = Words("Beim nächsten Start ein Blatt zeigen.", "Show a deck at the next start.")
        return CheckResult("warn", Words("noch keines", "none yet"), advice)
    readable, broken = [], []
    for file in files:
        try:
            kind, cards = checked_pack(file)
            readable.append(f"{file.stem} ({kind}, {cards} cards)")
        except (BadPack, OSError) as error:
            broken.append(str(error))
    if broken:
        advice = Words("Dieses Blatt neu zeigen.", "Show that deck again.")
        finding = Words(f"{len(broken)} beschädigt", f"{len(broken)} damaged")
        return CheckResult("bad" if not readable else "warn", finding, advice, "; ".join(broken + readable))
    return CheckResult("ok", Words(f"{len(readable)} lesbar", f"{len(readable)} readable"), detail=", ".join(readable))


def journal(context: CheckContext) -> CheckResult:
    path = context.state / "journal.sqlite"
    fault = context.faults.get("journal")
    if fault:
        advice = Words(
            "Eine Kopie liegt daneben. Gespielt werden kann; Platz und Karte prüfen.",
            "A copy is kept beside it. You can play; check room and card.",
        )
        return CheckResult("bad", Words("unlesbar", "unreadable"), advice, fault)
    sizes = [file.stat().st_size for file in (path, path.with_name(f"{path.name}-wal")) if file.is_file()]
    if not sizes:
        return CheckResult("ok", Words("noch leer", "still empty"), detail=f"no {path.name} yet")
    size = f"{sum(sizes) / _MIB:.1f} MB"
    if fault is None:
        return CheckResult("unknown", same_in_both(size), detail="nobody looked into it")
    return CheckResult("ok", Words(f"heil, {size}", f"whole, {size}"))


def system(context: CheckContext) -> CheckResult:
    model = context.read("proc/device-tree/model") or platform.machine()
    release = dict(line.split("=", 1) for line in (context.read("etc/os-release") or "").splitlines() if "=" in line)
    name = release.get("PRETTY_NAME", platform.system()).strip('"')
    detail = f"{model}, {name}, Python {platform.python_version()}"
    if struct.calcsize("P") < 8:
        advice = Words("Das 64-Bit-System aufspielen.", "Install the 64-bit system.")
        return CheckResult("bad", Words("32 Bit", "32 bits"), advice, detail)
    return CheckResult("ok", same_in_both(model.removeprefix("Raspberry ").split(" Rev")[0]), detail=detail)


def libraries(context: CheckContext) -> CheckResult:
    versions = {name: _version(name) for name in LIBRARIES}
    detail = ", ".join(f"{name} {version or '–'}" for name, version in versions.items())
    on_a_pi = "Raspberry Pi" in (context.read("proc/device-tree/model") or "")
    missing = [name for name, version in versions.items() if not version and (on_a_pi or name not in ON_A_PI)]
    if missing:
        return CheckResult("bad", Words(f"{missing[0]} fehlt", f"no {missing[0]}"), _install_again(), detail)
    return CheckResult("ok", Words("alle da", "all there"), detail=detail)


def _version(name: str) -> str:
    from importlib import metadata, util  # 3 MiB, needed here only

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "without a version" if util.find_spec(name) is not None else ""


def _install_again() -> Words:
    return Words("Kiebitz neu einrichten.", "Install Kiebitz again.")


CHECKS: Mapping[str, tuple[Words, CheckFunction]] = {
    "power": (Words("Strom", "Power"), board.power),
    "temperature": (Words("Wärme", "Heat"), board.temperature),
    "memory": (Words("Speicher", "Memory"), board.memory),
    "disk": (Words("Platz", "Disk"), board.disk),
    "clock": (Words("Uhr", "Clock"), board.clock),
    "camera": (Words("Kamera", "Camera"), camera),
    "display": (Words("Anzeige", "Display"), display),
    "buttons": (Words("Tasten", "Buttons"), buttons),
    "network": (Words("Kartenleser", "Reader"), network),
    "packs": (Words("Decks", "Decks"), packs),
    "journal": (Words("Tagebuch", "Journal"), journal),
    "settings": (Words("Vorgaben", "Settings"), settings),
    "system": (Words("Rechner", "Board"), system),
    "libraries": (Words("Programme", "Libraries"), libraries),
}
"""The checks by name, in the order of their report."""


def run_checks(context: CheckContext) -> list[Check]:
    """Returns the results of all checks, from power to libraries."""
    return [run_check(name, context) for name in CHECKS]


def run_check(name: str, context: CheckContext) -> Check:
    title, start_checks = CHECKS[name]
    try:
        result = start_checks(context)
    except Exception as error:  # a failing check must not stop the others
        reason = f"{type(error).__name__}: {error}"
        result = CheckResult("unknown", Words("nicht prüfbar", "cannot be checked"), detail=reason)
    return Check(name, title, *result)


@dataclass(frozen=True, slots=True)
class CheckRun:
    checks: tuple[Check, ...]


def start_checks(context: CheckContext, on_result: Callable[[CheckRun], None]) -> None:
    """Starts all checks in a separate thread, which passes the results to *on_result*."""

    def look() -> None:

        on_result(CheckRun(tuple(run_checks(context))))

    threading.Thread(target=look, name="doctor", daemon=True).start()
