"""The phrases that every language gives. A word in braces is filled in; `[HK]` stands for a drawn card.

The text of a screen is a key, which is translated into the language of the table when it is drawn, a `Text`, or a text
in both languages. A plain string is none of them, so a misspelt key is a type error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from engine.text import Words as BothLanguages

if TYPE_CHECKING:
    from collections.abc import Mapping

Language = Literal["de", "bar", "en"]
"""Deutsch, Boarisch, English."""
Region = Literal["bavarian", "franconian", "saxon", "tell", "french"]
"""The regions of decks with their own card names."""


@dataclass(frozen=True)
class CardNames:
    """Card names of a region; `corners` are the ranks printed on a card, if they differ from the notation."""

    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    card: str
    """Format of a card's name, such as `{suit}-{rank}`."""
    corners: Mapping[str, str]


class Phrases(Struct, frozen=True):
    """The texts of one language; a struct, since a dataclass of so many fields is slow to define at the start."""

    seats: tuple[str, str, str, str]

    # The buttons
    ok: str
    back: str
    later: str
    go_on: str
    yes: str
    no: str
    fold: str
    play: str
    insist: str
    why: str
    key_correct: str
    key_score: str
    key_say: str
    key_missing: str
    key_gather: str
    key_calls: str
    key_open: str
    key_erase: str
    tricks: str
    trump_is: str

    # Start
    start: str
    trust: str
    aim: str
    aim_advice: str
    who_deals: str
    house_rule: str
    as_usual: str
    own_language: str
    which_game: str
    house_rules: str
    own_rules: str
    own_rules_text: str
    change: str
    how_many: str
    which_places: str

    # Pointing the camera
    aim_good: str
    aim_card: str
    aim_dark: str
    aim_bright: str
    aim_glare: str
    aim_blurred: str
    aim_near: str
    aim_far: str
    aim_askew: str

    # Cut, upcard, play or fold, exchange
    cutting: str
    cuts: str
    deals: str
    has_taken: str
    critical: str
    takes_it: str
    takes: str
    is_upcard: str
    upcard: str
    turns_upcard: str
    plays_or_folds: str
    must_play: str
    playing: str
    folded: str
    fold_barred: str
    exchange: str
    exchanges: str
    puts_away: str
    exchange_of: str
    says: str
    asked: str
    takes_card: str
    turns_card: str
    exchanges_count: str
    shows_cards: str
    say: str
    misdeal: str
    misdeal_tile: str
    peek_tile: str
    sign_tile: str
    card_missing: str
    takes_upcard: str

    # Tricks
    hand_there: str
    something_moves: str
    leads: str
    lays: str
    trick: str
    takes_trick: str
    tricks_done: str
    who_took: str

    # Questions and corrections
    which_card: str
    seen_twice: str
    seat_card: str
    which_upcard: str
    wrong_card: str
    missed_card: str
    no_card: str
    undo: str
    undo_undo: str
    was_told: str
    said_otherwise: str

    # Findings
    out_of_turn: str
    missing_before: str
    revoke: str
    revoke_text: str
    revoke_count: str
    not_follow: str
    not_overtake: str
    not_trump: str
    not_overtrump: str
    not_undertrump: str
    doubtful: str
    noticed: str
    wrong_call: str
    false_meld: str
    krank_bid: str
    wild_bid: str
    misdealt: str
    peeked: str
    signalled: str
    wrong_hand: str
    taken_back: str
    counted: str
    stands: str
    undo_title: str
    undo_what: str
    which_wrong: str
    who: str
    was_turn: str
    was_missed: str
    removed: str
    enter_again: str
    tricks_count: str
    card_points: str
    trump: str

    # Score
    score: str
    score_to: str
    more: str
    after_deal: str
    look_back: str
    show_rest: str
    still: str
    done: str
    table: str
    dealer_next: str
    wins: str
    win: str
    new_game: str

    # When something is missing
    pause: str
    lens_covered: str
    no_camera: str
    no_camera_text: str
    by_hand: str
    which_trump: str
    tricks_of: str
    points_of: str
    none: str
    not_saved: str
    not_saved_text: str
    strange_deck: str
    strange_deck_text: str
    no_pack: str
    no_pack_text: str
    new_journal_text: str
    new_journal: str
    mended_journal: str
    mended_journal_text: str
    events_missing: str
    events_missing_text: str
    written_again: str
    written_again_text: str
    damaged_evening: str
    damaged_evening_text: str
    safe_start: str
    safe_start_text: str
    stuck_button: str
    stuck_button_text: str
    weak_power: str
    weak_power_text: str
    hot: str
    hot_text: str
    little_memory: str
    little_memory_text: str
    little_room: str
    little_room_text: str

    # The table menu
    table_menu: str
    table_tile: str
    pause_text: str
    other_dealer: str
    players: str
    other_game: str
    by_hand_only: str
    with_camera: str
    by_hand_title: str
    by_hand_text: str
    settings: str
    aim_again: str
    other_deck: str
    language: str
    turn_display: str
    tones: str
    tones_on: str
    tones_off: str
    health: str
    examining: str
    between_deals: str
    between_deals_text: str
    next_game: str
    next_game_text: str

    # Players and seats
    camera_edge: str
    camera: str
    key_turn: str
    who_sits_where: str
    lays_to_turn: str
    swap_seats: str
    swap_who: str
    swap_with: str
    rotate_seats: str
    rotate_text: str
    who_plays: str
    plays_along: str
    sits_out: str
    takes_players: str
    seated_anew: str
    names: str
    named: str
    new_name: str
    names_first: str

    # The end of an evening
    evening_end: str
    unfinished_text: str
    nothing_played: str
    won: str
    lost: str
    unfinished: str
    good_night: str
    good_night_text: str
    new_evening: str

    # Enrolling a deck
    teach: str
    teach_advice: str
    teach_rows: str
    teach_later: str
    which_kind: str
    kind_bavarian32: str
    kind_german33: str
    kind_french20: str
    kind_french32: str
    kind_french52: str
    show_card: str
    show_row: str
    show_back: str
    row_advice: str
    row_taken: str
    read_now: str
    last_taken: str
    begun_text: str
    stop_text: str
    last_again: str
    no_room_text: str
    try_again: str
    skip: str
    pack_fits: str
    fits_text: str
    learn_anew: str
    take_it: str
    in_use: str
    in_use_text: str
    quiz: str
    quiz_advice: str
    quiz_wrong: str
    recognised: str
    grade_very_good: str
    grade_good: str
    grade_fair: str
    grade_poor: str
    show_again: str
    advice_hand: str
    advice_cut: str
    advice_no_card: str
    advice_small: str
    advice_plain: str
    advice_blurred: str
    advice_double: str
    advice_several: str
    advice_count: str
    advice_unseen: str
    advice_askew: str
    advice_too_many: str
    advice_doubtful: str


