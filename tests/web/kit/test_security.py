"""Roles, codes and limits."""

import pytest

from common.feed.codes import player_code
from common.limits import MAX_ADDRESSES
from web.kit.security import Limit, is_code, new_cookie
from web.table.app import role_of

KEY, OTHER = "aa" * 16, "bb" * 16


@pytest.mark.parametrize("role", ["player", "landlord"])
def test_a_cookie_says_its_role_while_its_key_holds(role: str) -> None:
    cookie = new_cookie(KEY, role)
    assert role_of(KEY, cookie, viewers=False) == role
    assert role_of(OTHER, cookie, viewers=False) == "nobody"
    assert role_of("", cookie, viewers=False) == "nobody"
    assert role_of(OTHER, cookie, viewers=True) == "viewer"
    assert new_cookie(KEY, role) != cookie  # type: ignore[arg-type]


def test_a_cookie_of_a_viewer_is_none() -> None:
    assert role_of(KEY, new_cookie(KEY, "viewer"), viewers=False) == "nobody"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("{code}", True, id="as shown"),
        pytest.param(" {lower} ", True, id="small letters"),
        pytest.param("{spaced}", True, id="with a space"),
        pytest.param("{code}A", False, id="too long"),
        pytest.param("", False, id="nothing"),
        pytest.param("ÄÖÜÄÖÜ", False, id="other letters"),
    ],
)
def test_codes_however_they_are_written(written: str, expected: bool) -> None:
    code = player_code(KEY)
    given = written.format(code=code, lower=code.lower(), spaced=f"{code[:3]} {code[3:]}")
    assert is_code(KEY, given) is expected
    assert not is_code("", given)


def test_a_limit_lets_go_after_its_time() -> None:
    now = [0.0]
    limit = Limit(2, 60, lambda: now[0])
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    assert limit.allows("b")
    now[0] = 59.0
    assert not limit.allows("a")
    now[0] = 60.0
    assert limit.allows("a")


def test_a_limit_forgets_those_heard_least_recently() -> None:
    limit = Limit(1, 60, lambda: 0.0)
    assert limit.allows("first")
    for number in range(MAX_ADDRESSES):
        limit.allows(str(number))
    assert limit.allows("first"), "it was forgotten"
    assert not limit.allows(str(MAX_ADDRESSES - 1))
