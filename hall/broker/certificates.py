"""The hall's own certificate authority, and the certificate of its broker, made by the program openssl.

openssl is on every system that has mosquitto, which uses its library. Certificates are valid from 2020 on: the date of
a board without a clock may be the day on which it was last switched off.
"""

import ipaddress
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common.errors import CommandError

VALID_FROM, VALID_UNTIL = "20200101000000Z", "20491231235959Z"
CURVE = "prime256v1"
TIMEOUT_S = 30
_CONFIGURATION = """
[ca]
default_ca = hall
[hall]
database = {work}/index
rand_serial = yes
new_certs_dir = {work}
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
[req]
distinguished_name = empty
[empty]
"""


def make_authority(folder: Path, name: str) -> str:
    """Makes key and certificate of the authority in *folder*, unless they are there; returns the certificate.

    :raises CommandError: if openssl is missing or fails.
    """
    certificate, key = folder / "ca.pem", folder / "ca.key"
    if not (certificate.exists() and key.exists()):
        _issue(certificate, key, name, "authority", ["-selfsign", "-keyfile", str(key)], "DNS:none")
    return certificate.read_text()


def make_certificate(folder: Path, hosts: Sequence[str]) -> None:
    """Makes key and certificate of the broker for its names and addresses *hosts*, signed by the authority in *folder*.

    :raises CommandError: if openssl is missing or fails.
    """
    names = ",".join(f"{_kind(host)}:{host}" for host in dict.fromkeys(hosts))
    signer = ["-cert", str(folder / "ca.pem"), "-keyfile", str(folder / "ca.key")]
    _issue(folder / "server.pem", folder / "server.key", "kiebitz-hall", "server", signer, names)


def _issue(certificate: Path, key: Path, name: str, kind: str, signer: list[str], names: str) -> None:
    with tempfile.TemporaryDirectory(prefix="kiebitz-ca-") as folder:
        work = Path(folder)
        (work / "index").touch()
        config = work / "openssl.cnf"
        config.write_text(_CONFIGURATION.format(work=work, names=names))
        made_key, request, made = work / "key", work / "request", work / "certificate"
        _openssl("ecparam", "-name", CURVE, "-genkey", "-noout", "-out", str(made_key))
        subject = f"/CN={name[:60].replace('/', ' ')}"
        _openssl("req", "-new", "-config", str(config), "-key", str(made_key), "-subj", subject, "-out", str(request))
        signer = [str(made_key) if argument == str(key) and "-selfsign" in signer else argument for argument in signer]
        dates = ["-startdate", VALID_FROM, "-enddate", VALID_UNTIL]
        paths = ["-in", str(request), "-out", str(made), "-notext", "-batch"]
        _openssl("ca", "-config", str(config), "-extensions", kind, *dates, *signer, *paths)
        key.write_bytes(made_key.read_bytes())
        certificate.write_bytes(made.read_bytes())


def _openssl(*arguments: str) -> None:
    try:
        done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    except FileNotFoundError:
        raise CommandError(
            "got no program openssl, expected it for the hall's certificates: apt install openssl"
        ) from None
    if done.returncode:
        raise CommandError(f"openssl {arguments[0]} could not make the certificates: {done.stderr.strip()[-300:]}")


def _kind(host: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "DNS"
    return "IP"
