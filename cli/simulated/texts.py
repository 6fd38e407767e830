"""The texts of the simulated table around the display, in German and English."""

from __future__ import annotations

from engine.text import Words as Both

KEYS = (
    Both(
        "Tasten: F ROT   P oder Enter GRÜN   Pfeil AUF, AB",
        "Buttons: F RED   P or Enter GREEN   arrows UP, DOWN",
    ),
    Both(
        "Tisch: LEERTASTE weiter   W falsch   K Kamera stoßen   X Anzeige ab/an   Q Ende",
        "Table: SPACE next   W wrong card   K knock camera   X display off/on   Q quit",
    ),
)
NEXT = Both("LEERTASTE: {what}", "SPACE: {what}")
LAYS = Both("{seat} legt eine Karte", "{seat} lays a card")
GATHERS = Both("{seat} nimmt den Stich", "{seat} takes the trick")
TURNS = Both("{seat} deckt eine Karte auf", "{seat} turns a card up")
TAKES_UPCARD = Both("{seat} nimmt die aufgedeckte Karte", "{seat} takes the upcard")
TAKES_BACK = Both("die Karte wird zurückgenommen", "the card is taken back")
CLEARS = Both("{seat} räumt den Tisch ab", "{seat} clears the table")
DEALS = Both("{seat} gibt", "{seat} deals")
SAYS = Both("{seat} sagt: {what}", "{seat} says: {what}")
SHOWS = Both("die verlangte Karte zeigen", "show the card that is asked for")
SHOWS_ANY = Both("eine Karte unter die Kamera legen", "lay a card under the camera")
SHOWN = Both(
    "die Karte unter der Kamera wegnehmen, oder mit GRÜN weiter",
    "take the card under the camera away, or go on with GREEN",
)
ANSWER = Both("Die Anzeige fragt: mit den Tasten antworten.", "The display asks: answer with the buttons.")
NOTHING = Both("Mit den Tasten geht es weiter.", "Go on with the buttons.")
MOVING = Both("Eine Hand ist unterwegs …", "A hand is on its way …")
NOT_WRONG = Both("Gerade kann niemand falsch legen.", "Nobody can lay a wrong card just now.")
KNOCKED = Both("Jemand stößt an die Kamera.", "Somebody knocks the camera.")
DISPLAY_OFF = Both("Die Anzeige ist abgezogen; X steckt es an.", "The display is unplugged; X plugs it in.")
DISPLAY_ON = Both("Die Anzeige steckt wieder.", "The display is plugged in again.")
PREPARING = Both("Karten werden gezeichnet und gelernt …", "Drawing and learning the cards …")
NO_TERMINAL = Both(
    "kein Terminal: die Anzeige wird nicht gezeichnet; Tasten kommen von der Standardeingabe, Ende mit Q oder SIGTERM. "
    "kiebitz demo spielt von selbst.",
    "no terminal: the display is not drawn; keys are read from standard input, quit with Q or SIGTERM. "
    "kiebitz demo plays by itself.",
)
