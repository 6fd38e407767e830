"""What hangs on the board and what lies on its disk: camera, display, buttons, network, packs, journal, libraries."""

from __future__ import annotations

import platform
import struct
from typing import TYPE_CHECKING

from device.diagnostics.base import CheckResult, same
from engine.text import Words

if TYPE_CHECKING:
    from device.diagnostics.base import CheckContext, Part

ON_A_PI = ("picamera2", "lgpio")
LIBRARIES = ("numpy", "opencv-python-headless", "Pillow", "gpiozero", "luma.oled", "msgspec", *ON_A_PI)
_MIB = 1 << 20


def settings(patient: CheckContext) -> CheckResult:
    if patient.settings_fault:
        advice = Words("Die Datei kiebitz.toml richtigstellen.", "Put the file kiebitz.toml right.")
        return CheckResult("bad", Words("unbrauchbar", "unusable"), advice, patient.settings_fault)
    return CheckResult("ok", Words("brauchbar", "usable"), detail=f"board {patient.config.board}")


def camera(patient: CheckContext) -> CheckResult:
    source = patient.board.camera.source
    if not source:
        return CheckResult("ok", Words("keine gewollt", "none wanted"))
    advice = Words(
        "Flachkabel an beiden Enden neu stecken, Strom aus dabei; dann neu starten.",
        "Push the flat cable in again at both ends, power off meanwhile; then start again.",
    )
    return _part(patient, "camera", advice, source)


def display(patient: CheckContext) -> CheckResult:
    wiring = patient.board.display
    if wiring.controller == "none":
        return CheckResult("ok", Words("keines gewollt", "none wanted"))
    advice = Words(
        "Die vier Drähte prüfen, und ob I2C eingeschaltet ist.",
        "Check its wires, and that I2C is switched on.",
    )
    return _part(patient, "display", advice, wiring.controller)


def buttons(patient: CheckContext) -> CheckResult:
    pins = [str(button.pin) for button in patient.board.buttons]
    if not pins:
        return CheckResult("ok", Words("keine gewollt", "none wanted"))
    advice = Words(
        "Gehen nur auf einem Raspberry Pi, und wenn kein anderes Programm die Pins hat.",
        "They work on a Raspberry Pi only, and if no other program holds the pins.",
    )
    return _part(patient, "pins", advice, "GPIO " + " ".join(pins))


def _part(patient: CheckContext, part: Part, advice: Words, name: str) -> CheckResult:
    fault = patient.faults.get(part)
    if fault is None:
        return CheckResult("unknown", Words("nicht gefragt", "not asked"), detail=f"{name}: in use, or nobody asked it")
    if fault:
        return CheckResult("bad", Words("antwortet nicht", "does not answer"), advice, fault)
    return CheckResult("ok", Words("antwortet", "answers"), detail=name)


def network(patient: CheckContext) -> CheckResult:
    """The network that reads cards, against its checksum, and what runs it."""
    from vision.recognition.embedder import BrokenModel, Recogniser

    wanted = patient.board.inference
    try:
        recogniser = Recogniser(backend=wanted)
    except BrokenModel as error:
        return CheckResult("bad", Words("beschädigt", "damaged"), _install_again(), str(error))
    runs = recogniser.network
    detail = f"sha256 {recogniser.version}, run by {runs.backend}: {runs.reason}"
    if runs.backend == "opencv" and wanted != "opencv":
        advice = Words(
            "Karten werden etwas langsamer gelesen. Kiebitz neu einrichten.",
            "Cards are read a little more slowly. Install Kiebitz again.",
        )
        return CheckResult("warn", Words("heil, OpenCV", "whole, OpenCV"), advice, detail)
    return CheckResult("ok", Words("heil", "whole"), detail=detail)


def packs(patient: CheckContext) -> CheckResult:
    from device.storage.pack_paths import SUFFIX
    from vision.recognition.pack_file import BadPack, checked_pack

    files = sorted((patient.state / "packs").glob(f"*{SUFFIX}"))
    if not files:
        advice = Words("Beim nächsten Start ein Deck zeigen.", "Show a deck at the next start.")
        return CheckResult("warn", Words("noch keines", "none yet"), advice)
    whole, broken = [], []
    for file in files:
        try:
            kind, cards = checked_pack(file)
            whole.append(f"{file.stem} ({kind}, {cards} cards)")
        except (BadPack, OSError) as error:
            broken.append(str(error))
    if broken:
        advice = Words("Dieses Deck neu zeigen.", "Show that deck again.")
        found = Words(f"{len(broken)} beschädigt", f"{len(broken)} damaged")
        return CheckResult("bad" if not whole else "warn", found, advice, "; ".join(broken + whole))
    return CheckResult("ok", Words(f"{len(whole)} lesbar", f"{len(whole)} readable"), detail=", ".join(whole))


def journal(patient: CheckContext) -> CheckResult:
    path = patient.state / "journal.sqlite"
    fault = patient.faults.get("journal")
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
        return CheckResult("unknown", same(size), detail="nobody looked into it")
    return CheckResult("ok", Words(f"heil, {size}", f"whole, {size}"))


def system(patient: CheckContext) -> CheckResult:
    model = patient.read("proc/device-tree/model") or platform.machine()
    release = dict(line.split("=", 1) for line in (patient.read("etc/os-release") or "").splitlines() if "=" in line)
    name = release.get("PRETTY_NAME", platform.system()).strip('"')
    detail = f"{model}, {name}, Python {platform.python_version()}"
    if struct.calcsize("P") < 8:
        advice = Words("Das 64-Bit-System aufspielen.", "Install the 64-bit system.")
        return CheckResult("bad", Words("32 Bit", "32 bits"), advice, detail)
    return CheckResult("ok", same(model.removeprefix("Raspberry ").split(" Rev")[0]), detail=detail)


def libraries(patient: CheckContext) -> CheckResult:
    versions = {name: _version(name) for name in LIBRARIES}
    detail = ", ".join(f"{name} {version or '–'}" for name, version in versions.items())
    on_a_pi = "Raspberry Pi" in (patient.read("proc/device-tree/model") or "")
    missing = [name for name, version in versions.items() if not version and (on_a_pi or name not in ON_A_PI)]
    if missing:
        return CheckResult("bad", Words(f"{missing[0]} fehlt", f"no {missing[0]}"), _install_again(), detail)
    return CheckResult("ok", Words("alle da", "all there"), detail=detail)


def _version(name: str) -> str:
    from importlib import metadata, util  # three MiB that only the doctor needs

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "without a version" if util.find_spec(name) is not None else ""


def _install_again() -> Words:
    return Words("Kiebitz neu einrichten.", "Install Kiebitz again.")
