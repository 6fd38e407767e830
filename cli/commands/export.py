"""kiebitz export: writes evenings as a spreadsheet, as records for `kiebitz judge`, or everything as a backup."""

import argparse
from pathlib import Path

from cli.record_files import evening_of, read_record
from common.errors import CommandError
from common.files.paths import journal_file
from common.texts.phrases import LANGUAGES, spoken_language
from device.reporting.export import WRITERS

BACKUP_SUFFIX = ".zip"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="its suffix chooses the format")
    parser.add_argument("--evening", metavar="E", help="only this one, such as 2026-11-21, or the last")
    parser.add_argument("--from", dest="source", type=Path, metavar="RECORD", help="instead of the table's journal")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of .txt (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Writes all files, or none if one of them cannot be written. Existing files are never overwritten.

    :raises ValueError: for an unknown file extension or evening, or a journal that cannot be read.
    :raises OSError: for a file that cannot be written or exists already.
    """
    from device.storage.backup import create_backup

    endings = [*WRITERS, BACKUP_SUFFIX]
    for file in arguments.files:
        if file.suffix.lower() not in endings:
            raise CommandError(f"got file {file}, expected a name that ends in one of {', '.join(endings)}")
    whole_journals = [file for file in arguments.files if file.suffix.lower() == BACKUP_SUFFIX]
    if whole_journals and (arguments.evening or arguments.source):
        raise CommandError(f"got {whole_journals[0]} with --evening or --from, expected neither: it holds everything")
    contents: dict[Path, bytes] = {}
    if len(whole_journals) < len(arguments.files):
        evening = evening_of(read_record(arguments.source or journal_file()), arguments.evening)
    for file in arguments.files:
        contents[file] = (
            create_backup()
            if file in whole_journals
            else WRITERS[file.suffix.lower()](evening, arguments.language).encode()
        )
    for file, content in contents.items():
        with file.open("xb") as written:
            written.write(content)
        print(file)
    return 0
