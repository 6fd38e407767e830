"""Hooks of MkDocs for the site of the documents: README.md is its first page, and links out of `docs/` lead to files.

`mkdocs build --strict` makes the site in `build/site`, `mkdocs serve` shows it; both need the extra `site`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

README = Path(__file__).parents[1] / "README.md"


def on_files(files: Any, config: Any) -> Any:
    """Adds the first page."""
    files.append(File.generated(config, "index.md", content=README.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Returns the text of a page with links as they are in the site."""
    folder = "" if page.file.src_uri == "index.md" else "docs/"

    def link_in_site(link: re.Match[str]) -> str:
        target = link[1]
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path = re.sub(r"^docs/\.\./", "", folder + target)
        if path.startswith("docs/") and Path(path).suffix:  # a folder is shown by the repository
            return f"]({path.removeprefix('docs/')})"
        return "](index.md)" if path == "README.md" else f"]({config.repo_url}/blob/HEAD/{path})"

    return re.sub(r"\]\(([^)\s]+)\)", link_in_site, markdown)
