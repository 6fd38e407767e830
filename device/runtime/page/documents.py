"""Documents for the page, made from the stored evenings outside the loop."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

from common.files.paths import journal_file

if TYPE_CHECKING:
    from common.feed.messages import Fetch

MAX_BYTES = 900_000
"""Bytes of a document; an evening takes some hundred thousand."""


MAX_EVENINGS = 200
"""Evenings that are listed, the last ones."""
MAX_PEOPLE = 200
"""People who are listed, those who played last."""
PART_BYTES = 512 << 10
"""Bytes of a part of a file; in base64 a third more."""


class Documents:
    """Makes the documents that phones ask for.

    The file made last for the landlord's phone is kept until it has been read to its end.
    """

    def __init__(self) -> None:
        self._file = b""

    def keep(self, content: bytes) -> None:
        """Offers a file, in place of the one before; may be called from any thread."""
        self._file = content

    def make(self, fetch: Fetch) -> str:
        """Returns the document that a phone asks for.

        :raises ValueError: see `make_document`.
        :raises OSError: likewise.
        """
        if fetch.document != "file":
            return make_document(fetch)
        part = self._file[max(fetch.offset, 0) :][:PART_BYTES]
        if not part:
            self._file = b""
        return base64.b64encode(part).decode()


def make_document(fetch: Fetch) -> str:
    """Returns a document about one evening or all of them, or what is stored.

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
    elif fetch.document == "stored":
        text = _stored_data()
    else:
        text = WRITERS[f".{fetch.document}"](read_evening(journal_file(), "last"), fetch.language)
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"got a document of {len(text)} letters, expected at most {MAX_BYTES} bytes")
    return text


def _stored_data() -> str:
    from device.storage.erasure.erase import inventory

    stored = inventory()
    people = [{"kind": "person", "name": name, "title": name} for name in stored.people]
    evenings = [{"kind": "evening", "name": each.name, "title": each.title} for each in stored.evenings]
    lines = (*people[:MAX_PEOPLE], *evenings[:MAX_EVENINGS])
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
