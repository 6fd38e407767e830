"""The files that the organiser can download."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from hall.reports.tables import REPORTS, table_of
from hall.reports.texts import as_csv, as_json, as_lines
from web.kit.app import attachment

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from hall.live_hall import LiveHall

KINDS = {"csv": "text/csv", "json": "application/json"}
DATABASE, LINES = "database", "tournament.jsonl"


class Exports:
    def __init__(self, hall: LiveHall) -> None:
        self._hall = hall

    def answer(self, what: str, language: Language) -> Response | None:
        """Returns a file such as `ranking.csv`, `tournament.jsonl` or `database`; None for an unknown name.

        Spreadsheets in German expect semicolons, as their numbers have commas.
        """
        if what == DATABASE:
            return self._database()
        if what == LINES:
            return self._answer(as_lines(self._hall.record.events()), "application/jsonl", what)
        name, _, kind = what.partition(".")
        report = next((one for one in REPORTS if one == name), None)
        if report is None or kind not in KINDS:
            return None
        table = table_of(self._hall.tournament, report)
        text = as_json(table) if kind == "json" else as_csv(table, "," if language == "en" else ";")
        return self._answer(text, KINDS[kind], what)

    def _answer(self, text: str, kind: str, name: str) -> Response:
        return Response(text, media_type=f"{kind}; charset=utf-8", headers=self._headers(name))

    def _database(self) -> Response:
        """Returns a consistent copy of the file, also while tables send events."""
        with tempfile.NamedTemporaryFile(prefix="kiebitz-hall-", suffix=".sqlite", delete=False) as made:
            path = Path(made.name)
        self._hall.record.back_up(path)
        forget = BackgroundTask(path.unlink, missing_ok=True)
        return FileResponse(path, 200, self._headers("hall.sqlite"), "application/vnd.sqlite3", forget)

    def _headers(self, name: str) -> dict[str, str]:
        stem = f"{self._hall.tournament.id or 'kiebitz'}-{time.strftime('%Y-%m-%d')}"
        return attachment(f"{stem}-{name}")
