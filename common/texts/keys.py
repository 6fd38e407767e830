"""The keys of the phrases, written by `python -m lab.catalogues` from the German catalogue."""

from __future__ import annotations

from typing import Literal

PhraseKey = Literal[
    "seat_south", "seat_west", "seat_north", "seat_east", "ok", "back", "later", "go_on", "yes", "no", "fold", "play",
    "insist", "why", "key_correct", "key_score", "key_say", "key_missing", "key_gather", "key_calls", "key_open",
    "key_erase", "tricks", "trump_is", "start", "trust", "aim", "aim_advice", "who_deals", "house_rule", "as_usual",
    "own_language", "which_game", "house_rules", "own_rules", "own_rules_text", "change", "how_many", "which_places",
    "aim_good", "aim_card", "aim_dark", "aim_bright", "aim_glare", "aim_blurred", "aim_near", "aim_far", "aim_askew",
    "cutting", "cuts", "deals", "has_taken", "critical", "takes_it", "takes", "is_upcard", "upcard", "turns_upcard",
    "plays_or_folds", "must_play", "playing", "folded", "fold_barred", "exchange", "exchanges", "puts_away",
    "exchange_of", "says", "asked", "takes_card", "turns_card", "exchanges_count", "shows_cards", "say", "misdeal",
    "misdeal_tile", "peek_tile", "sign_tile", "card_missing", "takes_upcard", "hand_there", "something_moves", "leads",
    "lays", "trick", "takes_trick", "tricks_done", "who_took", "which_card", "seen_twice", "seat_card", "which_upcard",
    "wrong_card", "missed_card", "no_card", "undo", "undo_undo", "was_told", "said_otherwise", "out_of_turn",
    "missing_before", "revoke", "revoke_text", "revoke_count", "not_follow", "not_overtake", "not_trump",
    "not_overtrump", "not_undertrump", "doubtful", "noticed", "wrong_call", "false_meld", "krank_bid", "wild_bid",
    "misdealt", "peeked", "signalled", "wrong_hand", "taken_back", "counted", "stands", "undo_title", "undo_what",
    "which_wrong", "who", "was_turn", "was_missed", "removed", "enter_again", "tricks_count", "card_points", "trump",
    "score", "score_to", "more", "after_deal", "look_back", "show_rest", "still", "done", "table", "dealer_next",
    "wins", "win", "new_game", "pause", "lens_covered", "no_camera", "no_camera_text", "by_hand", "which_trump",
    "tricks_of", "points_of", "none", "not_saved", "not_saved_text", "strange_deck", "strange_deck_text", "no_pack",
    "no_pack_text", "new_journal_text", "new_journal", "mended_journal", "mended_journal_text", "events_missing",
    "events_missing_text", "written_again", "written_again_text", "damaged_evening", "damaged_evening_text",
    "safe_start", "safe_start_text", "stuck_button", "stuck_button_text", "weak_power", "weak_power_text", "hot",
    "hot_text", "little_memory", "little_memory_text", "little_room", "little_room_text", "table_menu", "table_tile",
    "pause_text", "other_dealer", "players", "other_game", "by_hand_only", "with_camera", "by_hand_title",
    "by_hand_text", "settings", "aim_again", "other_deck", "language", "turn_display", "tones", "tones_on", "tones_off",
    "health", "examining", "between_deals", "between_deals_text", "next_game", "next_game_text", "camera_edge",
    "camera", "key_turn", "who_sits_where", "lays_to_turn", "swap_seats", "swap_who", "swap_with", "rotate_seats",
    "rotate_text", "who_plays", "seated_anew", "names", "named", "new_name", "names_first", "evening_end",
    "unfinished_text", "nothing_played", "won", "lost", "unfinished", "good_night", "good_night_text", "new_evening",
    "teach", "teach_advice", "teach_rows", "teach_later", "which_kind", "kind_bavarian32", "kind_german33",
    "kind_french20", "kind_french32", "kind_french52", "show_card", "show_row", "show_back", "row_advice", "row_taken",
    "read_now", "last_taken", "begun_text", "stop_text", "last_again", "no_room_text", "try_again", "skip", "pack_fits",
    "fits_text", "learn_anew", "take_it", "in_use", "in_use_text", "quiz", "quiz_advice", "quiz_wrong", "recognised",
    "grade_very_good", "grade_good", "grade_fair", "grade_poor", "show_again", "advice_hand", "advice_cut",
    "advice_no_card", "advice_small", "advice_plain", "advice_blurred", "advice_double", "advice_several",
    "advice_count", "advice_unseen", "advice_askew", "advice_too_many", "advice_doubtful",
]  # fmt: skip
