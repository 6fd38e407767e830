"""Roles of phones: the cookie that stores a role, the code that grants it, and limits against guessing."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from common.feed.codes import CODE_LENGTH, player_code, sign
from web.kit.limits import MAX_ADDRESSES

if TYPE_CHECKING:
    from collections.abc import Callable

Role: TypeAlias = Literal["nobody", "viewer", "player", "landlord", "organiser"]
"""Players and the landlord are at a table, organisers in a hall."""
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
