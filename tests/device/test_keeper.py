"""(what happened, what happens now) → (events, screen): sightings and presses through the real table."""

from __future__ import annotations

import pytest

from device.keeper import Keeper
from device.menus_blind import Blind
from device.menus_correct import Correct, PickCard
from device.menus_deal import AtCut, AtDeclare, AtExchange, Barred, TakingCritical
from device.menus_matters import AtFinding, Question, ShortTrick
from device.menus_play import AtPlay
from device.menus_score import AtScore, Glance
from device.menus_start import FirstDealer, Welcome
from device.menus_tricks import LookBack, PickWrong
from device.screens import Choice
from device.screens_play import Found, TrickShown
from device.view import Setup
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardTaken,
    DealStarted,
    Event,
    Exchanged,
    GameStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.findings import Kind
from tests.device.scripted import GAME, GERMAN, card, cards, events, go, in_play, new_keeper


def laid(seat: int, text: str, doubts: str = "") -> CardLaid:
    return CardLaid(seat, card(text), cards(doubts))


DOUBTFUL = UpcardTurned(card("L9"), cards("LO"))

# From the start to the exchange


def test_first_start_takes_four_presses() -> None:
    keeper = Keeper(Setup(GAME, (0, 1, 2, 3)), GERMAN)
    assert isinstance(keeper.menu, Welcome)
    go(keeper, "PLAY PLAY PLAY")
    assert isinstance(keeper.menu, FirstDealer)
    noted = go(keeper, "UP PLAY")
    assert events(noted) == [GameStarted(GAME, (0, 1, 2, 3), 3), DealStarted(3)]
    assert isinstance(keeper.menu, AtCut)


@pytest.mark.parametrize(
    ("script", "expected", "menu"),
    [
        pytest.param("L9", [UpcardTurned(card("L9"))], AtDeclare, id="the first card is the upcard"),
        pytest.param("HK", [], TakingCritical, id="a Critical is asked about"),
        pytest.param("HK PLAY", [CardTaken(2, card("HK"), "cut")], AtCut, id="the cutter takes it"),
        pytest.param("HK lift:HK", [CardTaken(2, card("HK"), "cut")], AtCut, id="the cutter is seen to take it"),
        pytest.param("HK FOLD", [UpcardTurned(card("HK"))], AtDeclare, id="it is the upcard"),
        pytest.param(
            "HK lift:HK S7 lift:S7 E7 PLAY",
            [CardTaken(2, card("HK"), "cut"), CardTaken(3, card("S7"), "cut"), CardTaken(2, card("E7"), "cut")],
            AtCut,
            id="cutter, dealer, cutter",
        ),
        pytest.param(
            "HK S7 PLAY",
            [CardTaken(2, card("HK"), "cut"), CardTaken(3, card("S7"), "cut")],
            AtCut,
            id="another Critical of the cut: the first was taken",
        ),
        pytest.param("HK L9>0", [UpcardTurned(card("HK")), laid(0, "L9")], AtPlay, id="it stays while somebody leads"),
        pytest.param("E7>3", [UpcardTurned(card("E7"))], AtDeclare, id="the dealer turns a Critical"),
        pytest.param(
            "HK PLAY S7>3 PLAY",
            [CardTaken(2, card("HK"), "cut"), CardTaken(3, card("S7"), "cut")],
            AtCut,
            id="but after one was taken the dealer may take the next",
        ),
        pytest.param("L9/LO PLAY", [DOUBTFUL, Amended(2, UpcardTurned(card("L9")))], AtDeclare, id="doubtful upcard"),
        pytest.param(
            "L9/LO DOWN PLAY", [DOUBTFUL, Amended(2, UpcardTurned(card("LO")))], AtDeclare, id="its second candidate"
        ),
        pytest.param("L9/LO FOLD", [DOUBTFUL, Amended(2)], AtCut, id="doubtful upcard was no card"),
        pytest.param("L9/LO L7>0", [DOUBTFUL, laid(0, "L7")], AtPlay, id="play goes on with a doubtful upcard"),
        pytest.param("L9 L9>3", [UpcardTurned(card("L9"))], AtDeclare, id="the dealer straightens the upcard"),
        pytest.param("PLAY DOWN PLAY", [UpcardTurned(card("EK"))], AtDeclare, id="upcard entered by hand"),
        pytest.param(
            "L9 UP PLAY",
            [UpcardTurned(card("L9")), Amended(2, UpcardTurned(card("EA")))],
            AtDeclare,
            id="misread upcard",
        ),
    ],
)
def test_cut_and_upcard(script: str, expected: list[Event], menu: type) -> None:
    keeper = new_keeper()
    assert events(go(keeper, script)) == expected
    assert isinstance(keeper.menu, menu)


