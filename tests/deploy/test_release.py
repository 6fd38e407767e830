"""The files of a release: what a package index shows, and that all of it is made by one command."""

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from deploy import release
from deploy.archive import version_of
from deploy.readme import with_absolute_links
from tests.deploy.board import DEPLOY

ROOT = DEPLOY.parent
REPOSITORY = "https://example.org/kiebitz"


@pytest.mark.parametrize(
    ("link", "absolute"),
    [
        ("![Table](docs/pictures/demo.webp)", f"![Table]({REPOSITORY}/raw/HEAD/docs/pictures/demo.webp)"),
        ("[packs](docs/packs.md#drawn)", f"[packs]({REPOSITORY}/blob/HEAD/docs/packs.md#drawn)"),
        ("[tests](#tests)", "[tests](#tests)"),
        ("[elsewhere](https://example.org/a)", "[elsewhere](https://example.org/a)"),
    ],
)
def test_links_of_the_readme_are_absolute(link: str, absolute: str) -> None:
    assert with_absolute_links(f"See {link}.", REPOSITORY) == f"See {absolute}."


def test_a_release_is_not_mixed_with_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.whl").touch()
    with pytest.raises(SystemExit, match="2"):
        release.main(["--to", str(tmp_path)])
    assert "expected an empty folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["old.whl"]


@pytest.mark.slow
@pytest.mark.download
def test_packages_hold_the_program_with_its_documents_and_nothing_else(tmp_path: Path) -> None:
    release.make_packages(tmp_path / "python")
    (wheel,), (source,) = (list((tmp_path / "python").glob(name)) for name in ("*.whl", "*.tar.gz"))
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        (facts,) = (opened.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    description = str(message_from_string(facts).get_payload())
    assert "](docs/" not in description
    assert {f"cli/documents/{path.name}" for path in (ROOT / "docs").glob("*.md")} <= set(names)
    assert [name for name in names if name.startswith(("tests/", "lab/", "docs/", "deploy/"))] == []
    with tarfile.open(source) as packed:
        tops = {name.split("/")[1] for name in packed.getnames() if name.count("/") > 1}
    assert not tops & {"tests", "lab", ".ci"}
    site = str(tmp_path / "site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site, str(wheel)]
    subprocess.run(pip, check=True)
    command = [sys.executable, "-m", "cli", "help"]
    installed = os.environ | {"PYTHONPATH": site}
    printed = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, check=True).stdout
    assert "house-rules        House rules" in printed


def test_one_command_makes_all_files_and_their_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive and packages, which need a network, are stand-ins here; `pi_root` and the test above make real ones."""
    archive_name = f"kiebitz-{version_of(ROOT)}.tar.gz"

    def archive_in(folder: Path) -> Path:
        bill = tmp_path / "sbom.cdx.json"
        bill.write_text("{}")
        with tarfile.open(folder / archive_name, "w:gz") as archive:
            archive.add(bill, f"kiebitz-{version_of(ROOT)}/sbom.cdx.json")
        return folder / archive_name

    def packages_in(folder: Path) -> None:
        folder.mkdir()
        (folder / archive_name).write_text("source")

    monkeypatch.setattr(release, "make_archive", archive_in)
    monkeypatch.setattr(release, "make_packages", packages_in)
    release.main(["--to", str(tmp_path / "dist")])
    files = {
        str(path.relative_to(tmp_path / "dist")): path for path in (tmp_path / "dist").rglob("*") if path.is_file()
    }
    lines = files.pop(release.SUMS).read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    bill_name = f"kiebitz-{version_of(ROOT)}.cdx.json"
    assert set(files) == {archive_name, f"python/{archive_name}", bill_name, "card.py", "user-data"}
