"""Letters of names: how many presses a name takes, and that every name can be entered."""

import pytest

from common.texts.words import given_names
from device.menus.table.player_names import CAPITALS, LOWERCASE, groups_of, letters_after
from device.settings.settings import is_name
from lab.papers.presses import presses_for_name
from tests.support.spelling import spell

OTHERS = (
    "Arno", "Axel", "Beda", "Bert", "Bibi", "Bodo", "Buzz", "Dani", "Edda", "Egid", "Emir", "Enzo", "Gela", "Gina",
    "Hedi", "Heli", "Ines", "Inka", "Isar", "Jacq", "Jost", "Jupp", "Kira", "Knut", "Kuni", "Lars", "Levi", "Lola",
    "Luzi", "Maja", "Mila", "Mimi", "Nadi", "Neil", "Nils", "Noah", "Olli", "Omar", "Ossi", "Pepi", "Piet", "Raul",
    "Rena", "Romy", "Rosl", "Ruby", "Sefi", "Sira", "Tess", "Timo", "Tini", "Toby", "Vali", "Veva", "Voit", "Walt",
    "Yann", "Zeno", "Zofi", "Käte", "Jörn", "Götz", "Quax",
)  # fmt: skip
"""Names of four letters, none of which is in the list by which letters are grouped."""
MAX_PRESSES_FOR_FOUR = 15


def test_these_names_are_others() -> None:
    assert {name for name in OTHERS if len(name) != 4} == set() == set(OTHERS) & set(given_names())


@pytest.mark.slow
def test_a_name_of_four_letters_takes_at_most_fifteen_presses() -> None:
    names = [name for name in given_names() if len(name) == 4] + [*OTHERS]
    assert [name for name in names if len(spell(name).split()) > MAX_PRESSES_FOR_FOUR] == []


@pytest.mark.parametrize("name", ["Resi", "Buzz", "Xaver"])
def test_no_shorter_way_is_missed(name: str) -> None:
    assert presses_for_name(name) == len(spell(name).split())


@pytest.mark.parametrize("name", ["", "A", "Ann", "Anne"])
def test_groups_keep_the_alphabet_and_lose_no_letter(name: str) -> None:
    letters = letters_after(name)
    waiting = [letters]
    while waiting:
        group = waiting.pop()
        parts = groups_of(group, name)
        assert tuple(letter for part in parts for letter in part) == group
        assert len(parts) == min(len(group), 3)
        waiting += [part for part in parts if len(part) > 1]
    assert set(letters) == set(CAPITALS if not name else [*LOWERCASE, ""])


def test_a_name_of_full_length_can_only_be_ended() -> None:
    name = "W"
    while len(letters := letters_after(name)) > 1:
        name += letters[0]
    assert letters == ("",)
    assert is_name(name)