def test_who_lays_the_upcard_had_taken_it() -> None:
    """A card lifted from the table may have gone anywhere: only the play makes it certain."""
    keeper = in_play("L7 L8", upcard="L9")
    assert events(go(keeper, "lift:L9 L10")) == [laid(2, "L10")]
    noted = go(keeper, "L9")
    assert events(noted) == [Amended(6, CardTaken(3, card("L9"), "upcard"), before=True), laid(3, "L9")]
    assert not any(note.findings for note in noted)


def test_the_upcard_in_another_hand_suspects_the_camera() -> None:
    keeper = in_play("L7 L8", upcard="L9")
    noted = go(keeper, "L9>2")
    assert [found.kind for found in noted[-1].findings] == [Kind.SEEN_TWICE]


def test_without_schlecking_a_critical_is_the_upcard() -> None:
    keeper = new_keeper(rules=(("schleck", "none"),))
    assert events(go(keeper, "HK")) == [UpcardTurned(card("HK"))]


def test_doubtful_upcard_is_a_question() -> None:
    keeper = new_keeper()
    go(keeper, "L9/LO")
    assert isinstance(keeper.menu, Question)
    assert keeper.screen.title == "which_upcard"  # type: ignore[attr-defined]
    assert keeper.state == "question"
    go(keeper, "L7 L8 L10 LA clear")
    assert isinstance(keeper.menu, Question), "and it comes back between tricks"


def test_declaring_goes_round_and_the_dealer_is_not_asked() -> None:
    keeper = new_keeper(3)
    noted = go(keeper, "L9 PLAY PLAY")
    assert events(noted)[1:] == [Announced(0, "play"), Announced(1, "play")]
    assert isinstance(keeper.menu, AtExchange)


def test_own_buttons_declare_for_their_seat() -> None:
    keeper = new_keeper(4)
    assert events(go(keeper, "L9 PLAY@1"))[1:] == [Announced(1, "play")]


def test_a_barred_fold_says_why_and_insisting_is_noticed() -> None:
    keeper = new_keeper()
    assert events(go(keeper, "L9 FOLD"))[1:] == []
    assert isinstance(keeper.menu, Barred)
    assert keeper.screen.reason == "Im ersten Spiel wird nicht ausgestiegen"  # type: ignore[attr-defined]

    noted = go(keeper, "FOLD")
    assert events(noted) == [Announced(0, "fold")]
    assert [(found.kind, found.rule) for found in noted[0].findings] == [(Kind.FOLD_NOT_ALLOWED, "BW17a")]


def test_a_barred_fold_can_be_thought_over() -> None:
    keeper = new_keeper()
    assert events(go(keeper, "L9 FOLD PLAY"))[1:] == [Announced(0, "play")]


def test_an_undone_declaration_can_be_made_again() -> None:
    keeper = new_keeper()
    noted = go(keeper, "L9 PLAY UP PLAY")
    assert events(noted)[1:] == [Announced(0, "play"), Amended(3)]
    assert keeper.table.turn == 0
    assert events(go(keeper, "UP PLAY")) == [Amended(4)], "the undo is undone"
    assert keeper.table.turn == 1


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("PLAY", [Exchanged(0, 0)], id="none"),
        pytest.param("UP UP PLAY", [Exchanged(0, 2)], id="two"),
        pytest.param("UP DOWN DOWN PLAY", [Exchanged(0, 0)], id="not below none"),
        pytest.param("UP PLAY FOLD PLAY", [Exchanged(0, 1), Amended(6)], id="undone"),
        pytest.param(
            "PLAY PLAY PLAY UP PLAY PLAY",
            [*(Exchanged(seat, 0) for seat in range(3)), Exchanged(3, 1), CardTaken(3, card("L9"), "upcard")],
            id="the dealer takes the upcard, after his exchange",
        ),
        pytest.param(
            "PLAY PLAY PLAY PLAY FOLD", [Exchanged(seat, 0) for seat in range(4)], id="the dealer leaves the upcard"
        ),
    ],
)
def test_exchange(script: str, expected: list[Event]) -> None:
    keeper = in_play(upcard="L9")
    assert isinstance(keeper.menu, AtExchange)
    assert events(go(keeper, script)) == expected


