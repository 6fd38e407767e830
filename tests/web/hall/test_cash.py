"""The cash on the page: fee and prizes in the format, who has paid, sums on the page and on paper."""

import pytest

from hall.tournament.events import encode_event
from tests.support.running_hall import RunningHall

MATCH = [13, 7, 9, 13, 13, 11]


def test_fees_and_prizes_from_the_form_to_the_paper(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create(fee="7,50", prizes="50, 30, 20", rounds=1, typed_twice=False)
    organiser.register(4)
    assert organiser.get("/desk").text.count("Zahlt 7,50 €") == 4
    for number in (1, 2, 3, 4):
        organiser.do("pay", number=number)
    organiser.do("unpay", number=4)
    assert organiser.get("/desk").text.count("Zahlt 7,50 €") == 1
    assert "Doch nicht bezahlt" in organiser.get("/entry/1").text
    assert "Doch nicht bezahlt" not in organiser.get("/entry/4").text
    for view in ("/cash", "/print/cash"):
        text = organiser.get(view).text
        assert all(amount in text for amount in ("22,50 €", "11,25 €", "6,75 €", "4,50 €")), view
    assert organiser.get("/print/startlist").text.count("✓") == 3
    assert "Das Startgeld beträgt 7,50 € für jedes Paar." in hall.phone().get("/rules").text
    organiser.start_round()
    for table in (1, 2):
        organiser.type_in(1, table, MATCH, (1,))
    organiser.do("close_round")
    assert hall.phone().get("/cash").status == 303, "it is nobody else's business"


@pytest.mark.parametrize(
    ("fee", "prizes"), [("ten", ""), ("10", "60, 50"), ("", "50"), ("-3", ""), ("10", "0"), ("100000", "")]
)
def test_what_is_no_money_is_refused_with_an_example(hall: RunningHall, fee: str, prizes: str) -> None:
    fields = {"format": "watten-3x3-13", "title": "A", "fee": fee, "prizes": prizes}
    refused = hall.organiser().command("create", **fields)
    assert (refused.status, refused.json["text"].startswith("Startgeld wie 10")) == (400, True)
    assert not hall.tournament.is_created


def test_without_a_fee_nobody_is_asked(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create()
    organiser.register(2)
    assert "Zahlt" not in organiser.get("/desk").text
    assert "kein Startgeld" in organiser.get("/cash").text
    assert organiser.command("pay", number=1).status == 409


def test_the_fee_may_be_changed_until_the_first_round_is_started(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create(fee="10", prizes="50")
    assert 'value="10"' in organiser.get("/format").text
    organiser.do("change_format", format="watten-3x3-13", fee="12", prizes="")
    assert (hall.tournament.format.money.fee_cents, hall.tournament.format.money.prizes) == (1200, ())
    organiser.do("change_format", format="watten-3x3-13", minutes=45)
    assert hall.tournament.format.money.fee_cents == 1200, "a form without money leaves it"


def test_what_a_tournament_does_not_use_is_not_stored(hall: RunningHall) -> None:
    """So that a Kiebitz of before opens one without fees, club and formats of now, though the form has their fields."""
    organiser = hall.organiser()
    organiser.create(fee="", prizes="")
    organiser.register(4)
    organiser.do("name_club", club="")
    organiser.do("draw")
    new = ("money", "winner", "balanced", "asked", "paid", "emblem")
    stored = [encode_event(each.event) for each in hall.hall.record.events()]
    assert not [event for event in stored for word in new if f'"{word}"' in event]
