"""Addresses of the page and of phones, and what a request says: its language, and the JSON of its body."""

import asyncio
import ipaddress
import socket
import struct
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from common.limits import BODY_S, MAX_BODY_BYTES, UPLOAD_BYTES_A_S, UPLOAD_PAUSE_S
from common.texts.phrases import Language

ACCESS_POINT = "10.42.0.1"
"""The address that deploy/network gives to the table's own Wi-Fi."""
ACCESS_POINT_PHONES = ipaddress.ip_network("10.42.0.0/24")
_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915
"""The request of Linux for the address of an interface; netlink is closed to the service."""


def addresses(host: str, port: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the URLs of the page: the IP address first, since old phones do not resolve names ending in .local."""
    ending = "" if port == 80 else f":{port}"
    own = host if not ipaddress.ip_address(host).is_unspecified else own_address()
    return tuple(f"http://{name}{ending}" for name in (own, *names) if name)


def own_address() -> str:
    """Returns this machine's address in its network, without sending anything; without a network that of loopback."""
    found = _interface_addresses()
    if ACCESS_POINT in found:
        return ACCESS_POINT
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # documentation addresses: connecting a datagram socket sends nothing
        return str(probe.getsockname()[0])
    return next((address for address in found if not ipaddress.ip_address(address).is_loopback), "127.0.0.1")


def _interface_addresses() -> tuple[str, ...]:
    from fcntl import ioctl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        for interface in sorted(_INTERFACES.iterdir()):
            with suppress(OSError):  # it has none
                answer = ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return tuple(found)


def is_at_access_point(address: str) -> bool:
    """Returns whether a phone with this address has joined the table's own Wi-Fi."""
    try:
        return ipaddress.ip_address(address.removeprefix("::ffff:")) in ACCESS_POINT_PHONES
    except ValueError:
        return False


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
    """Returns the language chosen on this phone, or the first known one that it prefers, or *otherwise*.

    A phone that prefers German gets Boarisch where that is *otherwise*.
    """
    known: Mapping[str, Language] = {language: language for language in get_args(Language)}
    table = known.get(otherwise, "de")
    if chosen := known.get(request.cookies.get(LANGUAGE_COOKIE, "")):
        return chosen
    for part in request.headers.get("accept-language", "")[:200].split(","):
        preferred = known.get(part.partition(";")[0].partition("-")[0].strip().lower())
        if preferred is not None:
            return table if preferred == "de" and table == "bar" else preferred
    return table


def remember_language(answer: Response, language: str) -> None:
    """Stores the language in a cookie, if it is a known one."""
    if language in get_args(Language):
        remember(answer, LANGUAGE_COOKIE, language, LANGUAGE_COOKIE_S)


def remember(answer: Response, name: str, value: str, seconds: int) -> None:
    """Stores a value in a cookie that scripts and other sites do not see."""
    answer.set_cookie(name, value, max_age=seconds, httponly=True, samesite="strict")


async def body_parts(request: Request, most: int) -> AsyncIterator[bytes]:
    """Yields the body as it comes.

    :raises ClientDisconnect: if it ends before its length, or goes on after *most* bytes.
    :raises TimeoutError: if it stalls, or comes too slowly.
    """
    count, stream, began = 0, aiter(request.stream()), time.monotonic()
    while True:
        try:
            async with asyncio.timeout(UPLOAD_PAUSE_S):
                part = await anext(stream)
        except StopAsyncIteration:
            return
        count += len(part)
        if count > most:
            raise ClientDisconnect
        if time.monotonic() - began > UPLOAD_PAUSE_S + count / UPLOAD_BYTES_A_S:
            raise TimeoutError
        yield part