def test_limits_of_the_exchange_are_shown() -> None:
    keeper = in_play()
    assert keeper.screen.of == "von 3"  # type: ignore[attr-defined]
    go(keeper, "PLAY PLAY PLAY")
    assert keeper.screen.of == "von 2"  # type: ignore[attr-defined]


def test_nobody_needs_to_press_for_declaring_and_exchanging() -> None:
    keeper = new_keeper()
    assert events(go(keeper, "E9 L7>0 L8>1")) == [UpcardTurned(card("E9")), laid(0, "L7"), laid(1, "L8")]


def test_put_away_cards_are_not_taken_for_a_lead() -> None:
    keeper = in_play()
    assert events(go(keeper, "L7/L8>2")) == []
    assert events(go(keeper, "L7/L8>0")) == [laid(0, "L7", "L8")]


# The play. Game, deal, upcard and three declarations come before the first card.

SECOND = 7
"""The position of the second card."""


def test_turns_follow_the_table_and_the_taker_leads() -> None:
    keeper = in_play()
    noted = go(keeper, "L7 L8 L10 LA clear LK")
    assert events(noted) == [
        laid(0, "L7"),
        laid(1, "L8"),
        laid(2, "L10"),
        laid(3, "LA"),
        TrickGathered(),
        laid(3, "LK"),
    ]


@pytest.mark.parametrize(
    ("word", "seat", "kinds"),
    [
        pytest.param("L8", 1, [], id="nobody knows whose hand"),
        pytest.param("L8>1", 1, [], id="hand and turn agree"),
        pytest.param("L8~2", 1, [], id="unsure hand: the turn counts"),
        pytest.param("L8>2", 2, [Kind.OUT_OF_TURN], id="surely another's hand: out of turn"),
        pytest.param("L8>0", 1, [], id="who has laid already only reached over"),
    ],
)
def test_seat(word: str, seat: int, kinds: list[Kind]) -> None:
    keeper = in_play("L7>0")
    noted = go(keeper, word)
    assert events(noted) == [laid(seat, "L8")]
    assert [found.kind for found in noted[0].findings] == kinds


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("PLAY", [Ruled(SECOND, "stands")], id="it stands"),
        pytest.param("DOWN PLAY", [Ruled(SECOND, "taken_back")], id="taken back"),
        pytest.param("DOWN DOWN PLAY", [Amended(SECOND, laid(1, "L8"))], id="it was the other's hand"),
        pytest.param("UP PLAY L9", [Amended(SECOND, laid(1, "L9"), before=True)], id="a card was missed, and is shown"),
        pytest.param("lift:L8", [Ruled(SECOND, "taken_back")], id="the card is taken up again"),
    ],
)
def test_out_of_turn_is_ruled_by_the_table(script: str, expected: list[Event]) -> None:
    keeper = in_play("L7>0 L8>2")
    assert isinstance(keeper.menu, AtFinding)
    assert keeper.screen.text == "Nord legte [leaves:8], aber West ist dran"  # type: ignore[attr-defined]
    assert events(go(keeper, script)) == expected
    assert isinstance(keeper.menu, AtPlay)


def test_the_camera_is_the_witness() -> None:
    """Seat 1 must follow leaves; an unlikely legal candidate never displaces what was read."""
    keeper = in_play("L7>0")
    assert events(go(keeper, "S9+L9>1")) == [laid(1, "S9")]


def test_doubtful_card_is_asked_about_and_play_goes_on() -> None:
    keeper = in_play("L7>0")
    assert events(go(keeper, "L8/L9/LU/LO/LK")) == [laid(1, "L8", "L9 LU LO")]
    assert isinstance(keeper.menu, Question)
    assert keeper.state == "question"
    assert keeper.screen.tiles[:5] == cards("L8 L9 LU LO LK")  # type: ignore[attr-defined]

    go(keeper, "L10")
    assert isinstance(keeper.menu, AtPlay), "it waits while cards are laid"
    assert keeper.screen.open_matters == 1  # type: ignore[attr-defined]

    go(keeper, "LA clear")
    assert isinstance(keeper.menu, Question), "and comes back between tricks"
    assert events(go(keeper, "DOWN PLAY")) == [Amended(SECOND, laid(1, "L9"))]
    assert isinstance(keeper.menu, AtPlay)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("PLAY", Amended(SECOND, laid(1, "L8")), id="the best candidate, one press"),
        pytest.param("DOWN PLAY", Amended(SECOND, laid(1, "L9")), id="the second"),
        pytest.param("FOLD", Amended(SECOND), id="no card at all"),
    ],
)
def test_answers_to_a_question(script: str, expected: Event) -> None:
    keeper = in_play("L7>0 L8/L9>1")
    assert events(go(keeper, script)) == [expected]
    assert keeper.matter is None


