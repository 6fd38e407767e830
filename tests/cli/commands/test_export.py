"""kiebitz export: every format is read back; existing files and the journal stay unchanged."""

import csv
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cli.judged_deal import judge
from cli.main import main
from cli.record_files import read_record
from common.files.paths import journal_file
from device.reporting.export import COLUMNS, Evening, split_into_evenings
from device.storage.journal import Journal
from engine.amendments import effective_facts, shift_positions
from engine.cards import Card
from engine.events import (
    Amended,
    CardLaid,
    DealStarted,
    EveningStarted,
    Event,
    Fact,
    GameStarted,
    PlayersSeated,
    Ruled,
    TricksEntered,
)
from engine.notation.record import read
from engine.state.ledger import Ledger
from tests.support.command_line import CommandLine

pytestmark = pytest.mark.usefixtures("own_folders")

GOLDEN = Path(__file__).parents[2] / "device" / "golden" / "ledger.record"
MONDAY, TUESDAY = EveningStarted("2026-11-16"), EveningStarted("2026-11-17")
GAME = GameStarted("bohemian-watten", (0, 2), 0, (("schleck", "none"),))
NAMES = PlayersSeated(((0, "Zenzi"), (2, "=SUM(A1)")))
LAID, OTHER = CardLaid(0, Card("L", "9")), CardLaid(0, Card("L", "8"))


def stored(events: list[Event]) -> Path:
    with Journal(journal_file()) as journal:
        for place, event in enumerate(events):
            journal.append(event, 1_795_000_000.0 + 60 * place)
    return journal_file()


def two_evenings() -> list[Event]:
    monday: list[Event] = [MONDAY, NAMES, GAME, DealStarted(0), TricksEntered(((0, 3), (2, 2)), "L")]
    tuesday: list[Event] = [TUESDAY, NAMES, GAME, DealStarted(2), OTHER, Amended(4, LAID), Amended(5)]
    return monday + [shift_positions(event, 5) for event in tuesday]


def test_a_record_is_judged_as_the_journal_is(tmp_path: Path) -> None:
    journal = stored(two_evenings())
    assert main(["export", str(tmp_path / "all.record"), str(tmp_path / "all.jsonl")]) == 0
    for name in ("all.record", "all.jsonl"):
        read_back = read_record(tmp_path / name)
        assert read_back.events == read_record(journal).events
        assert len(judge(read_back.events)) == 2


@pytest.mark.parametrize("wanted", ["last", "2026-11-17"])
def test_export_of_one_evening_includes_its_amendments(tmp_path: Path, wanted: str) -> None:
    stored(two_evenings())
    assert main(["export", "--evening", wanted, str(tmp_path / "e.record"), str(tmp_path / "e.jsonl")]) == 0
    text = (tmp_path / "e.record").read_text()
    assert "correct 4: play 0:L9" in text, "the export shows what was changed, and the change"
    assert read(text) == list(read_record(tmp_path / "e.jsonl").events)
    assert [deal.dealer for deal in judge(read(text))] == [2]


def test_json_lines_say_when(tmp_path: Path) -> None:
    stored(two_evenings())
    assert main(["export", str(tmp_path / "all.jsonl")]) == 0
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert (lines[3]["event"], lines[3]["position"]) == ("deal_started", 3)
    assert lines[1]["time"][17:19] == lines[0]["time"][17:19], "a minute later to the second"
    assert lines[0]["time"] < lines[1]["time"]
    assert (lines[-1]["event"], lines[-1]["position"]) == ("amended", 10), "which it amends"


@pytest.mark.parametrize(("language", "separator"), [("de", ";"), ("en", ",")])
def test_spreadsheet_has_a_row_for_each_player_of_each_deal(tmp_path: Path, language: str, separator: str) -> None:
    stored(two_evenings())
    assert main(["export", "--language", language, str(tmp_path / "all.csv")]) == 0
    with (tmp_path / "all.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=separator))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["evening"], row["player"], row["tricks"], row["points"], row["tally"]) for row in rows] == [
        ("2026-11-16", "Zenzi", "3", "-3", "17"),
        ("2026-11-16", "'=SUM(A1)", "2", "-2", "18"),
    ], "what begins like a formula is none"


