"""The benchmarks measure one thread: that of NumPy's products of matrices is set before NumPy is imported."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
