"""The rules of a format in sentences, to be read or hung up before play, for every key that changes an outcome."""

from collections.abc import Iterator, Mapping

from common.texts.keys import PhraseKey
from common.texts.phrases import Language, phrase_in
from common.texts.words import in_language
from engine.games import all_games
from engine.rules.house_rules import changed_first, in_words
from engine.text import Words
from hall.formats.format import (
    Bonus,
    BonusCondition,
    Column,
    DrawMethod,
    Entrants,
    Format,
    Text,
    decided_places,
    game_of,
    sides_at,
    table_sizes,
    two_sides_only,
)
from hall.formats.money import amount_text

_ENTRANTS: Mapping[Entrants, PhraseKey] = {
    "single": "entrants_single",
    "pair": "entrants_pair",
    "team": "entrants_team",
}
_DRAWS: Mapping[DrawMethod, PhraseKey] = {
    "drawn": "draw_drawn",
    "swiss": "draw_swiss",
    "stay": "draw_stay",
    "round_robin": "draw_round_robin",
}
_DEALERS: Mapping[str, PhraseKey] = {
    "higher_number": "dealer_higher",
    "lower_number": "dealer_lower",
    "cut": "dealer_cut",
}
_GAME_POINTS: Mapping[str, PhraseKey] = {
    "never": "points_game",
    "lost": "points_game_lost_own",
    "always": "points_game_own",
}
_BONUSES: Mapping[BonusCondition, PhraseKey] = {
    "to_nil": "bonus_to_nil",
    "loser_gespannt": "bonus_gespannt",
    "loser_gespannt_to_nil": "bonus_gespannt_to_nil",
}
_PLAYERS: Mapping[int, PhraseKey] = {2: "format_two", 3: "format_three", 4: "format_four"}
_COLUMNS: Mapping[Column, PhraseKey] = {
    "points": "column_points",
    "games": "column_games",
    "game_difference": "column_game_difference",
    "matches": "column_matches",
    "own": "column_own",
    "conceded": "column_conceded",
    "difference": "column_difference",
    "bonus": "column_bonus",
    "direct": "column_direct",
    "buchholz": "column_buchholz",
}
COLUMN_HEADINGS: Mapping[Column, PhraseKey] = {
    "points": "heading_points",
    "games": "heading_games",
    "game_difference": "heading_game_difference",
    "matches": "heading_matches",
    "own": "heading_own",
    "conceded": "heading_conceded",
    "difference": "heading_difference",
    "bonus": "heading_bonus",
    "direct": "heading_direct",
    "buchholz": "heading_buchholz",
}


def text_in(text: Text, language: Language) -> str:
    return in_language(Words(text.german, text.english), language)


def sentences(chosen: Format, language: Language) -> list[str]:
    """Returns the rules of the format in sentences without full stops, in the order in which people ask for them."""
    return list(_FormatInWords(chosen, language).sentences())


def tie_sentence(chosen: Format, language: Language) -> str:
    """Returns what decides between those who are tied in every column."""
    return _FormatInWords(chosen, language).tie()


def all_house_rules(chosen: Format, language: Language) -> list[str]:
    """Returns all house rules of the game in sentences, those that differ from its defaults first."""
    played = game_of(chosen)
    rules = in_words(played.rules, table_sizes(chosen)) if played is not None else []
    return [in_language(rule, language) for rule in rules]


