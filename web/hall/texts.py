"""The texts of the hall, in German and English; Boarisch is translated from the German, as on the display.

Texts that the page of a table has already (findings, printing, languages) come from `web.table.texts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.text import Words as Both
from web.kit.texts import SHARED_TEXTS, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS: Mapping[str, Both] = {
    # Views
    "hall": Both("Turnier", "Tournament"),
    "me": Both("Ich", "Me"),
    "player": Both("Spieler", "Player"),
    "players": Both("Wer bist du?", "Who are you?"),
    "pairings": Both("Paarungen", "Pairings"),
    "ranking": Both("Rangliste", "Ranking"),
    "final_ranking": Both("Endstand", "Final ranking"),
    "rules": Both("Regeln", "Rules"),
    "join": Both("Turnierleitung", "Organiser"),
    "new": Both("Neues Turnier", "New tournament"),
    "desk": Both("Anmeldung", "Registration"),
    "entry": Both("Meldung ändern", "Change an entry"),
    "round": Both("Runde", "Round"),
    "match": Both("Tisch", "Table"),
    "device": Both("Gerät tauschen", "Replace a device"),
    "calls": Both("Rufe", "Calls"),
    "tie": Both("Gleichstand", "A tie"),
    "export": Both("Mitnehmen", "Take along"),
    "gone": Both("Keine Verbindung zur Turnierleitung", "No connection to the hall"),
    # Opening
    "choose_format": Both("Wie wird gespielt?", "How is it played?"),
    "choose": Both("So spielen wir", "Play like this"),
    "exists": Both("Das Turnier gibt es schon.", "The tournament exists already."),
    "event_title": Both("Name des Turniers", "Name of the tournament"),
    "event_place": Both("Ort", "Place"),
    "event_date": Both("Datum", "Date"),
    "number_of_rounds": Both("Runden", "Rounds"),
    "games_of_match": Both("Spiele je Runde", "Games a round"),
    "minutes_of_round": Both("Minuten je Runde (0: ohne)", "Minutes a round (0: none)"),
    "type_twice": Both("Zettel zweimal eintippen und vergleichen", "Type slips twice and compare them"),
    "rules_in_words": Both("Die Regeln in Worten", "The rules in words"),
    "create": Both("Turnier anlegen", "Create the tournament"),
    "format": Both("Spielart und Hausregeln", "Format and house rules"),
    "change_house_rules": Both("Hausregeln ändern", "Change the house rules"),
    "other_formats": Both("Eine andere Spielart", "Another format"),
    "other_format_hint": Both(
        "Noch gilt die bisherige Spielart. Diese gilt, sobald du sie nimmst.",
        "The former one still holds. This one holds as soon as you take it.",
    ),
    "format_is_drawn": Both(
        "Die erste Runde ist schon ausgelost. Spiel, Auslosung und Zahl der Runden bleiben, alles andere geht noch, "
        "bis die Runde läuft.",
        "The first round is drawn already. Game, draw and number of rounds stay; all else can be changed until the "
        "round is started.",
    ),
    "format_is_fixed": Both(
        "Spielart und Hausregeln stehen fest, seit die erste Runde läuft: Alle spielen nach denselben Regeln.",
        "Format and house rules are fixed since the first round was started: everybody plays by the same rules.",
    ),
    "house_rules": Both("Hausregeln", "House rules"),
    "organiser_text": Both(
        "Der Code steht im Fenster, in dem die Halle gestartet wurde.",
        "The code is in the window in which the hall was started.",
    ),
    # Desk
    "new_single": Both("Spieler anmelden", "Register a player"),
    "new_pair": Both("Paar anmelden", "Register a pair"),
    "new_team": Both("Mannschaft anmelden", "Register a team"),
    "player_number": Both("Spieler {number}", "Player {number}"),
    "pair_member": Both("Paar {pair}, Spieler {number}", "Pair {pair}, player {number}"),
    "team_name": Both("Mannschaft", "Team"),
    "club": Both("Verein oder Ort", "Club or town"),
    "is_present": Both("Ist schon da", "Is here already"),
    "register": Both("Anmelden", "Register"),
    "registered_as": Both("Nummer {number}: {name}", "Number {number}: {name}"),
    "registered": Both("{count} Meldungen", "{count} entries"),
    "desk_closed": Both(
        "Die Runden sind gespielt: anmelden geht nicht mehr.", "The rounds are played: entries closed."
    ),
    "presence_present": Both("da", "here"),
    "presence_expected": Both("noch nicht da", "not here yet"),
    "presence_left": Both("gegangen", "gone"),
    "newest_first": Both("Neueste zuerst", "Newest first"),
    "by_name": Both("Nach Namen", "By name"),
    "late_entry": Both("nachgemeldet", "late entry"),
    "leaves": Both("Geht", "Leaves"),
    "leaves_ask": Both("{name} spielt nicht weiter?", "{name} plays no further?"),
    "arrives": Both("Ist da", "Is here"),
    "returns": Both("Kommt zurück", "Comes back"),
    "change": Both("Ändern", "Change"),
    "unregister": Both("Meldung streichen", "Remove the entry"),
    "unregister_ask": Both("{name} ganz streichen?", "Remove {name} altogether?"),
    "nobody_yet": Both("Noch niemand gemeldet.", "Nobody has entered yet."),
    "no_such_entry": Both("Diese Startnummer gibt es nicht.", "There is no such start number."),
    "search": Both("Name oder Nummer", "Name or number"),
    "say_present": Both("{count} sind da", "{count} are here"),
    # Round
    "before_first_round": Both("Vor der ersten Runde", "Before the first round"),
    "next_step": Both("Als Nächstes", "Next"),
    "round_closed": Both("{title} ist abgeschlossen.", "{title} is closed."),
    "present_single": Both("{count} Spieler sind da.", "{count} players are here."),
    "present_pair": Both("{count} Paare sind da.", "{count} pairs are here."),
    "present_team": Both("{count} Paare aus Mannschaften sind da.", "{count} pairs of teams are here."),
    "results": Both("Alle Ergebnisse", "All results"),
    "draw_round": Both("Runde {number} von {of} auslosen", "Draw round {number} of {of}"),
    "draw_finals": Both("Finalrunde auslosen", "Draw the finals"),
    "draw_hint": Both(
        "Losnummer {seed}. Gespielt wird erst, wenn du die Runde startest.",
        "Seed {seed}. Play begins only when you start the round.",
    ),
    "drawn_is": Both("{title} ist ausgelost", "{title} is drawn"),
    "seed_is": Both("Losnummer {seed}, {attempt}. Auslosung", "Seed {seed}, draw {attempt}"),
    "attempt": Both("{attempt}. Auslosung", "draw {attempt}"),
    "start_round": Both("Runde starten", "Start the round"),
    "draw_again": Both("Neu auslosen ({attempt}. Auslosung)", "Draw again (draw {attempt})"),
    "draw_again_ask": Both(
        "Neu auslosen? Die Paarungen von jetzt gelten dann nicht mehr.",
        "Draw again? The present pairings are void then.",
    ),
    "of_rounds": Both("({number} von {of})", "({number} of {of})"),
    "round_number": Both("Runde {number}", "Round {number}"),
    "stage_eighth": Both("Achtelfinale", "Round of sixteen"),
    "stage_quarter": Both("Viertelfinale", "Quarter-finals"),
    "stage_semi": Both("Halbfinale", "Semi-finals"),
    "stage_final": Both("Finale", "Final"),
    "third_place": Both("Spiel um Platz 3", "Match for third place"),
    "close_round": Both("{title} abschließen", "Close {title}"),
    "byes": Both("Spielfrei", "Bye"),
    "bye": Both("spielfrei", "bye"),
    "to_look_at": Both("Da musst du hinschauen", "To be looked at"),
    "open_tables": Both("Es wird gespielt", "In play"),
    "count_running": Both("spielen", "in play"),
    "count_missing": Both("Ergebnisse fehlen", "results missing"),
    "count_late": Both("spät dran", "late"),
    "count_disputed": Both("strittig", "in dispute"),
    "count_gone": Both("Gerät weg", "device gone"),
    "late": Both("spät dran", "late"),
    "time_left": Both("Noch", "Left"),
    "time_passed": Both("Seit dem Start", "Since the start"),
    "finish": Both("Turnier abschließen", "Finish the tournament"),
    "finish_ask": Both("Turnier abschließen? Der Endstand gilt dann.", "Finish? The ranking is final then."),
    "is_finished": Both("Das Turnier ist abgeschlossen.", "The tournament is finished."),
    "all_played": Both("Alle Runden sind gespielt", "All rounds are played"),
    "tied": Both("Gleichauf", "Tied"),
    "decide_tie": Both("Gleichstand entscheiden", "Decide the tie"),
    "no_tie": Both("Es ist nichts zu entscheiden.", "Nothing is to be decided."),
    "decider_none": Both("Sie teilen sich den Platz.", "They share the place."),
    "decider_game": Both("Ein Spiel entscheidet: wer war besser?", "A game decides: who was better?"),
    "decider_lot": Both("Das Los entscheidet: wer wurde gezogen?", "A lot decides: who was drawn?"),
    "place_number": Both("{number}. Platz", "Place {number}"),
    "say_missing": Both("{count} Ergebnisse fehlen", "{count} results are missing"),
    # States of a match
    "state_dispute": Both("Schiedsrichter gerufen", "Referee wanted"),
    "state_differs": Both("Ergebnisse verschieden", "Results differ"),
    "state_contradicted": Both("Gerät meldet anderes", "Device reports otherwise"),
    "state_gone": Both("Gerät nicht da", "Device is gone"),
    "state_typed_once": Both("Zweiter Zettel fehlt", "Second slip missing"),
    "state_waiting": Both("noch nicht begonnen", "not begun"),
    "state_running": Both("läuft", "in play"),
    "state_confirming": Both("wird bestätigt", "being confirmed"),
    "state_by_hand": Both("läuft, auf Zettel", "in play, on paper"),
    "state_done": Both("Fertig", "Done"),
    # Match
    "no_such_match": Both("Diesen Tisch gibt es in der Runde nicht.", "There is no such table in the round."),
    "result": Both("Ergebnis", "Result"),
    "reported_by_table": Both("Vom Gerät am Tisch", "From the device at the table"),
    "slip_number": Both("{number}. Zettel", "Slip {number}"),
    "type_slip": Both("{number}. Zettel eintippen", "Type in slip {number}"),
    "type_only_slip": Both("Zettel eintippen", "Type in the slip"),
    "typed_twice_hint": Both(
        "Jede Seite gibt einen Zettel ab. Stimmen beide überein, zählt das Ergebnis.",
        "Each side hands in a slip. The result counts if both agree.",
    ),
    "game": Both("Spiel", "Game"),
    "game_points": Both("{number}. Spiel, Punkte {side}", "Game {number}, points of {side}"),
    "gespannt": Both("gespannt", "gespannt"),
    "forfeit": Both("Nicht angetreten oder aufgegeben", "Did not play or gave up"),
    "forfeited": Both("nicht ausgespielt", "forfeited"),
    "nobody": Both("niemand", "nobody"),
    "correct_result": Both("Ergebnis entscheiden oder ausbessern", "Decide or correct the result"),
    "reason": Both("Grund", "Reason"),
    "decide_so": Both("So gilt es", "So it holds"),
    "this_holds": Both("Das gilt", "This holds"),
    "checked_slips": Both("Zettel verglichen", "Slips compared"),
    "what_was_told": Both("Gemeldet", "Reported"),
    "decided_because": Both("Entschieden: {reason}", "Decided: {reason}"),
    "device_title": Both("Gerät am Tisch", "Device at the table"),
    "device_up": Both("Das Gerät ist verbunden.", "The device is connected."),
    "device_gone": Both("Das Gerät meldet sich nicht.", "The device does not answer."),
    "replace_device": Both("Gerät tauschen", "Replace the device"),
    "replace_text": Both(
        "Kommt es nicht wieder, übernimmt ein anderes Tisch {table}: es spielt an der gleichen Karte weiter.",
        "If it does not return, another takes table {table}: it goes on at the same card.",
    ),
    "replace_1": Both(
        "Das alte Gerät ausschalten, ein anderes hinstellen.", "Switch the old one off, put another there."
    ),
    "replace_2": Both(
        "Die Datei von Tisch {table} auf einen USB-Stick; am neuen Gerät einstecken: Turnier beitreten.",
        "Put the file of table {table} on a USB stick; plug it into the new device: join a tournament.",
    ),
    "devices": Both("Geräte", "Devices"),
    "devices_text": Both(
        "Jedes Gerät bekommt die Datei seines Tisches auf einem USB-Stick; dort: Turnier beitreten.",
        "Each device gets the file of its table on a USB stick; there: join a tournament.",
    ),
    "devices_none": Both(
        "Diese Halle spielt ohne Geräte: jedes Ergebnis kommt auf einem Zettel.",
        "This hall plays without devices: every result comes on a slip.",
    ),
    "devices_up": Both("{count} verbunden", "{count} connected"),
    "device_state_up": Both("verbunden", "connected"),
    "device_state_gone": Both("nicht da", "gone"),
    "device_state_unknown": Both("noch nie da", "never there yet"),
    "file_of_table": Both("Datei", "File"),
    "replace_3": Both(
        "Es holt sich die gespielten Karten aus der Halle. PLAY, und weiter geht es.",
        "It fetches the cards played from the hall. PLAY, and on it goes.",
    ),
    "replace_or_slip": Both(
        "Kein Gerät mehr da? Auf Zettel weiterspielen und am Ende eintippen.",
        "No device left? Play on with a slip and type it in at the end.",
    ),
    "call_referee": Both("Schiedsrichter rufen", "Call a referee"),
    "referee_wanted": Both("Schiedsrichter gerufen", "Referee wanted"),
    "open_match": Both("Zum Tisch", "To the table"),
    # Calls
    "no_calls": Both("Niemand ruft.", "Nobody calls."),
    "no_calls_text": Both(
        "Ruft ein Tisch, steht hier, was aufgefallen ist, mit den Karten.",
        "If a table calls, what was noticed stands here, with the cards.",
    ),
    "no_evidence": Both(
        "Das Gerät hat nichts bemerkt: hingehen und fragen.", "The device noticed nothing: go and ask."
    ),
    "decision": Both("Entscheidung", "Decision"),
    "decide_call": Both("Entschieden", "Decided"),
    "decide_at_table": Both("Wird am Gerät des Tisches entschieden.", "It is decided on the device of the table."),
    "take_call": Both("Ich gehe hin", "I go there"),
    "say_call": Both("Tisch {table} ruft", "Table {table} calls"),
    # Ranking
    "rank": Both("Platz", "Rank"),
    "name": Both("Name", "Name"),
    "number": Both("Nr.", "No."),
    "results_missing": Both("{count} Ergebnisse fehlen noch.", "{count} results are missing."),
    "say_leads": Both("{name} führt", "{name} leads"),
    # Players
    "find_yourself": Both("Namen suchen", "Find your name"),
    "not_me": Both("Das bin ich nicht", "That is not me"),
    "against": Both("gegen", "against"),
    "together_with": Both("mit", "with"),
    "my_rank": Both("Mein Platz", "My rank"),
    "of_all": Both("von {count}", "of {count}"),
    "my_results": Both("Meine Ergebnisse", "My results"),
    "won": Both("gewonnen", "won"),
    "lost": Both("verloren", "lost"),
    "drawn": Both("unentschieden", "drawn"),
    "not_played": Both("nicht dabei", "not there"),
    "you_left": Both("Du hast dich abgemeldet.", "You have left."),
    "report_at_desk": Both("Bitte bei der Anmeldung melden.", "Please report at the registration desk."),
    "you_have_a_bye": Both("Diese Runde hast du frei.", "You have a bye in this round."),
    "wait_for_draw": Both("Gleich wird ausgelost.", "The draw comes soon."),
    "not_drawn_yet": Both("Noch nicht ausgelost.", "Not drawn yet."),
    "say_table": Both("Tisch {table} gegen {opponents}", "Table {table} against {opponents}"),
    # Print
    "print_startlist": Both("Startliste", "Start list"),
    "print_pairings": Both("Paarungsliste", "Pairing list"),
    "print_slips": Both("Spielzettel", "Slips"),
    "print_ranking": Both("Rangliste", "Ranking"),
    "print_results": Both("Alle Ergebnisse", "All results"),
    "print_certificates": Both("Urkunden", "Certificates"),
    "print_timetable": Both("Zeitplan", "Timetable"),
    "print_rules": Both("Turnierregeln", "Tournament rules"),
    "print_cards": Both("Tischkarten", "Table cards"),
    "paid": Both("bezahlt", "paid"),
    "who_sits_where": Both("Wer sitzt wo", "Who sits where"),
    "cut_for_deal": Both("Wer zuerst gibt, wird abgehoben.", "Cut for the first deal."),
    "deals_first": Both("{name} gibt zuerst.", "{name} deals first."),
    "slip_hint": Both("Punkte je Spiel eintragen, beide unterschreiben.", "Enter the points of each game; both sign."),
    "certificate": Both("Urkunde", "Certificate"),
    "congratulations": Both("Herzlichen Glückwunsch!", "Congratulations!"),
    "organiser_signs": Both("Turnierleitung", "Organiser"),
    "how_many_certificates": Both("Wie viele Plätze?", "How many places?"),
    "show": Both("Zeigen", "Show"),
    "no_results_yet": Both("Noch keine Ergebnisse.", "No results yet."),
    "not_final": Both(
        "Das Turnier läuft noch: das ist der Stand von jetzt.", "Still in play: this is the ranking so far."
    ),
    "starts_at": Both("Beginn", "Begins at"),
    "pause_minutes": Both("Pause in Minuten", "Break in minutes"),
    "prize_giving": Both("Siegerehrung", "Prize giving"),
    "plan_estimated": Both(
        "Geschätzt: {minutes} Minuten je Runde, {pause} Minuten Pause.",
        "Estimated: {minutes} minutes a round, {pause} minutes of break.",
    ),
    "plan_fixed": Both(
        "{minutes} Minuten je Runde, {pause} Minuten Pause.", "{minutes} minutes a round, {pause} of break."
    ),
    # Export
    "export_ranking": Both("Rangliste (CSV)", "Ranking (CSV)"),
    "export_results": Both("Ergebnisse (CSV)", "Results (CSV)"),
    "export_entries": Both("Meldungen (CSV)", "Entries (CSV)"),
    "export_json": Both("Ergebnisse (JSON)", "Results (JSON)"),
    "export_lines": Both("Verlauf (JSON)", "History (JSON)"),
    "export_database": Both("Turnierdatei", "Tournament file"),
    "export_text": Both(
        "In der Turnierdatei ist alles, auch jede Karte. Mit ihr geht es auf jedem Rechner weiter.",
        "The tournament file has everything, every card too. Any machine can go on with it.",
    ),
    # Terminal
    "terminal_tournament": Both("Kiebitz-Halle: {title} ({file})", "Kiebitz hall: {title} ({file})"),
    "terminal_no_tournament": Both("noch kein Turnier", "no tournament yet"),
    "terminal_address": Both(
        "Im Browser, auch am Handy im gleichen Netz: {addresses}",
        "In a browser, also on phones in the same network: {addresses}",
    ),
    "terminal_or": Both("oder", "or"),
    "terminal_code": Both(
        "Code der Turnierleitung: {code} – eintippen, oder das hier abfotografieren:",
        "The organiser's code: {code} – type it in, or photograph this:",
    ),
    "terminal_stop": Both(
        "Beenden mit Strg+C. Es geht nichts verloren: beim nächsten Start geht es hier weiter.",
        "Stop with Ctrl+C. Nothing is lost: the next start goes on here.",
    ),
    "terminal_read_only": Both(
        "Nur zum Nachschauen: geändert wird nichts. Beenden mit Strg+C.",
        "Only to look back: nothing is changed. Stop with Ctrl+C.",
    ),
    # Refusals
    "refused_organiser": Both("Das darf nur die Turnierleitung.", "Only the organiser may do that."),
    "refused_malformed_hall": Both("Das versteht die Halle nicht.", "The hall does not understand that."),
    "refused_disk": Both(
        "Nicht gespeichert: Ist die Platte des Hallenrechners voll oder defekt? Dann noch einmal versuchen.",
        "Not stored: is the disk of the hall's computer full or broken? Then try again.",
    ),
    "refused_read_only": Both(
        "Hier wird nur nachgeschaut: geändert wird nichts.", "This only looks back: nothing is changed."
    ),
    "refused_bad_format": Both("So kann man das Format nicht spielen.", "The format cannot be played like this."),
    "refused_numbers": Both("Bei jedem Spiel fehlen noch Punkte.", "Points are missing in a game."),
    "wrong_code": Both("Das ist nicht der Code dieser Halle.", "That is not the code of this hall."),
}


class HallTexts(Texts):
    """The texts of one language, as attributes."""

    _table: ClassVar[Mapping[str, Both]] = {**SHARED_TEXTS, **TEXTS}
