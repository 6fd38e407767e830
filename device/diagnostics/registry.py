"""All health checks, and those of parts and files: camera, display, buttons, network, packs, journal, libraries.

Each check is cheap, and none raises.
"""

import platform
import struct
from collections.abc import Mapping

from common.texts.keys import FilledPhrase, PhraseKey
from device.diagnostics import check as board
from device.diagnostics.check import Check, CheckContext, CheckFunction, CheckResult, Part, Verdict

ON_A_PI = ("picamera2", "lgpio")
LIBRARIES = ("numpy", "opencv-python-headless", "Pillow", "gpiozero", "luma.oled", "msgspec", *ON_A_PI)
_MIB = 1 << 20


def settings(context: CheckContext) -> CheckResult:
    if context.settings_fault:
        return CheckResult("bad", "check_unusable", "check_settings_advice", context.settings_fault)
    return CheckResult("ok", "check_usable", detail=f"board {context.config.board}")


def camera(context: CheckContext) -> CheckResult:
    source = context.board.camera.source
    if not source:
        return CheckResult("ok", "check_none_wanted")
    on_ribbon = source.partition(":")[0] == "pi"
    return _part(context, "camera", "check_camera_advice" if on_ribbon else "check_webcam_advice", source)


def display(context: CheckContext) -> CheckResult:
    wiring = context.board.display
    if wiring.controller == "none":
        return CheckResult("ok", "check_no_display_wanted")
    return _part(context, "display", "check_display_advice", wiring.controller)


def buttons(context: CheckContext) -> CheckResult:
    pins = [str(button.pin) for button in context.board.buttons]
    if not pins:
        return CheckResult("ok", "check_none_wanted")
    return _part(context, "pins", "check_pins_advice", "GPIO " + " ".join(pins))


def _part(context: CheckContext, part: Part, advice: PhraseKey, name: str) -> CheckResult:
    fault = context.faults.get(part)
    if fault is None:
        return CheckResult("unknown", "check_not_asked", detail=f"{name}: in use, or nobody asked it")
    if fault:
        return CheckResult("bad", "check_no_answer", advice, fault)
    return CheckResult("ok", "check_answers", detail=name)


def network(context: CheckContext) -> CheckResult:
    """The network that reads cards: its checksum, and the backend that runs it."""
    from vision.recognition.embedder import BrokenModel, Recogniser

    backend = context.board.inference
    try:
        recogniser = Recogniser(backend=backend)
    except BrokenModel as error:
        return CheckResult("bad", "check_damaged", "check_install_again", str(error))
    runs = recogniser.network
    detail = f"sha256 {recogniser.version}, run by {runs.backend}: {runs.reason}"
    if runs.backend == "opencv" and backend != "opencv":
        return CheckResult("warn", "check_whole_opencv", "check_opencv_advice", detail)
    return CheckResult("ok", "check_whole", detail=detail)


def packs(context: CheckContext) -> CheckResult:
    from device.storage.pack_paths import SUFFIX
    from vision.recognition.pack_file import BadPack, checked_pack

    files = sorted((context.state / "packs").glob(f"*{SUFFIX}"))
    if not files:
        return CheckResult("warn", "check_no_pack", "check_no_pack_advice")
    readable, broken = [], []
    for file in files:
        try:
            kind, cards = checked_pack(file)
            readable.append(f"{file.stem} ({kind}, {cards} cards)")
        except (BadPack, OSError) as error:
            broken.append(str(error))
    if broken:
        found = FilledPhrase("check_packs_damaged", {"count": len(broken)})
        verdict: Verdict = "warn" if readable else "bad"
        return CheckResult(verdict, found, "check_broken_pack_advice", "; ".join(broken + readable))
    return CheckResult("ok", FilledPhrase("check_packs_readable", {"count": len(readable)}), detail=", ".join(readable))


def journal(context: CheckContext) -> CheckResult:
    path = context.state / "journal.sqlite"
    fault = context.faults.get("journal")
    if fault:
        return CheckResult("bad", "check_unreadable", "check_journal_advice", fault)
    sizes = [file.stat().st_size for file in (path, path.with_name(f"{path.name}-wal")) if file.is_file()]
    if not sizes:
        return CheckResult("ok", "check_empty", detail=f"no {path.name} yet")
    size = {"mib": f"{sum(sizes) / _MIB:.1f}"}
    if fault is None:
        return CheckResult("unknown", FilledPhrase("check_size", size), detail="nobody looked into it")
    return CheckResult("ok", FilledPhrase("check_whole_size", size))


def system(context: CheckContext) -> CheckResult:
    model = context.read("proc/device-tree/model") or platform.machine()
    release = dict(line.split("=", 1) for line in (context.read("etc/os-release") or "").splitlines() if "=" in line)
    name = release.get("PRETTY_NAME", platform.system()).strip('"')
    detail = f"{model}, {name}, Python {platform.python_version()}"
    if struct.calcsize("P") < 8:
        return CheckResult("bad", "check_32_bits", "check_system_advice", detail)
    short = model.removeprefix("Raspberry ").split(" Rev")[0]
    return CheckResult("ok", FilledPhrase("check_model", {"model": short}), detail=detail)


def libraries(context: CheckContext) -> CheckResult:
    versions = {name: version_of(name) for name in LIBRARIES}
    detail = ", ".join(f"{name} {version or '–'}" for name, version in versions.items())
    on_a_pi = "Raspberry Pi" in (context.read("proc/device-tree/model") or "")
    missing = [name for name, version in versions.items() if not version and (on_a_pi or name not in ON_A_PI)]
    if missing:
        found = FilledPhrase("check_library_missing", {"name": missing[0]})
        return CheckResult("bad", found, "check_install_again", detail)
    return CheckResult("ok", "check_all_there", detail=detail)


def version_of(name: str) -> str:
    from importlib import metadata, util  # 3 MiB, needed here only

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "without a version" if util.find_spec(name) is not None else ""


CHECKS: Mapping[str, tuple[PhraseKey, CheckFunction]] = {
    "power": ("check_power", board.power),
    "temperature": ("check_temperature", board.temperature),
    "memory": ("check_memory", board.memory),
    "disk": ("check_disk", board.disk),
    "clock": ("check_clock", board.clock),
    "camera": ("check_camera", camera),
    "display": ("check_display", display),
    "buttons": ("check_buttons", buttons),
    "network": ("check_network", network),
    "packs": ("check_packs", packs),
    "journal": ("check_journal", journal),
    "settings": ("check_settings", settings),
    "system": ("check_system", system),
    "libraries": ("check_libraries", libraries),
}


def run_checks(context: CheckContext) -> list[Check]:
    return [run_check(name, context) for name in CHECKS]


def run_check(name: str, context: CheckContext) -> Check:
    title, check = CHECKS[name]
    try:
        result = check(context)
    except Exception as error:  # a failing check must not stop the others
        reason = f"{type(error).__name__}: {error}"
        result = CheckResult("unknown", "check_impossible", detail=reason)
    return Check(name, title, *result)
