"""What the terminal says at the start: where the hall is found, and the organiser's code."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno

from device.feed.codes import player_code
from device.i18n.locale import spoken_language
from hall.texts import HallTexts

if TYPE_CHECKING:
    from pathlib import Path

    from hall.tournament.state import Tournament


def announcement(
    tournament: Tournament, file: Path, addresses: tuple[str, ...], key: str, is_read_only: bool = False
) -> str:
    """Returns the lines, with a code to photograph that lets the organiser in."""
    texts, code = HallTexts(spoken_language()), player_code(key)
    lines = [
        texts.terminal_tournament.format(title=tournament.title or texts.terminal_no_tournament, file=file),
        texts.terminal_address.format(addresses=f" {texts.terminal_or} ".join(addresses)),
        texts.terminal_code.format(code=f"{code[:3]} {code[3:]}"),
        qr_code(f"{addresses[0]}/o/{code}"),
        texts.terminal_read_only if is_read_only else texts.terminal_stop,
    ]
    return "\n".join(lines)


def qr_code(text: str) -> str:
    """Returns a QR code of block characters, dark on light whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
