"""A tie before the finals: the large button of the organiser's page is its decision, by lot or by a game."""

import re

import pytest

from hall.tournament.ranking import open_ties
from tests.support.running_hall import RunningHall, tied


def main_steps(page: str) -> list[str]:
    """Returns what the large buttons of a page are called."""
    return re.findall(r'class="main(?: button)?"[^>]*>(.*?)</', page.replace("<wbr>", ""))


def test_the_lot_decides_by_the_large_button(hall: RunningHall) -> None:
    organiser = tied(hall, "watten-4x1-15-quarter-finals")
    page = organiser.get("/round").text
    assert main_steps(page) == ["Los ziehen"]
    assert "noch gleichauf, entscheidet das Los." in page
    organiser.do("draw_lots")
    page = organiser.get("/round").text
    assert main_steps(page) == ["Finalrunde auslosen"]
    assert page.count("Gleichstand entschieden") == 2
    assert organiser.command("draw_lots").json["text"] == "Hier ist nichts auszulosen."
    organiser.do("draw")


def test_a_deciding_game_is_entered_by_the_large_button(hall: RunningHall) -> None:
    """Two who are tied need one press, which asks once more; more of them are put in order."""
    organiser = tied(hall, "watten-3x3-13", 4)
    page = organiser.get("/round").text
    assert main_steps(page) == ["Entscheidungsspiel eintragen"]
    assert "bis 5" in page
    assert organiser.command("draw_lots").status == 409
    winners, losers = open_ties(hall.tournament)
    page = organiser.get("/tie").text
    names = [hall.tournament.name_of(number) for number in (*winners, *losers)]
    assert main_steps(page) == [f"{name} hat gewonnen" for name in names]
    assert f'"numbers": [{winners[1]}, {winners[0]}]' in page
    organiser.do("decide_tie", numbers=winners[::-1])
    organiser.do("decide_tie", numbers=losers)
    page = organiser.get("/round").text
    assert main_steps(page) == ["Finalrunde auslosen"]
    assert " vor ".join(names[1::-1]).replace("/", "/<wbr>") in page


@pytest.mark.parametrize("pairs", [8, 10])
def test_more_than_two_who_are_tied_are_put_in_order(hall: RunningHall, pairs: int) -> None:
    organiser = tied(hall, "watten-3x3-13", pairs)
    page = organiser.get("/tie").text
    assert page.count('name="numbers[]"') == sum(map(len, open_ties(hall.tournament)))
    assert main_steps(page) == ["Speichern"] * len(open_ties(hall.tournament))


def test_with_too_few_the_next_step_is_not_a_draw_that_is_refused(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create("watten-3x3-13")
    organiser.register(1)
    page = organiser.get("/round").text
    assert main_steps(page) == ["Anmeldung"]
    assert "Anwesend: 1. Eine Runde braucht 2." in page
    organiser.do("register", members=["Huber Anna", "Maier Eva"])
    assert main_steps(organiser.get("/round").text) == ["Runde 1 von 3 auslosen"]


def test_with_too_few_for_the_finals_the_tournament_ends(hall: RunningHall) -> None:
    organiser = tied(hall, "watten-4x1-15-quarter-finals", 6)
    page = organiser.get("/round").text
    assert main_steps(page) == ["Turnier abschließen"]
    assert "Anwesend: 6. Eine Runde braucht 8." in page
    organiser.do("finish")
    assert hall.tournament.is_finished
