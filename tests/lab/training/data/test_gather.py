"""The free decks: which archive they come from, what is had and had again. No download here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Pillow

from lab.training.data import gather, slices
from lab.training.data.decks import NoDecks, load_decks
from lab.training.data.gather import Shop, verified
from lab.training.data.provenance import NotGathered, Package, Record, debian_source, load_record, recorded, sources

_STANZA = "Types: deb\nURIs: {uri}\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: /keys/archive.gpg\n"
_SECURITY = "Types: deb\nURIs: {uri}-security\nSuites: bookworm-security\nComponents: main\n"
_URI = "http://archive.example/debian"


class TestGather:
    @pytest.mark.parametrize(
        ("place", "text", "signed"),
        [
            pytest.param("sources.list.d/debian.sources", _SECURITY + "\n" + _STANZA, True, id="deb822"),
            pytest.param("sources.list", "# ours\ndeb {uri} trixie main contrib\n", False, id="one line"),
            pytest.param(
                "sources.list", "deb [arch=arm64 signed-by=/keys/archive.gpg] {uri} trixie main\n", True, id="options"
            ),
        ],
    )
    def test_the_machine_s_own_archive_is_used(self, tmp_path: Path, place: str, text: str, signed: bool) -> None:
        (tmp_path / "sources.list.d").mkdir()
        (tmp_path / place).write_text(text.format(uri=_URI))
        source = debian_source(("trixie", "bookworm"), tmp_path)
        assert f"URIs: {_URI}\nSuites: trixie bookworm\nComponents: main\n" in source
        assert ("Signed-By: /keys/archive.gpg" in source) == signed

    def test_a_machine_without_debian_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "sources.list").write_text("deb http://archive.example/other stable-of-others main\n")
        with pytest.raises(NotGathered, match="got no Debian archive"):
            debian_source(("trixie",), tmp_path)

    def test_a_failing_package_is_named_and_the_rest_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        record, troubles = gather.gather(tmp_path, (GONE, HERE))
        assert troubles == ["left out gone: npm failed: 404"]
        assert [(entry.deck, entry.cards, entry.package) for entry in record.entries] == [("npm_svgcards", 24, HERE)]
        assert load_record(tmp_path) == record
        assert (tmp_path / "npm_svgcards" / "CA.png").exists()

    def test_what_was_gathered_is_not_fetched_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        once, _ = gather.gather(tmp_path, (GONE, HERE))
        monkeypatch.setattr(Shop, "fetch", lambda shop, listed: pytest.fail("fetched again"))
        assert gather.gather(tmp_path, (HERE,)) == (once, [])

    def test_a_deck_that_lost_a_card_is_not_learned_from_and_had_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        gather.gather(tmp_path, (HERE,))
        (tmp_path / "npm_svgcards" / "CA.png").unlink()
        (tmp_path / "unknown").mkdir()
        assert recorded(tmp_path) == []
        monkeypatch.setattr(Shop, "fetch", _fetch_nothing)
        assert gather.gather(tmp_path, (HERE,))[1] == ["left out here 1: offline"]
        monkeypatch.setattr(Shop, "fetch", _fetch)
        gather.gather(tmp_path, (HERE,))
        assert recorded(tmp_path) == [tmp_path / "npm_svgcards"]

    def test_an_interrupted_deck_is_no_deck(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        stored = slices.stored

        def interrupted(picture: Pillow.Image, path: Path) -> tuple[int, int]:
            if path.stem == "HA":
                raise KeyboardInterrupt
            return stored(picture, path)

        monkeypatch.setattr(Shop, "fetch", _fetch)
        monkeypatch.setattr(slices, "stored", interrupted)
        with pytest.raises(KeyboardInterrupt):
            gather.gather(tmp_path, (HERE,))
        with pytest.raises(NoDecks):
            load_decks([tmp_path])

    @pytest.mark.parametrize("change", [{"version": "0"}, {"sha256": "beef"}])
    def test_what_was_had_otherwise_than_listed_is_had_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, str]
    ) -> None:
        monkeypatch.setattr(Shop, "fetch", _fetch)
        record, _ = gather.gather(tmp_path, (HERE,))
        had = replace(HERE, **change)  # type: ignore[arg-type]  # texts, both of them
        Record((had,), tuple(replace(entry, package=had) for entry in record.entries)).save(tmp_path)
        assert gather.gather(tmp_path, (HERE,)) == (record, [])

    def test_another_checksum_of_the_same_version_is_refused(self) -> None:
        assert verified(replace(HERE, version="2", sha256="beef"), HERE).version == "2"
        with pytest.raises(NotGathered, match="got checksum beef…, expected cafe…"):
            verified(replace(HERE, sha256="beef"), HERE)

    def test_all_that_is_learned_from_is_listed_with_licence_and_checksum(self) -> None:
        assert len(sources()) >= 6
        assert all(len(bytes.fromhex(package.sha256)) == 32 and package.licence for package in sources())


GONE = Package("gone", None, "1", "none", 1, "dead")
HERE = Package("here", None, "1", "LGPL", 1, "cafe")


def _fetch(shop: Shop, listed: Package) -> tuple[Package, Path]:
    """A shop that has one package."""
    if listed.name == "gone":
        raise NotGathered("gone: npm failed: 404")
    root = shop.folder / "unpacked"
    (root / "package/png/2x").mkdir(parents=True)
    for suit in ("club", "heart"):
        for rank in range(1, 13):
            Pillow.new("RGB", (60, 90), "white").save(root / f"package/png/2x/{suit}_{rank}.png")
    return HERE, root


def _fetch_nothing(shop: Shop, listed: Package) -> tuple[Package, Path]:
    raise NotGathered(f"{listed}: offline")
