"""The view on which pairs register in advance by the code on a poster, and that poster."""

from __future__ import annotations

from dataclasses import dataclass

from hall.tournament.commands.entries import poster_code
from web.hall.views.base import HallContext
from web.hall.views.entries import desk_form
from web.kit.rendering import qr_picture


@dataclass(frozen=True, slots=True)
class EnlistForm:
    fields: tuple[tuple[str, str], ...]
    """Name and label of the fields for members; none if nobody can register in advance."""
    code: str


def enlist_form(context: HallContext) -> EnlistForm:
    form = desk_form(context)
    is_open = context.tournament.is_created and form.is_open and form.entrants != "team"
    return EnlistForm(form.fields if is_open else (), str(context.number) if context.number > 0 else "")


@dataclass(frozen=True, slots=True)
class Poster:
    picture: str
    """SVG."""
    address: str
    code: int


def poster_view(context: HallContext) -> Poster:
    code, address = poster_code(context.tournament), f"{context.address}/enlist"
    return Poster(qr_picture(f"{address}/{code}"), address.partition("://")[2], code)
