"""Files for phones, handled in the threads of connections: documents of the stored evenings, uploads in parts."""

import base64
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from common.errors import print_fault
from common.feed.messages import UPLOAD_LIMITS, Fetch, Upload, UploadKind
from common.files.paths import journal_file, upload_folder

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
    from device.reporting.export import LAST_EVENING, WRITERS, find_evening
    from device.reporting.ledger import account_lines, evening_lines
    from device.storage.evenings import read_intact_evenings
    from device.storage.ledger import ledger_of

    if fetch.document == "ledger":
        ledger = ledger_of(journal_file(), lambda _: None)
        listed = [next(evening_lines(evening, number)) for number, evening in enumerate(ledger.evenings, 1)]
        lines = [*listed[-MAX_EVENINGS:], *account_lines(ledger)]
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    elif fetch.document == "stored":
        from device.storage.erasure import inventory

        stored = inventory()
        people = [{"kind": "person", "name": name, "title": name} for name in stored.people[:MAX_PEOPLE]]
        evenings = [{"kind": "evening", "name": each.name, "title": each.title} for each in stored.evenings]
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (*people, *evenings[:MAX_EVENINGS]))
    else:
        evening = find_evening(LAST_EVENING, *read_intact_evenings(journal_file(), print_fault))
        text = WRITERS[f".{fetch.document}"](evening, fetch.language)
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"got a document of {len(text)} letters, expected at most {MAX_BYTES} bytes")
    return text


NAMES: Mapping[UploadKind, str] = {
    "backup": "phone.zip", "archive": "kiebitz-phone.tar.gz", "signature": "kiebitz-phone.tar.gz.sig",
}  # fmt: skip
"""As `deploy/update` expects them."""
SPARE_BYTES = 64 << 20
"""Bytes that stay free on the card, for the journal."""


def upload_file(kind: UploadKind) -> Path:
    """Returns where a file of this kind lies once it is there."""
    return upload_folder() / NAMES[kind]


def take_part(part: Upload) -> None:
    """Adds a part to its file, which begins anew with the first part and gets its name with the last.

    :raises ValueError: if the part does not follow the one before, or the file is too large or no such file.
    :raises OSError: if it cannot be written.
    """
    file = upload_file(part.kind)
    half = file.with_name(f"{file.name}.part")
    if part.offset == 0:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        half.write_bytes(b"")
    end = part.offset + len(part.content)
    if half.stat().st_size != part.offset or end > UPLOAD_LIMITS[part.kind]:
        half.unlink()
        raise ValueError(f"got {part.kind} from byte {part.offset} to {end}, expected the part after the last one")
    if shutil.disk_usage(file.parent).free < len(part.content) + SPARE_BYTES:
        half.unlink()
        raise ValueError("got no room on the card, expected some for the file")
    with half.open("ab") as opened:
        opened.write(part.content)
    if part.is_last:
        try:  # all of it is checked when it is put in place
            if part.kind == "backup":
                from device.storage.backup import check_entries  # loads NumPy and OpenCV

                check_entries(half)
            elif part.kind == "archive":
                from tarfile import is_tarfile

                if not is_tarfile(half):
                    raise ValueError("got an archive that is none, expected kiebitz-VERSION.tar.gz")
        except Exception:  # zip and tar fail in many ways
            half.unlink()
            raise
        half.replace(file)


def forget_uploads() -> None:
    if upload_folder().exists():
        shutil.rmtree(upload_folder(), ignore_errors=True)
