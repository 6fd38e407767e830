"""The files that the landlord takes away: of which evening, in which language, and what is told without a game."""

import pytest

from common.files.paths import choices_file, journal_file, state_folder
from common.texts.phrases import Language
from device.diagnostics.check import CheckContext
from device.runtime.landlord_jobs import NothingPlayed, export
from device.settings.requests import StickExport
from device.settings.settings import Config
from device.storage.journal import Journal
from engine.amendments import shift_positions
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, TricksEntered
from tests.support.appliance import PARTLESS

GAME = GameStarted("bohemian-watten", (0, 2), 0, (("schleck", "none"),))
PLAYED: list[Event] = [
    PlayersSeated(((0, "Zenzi"), (2, "Resi"))),
    GAME,
    DealStarted(0),
    TricksEntered(((0, 3), (2, 2)), "L"),
]
MONDAY: list[Event] = [EveningStarted("2026-11-16"), *PLAYED]
TUESDAY: list[Event] = [EveningStarted("2026-11-17"), *PLAYED]
WEDNESDAY: list[Event] = [EveningStarted("2026-11-18")]
"""It has begun, and nothing was played yet."""


def exported(what: StickExport, language: Language, *evenings: list[Event]) -> tuple[str, str]:
    """Returns the name and the text of an export of these evenings."""
    with Journal(journal_file(), whole=True) as journal:
        for evening in evenings:
            begin = len(journal)
            for event in evening:
                journal.append(shift_positions(event, begin), 0.0)
    name, content = export(what, CheckContext(Config(), PARTLESS, state_folder()), language, pytest.fail)
    return name, content.decode()


@pytest.mark.parametrize("begun", [[], [WEDNESDAY]], ids=["the last one", "before the one that has just begun"])
def test_the_sheet_is_that_of_the_last_evening_played(begun: list[list[Event]]) -> None:
    name, text = exported("sheet", "de", MONDAY, TUESDAY, *begun)
    assert name == "2026-11-17.txt"
    assert "2026-11-17" in text
    assert "2026-11-16" not in text


@pytest.mark.parametrize(
    ("language", "name", "head"),
    [("de", "alle-abende.csv", "evening;number;game"), ("en", "all-evenings.csv", "evening,number,game")],
)
def test_the_table_has_all_evenings_in_the_form_of_the_language(language: Language, name: str, head: str) -> None:
    got, text = exported("table", language, MONDAY, TUESDAY)
    assert got == name
    assert text.lstrip("\ufeff").startswith(head)
    assert all(day in text for day in ("2026-11-16", "2026-11-17"))


@pytest.mark.parametrize("what", ["sheet", "table"])
def test_an_evening_without_a_game_is_no_result(what: StickExport) -> None:
    with pytest.raises(NothingPlayed):
        exported(what, "de", WEDNESDAY)


@pytest.mark.parametrize("what", ["sheet", "table", "backup"])
def test_without_a_journal_nothing_was_played(what: StickExport) -> None:
    state_folder().mkdir()
    choices_file().write_text("{}")
    with pytest.raises(NothingPlayed):
        export(what, CheckContext(Config(), PARTLESS, state_folder()), "de", pytest.fail)
