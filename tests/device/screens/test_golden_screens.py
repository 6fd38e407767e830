"""Golden pictures of every screen in every language, and checks that all of it is legible.

`python -m tests.support.screens.sheets` draws the golden pictures anew; look at them before you commit them.
"""

import inspect
import pkgutil
import random
from dataclasses import replace
from importlib import import_module
from itertools import product
from typing import get_args

import cv2
import numpy as np
import pytest
from PIL import Image, ImageChops

import device
from common.texts.keys import PhraseKey
from common.texts.phrases import LANGUAGES, REGIONS, Language, Region, card_names, phrase_in, region_for
from common.texts.words import TableWords, words_for
from device.display.canvas import Canvas
from device.display.text_layout import HEIGHT, WIDTH, characters, text_width
from device.hardware.presses import Button
from device.menus.deal.before_play import fold_barred_screen
from device.menus.table.player_names import groups_of, letters_after
from device.screens.base import draw
from device.screens.deal import FindingScreen
from device.screens.engine_text import sentence_for, title_for
from device.screens.score import GameOverScreen, ScoreScreen, StandingScreen, Tally
from device.screens.table import NameScreen
from device.settings.settings import NAME_WIDTH
from engine.games import all_games, game
from engine.notation.explain import rule
from engine.rules.findings import Breach, Evidence, Finding, Kind
from tests.support.examples import one_in
from tests.support.screens.buttons import button_faults
from tests.support.screens.gallery import GROUPS, SCREENS
from tests.support.screens.painted import layout_faults, named_buttons, shortened_texts
from tests.support.screens.reached import LANGUAGES as GOLDEN_LANGUAGES
from tests.support.screens.reached import Stop, words_of
from tests.support.screens.sheets import DOCUMENTED, GOLDEN, documented, golden_screens, size_of
from tests.support.session_script import card

WIDEST = {0: "Elisabeth", 1: "Korbinian", 2: "Wolfgang", 3: "Annemarie"}
"""As wide as a name may be."""
CALLED: dict[Region, dict[int, str] | None] = {"saxon": WIDEST, "bavarian": None}
WORDS = [
    pytest.param(words_for(language, region, names), id=f"{language} {region}")
    for language in LANGUAGES
    for region, names in CALLED.items()
]


BUTTONS: tuple[Button, ...] = ("up", "play", "down")


def test_the_widest_names_are_allowed() -> None:
    assert all(NAME_WIDTH - 5 <= text_width(name, "small") <= NAME_WIDTH for name in WIDEST.values())


# Golden pictures


@pytest.mark.parametrize(("group", "language"), one_in(14, product(GROUPS, GOLDEN_LANGUAGES)))
def test_screens_are_as_in_the_golden_pictures(group: str, language: Language) -> None:
    for name, golden in golden_screens(group, language).items():
        words = words_of(name, GOLDEN_LANGUAGES[language])
        drawn = draw(SCREENS[name](words).screen, words)
        assert golden.size == drawn.size == (WIDTH, HEIGHT)
        different = ImageChops.logical_xor(drawn, golden).getbbox()
        assert different is None, (
            f"{name} differs within {different}; if wanted: python -m tests.support.screens.sheets"
        )


@pytest.mark.parametrize("language", GOLDEN_LANGUAGES)
def test_golden_sheets_are_those_of_the_groups(language: Language) -> None:
    assert {path.stem for path in (GOLDEN / language).glob("*.png")} == set(GROUPS)
    for group, screens in GROUPS.items():
        with Image.open(GOLDEN / language / f"{group}.png") as golden:
            assert golden.size == size_of(len(screens))


@pytest.mark.slow
def test_pictures_of_the_documentation_are_up_to_date() -> None:
    reported = (DOCUMENTED.parent / "flows.md").read_text(encoding="utf-8")
    for name, picture in documented().items():
        assert f"pictures/screens-{name}.png" in reported
        with Image.open(DOCUMENTED / f"screens-{name}.png") as kept:
            smaller = kept.convert("L").resize(picture.size, Image.Resampling.NEAREST)
        assert smaller.tobytes() == picture.convert("L").tobytes(), name


