"""Which decks a game can be played with: the pack of its house rules, or another that the game knows."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32, FRENCH_20, GERMAN_33, PACKS, Card
from engine.games import PackFit, all_games, game, is_playable, pack_fit, packs_of, rules_with_pack

WELI = Card("S", "6")


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_game_is_playable_with_each_of_its_packs_and_not_without_a_card(name: str) -> None:
    kind = all_games()[name]
    packs = packs_of(kind)
    assert packs[0] is game(name).pack
    for pack in PACKS.values():
        assert is_playable(kind, pack.cards) == any(set(one.cards) <= set(pack.cards) for one in packs)
    smallest = min(packs, key=len)
    for card in smallest.cards:
        assert not is_playable(kind, set(smallest.cards) - {card})


def test_a_deck_without_the_weli_lacks_it_for_watten_and_fits_the_other_pack() -> None:
    watten = game("watten")
    assert pack_fit(watten, GERMAN_33.cards) == PackFit((), ())
    fit = pack_fit(watten, BAVARIAN_32.cards)
    assert fit == PackFit((WELI,), (BAVARIAN_32,))
    rules = rules_with_pack(watten, BAVARIAN_32)
    assert game("watten", dict(rules)).pack is BAVARIAN_32


def test_a_deck_without_another_card_fits_no_pack() -> None:
    deck = [card for card in GERMAN_33.cards if card != Card("H", "K")]
    assert pack_fit(game("watten"), deck) == PackFit((Card("H", "K"),), ())
    assert not is_playable(all_games()["bauerchen"], GERMAN_33.cards)
    assert is_playable(all_games()["bauerchen"], FRENCH_20.cards)


def test_house_rules_stay_when_another_pack_is_chosen() -> None:
    watten = game("watten", {"target": 13})
    assert dict(rules_with_pack(watten, BAVARIAN_32))["target"] == 13
    assert len(rules_with_pack(watten, BAVARIAN_32)) == 2
