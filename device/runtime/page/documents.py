"""Documents for the page, made from the journal as it lies on the disk, outside the loop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from device.files.paths import journal_file

if TYPE_CHECKING:
    from device.feed.messages import Fetch

MAX_BYTES = 900_000
"""Bytes of a document; an evening takes some hundred thousand."""


def make_document(fetch: Fetch) -> str:
    """Returns the document that a phone asks for.

    :raises ValueError: if there is no evening, the journal cannot be read, or the document is too large.
    :raises OSError: if the journal cannot be opened.
    """
    from device.reporting.export import WRITERS, read_evening
    from device.reporting.ledger.json_lines import account_lines, evening_lines
    from device.storage.ledger import ledger_of

    if fetch.document == "ledger":
        ledger = ledger_of(journal_file(), lambda _: None)
        evenings = [
            line for number, each in enumerate(ledger.evenings, 1) for line in list(evening_lines(each, number))[:1]
        ]
        lines = [*evenings[-MAX_EVENINGS:], *account_lines(ledger)]
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    else:
        text = WRITERS[f".{fetch.document}"](read_evening(journal_file(), "last"), fetch.language)
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"got a document of {len(text)} letters, expected at most {MAX_BYTES} bytes")
    return text


MAX_EVENINGS = 200
"""Evenings that are listed, the last ones."""
