"""Watten's variants, presets, and three at the table (RULEBOOK 3.1, DECISIONS WA13–WA16, WA23, WA26)."""

import pytest

from engine.games import UnknownGame, game
from engine.games.watten.game import Watten
from engine.rules.house_rules import in_words
from tests.support.watten_tables import ANNOUNCED, finding_texts, in_game, run, watten

rule = pytest.mark.rule


# Variants


@rule("3.8", "DECISIONS WA15")
@pytest.mark.parametrize("variant", ["deuten", "zusammenschauen"])
def test_signals_and_looking_together_never_change_what_is_legal(variant: str) -> None:
    plain, other = watten(), watten(**{variant: True})
    for trick in ("H9", "HU", "EA", "LU"):
        assert plain.ladder(trick, "H U") == other.ladder(trick, "H U")


@rule("DECISIONS WA13")
def test_blind_play_has_no_obligations() -> None:
    assert watten().why_not("L7", "L7 H8", "H9", "H U") is not None
    assert watten(blind_play=True).why_not("L7", "L7 H8", "H9", "H U") is None
    assert game("watten", preset="blind").rules["announcement"] == "shown_card"
    assert game("watten", preset="blind-top-card").rules["blind_play"] is True


@rule("DECISIONS WA14")
def test_schermberg_is_marked_as_undocumented_and_plays_as_normal() -> None:
    schermberg = game("watten", preset="schermberg")
    assert schermberg.rules.changes == (("house_variant", "schermberg"),), "so it is stored with every game"
    assert "documented nowhere" in in_words(schermberg.rules)[0].english
    assert schermberg.ladder("H9", "H U") == watten().ladder("H9", "H U")


@rule("DECISIONS WA14")
def test_schermberg_has_no_rules_of_its_own_and_is_not_offered() -> None:
    assert "schermberg" not in [preset.name for preset in Watten.book.offered_presets]
    assert "house_variant" not in [switch.name for switch in watten().rules.offered]
    assert "house_variant" in [switch.name for switch in game("watten", preset="schermberg").rules.offered]
    with pytest.raises(UnknownGame) as error:
        game("watten", preset="schermburg")
    assert "schermberg," not in str(error.value).partition(";")[0]


@rule("DECISIONS WA23")
def test_the_guater_is_a_preset_of_its_own_without_criticals() -> None:
    guate = game("watten", preset="guate")
    assert isinstance(guate, Watten)
    assert str(guate.wanderer("H U")) == "HO"
    assert guate.best(guate.cards("HU HO HK"), "H U") == guate.pack.card("HO")


@rule("3.1", "DECISIONS WA26")
def test_every_variant_of_the_source_is_a_preset_in_the_words_of_the_original() -> None:
    presets = Watten.book.presets
    assert {
        "zusammenschauen", "deuten", "kritisch", "latinisch", "kritisch-latinisch", "kritisch-wander",
        "kritisch-latinisch-wander", "blind", "schermberg",
    } <= presets.keys()  # fmt: skip
    words = " ".join(preset.meaning.german for preset in presets.values())
    assert "Wanderkritt" in words
    assert "Wanderkriterien" not in words
    assert Watten.book.counts["bummerl"].german == "Bummerl"


@rule("WA30")
@pytest.mark.parametrize("target", [9, 11, 13, 15, 18])
def test_the_inn_plays_to_many_targets(target: int) -> None:
    assert game("watten", preset=f"wirtshaus-{target}").rules["target"] == target


def test_the_tyrolean_tournament() -> None:
    rules = game("watten", preset="preiswatten-tirol").rules
    assert (rules["target"], rules["weli_always_trump"], rules["revoke_penalty"]) == (11, True, "stake")


# Three


THREE = "0 1 2"


@rule("DECISIONS WA16")
def test_dealer_and_back_hand_play_together_and_write_for_themselves() -> None:
    lines = ANNOUNCED + " | play 1:E9 2:EA 0:E8 > | play 2:LA 0:L9 1:L8 > | play 2:S9 0:SA 1:S8 >"
    table, findings = run(lines, "three=dealer_and_back", THREE)
    assert findings == []
    assert table.deal is not None
    assert in_game(table).sides_in(table.deal) == ((1,), (0, 2))
    assert table.tallies == {0: 2, 1: 0, 2: 2}
    assert in_game(table).sides(table.seats) == ((0,), (1,), (2,))


ALL_PLAY = ANNOUNCED + " | play 1:EA 2:E9 0:E8 >1 | play 1:L9 2:LA 0:L8 >2 | play 2:SA 0:S9 1:S8 >2"


@rule("DECISIONS WA16")
def test_a_bid_that_would_end_the_round_by_itself_is_barred() -> None:
    table, findings = run(ALL_PLAY + " | play 2:SK | say 0 bid 3", "three=all_play", THREE)
    assert finding_texts(findings) == ["call_not_allowed DECISIONS WA16 @17 0"], (
        "the others have three tricks between them"
    )
    assert table.deal is not None
    assert in_game(table).rules_against_bidding(table.deal, 0) == ("DECISIONS WA16",)
