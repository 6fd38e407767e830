"""The site of the documents is made without a warning; README.md is its first page."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("material") is None, reason="needs mkdocs-material of the extra site")
def test_every_link_of_the_site_leads_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "pictures/demo.webp" in first
    dead = []
    for page in tmp_path.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:|/", target) and not (page.parent / target).exists():
                dead.append(f"{page.name}: {target}")
    assert dead == []
