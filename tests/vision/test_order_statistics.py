"""Medians and quantiles are those of NumPy, and reading a card loads no masked arrays for them."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from tests.support.examples import examples
from vision.order_statistics import median, quantile, upper_median

LEVELS = st.one_of(
    arrays(np.uint8, array_shapes(max_dims=3, max_side=9)),
    arrays(np.float32, array_shapes(max_dims=3, max_side=9), elements=st.floats(-1e3, 1e3, width=32)),
)


@given(LEVELS, st.floats(0, 1))
@settings(max_examples=examples(100))
def test_quantiles_are_those_of_numpy(values: np.ndarray, share: float) -> None:
    assert quantile(values, share) == pytest.approx(np.quantile(values.astype(np.float64), share, axis=-1), abs=1e-6)
    assert median(values) == pytest.approx(np.median(values.astype(np.float64)), abs=1e-6)


@given(LEVELS)
@settings(max_examples=examples(50))
def test_the_upper_median_is_the_value_after_the_lower_half(values: np.ndarray) -> None:
    assert np.array_equal(upper_median(values), np.sort(values, axis=-1)[..., values.shape[-1] // 2])


@pytest.mark.slow
def test_no_masked_arrays_are_loaded_when_cards_are_tracked() -> None:
    program = (
        "import sys; from tests.support.paper_table import CARDS, PixelReader, Tabletop, quad_at; "
        "from vision.tracking.tracker import CardTracker; "
        "table = Tabletop(CardTracker(PixelReader())); before = 'numpy.ma' in sys.modules; "
        "table.still(); print(len(table.lay(0, CARDS[0], quad_at(480, 330, 5))), before, 'numpy.ma' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False", "False"]