def test_seen_cards_stand_back_but_are_not_excluded() -> None:
    keeper = in_play("L7>0 L9>1")
    assert events(go(keeper, "L9/L8>2")) == [laid(2, "L8", "L9")]
    assert keeper.screen.tiles[:2] == cards("L8 L9")  # type: ignore[attr-defined]


def test_a_sure_card_revises_an_earlier_doubt() -> None:
    keeper = in_play("L7>0 L8/L9/LU>1")
    assert events(go(keeper, "L8>2")) == [Amended(SECOND, laid(1, "L9", "LU L8")), laid(2, "L8")]
    go(keeper, "LA clear")
    assert isinstance(keeper.menu, Question), "soft evidence settles nothing"


def test_the_same_card_twice_suspects_the_camera() -> None:
    keeper = in_play("L7>0 L9>1")
    noted = go(keeper, "L9+L8>2")
    assert [found.kind for found in noted[0].findings] == [Kind.SEEN_TWICE]
    assert isinstance(keeper.menu, Question)
    screen = keeper.screen
    assert isinstance(screen, Choice)
    assert (screen.title, screen.tiles[0]) == ("seen_twice", card("L8"))
    assert card("L9") in screen.tiles[:4]
    assert events(go(keeper, "PLAY")) == [Amended(SECOND + 1, laid(2, "L8"))]
    assert keeper.matter is None


def test_seen_twice_may_stand() -> None:
    keeper = in_play("L7>0 L9>1 L9+L8>2")
    assert events(go(keeper, "DOWN DOWN DOWN PLAY")) == [Ruled(SECOND + 1, "stands")]


def test_a_trick_is_complete_when_it_is_gathered() -> None:
    keeper = in_play("L7 L8 L10 LA")
    assert keeper.state == "trick"
    assert keeper.screen.headline == "takes_trick"  # type: ignore[attr-defined]
    assert len(keeper.table.deal.tricks) == 0  # type: ignore[union-attr]
    assert events(go(keeper, "clear>3")) == [TrickGathered(3)]
    assert keeper.screen.seat == 3  # type: ignore[attr-defined]


def test_whoever_tidies_up_is_not_accused() -> None:
    keeper = in_play("L7 L8 L10 LA")
    noted = go(keeper, "clear>1")
    assert [(note.event, note.findings) for note in noted] == [(TrickGathered(), ())]


def test_cards_lifted_one_by_one_are_gathered() -> None:
    keeper = in_play("L7 L8 L10 LA")
    assert events(go(keeper, "lift:LA lift:L10 lift:L8 lift:L7")) == [TrickGathered()]


def test_a_missed_gathering_is_inferred_from_the_next_lead() -> None:
    keeper = in_play("L7 L8 L10 LA")
    assert events(go(keeper, "LK>3")) == [TrickGathered(), laid(3, "LK")]


def test_a_card_too_many_suspects_the_camera() -> None:
    keeper = in_play("L7 L8 L10 LA")
    noted = go(keeper, "LK>1")
    assert Kind.CARD_TOO_MANY in [found.kind for found in noted[0].findings]
    assert isinstance(keeper.menu, AtFinding)
    assert events(go(keeper, "PLAY")) == [Amended(SECOND + 3)]
    assert keeper.matter is None


def test_gathered_short_asks_which_card_is_missing() -> None:
    keeper = in_play("L7>0 L8>1 LA>3")
    go(keeper, "FOLD clear")
    assert isinstance(keeper.menu, ShortTrick)
    screen = keeper.screen
    assert isinstance(screen, Choice)
    assert (screen.right, {tile.suit for tile in screen.tiles[:5]}) == ("Nord", {"L"})  # type: ignore[union-attr]
    noted = go(keeper, "PLAY")
    assert events(noted) == [Amended(SECOND + 1, laid(2, "LK"), before=True)]
    assert len(keeper.table.deal.tricks[0]) == 4  # type: ignore[union-attr]
    assert keeper.matter is None


