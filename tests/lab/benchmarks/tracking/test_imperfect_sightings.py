"""Legal deals told imperfectly: a short form of `python -m lab.benchmarks.tracking.imperfect_sightings`."""

import pytest

from lab.benchmarks.tracking import imperfect_sightings
from lab.benchmarks.tracking.imperfect_sightings import referee_job
from lab.benchmarks.tracking.refereed_table import all_kinds
from tests.support.examples import one_in

RATES = ("MISSED", "DOUBTFUL", "LATE", "UNSURE", "NO_TAKER", "NOT_CLEARED")
KINDS = all_kinds()


@pytest.mark.parametrize("seed", one_in(3, range(4)))
def test_what_is_told_perfectly_is_recorded_whole(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for rate in RATES:
        monkeypatch.setattr(imperfect_sightings, rate, 0.0)
    monkeypatch.setattr(imperfect_sightings, "SURE_CONFIDENCE", 1.0)
    counts, findings = referee_job((KINDS[seed], seed))
    assert counts["recorded"] == counts["cards"] > 0
    assert (counts["questions"], counts["wrong score"], findings) == (0, 0, {})


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(5, id="a late card came between two others"),
        pytest.param(1015, id="a hand was surely that of a seat with an uncertain card"),
        pytest.param(1063, id="an uncertain hand led while the trump was secret"),
        pytest.param(1069, id="a hand that probably led was surely the next one"),
        pytest.param(1088, id="a late card came between two others, and four play"),
        pytest.param(2071, id="the lead of a short trick was missed"),
        pytest.param(4250, id="a finding between two corrections of one sighting does not count"),
    ],
)
def test_a_deal_that_was_scored_wrongly_once_is_scored_right(seed: int) -> None:
    counts, findings = referee_job((KINDS[seed % len(KINDS)], seed))
    assert counts["recorded"] == counts["cards"]
    assert (counts["wrong score"], findings) == (0, {})
