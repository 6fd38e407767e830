"""Findings stay listed for the whole evening, with what the table decided."""

from pathlib import Path

from cli.record_files import read_record
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, Ruled
from tests.support.fed_table import FedTable
from tests.web.conftest import running_page

RECORD = Path(__file__).parents[3] / "engine" / "golden" / "revoke_shown_by_a_later_card.txt"
SEATED = PlayersSeated(((0, "Anna"), (1, "Beni"), (2, "Clara")))
REVOKE = 13
"""The position of the nine of bells, with which Beni did not follow; another revoke follows."""
LATER = 21
NEXT_GAME = GameStarted("watten", (0, 1, 2, 3), 0, (("pack", "french32"),))


def dispute(folder: Path, *more: Event) -> tuple[str, str]:
    """Returns what the view says of this deal, and of earlier ones, once *more* has followed Beni's two revokes."""
    events = SEATED, *read_record(RECORD).events, *more
    with FedTable(folder / "table.sock", events) as table, running_page(table) as page:
        now, _, earlier = page.phone().get("/dispute").text.partition("Früher am Abend")
    return now, earlier


def test_a_settled_finding_says_what_was_decided(tmp_path: Path) -> None:
    now, earlier = dispute(tmp_path, Ruled(REVOKE, "stands"), Ruled(LATER, "noted", "revoke"))
    assert now.count("<h2>Beni: ") == 2
    assert now.count("Der Tisch lässt es gelten") == 1
    assert now.count("Der Tisch entscheidet") == 1, "the other one was only read"
    assert earlier == ""


def test_it_stays_in_the_list_after_its_deal(tmp_path: Path) -> None:
    settled = Ruled(REVOKE, "counted"), Ruled(LATER, "stands")
    other_people = PlayersSeated(((0, "Anna"), (1, "Toni"), (2, "Clara")))
    now, earlier = dispute(tmp_path, *settled, other_people, DealStarted(1))
    assert "Beni" not in now
    assert earlier.count("<summary>Beni: ") == 2, "by the name of who sat there"
    assert "Der Tisch wertet es" in earlier
    assert "Schellen-Neuner" in earlier


def test_a_finding_that_nobody_decided_says_so_after_its_deal(tmp_path: Path) -> None:
    _, earlier = dispute(tmp_path, Ruled(REVOKE, "counted"), Ruled(LATER, "noted", "revoke"), DealStarted(1))
    assert earlier.count("<small>Der Tisch wertet es<") == earlier.count("<small>Nicht entschieden<") == 1


def test_it_is_shown_with_the_cards_of_its_own_game(tmp_path: Path) -> None:
    _, earlier = dispute(tmp_path, Ruled(REVOKE, "stands"), Ruled(LATER, "stands"), NEXT_GAME, DealStarted(0))
    assert "/cards/german/S9.webp" in earlier


def test_the_next_evening_begins_with_an_empty_list(tmp_path: Path) -> None:
    ended = Ruled(REVOKE, "stands"), Ruled(LATER, "stands"), EveningStarted("2026-11-26")
    now, earlier = dispute(tmp_path, *ended, NEXT_GAME, DealStarted(0))
    assert earlier == ""
    assert "Nichts aufgefallen." in now
