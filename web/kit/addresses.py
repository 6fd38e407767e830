"""The addresses at which phones reach the page: those of this machine, the table's own Wi-Fi first."""

from __future__ import annotations

import ipaddress
import socket
import struct
from contextlib import suppress
from pathlib import Path

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
