"""How thresholds are chosen from trials, and how cards are covered for them."""

import numpy as np
import pytest

from engine.cards import PACKS
from lab.card_art.packs import draw_card
from lab.card_art.style import Style
from lab.training.data.decks import PICTURE_HEIGHT, Deck
from lab.training.release import calibrate as room
from lab.training.release.calibrate import Trial, best_thresholds, calibrate
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import PARTS, Thresholds, measured_for


def _trial(*rows: tuple[float, float, bool]) -> Trial:
    score, apart, right = zip(*rows, strict=True)
    return Trial(np.array(score, np.float32), np.array(apart, np.float32), np.array(right, np.bool_))


_STRANGERS = _trial(*[(0.5, 0.2, False)] * 100)


def test_what_is_wrong_is_kept_out_by_the_margin() -> None:
    own = _trial(*[(0.9, 0.3, True)] * 99, (0.9, 0.1, False))
    thresholds = best_thresholds(own, _STRANGERS)
    assert 0.1 < thresholds.apart <= 0.3
    assert thresholds.near <= 0.9


def test_strangers_are_kept_out_by_their_distance() -> None:
    thresholds = best_thresholds(_trial(*[(0.9, 0.3, True)] * 100), _trial(*[(0.7, 0.4, False)] * 100))
    assert 0.7 < thresholds.near <= 0.9
    assert thresholds.foreign <= thresholds.near


def test_where_nothing_keeps_within_the_limits_nothing_is_named() -> None:
    own = _trial(*[(0.9, 0.3, True)] * 50, *[(1.0, 0.9, False)] * 50)
    thresholds = best_thresholds(own, _STRANGERS)
    assert not ((own.score >= thresholds.near) & (own.apart >= thresholds.apart)).any()


def _deck(kind: str) -> Deck:
    pack = PACKS[kind]
    drawn = {card: draw_card(pack, card, Style.random(9001), PICTURE_HEIGHT) for card in pack.cards[:3]}
    return Deck(kind, tuple(str(card) for card in drawn), tuple(picture.copy() for picture in drawn.values()))


@pytest.mark.slow
def test_a_network_is_measured_for_whole_cards_and_for_each_share_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_VIEWS", 1)
    monkeypatch.setattr(room, "_FOREIGN_VIEWS", 4)
    found = calibrate([_deck("bavarian32")], Recogniser())
    plain = Thresholds.of(found)
    for part in PARTS:
        assert {measured_for(name, part) for name in ("near", "apart", "foreign")} <= set(found)
        covered = Thresholds.of(found, part)
        assert covered.near >= max(plain.near, covered.foreign)
        assert covered.apart >= plain.apart
