"""The files that the organiser can download."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from hall.reports import REPORTS, as_csv, as_json, as_lines, table_of
from web.kit.app import attachment

if TYPE_CHECKING:
    from common.texts.phrases import Language
    from hall.live_hall import LiveHall

KINDS = {"csv": "text/csv", "json": "application/json"}
DATABASE, LINES = "database", "tournament.jsonl"


def export_of(hall: LiveHall, what: str, language: Language) -> Response | None:
    """Returns a file such as `ranking.csv`, `tournament.jsonl` or `database`; None for an unknown name.

    Spreadsheets in German expect semicolons, as their numbers have commas.
    """
    stem = f"{hall.tournament.id or 'kiebitz'}-{time.strftime('%Y-%m-%d')}"
    if what == DATABASE:
        return _database(hall, attachment(f"{stem}-hall.sqlite"))
    name, _, kind = what.partition(".")
    report = next((one for one in REPORTS if one == name), None)
    if what == LINES:
        text, media = as_lines(hall.record.events()), "application/jsonl"
    elif report is None or kind not in KINDS:
        return None
    else:
        table = table_of(hall.tournament, report)
        text, media = as_json(table) if kind == "json" else as_csv(table, "," if language == "en" else ";"), KINDS[kind]
    return Response(text, media_type=f"{media}; charset=utf-8", headers=attachment(f"{stem}-{what}"))


def _database(hall: LiveHall, headers: dict[str, str]) -> Response:
    """Returns a consistent copy of the file, also while tables send events."""
    with tempfile.NamedTemporaryFile(prefix="kiebitz-hall-", suffix=".sqlite", delete=False) as made:
        path = Path(made.name)
    hall.record.back_up(path)
    forget = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, 200, headers, "application/vnd.sqlite3", forget)
