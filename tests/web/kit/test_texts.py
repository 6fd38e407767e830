"""Every text of the pages is used, every text that is used exists, in all languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import web
from common.texts.phrases import LANGUAGES
from web.hall import rendering as hall
from web.hall.texts import TEXTS as HALL_TEXTS
from web.hall.texts import HallTexts
from web.kit.texts import SHARED_TEXTS, Texts
from web.table import rendering as table
from web.table.texts import TEXTS as TABLE_TEXTS
from web.table.texts import TableTexts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.text import Words
    from web.kit.rendering import ViewKind

FOLDER = Path(web.__file__).parent


class Site(NamedTuple):
    own: Mapping[str, Words]
    texts: type[Texts]
    folders: tuple[str, ...]
    """Where these texts are used."""
    shown: set[str]
    """Titles and tabs."""
    composed: tuple[str, ...]
    """Beginnings of names that the code completes."""


def shown(views: Mapping[str, ViewKind[Any]], *tabs: tuple[str, str]) -> set[str]:
    return {kind.title or view for view, kind in views.items()} | {target for target, _ in tabs}


SITES = {
    "table": Site(
        TABLE_TEXTS,
        TableTexts,
        ("kit", "table"),
        shown(table.VIEWS, *table.TABS),
        ("refused_", "camera_", "check_", "as_", "print_", "erase_", "file_"),
    ),
    "hall": Site(
        HALL_TEXTS,
        HallTexts,
        ("kit", "hall"),
        shown(hall.VIEWS, *hall.PUBLIC_TABS, *hall.ORGANISER_TABS),
        ("refused_", "state_", "presence_", "stage_", "decider_", "present_", "new_", "print_"),
    ),
    "kit": Site(SHARED_TEXTS, Texts, ("kit", "table", "hall"), set(), ("refused_",)),
}
every_site = pytest.mark.parametrize("site", SITES.values(), ids=SITES)


def sources(folders: tuple[str, ...], kinds: tuple[str, ...]) -> str:
    files = [file for name in folders for kind in kinds for file in (FOLDER / name).glob(kind)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.name != "texts.py")


@every_site
def test_every_text_is_used(site: Site) -> None:
    words = set(re.findall(r"\w+", sources(site.folders, ("**/*.py", "templates/**/*.html"))))
    assert {name for name in site.own if not name.startswith(site.composed)} <= words | site.shown


@pytest.mark.parametrize("name", ["table", "hall"])
def test_every_text_in_a_template_exists(name: str) -> None:
    site = SITES[name]
    used = set(re.findall(r"\bt\.(\w+)", sources(site.folders, ("templates/**/*.html",))))
    assert (used | site.shown) - site.texts._table.keys() - {"format"} == set()


@every_site
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_the_translation(site: Site, language: str) -> None:
    texts = site.texts(language)  # type: ignore[arg-type]
    for name, both in site.own.items():
        expected = set(re.findall(r"\{\w+\}", both.german))
        assert set(re.findall(r"\{\w+\}", getattr(texts, name))) == expected, name
        assert set(re.findall(r"\{\w+\}", both.english)) == expected, name


def test_a_misspelt_text_is_an_error() -> None:
    with pytest.raises(AttributeError, match="got the text 'scroe'"):
        _ = TableTexts("de").scroe


def test_a_reason_without_words_has_some() -> None:
    assert Texts("en").refusal("whatever") == SHARED_TEXTS["refused_not_now"].english
