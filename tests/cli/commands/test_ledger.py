"""kiebitz ledger: the exact text, the keys of the JSON Lines, and unreadable records."""

from pathlib import Path

import pytest

from cli.main import main
from common.files.paths import journal_file
from device.storage.journal import Journal
from engine.events import EveningStarted, GameStarted
from engine.games import game
from engine.notation.record import read
from engine.state.ledger import LedgerGame
from tests.support.command_line import CommandLine

GOLDEN = Path(__file__).parents[2] / "device" / "golden"
RECORD = GOLDEN / "ledger.record"


@pytest.mark.parametrize("language", ["de", "en"])
def test_text_is_as_in_the_golden_file(kiebitz: CommandLine, language: str) -> None:
    assert kiebitz.prints("ledger", "--language", language, RECORD) == (GOLDEN / f"ledger_{language}.txt").read_text(
        encoding="utf-8"
    )


def test_where_no_preset_has_a_name_for_the_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a game that was added, none of whose presets is what is usual."""
    monkeypatch.setattr(LedgerGame, "preset", None)
    assert main(["ledger", str(RECORD)]) == 0
    output = [line.strip().partition(", ")[0] for line in capsys.readouterr().out.splitlines()[:6]]
    assert output[:2] == ["Stammtisch Adler", "1  Gras (as usual)"]
    assert output[2:] == ["2  Gras (own rules)", "account_factor=1", "3  Bohemian Watten (own rules)", "schleck=none"]


def test_json_lines_have_evenings_games_deals_and_accounts(kiebitz: CommandLine) -> None:
    printed = kiebitz.json_lines("ledger", "--jsonl", RECORD)
    of = {kind: [line for line in printed if line["event"] == kind] for kind in ("evening", "game", "deal", "account")}
    assert {kind: len(reported) for kind, reported in of.items()} == {"evening": 2, "game": 4, "deal": 5, "account": 7}
    assert of["evening"][0] == {
        "record": str(RECORD), "event": "evening", "evening": 1, "name": "Stammtisch Adler", "games": 3,
    }  # fmt: skip
    first, own = of["game"][0], of["game"][2]
    assert (first["game"], first["preset"], first["winners"], first["losers"]) == ("gras", "online", [0], [1, 2])
    assert first["players"] == {"0": "Zenzi", "1": "Schorsch", "2": "Anna Häusl"}
    assert first["added"] == first["standing"] == {"account": {"0": 800, "1": -400, "2": -400}}
    assert (own["preset"], own["over"], own["deals"]) == (None, False, 1)
    assert own["rules"] == dict(game("bohemian-watten", {"schleck": "none"}).rules.choices)
    assert (of["deal"][2]["number"], of["deal"][2]["deal"], of["deal"][2]["tricks"]) == (2, 1, {"0": 5, "1": 0, "2": 0})
    assert of["account"][0] == {
        "event": "account", "game": "gras", "player": "Zenzi", "seat": None,
        "won": 1, "lost": 1, "unfinished": 1, "counts": {"account": 760},
    }  # fmt: skip
    assert [line["seat"] for line in of["account"] if line["player"] is None] == [2]


def test_a_journal_and_a_record_add_up(kiebitz: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        for event in read(RECORD.read_text(encoding="utf-8")):
            journal.append(event, 0.0)
    both = [line for line in kiebitz.json_lines("ledger", "--jsonl", RECORD, path) if line["event"] == "account"]
    assert (both[0]["player"], both[0]["won"], both[0]["counts"]) == ("Zenzi", 2, {"account": 1520})


def test_an_unknown_game_and_an_empty_record(kiebitz: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    path.write_text("kiebitz record 1\ngame whist seats 0 1 dealer 0\n")
    assert "got game 'whist', expected one of" in kiebitz.refuses("ledger", path)
    path.write_text("kiebitz record 1\n")
    assert kiebitz.prints("ledger", "--language", "de", path) == "Keine Partie aufgezeichnet\n"


def test_default_record_is_the_journal_of_the_table(
    kiebitz: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with Journal(journal_file()) as journal:
        for event in read(RECORD.read_text(encoding="utf-8")):
            journal.append(event, 0.0)
    assert kiebitz.prints("ledger", "--language", "de") == (GOLDEN / "ledger_de.txt").read_text(encoding="utf-8")


def test_before_the_first_evening_there_is_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["ledger", "--language", "en"]) == 0
    assert capsys.readouterr() == ("No game is recorded\n", "")
    assert main(["ledger", "--evening", "last"]) == 2


def test_the_last_evening_has_the_number_of_the_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with Journal(journal_file()) as journal:
        for name in ("", "Adler", ""):
            for event in (EveningStarted(name), GameStarted("gras", (0, 1), 0)):
                journal.append(event, 0.0)
    headings = []
    for arguments in ([], ["--evening", "last"], ["--evening", "last", str(journal_file())]):
        assert main(["ledger", "--language", "en", *arguments]) == 0
        headings.append(
            [line for line in capsys.readouterr().out.splitlines() if line.startswith(("Evening", "Adler"))]
        )
    assert headings == [["Evening 1", "Adler", "Evening 3"], ["Evening 3"], ["Evening 3"]]
