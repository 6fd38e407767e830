"""Templates and static files of a page, and digests of their content."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def new_environment(*folders: Path) -> Environment:
    """Returns the templates of *folders*, of which earlier ones come first; they escape every value.

    An undefined value is an error.
    """
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def digest_of(html: str) -> str:
    """Returns a short digest of a view's content, by which a phone tells which content it has."""
    return hashlib.sha256(html.encode()).hexdigest()[:12]


class StaticFolders(StaticFiles):
    """The static files of several folders, of which earlier ones come first."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(directory=folders[0])
        self.all_directories = list(folders)


def assets_version(*folders: Path) -> str:
    """Returns a digest of the static files in *folders*, with which phones may cache them for good."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.iterdir()):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:10]
