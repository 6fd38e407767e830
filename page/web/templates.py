"""Templates and static files of a page, and names for what they contain."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from pathlib import Path

HTML_LANGUAGES = {"de": "de", "bar": "bar", "en": "en"}


def new_environment(folder: Path) -> Environment:
    """Returns the templates of *folder*; they escape every value, and a value that is missing is an error."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["html_languages"] = HTML_LANGUAGES
    return environment


def digest_of(html: str) -> str:
    """Returns a short name of a view's content, by which a phone says that it has it."""
    return hashlib.sha256(html.encode()).hexdigest()[:12]


def assets_version(*folders: Path) -> str:
    """Returns a name for the content of the static files in *folders*, so that phones may keep them for good."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.iterdir()):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:10]
