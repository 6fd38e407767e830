"""Every screen and every menu, reached by presses and cards, in groups; each group is one golden picture."""

from collections.abc import Mapping
from typing import get_args

from common.texts.keys import FilledPhrase, PhraseKey
from device.menus.table.connections import PageMenu, PhoneQuestionMenu
from device.menus.table.deck_enrolment import (
    ContinueEnrolmentMenu,
    DeckKindMenu,
    DiskFullMenu,
    EnrolmentWayMenu,
    GradeMenu,
    KnownDeckMenu,
    QuizMenu,
    ShowCardMenu,
    StopEnrolmentMenu,
)
from device.runtime.activities.part_trials import ButtonActivity, LightActivity
from device.runtime.landlord_jobs import STICK_FAULTS, UPDATE_FAULTS
from device.runtime.outputs import NO_SPEECH
from device.settings.table_setup import Setup
from device.state.appliance_state import OwnWifi, PageAccess, StickContent, Task, WifiStage
from device.storage.erasure import Inventory
from tests.support.screens.reached import (
    DEAL,
    Shown,
    Stop,
    after_cut,
    aiming,
    before_game,
    camera_missing,
    done,
    enrolment_menu,
    face_down_bid,
    first_start,
    game_over,
    health_checks,
    known_deck,
    landlord,
    last_trick,
    notice,
    page_menu,
    playing,
    said,
    second_deal,
    standing_of_gras,
    table_menu,
    teaching_rows,
    trial,
    with_deck,
    with_hand,
    with_motion,
    with_pictured_games,
    without_camera,
    wrong_sum,
)
from tests.support.screens.tournament import TOURNAMENT_SCREENS

REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"
SPADES = "DOWN PLAY"
BAUERCHEN = f"{SPADES} CA CK CQ C10 clear DA DK DQ D10 clear HA HK HQ H10 clear SA SJ SQ S10 clear SK HJ DJ CJ"
LEDIG = f"{SPADES} PLAY DOWN PLAY CA CK SJ"
WATTEN = Setup("watten", (0, 1, 2, 3))
SIEGELBACH = Setup("bauerchen", (0, 1, 2, 3), (("target", 31), ("carry_forward", True)), "siegelbach")
HEARTS_U = "DOWN DOWN DOWN PLAY DOWN DOWN PLAY"
THREE_TRICKS = "HU LA LK LO clear HA S8 S9 S10 clear HK L7 L8 L9 clear"
DUEL = "HU LA clear HA S8 clear HK L7 clear"
SECRET = (("announcement", "secret"),)
LATINISCH = "LA>0 LK>1 SU>2 HO>3 clear>0 EA>0 EK>1 EO>2 EU>3 clear>0 SA>0 S9>1 S10>2 S8>3 clear>0"

NOTICES = (
    "not_saved",
    "strange_deck",
    "no_pack",
    "new_journal",
    "mended_journal",
    "events_missing",
    "written_again",
    "damaged_evening",
    "safe_start",
    "stuck_button",
    "weak_power",
    "hot",
    "little_memory",
    "little_room",
)
ADVICE = ("good", "card", "dark", "bright", "glare", "blurred", "near", "far", "askew")

OUTCOMES = {
    **{key.removeprefix("job_"):
       FilledPhrase(key, {"name": "kiebitz-2026-11-25-10.zip", "count": 100, "version": "0.18.0"})
       for key in get_args(PhraseKey) if key.startswith("job_")},
    **STICK_FAULTS, **{f"update_{number}": text for number, text in enumerate(UPDATE_FAULTS.values())},
}  # fmt: skip

WIFI_STAGES: tuple[WifiStage, ...] = ("on", "starting", "no_wifi", "blocked")


def wifi_page(stage: WifiStage) -> PageAccess:
    """Returns the page with a Wi-Fi of the table."""
    wifi = OwnWifi(True, stage != "off", stage, "Kiebitz-7F", "k7hq2mwxn4ab")
    return PageAccess(True, "7F3Q9K", ("http://10.42.0.1",), wifi)