def _is_abstract(kind: type) -> bool:
    return inspect.isabstract(kind) or getattr(kind, "_is_protocol", False)


def _classes(prefix: str, method: str) -> set[type]:
    """Returns the classes of the modules of that prefix that have a method."""
    walked = pkgutil.walk_packages(device.__path__, "device.")
    names = [each.name for each in walked if each.name.startswith(f"device.{prefix}")]
    modules = [import_module(name) for name in names]
    return {
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and callable(getattr(kind, method, None)) and not _is_abstract(kind)
    }


@pytest.mark.slow
def test_every_screen_and_every_menu_has_its_picture() -> None:
    words = GOLDEN_LANGUAGES["de"]
    stops = [shown(words_of(name, words)) for name, shown in SCREENS.items()]
    advice = "expected an entry in tests/support/screens/gallery.py, then: python -m tests.support.screens.sheets"
    assert _classes("screens.", "paint") - {type(stop.screen) for stop in stops} == set(), advice
    assert _classes("menus.", "screen") - {type(stop.menu) for stop in stops} == set(), advice


# Legibility


IN_ALL_WORDS = pytest.mark.parametrize(
    "stops",
    one_in(23, (pytest.param((group, *words.values), id=f"{group}-{words.id}") for group in GROUPS for words in WORDS)),
    indirect=True,
    scope="module",
)


@pytest.fixture(scope="module")
def stops(request: pytest.FixtureRequest) -> dict[str, tuple[TableWords, Stop]]:
    """The screens of a group by their names, each with its words; the same for every test."""
    group, words = request.param
    owns = {name: words_of(name, words) for name in GROUPS[group]}
    return {name: (own, GROUPS[group][name](own)) for name, own in owns.items()}


@IN_ALL_WORDS
def test_no_screen_text_is_clipped_shortened_or_overlapped(stops: dict[str, tuple[TableWords, Stop]]) -> None:
    """No text is clipped, shortened or overlapped, and the font has every character."""
    for name, (own, reached) in stops.items():
        screen = reached.screen
        assert layout_faults(screen, own) == [], name
        assert shortened_texts(screen, own) == [], name


