"""The rules of a format in sentences, to be read or hung up before play, for every key that changes an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import all_games
from engine.rules.house_rules import changed_first, in_words
from engine.text import Words
from hall.formats.format import game_of, sides_at, table_sizes, two_sides_only
from hall.formats.points_in_words import bye_sentences, points_sentences, ranking_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hall.formats.format import FinalsFormat, Format

_ENTRANTS: Mapping[str, Words] = {
    "single": Words("Jeder spielt für sich allein", "Everybody plays on his own"),
    "pair": Words("Gespielt wird in festen Paaren", "Fixed pairs play"),
    "team": Words(
        "Eine Mannschaft sind zwei feste Paare; ihre Punkte werden zusammengezählt, und sie spielen nie gegeneinander",
        "A team is two fixed pairs; their points are added, and they never meet each other",
    ),
}
_DRAWS: Mapping[str, Words] = {
    "drawn": Words(
        "Vor jeder Runde wird neu ausgelost; niemand trifft zweimal aufeinander, solange es sich vermeiden lässt",
        "Each round is drawn anew; nobody meets twice as long as that can be avoided",
    ),
    "swiss": Words(
        "Schweizer System: in jeder Runde treffen sich Punktgleiche, keine zweimal, solange es sich vermeiden lässt",
        "Swiss system: in each round those of like score meet, nobody twice as long as that can be avoided",
    ),
    "stay": Words(
        "Die erste Runde wird ausgelost; danach bleibt Paar 1 am Tisch, und Paar 2 rückt einen Tisch weiter",
        "The first round is drawn; then pair 1 stays at its table, and pair 2 moves on by a table",
    ),
    "round_robin": Words("Jeder spielt gegen jeden", "Everybody meets everybody"),
}
_DRAWN_PARTNERS = Words(
    "Vor jeder Runde werden Partner und Gegner neu ausgelost",
    "Before each round partners and opponents are drawn anew",
)
_DRAWN_TABLES = Words("Vor jeder Runde werden die Tische neu ausgelost", "The tables are drawn anew before each round")
_DEALERS: Mapping[str, Words] = {
    "higher_number": Words(
        "Das erste Spiel gibt die Seite mit der höheren Startnummer",
        "The side with the higher start number deals first",
    ),
    "lower_number": Words(
        "Das erste Spiel gibt die Seite mit der niedrigeren Startnummer",
        "The side with the lower start number deals first",
    ),
    "cut": Words("Wer zuerst gibt, wird abgehoben", "Who deals first is decided by cutting"),
}
_TIME_UP: Mapping[str, Words] = {
    "as_it_stands": Words(
        "dann zählt das laufende Spiel, wie es steht", "then the game that is being played counts as it stands"
    ),
    "not_counted": Words("dann zählt das laufende Spiel nicht", "then the game that is being played does not count"),
}


def sentences(chosen: Format) -> list[Words]:
    """Returns the rules of the format in sentences without full stops, in the order in which people ask for them."""
    said = [_ENTRANTS[chosen.entrants], _game(chosen), *_house_rules(chosen), *_rounds(chosen)]
    return [
        *said,
        *points_sentences(chosen),
        *bye_sentences(chosen),
        *ranking_sentences(chosen),
        *_finals(chosen),
        _slips(chosen),
    ]


def all_house_rules(chosen: Format) -> list[Words]:
    """Returns all house rules of the game in sentences, those that differ from its defaults first."""
    played = game_of(chosen)
    return [] if played is None else in_words(played.rules)


def _game(chosen: Format) -> Words:
    if chosen.game_title is not None:
        title = Words(chosen.game_title.german, chosen.game_title.english)
        return Words(
            f"Gespielt wird {title.german} zu {_number(chosen.players).german}, ohne Schiedsrichter am Tisch",
            f"The game is {title.english} for {_number(chosen.players).english}, without a referee at the table",
        )
    title = all_games()[chosen.game].title
    sizes = [_number(size) for size in table_sizes(chosen)]
    return Words(
        f"Gespielt wird {title.german}, zu {' oder '.join(size.german for size in sizes)} am Tisch",
        f"The game is {title.english}, with {' or '.join(size.english for size in sizes)} at a table",
    )


def _number(count: int) -> Words:
    return {2: Words("zweit", "two"), 3: Words("dritt", "three"), 4: Words("viert", "four")}.get(
        count, Words(str(count), str(count))
    )


def _house_rules(chosen: Format) -> list[Words]:
    """Returns the house rules that differ from the defaults, and those that tables often ask about."""
    played = game_of(chosen)
    if played is None:
        return []
    changed = dict(played.rules.changes)
    return [
        switch.in_words(played.rules[switch.name])
        for switch in changed_first(played.rules)
        if switch.name in changed or switch.ask or switch.name == "target"
    ]


def _rounds(chosen: Format) -> list[Words]:
    match = chosen.match
    said = [_count_of_rounds(chosen), _draw(chosen), _DEALERS[match.first_dealer]]
    if match.minutes:
        up = _TIME_UP[match.when_time_is_up]
        said.append(
            Words(
                f"Eine Runde dauert höchstens {match.minutes} Minuten; {up.german}",
                f"A round takes {match.minutes} minutes at the most; {up.english}",
            )
        )
    return said


def _count_of_rounds(chosen: Format) -> Words:
    count, games = chosen.rounds.number, _games(chosen.match.games, dative=True)
    if chosen.match.unit == "deal":
        deals = chosen.match.games
        games = Words(f"{deals} Mal Geben", "one deal" if deals == 1 else f"{deals} deals")
    if not count:
        return Words(f"In jeder Runde wird zu {games.german} gespielt", f"Each round has {games.english}")
    if count == 1:
        return Words(f"Eine Runde zu {games.german}", f"One round of {games.english}")
    return Words(f"{count} Runden zu je {games.german}", f"{count} rounds of {games.english} each")


def _draw(chosen: Format) -> Words:
    if chosen.rounds.draw != "drawn" or two_sides_only(chosen):
        return _DRAWS[chosen.rounds.draw]
    alone = all(len(side) == 1 for size in table_sizes(chosen) for side in sides_at(chosen, size))
    return _DRAWN_TABLES if alone else _DRAWN_PARTNERS


def _games(count: int, dative: bool = False) -> Words:
    if count == 1:
        return Words("einem Spiel" if dative else "ein Spiel", "one game")
    return Words(f"{count} {'Spielen' if dative else 'Spiele'}", f"{count} games")


def _finals(chosen: Format) -> list[Words]:
    finals = chosen.finals
    if not finals.entries:
        return []
    said = [_who_reaches(finals)]
    if finals.third_place:
        said.append(_third_place(finals.entries))
    games = _games(finals.games or chosen.match.games)
    return [*said, Words(f"Ein Match der Finalrunden: {games.german}", f"A match of the finals: {games.english}")]


def _who_reaches(finals: FinalsFormat) -> Words:
    drawn = finals.pairing == "drawn"
    if finals.entries == 2:
        lot = Words("; die Plätze am Tisch werden gelost", "; their sides are drawn by lot") if drawn else Words("", "")
        return Words(
            f"Danach spielen die ersten zwei das Finale{lot.german}", f"Then the first two play the final{lot.english}"
        )
    paired = Words("ausgelost", "drawn by lot") if drawn else Words("Erster gegen Letzten", "first against last")
    return Words(
        f"Danach spielen die ersten {finals.entries} im K.-o.-System weiter, {paired.german}",
        f"Then the first {finals.entries} go on by knock-out, {paired.english}",
    )


def _third_place(entries: int) -> Words:
    if entries == 2:
        return Words("Dritter und Vierter spielen um Platz 3", "The third and fourth play for the third place")
    return Words(
        "Wer im Halbfinale verliert, spielt um Platz 3", "Those who lose the semi-finals play for the third place"
    )


def _slips(chosen: Format) -> Words:
    if chosen.typed_twice:
        return Words("Zettel werden zweimal eingegeben und verglichen", "Slips are typed in twice and compared")
    return Words("Zettel werden einmal eingegeben", "Slips are typed in once")
