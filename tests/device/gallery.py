"""Every screen, reached as people reach it. `python -m tests.device.gallery` draws the golden pictures anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.keeper import Keeper
from device.screens import Notice, draw
from device.view import Setup
from device.words import LANGUAGES as LANGUAGES_OF
from device.words import words_for
from tests.device.scripted import GAME, go, in_play, new_keeper

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.screens import Screen
    from device.words import Words

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = {"de": words_for("de", "bavarian"), "en": words_for("en", "bavarian")}

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


USUAL = Setup(GAME, (0, 1, 2, 3))


def begun(
    script: str, players: int = 4, rules: tuple[tuple[str, str | bool], ...] = (), game: str = GAME
) -> Callable[[Words], Screen]:
    """Returns what shows the screen after a script, from the cut on."""

    def shown(words: Words) -> Screen:
        keeper = new_keeper(players, rules=rules, words=words, game=game)
        go(keeper, script)
        return keeper.screen

    return shown


def playing(script: str, players: int = 4, upcard: str = "E9") -> Callable[[Words], Screen]:
    """Returns what shows the screen after a script, from the exchange on."""

    def shown(words: Words) -> Screen:
        keeper = in_play(script, players, upcard, words)
        return keeper.screen

    return shown


def unbegun(script: str, setup: Setup = USUAL) -> Callable[[Words], Screen]:
    def shown(words: Words) -> Screen:
        keeper = Keeper(setup, words)
        go(keeper, script)
        return keeper.screen

    return shown


def blind(script: str, players: int = 3, game: str = GAME) -> Callable[[Words], Screen]:
    def shown(words: Words) -> Screen:
        keeper = new_keeper(players, words=words, game=game)
        keeper.seeing = False
        go(keeper, script)
        return keeper.screen

    return shown


def second_deal(script: str) -> Callable[[Words], Screen]:
    """Returns what shows the screen of a deal in which folding is allowed; seat 1 is forehand."""
    return playing(f"{DEAL} S10 {script}")


def worded(name: str, words: Words) -> Words:
    """Returns the words in which a screen is drawn: of the region of its deck."""
    region = "french" if name.startswith("bauerchen") else None
    return words if region is None else replace(words, names=LANGUAGES_OF[words.language][1]["french"], french=True)


def standing_of_gras(players: int) -> Callable[[Words], Screen]:
    """Returns what shows the account after a game in which the first seat takes all tricks."""

    def shown(words: Words) -> Screen:
        keeper = new_keeper(players, words=words, game="gras")
        keeper.seeing = False
        while keeper.table.phase != "over":
            tricks = "DOWN DOWN PLAY" + " PLAY" * (players - 1)
            go(keeper, f"PLAY PLAY {tricks}" if keeper.table.phase != "scored" else "PLAY")
        go(keeper, "PLAY")
        return keeper.screen

    return shown


def game_over(words: Words) -> Screen:
    keeper = new_keeper(2, words=words)
    keeper.seeing = False
    while keeper.table.phase != "over":
        go(keeper, "PLAY PLAY DOWN DOWN PLAY PLAY" if keeper.table.phase != "scored" else "PLAY")
    return keeper.screen


SCREENS: dict[str, Callable[[Words], Screen]] = {
    "welcome": unbegun(""),
    "aim": unbegun("PLAY"),
    "house_rules": unbegun("PLAY PLAY"),
    "who_deals": unbegun("PLAY PLAY PLAY DOWN"),
    "cut": begun(""),
    "critical": begun("HK"),
    "critical_taken": begun("HK PLAY S7 PLAY"),
    "upcard_awaited": begun("", rules=(("schleck", "none"),)),
    "upcard_question": begun("L9/LO"),
    "declare_first": begun("LO"),
    "declare_third": second_deal("PLAY FOLD"),
    "fold_barred": begun("LO FOLD"),
    "fold_barred_cutter": second_deal("FOLD FOLD FOLD"),
    "exchange": playing("UP UP"),
    "exchange_upcard": playing("PLAY PLAY PLAY UP PLAY"),
    "lead": playing("PLAY PLAY PLAY PLAY FOLD"),
    "trick_second": playing("L7"),
    "trick_doubtful": playing("L7 L8/L9 L10"),
    "trick_full": playing("L7 L8 L10 LA"),
    "trick_taken": playing("L7 L8 L10 LA clear"),
    "trick_three_players": playing("L7 E10", players=3),
    "trick_two_players": playing("L7", players=2),
    "look_back": playing("L7 L8 L10 LA clear LK UP UP"),
    "pick_wrong": playing("L7 L8 L10 LA clear LK UP UP PLAY"),
    "question": playing("L7 L8/L9/LU"),
    "question_second": playing("L7 L8/L9/LU DOWN"),
    "seen_twice": playing("L7>0 L9>1 L9+L8>2"),
    "correct": playing("L7>0 L8+LU+LO>1 FOLD"),
    "correct_phantom": playing("L7>0 L8+LU+LO>1 FOLD UP"),
    "correct_redo": playing("L7>0 L8+LU+LO>1 FOLD PLAY FOLD"),
    "undo": begun("L9 PLAY UP"),
    "missed_card": playing("L7>0 PLAY"),
    "short_trick": playing("L7 L8 LA clear"),
    "out_of_turn": playing("L7>0 L8>2"),
    "out_of_turn_other_seat": playing("L7>0 L8>2 DOWN DOWN"),
    "card_too_many": playing("L7 L8 L10 LA LK>1"),
    "revoke": playing(REVOKED),
    "revoke_counted": playing(f"{REVOKED} DOWN"),
    "glance": playing("L7 L8 L10 LA clear DOWN"),
    "score": playing(DEAL),
    "score_three_players": begun(
        "HA PLAY PLAY L7 L8 L9 clear L10 LA LK clear S8 S9 S10 clear SA SK SO clear H9 H8 H7", 3
    ),
    "game_over": game_over,
    "no_camera": blind(""),
    "enter_trump": blind("PLAY DOWN"),
    "enter_tricks": blind("PLAY PLAY UP UP"),
    "enter_out": blind("PLAY PLAY DOWN"),
    "bauerchen_asked": unbegun("PLAY PLAY DOWN", Setup("bauerchen", (0, 1, 2, 3))),
    "bauerchen_rules": unbegun("PLAY PLAY", SIEGELBACH),
    "bauerchen_trump": begun("DOWN", game="bauerchen"),
    "bauerchen_flip": begun("UP", game="bauerchen", rules=(("die_letzte", True),)),
    "bauerchen_say": begun(f"{SPADES} PLAY DOWN", game="bauerchen"),
    "bauerchen_meld": begun(f"{SPADES} PLAY PLAY DOWN", game="bauerchen"),
    "bauerchen_trick": begun(f"{SPADES} CA CK SJ", game="bauerchen"),
    "bauerchen_glance": begun(f"{SPADES} CA CK CQ C10 clear DOWN", game="bauerchen"),
    "bauerchen_score": begun(BAUERCHEN, game="bauerchen"),
    "bauerchen_over": begun(f"{LEDIG}", game="bauerchen"),
    "bauerchen_standing": begun(f"{LEDIG} PLAY", game="bauerchen"),
    "bauerchen_points": blind("PLAY DOWN PLAY UP UP DOWN", 4, "bauerchen"),
    "gras_account": standing_of_gras(4),
    "gras_account_three": standing_of_gras(3),
    "watten_striker": begun("DOWN DOWN DOWN", game="watten"),
    "watten_better": begun("UP UP UP", game="watten"),
    "watten_agreed": begun("UP UP UP PLAY", game="watten"),
    "watten_suit": begun("DOWN DOWN PLAY DOWN", game="watten"),
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
    "not_saved": lambda words: Notice("not_saved", "not_saved_text"),
    "no_pack": lambda words: Notice("no_pack", "no_pack_text"),
    "new_journal": lambda words: Notice("new_journal", "new_journal_text"),
}


def main() -> None:
    for language, words in LANGUAGES.items():
        folder = GOLDEN / language
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
        for name, screen in SCREENS.items():
            own = worded(name, words)
            draw(screen(own), own).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