class _FormatInWords:
    def __init__(self, chosen: Format, language: Language) -> None:
        self._format, self._language = chosen, language

    def sentences(self) -> Iterator[str]:
        chosen = self._format
        yield self._say(_ENTRANTS[chosen.entrants])
        yield self._game()
        yield from self._house_rules()
        yield self._rounds()
        draw = _DRAWS[chosen.rounds.draw]
        if chosen.rounds.draw == "drawn" and not two_sides_only(chosen):
            alone = all(len(side) == 1 for size in table_sizes(chosen) for side in sides_at(chosen, size))
            draw = "draw_tables" if alone else "draw_partners"
        yield self._say(draw)
        yield self._say(_DEALERS[chosen.match.first_dealer])
        if chosen.match.winner == "fewest":
            yield self._say("winner_fewest")
        if minutes := chosen.match.minutes:
            counts = chosen.match.when_time_is_up == "as_it_stands"
            yield self._say("time_counts" if counts else "time_does_not_count", minutes=minutes)
        points = self._format.points
        if self._format.match.unit != "deal":
            won, lost = self._points_of(points.game_won), self._points_of(points.game_lost)
            yield self._say(_GAME_POINTS[points.own], won=won, lost=lost)
            yield from map(self._bonus, points.bonuses)
        elif points.own == "always":
            yield self._say("points_balanced" if points.balanced else "points_account")
        if points.match_won or points.match_drawn:
            won, drawn = self._points_of(points.match_won), self._points_of(points.match_drawn)
            yield self._say("points_match", won=won, drawn=drawn)
        yield self._bye()
        yield self._say("bye_missed", missed=self._points_of(chosen.bye.missed))
        columns = map(self._say, (_COLUMNS[column] for column in chosen.ranking.columns))
        yield self._say("ranking_order", columns=self._say("ranking_then").join(columns))
        yield self.tie()
        if chosen.finals.entries:
            yield from self._finals()
        if cents := chosen.money.fee_cents:
            key: PhraseKey = "fee_single" if chosen.entrants == "single" else "fee_pair"
            yield self._say(key, fee=amount_text(cents, self._language))
        if prizes := chosen.money.prizes:
            yield self._say("prizes_of_fees", shares=", ".join(f"{share} %" for share in prizes))
        yield self._say("slips_twice" if chosen.typed_twice else "slips_once")

    def _say(self, key: PhraseKey, **values: object) -> str:
        return phrase_in(self._language, key, **values)

    def _game(self) -> str:
        chosen = self._format
        if chosen.game_title is not None:
            title = text_in(chosen.game_title, self._language)
            return self._say("format_other_game", title=title, number=self._players(chosen.players))
        title = in_language(all_games()[chosen.game].title, self._language)
        numbers = self._say("or").join(map(self._players, table_sizes(chosen)))
        return self._say("format_game", title=title, number=numbers)

    def _players(self, count: int) -> str:
        return self._say(_PLAYERS[count]) if count in _PLAYERS else str(count)

    def _house_rules(self) -> Iterator[str]:
        """The house rules that differ from the defaults, and those that tables often ask about."""
        played = game_of(self._format)
        if played is None:
            return
        changed = dict(played.rules.changes)
        for switch in changed_first(played.rules):
            if switch.name in changed or switch.ask or switch.name == "target":
                yield in_language(switch.in_words(played.rules[switch.name]), self._language)

    def _rounds(self) -> str:
        match, count = self._format.match, self._format.rounds.number
        one: PhraseKey = "format_one_deal" if match.unit == "deal" else "format_of_one_game"
        several: PhraseKey = "format_deals" if match.unit == "deal" else "format_of_games"
        games = self._say(one) if match.games == 1 else self._say(several, count=match.games)
        if not count:
            return self._say("format_round_each", games=games)
        return self._say("format_one_round" if count == 1 else "format_rounds", count=count, games=games)

    def _points_of(self, count: int) -> str:
        if count == 0:
            return self._say("points_none")
        return self._say("points_one") if count == 1 else self._say("points_many", count=count)

    def _bonus(self, bonus: Bonus) -> str:
        text = self._say(_BONUSES[bonus.when], points=self._points_of(bonus.points))
        if bonus.name is not None:
            text = f"{text_in(bonus.name, self._language)}: {text}"
        return self._say("bonus_replaces", bonus=text) if bonus.replaces else text

    def _bye(self) -> str:
        bye, points = self._format.bye, self._points_of(self._format.bye.points)
        if not (bye.games or bye.own):
            return self._say("bye", points=points)
        key: PhraseKey = "bye_one_game" if bye.games == 1 else "bye_games"
        return self._say(key, points=points, games=bye.games, own=bye.own)

    def tie(self) -> str:
        ranking = self._format.ranking
        if ranking.decider == "none":
            return self._say("tie_shared_but_finals" if self._format.finals.entries else "tie_shared")
        count = decided_places(self._format)
        places = self._say("place_first") if count == 1 else self._say("places_first", count=count)
        if ranking.decider == "lot":
            return self._say("tie_lot", places=places)
        target = ranking.decider_target
        return self._say("tie_game_to" if target else "tie_game", places=places, target=target)

    def _finals(self) -> Iterator[str]:
        finals, is_drawn = self._format.finals, self._format.finals.pairing == "drawn"
        if finals.entries == 2:
            yield self._say("finals_two_drawn" if is_drawn else "finals_two")
        else:
            yield self._say("finals_drawn" if is_drawn else "finals_seeded", entries=finals.entries)
        if finals.third_place:
            yield self._say("finals_third_of_two" if finals.entries == 2 else "finals_third")
        count = finals.games or self._format.match.games
        games = self._say("format_one_game") if count == 1 else self._say("format_games", count=count)
        yield self._say("finals_match", games=games)