def test_the_missing_card_can_be_shown_or_left_out() -> None:
    keeper = in_play("L7 L8 LA clear")
    assert events(go(keeper, "LU")) == [Amended(SECOND + 2, laid(3, "LU"), before=True)]
    keeper = in_play("L7 L8 LA clear FOLD")
    assert isinstance(keeper.menu, AtPlay)


def test_a_straightened_card_stays_what_it_is() -> None:
    keeper = in_play("L7 L8")
    assert events(go(keeper, "lift:L8 L8 L10")) == [laid(2, "L10")]


def test_a_card_taken_back_before_the_next_is_undone() -> None:
    keeper = in_play("L7 L8")
    assert events(go(keeper, "lift:L8 L9>1")) == [Amended(SECOND), laid(1, "L9")]


def test_cards_that_lay_there_before_a_restart_are_not_counted_again() -> None:
    keeper = in_play("L7 L8")
    again = Keeper(Setup(GAME, (0, 1, 2, 3)), GERMAN, keeper.table.journal)
    for text in ("E9", "L7", "L8"):
        seen = go_at_rest(again, text)
        assert events(seen) == []


def go_at_rest(keeper: Keeper, text: str) -> list:  # type: ignore[type-arg]
    from dataclasses import replace

    from tests.device.scripted import happening

    return keeper.saw(replace(happening(text), seat=2, seat_confidence=0.4))  # type: ignore[type-var]


# Corrections


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("FOLD PLAY", [Amended(SECOND, laid(1, "LU"))], id="first runner-up"),
        pytest.param("FOLD DOWN PLAY", [Amended(SECOND, laid(1, "LO"))], id="second runner-up"),
        pytest.param("FOLD UP PLAY", [Amended(SECOND)], id="phantom card"),
        pytest.param("PLAY DOWN PLAY", [laid(2, "LK")], id="missed card, by hand"),
        pytest.param("PLAY L10", [laid(2, "L10")], id="missed card, shown"),
        pytest.param("FOLD FOLD", [], id="thought better of it"),
    ],
)
def test_a_correction_takes_three_presses_at_most(script: str, expected: list[Event]) -> None:
    keeper = in_play("L7>0 L8+LU+LO>1")
    assert len([word for word in script.split() if word.isalpha()]) <= 3
    assert events(go(keeper, script)) == expected
    assert isinstance(keeper.menu, AtPlay)


def test_undo_of_the_undo() -> None:
    keeper = in_play("L7>0 L8+LU>1")
    go(keeper, "FOLD PLAY")
    assert keeper.table.deal.trick.cards == cards("L7 LU")  # type: ignore[union-attr]
    assert events(go(keeper, "FOLD PLAY")) == [Amended(SECOND + 1)]
    assert keeper.table.deal.trick.cards == cards("L7 L8")  # type: ignore[union-attr]
    assert events(go(keeper, "FOLD PLAY")) == [Amended(SECOND + 2)]
    assert keeper.table.deal.trick.cards == cards("L7 LU")  # type: ignore[union-attr]


def test_after_the_gathering_the_last_card_comes_first() -> None:
    keeper = in_play("L7 L8 L10 LA+LK clear")
    go(keeper, "FOLD")
    assert isinstance(keeper.menu, Correct)
    assert keeper.menu.tiles[0] == card("LK")
    assert keeper.menu.tiles[-2:] == ("undo", "no_card")
    assert events(go(keeper, "PLAY")) == [Amended(SECOND + 2, laid(3, "LK"))]


def test_a_trick_gathered_by_mistake_can_be_put_back() -> None:
    keeper = in_play("L7 L8 L10 LA clear FOLD UP UP PLAY")
    assert keeper.table.deal.trick.cards == cards("L7 L8 L10 LA")  # type: ignore[union-attr]


def test_an_earlier_card_is_corrected_from_the_tricks() -> None:
    keeper = in_play("L7 L8 L10 LA clear H7>3")
    go(keeper, "UP")
    assert isinstance(keeper.menu, LookBack)
    screen = keeper.screen
    assert isinstance(screen, TrickShown)
    assert (screen.number, [each.card for each in screen.laid]) == (2, [card("H7")])
    go(keeper, "UP PLAY")
    assert isinstance(keeper.menu, PickWrong)
    noted = go(keeper, "DOWN PLAY PLAY")
    assert events(noted)[0].position == SECOND  # type: ignore[union-attr]


def test_looking_back_changes_nothing() -> None:
    keeper = in_play("L7 L8 L10 LA clear H7>3")
    before = keeper.screen
    assert events(go(keeper, "UP UP UP DOWN FOLD DOWN")) == []
    assert isinstance(keeper.menu, Glance)
    go(keeper, "PLAY")
    assert keeper.screen == before