GROUPS: Mapping[str, Mapping[str, Shown]] = {
    "start": {
        "first_language": first_start("DOWN"),
        "first_promise": first_start("PLAY"),
        "first_aim": first_start("", "aim"),
        "aim_awaited": aiming("aim_advice", live=False),
        "aim_on_phone": aiming("aim_good", on_phone=True),
        **{f"aim_{advice}": aiming(f"aim_{advice}") for advice in ADVICE},
        "aim_no_camera": camera_missing("usb", False),
        "aim_no_camera_pi": camera_missing("pi", False),
        "aim_covered": camera_missing("usb", True),
        "first_deck": first_start("", "deck"),
        "first_game": with_pictured_games(first_start("DOWN", "game")),
        "first_rules": first_start("", "rules"),
        "first_own_rules": first_start("UP PLAY DOWN", "rules"),
        "first_where": with_pictured_games(first_start("UP PLAY DOWN", "game")),
        "first_points": with_pictured_games(first_start("UP PLAY PLAY DOWN", "game")),
        "first_variant": with_pictured_games(first_start("UP PLAY PLAY PLAY DOWN", "game")),
        "first_players": first_start("DOWN", "players"),
        "first_sitting": first_start("UP PLAY DOWN", "players"),
        "welcome": before_game(""),
        "aim": before_game("PLAY"),
        "house_rules": before_game("PLAY PLAY"),
        "who_deals": before_game("PLAY PLAY PLAY DOWN"),
        "bauerchen_asked": before_game("PLAY PLAY DOWN", Setup("bauerchen", (0, 1, 2, 3))),
        "bauerchen_rules": before_game("PLAY PLAY", SIEGELBACH),
    },
    "missing_trump": {
        "watten_striker_missing": after_cut("HA>0", game="watten"),
        "watten_trump_missing": after_cut("HA>0 LK>1 DOWN DOWN DOWN PLAY", game="watten"),
        "watten_no_taker": after_cut("HA>0 LK>1 EA>2 H9>3 FOLD", game="watten"),
        "bauerchen_trump_missing": after_cut("DA>0", game="bauerchen"),
    },
    "pack_fit": {
        "weli_missing": with_deck("bavarian32", "", WATTEN),
        "weli_missing_last": with_deck("bavarian32", "UP", WATTEN),
        "watten_french": with_deck("french32", "", WATTEN),
        "gras_french": with_deck("french20", "", Setup("gras", (0, 1, 2, 3))),
    },
    "deck": {
        "deck_in_use": enrolment_menu(KnownDeckMenu()),
        "deck_invitation": enrolment_menu(EnrolmentWayMenu()),
        "deck_invitation_rows": enrolment_menu(EnrolmentWayMenu(1)),
        "deck_invitation_later": enrolment_menu(EnrolmentWayMenu(2)),
        "deck_kind": enrolment_menu(DeckKindMenu(1)),
        "deck_going_on": enrolment_menu(ContinueEnrolmentMenu()),
        "deck_not_saved": enrolment_menu(DiskFullMenu()),
        "deck_stopping": enrolment_menu(StopEnrolmentMenu()),
        "deck_first_card": enrolment_menu(ShowCardMenu(), "EA"),
        "deck_card": enrolment_menu(ShowCardMenu(), "L9"),
        "deck_refused": enrolment_menu(ShowCardMenu(), "L9", "advice_blurred"),
        "deck_double": enrolment_menu(ShowCardMenu(), "L9", "advice_double"),
        "deck_all_shown": enrolment_menu(ShowCardMenu()),
        "deck_first_row": teaching_rows("E"),
        "deck_row": teaching_rows("L", "row_taken"),
        "deck_row_short": teaching_rows("L", "advice_count"),
        "deck_row_gap": teaching_rows("L", "advice_unseen", unseen="LO LU"),
        "deck_row_double": teaching_rows("L", "advice_double", doubled=True),
        "deck_known": known_deck,
        "deck_quiz": enrolment_menu(QuizMenu()),
        "deck_quiz_read": enrolment_menu(QuizMenu(), read="HK"),
        "deck_quiz_blurred": enrolment_menu(QuizMenu(), read="HK", advice="advice_blurred"),
        "deck_grade": enrolment_menu(GradeMenu()),
        "deck_grade_again": enrolment_menu(GradeMenu(), again="L9 L8"),
    },
    "deal": {
        "cut": after_cut(""),
        "cut_hand": with_hand(after_cut("")),
        "critical": after_cut("HK"),
        "critical_taken": after_cut("HK PLAY S7 PLAY"),
        "critical_turned": after_cut("HK>3", rules=(("schleck", "none"), ("upcard_critical", "dealer_may_take"))),
        "upcard_awaited": after_cut("", rules=(("schleck", "none"),)),
        "upcard_hand": with_hand(after_cut("", rules=(("schleck", "none"),))),
        "upcard_by_hand": after_cut("PLAY"),
        "upcard_question": after_cut("L9/LO"),
        "declare_first": after_cut("LO"),
        "declare_third": second_deal("PLAY FOLD"),
        "fold_barred": after_cut("LO FOLD"),
        "fold_barred_cutter": second_deal("FOLD FOLD FOLD"),
        "exchange": playing("UP UP"),
        "exchange_upcard": playing("PLAY PLAY PLAY UP PLAY"),
    },
    "trick": {
        "lead": playing("PLAY PLAY PLAY PLAY FOLD"),
        "trick_second": playing("L7"),
        "trick_hand": with_hand(playing("L7")),
        "trick_unrest": with_motion(playing("L7")),
        "trick_doubtful": playing("L7 L8/L9 L10"),
        "trick_full": playing("L7 L8 L10 LA"),
        "trick_taken": playing("L7 L8 L10 LA clear"),
        "trick_last": last_trick,
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
        "undo": after_cut("L9 PLAY UP"),
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
        "score_three_players": after_cut(
            "HA PLAY PLAY L7 L8 L9 clear L10 LA LK clear S8 S9 S10 clear SA SK SO clear H9 H8 H7", 3
        ),
        "game_over": game_over,
        "gras_account": standing_of_gras(4),
        "gras_account_three": standing_of_gras(3),
    },
    "by_hand": {
        "no_camera": without_camera(""),
        "lens_covered": without_camera("", covered=True),
        "enter_trump": without_camera("PLAY DOWN"),
        "enter_tricks": without_camera("PLAY PLAY UP UP"),
        "enter_out": without_camera("PLAY PLAY DOWN"),
        "enter_last": without_camera("PLAY PLAY PLAY UP PLAY"),
        "wrong_sum": wrong_sum,
        "bauerchen_points": without_camera("PLAY DOWN PLAY UP UP DOWN", 4, "bauerchen"),
        "score_only": table_menu("DOWN DOWN DOWN DOWN PLAY PLAY"),
    },
    "table": {
        "table_menu": table_menu(""),
        "table_not_now": playing("L7 DOWN DOWN DOWN PLAY"),
        "table_paused": table_menu("PLAY"),
        "table_dealer": table_menu("DOWN PLAY DOWN"),
        "table_players": table_menu("DOWN DOWN PLAY"),
        "table_names_first": playing(f"{DEAL} DOWN DOWN DOWN PLAY PLAY"),
        "table_swap": table_menu("DOWN DOWN PLAY PLAY"),
        "table_swap_with": table_menu("DOWN DOWN PLAY PLAY PLAY"),
        "table_move_on": table_menu("DOWN DOWN PLAY DOWN PLAY"),
        "table_sits_where": table_menu("DOWN DOWN PLAY UP UP PLAY"),
        "table_turned": table_menu("DOWN DOWN PLAY UP UP PLAY DOWN"),
        "table_turned_seat": table_menu("DOWN DOWN PLAY UP UP PLAY DOWN FOLD PLAY DOWN"),
        "table_names": table_menu("DOWN DOWN PLAY UP PLAY"),
        "table_known_names": table_menu("DOWN DOWN PLAY UP PLAY PLAY"),
        "table_write_name": table_menu("DOWN DOWN PLAY UP PLAY PLAY DOWN PLAY"),
        "table_write_letters": table_menu("DOWN DOWN PLAY UP PLAY PLAY DOWN PLAY UP UP UP PLAY"),
        "table_write_group": table_menu("DOWN DOWN PLAY UP PLAY PLAY DOWN PLAY UP UP UP UP"),
        "table_game": with_pictured_games(table_menu("DOWN DOWN DOWN PLAY DOWN")),
        "table_game_rules": table_menu("DOWN DOWN DOWN PLAY PLAY"),
        "table_next_game": table_menu("DOWN DOWN DOWN PLAY PLAY PLAY"),
        "table_settings": table_menu("UP UP UP PLAY"),
        "table_language": table_menu("UP UP UP PLAY DOWN DOWN PLAY DOWN"),
        "table_tones": table_menu("UP UP UP PLAY UP PLAY"),
        "table_voice": table_menu("UP UP UP PLAY DOWN DOWN DOWN PLAY DOWN"),
        "table_volume": table_menu("UP UP UP PLAY DOWN DOWN DOWN DOWN PLAY"),
        "no_speech": lambda words: Stop(NO_SPEECH),
        "table_health": health_checks(""),
        "table_health_told": health_checks("PLAY"),
        "table_unfinished": playing("L7 DOWN DOWN UP PLAY"),
        "table_evening": table_menu("UP PLAY"),
        "table_good_night": table_menu("UP PLAY PLAY"),
    },
    "landlord": {
        "landlord_menu": landlord(""),
        "landlord_stick": landlord("PLAY"),
        "landlord_stick_more": landlord("PLAY UP"),
        "landlord_writing": landlord("PLAY DOWN DOWN PLAY", Task("job_writing")),
        "landlord_written": landlord(
            "PLAY DOWN DOWN PLAY", done(FilledPhrase("job_written", {"name": "kiebitz-2026-11-25.zip"}))
        ),
        "landlord_restore": landlord("PLAY DOWN DOWN DOWN DOWN PLAY"),
        "landlord_restore_asked": landlord("PLAY DOWN DOWN DOWN DOWN PLAY PLAY"),
        "landlord_no_stick": landlord(
            "PLAY DOWN DOWN DOWN DOWN PLAY", stick=StickContent(fault=STICK_FAULTS["no_stick"])
        ),
        "landlord_no_backup": landlord("PLAY DOWN DOWN DOWN DOWN PLAY", stick=StickContent()),
        "landlord_update": landlord("PLAY UP UP UP PLAY"),
        "landlord_update_asked": landlord("PLAY UP UP UP PLAY PLAY"),
        "landlord_no_update": landlord("PLAY UP UP UP PLAY", stick=StickContent()),
        "landlord_join": landlord("PLAY UP UP PLAY"),
        "landlord_join_asked": landlord("PLAY UP UP PLAY PLAY"),
        "landlord_no_table": landlord("PLAY UP UP PLAY", stick=StickContent()),
        "landlord_clear": landlord("PLAY UP PLAY"),
        "landlord_erase": landlord("DOWN PLAY"),
        "landlord_people": landlord("DOWN PLAY PLAY DOWN"),
        "landlord_person_asked": landlord("DOWN PLAY PLAY PLAY"),
        "landlord_backups_too": landlord("DOWN PLAY PLAY PLAY PLAY"),
        "landlord_evenings": landlord("DOWN PLAY DOWN PLAY"),
        "landlord_evening_asked": landlord("DOWN PLAY DOWN PLAY PLAY"),
        "landlord_all_asked": landlord("DOWN PLAY UP UP PLAY"),
        "landlord_everything_asked": landlord("DOWN PLAY UP PLAY"),
        "landlord_nothing": landlord("DOWN PLAY PLAY", inventory=Inventory()),
        "landlord_not_now": playing("L7 DOWN DOWN UP UP UP UP PLAY DOWN PLAY PLAY"),
        "try_buttons": trial(ButtonActivity),
        "try_buttons_two": trial(ButtonActivity, "fold", "up"),
        "try_buttons_broken": trial(ButtonActivity, "fold", "up", "up"),
        "try_light": trial(LightActivity),
        "try_light_question": trial(LightActivity, *["up"] * 4),
        "try_light_over": trial(LightActivity, *["up"] * 6),
        **{f"said_{name}": said(text) for name, text in OUTCOMES.items()},
    },
    "bauerchen": {
        "bauerchen_trump": after_cut("DOWN", game="bauerchen"),
        "bauerchen_flip": after_cut("UP", game="bauerchen", rules=(("die_letzte", True),)),
        "bauerchen_say": after_cut(f"{SPADES} PLAY DOWN", game="bauerchen"),
        "bauerchen_meld": after_cut(f"{SPADES} PLAY PLAY DOWN", game="bauerchen"),
        "bauerchen_trick": after_cut(f"{SPADES} CA CK SJ", game="bauerchen"),
        "bauerchen_glance": after_cut(f"{SPADES} CA CK CQ C10 clear DOWN", game="bauerchen"),
        "bauerchen_score": after_cut(BAUERCHEN, game="bauerchen"),
        "bauerchen_over": after_cut(f"{LEDIG}", game="bauerchen"),
        "bauerchen_standing": after_cut(f"{LEDIG} PLAY", game="bauerchen"),
    },
    "watten": {
        "watten_striker": after_cut("DOWN DOWN DOWN", game="watten"),
        "watten_better": after_cut("UP UP UP", game="watten"),
        "watten_agreed": after_cut("UP UP UP PLAY", game="watten"),
        "watten_suit": after_cut("DOWN DOWN PLAY DOWN", game="watten"),
        "watten_said_otherwise": after_cut(f"{HEARTS_U} HU HA LU UP UP PLAY", game="watten"),
        "watten_trick": after_cut(f"{HEARTS_U} HU HA LU", game="watten"),
        "watten_answer": after_cut(f"{HEARTS_U} HU PLAY PLAY", game="watten"),
        "watten_answers": after_cut(f"{HEARTS_U} HU PLAY PLAY DOWN", game="watten"),
        "watten_open_plays": after_cut(f"{HEARTS_U} {THREE_TRICKS}", game="watten"),
        "watten_after": after_cut(f"{HEARTS_U} {THREE_TRICKS} UP DOWN", game="watten"),
        "watten_show_rest": after_cut(f"{HEARTS_U} {THREE_TRICKS} UP DOWN PLAY EA", game="watten"),
        "watten_misdeal": after_cut("FOLD PLAY", game="watten"),
        "watten_who_peeked": after_cut("FOLD DOWN PLAY", game="watten"),
        "watten_not_dealt": after_cut("FOLD PLAY PLAY", game="watten"),
        "watten_duel": after_cut(f"{HEARTS_U} HU", 3, game="watten"),
        "watten_score_three": after_cut(f"{HEARTS_U} {DUEL}", 3, game="watten"),
        "watten_face_down_bid": face_down_bid,
        "latinisch_lead": after_cut("", game="watten", rules=SECRET),
        "latinisch_who_took": after_cut("LA LK SU HO", game="watten", rules=SECRET),
        "latinisch_takers": after_cut("LA LK SU HO PLAY DOWN", game="watten", rules=SECRET),
        "latinisch_reveal": after_cut(LATINISCH, game="watten", rules=SECRET),
        "latinisch_told": after_cut(f"{LATINISCH} DOWN PLAY DOWN", game="watten", rules=SECRET),
    },
    "page": {
        "page_off": page_menu(PageMenu(), PageAccess(True)),
        "page_starts": page_menu(PageMenu(), PageAccess(True, "7F3Q9K")),
        "page_join": page_menu(PageMenu(), PageAccess(True, "7F3Q9K", ("http://kiebitz.local",))),
        "page_join_number": page_menu(PageMenu(), PageAccess(True, "7F3Q9K", ("http://192.168.178.199:8321",))),
        "page_crops_off": page_menu(PageMenu("crops"), PageAccess(True, "7F3Q9K")),
        "page_crops_on": page_menu(PageMenu("crops"), PageAccess(True, "7F3Q9K", shows_crops=True)),
        "page_ends": page_menu(PageMenu("leave"), PageAccess(True, "7F3Q9K")),
        **{f"page_wifi_{stage}": page_menu(PageMenu("wifi"), wifi_page(stage)) for stage in WIFI_STAGES},
        "page_use_wifi": page_menu(PageMenu("use_wifi"), wifi_page("off")),
        "page_password": page_menu(PageMenu("password"), wifi_page("on")),
        "page_landlord": page_menu(PhoneQuestionMenu("page_digits", "a", "4711"), PageAccess(True, "7F3Q9K")),
        "page_backup": page_menu(PhoneQuestionMenu("page_backup", "a"), PageAccess(True, "7F3Q9K")),
    },
    "tournament": TOURNAMENT_SCREENS,
    "trouble": {**{name: notice(name) for name in NOTICES}},
}
SCREENS = {name: shown for group in GROUPS.values() for name, shown in group.items()}
