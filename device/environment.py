"""What the person's environment says."""

from __future__ import annotations

import os
from typing import Literal


def spoken_language() -> Literal["de", "en"]:
    """Returns the language of the person's environment, German or else English."""
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.startswith("de") else "en"
