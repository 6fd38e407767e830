"""Which decks of a folder are measured with, and which of them count."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_52, GERMAN_33, Pack
from lab.benchmarks.datasets.decks import NoDecks, families_in, load, scan_folder, select_families
from lab.benchmarks.harness.jobs import print_rows, split_by_training
from lab.training.data.provenance import Entry, Package, Record


def write_deck(folder: Path, names: tuple[str, ...] = ("HK.png", "EO.png")) -> None:
    folder.mkdir()
    for name in names:
        cv2.imwrite(str(folder / name), np.full((60, 40, 3), 200, np.uint8))


def test_a_family_counts_once_and_decks_learned_from_not_at_all(tmp_path: Path) -> None:
    for name in ("ger_tell_lesti", "ger_tell_jskat", "fr_gnome_paris", "ger_new_deck"):
        write_deck(tmp_path / name)
    assert families_in(tmp_path) == {
        "Tell, Hungary": ["ger_tell_jskat", "ger_tell_lesti"],
        "ger_new_deck": ["ger_new_deck"],
    }
    assert select_families(tmp_path, ["ger_new_deck"]) == {"ger_new_deck": ["ger_new_deck"]}


@pytest.mark.parametrize(
    "name",
    ["aisleriot_paris", "kde_german", "npm_cardsjs", "pysol_xskat_german", "bavarian32_0007", "german33_0012_held_out"],
)
def test_what_training_gathers_and_draws_is_left_out(tmp_path: Path, name: str) -> None:
    write_deck(tmp_path / name)
    with pytest.raises(NoDecks, match="decks that the network learned from only"):
        families_in(tmp_path)
    write_deck(tmp_path / "ger_new_deck")
    assert scan_folder(tmp_path) == ({"ger_new_deck": ["ger_new_deck"]}, [name], [])


def test_what_the_record_of_a_folder_names_is_left_out_whatever_its_name(tmp_path: Path) -> None:
    for name in ("another", "ger_new_deck"):
        write_deck(tmp_path / name)
    package = Package("cards", None, "1", "MIT", 1, "0")
    Record((package,), (Entry("another", package, 32, (40, 60)),)).save(tmp_path)
    assert scan_folder(tmp_path) == ({"ger_new_deck": ["ger_new_deck"]}, ["another"], [])


def test_artwork_that_was_learned_in_another_deck_is_printed_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert split_by_training(["Franconian", "French, Furby"]) == (["Franconian"], ["French, Furby"])
    print_rows({"French, Furby": "99 %", "Franconian": "50 %"}, "50 %")
    first, total, title, furby = capsys.readouterr().out.splitlines()
    assert first.startswith("Franconian")
    assert total.split() == ["all,", "a", "family", "once", "50", "%"]
    assert "in no total and no target" in title
    assert furby.endswith("99 %  (learned as aisleriot_atlasnye)")


@pytest.mark.parametrize("pack", [GERMAN_33, FRENCH_52])
def test_a_deck_is_of_the_pack_that_its_files_are_named_after(tmp_path: Path, pack: Pack) -> None:
    write_deck(tmp_path / "unlisted", tuple(f"{card}.png" for card in pack.cards))
    deck = load(tmp_path / "unlisted")
    assert (deck.kind, set(deck.pictures)) == (pack.name, set(pack.cards))
