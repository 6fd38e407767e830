"""Every screen and every menu, reached as people reach them, in groups of which each is one golden picture.

`python -m tests.device.gallery` draws the golden pictures and those of docs/flows.md anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from device.checks import Check
from device.keeper import Keeper
from device.menus_enrol import (
    DeckInUse,
    Grading,
    Invitation,
    KnownPack,
    Lesson,
    Quizzing,
    ShowingCards,
    ShowingRows,
    WhichKind,
)
from device.opening import ORDER, Opening
from device.screens import Notice
from device.screens_deal import AwaitUpcard, Cutting
from device.screens_play import TrickShown
from device.screens_start import PICTURE_HEIGHT, PICTURE_WIDTH, Aiming
from device.view import Setup
from device.words import LANGUAGES as LANGUAGES_OF
from device.words import words_for
from engine.cards import BAVARIAN_32
from engine.events import PlayersSeated
from engine.words import Words as BothLanguages
from tests.device.scripted import GAME, card, cards, go, in_play, new_keeper

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.menus import Menu
    from device.menus_enrol import TeachingMenu
    from device.opening import Step
    from device.phrases import Language
    from device.screens import Screen
    from device.words import Words

LANGUAGES: dict[Language, Words] = {language: words_for(language, "bavarian") for language in LANGUAGES_OF}


class Stop(NamedTuple):
    """Where a script has led to; some screens are no menu's."""

    screen: Screen
    menu: Menu | TeachingMenu | None = None


Shown = Callable[["Words"], Stop]

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
DEAL = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9 HA H8 HU clear"


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
CHECKS = (
    Check("power", BothLanguages("Strom", "Power"), "bad", BothLanguages("zu schwach", "too weak"),
          BothLanguages("Ein Netzteil mit 5 V und 3 A nehmen.", "Take a supply of 5 V, 3 A.")),
    Check("camera", BothLanguages("Kamera", "Camera"), "ok", BothLanguages("sieht", "sees"), BothLanguages("", "")),
    Check("clock", BothLanguages("Uhr", "Clock"), "warn", BothLanguages("geht nach", "slow"), BothLanguages("", "")),
)  # fmt: skip

USUAL = Setup(GAME, (0, 1, 2, 3))


def stop(keeper: Keeper) -> Stop:
    return Stop(keeper.screen, keeper.menu)


def begun(script: str, players: int = 4, rules: tuple[tuple[str, str | bool], ...] = (), game: str = GAME) -> Shown:
    """Returns what shows the screen after a script, from the cut on."""

    def shown(words: Words) -> Stop:
        keeper = new_keeper(players, rules=rules, words=words, game=game)
        go(keeper, script)
        return stop(keeper)

    return shown


def playing(script: str, players: int = 4, upcard: str = "E9") -> Shown:
    """Returns what shows the screen after a script, from the exchange on."""

    def shown(words: Words) -> Stop:
        keeper = in_play(script, players, upcard, words)
        return stop(keeper)

    return shown


def opened(script: str, step: Step | None = None, deck: str = "") -> Shown:
    """Returns what shows the first start from *step* on, by default its very beginning."""

    def shown(words: Words) -> Stop:
        keeper = Keeper(USUAL, words)
        steps = ORDER if step is None else ORDER[ORDER.index(step) :]
        keeper.view.opening = Opening(frozenset(ORDER), frozenset(steps), deck)
        go(keeper, script)
        return stop(keeper)

    return shown


def unbegun(script: str, setup: Setup = USUAL) -> Shown:
    def shown(words: Words) -> Stop:
        keeper = Keeper(setup, words)
        go(keeper, script)
        return stop(keeper)

    return shown


def blind(script: str, players: int = 3, game: str = GAME, covered: bool = False) -> Shown:
    def shown(words: Words) -> Stop:
        keeper = new_keeper(players, words=words, game=game)
        keeper.seeing = False
        keeper.view.covered = covered
        go(keeper, script)
        return stop(keeper)

    return shown


def named(script: str) -> Shown:
    """Returns what shows the table menu between two deals, where everybody has a name."""

    def shown(words: Words) -> Stop:
        keeper = in_play(DEAL, words=words)
        keeper.table.observe(PlayersSeated(((0, "Anna"), (1, "Toni"), (2, "Vroni"), (3, "Sepp"))))
        keeper.table.observe(PlayersSeated(((0, "Anna"), (1, "Toni"), (2, "Resi"), (3, "Sepp"))))
        go(keeper, f"DOWN {script}")
        return stop(keeper)

    return shown


def examined(script: str) -> Shown:
    """Returns what shows the doctor's page."""

    def shown(words: Words) -> Stop:
        keeper = in_play(DEAL, words=words)
        keeper.view.health = CHECKS
        go(keeper, f"DOWN UP UP PLAY {script}")
        return stop(keeper)

    return shown


