"""The reasons for refusing a command, in German and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

REFUSALS: Mapping[str, Words] = {
    "created": Words("Das Turnier gibt es schon.", "The tournament exists already."),
    "not_created": Words("Noch kein Turnier: zuerst eines anlegen.", "No tournament yet: create one first."),
    "bad_id": Words(
        "Kurzname {value!r}: nur Kleinbuchstaben, Ziffern und Bindestriche, höchstens 32.",
        "Short name {value!r}: use lower-case letters, digits and hyphens, 32 at the most.",
    ),
    "no_title": Words("Das Turnier braucht einen Namen.", "The tournament needs a name."),
    "finished": Words("Das Turnier ist abgeschlossen.", "The tournament is finished."),
    "format_fixed": Words(
        "Spielart und Hausregeln stehen fest, seit die erste Runde läuft.",
        "Format and house rules are fixed since the first round was started.",
    ),
    "format_entrants": Words(
        "Angemeldet sind schon andere: Einzelne, Paare oder Mannschaften müssen bleiben, was sie sind.",
        "Others are registered already: single players, pairs or teams must stay what they are.",
    ),
    "format_drawn": Words(
        "Die erste Runde ist schon ausgelost: Spiel, Auslosung und Zahl der Runden bleiben.",
        "The first round is drawn already: game, draw and number of rounds stay.",
    ),
    "members": Words("{got} Namen, es müssen {expected} sein.", "Got {got} names, expected {expected}."),
    "no_name": Words("Ein Name fehlt.", "A name is missing."),
    "long_name": Words(
        "{name} ist zu lang: höchstens {limit} Zeichen.", "{name} is too long: {limit} characters at the most."
    ),
    "name_taken": Words("{name} ist schon als Nummer {number} gemeldet.", "{name} is number {number} already."),
    "number_taken": Words("Die Startnummer {number} ist vergeben.", "Start number {number} is taken."),
    "bad_number": Words(
        "Startnummer {number}: eine Zahl von 1 bis 9999.", "Start number {number}: expected 1 to 9999."
    ),
    "no_entry": Words("Eine Startnummer {number} gibt es nicht.", "There is no start number {number}."),
    "full": Words(
        "Mehr als {limit} Meldungen passen nicht in ein Turnier.", "A tournament has room for {limit} entries."
    ),
    "teams_only": Words(
        "In diesem Format meldet sich eine Mannschaft aus zwei Paaren.",
        "In this format a team of two pairs registers.",
    ),
    "no_teams": Words("In diesem Format gibt es keine Mannschaften.", "There are no teams in this format."),
    "has_played": Words(
        "Nummer {number} ist schon ausgelost: abmelden statt streichen.",
        "Number {number} was drawn already: let it leave instead of removing it.",
    ),
    "presence": Words("Nummer {number} ist {presence}.", "Number {number} is {presence}."),
    "no_late_entries": Words(
        "Die Runden sind gespielt: Meldungen gehen nicht mehr.", "The rounds are played: nobody can register any more."
    ),
    "too_few": Words(
        "{got} sind da, für eine Runde braucht es {expected}.", "{got} are present, a round needs {expected}."
    ),
    "round_open": Words("Runde {round} ist noch nicht abgeschlossen.", "Round {round} is not closed yet."),
    "no_round": Words("Eine Runde {round} gibt es nicht.", "There is no round {round}."),
    "not_drawn": Words("Es ist keine Runde ausgelost.", "No round is drawn."),
    "not_running": Words("Runde {round} läuft nicht.", "Round {round} is not running."),
    "started": Words("Runde {round} ist schon gestartet.", "Round {round} has been started already."),
    "has_results": Words(
        "Runde {round} hat schon Ergebnisse: neu auslosen geht nicht mehr.",
        "Round {round} has results: it cannot be drawn again.",
    ),
    "all_played": Words("Alle Runden sind gespielt.", "All rounds are played."),
    "rounds_left": Words(
        "Erst {played} von {planned} Runden sind gespielt.", "Only {played} of {planned} rounds are played."
    ),
    "no_finals": Words("Dieses Format hat keine Finalrunden.", "This format has no finals."),
    "tie_open": Words(
        "Gleichstand um den Einzug: {names}. Zuerst entscheiden.", "A tie for the finals: {names}. Decide it first."
    ),
    "no_table": Words("In Runde {round} gibt es keinen Tisch {table}.", "There is no table {table} in round {round}."),
    "missing": Words("Es fehlen noch Ergebnisse: Tisch {tables}.", "Results are missing: table {tables}."),
    "calls_open": Words("Der Schiedsrichter ist noch gerufen: Tisch {tables}.", "A referee is wanted: table {tables}."),
    "no_call": Words("An Tisch {table} ist niemand gerufen.", "Nobody is called to table {table}."),
    "called": Words("An Tisch {table} ist schon jemand gerufen.", "Somebody is called to table {table} already."),
    "games": Words("{got} Spiele, es müssen {expected} sein.", "Got {got} games, expected {expected}."),
    "sides": Words(
        "Spiel {game}: Punkte für {got} Seiten, es sind {expected}.",
        "Game {game}: got points of {got} sides, expected {expected}.",
    ),
    "points": Words("Spiel {game}: {value} Punkte gibt es nicht.", "Game {game}: {value} points cannot be."),
    "no_winner": Words("Spiel {game}: {points} hat keinen Sieger.", "Game {game}: {points} has no winner."),
    "unended": Words(
        "Spiel {game}: {points}, niemand hat {target} erreicht.",
        "Game {game}: {points}, nobody has reached {target}.",
    ),
    "drawn_match": Words("Im Finale muss eine Seite gewinnen.", "In a knock-out match one side has to win."),
    "bad_side": Words("Seite {side} gibt es nicht.", "There is no side {side}."),
    "reason": Words("Bitte einen Grund dazu schreiben.", "Give a reason."),
    "typist": Words("Bitte dazu schreiben, wer eingibt.", "Say who types it in."),
    "result_decided": Words(
        "Das Ergebnis von Tisch {table} steht fest: mit Grund ausbessern.",
        "The result of table {table} is settled: correct it with a reason.",
    ),
    "no_tie": Words("Diese sind nicht gleichauf: {names}.", "These are not tied: {names}."),
    "not_over": Words("Es sind noch nicht alle Runden gespielt.", "Not all rounds are played yet."),
}


class HallRefusal(ValueError):
    """Raised for a command that cannot be done now; nothing has changed."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        """A key of `REFUSALS`."""
        self.values = values
        words = REFUSALS[key]
        self.words = Words(_fill(words.german, values, 0), _fill(words.english, values, 1))
        super().__init__(self.words.english)


def _fill(text: str, values: Mapping[str, object], language: int) -> str:
    """Returns the text with its values filled in; values in both languages are taken in *language*."""
    return text.format(**{name: v[language] if isinstance(v, Words) else v for name, v in values.items()})
