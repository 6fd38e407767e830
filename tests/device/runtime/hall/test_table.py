"""The table's side of a tournament: pairing, match, result; each change is on the disk before anybody hears of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from common.feed.messages import HallGame
from common.feed.pairing import ConfirmedResult, PairingId
from device.session.phone_requests import PhoneRefusal
from device.settings.requests import CallReferee
from device.settings.tournament import Pairing
from device.storage.journal_repair import readable_events
from device.storage.recorded_events import write_journal
from engine.events import DealStarted, EveningStarted, GameStarted, PlayersSeated
from tests.support.tournament_table import CUP, PAIRING, TournamentTable

NEXT = msgspec.structs.replace(PAIRING, pairing=PairingId("cup", 4), sides=(("Huber", "Maier"), ("Bauer", "Koch")))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TournamentTable]:
    with TournamentTable(tmp_path) as opened:
        yield opened


def begin(table: TournamentTable, games: int = PAIRING.games, **changes: object) -> None:
    """The pairing comes, and both sides confirm it."""
    table.take(msgspec.structs.replace(PAIRING, games=games, **changes))
    table.press("play", "play")


def test_from_the_pairing_to_the_result(table: TournamentTable) -> None:
    assert (table.stage, table.state.pairing) == ("none", None)
    table.take(PAIRING)
    assert (table.stage, table.state.confirmed) == ("announced", (False, False))
    table.press("play")
    assert (table.stage, table.state.confirmed) == ("announced", (True, False))
    assert table.journal.events == []
    table.press("play")
    assert (table.stage, table.state.confirmed) == ("confirmed", (True, True))
    assert table.journal.events == [
        EveningStarted("cup 3"),
        PlayersSeated(((0, "Huber"), (1, "Gruber"), (2, "Maier"), (3, "Wimmer"))),
        GameStarted("watten", (0, 1, 2, 3), 0, (("target", 11),)),
        DealStarted(0),
    ]
    assert set(table.journal.recorded.marks.values()) == {CUP.mark}
    table.play_deal(0)
    assert (table.stage, table.state.score) == ("playing", (2, 0))
    for _ in range(5):
        table.play_deal(0)
    assert (table.stage, table.state.games, table.state.score) == ("playing", (HallGame((12, 0), (0,), (0,)),), ())
    table.play_game(1)
    assert table.stage == "finished"
    assert table.state.games == (HallGame((12, 0), (0,), (0,)), HallGame((0, 12), (1,), (1,)))
    begun = [place for place, event in enumerate(table.journal.events) if isinstance(event, GameStarted)]
    assert len(begun) == 2
    assert {table.journal.recorded.marks[place] for place in begun} == {CUP.mark}
    table.press("play")
    assert (table.stage, table.state.confirmed) == ("finished", (True, False))
    table.press("play")
    assert (table.stage, table.state.confirmed) == ("agreed", (True, True))
    table.take(msgspec.structs.replace(PAIRING, closed=True))
    assert type(table.menu).__name__ == "WaitingMenu"
    assert table.view.setup.game == "watten"
    assert dict(table.view.setup.rules) == {}, "its own rules again"
    table.take(NEXT)
    assert (table.stage, table.state.games) == ("announced", ())


def test_each_side_confirms_at_its_own_buttons(table: TournamentTable) -> None:
    table.take(PAIRING)
    table.press("play", seat=3)
    assert table.state.confirmed == (False, True)
    table.press("play", seat=1)
    assert table.state.confirmed == (False, True), "the same side"
    table.press("play", seat=0)
    assert table.stage == "confirmed"
    table.play_game(0)
    table.play_game(0)
    table.press("play", seat=1)
    assert table.state.confirmed == (False, True)


def test_the_result_after_a_correction_is_confirmed_again(table: TournamentTable) -> None:
    begin(table, games=1)
    table.play_game(0)
    table.press("play", "play")
    assert table.stage == "agreed"
    table.press("fold", "play")  # something is wrong: correct it
    assert type(table.menu).__name__ == "ScoreMenu"
    table.press("fold", "up", "up", "play")  # the last deal is undone
    assert table.stage == "playing"
    table.play_deal(1)
    table.play_deal(0)
    assert (table.stage, table.state.confirmed) == ("finished", (False, False))
    assert table.state.games == (HallGame((12, 2), (0,), (0,)),)


def test_no_further_game_begins_after_the_last_one(table: TournamentTable) -> None:
    begin(table, games=1)
    table.play_game(0)
    count = len(table.journal.events)
    table.press("fold", "play", "play", "play")
    assert len(table.journal.events) == count
    assert table.stage == "finished"
    with pytest.raises(PhoneRefusal):
        table.loop.phone({"do": "next_deal", "count": count}, "player")


def test_rules_and_names_are_the_tournaments(table: TournamentTable) -> None:
    begin(table)
    for action in ({"do": "names", "names": {"0": "Sepp"}}, {"do": "game", "game": "gras", "players": 4, "rules": {}}):
        with pytest.raises(PhoneRefusal) as refusal:
            table.loop.phone(action, "player")
        assert refusal.value.reason == "tournament"


def test_a_pairing_waits_for_the_deal_of_the_round_before(table: TournamentTable) -> None:
    begin(table)
    table.play_deal(0)
    table.press("play", "up", "play")  # the next deal, in which a call is made
    table.take(NEXT)
    assert table.stage == "announced"
    assert table.loop.has_notice, "the hall waits"
    table.press("play")
    assert type(table.menu).__name__ == "ManualEntryMenu"
    table.play_deal(0)
    assert type(table.menu).__name__ == "UnfinishedGameMenu"
    table.press("play", "play", "play")
    assert (table.stage, table.state.pairing) == ("confirmed", NEXT.pairing)


def test_a_pairing_comes_before_what_the_table_began_to_choose(table: TournamentTable) -> None:
    table.press("play", "play")
    assert type(table.menu).__name__ == "WelcomeMenu"
    table.take(PAIRING)
    assert type(table.menu).__name__ == "PairingMenu"


def test_a_private_game_is_not_thrown_away(table: TournamentTable) -> None:
    table.press("play")
    table.press("play", "play", "play", "play")
    table.play_deal(0)
    table.take(PAIRING)
    assert type(table.menu).__name__ == "UnfinishedGameMenu"
    table.press("fold")
    assert type(table.menu).__name__ == "ScoreMenu"
    table.play_deal(0)
    assert type(table.menu).__name__ == "UnfinishedGameMenu", "it is asked again after each deal"
    table.press("play", "play", "play")
    assert table.stage == "confirmed"
    begun = [place for place, event in enumerate(table.journal.events) if isinstance(event, GameStarted)]
    assert [place in table.journal.recorded.marks for place in begun] == [False, True]


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "bridge"},
        {"rules": {"target": 12}},
        {"rules": {"colour": 1}},
        {"sides": (("Huber", "Maier"),)},
        {"sides": (("Huber", "Maier"), ("Gruber",))},
        {"sides": (("Huber", " "), ("Gruber", "Wimmer"))},
        {"game": "gras"},
        {"games": 0},
    ],
)
def test_a_pairing_that_cannot_be_played_is_refused_and_said(
    table: TournamentTable, changes: dict[str, object]
) -> None:
    with pytest.raises(PhoneRefusal):
        table.take(msgspec.structs.replace(PAIRING, **changes))
    assert "cannot be played" in table.said[0]
    assert table.stage == "none"


@pytest.mark.parametrize("action", [{}, {"do": "pairing"}, {"do": "pairing", "message": 3}, {"do": "undo"}])
def test_what_is_no_message_is_refused(table: TournamentTable, action: dict[str, object]) -> None:
    with pytest.raises(PhoneRefusal) as refusal:
        table.hall.take(table.loop, action)
    assert refusal.value.reason == "malformed"


def test_the_referee_is_called_and_sent_away(table: TournamentTable) -> None:
    table.take(PAIRING)
    table.press("fold", "play")
    assert table.state.calls_referee
    table.press("play", "fold", "play")
    assert not table.state.calls_referee


def test_the_tournament_is_switched_off_and_left(table: TournamentTable) -> None:
    table.take(PAIRING)
    table.press("fold", "down", "play")
    assert not table.view.tournament.stored.on
    with pytest.raises(PhoneRefusal):
        table.take(NEXT)
    assert type(table.menu).__name__ == "WelcomeMenu"
    (table.folder / "link.toml").unlink()
    table.hall.refresh()
    assert table.view.tournament is None


def test_a_pairing_taken_away_and_sent_again_goes_on(table: TournamentTable) -> None:
    begin(table)
    table.play_deal(0)
    table.take(Pairing())
    assert table.stage == "none"
    table.take(PAIRING)
    assert (table.stage, table.state.score) == ("playing", (2, 0))


def test_another_tournament_of_the_same_name_begins_anew(table: TournamentTable) -> None:
    single = msgspec.structs.replace(PAIRING, games=1)
    begin(table, games=1)
    table.play_game(0)
    table.press("play", "play")
    table.take(Pairing())
    table.take(single)
    assert table.stage == "announced"
    table.press("play", "play")
    assert (table.stage, table.state.games) == ("confirmed", ())
    assert table.journal.events.count(EveningStarted("cup 3")) == 2


def forget(folder: Path) -> None:
    """As after a deletion, or if the file is damaged."""
    (folder / "tournament.json").unlink()


def repair(folder: Path) -> None:
    """The journal of one that was mended has no marks: a match is found by its evening."""
    write_journal(folder / "journal.sqlite", *readable_events(folder / "journal.sqlite"))


@pytest.mark.parametrize("lose", [forget, repair])
def test_a_match_is_found_in_the_journal(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    with TournamentTable(tmp_path) as table:
        begin(table)
        table.play_deal(0)
    lose(tmp_path)
    with TournamentTable(tmp_path) as table:
        if lose is forget:
            table.take(PAIRING)
        assert (table.stage, table.state.score) == ("playing", (2, 0))


def test_a_restart_shows_the_same(tmp_path: Path) -> None:
    stages: list[tuple[str, object]] = []

    def look(table: TournamentTable) -> tuple[str, object, object]:
        return table.stage, table.state, table.loop.picture.tobytes()

    def then(*buttons: str) -> None:
        with TournamentTable(tmp_path) as table:
            if buttons:
                table.press(*buttons)  # type: ignore[arg-type]
            before = look(table)
        with TournamentTable(tmp_path) as table:
            assert look(table) == before, buttons
            stages.append(before[:2])

    with TournamentTable(tmp_path) as table:
        table.take(msgspec.structs.replace(PAIRING, games=1))
    for buttons in ((), ("play",), ("play",)):
        then(*buttons)
    for _ in range(6):
        with TournamentTable(tmp_path) as table:
            table.play_deal(1)
        then()
    then("play")
    then("play")
    assert [stage for stage, _ in stages] == [
        "announced", "announced", "confirmed", *["playing"] * 5, "finished", "finished", "agreed",
    ]  # fmt: skip


def test_long_names_are_seated_as_the_display_shows_them(table: TournamentTable) -> None:
    sides = ("Josef Unterholzner", "Maria Hinterhuber"), ("Josef Unterholzner", "Eva Kern")
    begin(table, sides=sides)
    seated = next(event for event in table.journal.events if isinstance(event, PlayersSeated))
    assert [name for _, name in seated.players] == ["Unterholz.", "Unterhol.", "Hinterhub.", "Eva Kern"]


def test_results_of_earlier_rounds_are_kept_until_another_tournament_begins(tmp_path: Path) -> None:
    with TournamentTable(tmp_path) as table:
        begin(table, games=1)
        table.play_game(0)
        table.press("play", "play")
        assert table.state.results == ()
        table.take(NEXT)
        assert table.state.results == (ConfirmedResult(CUP, ((12, 0),)),)
    with TournamentTable(tmp_path) as table:
        table.take(Pairing())
        table.take(msgspec.structs.replace(NEXT, pairing=PairingId("cup", 5)))
        assert table.state.results == (ConfirmedResult(CUP, ((12, 0),)),), "a match that was not played has none"
        table.take(msgspec.structs.replace(NEXT, pairing=PairingId("cup", 1)))
        assert table.state.results == (), "last year's tournament had the same name"


def test_a_call_ends_when_the_organisers_have_decided_it(table: TournamentTable) -> None:
    table.take(PAIRING)
    table.hall.carry_out(table.loop, CallReferee(on=True))
    table.take(msgspec.structs.replace(PAIRING, rules={"target": 13}))
    assert table.state.calls_referee
    table.take(msgspec.structs.replace(PAIRING, calls_decided=1))
    assert not table.state.calls_referee
    table.hall.carry_out(table.loop, CallReferee(on=True))
    table.take(msgspec.structs.replace(PAIRING, calls_decided=1, rules={"target": 15}))
    assert table.state.calls_referee, "that is another one"


def test_a_result_that_one_side_has_not_confirmed_is_none(table: TournamentTable) -> None:
    begin(table, games=1)
    table.play_game(0)
    table.press("play")
    table.take(NEXT)
    assert table.state.results == ()
