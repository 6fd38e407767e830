"""The decks that are shipped as pictures."""

import pytest

from engine.cards import PACKS, Card, Pack
from simulator.deck import BACK_NAME, CARD_HEIGHT, FOLDER, STYLES, print_picture, table_card, table_deck

PRINT_SIZES = {"bavarian32": (1181, 661), "german33": (1181, 661), "french20": (1075, 697), "french52": (1075, 697)}


@pytest.mark.parametrize("pack", PACKS.values(), ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_every_card_and_the_back_of_every_pack_has_a_picture(pack: Pack, style: str) -> None:
    family = FOLDER / style / ("french" if pack.name.startswith("french") else "german")
    assert {f"{name}.webp" for name in (*map(str, pack.cards), BACK_NAME)} <= {file.name for file in family.iterdir()}


@pytest.mark.parametrize(("pack", "size"), PRINT_SIZES.items())
def test_pictures_have_the_size_of_print(pack: str, size: tuple[int, int]) -> None:
    for style in STYLES:
        for name in (str(PACKS[pack].cards[0]), BACK_NAME):
            assert print_picture(PACKS[pack], name, style).shape == (*size, 3)


def test_the_styles_differ() -> None:
    king, pack = str(Card("H", "K")), PACKS["german33"]
    single, doubled = (print_picture(pack, king, style) for style in STYLES)
    assert (doubled != doubled[::-1, ::-1]).mean() < 0.1 < (single != single[::-1, ::-1]).mean()


@pytest.mark.slow
def test_cards_for_a_table_are_smaller() -> None:
    deck = table_deck(PACKS["french20"])
    assert tuple(deck) == PACKS["french20"].cards
    assert {face.shape for face in deck.values()} == {(CARD_HEIGHT, 311, 3)}
    assert table_card(PACKS["bavarian32"], Card("H", "K"), 320).shape == (320, 179, 3)
