"""Results on their way from the commands to the table of targets."""

from pathlib import Path

import pytest

from lab.benchmarks.harness.results import FILE, Result, add_results, share
from lab.benchmarks.harness.targets import TARGETS, combined_results, table_of


def row(results: list[Result], name: str) -> str:
    what = next(target.what for target in TARGETS if target.name == name)
    return next(line for line in table_of(results) if line.startswith(what))


def test_what_is_told_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results"
    monkeypatch.setenv(FILE, str(file))
    add_results(share("foreign", 1, 100), Result("gate", 1.5, 3))
    add_results(share("foreign", 2, 100), Result("gate", 1.2, 3))
    assert combined_results(file) == [share("foreign", 3, 200), Result("gate", 1.5, 3)]


@pytest.mark.parametrize("values", [(20_000, 15_000), (15_000, 20_000)])
def test_of_what_is_measured_more_than_once_the_worse_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: tuple[float, float]
) -> None:
    monkeypatch.setenv(FILE, str(tmp_path / "results"))
    for value in values:
        add_results(Result("deals", value, 3), Result("press", value, 3))
    assert [one.value for one in combined_results(tmp_path / "results")] == [15_000, 20_000]


def test_a_command_that_runs_alone_tells_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FILE, raising=False)
    add_results(Result("gate", 1.5, 3))
    assert combined_results(tmp_path / "results") == []


@pytest.mark.parametrize(
    ("result", "met"),
    [
        (share("right good", 1000, 1000), "yes"),
        (share("right good", 100, 100), "yes, unsure"),
        (share("right good", 990, 1000), "no"),
        (share("wrong good", 0, 4000), "yes"),
        (share("wrong good", 0, 1000), "yes, unsure"),
        (share("wrong good", 10, 4000), "no"),
        (Result("gate", 2.0, 9), "yes"),
        (Result("gate", 2.1, 9), "no"),
        (Result("deals", 17_001, 4), "yes"),
        (share("kills", 5, 2), "no"),
        (share("scene wrong good", 3, 2), "no"),
        (share("wrong good", 0, 0), "not measured"),
        (share("right good", 0, 0), "not measured"),
        (Result("tricks memory", 0.0, 0), "not measured"),
    ],
)
def test_a_share_is_met_for_sure_only_if_its_whole_interval_is(result: Result, met: str) -> None:
    cells = [cell for cell in row([result], result.target).split("  ") if cell.strip()]
    assert met in [cell.strip() for cell in cells]


def test_every_target_is_named_once_and_has_one_limit() -> None:
    assert len({target.name for target in TARGETS}) == len(TARGETS)
    assert all((target.at_least is None) != (target.at_most is None) for target in TARGETS)
