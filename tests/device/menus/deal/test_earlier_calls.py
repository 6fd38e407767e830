"""What was said or turned earlier in a deal is put right after cards were laid; what was put off is decided later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.menus.deal.before_play import TakingCritical
from device.menus.deal.earlier_calls import AtTold, SaidOtherwise
from device.menus.deal.questions import AtFinding
from device.menus.deal.score import AtScore
from device.menus.deal.trick import AtPlay
from device.screens.lists import Listed
from engine.events import Amended, Announced, CardTaken, Exchanged, Ruled, UpcardTurned
from tests.support.screens.gallery import HEARTS_U, REVOKED
from tests.support.session_script import card, events, go, in_play, new_keeper

if TYPE_CHECKING:
    from device.session.controller import SessionController
    from engine.events import Event


def watten(script: str) -> SessionController:
    keeper = new_keeper(game="watten")
    go(keeper, script)
    return keeper


def position(keeper: SessionController, fact: Event) -> int:
    return next(place for place, told in keeper.table.facts if told == fact)


def test_a_suit_said_wrongly_is_put_right_after_three_cards() -> None:
    keeper = watten(f"{HEARTS_U} HU HA LU")
    suit = next(fact for _, fact in keeper.table.facts if isinstance(fact, Announced) and fact.value == "H")
    go(keeper, "UP UP")
    assert isinstance(keeper.menu, AtTold)
    assert isinstance(keeper.screen, Listed)
    assert keeper.screen.rows == ("Süd: Schlag Unter", "Ost: Farbe [hearts:] Herz")
    go(keeper, "PLAY")
    assert isinstance(keeper.menu, SaidOtherwise)
    assert [option.value for option in keeper.menu.options if getattr(option, "call", "") == "trump"] == ["E", "L", "S"]
    told = events(go(keeper, "DOWN DOWN PLAY"))
    assert told == [Amended(position(keeper, Announced(suit.seat, "trump", "S")), Announced(suit.seat, "trump", "S"))]
    assert isinstance(keeper.menu, AtPlay)
    assert keeper.view.deal.trick.cards == (card("HU"), card("HA"), card("LU"))


def test_how_many_were_exchanged_is_put_right() -> None:
    keeper = new_keeper(2, game="gras")
    go(keeper, "L9 PLAY PLAY EA")
    go(keeper, "UP UP")
    assert isinstance(keeper.screen, Listed)
    assert keeper.screen.rows == ("Nord: [leaves:9]", "Süd: tauscht 0", "Nord: tauscht 1")
    told = events(go(keeper, "PLAY DOWN PLAY"))
    assert told == [Amended(position(keeper, Exchanged(2, 3)), Exchanged(2, 3))]
    told = events(go(keeper, "UP UP PLAY UP PLAY"))
    assert told == [Amended(told[0].position)]  # type: ignore[union-attr]
    assert keeper.table.phase == "play", "whoever leads has ended it"


def test_a_misread_upcard_is_put_right_in_the_middle_of_a_trick() -> None:
    keeper = in_play("L7 L8")
    go(keeper, "UP UP DOWN")
    assert isinstance(keeper.screen, Listed)
    assert keeper.screen.rows[keeper.screen.selected] == "Ost: [acorns:9]"
    noted = events(go(keeper, "PLAY PLAY"))
    assert noted == [Amended(position(keeper, keeper.view.facts[0][1]), keeper.view.facts[0][1])]
    assert isinstance(keeper.view.facts[0][1], UpcardTurned)
    assert keeper.view.facts[0][1].card != card("E9")


def test_before_the_first_card_up_leads_to_what_was_said() -> None:
    keeper = watten(HEARTS_U)
    go(keeper, "UP")
    assert isinstance(keeper.menu, AtTold)
    go(keeper, "FOLD")
    assert isinstance(keeper.menu, AtPlay)


def test_a_critical_of_the_cut_can_be_entered_by_hand() -> None:
    keeper = new_keeper()
    go(keeper, "PLAY")
    while keeper.menu.cards[keeper.menu.selected] != card("HK"):  # type: ignore[attr-defined]
        go(keeper, "DOWN")
    assert events(go(keeper, "PLAY")) == []
    assert isinstance(keeper.menu, TakingCritical)
    assert events(go(keeper, "PLAY")) == [CardTaken(keeper.view.deal.cutter, card("HK"), "cut")]


def test_what_was_put_off_can_be_decided_at_the_score() -> None:
    keeper = in_play(f"{REVOKED} FOLD S8 S10 SU SA clear SK SO H7 H9 clear HA H8 HU HO clear")
    assert isinstance(keeper.menu, AtScore)
    go(keeper, "UP")
    assert isinstance(keeper.screen, Listed)
    row = keeper.screen.rows.index("West: Nicht überstochen")
    go(keeper, "DOWN " * row + "PLAY")
    assert isinstance(keeper.menu, AtFinding)
    revoke = keeper.menu.finding.position
    assert events(go(keeper, "DOWN PLAY")) == [Ruled(revoke, "counted")]
    go(keeper, "UP")
    assert "West: Nicht überstochen" not in getattr(keeper.screen, "rows", ())
