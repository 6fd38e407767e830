"""Phones in the table's own Wi-Fi: how many there may be, what they find, and under which address."""

import http.client
import ipaddress
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from common.limits import MAX_WIFI_PHONES
from tests.support.fed_table import FedTable
from tests.support.phones import Stream
from tests.support.waiting import wait_until
from tests.web.conftest import RunningPage, running_page
from web.kit import requests
from web.kit.requests import ACCESS_POINT, own_address


@pytest.fixture(autouse=True)
def _wifi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes another part of the loopback for the Wi-Fi."""
    monkeypatch.setattr(requests, "ACCESS_POINT_PHONES", ipaddress.ip_network("127.0.9.0/24"))


@contextmanager
def get(
    page: RunningPage, phone: int, path: str, cookie: str = "", host: str = ""
) -> Iterator[http.client.HTTPResponse]:
    """Yields the answer to a phone of the Wi-Fi, by its number."""
    connection = http.client.HTTPConnection("127.0.0.1", page.port, 20, source_address=(f"127.0.9.{phone}", 0))
    try:
        connection.request("GET", path, headers={"host": host or f"127.0.0.1:{page.port}", "cookie": cookie})
        yield connection.getresponse()
    finally:
        connection.close()


def test_no_more_phones_follow_than_the_wifi_bears(page: RunningPage) -> None:
    cookie = f"kiebitz={page.phone().cookies['kiebitz']}"
    with ExitStack() as stack:
        for phone in range(MAX_WIFI_PHONES):
            stream = Stream(stack.enter_context(get(page, phone + 2, "/events?view=score", cookie)))
            assert "html" in stream.next()
        reported = stack.enter_context(get(page, 100, "/events?view=score", cookie)).read().decode()
        assert "event: full" in reported
        assert "retry: 10000" in reported
        assert "sehr viele Handys" in reported
        again = Stream(stack.enter_context(get(page, 2, "/events?view=table", cookie)))
        assert "html" in again.next(), "a phone that is there already"
        with page.phone().follow("score") as pub:
            assert "html" in pub.next(), "in another network there is room"
        assert stack.enter_context(get(page, 100, "/score", cookie)).status == 200, "it still sees the score of now"


@pytest.mark.parametrize("host", ["connectivitycheck.gstatic.com", "captive.apple.com", "www.example.org"])
def test_a_phone_that_tries_the_internet_is_told_where_the_page_is(page: RunningPage, host: str) -> None:
    with get(page, 7, "/generate_204", host=host) as answer:
        text = answer.read().decode()
    assert answer.status == 200
    assert f"http://{ACCESS_POINT}" in text
    assert "<script" not in text
    assert "set-cookie" not in answer.headers
    other = page.phone()
    other.host = host
    assert other.get("/generate_204").status == 421, "elsewhere it is a name that an attacker has pointed here"


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    found: dict[str, str] = {}
    monkeypatch.setattr(requests, "_interface_addresses", lambda: tuple(found.values()))
    return found


def test_the_own_wifi_is_named_first(interfaces: dict[str, str]) -> None:
    before = own_address()
    interfaces |= {"eth0": "192.0.2.7", "lo": "127.0.0.1", "wlan0": ACCESS_POINT}
    assert own_address() == ACCESS_POINT
    assert requests.addresses("0.0.0.0", 80, ("kiebitz.local",)) == (f"http://{ACCESS_POINT}", "http://kiebitz.local")
    del interfaces["wlan0"]
    assert own_address() in (before, "192.0.2.7")


@pytest.mark.parametrize(
    ("host", "port", "names", "urls"),
    [
        ("192.0.2.7", 80, ("kiebitz.local",), ("http://192.0.2.7", "http://kiebitz.local")),
        ("192.0.2.7", 8080, ("kiebitz.local", ""), ("http://192.0.2.7:8080", "http://kiebitz.local:8080")),
        ("0.0.0.0", 8080, (), (f"http://{ACCESS_POINT}:8080",)),
    ],
)
def test_urls_name_the_host_and_any_port_but_the_usual(
    interfaces: dict[str, str], host: str, port: int, names: tuple[str, ...], urls: tuple[str, ...]
) -> None:
    interfaces["wlan0"] = ACCESS_POINT
    assert requests.addresses(host, port, names) == urls


def test_addresses_of_interfaces_are_found() -> None:
    found = requests._interface_addresses()
    assert found
    assert all(ipaddress.ip_address(address).version == 4 for address in found)


def test_another_address_reaches_the_display(table: FedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.table.app.ADDRESSES_S", 0.1)
    now = ["http://192.0.2.7"]
    with running_page(table, find_addresses=lambda: tuple(now)):
        wait_until(lambda: table.feed.addresses == ("http://192.0.2.7",))
        now[:] = ["http://10.42.0.1"]
        wait_until(lambda: table.feed.addresses == ("http://10.42.0.1",))
