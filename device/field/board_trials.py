"""Trials of display, buttons, light and processor on a board."""

from __future__ import annotations

import queue
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing

import numpy as np
from PIL import Image, ImageDraw

from device.camera.picture_file import read_picture
from device.diagnostics.check import CheckContext, degrees_celsius, kib, throttle_flags
from device.display.text_layout import HEIGHT, WIDTH
from device.field.report import Section
from device.hardware.board import Board, ButtonPin
from device.hardware.gpio import Buttons, PinLight
from device.hardware.presses import Press
from device.hardware.status_light import SIGNALS
from device.runtime.board_parts import open_display
from device.storage.pack_paths import SAMPLE, SAMPLE_PACK, shipped_folder
from device.storage.packs import open_reader
from vision.scene.still_scene import read_scene
from vision.tracking.motion.motion_gate import MotionGate

PICTURES = 100
PRESSES = 5
PRESS_PATIENCE_S = 15.0
"""Seconds to wait for a press."""
AFTER_PRESS_S = 0.5
"""Seconds after the last press in which a contact that bounces late is counted as another press."""
SAMPLE_S = 10.0
"""Seconds between two looks at temperature and clock."""
GATE_FRAMES = 200
THROTTLED_NOW = 0xF
"""The bits of `get_throttled` about this moment: undervoltage, frequency capped, throttled, soft limit of heat."""


def try_display(board: Board) -> Section:
    """Shows a hundred pictures that all differ."""
    if board.display.controller == "none":
        return {"fault": "the board profile has no display"}
    with closing(open_display(board.display)) as display:
        if display.fault:
            return {"fault": display.fault}
        milliseconds, errors = [], 0
        for number in range(PICTURES):
            picture = Image.new("1", (WIDTH, HEIGHT))
            ImageDraw.Draw(picture).rectangle((number, 0, number + 20, HEIGHT - 1), fill=1)
            began = time.perf_counter()
            display.show(picture)
            milliseconds.append(1000 * (time.perf_counter() - began))
            errors += bool(display.fault)
        return {
            "found": display.description,
            "pictures": PICTURES,
            "errors": errors,
            "picture_ms_median": round(float(np.median(milliseconds)), 2),
            "picture_ms_longest": round(max(milliseconds), 2),
        }


def try_buttons(board: Board, ask: Callable[[str], None]) -> Section:
    """Counts presses and edges while each button is pressed five times; *ask* says which one."""
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    edges: Counter[ButtonPin] = Counter()
    rows, missed, extra = [], 0, 0
    with closing(Buttons(board.buttons, presses.put, on_edge=lambda pin: edges.update([pin]))) as buttons:
        if not board.buttons or buttons.are_missing:
            return {"fault": buttons.fault or "the board profile has no buttons"}
        for pin in board.buttons:
            name = pin.button if pin.seat is None else f"{pin.button} of seat {pin.seat}"
            ask(f"Press {name.upper()} five times")
            count, others = _count_presses(presses, pin)
            missed, extra = missed + max(0, PRESSES - count), extra + max(0, count - PRESSES) + others
            rows.append(f"{name} on GPIO {pin.pin}: {count} presses, {edges[pin]} edges, {others} of other buttons")
    return {"missed": missed, "extra": extra, "presses": rows}


def _count_presses(presses: queue.SimpleQueue[Press], pin: ButtonPin) -> tuple[int, int]:
    """Returns how often the button was pressed, and how often others were, until five presses are followed by none."""
    count = others = 0
    while True:
        try:
            press = presses.get(timeout=AFTER_PRESS_S if count >= PRESSES else PRESS_PATIENCE_S)
        except queue.Empty:
            return count, others
        is_this = (press.button, press.seat) == (pin.button, pin.seat)
        count, others = count + is_this, others + (not is_this)


def try_light(board: Board, confirm: Callable[[str], bool]) -> Section:
    """Shows every signal of light and buzzer; *confirm* asks whether it is seen and heard."""
    wrong: list[str] = []
    with closing(PinLight(board.light)) as light:
        if light.is_missing or (board.light.red is None and board.light.buzzer is None):
            return {"fault": light.fault or "the board profile has no light and no buzzer"}
        for state, signal in SIGNALS.items():
            light.show(state)
            red, green, blue = signal.colour
            what = f"light {red:.0%} red, {green:.0%} green, {blue:.0%} blue{', blinking' if signal.blinks else ''}"
            if not confirm(f"{what}{f', and a tone ({signal.tone})' if signal.tone else ''}?"):
                wrong.append(state)
            light.show(state)  # ends the tone
        return {"wrong": len(wrong), "signals": len(SIGNALS), "not_confirmed": wrong}


def try_speed(board: Board) -> Section:
    """Measures the gate, and the picture that comes with the program: four cards, two on one another."""
    noise = np.random.default_rng(1).integers(90, 110, (GATE_FRAMES, 360, 640), np.uint8)
    gate, began = MotionGate(), time.perf_counter()
    for number, luma in enumerate(noise):
        gate.update(luma, number / 10)
    gate_ms = 1000 * (time.perf_counter() - began) / GATE_FRAMES
    began = time.perf_counter()
    reader = open_reader(SAMPLE_PACK, board.inference)
    opening = time.perf_counter() - began
    picture = read_picture(shipped_folder() / SAMPLE).image
    began = time.perf_counter()
    readings = read_scene(picture, reader)
    return {
        "network": reader.recogniser.network.backend,
        "gate_ms": round(gate_ms, 2),
        "pack_seconds": round(opening, 2),
        "sample_seconds": round(time.perf_counter() - began, 2),
        "cards": " ".join(str(one.card) for one in readings),
    }


def try_load(board: Board, context: CheckContext, minutes: float, report_time: Callable[[float], None]) -> Section:
    """Reads pictures without a pause, and looks at temperature, clock, throttling and memory every ten seconds."""
    reader, picture = open_reader(SAMPLE_PACK, board.inference), read_picture(shipped_folder() / SAMPLE).image
    began, samples, scenes, due = time.monotonic(), list[list[float]](), 0, 0.0
    while (passed := time.monotonic() - began) < 60 * minutes:
        if passed >= due:
            samples.append([round(passed, 1), *_state_of_board(context)])
            due = passed + SAMPLE_S
            report_time(passed)
        read_scene(picture, reader)
        scenes += 1
    if not samples:
        return {}
    table = np.array(samples)
    section: Section = {
        "minutes": minutes,
        "scenes": scenes,
        "memory_mib": float(table[:, 4].max()),
        "sample_columns": ["seconds", "degrees", "megahertz", "throttled", "memory_mib"],
        "samples": samples,
    }
    if (hottest := float(table[:, 1].max())) > -1:
        section["hottest_degrees"] = hottest
    if (flags := table[:, 3].astype(int)).max() >= 0:
        section["throttled_samples"] = int(((flags & THROTTLED_NOW) != 0).sum())
    return section


def _state_of_board(context: CheckContext) -> tuple[float, float, float, float]:
    """Returns °C, MHz, the flags of the firmware, and the MiB of this process; -1 for what is not known."""
    degrees, flags = degrees_celsius(context), throttle_flags(context)
    clock = context.first("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")
    return (
        -1.0 if degrees is None else degrees,
        -1.0 if clock is None else int(clock) / 1000,
        -1.0 if flags is None else float(flags),
        float((kib(context, "proc/self/status", "VmRSS") or 0) >> 10),
    )
