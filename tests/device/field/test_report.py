"""The report of a board: what is written is read again, without names, and compared with the manuals' promises."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.field.report import PROMISES, BadReport, Promise, compare, read_report, report_text


@given(st.text(), st.lists(st.text(max_size=20), max_size=3))
def test_any_text_can_be_read_again(text: str, entries: list[str]) -> None:
    written = report_text({"texts": {"log": text, "list": entries, "rows": [[1.5, -2], []]}}, [])
    read = tomllib.loads(written)["texts"]
    assert len(read["list"]) == len(entries)
    assert read["rows"] == [[1.5, -2], []]
    assert isinstance(read["log"], str)


def test_what_was_measured_comes_before_the_logs() -> None:
    written = report_text({"texts": {"log": "a line\n"}, "camera": {"frames": 3}}, [])
    assert written.index("[camera]") < written.index("[texts]")


def test_a_log_is_written_as_it_is() -> None:
    log = "[1.2] imx708: \"probe\" failed\n\tat C:\\x 'it''s'\n"
    assert tomllib.loads(report_text({"texts": {"log": log}}, []))["texts"]["log"] == log


def test_names_and_serial_numbers_stay_out() -> None:
    log = "user Zenzi logged in\nSerial: 10000000abcdef01\nwlan0 dc:a6:32:01:02:03\n"
    written = report_text({"texts": {"log": log}, "nodes": {"list": ["crw-rw---- zenzi video /dev/video0"]}}, ["Zenzi"])
    for hidden in ("zenzi", "10000000abcdef01", "dc:a6:32"):
        assert hidden not in written.lower()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"title = 3", b"[camera", b"{}"])
def test_what_is_no_report_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.toml").write_bytes(content)
    with pytest.raises(BadReport, match=r"other\.toml.*expected a file that kiebitz field wrote"):
        read_report(tmp_path / "other.toml")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: f"{promise.section}-{promise.key}")
@pytest.mark.parametrize(("beyond", "verdict"), [(0, "kept"), (0.5, "not kept"), (None, "not measured")])
def test_a_limit_itself_is_kept(promise: Promise, beyond: float | None, verdict: str) -> None:
    section = {} if beyond is None else {promise.key: promise.limit + (-beyond if promise.is_least else beyond)}
    found = {one.promise: one.verdict for one in compare({promise.section: section})}
    assert found.pop(promise) == verdict
    assert set(found.values()) == {"not measured"}
