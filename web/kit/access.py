"""Roles of phones: the cookie that stores a role, the code that grants it, and limits against guessing."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from device.feed.codes import CODE_LENGTH, player_code, sign

if TYPE_CHECKING:
    from collections.abc import Callable

PageRole: TypeAlias = Literal["nobody", "viewer", "player", "landlord"]
COOKIE = "kiebitz"
COOKIE_S = 24 * 3600
"""Seconds for which a cookie is valid; its role ends earlier, with the evening."""
TRIES = 5
TRIES_S = 60.0
"""`TRIES` codes may be tried in `TRIES_S` seconds."""
POSTS, POSTS_S = 30, 10.0
"""`POSTS` requests of one phone are allowed in `POSTS_S` seconds."""
MAX_ADDRESSES = 256
"""Maximum number of phones that are counted; the least recently active one is dropped."""


def new_cookie(key: str, role: str) -> str:
    """Returns a cookie with *role*, signed with the key of the evening."""
    text = f"{role}.{secrets.token_hex(8)}"
    return f"{text}.{sign(key, text)}"


def signed_role(key: str, cookie: str, roles: tuple[str, ...]) -> str:
    """Returns the role of a cookie if *key* has signed it and it is one of *roles*; empty otherwise."""
    role, _, rest = cookie.partition(".")
    nonce, _, signature = rest.partition(".")
    if not key or role not in roles or not cookie.isascii():
        return ""
    return role if hmac.compare_digest(signature, sign(key, f"{role}.{nonce}")) else ""


def role_of(key: str, cookie: str, viewers: bool) -> PageRole:
    """Returns the role of a cookie; without a valid cookie the role of a viewer, if *viewers* are let in."""
    match signed_role(key, cookie, ("player", "landlord")):
        case "player":
            return "player"
        case "landlord":
            return "landlord"
    return "viewer" if viewers else "nobody"


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
