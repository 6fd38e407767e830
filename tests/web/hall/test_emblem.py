"""The club and its emblem: handed in by the organiser alone, small, and on certificates and rankings."""

from pathlib import Path
from urllib.request import urlopen

import pytest

from common.limits import MAX_EMBLEM_BYTES
from tests.hall.test_emblem import png
from tests.support.phones import Answer, Phone
from tests.support.running_hall import RunningHall, running_hall

BYTES = "application/octet-stream"
PAPERS = ("print/certificates/3", "print/ranking")


def hand_in(phone: Phone, data: bytes, kind: str = BYTES) -> Answer:
    return phone.post("/emblem", data, content_type=kind)


def test_club_and_emblem_are_on_paper_until_they_are_taken_out(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create(rounds=1, typed_twice=False)
    organiser.register(4)
    organiser.start_round()
    organiser.type_in(1, 1, [13, 7, 9, 13, 13, 11], (1,))
    assert organiser.get("/emblem").status == 404
    for view in PAPERS:
        assert "/emblem" not in organiser.get(f"/{view}").text
    organiser.do("name_club", club="Watterfreunde <Rott>")
    assert hand_in(organiser, png()).json["ok"]
    organiser.do("name_club", club="Watterfreunde Rott")
    for view in PAPERS:
        assert "Watterfreunde Rott" in organiser.get(f"/{view}").text
        assert 'src="/emblem"' in organiser.get(f"/{view}").text
    shown = urlopen(f"http://127.0.0.1:{hall.port}/emblem")
    assert (shown.headers["content-type"], shown.headers["x-content-type-options"]) == ("image/png", "nosniff")
    assert shown.read() == hall.tournament.emblem
    assert b"GPS" not in hall.tournament.emblem
    organiser.do("remove_emblem")
    assert hall.tournament.club == "Watterfreunde Rott"
    assert organiser.get("/emblem").status == 404


def test_the_emblem_is_there_again_from_the_file(tmp_path: Path) -> None:
    with running_hall(tmp_path) as hall:
        organiser = hall.organiser()
        organiser.create()
        hand_in(organiser, png())
        before = hall.tournament
    with running_hall(tmp_path, is_read_only=True) as again:
        assert again.tournament == before
        assert hand_in(again.organiser(), png(4, 4)).status == 409
        assert again.tournament == before


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"<svg/>", BYTES, 400),
        (b"", BYTES, 400),
        (png(mode="RGB", kind="JPEG"), BYTES, 400),
        (png(), "image/png", 415),
        (b"\x89PNG\r\n\x1a\n" + b"x" * MAX_EMBLEM_BYTES, BYTES, 413),
    ],
)
def test_what_is_no_small_picture_is_refused(hall: RunningHall, data: bytes, kind: str, status: int) -> None:
    organiser = hall.organiser()
    organiser.create()
    assert hand_in(organiser, data, kind).status == status
    assert hall.tournament.emblem == b""


def test_only_the_organiser_hands_one_in_and_only_for_a_tournament(hall: RunningHall) -> None:
    assert hand_in(hall.phone(), png()).status == 403
    assert hand_in(hall.organiser(), png()).status == 409
    assert hall.organiser().post("/emblem", png(), content_type=BYTES, origin="http://elsewhere").status == 403