# Revokes, scores, degraded


REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"


def test_a_revoke_is_shown_after_the_trick_with_its_evidence() -> None:
    keeper = in_play()
    words = REVOKED.split()
    noted = go(keeper, words[:8])
    assert [found.kind for note in noted for found in note.findings] == [Kind.REVOKE]
    assert isinstance(keeper.menu, AtPlay), "nobody is interrupted in the middle of a trick"
    go(keeper, words[8:])
    screen = keeper.screen
    assert isinstance(screen, Found)
    assert screen.title == "Nicht überstochen"
    assert screen.text == "1. Stich: West gab [bells:9] auf [leaves:7]. Im 2. kam [leaves:8]."
    assert screen.rulings == ("passt schon", "werten")
    assert events(go(keeper, "DOWN PLAY")) == [Ruled(SECOND, "counted")]
    assert isinstance(keeper.menu, AtPlay)


def test_put_off_a_finding_is_not_shown_again() -> None:
    keeper = in_play(REVOKED)
    go(keeper, "FOLD")
    assert isinstance(keeper.menu, AtPlay)


DEAL = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9 HA H8 HU clear"


def test_the_score_comes_with_the_last_card_and_a_card_begins_the_next_deal() -> None:
    keeper = in_play(" ".join(DEAL.split()[:-1]))
    assert isinstance(keeper.menu, AtScore)
    tallies = dict(keeper.table.tallies)
    assert sum(tallies.values()) == 80 - 5 + 5 * sum(tally == 20 + 5 for tally in tallies.values())
    assert events(go(keeper, "clear")) == [TrickGathered()]
    assert events(go(keeper, "E10")) == [DealStarted(0), UpcardTurned(card("E10"))]
    assert isinstance(keeper.menu, AtDeclare)


def test_a_press_begins_the_next_deal_as_well() -> None:
    keeper = in_play(DEAL)
    assert events(go(keeper, "PLAY")) == [DealStarted(0)]


def test_the_last_trick_can_still_be_corrected_at_the_score() -> None:
    keeper = in_play(DEAL)
    noted = go(keeper, "FOLD PLAY")
    assert [type(event) for event in events(noted)] == [Amended]


def test_without_camera_the_tricks_are_entered() -> None:
    keeper = new_keeper(3)
    keeper.seeing = False
    assert isinstance(keeper.menu, Blind)
    assert keeper.state == "pause"
    noted = go(keeper, "PLAY DOWN PLAY" + " UP UP UP PLAY" + " UP UP PLAY" + " DOWN PLAY")
    assert events(noted) == [TricksEntered(((0, 3), (1, 2)), "L")]
    assert keeper.table.tallies == {0: 17, 1: 18, 2: 20}
    assert isinstance(keeper.menu, AtScore)
    go(keeper, "PLAY")
    assert isinstance(keeper.menu, Blind)
    keeper.seeing = True
    assert isinstance(keeper.menu, AtCut)


def test_entering_can_be_gone_back_in() -> None:
    keeper = new_keeper(2)
    keeper.seeing = False
    noted = go(keeper, "PLAY PLAY UP PLAY FOLD UP UP PLAY UP UP UP PLAY")
    assert events(noted) == [TricksEntered(((0, 2), (2, 3)), "E")]


def test_nothing_seen_counts_before_a_game_and_after_it() -> None:
    keeper = Keeper(Setup(GAME, (0, 2)), GERMAN)
    assert go(keeper, "L9 clear lift:L9") == []


def test_game_over_offers_a_new_game() -> None:
    keeper = new_keeper(2)
    keeper.seeing = False
    while keeper.table.phase != "over":
        go(keeper, "PLAY PLAY DOWN DOWN PLAY PLAY" if keeper.table.phase != "scored" else "PLAY")
    assert keeper.table.result.winners == (0,)
    noted = go(keeper, "PLAY")
    assert [type(event) for event in events(noted)] == [GameStarted, DealStarted]


def test_pick_card_orders_the_suit_led_first() -> None:
    keeper = in_play("S7 L8")
    go(keeper, "PLAY")
    assert isinstance(keeper.menu, PickCard)
    assert {each.suit for each in keeper.menu.cards[:7]} == {"S"}
    assert set(keeper.menu.cards[-3:]) == set(cards("S7 L8 E9")), "seen cards stand last"
