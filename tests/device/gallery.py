"""Every screen, reached as people reach it. `python -m tests.device.gallery` draws the golden pictures anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.keeper import Keeper
from device.screens import Notice, draw
from device.view import Setup
from device.words import words_for
from tests.device.scripted import GAME, go, in_play, new_keeper

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.screens import Screen
    from device.words import Words

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = {"de": words_for("de", "bavarian"), "en": words_for("en", "bavarian")}

REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"
DEAL = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9 HA H8 HU clear"


def begun(script: str, players: int = 4, rules: tuple[tuple[str, str], ...] = ()) -> Callable[[Words], Screen]:
    """Returns what shows the screen after a script, from the cut on."""

    def shown(words: Words) -> Screen:
        keeper = new_keeper(players, rules=rules, words=words)
        go(keeper, script)
        return keeper.screen

    return shown


def playing(script: str, players: int = 4, upcard: str = "E9") -> Callable[[Words], Screen]:
    """Returns what shows the screen after a script, from the exchange on."""

    def shown(words: Words) -> Screen:
        keeper = in_play(script, players, upcard, words)
        return keeper.screen

    return shown


def unbegun(script: str) -> Callable[[Words], Screen]:
    def shown(words: Words) -> Screen:
        keeper = Keeper(Setup(GAME, (0, 1, 2, 3)), words)
        go(keeper, script)
        return keeper.screen

    return shown


def blind(script: str) -> Callable[[Words], Screen]:
    def shown(words: Words) -> Screen:
        keeper = new_keeper(3, words=words)
        keeper.seeing = False
        go(keeper, script)
        return keeper.screen

    return shown


def second_deal(script: str) -> Callable[[Words], Screen]:
    """Returns what shows the screen of a deal in which folding is allowed; seat 1 is forehand."""
    return playing(f"{DEAL} S10 {script}")


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
            draw(screen(words), words).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
