"""A journal is opened to read without a change to it, and nothing but a journal is taken for one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from device.storage.integrity.database import check_database, open_to_read, open_to_write
from device.storage.journal import Journal
from tests.device.storage.integrity.conftest import ENDINGS, EVENTS, NAME

if TYPE_CHECKING:
    from pathlib import Path


def _contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select count(*) from events").fetchone()[0])


def test_a_journal_with_a_log_that_nobody_has_open_is_read_and_not_changed(path: Path) -> None:
    before = _contents(path)
    assert set(before) == {f"{NAME}{ending}" for ending in ENDINGS}
    with open_to_read(path) as connection:
        assert check_database(connection) > 0
        assert _count(connection) == EVENTS, "events that only the log holds are read too"
    assert _contents(path) == before


def test_a_journal_that_was_closed_is_read_and_not_changed(path: Path) -> None:
    Journal(path).close()
    before = _contents(path)
    with open_to_read(path) as connection:
        assert _count(connection) == EVENTS
    assert _contents(path) == before


def test_a_journal_that_is_being_written_is_read(path: Path) -> None:
    with Journal(path), open_to_read(path) as connection:
        assert _count(connection) == EVENTS


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["create table songs (name)"], "another program"),
        (["pragma user_version = 99"], "version 99, expected at most"),
        (["pragma user_version = 2", "create table songs (name)"], "expected the table events"),
    ],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, statements: list[str], message: str) -> None:
    path = tmp_path / NAME
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    with open_to_read(path) as connection, pytest.raises(ValueError, match=message):
        check_database(connection)


@pytest.mark.parametrize(
    "statement", ["create view more as select 1", "create trigger t after insert on events begin select 1; end"]
)
def test_a_journal_with_statements_of_its_own_is_refused(path: Path, statement: str) -> None:
    with closing(open_to_write(path)) as connection:
        connection.execute(statement)
        with pytest.raises(ValueError, match="expected the table events"):
            check_database(connection)


def test_an_empty_file_is_a_journal_of_version_0(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.touch()
    with closing(open_to_write(path)) as connection:
        assert check_database(connection) == 0