def taught(menu: TeachingMenu, asked: str = "", advice: str = "", read: str = "", again: str = "") -> Shown:
    """Returns what shows a menu while a deck is taught: the card that is asked for, or the one that was read."""

    def shown(words: Words) -> Stop:
        lesson = Lesson(
            words,
            ("bavarian32", "german33"),
            "stammtisch",
            card(asked) if asked else None,
            taken=4,
            of=32,
            last=card("EU") if asked not in ("", "EA") else None,
            advice=advice and getattr(words.phrases, advice).format(card="[acorns:10]"),
            doubled=advice == "advice_double",
            read=card(read) if read else None,
            sure=True,
            right=5,
            quizzed=6,
            grade="fair" if again else "very_good",
            again=cards(again),
        )
        return Stop(menu.screen(lesson), menu)

    return shown


def known_deck(words: Words) -> Stop:
    return taught(KnownPack(f"{words.phrases.kind_bavarian32} (stammtisch)", "stammtisch"))(words)


def taught_in_rows(suit: str, advice: str = "", doubled: bool = False, unseen: str = "") -> Shown:
    """Returns what shows the row of a suit that is asked for."""

    def shown(words: Words) -> Stop:
        row = tuple(each for each in BAVARIAN_32.cards if each.suit == suit)
        tokens = " ".join(map(words.token, cards(unseen)))
        text = advice and getattr(words.phrases, advice).format(count=8, seen=6, card="[acorns:10]", cards=tokens)
        last = None if suit == "E" else row[-1]
        lesson = Lesson(words, ("bavarian32",), taken=8, of=32, last=last, advice=text, doubled=doubled, row=row)
        return Stop(ShowingRows().screen(lesson), ShowingRows())

    return shown


def handed(before: Shown) -> Shown:
    """Returns what shows the same screen while a hand is over the table."""

    def shown(words: Words) -> Stop:
        stopped = before(words)
        assert isinstance(stopped.screen, TrickShown | Cutting | AwaitUpcard)
        return stopped._replace(screen=replace(stopped.screen, hand=True))

    return shown


def aimed(advice: str, live: bool = True) -> Shown:
    """Returns what shows the camera being pointed at four cards on a cloth."""
    picture = Image.new("1", (PICTURE_WIDTH, PICTURE_HEIGHT))
    picture.putdata([x % 4 == y % 4 == 0 for y in range(PICTURE_HEIGHT) for x in range(PICTURE_WIDTH)])
    for left in range(10, 70, 18):
        ImageDraw.Draw(picture).rectangle((left, 18, left + 11, 34), fill=1)
    return lambda words: Stop(Aiming(advice, picture.tobytes() if live else b""))


def notice(name: str) -> Shown:
    return lambda words: Stop(Notice(name, f"{name}_text"))


def second_deal(script: str) -> Shown:
    """Returns what shows the screen of a deal in which folding is allowed; seat 1 is forehand."""
    return playing(f"{DEAL} S10 {script}")


def worded(name: str, words: Words) -> Words:
    """Returns the words in which a screen is drawn: of the region of its deck."""
    region = "french" if name.startswith("bauerchen") else None
    return words if region is None else replace(words, names=LANGUAGES_OF[words.language][1]["french"], french=True)


def standing_of_gras(players: int) -> Shown:
    """Returns what shows the account after a game in which the first seat takes all tricks."""

    def shown(words: Words) -> Stop:
        keeper = new_keeper(players, words=words, game="gras")
        keeper.seeing = False
        while keeper.table.phase != "over":
            tricks = "DOWN DOWN PLAY" + " PLAY" * (players - 1)
            go(keeper, f"PLAY PLAY {tricks}" if keeper.table.phase != "scored" else "PLAY")
        go(keeper, "PLAY")
        return stop(keeper)

    return shown


def game_over(words: Words) -> Stop:
    keeper = new_keeper(2, words=words)
    keeper.seeing = False
    while keeper.table.phase != "over":
        go(keeper, "PLAY PLAY DOWN DOWN PLAY PLAY" if keeper.table.phase != "scored" else "PLAY")
    return stop(keeper)


GROUPS: Mapping[str, Mapping[str, Shown]] = {
    "start": {
        "first_language": opened("DOWN"),
        "first_promise": opened("PLAY"),
        "first_aim": opened("", "aim"),
        "aim_awaited": aimed("aim_advice", live=False),
        **{f"aim_{advice}": aimed(f"aim_{advice}") for advice in ADVICE},
        "first_deck": opened("", "deck"),
        "first_game": opened("DOWN", "game"),
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
        "deck_grade": taught(Grading()),
        "deck_grade_again": taught(Grading(), again="L9 L8"),
    },
    "deal": {
        "cut": begun(""),
        "cut_hand": handed(begun("")),
        "critical": begun("HK"),
        "critical_taken": begun("HK PLAY S7 PLAY"),
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
        "table_game": named("DOWN DOWN DOWN PLAY DOWN"),
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
    from tests.device.sheets import draw_all

    draw_all()


if __name__ == "__main__":
    main()
