"""Games of other kinds than ours, on the display and in words: no trumps, fewest points best, phases of any name."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.main import main
from device.menus.deal.calls import OptionsMenu
from device.screens.score import GameOverScreen
from engine.cards import Rank, Seat, Suit, Trump
from engine.events import Announced, CardLaid, UpcardTurned
from engine.games import all_games
from engine.rules.deal import Deal
from engine.rules.game import Step
from tests.device.menus.deal.test_calls import PLAIN, Sketch, sketched
from tests.support.session_script import card, events, go


@pytest.mark.parametrize(
    ("suit", "rank", "english", "german"),
    [
        (None, None, "no trumps", "kein Trumpf"),
        (None, "J", "jack are trumps", "Bube ist Trumpf"),
        ("H", None, "hearts are trumps", "Herz ist Trumpf"),
        ("H", "J", "trumps and striker: hearts jack", "Farbe und Schlag: Herz Bube"),
    ],
)
def test_trump_of_an_added_game_is_named_in_judge_text(
    suit: Suit | None,
    rank: Rank | None,
    english: str,
    german: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Other(Sketch):
        def trump_suit(self, trump: Trump) -> Suit | None:
            return suit

        def trump_rank(self, trump: Trump) -> Rank | None:
            return rank

    monkeypatch.setitem(all_games(), "sketch", Other)
    record = tmp_path / "other.record"
    record.write_text("kiebitz record 1\ngame sketch seats 0 1 2 3 dealer 3\ndeal 3\n", encoding="utf-8")
    for language, expected in (("en", english), ("de", german)):
        assert main(["judge", "--language", language, str(record)]) == 0
        assert f", {expected}\n" in capsys.readouterr().out


@pytest.mark.parametrize("low", [True, False])
def test_leading_player_is_highlighted(low: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Avoiding(Sketch):
        def low_wins(self, seats: Sequence[Seat]) -> bool:
            return low

    monkeypatch.setattr("tests.device.menus.deal.test_calls.Sketch", Avoiding)
    controller = sketched(monkeypatch)
    go(controller, "HA HK HQ HJ clear H10 H9 H8 H7 clear")
    assert isinstance(controller.screen, GameOverScreen)
    assert {tally.seats for tally in controller.screen.tallies if tally.best} == ({(1,), (2,), (3,)} if low else {(0,)})


def test_an_upcard_pushed_about_in_any_phase_before_the_play_is_no_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    class Turned(Sketch):
        def step(self, deal: Deal) -> Step:
            return super().step(deal) if deal.upcard else Step("upcard", (deal.dealer,))

    monkeypatch.setattr("tests.device.menus.deal.test_calls.Sketch", Turned)
    controller = sketched(monkeypatch, joining=PLAIN)
    turned = UpcardTurned(card("H9"))
    assert events(go(controller, "H9>3 H9>3")) == [turned]
    assert isinstance(controller.menu, OptionsMenu)
    assert events(go(controller, "PLAY HA>0")) == [Announced(0, "stay"), CardLaid(0, card("HA"))]