@IN_ALL_WORDS
def test_fold_has_its_sign_alone_only_for_what_that_always_means(
    stops: dict[str, tuple[TableWords, Stop]], monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out: list[tuple[str, TableWords, str | None]] = []
    draw_keys = Canvas.keys

    def keys(canvas: Canvas, fold: str | None = None, *others: str | None, **labels: str | None) -> None:
        draw_keys(canvas, fold, *others, **labels)  # type: ignore[arg-type]
        if fold and not canvas.named_buttons["fold"]:
            left_out.append((name, own, fold))

    monkeypatch.setattr(Canvas, "keys", keys)
    for name, (own, reached) in stops.items():  # noqa: B007 (it is noted)
        reached.screen.paint(Canvas(), own)
    for left, words, label in left_out:
        assert label in (words.phrase("key_correct"), words.phrase("back"), words.phrase("later")), left


ASK_FOR_ALL_BUTTONS = {"try_buttons", "try_buttons_two"}
"""Their text names the buttons that are still to be pressed."""


@IN_ALL_WORDS
def test_every_screen_says_what_the_buttons_do(stops: dict[str, tuple[TableWords, Stop]]) -> None:
    for name, (own, reached) in stops.items():
        if reached.menu is not None and reached.state is not None:
            assert button_faults(reached.menu, reached.state, own) == [], name
        elif name not in ASK_FOR_ALL_BUTTONS:
            assert named_buttons(reached.screen, own), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text_of", ["phrases", "cards"])
def test_every_letter_of_every_language_has_a_sign(language: Language, text_of: str) -> None:
    texts = [phrase_in(language, key) for key in get_args(PhraseKey)]
    regions = [card_names(language, region) for region in REGIONS]
    names = [name for region in regions for name in (*region.suits.values(), *region.ranks.values())]
    reported = set("".join(texts if text_of == "phrases" else names))
    for style in ("small", "plain", "bold", "rank"):
        assert reported <= characters(style)  # type: ignore[arg-type]


def test_letters_of_neighbours_have_signs() -> None:
    assert all(
        set("ÄÖÜäöüßŠšČčŘřŽžĚěŁłŃńÉéÇçÍíŐőŰű") <= characters(style) for style in ("small", "plain", "bold", "rank")
    )


def digits_of(screen: ScoreScreen | GameOverScreen | StandingScreen, words: TableWords) -> list[int]:
    """Returns the heights, in px, of what is drawn as high as a large digit, apart from the frame of bar and keys."""
    picture = np.array(draw(screen, words).convert("L"))[12:53]
    _, _, found, _ = cv2.connectedComponentsWithStats(picture, connectivity=8)
    return [int(height) for _, _, width, height, _ in found[1:] if height >= 12 and width < 40]


LONG = {2: (120, -35), 3: (40, -1200, 7), 4: (1200, -400, -10400, 25)}


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("players", LONG)
@pytest.mark.parametrize("best", [False, True])
def test_digits_of_scores_are_at_least_16_px_high(players: int, best: bool, words: TableWords) -> None:
    seats = ((0,), (1,), (2,), (3,))[:players]
    tallies = tuple(Tally(seat, points, best=best) for seat, points in zip(seats, LONG[players], strict=True))
    digits = sum(character.isdigit() for points in LONG[players] for character in str(points))
    standing = StandingScreen("Tafel", seats, (("Punktekonto", LONG[players]),))
    for screen in (ScoreScreen(tallies, 0), GameOverScreen(tallies, (seats[0],)), standing):
        assert layout_faults(screen, words) == []
        heights = digits_of(screen, words)
        assert len(heights) == digits
        assert min(heights) >= 16


@pytest.mark.parametrize("words", WORDS)
def test_digits_of_sides_and_of_several_counts_are_as_high(words: TableWords) -> None:
    sides = ((0, 2), (1, 3))
    tallies = (Tally(sides[0], 13, "+2, 104 " + words.phrase("more"), True), Tally(sides[1], 9))
    counts = StandingScreen(words.phrase("table"), sides, (("Knoddel", (1, 10)), ("Steine", (0, 3))))
    assert len(digits_of(ScoreScreen(tallies, 0), words)) == 3
    assert len(digits_of(counts, words)) == 5
    assert min(digits_of(ScoreScreen(tallies, 0), words) + digits_of(counts, words)) >= 16
    assert layout_faults(counts, words) == []


@pytest.mark.parametrize("seed", range(30))
def test_digits_of_every_score_fit(seed: int) -> None:
    chance = random.Random(seed)
    words = words_for(chance.choice(list(LANGUAGES)), "bavarian", WIDEST)
    for players in (2, 3, 4):
        numbers = [chance.randint(-(10 ** chance.randint(1, 5)), 10 ** chance.randint(1, 5)) for _ in range(players)]
        tallies = tuple(Tally((seat,), number, f"{number:+d}") for seat, number in enumerate(numbers))
        assert layout_faults(ScoreScreen(tallies, 0), words) == [], numbers


NOT_SHOWN = {
    Kind.FOLD_NOT_ALLOWED,
    Kind.TOO_MANY_EXCHANGED,
    Kind.EXCHANGED_TWICE,
    Kind.DECLARED_TWICE,
    Kind.DECLARED_OUT_OF_TURN,
    Kind.TOO_LATE,
    Kind.TAKEN_BACK,
}
"""Kinds that are told before they are recorded, or not at all."""


@pytest.mark.parametrize("words", one_in(3, WORDS))
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in NOT_SHOWN])
def test_every_finding_fits(kind: Kind, words: TableWords) -> None:
    """With the longest cards, all seats and the longest duties, proved by a card or by counting."""
    ten, other = card("E10"), card("L10")
    evidence = (Evidence(5, 1, ten, 2), Evidence(9, 1, other, 4))
    breach = Breach("undertrump", "DECISIONS BW5", other, ten, (other,)) if kind == Kind.REVOKE else None
    seats = (0, 1, 2) if kind == Kind.REVOKE_AMONG else (3,)
    one_card = evidence[: 2 if kind in (Kind.REVOKE, Kind.REVOKE_AMONG, Kind.DOUBTFUL_REVOKE) else 1]
    finding = Finding(kind, "BW10", 5, 2, ten, one_card, breach, seats, 3, 4)
    playing = game("bohemian-watten", {})
    found = [finding]
    if breach is not None:
        several = replace(breach, other_rungs=("overtrump", "follow"))
        counted = replace(several, withheld=(), left=(ten, other, ten))
        found += [replace(finding, breach=several), replace(finding, breach=counted, evidence=evidence[:1])]
        found.append(replace(found[1], evidence=(evidence[0], Evidence(9, 1, other))))
    for each in found:
        text = sentence_for(each, playing, words)
        assert len(text) > len("Stich 12")
        screen = FindingScreen(title_for(each, playing, words), text, (words.phrase("taken_back"),))
        assert layout_faults(screen, words) == []