def test_the_spreadsheet_adds_up_to_the_ledger(tmp_path: Path) -> None:
    """Of each game the last deal's tallies are those of the ledger, and the points lead there."""
    assert main(["export", "--language", "en", "--from", str(GOLDEN), str(tmp_path / "all.csv")]) == 0
    with (tmp_path / "all.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    ledger = Ledger.of(read(GOLDEN.read_text(encoding="utf-8")))
    games = [game for game in ledger.games if game.deals]
    assert sum(len(deal.score.result.tallies) for game in games for deal in game.deals) == len(rows)
    last = {(row["evening"], row["number"], row["seat"]): int(row["tally"]) for row in rows}
    expected = [tally for game in games for tally in game.result.tallies.values()]
    assert sorted(last.values()) == sorted(expected)


def test_the_result_sheet_is_what_the_ledger_says(tmp_path: Path, kiebitz: CommandLine) -> None:
    said = kiebitz.prints("ledger", "--language", "de", GOLDEN)
    assert main(["export", "--language", "de", "--from", str(GOLDEN), str(tmp_path / "sheet.txt")]) == 0
    assert (tmp_path / "sheet.txt").read_text() == said


def test_export_does_not_change_the_journal(tmp_path: Path) -> None:
    journal = stored(two_evenings())
    with Journal(journal) as open_journal:  # as while Kiebitz runs
        open_journal.append(DealStarted(0), 0.0)
        before = {file: file.read_bytes() for file in journal.parent.iterdir()}
        assert main(["export", str(tmp_path / "all.record")]) == 0
        assert {file: file.read_bytes() for file in journal.parent.iterdir()} == before
    assert len(read((tmp_path / "all.record").read_text())) == len(two_evenings()) + 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["all.pdf"], "expected a name that ends in one of .csv, .record, .jsonl, .txt, .zip"),
        (["--evening", "2026-01-01", "e.csv"], "expected last or one of: 2026-11-16, 2026-11-17"),
        (["there.csv"], "file exists"),
        (["--evening", "last", "e.zip"], "expected neither: it holds everything"),
        (["--from", "nothing.sqlite", "e.csv"], "no such file"),
    ],
)
def test_invalid_exports_are_one_line_errors(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(two_evenings())
    (tmp_path / "there.csv").write_text("mine")
    assert main(["export", *arguments]) == 2
    output = capsys.readouterr()
    assert message in output.err
    assert output.err.count("\n") == 1
    assert (tmp_path / "there.csv").read_text() == "mine"


# Evenings


def cut(events: list[Event]) -> list[Evening]:
    return split_into_evenings(events, [float(place) for place in range(len(events))])


def test_a_game_over_midnight_belongs_to_the_evening_on_which_it_began() -> None:
    events: list[Event] = [MONDAY, GAME, DealStarted(0), TUESDAY, LAID, GAME, DealStarted(2)]
    assert [evening.names for evening in cut(events)] == [("2026-11-16", "2026-11-17")]


def test_amendment_from_a_later_evening_is_applied() -> None:
    events: list[Event] = [MONDAY, GAME, DealStarted(0), OTHER, TUESDAY, GAME, DealStarted(2), Amended(3, LAID), LAID]
    monday, tuesday = cut(events)
    assert monday.events == (MONDAY, GAME, DealStarted(0), LAID)
    assert tuesday.events == (TUESDAY, GAME, DealStarted(2), LAID)
    assert (monday.times, tuesday.times) == ((0.0, 1.0, 2.0, 3.0), (4.0, 5.0, 6.0, 8.0))


FACTS = (MONDAY, TUESDAY, NAMES, GAME, DealStarted(0), LAID, OTHER)
choices = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99), st.sampled_from(FACTS)), max_size=14)


def journal_of(chosen: list[tuple[int, int, Fact]]) -> list[Event]:
    """Facts in any order, amended and ruled on anywhere."""
    events: list[Event] = [MONDAY]
    for kind, number, fact in chosen:
        position = number % len(events)
        match kind:
            case 0:
                events.append(Amended(position))
            case 1:
                events.append(Amended(position, fact))
            case 2:
                events.append(Amended(position, fact, before=True))
            case 3:
                events.append(Ruled(position, "stands"))
            case _:
                events.append(fact)
    return events


journals = choices.map(journal_of)
unhurried = settings(suppress_health_check=[HealthCheck.too_slow])


@unhurried
@given(journals)
def test_evenings_together_have_all_effective_facts(events: list[Event]) -> None:
    held = [
        fact for evening in cut(events) for _, fact in effective_facts(evening.events) if not isinstance(fact, Ruled)
    ]
    assert held == [fact for _, fact in effective_facts(events) if not isinstance(fact, Ruled)]
    assert all(len(evening.times) == len(evening.events) for evening in cut(events))


@unhurried
@given(journals)
@example([MONDAY, Ruled(0, "stands"), MONDAY, Amended(0)])
def test_an_evening_cut_out_is_one_evening(events: list[Event]) -> None:
    for evening in cut(events):
        assert [again.events for again in split_into_evenings(evening.events, evening.times)] == [evening.events]
