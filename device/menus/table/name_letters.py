"""The letters of a name in three groups, each chosen by one button, until one letter is left.

The groups keep the alphabet, and are so large that common letters take fewer presses than rare ones: a search tree with
three branches and the least expected depth. The end of the name is common after four letters, and rare before.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

from common.texts.given_names import GIVEN_NAMES
from device.settings.settings import is_name

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
LOWERCASE = "abcdefghijklmnopqrstuvwxyzäöüß"
END_OF_NAME = ""
"""Ends the name; it stands after the letters."""
MAX_GROUPS = 3
USUAL_LENGTH = 4
"""Letters from which on the end of a name is likely."""
RARE_COUNT = 12
"""Added to the count of each letter in the given names. Tuned so that every name of four letters takes at most 15
presses; from 8 to 24 the average differs by 0.2."""

Letters: TypeAlias = "tuple[str, ...]"


def letters_after(name: str) -> Letters:
    """Returns the letters that can follow *name*, and its end; a name of full length can only be ended."""
    alphabet = (*LOWERCASE, END_OF_NAME) if name else tuple(CAPITALS)
    return tuple(letter for letter in alphabet if letter == END_OF_NAME or is_name(name + letter))


def groups_of(letters: Letters, name: str) -> tuple[Letters, ...]:
    """Returns *letters*, one of which follows *name*, in three groups, or in as many as there are letters."""
    if len(letters) <= MAX_GROUPS:
        return tuple((letter,) for letter in letters)
    counts = _counts(min(len(name), 1) + (len(name) >= USUAL_LENGTH))
    _, cuts = _best_cuts(tuple(counts[letter] for letter in letters))
    bounds = (0, *cuts, len(letters))
    return tuple(letters[start:end] for start, end in pairwise(bounds))


@cache
def _counts(part: int) -> Counter[str]:
    """Counts letters and ends in a part of the given names: the first letter (0), the next ones (1), later ones (2)."""
    first, last = ((0, 1), (1, USUAL_LENGTH), (USUAL_LENGTH, None))[part]
    letters = [letter for name in GIVEN_NAMES for letter in name[first:last]]
    ends = [END_OF_NAME for name in GIVEN_NAMES if part and (len(name) >= USUAL_LENGTH) == (part == 2)]
    return Counter([*letters, *ends, *(LOWERCASE if part else CAPITALS) * RARE_COUNT, *[END_OF_NAME] * RARE_COUNT])


@cache
def _best_cuts(counts: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Returns the least sum of count times depth, and where the second and the third group begin."""
    count = len(counts)
    if count <= MAX_GROUPS:
        return (sum(counts) if count > 1 else 0), tuple(range(1, count))
    return min(
        (sum(counts) + sum(_best_cuts(counts[a:b])[0] for a, b in ((0, i), (i, j), (j, count))), (i, j))
        for i, j in combinations(range(1, count), 2)
    )