@pytest.mark.parametrize(("name", "language"), one_in(10, product(all_games(), LANGUAGES)))
def test_every_rule_of_every_game_fits(name: str, language: Language) -> None:
    """As the reason of a call that is not allowed; what does not fit is left out, never cut off."""
    playing = game(name, {})
    words = words_for(language, region_for(playing.pack), WIDEST)
    rulings = (words.phrase("taken_back"), words.phrase("stands"), words.phrase("counted"))
    for reason in playing.book.reasons:
        for kind in (Kind.CALL_NOT_ALLOWED, Kind.MISDEAL, Kind.PEEKED, Kind.KRANK_BID, Kind.WILD_BID):
            finding = Finding(kind, reason, 5, 2, seats=(1, 3), count=3, limit=4)
            text = sentence_for(finding, playing, words)
            assert layout_faults(FindingScreen(title_for(finding, playing, words), text, rulings), words) == []


OWN_SCREENS = {"cut", "upcard", "declare", "exchange"}


@pytest.mark.parametrize(
    "name", [name for name, kind in all_games().items() if kind.book.calls or set(kind.book.phases) - OWN_SCREENS]
)
def test_every_question_and_call_of_every_game_fits(name: str) -> None:
    """Without dots at its end: the book of a game says it shortly enough."""
    for language in LANGUAGES:
        playing = game(name, {})
        words = words_for(language, region_for(playing.pack), WIDEST)
        for phase, asked in playing.book.phases.items():
            if phase not in OWN_SCREENS:
                assert text_width(words.translate(asked.format(seat="")).lstrip(" ,:–"), "small") <= WIDTH - 4, phase
        for call, known in playing.book.calls.items():
            longest = max(
                ["", *(words.suit(suit) for suit in playing.pack.suits)] if known.value == "suit" else ["10"], key=len
            )
            assert (
                text_width(words.translate(known.meaning.format(value=longest)), "small") <= WIDTH - 4 - NAME_WIDTH
            ), call


@pytest.mark.parametrize("words", WORDS)
def test_every_reason_fits(words: TableWords) -> None:
    playing = game("bohemian-watten", {})
    bars = [reason for reason in playing.book.reasons if reason.startswith(("BW17", "BW18"))]
    assert len(bars) == 7
    for reason in bars:
        assert layout_faults(fold_barred_screen(words, 1, words.translate(rule(playing, reason))), words) == []


@pytest.mark.parametrize("words", WORDS)
def test_every_letter_of_a_name_is_drawn_whole_while_it_is_chosen(words: TableWords) -> None:
    for name in ("", "An", "Anne"):
        waiting = [letters_after(name)]
        while waiting:
            groups = groups_of(waiting.pop(), name)
            screen = NameScreen("Name", name, tuple(zip(BUTTONS[: len(groups)], groups, strict=True)))
            assert layout_faults(screen, words) == [], groups
            waiting += [group for group in groups if len(group) > 1]
