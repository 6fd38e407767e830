"""Imports everything that runs on the device, has onnxruntime read a crop, and writes down what that does.

`python imports.py PIPE [MODULE …]`
"""

import importlib
import pkgutil
import sys

from tests.privacy.audited import write_down

PACKAGES = ("common", "engine", "vision", "simulator", "device", "cli")
LEFT_OUT = ("simulator.__main__", "device.__main__", "cli.__main__")
"""These would begin."""


def main() -> None:
    pipe, *more = sys.argv[1:]
    write_down(int(pipe))
    for name in [*modules(), *more]:
        importlib.import_module(name)
    backend = importlib.import_module("vision.recognition.embedder").Recogniser().network.backend
    if backend != "onnxruntime":
        raise SystemExit(f"got {backend}, expected onnxruntime, which is to be looked at")


def modules() -> list[str]:
    found = []
    for name in PACKAGES:
        package = importlib.import_module(name)
        found += [module.name for module in pkgutil.walk_packages(package.__path__, f"{name}.")]
    return [name for name in found if not name.startswith(LEFT_OUT)]


if __name__ == "__main__":
    main()
