"""Records that somebody edited by hand, or that a program wrote: each fault is one line with the file and the event."""

from pathlib import Path

import pytest

from cli.main import main
from cli.record_files import RecordError, read_record
from device.storage.journal import Journal
from engine.events import DealStarted

HEAD = "kiebitz record 1\n"
GAME = "game gras seats 0 1 dealer 0\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            HEAD + "deal 0\nplay 1:H7\n",
            ", event 0: got deal_started before any game, expected first game",
            id="no_game",
        ),
        pytest.param(
            HEAD + "evening\nundo 0\n" + GAME,
            ", event 1: got amended before any game, expected first game",
            id="too_early",
        ),
        pytest.param(
            HEAD + "game gras seats 0 1 2 3 3 dealer 0\n",
            ", event 0: got seats 0 1 2 3 3, expected 2, 3 or 4 different ones for gras",
            id="five_players",
        ),
        pytest.param(
            HEAD + "game bauerchen seats 0 1 dealer 0\n", "expected 4 different ones for bauerchen", id="two_players"
        ),
        pytest.param(
            HEAD + GAME + "deal 0\ncorrect 0: game whist seats 0 1 dealer 0\n", ", event 0: got game 'whist'", id="game"
        ),
        pytest.param(
            HEAD + GAME + "deal 0\ngame watten seats 0 1 dealer 0 rules target=12\n",
            ", event 2: got target = 12, expected one of 9, 11, 13, 15, 18",
            id="rule_of_the_second_game",
        ),
        pytest.param(
            '{"event":"game_started","game":"gras","seats":[0,1],"dealer":0}\n{"event":"amended","position":7}\n',
            ", event 1: got an amendment of event 7, expected one of the 1 before it",
            id="amendment_of_nothing",
        ),
        pytest.param(
            '{"event": {}, "position": 0}\n', ", line 1: got event {}, expected one of game_started", id="object"
        ),
    ],
)
@pytest.mark.parametrize("command", ["judge", "ledger"])
def test_a_fault_names_the_file_and_the_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, text: str, says: str
) -> None:
    path = tmp_path / "edited.record"
    path.write_text(text, encoding="utf-8")
    assert main([command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"kiebitz: {path}, ")
    assert says in err


def test_a_journal_may_begin_before_its_game(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        journal.append(DealStarted(0), 0.0)
    assert read_record(journal.path).events == [DealStarted(0)]


def test_a_cut_off_record_without_a_game(tmp_path: Path) -> None:
    path = tmp_path / "tail.record"
    path.write_text(HEAD + "play 1:H7\nplay 0:H", encoding="utf-8")
    with pytest.raises(RecordError, match="event 0: got card_laid before any game"):
        read_record(path)


@pytest.mark.parametrize("command", ["judge", "ledger"])
def test_every_broken_record_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    texts = {"a": "hello\n", "b": HEAD + GAME, "c": HEAD + "dance\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main([command, *(str(tmp_path / name) for name in texts)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"kiebitz: {tmp_path / 'a'}, line 1: got 'hello'")
    assert second.startswith(f"kiebitz: {tmp_path / 'c'}, line 2: got 'dance'")
