"""In which language a phone is answered."""

import pytest
from starlette.requests import Request

from web.kit.requests import language_of

CHROME_IN_GERMAN = "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7"


@pytest.mark.parametrize(
    ("chosen", "preferred", "table", "expected"),
    [
        ("", CHROME_IN_GERMAN, "de", "de"),
        ("", CHROME_IN_GERMAN, "bar", "bar"),
        ("", CHROME_IN_GERMAN, "en", "de"),
        ("", "en-GB,en;q=0.9,de;q=0.8", "de", "en"),
        ("", "EN-us", "bar", "en"),
        ("", "bar,de;q=0.9", "de", "bar"),
        ("", "it-IT,it;q=0.9,en;q=0.5", "de", "en"),
        ("", "it-IT", "bar", "bar"),
        ("", "", "en", "en"),
        ("", ";,-;q,,*", "de", "de"),
        ("", "en", "nothing", "en"),
        ("", "", "nothing", "de"),
        ("bar", "en", "de", "bar"),
        ("xx", "en", "de", "en"),
    ],
)
def test_the_language_of_a_phone(chosen: str, preferred: str, table: str, expected: str) -> None:
    headers = [(b"accept-language", preferred.encode()), (b"cookie", f"kiebitz-language={chosen}".encode())]
    assert language_of(Request({"type": "http", "headers": headers}), table) == expected
