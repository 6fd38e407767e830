"""The description of the package: README.md with absolute addresses, since a package index has none of its files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURES = (".png", ".jpg", ".webp", ".svg")


class AbsoluteReadme(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, metadata["urls"]["Repository"]),
        }


def with_absolute_links(markdown: str, repository: str) -> str:
    """Returns the text with its links to files as links into *repository*, of which pictures are shown as they are."""

    def absolute(link: re.Match[str]) -> str:
        target = link[1]
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        return f"]({repository}/{'raw' if target.endswith(PICTURES) else 'blob'}/HEAD/{target})"

    return re.sub(r"\]\(([^)\s]+)\)", absolute, markdown)
