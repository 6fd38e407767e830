"""The packages that the page needs besides those of the referee: the extra `page`."""

from __future__ import annotations

from importlib.util import find_spec

PACKAGES = ("starlette", "uvicorn", "jinja2", "segno")
"""By the names under which they are imported; segno draws the codes on the display."""


def missing_packages() -> tuple[str, ...]:
    """Returns the packages that are not installed."""
    return tuple(name for name in PACKAGES if find_spec(name) is None)
