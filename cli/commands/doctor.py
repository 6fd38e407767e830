"""kiebitz doctor: runs the health checks and says what to do about each fault."""

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from cli.probes import journal_fault, probe_parts, refuse_while_running, running_process
from common.files.paths import choices_file, config_file, journal_file, state_folder
from common.texts.phrases import LANGUAGES, Language, phrase_in, spoken_language
from device.diagnostics.check import MARKS, Check, CheckContext, lines, worst
from device.diagnostics.registry import run_checks
from device.diagnostics.support_bundle import write_bundle
from device.hardware.board import Board, read_board


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="F", help="the settings, by default those of this user")
    parser.add_argument("--bundle", type=Path, metavar="FILE", help="also all that helps to find a fault, as one zip")
    parser.add_argument("--buttons", action="store_true", help="instead: press each button once, and see which work")
    parser.add_argument("--light", action="store_true", help="instead: see every colour of the light, hear every tone")
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the text (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Returns 1 if a check fails. Camera, display and buttons are only tested while no other Kiebitz uses them.

    :raises OSError: if the bundle cannot be written.
    """
    process = running_process()
    if arguments.buttons or arguments.light:
        from cli.terminal_trials import try_buttons, try_light

        refuse_while_running(", or use its menu Landlord")
        board = check_context(arguments.config, ask_parts=False).board
        works = try_buttons(board, arguments.language) if arguments.buttons else True
        works = (try_light(board, arguments.language) if arguments.light else True) and works
        return 0 if works else 1
    context = check_context(arguments.config, ask_parts=process is None)
    checks = run_checks(context)
    report_lines = list(lines(checks, process, arguments.language))
    if arguments.jsonl:
        print(*(json.dumps(line, ensure_ascii=False) for line in report_lines), sep="\n")
    else:
        print(*table(checks, process, arguments.language), sep="\n")
    if arguments.bundle:
        write_bundle(arguments.bundle, report_lines, context)
        if not arguments.jsonl:
            print(arguments.bundle)
    return 1 if worst(checks) == "bad" else 0


def check_context(path: Path | None, ask_parts: bool) -> CheckContext:
    """Returns the context of the checks; if the settings cannot be used, their fault and the default settings."""
    from device.settings.preferences import read_choices
    from device.settings.settings import Config, read_config

    config, board, fault = Config(), Board(), ""
    try:
        path_of_settings = path or config_file()
        config = read_config(path_of_settings) if path or path_of_settings.exists() else config
        read_choices(choices_file())
    except (ValueError, OSError) as error:
        fault = str(error)
    try:
        board = read_board(config.board)
    except ValueError as error:
        fault = fault or str(error)
    parts = probe_parts(board) if ask_parts else {}
    faults = {**parts, "journal": journal_fault(journal_file())}
    return CheckContext(config, board, state_folder(), faults, fault)


def table(checks: Sequence[Check], process: int | None, language: Language) -> Iterator[str]:
    say = partial(phrase_in, language)
    yield say("doctor_running", process=process) if process else say("doctor_not_running")
    yield ""
    titles = max(len(say(check.title)) for check in checks)
    widest = max(len(say(check.found)) for check in checks)
    marks = max(len(say(mark)) for mark in MARKS.values())
    for check in checks:
        line = f"  {say(MARKS[check.verdict]):<{marks}}  {say(check.title):<{titles}}  {say(check.found):<{widest}}"
        yield f"{line}  {say(check.advice) if check.advice else ''}".rstrip()
        if check.verdict == "bad" and check.detail:
            yield f"  {'':<{marks}}  {'':<{titles}}  {check.detail}"
    yield ""
    verdict = worst(checks)
    yield say("doctor_ok" if verdict == "ok" else "doctor_warn" if verdict == "warn" else "doctor_bad")
