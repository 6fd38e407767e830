"""The scoring of a format in sentences: points of a match, byes, and the order of the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.text import Words
from hall.formats.format import decided_places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hall.formats.format import Bonus, Column, Format

_OWN: Mapping[str, Words] = {
    "never": Words("", ""),
    "lost": Words("; wer verliert, bekommt die erreichten Punkte", "; whoever loses gets the points made in it"),
    "always": Words("; dazu zählen die Punkte im Spiel", "; the points made in it are added"),
}
_CONDITIONS: Mapping[str, Words] = {
    "to_nil": Words("für einen Sieg zu null", "for a win to nil"),
    "loser_gespannt": Words(
        "für einen Sieg gegen Gegner, die schon gespannt waren", "for a win against opponents who had been gespannt"
    ),
    "loser_gespannt_to_nil": Words(
        "für einen Sieg gegen Gegner, die schon bei null Punkten des Siegers gespannt waren",
        "for a win after the opponents had been gespannt while the winner had no point",
    ),
}
COLUMNS: Mapping[Column, Words] = {
    "points": Words("Punkte", "points"),
    "games": Words("gewonnene Spiele", "games won"),
    "game_difference": Words("Spieldifferenz", "difference of games"),
    "matches": Words("gewonnene Runden", "matches won"),
    "own": Words("Punkte in den Spielen", "points made in the games"),
    "conceded": Words("Punkte der Gegner, weniger ist besser", "points of the opponents, fewer are better"),
    "difference": Words("Punktdifferenz", "difference of points"),
    "bonus": Words("Zusatzpunkte", "bonus points"),
    "direct": Words("direkter Vergleich", "matches among those tied"),
    "buchholz": Words("Buchholz: die Punkte aller Gegner", "Buchholz: the points of all opponents"),
}
COLUMN_HEADINGS: Mapping[Column, Words] = {
    "points": Words("Punkte", "Points"),
    "games": Words("Spiele", "Games"),
    "game_difference": Words("Spiele ±", "Games ±"),
    "matches": Words("Siege", "Wins"),
    "own": Words("Gemacht", "Made"),
    "conceded": Words("Kassiert", "Conceded"),
    "difference": Words("± Punkte", "± points"),
    "bonus": Words("Zugabe", "Bonus"),
    "direct": Words("Direkt", "Direct"),
    "buchholz": Words("Gegner", "Buchholz"),
}


def points_sentences(chosen: Format) -> list[Words]:
    points = chosen.points
    if chosen.match.unit == "deal":
        said = [Words("Der Kontostand zählt", "The account counts")] if points.own == "always" else []
    else:
        own = _OWN[points.own]
        won, lost = points_of(points.game_won), points_of(points.game_lost)
        said = [
            Words(
                f"Ein gewonnenes Spiel zählt {won.german}, ein verlorenes {lost.german}{own.german}",
                f"A game won counts {won.english}, a game lost {lost.english}{own.english}",
            )
        ]
        said += [_bonus(bonus) for bonus in points.bonuses]
    if points.match_won or points.match_drawn:
        won, drawn = points_of(points.match_won), points_of(points.match_drawn)
        said.append(
            Words(
                f"Eine gewonnene Runde zählt dazu {won.german}, eine unentschiedene {drawn.german}",
                f"A match won adds {won.english}, a drawn one {drawn.english}",
            )
        )
    return said


def points_of(count: int) -> Words:
    """Returns a number of points in words."""
    if count == 0:
        return Words("nichts", "nothing")
    return Words("1 Punkt", "1 point") if count == 1 else Words(f"{count} Punkte", f"{count} points")


def _bonus(bonus: Bonus) -> Words:
    points, condition = points_of(bonus.points), _CONDITIONS[bonus.when]
    name = Words("", "") if bonus.name is None else Words(f"{bonus.name.german}: ", f"{bonus.name.english}: ")
    instead = Words(", statt anderer Zusatzpunkte", ", instead of other bonuses") if bonus.replaces else Words("", "")
    return Words(
        f"{name.german}{points.german} dazu {condition.german}{instead.german}",
        f"{name.english}{points.english} more {condition.english}{instead.english}",
    )


def _games_won(count: int) -> Words:
    return Words(f"{count} gewonnene Spiele", f"{count} games won")


def bye_sentences(chosen: Format) -> list[Words]:
    bye = chosen.bye
    points, missed = points_of(bye.points), points_of(bye.missed)
    rest = Words("", "")
    if bye.games or bye.own:
        one = bye.games == 1
        won = Words("ein gewonnenes Spiel", "a game won") if one else _games_won(bye.games)
        rest = Words(
            f", und es zählt als {won.german} mit {bye.own} Punkten darin",
            f", and it counts as {won.english} with {bye.own} points in {'it' if one else 'them'}",
        )
    return [
        Words(
            f"Wer in einer Runde spielfrei ist oder wessen Gegner nicht antritt, bekommt {points.german}{rest.german}",
            f"Whoever has a bye, or whose opponent does not play, gets {points.english}{rest.english}",
        ),
        Words(
            f"Wer später kommt oder aussetzt, bekommt für die Runde {missed.german}",
            f"Whoever comes later or is away gets {missed.english} for the round",
        ),
    ]


def ranking_sentences(chosen: Format) -> list[Words]:
    ranking = chosen.ranking
    names = [COLUMNS[column] for column in ranking.columns]
    said = [
        Words(
            f"Reihenfolge: {', dann '.join(name.german for name in names)}",
            f"The ranking goes by {', then '.join(name.english for name in names)}",
        )
    ]
    return [*said, _decider(chosen)]


def _decider(chosen: Format) -> Words:
    ranking = chosen.ranking
    if ranking.decider == "none":
        if chosen.finals.entries:
            return Words(
                "Wer dann noch gleichauf ist, teilt sich den Platz; um den Einzug ins Finale entscheidet das Los",
                "Those still tied share the place; a lot decides who reaches the finals",
            )
        return Words("Wer dann noch gleichauf ist, teilt sich den Platz", "Those still tied share the place")
    places = _places(decided_places(chosen))
    if ranking.decider == "lot":
        return Words(
            f"Ist {places.german} noch gleichauf, entscheidet das Los", f"A tie {places.english} is decided by lot"
        )
    target = Words("", "")
    if ranking.decider_target:
        target = Words(f" bis {ranking.decider_target}", f" to {ranking.decider_target}")
    return Words(
        f"Ist {places.german} noch gleichauf, entscheidet ein Spiel{target.german}",
        f"A tie {places.english} is decided by a game{target.english}",
    )


def _places(count: int) -> Words:
    if count == 1:
        return Words("der erste Platz", "for the first place")
    return Words(f"einer der ersten {count} Plätze", f"for one of the first {count} places")
