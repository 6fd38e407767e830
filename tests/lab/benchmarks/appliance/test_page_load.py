"""What the load on the page is called good or bad for, and that the attacks are attacks."""

from itertools import islice
from pathlib import Path

import pytest

from lab.benchmarks.appliance import page_load
from lab.benchmarks.appliance.page_clients import _attacks, cookie_of, is_accepted
from lab.benchmarks.appliance.page_load import Load, report
from lab.benchmarks.harness.results import Result
from tests.support.fed_table import CODE, KEY, FedTable, evening
from tests.web.conftest import running_page
from web.table.app import role_of


@pytest.mark.parametrize(("changed", "lost", "code"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)])
def test_what_was_changed_or_lost_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, changed: int, lost: int, code: int
) -> None:
    results: list[Result] = []
    monkeypatch.setattr(page_load, "add_results", lambda *each: results.extend(each))
    assert report(["10", "20", "lost"], Load([30.0, 50.0], [5.0, 7.0], 40.0, changed, lost)) == code
    assert {each.target: each.value for each in results} == {
        "page press": pytest.approx(49.8), "page event": 6.0, "page memory": 40.0,
        "page changed": changed, "page lost": lost,
    }  # fmt: skip
    assert "p50    15" in capsys.readouterr().out


def test_a_player_has_a_cookie_and_every_attack_is_refused(tmp_path: Path) -> None:
    with FedTable(tmp_path / "socket", evening("gras", 4, 1)) as table, running_page(table) as page:
        name, _, value = cookie_of(page.port, CODE).partition("=")
        assert (name, role_of(KEY, value, viewers=False)) == ("kiebitz", "player")
        phone, answers = page.phone(joined=False), {}
        for what, method, path, body, headers in islice(_attacks(page.port), 12):
            answer = phone._ask(method, path, body, dict(headers))
            answers[what] = is_accepted(answer.status, answer.text.encode())
    assert len(answers) == 12
    assert not any(answers.values()), answers
