"""Names of cards by language, region and pack."""

import pytest

from common.texts.phrases import LANGUAGES, REGIONS, Region, region_for
from common.texts.words import words_for
from device.display.text_layout import suit_sign, text_width
from engine.cards import BAVARIAN_32, FRENCH_20, FRENCH_52, GERMAN_33, Pack
from tests.support.session_script import card


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_every_region_has_a_name(language: str) -> None:
    for region in REGIONS:
        words = words_for(language, region)  # type: ignore[arg-type]
        packs = [FRENCH_52] if region == "french" else [BAVARIAN_32, GERMAN_33]
        for pack in packs:
            names = [words.card(each) for each in pack.cards]
            assert len(set(names)) == len(pack)
            for each in pack.cards:
                assert suit_sign(words.sign(each.suit)).getbbox()
                assert text_width(words.rank(each), "bold") <= 26


@pytest.mark.parametrize(
    ("language", "region", "text", "name"),
    [
        ("de", "bavarian", "LA", "Gras-Sau"),
        ("de", "franconian", "LA", "Laub-Sau"),
        ("de", "saxon", "LA", "Grün-Daus"),
        ("de", "tell", "LA", "Laub-Ass"),
        ("en", "bavarian", "HK", "king of hearts"),
        ("de", "french", "SQ", "Pik-Dame"),
        ("en", "french", "SQ", "queen of spades"),
    ],
)
def test_card_names_follow_the_region(language: str, region: str, text: str, name: str) -> None:
    assert words_for(language, region).card(card(text)) == name  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pack", "own", "expected"),
    [
        pytest.param(BAVARIAN_32, "saxon", "saxon", id="a German pack keeps the table's region"),
        pytest.param(GERMAN_33, "bavarian", "bavarian", id="Weli"),
        pytest.param(GERMAN_33, None, "tell", id="Weli, nobody said"),
        pytest.param(FRENCH_20, None, "french", id="French, nobody said"),
        pytest.param(FRENCH_20, "bavarian", "french", id="a French pack has French names"),
        pytest.param(FRENCH_52, "french", "french", id="French already"),
        pytest.param(BAVARIAN_32, "french", "bavarian", id="a German pack has no French names"),
    ],
)
def test_names_fit_the_pack(pack: Pack, own: Region | None, expected: Region) -> None:
    region = region_for(pack, own)
    assert region == expected
    assert all(words_for("de", region).card(each) for each in pack.cards)
