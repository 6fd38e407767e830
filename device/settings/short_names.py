"""Names of people as the display shows them: as long as there is room for, and different from one another."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from device.display.text_layout import drawable
from device.settings.settings import is_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns each name as it is if it fits, else the surname with an initial, else its beginning; all are different.

    Letters that the display lacks lose their accents, or become a question mark. Invisible characters, such as soft
    hyphens, are left out.
    """
    taken: list[str] = []
    for name in names:
        taken.append(next(each for each in _forms(name) if is_name(each) and each not in taken))
    return tuple(taken)


def _forms(name: str) -> Iterator[str]:
    """Yields forms of a name, the best first; numbered ones at last."""
    whole = _displayable(name)
    *given, surname = whole.split() or ["?"]
    yield whole or surname
    if given:
        yield f"{given[0][0]}. {surname}"
        yield surname
    for length in range(len(surname) - 1, 0, -1):
        yield f"{surname[:length]}."
    yield from (f"{surname[:4]} {number}" for number in range(2, 100))


def _displayable(name: str) -> str:
    """Returns the name without accents that cannot be drawn, and without characters that cannot be seen."""
    letters = []
    for letter in filter(str.isprintable, " ".join(name.split())):
        plain = letter if drawable(letter, "small") == letter else unicodedata.normalize("NFKD", letter)[:1]
        letters.append(drawable(plain, "small"))
    return "".join(letters)
