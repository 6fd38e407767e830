"""The landlord's menu."""

from device.menus.base import NoticeMenu
from device.menus.landlord import LandlordMenu
from tests.support.seated_table import at_score, table
from tests.support.session_script import go, in_play


def test_the_landlords_menu_goes_on_at_the_row_that_was_left() -> None:
    controller = at_score()
    go(controller, f"{table('landlord')} DOWN PLAY FOLD")
    assert controller.menu == LandlordMenu(selected=1)


def test_no_backup_is_restored_during_a_deal() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('landlord')} PLAY UP UP UP UP PLAY")
    assert isinstance(controller.menu, NoticeMenu)
