"""Every screen and every menu, reached as people reach them, in groups of which each is one golden picture.

`python -m tests.support.screens.gallery` draws the golden pictures and those of docs/flows.md anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.menus.table.deck_enrolment import (
    DeckInUse,
    GoingOn,
    Grading,
    Invitation,
    NotSaved,
    Quizzing,
    ShowingCards,
    Stopping,
    WhichKind,
)
from device.settings.table_setup import Setup
from tests.support.screens.reached import (
    DEAL,
    Shown,
    aimed,
    begun,
    blind,
    examined,
    game_over,
    handed,
    known_deck,
    named,
    notice,
    opened,
    playing,
    second_deal,
    standing_of_gras,
    taught,
    taught_in_rows,
    unbegun,
    unresting,
    with_pictured_games,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"
SPADES = "DOWN PLAY"
BAUERCHEN = f"{SPADES} CA CK CQ C10 clear DA DK DQ D10 clear HA HK HQ H10 clear SA SJ SQ S10 clear SK HJ DJ CJ"
LEDIG = f"{SPADES} PLAY DOWN PLAY CA CK SJ"
SIEGELBACH = Setup("bauerchen", (0, 1, 2, 3), (("target", 31), ("carry_forward", True)), "siegelbach")
HEARTS_U = "DOWN DOWN DOWN PLAY DOWN DOWN PLAY"
THREE_TRICKS = "HU LA LK LO clear HA S8 S9 S10 clear HK L7 L8 L9 clear"
DUEL = "HU LA clear HA S8 clear HK L7 clear"
SECRET = (("announcement", "secret"),)
LATINISCH = "LA>0 LK>1 SU>2 HO>3 clear>0 EA>0 EK>1 EO>2 EU>3 clear>0 SA>0 S9>1 S10>2 S8>3 clear>0"

NOTICES = (
    "not_saved",
    "no_pack",
    "new_journal",
    "mended_journal",
    "stuck_button",
    "weak_power",
    "hot",
    "little_memory",
    "little_room",
)
ADVICE = ("good", "card", "dark", "bright", "glare", "blurred", "near", "far", "askew")

GROUPS: Mapping[str, Mapping[str, Shown]] = {
    "start": {
        "first_language": opened("DOWN"),
        "first_promise": opened("PLAY"),
        "first_aim": opened("", "aim"),
        "aim_awaited": aimed("aim_advice", live=False),
        **{f"aim_{advice}": aimed(f"aim_{advice}") for advice in ADVICE},
        "first_deck": opened("", "deck"),
        "first_game": with_pictured_games(opened("DOWN", "game")),
        "first_rules": opened("", "rules"),
        "first_own_rules": opened("UP PLAY DOWN", "rules"),
        "first_players": opened("DOWN", "players"),
        "first_sitting": opened("UP PLAY DOWN", "players"),
        "welcome": unbegun(""),
        "aim": unbegun("PLAY"),
        "house_rules": unbegun("PLAY PLAY"),
        "who_deals": unbegun("PLAY PLAY PLAY DOWN"),
        "bauerchen_asked": unbegun("PLAY PLAY DOWN", Setup("bauerchen", (0, 1, 2, 3))),
        "bauerchen_rules": unbegun("PLAY PLAY", SIEGELBACH),
    },
    "deck": {
        "deck_in_use": taught(DeckInUse()),
        "deck_invitation": taught(Invitation()),
        "deck_invitation_rows": taught(Invitation(1)),
        "deck_invitation_later": taught(Invitation(2)),
        "deck_kind": taught(WhichKind(1)),
        "deck_going_on": taught(GoingOn()),
        "deck_not_saved": taught(NotSaved()),
        "deck_stopping": taught(Stopping()),
        "deck_first_card": taught(ShowingCards(), "EA"),
        "deck_card": taught(ShowingCards(), "L9"),
        "deck_refused": taught(ShowingCards(), "L9", "advice_blurred"),
        "deck_double": taught(ShowingCards(), "L9", "advice_double"),
        "deck_all_shown": taught(ShowingCards()),
        "deck_first_row": taught_in_rows("E"),
        "deck_row": taught_in_rows("L", "row_taken"),
        "deck_row_short": taught_in_rows("L", "advice_count"),
        "deck_row_gap": taught_in_rows("L", "advice_unseen", unseen="LO LU"),
        "deck_row_double": taught_in_rows("L", "advice_double", doubled=True),
        "deck_known": known_deck,
        "deck_quiz": taught(Quizzing()),
        "deck_quiz_read": taught(Quizzing(), read="HK"),
        "deck_quiz_blurred": taught(Quizzing(), read="HK", advice="advice_blurred"),
        "deck_grade": taught(Grading()),
        "deck_grade_again": taught(Grading(), again="L9 L8"),
    },
    "deal": {
        "cut": begun(""),
        "cut_hand": handed(begun("")),
        "critical": begun("HK"),
        "critical_taken": begun("HK PLAY S7 PLAY"),
        "critical_turned": begun("HK>3", rules=(("schleck", "none"), ("upcard_critical", "dealer_may_take"))),
        "upcard_awaited": begun("", rules=(("schleck", "none"),)),
        "upcard_hand": handed(begun("", rules=(("schleck", "none"),))),
        "upcard_by_hand": begun("PLAY"),
        "upcard_question": begun("L9/LO"),
        "declare_first": begun("LO"),
        "declare_third": second_deal("PLAY FOLD"),
        "fold_barred": begun("LO FOLD"),
        "fold_barred_cutter": second_deal("FOLD FOLD FOLD"),
        "exchange": playing("UP UP"),
        "exchange_upcard": playing("PLAY PLAY PLAY UP PLAY"),
    },
    "trick": {
        "lead": playing("PLAY PLAY PLAY PLAY FOLD"),
        "trick_second": playing("L7"),
        "trick_hand": handed(playing("L7")),
        "trick_unrest": unresting(playing("L7")),
        "trick_doubtful": playing("L7 L8/L9 L10"),
        "trick_full": playing("L7 L8 L10 LA"),
        "trick_taken": playing("L7 L8 L10 LA clear"),
        "trick_three_players": playing("L7 E10", players=3),
        "trick_two_players": playing("L7", players=2),
        "look_back": playing("L7 L8 L10 LA clear LK UP UP"),
        "earlier_told": playing("L7 L8 UP UP"),
        "earlier_otherwise": second_deal("PLAY FOLD PLAY L7 UP UP UP PLAY"),
        "pick_wrong": playing("L7 L8 L10 LA clear LK UP UP PLAY"),
    },
    "questions": {
        "question": playing("L7 L8/L9/LU"),
        "question_second": playing("L7 L8/L9/LU DOWN"),
        "seen_twice": playing("L7>0 L9>1 L9+L8>2"),
        "correct": playing("L7>0 L8+LU+LO>1 FOLD"),
        "correct_phantom": playing("L7>0 L8+LU+LO>1 FOLD UP"),
        "correct_redo": playing("L7>0 L8+LU+LO>1 FOLD PLAY FOLD"),
        "undo": begun("L9 PLAY UP"),
        "was_told": playing("L7 L8 UP UP"),
        "missed_card": playing("L7>0 PLAY"),
        "short_trick": playing("L7 L8 LA clear"),
    },
    "noticed": {
        "out_of_turn": playing("L7>0 L8>2"),
        "out_of_turn_other_seat": playing("L7>0 L8>2 DOWN DOWN"),
        "card_too_many": playing("L7 L8 L10 LA LK>1"),
        "revoke": playing(REVOKED),
        "revoke_counted": playing(f"{REVOKED} DOWN"),
        "revoke_put_off": playing(f"{REVOKED} FOLD S8 S10 SU SA clear SK SO H7 H9 clear HA H8 HU HO clear UP"),
    },
    "score": {
        "glance": playing("L7 L8 L10 LA clear DOWN"),
        "score": playing(DEAL),
        "score_three_players": begun(
            "HA PLAY PLAY L7 L8 L9 clear L10 LA LK clear S8 S9 S10 clear SA SK SO clear H9 H8 H7", 3
        ),
        "game_over": game_over,
        "gras_account": standing_of_gras(4),
        "gras_account_three": standing_of_gras(3),
    },
    "by_hand": {
        "no_camera": blind(""),
        "lens_covered": blind("", covered=True),
        "enter_trump": blind("PLAY DOWN"),
        "enter_tricks": blind("PLAY PLAY UP UP"),
        "enter_out": blind("PLAY PLAY DOWN"),
        "bauerchen_points": blind("PLAY DOWN PLAY UP UP DOWN", 4, "bauerchen"),
        "score_only": named("DOWN DOWN DOWN DOWN PLAY PLAY"),
    },
    "table": {
        "table_menu": named(""),
        "table_not_now": playing("L7 DOWN DOWN DOWN PLAY"),
        "table_paused": named("PLAY"),
        "table_dealer": named("DOWN PLAY DOWN"),
        "table_players": named("DOWN DOWN PLAY"),
        "table_names_first": playing(f"{DEAL} DOWN DOWN DOWN PLAY PLAY"),
        "table_swap": named("DOWN DOWN PLAY PLAY"),
        "table_swap_with": named("DOWN DOWN PLAY PLAY PLAY"),
        "table_move_on": named("DOWN DOWN PLAY DOWN PLAY"),
        "table_names": named("DOWN DOWN PLAY UP PLAY"),
        "table_known_names": named("DOWN DOWN PLAY UP PLAY PLAY"),
        "table_write_name": named("DOWN DOWN PLAY UP PLAY PLAY DOWN PLAY PLAY DOWN DOWN PLAY DOWN DOWN"),
        "table_game": with_pictured_games(named("DOWN DOWN DOWN PLAY DOWN")),
        "table_game_rules": named("DOWN DOWN DOWN PLAY PLAY"),
        "table_next_game": named("DOWN DOWN DOWN PLAY PLAY PLAY"),
        "table_settings": named("UP UP UP PLAY"),
        "table_language": named("UP UP UP PLAY DOWN DOWN PLAY DOWN"),
        "table_tones": named("UP UP UP PLAY UP PLAY"),
        "table_health": examined(""),
        "table_health_told": examined("PLAY"),
        "table_unfinished": playing("L7 DOWN DOWN UP PLAY"),
        "table_evening": named("UP PLAY"),
        "table_good_night": named("UP PLAY PLAY"),
    },
    "bauerchen": {
        "bauerchen_trump": begun("DOWN", game="bauerchen"),
        "bauerchen_flip": begun("UP", game="bauerchen", rules=(("die_letzte", True),)),
        "bauerchen_say": begun(f"{SPADES} PLAY DOWN", game="bauerchen"),
        "bauerchen_meld": begun(f"{SPADES} PLAY PLAY DOWN", game="bauerchen"),
        "bauerchen_trick": begun(f"{SPADES} CA CK SJ", game="bauerchen"),
        "bauerchen_glance": begun(f"{SPADES} CA CK CQ C10 clear DOWN", game="bauerchen"),
        "bauerchen_score": begun(BAUERCHEN, game="bauerchen"),
        "bauerchen_over": begun(f"{LEDIG}", game="bauerchen"),
        "bauerchen_standing": begun(f"{LEDIG} PLAY", game="bauerchen"),
    },
    "watten": {
        "watten_striker": begun("DOWN DOWN DOWN", game="watten"),
        "watten_better": begun("UP UP UP", game="watten"),
        "watten_agreed": begun("UP UP UP PLAY", game="watten"),
        "watten_suit": begun("DOWN DOWN PLAY DOWN", game="watten"),
        "watten_said_otherwise": begun(f"{HEARTS_U} HU HA LU UP UP PLAY", game="watten"),
        "watten_trick": begun(f"{HEARTS_U} HU HA LU", game="watten"),
        "watten_answer": begun(f"{HEARTS_U} HU PLAY PLAY", game="watten"),
        "watten_answers": begun(f"{HEARTS_U} HU PLAY PLAY DOWN", game="watten"),
        "watten_open_plays": begun(f"{HEARTS_U} {THREE_TRICKS}", game="watten"),
        "watten_after": begun(f"{HEARTS_U} {THREE_TRICKS} UP DOWN", game="watten"),
        "watten_show_rest": begun(f"{HEARTS_U} {THREE_TRICKS} UP DOWN PLAY EA", game="watten"),
        "watten_misdeal": begun("FOLD PLAY", game="watten"),
        "watten_who_peeked": begun("FOLD DOWN PLAY", game="watten"),
        "watten_not_dealt": begun("FOLD PLAY PLAY", game="watten"),
        "watten_duel": begun(f"{HEARTS_U} HU", 3, game="watten"),
        "watten_score_three": begun(f"{HEARTS_U} {DUEL}", 3, game="watten"),
        "latinisch_lead": begun("", game="watten", rules=SECRET),
        "latinisch_who_took": begun("LA LK SU HO", game="watten", rules=SECRET),
        "latinisch_takers": begun("LA LK SU HO PLAY DOWN", game="watten", rules=SECRET),
        "latinisch_reveal": begun(LATINISCH, game="watten", rules=SECRET),
        "latinisch_told": begun(f"{LATINISCH} DOWN PLAY DOWN", game="watten", rules=SECRET),
    },
    "trouble": {
        **{name: notice(name) for name in NOTICES},
    },
}
SCREENS = {name: shown for group in GROUPS.values() for name, shown in group.items()}


def main() -> None:
    from tests.support.screens.sheets import draw_all

    draw_all()


if __name__ == "__main__":
    main()
