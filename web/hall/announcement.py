"""The announcement in the terminal at the start: the addresses of the hall, and the organiser's code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import segno

from common.feed.codes import player_code
from common.texts.locale import spoken_language
from web.hall.texts import HallTexts

if TYPE_CHECKING:
    from pathlib import Path

    from hall.tournament.state import Tournament


BLACK_ON_WHITE, USUAL_COLOURS = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Characters by the modules above and below that are dark."""


def announcement(
    tournament: Tournament, file: Path, addresses: tuple[str, ...], key: str, is_read_only: bool = False
) -> str:
    """Returns the lines, with a QR code by which the organiser logs in."""
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
    """Returns a QR code of half blocks, dark on light whatever the terminal's colours are."""
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(HALVES[bool(top), bool(low)] for top, low in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"{BLACK_ON_WHITE}{line}{USUAL_COLOURS}" for line in lines)
