"""The view with the QR code by which another phone joins."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno

from common.feed.codes import player_code

if TYPE_CHECKING:
    from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class Invitation:
    picture: str
    """SVG."""
    address: str
    code: str
    say: str = ""


def invite_view(context: TableContext) -> Invitation | None:
    """Returns the invitation; None for phones that may not invite."""
    state = context.live.state
    if state is None or not context.may_change or not state.key:
        return None
    code, address = player_code(state.key), context.live.address
    buffer = io.BytesIO()
    link = segno.make(f"{address}/j/{code}", error="m", micro=False)
    link.save(buffer, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, svgclass="qr", lineclass=None)
    return Invitation(buffer.getvalue().decode(), address.partition("://")[2], code)
