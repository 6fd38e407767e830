"""`python -m device` is `kiebitz`, as in earlier versions; the code is in `cli`."""

import runpy

runpy.run_module("cli", run_name="__main__")
