"""The language of the environment."""

from __future__ import annotations

import os
from typing import get_args

from common.texts.phrases import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)


def spoken_language() -> Language:
    """Returns the language of the environment: German, Boarisch, or otherwise English."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if locale.startswith("bar"):
        return "bar"
    return "de" if locale.startswith("de") else "en"
