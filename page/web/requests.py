"""Reads from a request the address of the phone, its language, and the JSON of its body."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from starlette.requests import ClientDisconnect

from device.i18n.phrases import Language
from page.web.security import MAX_BODY_BYTES

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

BODY_S = 10.0
"""Seconds that a phone may take to send a body, which is one packet or a few."""
LANGUAGE_COOKIE = "kiebitz-language"
LANGUAGE_COOKIE_S = 365 * 24 * 3600


def address_of(request: Request) -> str:
    return request.client.host if request.client is not None else ""


async def body_of(request: Request) -> Any:
    """Returns the JSON of the body; None if it is too large, does not come in time, or is invalid.

    Text that is not Unicode, and numbers that JSON does not have, are invalid.
    """
    data = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                data += part
                if len(data) > MAX_BODY_BYTES:
                    return None
        return msgspec.json.decode(data)
    except (ValueError, RecursionError, TimeoutError, ClientDisconnect):
        return None


def language_of(request: Request, otherwise: str) -> Language:
    """Returns the language chosen on this phone, or English if the phone prefers it, or *otherwise*."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    preferred = [
        part.split(";")[0].strip()[:3].rstrip("-")
        for part in request.headers.get("accept-language", "")[:200].split(",")
    ]
    for language in (chosen, *(code for code in preferred if code == "en"), otherwise):
        for known in get_args(Language):
            if language == known:
                return known  # type: ignore[no-any-return]
    return "de"


def remember_language(answer: Response, language: str) -> None:
    """Stores the language in a cookie, if it is a known one."""
    if language in get_args(Language):
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=LANGUAGE_COOKIE_S, httponly=True, samesite="strict")
