"""The presses that spell a name on the screen of letters."""

from device.menus.table.player_names import END_OF_NAME, groups_of, letters_after

BUTTONS = ("UP", "PLAY", "DOWN")


def letter(name: str, following: str) -> str:
    """Returns the presses that add a letter, or the end, to *name*."""
    letters, presses = letters_after(name), []
    while True:
        groups = groups_of(letters, name)
        place = next(place for place, group in enumerate(groups) if following in group)
        presses.append(BUTTONS[place] if len(groups) > 1 else "PLAY")
        letters = groups[place]
        if len(letters) == 1:
            return " ".join(presses)


def spell(name: str) -> str:
    """Returns the presses that enter a whole name, as a script."""
    parts = [letter(name[:place], following) for place, following in enumerate((*name, END_OF_NAME))]
    return " ".join(parts)
