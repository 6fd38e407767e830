"""Golden pictures: all screens of a group and a language on one sheet, each with its name below.

`python -m tests.support.screens.sheets` draws them and those of docs/flows.md anew.
"""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from common.texts.phrases import Language
from device.display.text_layout import HEIGHT, WIDTH, font
from device.screens.base import draw
from tests.support.screens.gallery import GROUPS, SCREENS
from tests.support.screens.reached import LANGUAGES, words_of

GOLDEN = Path(__file__).parents[2] / "device" / "golden"
DOCUMENTED = Path(__file__).parents[3] / "docs" / "pictures"
COLUMNS = 4
GAP, CAPTION = 6, 12
"""px: around each screen, and for the name below it."""
BLACK, WHITE, GREY = 0, 1, 2
PALETTE = [0, 0, 0, 255, 255, 255, 104, 104, 104]

STORIES: dict[str, tuple[str, ...]] = {
    "start": ("first_language", "first_promise", "deck_card", "first_game", "first_rules", "first_sitting"),
    "deal": ("cut", "declare_third", "fold_barred_cutter", "lead", "trick_hand", "trick_full"),
    "seats": ("who_deals", "table_turned", "aim_card"),
    "wrong": ("question", "correct", "out_of_turn", "revoke", "undo", "short_trick"),
    "score": ("score", "gras_account", "bauerchen_standing", "look_back", "table_menu", "table_good_night"),
    "tournament": ("waiting", "pairing", "pairing_second", "result", "result_agreed", "resume"),
}
"""The pictures of docs/flows.md, in English."""
IN_ALL_LANGUAGES = ("fold_barred_cutter", "trick_doubtful", "revoke")


def place_of(index: int, columns: int = COLUMNS) -> tuple[int, int]:
    """Returns where the screen of that number begins on its sheet, in px."""
    row, column = divmod(index, columns)
    return GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + CAPTION + GAP)


def size_of(count: int, columns: int = COLUMNS) -> tuple[int, int]:
    """Returns the size of a sheet of so many screens, in px."""
    _, bottom = place_of(count + columns - 1, columns)
    return GAP + columns * (WIDTH + GAP), bottom


def sheet(screens: Sequence[tuple[str, Language]], columns: int = COLUMNS) -> Image.Image:
    """Returns screens side by side, each in its language, in black, white and grey."""
    picture = Image.new("P", size_of(len(screens), columns), GREY)
    picture.putpalette(PALETTE)
    writing = ImageDraw.Draw(picture)
    writing.fontmode = "1"
    for index, (name, language) in enumerate(screens):
        left, top = place_of(index, columns)
        words = words_of(name, LANGUAGES[language])
        picture.paste(draw(SCREENS[name](words).screen, words).point([BLACK] * 255 + [WHITE], "L"), (left, top))
        writing.text((left, top + HEIGHT), name, font=font("small"), fill=WHITE)
    return picture


def golden_sheet(group: str, language: Language) -> Image.Image:
    return sheet([(name, language) for name in GROUPS[group]])


def golden_screens(group: str, language: Language) -> dict[str, Image.Image]:
    """Returns the screens of a golden sheet, 1 bit each."""
    with Image.open(GOLDEN / language / f"{group}.png") as picture:
        shown = picture.convert("1")
    corners = map(place_of, range(len(GROUPS[group])))
    boxes = ((left, top, left + WIDTH, top + HEIGHT) for left, top in corners)
    return {name: shown.crop(box) for name, box in zip(GROUPS[group], boxes, strict=True)}


def draw_all() -> None:
    """Draws every golden sheet anew, and the pictures of the documentation."""
    for language in LANGUAGES:
        (GOLDEN / language).mkdir(parents=True, exist_ok=True)
        for old in (GOLDEN / language).glob("*.png"):
            old.unlink()
        for group in GROUPS:
            golden_sheet(group, language).save(GOLDEN / language / f"{group}.png", optimize=True)
    for name, picture in documented().items():
        larger = picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.NEAREST)
        larger.save(DOCUMENTED / f"screens-{name}.png", optimize=True)


def documented() -> dict[str, Image.Image]:
    """Returns the pictures of docs/flows.md."""
    pictures = {story: sheet([(name, "en") for name in names], 3) for story, names in STORIES.items()}
    languages = [(name, language) for language in LANGUAGES for name in IN_ALL_LANGUAGES]
    return {**pictures, "languages": sheet(languages, len(IN_ALL_LANGUAGES))}


if __name__ == "__main__":
    draw_all()
