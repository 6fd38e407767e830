"""kiebitz field: measures a board, for people who build one and for those who develop Kiebitz."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from cli.commands.doctor import check_context
from cli.probes import refuse_while_running
from common.errors import CommandError, explain_error
from common.files.durable_files import write_owned
from device.diagnostics.support_bundle import names_to_hide
from device.field.report import Report, Section, board_facts, compare, read_report, report_text

HAND_S, LIGHT_S = 20.0, 40.0
"""Seconds of the camera's minute at which a hand and another light are asked for."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--read", type=Path, metavar="FILE", help="instead: compare a report with the manuals' promises"
    )
    parser.add_argument("--config", type=Path, metavar="F", help="the settings, by default those of this user")
    parser.add_argument("--camera", metavar="SOURCE", help="the camera, by default that of the board")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="of the camera (%(default)g)")
    parser.add_argument("--load", type=float, default=10, metavar="MINUTES", help="under load (%(default)g)")
    parser.add_argument("--alone", action="store_true", help="leave out what needs a person: buttons, light, card")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep the four pictures of the card there")
    parser.add_argument("file", nargs="?", type=Path, metavar="REPORT", help="the report (kiebitz-field.toml)")


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if a promise is not kept.

    :raises CommandError: while another Kiebitz uses the parts, or if the report exists already.
    :raises BadReport: if the file to compare is no report.
    """
    if arguments.read is not None:
        return _print_comparison(read_report(arguments.read))

    # In this folder, or in that of temporary files if the user of the appliance may not write here.
    folder = Path() if os.access(Path(), os.W_OK) else Path(tempfile.gettempdir())
    file = arguments.file or folder / "kiebitz-field.toml"
    if file.exists():
        raise CommandError(f"got {file}, which exists already, expected a new file: name another one")
    if not (arguments.alone or sys.stdin.isatty()):
        raise CommandError("got no terminal, expected a person who presses and confirms: add --alone")
    refuse_while_running()
    report = _measure(arguments, file)
    print(f"\nThe report is {file}: read it before you send it. Names and serial numbers are left out.\n")
    return _print_comparison(report)


def _measure(arguments: argparse.Namespace, file: Path) -> Report:
    """Measures part by part, and writes the report after each, so that an end in between loses little."""
    from device.field import board_trials, camera_trial

    context = check_context(arguments.config, ask_parts=False)
    board = context.board
    if arguments.camera:
        board = replace(board, camera=replace(board.camera, source=arguments.camera))
    if arguments.pictures is not None:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    names = list(names_to_hide(context))
    report = board_facts(context)
    _write(file, report, names)
    seconds, minutes, prompt = arguments.seconds, arguments.load, _prompts(arguments)
    trials: dict[str, tuple[str, Callable[[], Section]]] = {
        "camera": (f"The camera, {seconds:g} s", lambda: camera_trial.try_minute(board.camera, seconds, prompt)),
        "openings": ("Five openings of the camera", lambda: camera_trial.try_openings(board.camera, context)),
        "display": ("A hundred pictures on the display", lambda: board_trials.try_display(board)),
        "speed": ("The speed of reading", lambda: board_trials.try_speed(board)),
        "buttons": ("The buttons", lambda: board_trials.try_buttons(board, partial(print, flush=True))),
        "light": ("Light and buzzer", lambda: board_trials.try_light(board, _confirm)),
        "sheet": ("A printed card", lambda: camera_trial.try_sheet(board, _confirm, arguments.pictures)),
        "load": (f"Load, {minutes:g} minutes", lambda: board_trials.try_load(board, context, minutes, _print_minutes)),
    }
    for name, (title, trial) in trials.items():
        if arguments.alone and name in ("buttons", "light", "sheet"):
            continue
        print(f"\n{title} …", flush=True)
        try:
            report[name] = trial()
        except Exception as error:  # a part that fails is a result as well
            report[name] = {"fault": explain_error(error) or f"{type(error).__name__}: {error}"}
        if fault := report[name].get("fault"):
            print(f"  {fault}", flush=True)
        _write(file, report, names)
    return report


def _write(file: Path, report: Report, names: Sequence[str]) -> None:
    write_owned(file, report_text(report, names).encode())


def _print_comparison(report: Report) -> int:
    comparisons = list(compare(report))
    print(f"  {'promise':<12}  {'measured':>8}  {'promised':<14}  what (where, or why)")
    for promise, verdict, value in comparisons:
        limit = f"{'at least' if promise.is_least else 'at most'} {promise.limit:g}"
        measured = "–" if value is None else f"{value:g}"
        print(f"  {verdict:<12}  {measured:>8}  {limit:<14}  {promise.text} ({promise.source})")
    for title, section in report.items():
        if "fault" in section:
            print(f"  fault         {title}: {section['fault']}")
    short = sum(verdict == "not kept" for _, verdict, _ in comparisons)
    missing = sum(verdict == "not measured" for _, verdict, _ in comparisons)
    print(f"\n{len(comparisons) - short - missing} promises kept, {short} not kept, {missing} not measured")
    return 1 if short else 0


def _prompts(arguments: argparse.Namespace) -> Callable[[float], None]:
    """Returns what asks for a hand and for another light while the camera is watched."""
    due = [] if arguments.alone else [(HAND_S, "Hold a hand over the table"), (LIGHT_S, "Switch a lamp on or off")]

    def prompt(seconds: float) -> None:
        if due and seconds >= due[0][0]:
            print(f"  {due.pop(0)[1]}", flush=True)

    return prompt


def _print_minutes(seconds: float) -> None:
    if seconds % 60 < 10:
        print(f"  {time.strftime('%M:%S', time.gmtime(seconds))}", flush=True)


def _confirm(what: str) -> bool:
    return input(f"  {what} [Enter: yes, n: no] ").strip().lower() not in ("n", "no", "nein")
