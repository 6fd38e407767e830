"""kiebitz simulate: reproducible results, no false finding, every revoke proved at the first provable play."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import pytest

from cli.commands import simulate as command
from cli.deal_statistics import DealStatistics
from cli.main import main
from engine.games import all_games, game
from engine.simulation.audit import audited_deals
from tests.support.examples import one_in


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["simulate", "--jsonl", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("game", "players"), one_in(6, [(kind.name, players) for kind in all_games().values() for players in kind.players])
)
def test_every_game_is_played(capsys: pytest.CaptureFixture[str], game: str, players: int) -> None:
    *deals, statistics = lines(capsys, "--game", game, "--deals", "25", "--players", str(players))
    assert len(deals) == 25
    assert (statistics["deals"], statistics["false_findings"]) == (25, 0)
    assert sum(statistics["suits"].values()) == sum(statistics["folds"].values()) == 25
    assert sum(statistics["game_lengths"].values()) == statistics["games_ended"]


def test_partners_are_counted_as_one_side(capsys: pytest.CaptureFixture[str]) -> None:
    *deals, statistics = lines(capsys, "--game", "watten", "--deals", "20")
    assert all(deal["changes"]["0"] == deal["changes"]["2"] for deal in deals)
    assert sum(statistics["tricks"].values()) == sum(statistics["changes"].values()) == 40
    assert sum(statistics["ranks"].values()) == 20


@pytest.mark.slow
def test_a_preset_that_keeps_its_trump_secret(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", "watten", "--preset", "latinisch", "--deals", "20", "--revokes"]) == 0
    out = capsys.readouterr().out
    assert "none: " in out
    assert "as early as can be" not in out


@pytest.mark.parametrize("policy", one_in(2, ["random", "simple"]))
def test_planted_revokes_are_proved_as_early_as_can_be(capsys: pytest.CaptureFixture[str], policy: str) -> None:
    *deals, statistics = lines(capsys, "--deals", "60", "--revokes", "--policy", policy)
    revokes = [deal["revoke"] for deal in deals if "revoke" in deal]
    assert len(revokes) == statistics["planted"] > 40
    assert statistics["proved_first"] == statistics["provable"] > 40
    assert Counter(str(revoke["cards_later"]) for revoke in revokes if revoke["proved"]) == statistics["delays"]
    assert statistics["false_findings"] == 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_deals_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "DEALS_PER_CHUNK", 5)
    alone = lines(capsys, "--deals", "20", "--seed", "7")
    monkeypatch.setattr(command.os, "cpu_count", lambda: 1)
    assert lines(capsys, "--deals", "20", "--seed", "7") == alone
    assert lines(capsys, "--deals", "20", "--seed", "8") != alone


@pytest.mark.slow
def test_a_house_rule_changes_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    *_, usual = lines(capsys, "--deals", "60")
    *_, punished = lines(capsys, "--deals", "60", "--rule", "folded_score=plus5", "--rule", "dealer_exchange=3")
    assert usual["false_findings"] == punished["false_findings"] == 0
    assert usual != punished


def test_text_reports_proved_and_false_revokes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--deals", "20", "--revokes"]) == 0
    out = capsys.readouterr().out
    assert "found wrongly" in out
    assert "as early as can be" in out


def test_a_missed_revoke_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.referee.hand_constraints.HandConstraints._expose", lambda *_: None)
    assert main(["simulate", "--deals", "20", "--revokes"]) == 1


def test_a_finding_that_was_not_planted_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.simulation.evening.legal_cards", lambda ladder, hand: hand)
    assert main(["simulate", "--deals", "20"]) == 1


def test_statistics_add_up() -> None:
    whole, first, second = DealStatistics(), DealStatistics(), DealStatistics()
    for number, deal in enumerate(audited_deals("bohemian-watten", 10, 4, "x", revokes=True)):
        whole.add(deal, game("bohemian-watten"))
        (first if number % 2 else second).add(deal, game("bohemian-watten"))
    first.merge(second)
    assert first == whole
    assert whole.tricks.total() + sum(folds * count for folds, count in whole.folds.items()) == 40


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["--game", "schach"], "got game 'schach', expected one of ", id="game"),
        pytest.param(["--rule", "overtake=7"], "got overtake = 7, expected one of true, false", id="rule"),
        pytest.param(["--players", "5"], "got 5 players, expected 2, 3 or 4 for bohemian-watten", id="players"),
        pytest.param(["--preset", "strict"], "got preset 'strict' of bohemian-watten, expected one of", id="preset"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    assert main(["simulate", *arguments]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        pytest.param("--deals", "0", "a whole number from 1", id="no_deals"),
        pytest.param("--deals", "-3", "a whole number from 1", id="fewer_than_none"),
        pytest.param("--players", "many", "a whole number from 1", id="no_number"),
        pytest.param("--rule", "overtake", "NAME=VALUE", id="no_value"),
    ],
)
def test_a_wrong_option(capsys: pytest.CaptureFixture[str], option: str, value: str, expected: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["simulate", option, value])
    assert stop.value.code == 2
    assert f"got '{value}', expected {expected}" in capsys.readouterr().err


@pytest.mark.slow
def test_ctrl_c_twice_ends_it_quietly() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", "simulate", "--deals", "9" * 24, "--jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"")


@pytest.mark.slow
@pytest.mark.parametrize("deals", ["1000", pytest.param("9" * 24, id="enormous")])
def test_closed_output_is_no_error(deals: str) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", "simulate", "--deals", deals, "--jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    with running, running.stdout, running.stderr:
        assert running.stdout.readline().startswith(b'{"event": "deal"')
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141
