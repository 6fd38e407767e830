"""The texts of the page, in German and English; Boarisch is translated from the German, as on the display.

Texts that the display has already (seats, cards, rulings) come from `common.texts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.text import Words as Both
from web.kit.texts import SHARED_TEXTS, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS: Mapping[str, Both] = {
    # Everywhere
    "score": Both("Stand", "Score"),
    "correct": Both("Ausbessern", "Correct"),
    "names": Both("Namen und Plätze", "Names and seats"),
    "evening": Both("Der Abend", "The evening"),
    "ledger": Both("Alle Abende", "All evenings"),
    "statistics": Both("Statistik", "Statistics"),
    "game": Both("Spiel und Hausregeln", "Game and house rules"),
    "waiting": Both("Der Schiedsrichter wird gesucht …", "Looking for the referee …"),
    "gone": Both("Keine Verbindung zum Tisch", "No connection to the table"),
    # Score
    "no_game": Both("Noch kein Spiel", "No game yet"),
    "no_game_text": Both("Am Kiebitz anfangen, oder hier.", "Begin on Kiebitz, or here."),
    "no_game_elsewhere": Both("Am Kiebitz anfangen, oder hier unter Stand.", "Begin on Kiebitz, or here under Score."),
    "no_game_yet": Both("Gleich geht es los.", "It is about to begin."),
    "to_target": Both("bis {target}", "to {target}"),
    "leads": Both("führt", "leads"),
    "wins": Both("gewinnt", "wins"),
    "their_turn": Both("ist dran", "to play"),
    "their_deal": Both("gibt", "deals"),
    "trump": Both("Trumpf", "Trumps"),
    "secret_trump": Both("Trumpf ist geheim", "Trumps are secret"),
    "tricks_one": Both("1 Stich", "1 trick"),
    "tricks_many": Both("{count} Stiche", "{count} tricks"),
    "points": Both("{count} Augen", "{count} card points"),
    "deals": Both("Spiel für Spiel", "Deal by deal"),
    "deal_number": Both("Spiel", "Deal"),
    "dealer": Both("Geber", "Dealer"),
    "lasting": Both("Über die Spiele", "Over the games"),
    "folded": Both("ausgestiegen", "folded"),
    "camera": Both("Kamera schaut zu", "Camera is watching"),
    "camera_paused": Both("Pause: die Kamera schaut nicht", "Pause: the camera does not look"),
    "camera_by_hand": Both("Ohne Kamera: der Tisch zählt selber", "Without camera: the table counts itself"),
    "camera_none": Both("Keine Kamera", "No camera"),
    "seconds_ago": Both("vor {count} s", "{count} s ago"),
    "minutes_ago": Both("vor {count} min", "{count} min ago"),
    "next_deal": Both("Nächstes Spiel", "Next deal"),
    "next_game": Both("Neues Spiel", "New game"),
    # Table
    "trick_number": Both("{number}. Stich", "Trick {number}"),
    "no_trick": Both("Noch liegt keine Karte.", "No card lies yet."),
    "takes": Both("sticht", "takes it"),
    "upcard": Both("Aufgedeckt", "Upcard"),
    "earlier": Both("Wischen zeigt frühere Stiche", "Swipe for earlier tricks"),
    "doubtful": Both("unsicher", "doubtful"),
    "calls": Both("Angesagt", "Called"),
    "says": Both("{seat} sagt", "{seat} says"),
    # Correct
    "tap_card": Both("Die falsche Karte antippen", "Tap the wrong card"),
    "nothing_yet": Both("Noch nichts zum Ausbessern.", "Nothing to correct yet."),
    "which_was_it": Both("Welche Karte war es?", "Which card was it?"),
    "was_read_as": Both("Gelesen wurde {card}", "It was read as {card}"),
    "was_none": Both("Es war keine Karte", "It was no card"),
    "undo": Both("Letztes zurück", "Undo the last"),
    "redo": Both("Doch nicht zurück", "Undo the undo"),
    "trick_gathered": Both("{number}. Stich eingesammelt", "Trick {number} gathered"),
    "missed": Both("Eine Karte fehlt", "A card is missing"),
    "whose": Both("Von wem?", "Whose?"),
    "all_cards": Both("Alle Karten", "All cards"),
    "likely": Both("Wahrscheinlich", "Likely"),
    # Names
    "swap": Both("Tauschen", "Swap"),
    "swap_hint": Both("Zwei Plätze antippen, dann tauschen sie.", "Tap two seats and they swap."),
    "names_later": Both("Namen ändern geht zwischen zwei Spielen.", "Names can be changed between two deals."),
    "points_move": Both("Die Punkte gehen mit den Namen mit.", "Points move along with the names."),
    # Dispute
    "nothing_noticed": Both("Nichts aufgefallen.", "Nothing noticed."),
    "proves_nothing": Both("Das heißt nicht, dass alles richtig war.", "That does not say that all was right."),
    "decide": Both("Der Tisch entscheidet", "The table decides"),
    "read_it": Both("Gesehen", "Seen"),
    "crop_of": Both("Foto der Kamera: {card}", "Photo of the camera: {card}"),
    "crop_text": Both("Was die Kamera gesehen hat", "What the camera saw"),
    # Joining
    "join": Both("Mitspielen", "Join"),
    "join_text": Both(
        "Der Code steht auf dem Kiebitz: Menü, Seite fürs Handy.", "The code is on Kiebitz: menu, page for phones."
    ),
    "wrong_code": Both("Das ist nicht der Code von heute.", "That is not today's code."),
    "landlord": Both("Wirt", "Landlord"),
    "become_landlord": Both("Wirt werden", "Become the landlord"),
    "landlord_what": Both(
        "Der Wirt entscheidet, wer zuschauen darf, nimmt Sicherungen mit und löscht.",
        "The landlord decides who may look, takes backups along, and deletes.",
    ),
    "landlord_text": Both(
        "Steht auf dem Kiebitz dieselbe Zahl? Dort PLAY drücken.",
        "Does Kiebitz show the same number? Press PLAY there.",
    ),
    "viewers_on": Both("Zuschauer hereinlassen", "Let viewers in"),
    "viewers_off": Both("Keine Zuschauer mehr", "No more viewers"),
    "viewers_are": Both(
        "Jeder in diesem Netz darf zuschauen, auch ohne Code.",
        "Everybody in this network may look, also without the code.",
    ),
    "viewers_are_not": Both("Nur wer den Code hat, sieht den Tisch.", "Only who has the code sees the table."),
    "health": Both("Wie geht es dem Kiebitz?", "How is Kiebitz?"),
    "examine": Both("Alles prüfen", "Check everything"),
    "check_ok": Both("gut", "good"),
    "check_unknown": Both("unklar", "unknown"),
    "check_warn": Both("Vorsicht", "beware"),
    "check_bad": Both("fehlt", "amiss"),
    "at_the_camera": Both("Kamera und Karten", "Camera and cards"),
    "aim": Both("Kamera ausrichten", "Aim the camera"),
    "aim_what": Both(
        "Dieses Handy zeigt, was die Kamera sieht, und was zu ändern ist. Eine Karte auf den Tisch legen hilft.",
        "This phone shows what the camera sees, and what to change. A card on the table helps.",
    ),
    "aim_start": Both("Bild zeigen", "Show the picture"),
    "aim_picture": Both("Was die Kamera gerade sieht", "What the camera sees now"),
    "aim_left": Both("Links drehen", "Turn left"),
    "aim_right": Both("Rechts drehen", "Turn right"),
    "aim_accept": Both("Passt so", "It fits"),
    "aim_stop": Both("Bild aus", "Picture off"),
    "aim_ended": Both("Das Bild ist aus.", "The picture is off."),
    "aim_privacy": Both(
        "Solange das Bild läuft, steht am Kiebitz „Bild am Handy“. PLAY oder FOLD dort beendet es. "
        "Gespeichert wird nichts.",
        "While the picture runs, Kiebitz says “On the phone”. PLAY or FOLD there ends it. Nothing is stored.",
    ),
    "deck": Both("Karten lernen", "Learn the cards"),
    "deck_what": Both(
        "Der Kiebitz lernt ein Blatt: Karten zeigen, und hier sehen, welche fehlen und wie sie gelesen wurden.",
        "Kiebitz learns a deck: show the cards, and see here which are missing and how they were taken.",
    ),
    "deck_start": Both("Anfangen oder weitermachen", "Begin, or go on"),
    "deck_privacy": Both(
        "Auch am Kiebitz geht es Schritt für Schritt mit. Hier ist nur zu sehen, was von jeder Karte gelernt wird.",
        "Kiebitz shows the same steps. Only what is learned of each card is seen here.",
    ),
    "deck_way": Both("Wie werden die Karten gezeigt?", "How are the cards shown?"),
    "deck_singly": Both("Einzeln", "One by one"),
    "deck_rows": Both("In Reihen", "In rows"),
    "deck_full": Both("Nicht gespeichert", "Not saved"),
    "deck_insist": Both("Doch nehmen", "Take it anyway"),
    "taken_of": Both("{count} von {of}", "{count} of {of}"),
    "deck_taken": Both("Schon gelernt", "Learned already"),
    "deck_retake": Both(
        "Falsch oder unscharf? Antippen, dann kommt sie noch einmal dran.",
        "Wrong or blurred? Tap it, and it is asked for again.",
    ),
    "deck_again": Both("{card} noch einmal", "{card} again"),
    "deck_missing": Both("Fehlt noch", "Still missing"),
    "deck_refused": Both("Was die Kamera gesehen hat", "What the camera saw"),
    "take_files": Both("Mitnehmen", "Take along"),
    "file_backup": Both("Sicherung", "Backup"),
    "file_bundle": Both("Für die Fehlersuche", "To find a fault"),
    "files_text": Both(
        "In der Sicherung ist alles: Abende, Namen, Blätter. Der Kiebitz fragt erst: dort PLAY drücken.",
        "The backup has everything: evenings, names, decks. Kiebitz asks first: press PLAY there.",
    ),
    "bring_files": Both("Zurückspielen und erneuern", "Restore and update"),
    "bring_text": Both(
        "Was jetzt da ist, bleibt als Kopie liegen. Von einer neuen Version braucht es das Archiv und seine .sig.",
        "What is there now is kept as a copy. Of a new version take the archive and its .sig.",
    ),
    "bring_restore": Both("Sicherung zurückspielen", "Restore a backup"),
    "bring_update": Both("Neue Version", "New version"),
    "uploading": Both("Wird übertragen …", "Being handed in …"),
    "uploaded": Both("Übertragen", "Handed in"),
    "erase": Both("Löschen", "Delete"),
    "people": Both("Personen", "People"),
    "erase_evenings": Both("Abende", "Evenings"),
    "erase_nothing": Both("Hier ist nichts gespeichert.", "Nothing is stored here."),
    "erase_person": Both(
        "{name} in allen Abenden löschen? Die Karten bleiben.", "Delete {name} in all evenings? Cards stay."
    ),
    "erase_evening": Both("Abend {name} löschen?", "Delete the evening {name}?"),
    "erase_too": Both(
        "Auch die Sicherungen auf dem Kiebitz. Nicht rückgängig!", "The backups on Kiebitz go too. It cannot be undone!"
    ),
    "erase_then": Both(
        "Danach fragt der Kiebitz: erst PLAY dort löscht.", "Kiebitz asks then: only PLAY there deletes."
    ),
    "erase_confirm": Both("Der Kiebitz fragt jetzt: dort PLAY drücken.", "Kiebitz asks now: press PLAY there."),
    "invite": Both("Noch ein Handy", "Another phone"),
    "invite_text": Both(
        "Mit der Kamera des anderen Handys abfotografieren.", "Point the other phone's camera at this."
    ),
    "landlord_now": Both("Dieses Handy ist das des Wirts.", "This phone is the landlord's."),
    # Refusals
    "refused_malformed": Both("Das versteht der Schiedsrichter nicht.", "The referee does not understand that."),
    "refused_changed": Both(
        "Am Tisch hat sich das schon geändert. Noch einmal schauen.", "That has changed at the table. Look again."
    ),
    "refused_between_deals": Both("Das geht erst zwischen zwei Spielen.", "That waits until the deal is over."),
    "refused_unknown_card": Both("Diese Karte spielt nicht mit.", "That card is not in play."),
    "refused_bad_name": Both(
        "So ein Name passt nicht auf die Anzeige, oder er kommt zweimal vor.",
        "Such a name does not fit the display, or occurs twice.",
    ),
    "refused_not_confirmed": Both("Am Kiebitz wurde nicht bestätigt.", "It was not confirmed on Kiebitz."),
    "refused_asked_just_now": Both(
        "Eben hat schon ein Handy gefragt. In einer Minute wieder.", "A phone has just asked. Again in a minute."
    ),
    "refused_tournament": Both("Das legt das Turnier fest.", "The tournament fixes that."),
    "refused_fixed": Both("Das steht in den Einstellungen fest.", "The settings fix that."),
    "refused_first_start": Both("Erst am Kiebitz fertig einrichten.", "Finish the first start on Kiebitz before."),
    "refused_nothing_there": Both("Es ist noch nichts da.", "There is nothing yet."),
    "refused_landlord": Both("Das darf nur der Wirt.", "Only the landlord may do that."),
    "refused_no_file": Both(
        "Das ging nicht. Warum, steht bei den Meldungen des Kiebitz.", "That failed. The log of Kiebitz says why."
    ),
    "refused_bad_file": Both(
        "So eine Datei ist das nicht, oder sie ist beschädigt. Nichts geändert.",
        "It is no such file, or a damaged one. Nothing was changed.",
    ),
    "refused_no_room": Both("Auf der Speicherkarte ist kein Platz.", "There is no room on the memory card."),
    "refused_two_files": Both(
        "Beide auswählen: kiebitz-….tar.gz und kiebitz-….tar.gz.sig.",
        "Choose both: kiebitz-….tar.gz and kiebitz-….tar.gz.sig.",
    ),
    "refused_too_large": Both(
        "Die Datei ist zu groß fürs Handy: am Kiebitz auf einen USB-Stick.",
        "The file is too large for a phone: put it on a USB stick at Kiebitz.",
    ),
    "refused_role": Both("Dafür braucht es den Code.", "That needs the code."),
    # Evening and statistics
    "games_won": Both("gewonnen", "won"),
    "games_lost": Both("verloren", "lost"),
    "evenings": Both("Abende und ihre Spiele", "Evenings and their games"),
    "take_along": Both("Den Abend mitnehmen", "Take the evening along"),
    "as_csv": Both("Tabelle (CSV)", "Spreadsheet (CSV)"),
    "as_record": Both("Mitschrift", "Record"),
    "as_txt": Both("Ergebniszettel", "Result sheet"),
    "person": Both("Wer", "Who"),
    "game_number": Both("{number}. Spiel", "Game {number}"),
    "running": Both("läuft", "in play"),
    "nothing_played": Both("Heute wurde noch nichts fertig gespielt.", "Nothing has been played to its end yet."),
    "nothing_stored": Both("Noch ist kein Spiel gespeichert.", "No game is stored yet."),
    "tally_plot": Both("Punkte im Lauf des Spiels", "Points in the course of the game"),
    "evening_plot": Both("Punkte im Lauf des Abends", "Points in the course of the evening"),
    "meetings": Both("Wer gegen wen", "Who against whom"),
    "longest_series": Both("Längste Serie", "Longest series"),
    "series_text": Both("{name}: {count} Spiele hintereinander", "{name}: {count} deals in a row"),
    "longest_drought": Both("Längste Durststrecke", "Longest drought"),
    "drought_text": Both("{name}: {count} Spiele ohne Gewinn", "{name}: {count} deals without a gain"),
    "biggest_deal": Both("Fettestes Spiel", "Fattest deal"),
    "biggest_text": Both("{name}: {count} Punkte auf einmal", "{name}: {count} points at once"),
    "comeback": Both("Beste Aufholjagd", "Best comeback"),
    "comeback_text": Both("{name}: {count} Punkte Rückstand gedreht", "{name}: turned a deficit of {count} points"),
    "turned": Both("Gegen Kranke gedreht", "Turned against krank"),
    "turned_text": Both("{name}: bei {own} zu {other} noch gewonnen", "{name}: won from {own} to {other}"),
    "tricks_of_all": Both("Stiche", "Tricks"),
    "criticals_of_all": Both("Kritische gespielt", "Criticals played"),
    "revokes_found": Both("Falsch zugegeben", "Revokes found"),
    "corrections": Both("Vom Tisch ausgebessert", "Corrected by the table"),
    # Replay
    "play": Both("Abspielen", "Play"),
    "step_back": Both("Zurück", "Back"),
    "step_on": Both("Weiter", "On"),
    # Print
    "print_result": Both("Ergebnis des Abends", "Result of the evening"),
    "print_sheet": Both("Spielzettel", "Score sheet"),
    "print_cards": Both("Namen für den Tisch", "Names for the table"),
    "print_rules": Both("Regeln auf einem Blatt", "Rules on a sheet"),
    "sheet_by_hand": Both("Noch nichts gespielt: zum Ausfüllen.", "Nothing played yet: to be filled in."),
    "signatures": Both("Unterschriften", "Signatures"),
    "other_game": Both("Anderes Spiel oder andere Hausregeln", "Another game, or other house rules"),
    "next_is": Both("Danach: {game}", "Next: {game}"),
    "newgame": Both("Nächstes Spiel", "Next game"),
    "how_many": Both("Wie viele spielen?", "How many play?"),
    "begin_game": Both("Anfangen: wer gibt?", "Begin: who deals?"),
    "from_next": Both("Gilt ab dem nächsten Spiel.", "Holds from the next game on."),
    "presets": Both("Hausregeln mit Namen", "House rules by name"),
    "usual_rules": Both("Wie üblich", "As usual"),
    "changed_rules": Both("Hausregeln", "House rules"),
    "order_of_cards": Both("Was sticht", "What beats what"),
    "duties": Both("Was man muss", "What must be done"),
}


class TableTexts(Texts):
    """The texts of one language, as attributes."""

    _table: ClassVar[Mapping[str, Both]] = {**SHARED_TEXTS, **TEXTS}
