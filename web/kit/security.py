"""Roles of phones and the codes that grant them, limits against guessing, checks of every request.

Which views and requests are for members or the landlord alone is in `web.table.rendering` and `web.table.app`.
"""

import hmac
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from common.feed.codes import CODE_LENGTH, player_code, sign
from common.limits import MAX_ADDRESSES, MAX_BODY_BYTES
from web.kit.requests import ACCESS_POINT, is_at_access_point

Role: TypeAlias = Literal["nobody", "viewer", "player", "landlord", "organiser"]
"""Players and the landlord are at a table, organisers in a hall."""
MEMBERS: tuple[Role, ...] = ("player", "landlord")
"""The roles of phones at a table that have given the code."""
WITHOUT_CODE: tuple[Role, ...] = ("nobody", "viewer")


def new_cookie(key: str, role: str) -> str:
    """Returns a cookie with *role*, signed with the key of the evening."""
    text = f"{role}.{secrets.token_hex(8)}"
    return f"{text}.{sign(key, text)}"


def signed_role(key: str, cookie: str, roles: tuple[Role, ...]) -> Role | None:
    """Returns the role of a cookie if *key* has signed it and it is one of *roles*."""
    name, _, rest = cookie.partition(".")
    nonce, _, signature = rest.partition(".")
    role = next((each for each in roles if each == name), None)
    if not key or role is None or not cookie.isascii():
        return None
    return role if hmac.compare_digest(signature, sign(key, f"{role}.{nonce}")) else None


def is_code(key: str, given: str) -> bool:
    """Returns whether *given* is the code of players, in any case and with any spaces."""
    tidy = "".join(given.split()).upper()
    return bool(key) and tidy.isascii() and len(tidy) == CODE_LENGTH and hmac.compare_digest(tidy, player_code(key))


@dataclass
class Limit:
    """Lets each address do *most* things in *seconds*."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _done: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)

    def allows(self, address: str) -> bool:
        """Counts one more attempt of *address*; returns whether it is allowed."""
        now = self.clock()
        recent = [moment for moment in self._done.pop(address, []) if now - moment < self.seconds]
        self._done[address] = recent
        while len(self._done) > MAX_ADDRESSES:
            self._done.popitem(last=False)
        if len(recent) >= self.most:
            return False
        recent.append(now)
        return True

    def forget(self, address: str) -> None:
        self._done.pop(address, None)


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


SIGNPOST = f"""<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kiebitz</title><h1>Kiebitz</h1><p>Dieses WLAN hat kein Internet. Bitte im Browser öffnen:</p>
<p lang="en">This Wi-Fi has no internet. Please open in your browser:</p><h2>http://{ACCESS_POINT}</h2></html>
"""
"""The response to the connectivity check of a phone that has just joined the table's own Wi-Fi. The captive portal
browsers of phones keep neither cookies nor scripts, so it only says where the page is."""


class RequestGuard:
    """Refuses requests for other hosts (DNS rebinding), from other origins, and too large ones.

    *names* are the host names, besides IP addresses, that the page accepts; *uploads* the paths of files, which may be
    larger than other bodies and are not JSON, each with its maximum number of bytes.
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...], uploads: Mapping[str, int]) -> None:
        self._app, self._names = app, frozenset(name.lower() for name in names)
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        app = self._app if refusal is None else refusal
        await app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own(host):
            client = scope.get("client") or ("", 0)
            if scope["method"] == "GET" and is_at_access_point(client[0]):
                return HTMLResponse(SIGNPOST)
            return PlainTextResponse("unknown host", 421)
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return PlainTextResponse("GET or POST expected", 405)
        origin = headers.get("origin", "").partition("://")[2]
        if origin.lower() != host.lower() or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return PlainTextResponse("requests come from the page itself", 403)
        most = self._uploads.get(scope["path"], MAX_BODY_BYTES)
        wanted = "application/octet-stream" if scope["path"] in self._uploads else "application/json"
        if headers.get("content-type", "").partition(";")[0].strip() != wanted:
            return PlainTextResponse(f"{wanted} expected", 415)
        length = headers.get("content-length", "")
        if not length.isdecimal() or len(length) > 9 or int(length) > most:
            return PlainTextResponse(f"at most {most} bytes expected", 413)
        return None

    def _is_own(self, host: str) -> bool:
        if not host.isascii() or len(host) > 100:
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False
