"""Every text of the pages is used, every text that is used exists, in all languages."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import web
from lab.catalogues import read_source
from web.hall import rendering as hall
from web.kit.rendering import ViewKind
from web.kit.texts import BOTH_SITES, Texts
from web.table import rendering as table

FOLDER = Path(web.__file__).parent


class Pages(NamedTuple):
    folders: tuple[str, ...]
    """Where these texts are used."""
    shown: set[str]
    """Titles and tabs."""
    composed: tuple[str, ...]
    """Beginnings of names that the code completes."""


NO_TEXTS = {"format", "refusal", "evening_name"}
"""Methods."""


def shown(views: Mapping[str, ViewKind[Any]], *tabs: tuple[str, str]) -> set[str]:
    return {kind.title or view for view, kind in views.items()} | {target for target, _ in tabs}


SITES: Mapping[str, Pages] = {
    "table": Pages(
        ("kit", "table"),
        shown(table.VIEWS, *table.TABS),
        ("refused_", "camera_", "check_", "as_", "print_", "erase_", "file_"),
    ),
    "hall": Pages(
        ("kit", "hall"),
        shown(hall.VIEWS, *hall.PUBLIC_TABS, *hall.ORGANISER_TABS),
        ("refused_", "state_", "presence_", "stage_", "decider_", "present_", "new_", "print_"),
    ),
    BOTH_SITES: Pages(("kit", "table", "hall"), set(), ("refused_",)),
}


def names(site: str) -> set[str]:
    return {str(message.id) for message in read_source("de", "pages") if message.context == site}


def sources(folders: tuple[str, ...], *kinds: str) -> str:
    files = [file for name in folders for kind in kinds for file in (FOLDER / name).glob(kind)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.name != "texts.py")


@pytest.mark.parametrize("site", SITES)
def test_every_text_is_used(site: str) -> None:
    pages = SITES[site]
    words = set(re.findall(r"\w+", sources(pages.folders, "**/*.py", "templates/**/*.html")))
    assert {name for name in names(site) if not name.startswith(pages.composed)} <= words | pages.shown


@pytest.mark.parametrize("site", ["table", "hall"])
def test_every_text_that_is_used_exists(site: str) -> None:
    """Also in code, where no type knows the names."""
    pages = SITES[site]
    used = set(re.findall(r"\bt\.(\w+)", sources(pages.folders, "templates/**/*.html")))
    used |= set(re.findall(r"(?<!common\.)\btexts\.(\w+)", sources((site,), "**/*.py")))
    assert len(used) > 100
    assert (used | pages.shown) - names(site) - names(BOTH_SITES) - NO_TEXTS == set()


def test_a_misspelt_text_is_an_error() -> None:
    with pytest.raises(AttributeError, match="got the text 'scroe'"):
        _ = Texts("de", "table").scroe


def test_a_reason_without_words_has_some() -> None:
    assert Texts("en", "hall").refusal("whatever") == Texts("en", "hall").refused_not_now


@pytest.mark.parametrize(
    ("name", "german", "english"),
    [
        ("2026-03-05", "5.3.2026", "5 March 2026"),
        ("2026-11-25", "25.11.2026", "25 November 2026"),
        ("Adler 2026-11-25", "Adler 2026-11-25", "Adler 2026-11-25"),
        ("", "", ""),
    ],
)
def test_an_evening_that_is_named_by_its_date_is_written_as_the_language_does(
    name: str, german: str, english: str
) -> None:
    assert Texts("de", "table").evening_name(name) == Texts("bar", "table").evening_name(name) == german
    assert Texts("en", "table").evening_name(name) == english
