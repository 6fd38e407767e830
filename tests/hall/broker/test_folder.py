"""What the hall writes for mosquitto and for its tables."""

import ssl
import stat
import subprocess
from pathlib import Path

import pytest

from common.errors import CommandError
from hall.broker.folder import BrokerFolder, access_list, configuration
from hall.broker.process import BrokerLog, BrokerProcess, free_port
from link.settings import join, read_link_settings
from tests.support.broker import needs_mosquitto


@needs_mosquitto
def test_the_file_of_a_table_is_what_link_join_takes(tmp_path: Path) -> None:
    folder = BrokerFolder(tmp_path, "cup")
    folder.prepare(["7", "12"], ("192.168.1.10", "hall.local"), 8883)
    assert sorted(file.name for file in folder.tables.iterdir()) == ["table-07.toml", "table-12.toml"]
    join(folder.tables / "table-07.toml", tmp_path / "link.toml")
    access = read_link_settings(tmp_path / "link.toml").hall
    assert access == folder.read_access("7")
    assert access is not None
    assert (access.host, access.tournament, access.table, access.port) == ("192.168.1.10", "cup", "7", 8883)
    assert access.password != folder.read_access("12").password


@needs_mosquitto
def test_a_second_start_keeps_passwords_and_authority_and_takes_the_new_address(tmp_path: Path) -> None:
    folder = BrokerFolder(tmp_path, "cup")
    own = folder.prepare(["7"], ("192.168.1.10",), 8883)
    before, certificate = folder.read_access("7"), (tmp_path / "server.pem").read_text()
    assert folder.prepare(["7"], ("10.0.0.2",), 8883) == own
    after = folder.read_access("7")
    assert (after.password, after.ca, after.host) == (before.password, before.ca, "10.0.0.2")
    assert (tmp_path / "server.pem").read_text() != certificate


@needs_mosquitto
def test_a_table_whose_file_is_forgotten_gets_another_password(tmp_path: Path) -> None:
    folder = BrokerFolder(tmp_path, "cup")
    folder.prepare(["7", "8"])
    seven, eight = folder.read_access("7").password, folder.read_access("8").password
    (folder.tables / folder.table_file("7")).unlink()
    folder.prepare(["7", "8"])
    assert folder.read_access("7").password != seven
    assert folder.read_access("8").password == eight


@needs_mosquitto
def test_nobody_else_reads_passwords_and_keys_and_mosquitto_gets_hashes(tmp_path: Path) -> None:
    folder = BrokerFolder(tmp_path / "broker", "cup")
    folder.prepare(["7"])
    for file in folder.path.rglob("*"):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file
    assert folder.read_access("7").password not in (folder.path / "passwords").read_text()


@needs_mosquitto
def test_the_certificate_is_for_all_names_of_the_hall_and_for_boards_without_a_clock(tmp_path: Path) -> None:
    folder = BrokerFolder(tmp_path, "cup")
    access = folder.prepare(["7"], ("192.168.1.10", "hall.local"))
    output = subprocess.run(
        ["openssl", "x509", "-in", tmp_path / "server.pem", "-noout", "-text"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "IP Address:192.168.1.10, DNS:hall.local, DNS:localhost, IP Address:127.0.0.1" in output
    assert "Not Before: Jan  1 00:00:00 2020 GMT" in output
    assert "CA:FALSE" in output
    context = access.tls()
    assert context is not None
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert len(context.get_ca_certs()) == 1


@pytest.mark.parametrize("table", ["hall", "", "a b", "../7", "#", "x" * 33])
def test_tables_that_cannot_be_topics_are_refused(tmp_path: Path, table: str) -> None:
    with pytest.raises(CommandError, match="expected up to 32 letters"):
        BrokerFolder(tmp_path, "cup").prepare([table])


def test_without_encryption_the_broker_serves_this_machine_alone(tmp_path: Path) -> None:
    plain, encrypted = (configuration(tmp_path, 1883, encrypted) for encrypted in (False, True))
    assert "listener 1883 127.0.0.1\n" in plain
    assert "listener 1883\n" in encrypted
    for text in (plain, encrypted):
        assert "allow_anonymous false" in text
        assert "use_username_as_clientid true" in text


def test_the_access_list_names_only_own_topics() -> None:
    lines = access_list("cup", "hall").splitlines()
    patterns = [line for line in lines if line.startswith("pattern")]
    written = [line for line in patterns if line.startswith("pattern write")]
    assert all(line.split()[2].startswith("k/1/cup/table/%u/") for line in written)
    assert len(written) == 4
    assert [line for line in patterns if "%u" not in line] == ["pattern read k/1/cup/hall/list/#"]


@needs_mosquitto
def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    folder, port = BrokerFolder(tmp_path, "cup"), free_port()
    folder.prepare(["7"], port=port)
    with BrokerProcess(folder.configuration, port), pytest.raises(CommandError, match=f"got port {port}, at which"):
        BrokerProcess(folder.configuration, port).start()


@needs_mosquitto
def test_a_configuration_that_mosquitto_refuses_is_said_in_its_words(tmp_path: Path) -> None:
    (tmp_path / "mosquitto.conf").write_text("nonsense 1\n")
    with pytest.raises(CommandError, match=r"mosquitto does not start: .*nonsense"):
        BrokerProcess(tmp_path / "mosquitto.conf", free_port()).start()


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.broker.process.find_mosquitto", lambda: None)
    with pytest.raises(CommandError, match="got no program mosquitto, expected the broker of the hall: apt install"):
        BrokerProcess(tmp_path / "mosquitto.conf", free_port()).start()


def test_refused_clients_are_told_once_in_a_while_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "mosquitto.log"
    file.write_text("1: Client old disconnected, not authorised.\n")
    log = BrokerLog(file)
    assert log.news() == ""
    with file.open("a") as lines:
        lines.write(
            "2: New connection from 10.0.0.9:4711 on port 8883.\n3: Client <unknown> disconnected, not authorised.\n"
        )
    assert "1 times so far, last near 10.0.0.9" in log.news()
    with file.open("a") as lines:
        lines.write("4: Client <unknown> disconnected, not authorised.\n")
    assert log.news() == ""
    assert log.refused_logins == 2