PhraseKey = Literal[
    "key_correct", "key_score", "key_say", "key_missing", "key_gather", "key_calls", "key_open", "key_erase",
    "undo_what", "camera_edge", "camera", "key_turn", "who_sits_where", "lays_to_turn",
    "ok", "back", "later", "go_on", "yes", "no", "fold", "play", "insist", "why", "tricks", "trump_is", "start",
    "trust", "aim", "aim_advice", "who_deals", "house_rule", "as_usual", "own_language", "which_game", "house_rules",
    "own_rules", "own_rules_text", "change", "how_many", "which_places", "aim_good", "aim_card", "aim_dark",
    "aim_bright", "aim_glare", "aim_blurred", "aim_near", "aim_far", "aim_askew", "cutting", "cuts", "deals",
    "has_taken", "critical", "takes_it", "takes", "is_upcard", "upcard", "turns_upcard", "plays_or_folds",
    "must_play", "playing", "folded", "fold_barred", "exchange", "exchanges", "puts_away", "exchange_of", "says",
    "asked", "takes_card", "turns_card", "exchanges_count", "shows_cards", "say", "misdeal", "misdeal_tile",
    "peek_tile", "card_missing", "takes_upcard", "hand_there", "something_moves", "leads", "lays", "trick",
    "takes_trick", "tricks_done", "who_took", "which_card", "seen_twice", "seat_card",
    "which_upcard", "wrong_card", "missed_card", "no_card", "undo", "undo_undo", "was_told", "said_otherwise",
    "out_of_turn", "missing_before", "revoke", "revoke_count",
    "revoke_text", "not_follow", "not_overtake", "not_trump", "not_overtrump", "not_undertrump", "doubtful",
    "noticed", "wrong_call", "false_meld", "krank_bid", "wild_bid", "misdealt", "peeked", "wrong_hand", "taken_back",
    "counted", "stands", "undo_title", "which_wrong", "who", "was_turn", "was_missed", "removed",
    "enter_again", "tricks_count",
    "card_points", "trump", "score", "score_to", "more", "after_deal", "look_back",
    "show_rest", "still", "done", "table", "dealer_next", "wins", "win", "new_game", "pause", "lens_covered",
    "no_camera", "no_camera_text", "by_hand", "which_trump", "tricks_of", "points_of", "none", "not_saved",
    "not_saved_text", "strange_deck", "strange_deck_text", "no_pack", "no_pack_text", "new_journal_text", "new_journal",
    "mended_journal",
    "mended_journal_text", "events_missing", "events_missing_text", "written_again", "written_again_text",
    "damaged_evening", "damaged_evening_text", "safe_start", "safe_start_text", "stuck_button", "stuck_button_text",
    "weak_power", "weak_power_text", "hot", "hot_text", "little_memory", "little_memory_text", "little_room",
    "little_room_text", "table_menu", "table_tile", "pause_text", "other_dealer", "players", "other_game",
    "by_hand_only", "with_camera", "by_hand_title", "by_hand_text", "settings", "aim_again", "other_deck",
    "language", "turn_display", "tones", "tones_on", "tones_off", "health", "examining", "between_deals",
    "between_deals_text", "next_game", "next_game_text", "camera_edge", "camera", "key_turn", "who_sits_where",
    "lays_to_turn", "swap_seats", "swap_who", "swap_with", "rotate_seats", "rotate_text", "who_plays",
    "plays_along", "sits_out", "takes_players", "seated_anew", "names", "named", "new_name", "names_first",
    "evening_end", "unfinished_text", "nothing_played", "won", "lost", "unfinished", "good_night",
    "good_night_text", "new_evening", "teach", "teach_advice", "teach_rows", "teach_later", "which_kind",
    "kind_bavarian32", "kind_german33", "kind_french20", "kind_french32", "kind_french52", "show_card", "show_row",
    "show_back", "row_advice", "row_taken", "read_now", "last_taken", "begun_text", "stop_text", "last_again",
    "no_room_text", "try_again", "skip", "pack_fits", "fits_text", "learn_anew", "take_it", "in_use", "in_use_text",
    "quiz", "quiz_advice", "quiz_wrong", "recognised", "grade_very_good", "grade_good", "grade_fair", "grade_poor",
    "show_again", "advice_hand", "advice_cut", "advice_no_card", "advice_small", "advice_plain", "advice_blurred",
    "advice_double", "advice_several", "advice_count", "advice_unseen", "advice_askew", "advice_too_many",
    "advice_doubtful",
    "sign_tile", "signalled",
]  # fmt: skip
"""The name of a phrase: one for each text of `Phrases`; a test holds the two together."""


class Text(str):
    """Text in the language of the table, or entered by people, such as a name; displayed unchanged."""

    __slots__ = ()


Label: TypeAlias = PhraseKey | Text | BothLanguages
"""A text of a screen: a key, a `Text`, or a text in German and English for a menu that is not worth a phrase."""
