"""The files that the landlord takes away on a stick."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from common.files.paths import journal_file
from device.storage.journal import JournalError
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from common.texts.phrases import Language
    from device.diagnostics.base import CheckContext
    from device.settings.requests import StickExport

    Say = Callable[[str], None]
    File = tuple[str, bytes]

BACKUP_NAME, BUNDLE_NAME = "kiebitz-{day}.zip", "help-{day}.zip"


class NothingPlayed(JournalError):
    """Raised if there is no game to export yet."""


def export(what: StickExport, context: CheckContext, language: Language, say: Say) -> File:
    """Returns the name and the content of a file.

    :raises NothingPlayed: if there is no game yet.
    :raises ValueError: if the journal cannot be read.
    :raises OSError: likewise.
    """
    if what == "bundle":
        return _bundle(context, language)
    if not journal_file().exists():
        raise NothingPlayed("got no journal, expected one with a game")
    if what == "backup":
        from device.storage.backup import create_backup

        return BACKUP_NAME.format(day=date.today().isoformat()), create_backup()
    return _results(what, language, say)


def _results(what: StickExport, language: Language, say: Say) -> File:
    from common.texts.words import in_language, words_for
    from device.reporting.ledger.csv_table import ledger_csv
    from device.reporting.ledger.text import LedgerText
    from device.storage.ledger import ledger_of
    from engine.state.ledger import Ledger

    ledger = ledger_of(journal_file(), say)
    played = [evening for evening in ledger.evenings if evening.games]
    if not played:
        raise NothingPlayed("got a journal without a game, expected one")
    if what == "table":
        name = in_language(Words("alle-abende.csv", "all-evenings.csv"), language)
        return name, ledger_csv(ledger, "," if language == "en" else ";").encode()
    lines = LedgerText(words_for(language, "bavarian")).lines(Ledger((played[-1],)))
    return f"{played[-1].name or date.today().isoformat()}.txt", "".join(f"{line}\n" for line in lines).encode()


def _bundle(context: CheckContext, language: Language) -> File:
    from device.diagnostics.registry import run_checks
    from device.diagnostics.report import lines
    from device.diagnostics.support_bundle import write_bundle

    with TemporaryDirectory(prefix="kiebitz-") as folder:
        file = Path(folder) / BUNDLE_NAME.format(day=date.today().isoformat())
        write_bundle(file, list(lines(run_checks(context), None, language)), context)
        return file.name, file.read_bytes()
