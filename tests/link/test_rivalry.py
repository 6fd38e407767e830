"""Of two devices with one name the later one stays; a broker that dies again and again makes nobody give way."""

from link.rivalry import Rivalry


def test_who_was_there_first_gives_way_first() -> None:
    first, later = Rivalry(), Rivalry()
    assert not first.ends(3600.0), "the later one comes"
    rounds = 0
    while True:
        rounds += 1
        assert not later.ends(0.5)
        if first.ends(0.5):
            break
    assert rounds == 2


def test_two_that_come_together_do_not_go_on_for_ever() -> None:
    rivals = [Rivalry(), Rivalry()]
    assert sum(rival.ends(0.5) for _ in range(4) for rival in rivals) > 0


def test_a_broker_that_dies_is_no_rival() -> None:
    client = Rivalry()
    client.ends(100.0)
    for _ in range(10):
        assert not client.ends(0.5)
        client.fails_to_connect()


def test_a_lost_connection_now_and_then_is_no_rival() -> None:
    client = Rivalry()
    assert not any(client.ends(seconds) for seconds in (100.0, 2.0, 50.0, 2.0, 50.0, 2.0))
