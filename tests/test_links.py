"""Relative links of the documents lead to a file, and to a heading in it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "deploy" / "README.md", ROOT / "lab" / "README.md"]
LINK = re.compile(r"\]\(\s*([^)\s]+)\s*\)")
ELSEWHERE = re.compile(r"[a-z]+:")


def prose(document: Path) -> str:
    return re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)


def anchors(document: Path) -> set[str]:
    """Returns the anchors of headings as code hosts make them."""
    headings = re.findall(r"^#+ (.*)$", prose(document), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_are_alive(document: Path) -> None:
    dead = []
    for link in LINK.findall(prose(document)):
        if ELSEWHERE.match(link):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_prose_has_at_most_120_columns(document: Path) -> None:
    """Tables, pictures and headings cannot be wrapped."""
    prose_lines = [line for line in prose(document).splitlines() if not re.match(r"\s*(\||!\[|#)", line)]
    assert [line for line in prose_lines if len(line) > 120] == []
