"""Families and pairs of decks have chances of their own: figures over all of them are as sure as they look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from engine.cards import Card
from lab.benchmarks.accuracy import occlusion, prints
from lab.benchmarks.datasets.decks import FAMILIES, Deck
from lab.benchmarks.harness import jobs
from lab.benchmarks.harness.jobs import Job, seed_of
from lab.benchmarks.tracking import rendered_deals

if TYPE_CHECKING:
    from vision.types import Image

CARDS = {Card("H", rank): cast("Image", np.zeros((20, 10, 3), np.uint8)) for rank in ("K", "O", "U", "A")}


class Drawn(Exception):
    """Ends a run at its first draw, which it holds."""


def draw(*arguments: object) -> None:
    raise Drawn(next(one for one in arguments if isinstance(one, np.random.Generator)).random())


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (jobs, prints):
        monkeypatch.setattr(module, "Recogniser", lambda *_: None)
        monkeypatch.setattr(module, "load", lambda folder, _="": Deck(folder.name, "", "german33", CARDS))
    monkeypatch.setattr(Deck, "reader", lambda *_: None)


def test_each_name_has_its_seeds_the_same_in_every_run() -> None:
    assert seed_of("Franconian", 2026) == 376912642
    assert len({seed_of(name, seed) for name in FAMILIES for seed in range(3)}) == 3 * len(FAMILIES)


def test_each_family_lies_in_heaps_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occlusion, "heap", draw)
    drawn = set()
    for family in FAMILIES:
        with pytest.raises(Drawn) as found:
            occlusion.read_heaps(Job(Path(), family, ("a",), 1, 2026))
        drawn.add(found.value.args[0])
    assert len(drawn) == len(FAMILIES)


def test_each_pair_of_prints_is_seen_in_views_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints, "photograph_card", draw)
    drawn = set()
    for enrolled, shown in ("ab", "ba", "ac"):
        with pytest.raises(Drawn) as found:
            prints.read(prints.Job("", Path(enrolled), Path(shown), 1, 2026))
        drawn.add(found.value.args[0])
    assert len(drawn) == 3


def test_each_deck_is_watched_in_deals_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    monkeypatch.setattr(rendered_deals, "load_deck", lambda folder: CARDS)
    monkeypatch.setattr(rendered_deals, "track_deals", lambda deck, seed, light: seeds.append(seed))
    for name in ("ger_fra_sauspiel_fn", "ger_salz_piiit"):
        for seed in range(2):
            rendered_deals.track_job(rendered_deals.Job(Path(name), "good", seed))
    assert len(set(seeds)) == 4
