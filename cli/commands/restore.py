"""kiebitz restore: restores a backup, also one of another device."""

import argparse
from pathlib import Path

from cli.probes import refuse_while_running


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a .zip that kiebitz export made")
    parser.add_argument("--replace", action="store_true", help="keep beside them what is here already")


def run(arguments: argparse.Namespace) -> int:
    """:raises CommandError: if Kiebitz is running.
    :raises ValueError: if the file is damaged or no backup, or if the device has a journal already.
    """
    from device.runtime.appliance_runs import follow_evening
    from device.storage.backup import restore_backup

    refuse_while_running()
    for file in restore_backup(arguments.file, arguments.replace, follow_evening):
        print(file)
    return 0
