"""The benchmarks measure one thread: the number of NumPy's BLAS threads is set before NumPy is imported."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
