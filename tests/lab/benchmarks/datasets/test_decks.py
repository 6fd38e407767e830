"""Which decks of a folder are measured with, and which of them count."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_52, GERMAN_33, Card, Pack
from lab.benchmarks.accuracy import recognition
from lab.benchmarks.datasets.decks import (
    ARTWORK_LEARNED,
    FAMILIES,
    NoDecks,
    families_in,
    load,
    scan_folder,
    select_families,
    training_deck_of,
)
from lab.benchmarks.harness.jobs import family_parser, print_rows, requested_families, split_by_training
from lab.benchmarks.harness.results import exit_code_of
from lab.training.data.provenance import Entry, Package, Record

if TYPE_CHECKING:
    from pathlib import Path


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


def test_what_is_left_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    for name in ("fr_gnome_paris", "kde_german", "npm_cardsjs", "pysol_gpl", "ger_new_deck"):
        write_deck(tmp_path / name)
    assert list(requested_families(family_parser("", 1, "").parse_args([str(tmp_path)]))) == ["ger_new_deck"]
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "left out, the network learned from it: fr_gnome_paris, kde_german, npm_cardsjs and 1 more",
        "left out, no picture of a card: .git",
    ]


def test_artwork_that_was_learned_in_another_deck_is_printed_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert split_by_training(["Franconian", "French, Furby"]) == (["Franconian"], ["French, Furby"])
    print_rows({"French, Furby": "99 %", "Franconian": "50 %"}, "50 %")
    first, total, title, furby = capsys.readouterr().out.splitlines()
    assert first.startswith("Franconian")
    assert total.split() == ["all,", "a", "family", "once", "50", "%"]
    assert "in no total and no target" in title
    assert furby.endswith("99 %  (learned as aisleriot_atlasnye)")


def test_families_of_learned_artwork_are_known_families_and_told_by_their_decks() -> None:
    assert ARTWORK_LEARNED.keys() < FAMILIES.keys()
    assert training_deck_of("fr_jackfurby") == "aisleriot_atlasnye"
    assert training_deck_of("fr_gnome_paris") == "fr_gnome_paris"
    assert training_deck_of("ger_fra_sauspiel_fn") == training_deck_of("ger_new_deck") == ""


def test_a_deck_leaves_out_what_is_no_card_of_its_pack(tmp_path: Path) -> None:
    write_deck(tmp_path / "ger_new_deck", ("HK.png", "E6.png", "back.png"))
    deck = load(tmp_path / "ger_new_deck")
    assert list(deck.pictures) == [Card("H", "K")]
    assert deck.kind == "german33"


@pytest.mark.parametrize("pack", [GERMAN_33, FRENCH_52])
def test_a_deck_is_of_the_pack_that_its_files_are_named_after(tmp_path: Path, pack: Pack) -> None:
    write_deck(tmp_path / "unlisted", tuple(f"{card}.png" for card in pack.cards))
    deck = load(tmp_path / "unlisted")
    assert (deck.kind, set(deck.pictures)) == (pack.name, set(pack.cards))


def test_what_is_no_folder_of_decks_is_said(tmp_path: Path) -> None:
    write_deck(tmp_path / "only_a_back", ("back.png",))
    with pytest.raises(NoDecks, match="without a picture of a card"):
        load(tmp_path / "only_a_back")
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoDecks, match="without a deck"):
            families_in(folder)
    write_deck(tmp_path / "ger_new_deck")
    with pytest.raises(NoDecks, match="expected one of: ger_new_deck"):
        select_families(tmp_path, ["Bavarian"])


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ([], "HO.png, which cannot be read, expected a whole picture of HO"),
        (["--views", "0"], "argument --views: got '0', expected a whole number of 1 or more"),
        (["--processes", "-1"], "argument --processes: got '-1', expected a whole number of 1 or more"),
        (["--model", "nope.onnx"], "nope.onnx"),
    ],
)
def test_what_a_benchmark_cannot_work_with_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: list[str], told: str
) -> None:
    write_deck(tmp_path / "ger_new_deck")
    (tmp_path / "ger_new_deck" / "HO.png").write_bytes(b"broken")
    monkeypatch.setattr(sys, "argv", ["recognition", str(tmp_path), "--processes", "1", *more])
    try:
        code = exit_code_of(recognition.main)
    except SystemExit as left:
        code = left.code  # type: ignore[assignment]
    assert code == 2
    line = capsys.readouterr().err.strip().splitlines()[-1]
    assert line.startswith("recognition: ")
    assert told in line
