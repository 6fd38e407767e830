"""The outcomes of the landlord's requests in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.storage.stick import StickError
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.storage.stick import StickFault

WRITTEN = Words("{name} ist drauf. Der Stick kann weg.", "{name} is on it. You may remove the stick.")
CLEARED = Words("{count} Dateien gelöscht. Der Stick kann weg.", "{count} files deleted. You may remove the stick.")
WRITING = Words("Schreibt. Stick stecken lassen!", "Writing. Leave the stick in!")
READING = Words("Liest. Stick stecken lassen!", "Reading. Leave the stick in!")
INSTALLING = Words("Wird geprüft und eingerichtet, einige Minuten.", "It is checked and installed: some minutes.")
NOTHING_PLAYED = Words("Noch ist nichts gespielt.", "Nothing has been played yet.")
FAILED = Words("Hat nicht geklappt. Warum, steht bei den Meldungen.", "It failed. The log says why.")
NO_BACKUP = Words("Das ist keine brauchbare Sicherung. Nichts geändert.", "No usable backup. Nothing was changed.")
BUSY = Words("Gerade beschäftigt: gleich nochmal.", "Busy just now: try again soon.")
NOT_DELETED = Words("Nicht gelöscht. Warum, steht bei den Meldungen.", "Not deleted. The log says why.")
DELETED = Words("Gelöscht, auch aus den Sicherungen hier.", "Deleted, also from the backups here.")
DELETED_BUT_SETTINGS = Words(
    "Gelöscht. Der Name steht noch in kiebitz.toml.", "Deleted. The name is still in kiebitz.toml."
)
JOINED = Words("Beigetreten. Der Tisch wartet auf seine Paarung.", "Joined. The table waits for its pairing.")
NOT_JOINED = Words("Diese Datei ist nicht für einen Tisch gemacht.", "This file was not made for a table.")
RESTORED = Words("Die Sicherung ist da.", "The backup is in place.")
NOT_INSTALLED = Words("Geht nur am eingerichteten Gerät.", "Only an installed device can do this.")
RUNS_NOW = Words("Kiebitz {version} läuft.", "Kiebitz {version} is running.")
STICK_FAULTS: Mapping[StickFault, Words] = {
    "no_stick": Words("Kein Stick da: einstecken, kurz warten, nochmal.", "No stick: plug one in, wait, try again."),
    "read_only": Words("Auf den Stick lässt sich nicht schreiben.", "The stick cannot be written to."),
    "full": Words("Der Stick ist voll.", "The stick is full."),
    "gone": Words("Stick weg oder kaputt. Hier fehlt nichts.", "Stick gone or broken. Nothing is lost here."),
}
UPDATE_FAULTS: tuple[tuple[str, Words], ...] = (
    ("signature", Words("Die Unterschrift passt nicht. Nichts geändert.", "The signature is wrong. Nothing changed.")),
    ("release key", Words("Dieser Kiebitz kennt keinen Schlüssel.", "This Kiebitz knows no key to check with.")),
    ("deal in play", Words("Erst das Spiel zu Ende spielen.", "Finish the deal first.")),
    ("free space", Words("Zu wenig Platz auf der Speicherkarte.", "Too little room on the memory card.")),
    ("cannot be unpacked", Words("Die Datei ist beschädigt.", "The file is damaged.")),
    ("did not get ready", Words("Die neue startet nicht; die alte läuft.", "The new one fails; the old one runs.")),
)
"""Words by a part of what `deploy/upgrade` says."""


def in_words(error: Exception) -> Words:
    """Returns what a person is told about a failure."""
    return STICK_FAULTS[error.fault] if isinstance(error, StickError) else FAILED


def update_fault(reason: str) -> Words:
    return next((words for part, words in UPDATE_FAULTS if part in reason), FAILED)
