"""Access to an MQTT broker: address, user and password, and the authority of the broker's certificate."""

from __future__ import annotations

import ssl

import msgspec

TLS_PORT = 8883


class BrokerAccess(msgspec.Struct, frozen=True):
    host: str
    port: int = TLS_PORT
    user: str = ""
    password: str = ""
    ca: str = ""
    """The certificate of the authority that has signed the broker's, in PEM; empty for a connection without TLS."""

    @property
    def name(self) -> str:
        """The broker as it is named in messages."""
        return f"{self.host}:{self.port}"

    def tls(self) -> ssl.SSLContext | None:
        """Returns what TLS needs, trusting this authority alone; None without TLS.

        :raises ValueError: if `ca` is no certificate.
        """
        if not self.ca:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        try:
            context.load_verify_locations(cadata=self.ca)
        except ssl.SSLError as error:
            raise ValueError(
                f"got a certificate `ca` that cannot be read ({error.reason}), expected one in PEM"
            ) from None
        return context
