"""The view of statistics for fun from the games of the evening, by who sat where at each event; plots are SVG."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.texts.words import TableWords
from engine.cards import Seat
from engine.events import Amended, CardLaid, DealStarted, EveningStarted, GameStarted, PlayersSeated, Ruled
from engine.rules.findings import Kind
from engine.state.fold_state import PlayedGame
from web.table.views.base import TableContext
from web.table.views.evening import games_of_evening, name_in
from web.table.views.plot import Plot, line_plot
from web.table.views.records import course_of_evening, courses, pairs_against_pairs, records


class Seating:
    """The events of the evening whose games are shown, and the names of those who sat there then."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._games = context.view.table.games
        self._evenings: list[int] = []
        """The positions at which evenings begin; likewise for the others."""
        self._begun = [game.match.started for game in self._games]
        self._changed: list[int] = []
        self._names: list[Mapping[Seat, str]] = []
        names: dict[Seat, str] = {}
        dealt: dict[Seat, str] = {}
        has_cards = False  # a deal that has begun keeps the seats of its dealing
        for position, fact in context.view.table.facts:
            if isinstance(fact, CardLaid):
                has_cards = True
            elif isinstance(fact, EveningStarted):
                self._evenings.append(position)
                names = dealt = {}
            elif isinstance(fact, PlayersSeated):
                names = dict(fact.players)
                dealt = names | {seat: name for seat, name in dealt.items() if name} if has_cards else names
            elif isinstance(fact, GameStarted | DealStarted):
                dealt, has_cards = names, False
            if isinstance(fact, EveningStarted | PlayersSeated | GameStarted | DealStarted):
                self._changed.append(position)
                self._names.append(dealt)

    def is_this_evening(self, position: int) -> bool:
        number = self._games[-1].evening if self._games else len(self._evenings)
        return bisect_right(self._evenings, position) == number

    def name(self, position: int, seat: Seat) -> str:
        """Returns who sat there at the event at *position*."""
        place = bisect_right(self._changed, position) - 1
        name = self._names[place].get(seat, "") if place >= 0 else ""
        game = self.game(position)
        return name or (name_in(self._context, game, seat) if game is not None else self._context.words.seat(seat))

    def game(self, position: int) -> PlayedGame | None:
        place = bisect_right(self._begun, position) - 1
        return self._games[place] if 0 <= place < len(self._games) else None

    def words(self, position: int) -> TableWords:
        """Returns the words for the deck and the people of the event at *position*."""
        words, game = self._context.words, self.game(position)
        if game is None:
            return words
        names = {seat: self.name(position, seat) for seat in game.match.seats}
        return words.for_pack(game.match.game.pack).with_names(names)

    def cards(self) -> Iterator[tuple[int, CardLaid]]:
        """Yields the cards laid this evening, each with its position, without those taken back."""
        facts = self._context.view.table.facts
        back = {fact.position for _, fact in facts if isinstance(fact, Ruled) and fact.ruling == "taken_back"}
        for position, fact in facts:
            if isinstance(fact, CardLaid) and position not in back and self.is_this_evening(position):
                yield position, fact


CRITICAL_TITLES = {"Maxi", "Belli", "Spitz", "Kritischer"}
"""What games call a Critical, where their rules have them."""


@dataclass(frozen=True, slots=True)
class StatisticsView:
    plots: tuple[tuple[str, Plot], ...]
    """A title and an SVG picture each: the evening if it has several games, then the newest game first."""
    records: tuple[tuple[str, str], ...]
    """Records of the evening, each with its holder."""
    counts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Counts by person, those with most first, and by pair."""


def statistics_view(context: TableContext) -> StatisticsView:
    games = games_of_evening(context)
    plots = []
    for number, game in reversed(list(enumerate(games, start=1))):
        title = f"{context.texts.game_number.format(number=number)}: {context.texts.tally_plot}"
        plots.append((title, line_plot(courses(context, game), title)))
    if evening := course_of_evening(context, games):
        title = context.texts.evening_plot
        plots.insert(0, (title, line_plot(evening, title)))
    return StatisticsView(tuple(plots), records(context, games), _counts(context, games))


def _counts(context: TableContext, games: Sequence[PlayedGame]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    texts, journal = context.texts, context.view.table.journal
    tricks: Counter[str] = Counter()
    for game in games:
        for score in game.match.history:
            for seat, number in score.tricks.items():
                tricks[name_in(context, game, seat)] += number
    seating = Seating(context)
    corrected = sum(
        isinstance(event, Amended) and seating.is_this_evening(position) for position, event in enumerate(journal)
    )
    # The revokes proved, by person
    counts = (
        (texts.tricks_of_all, tricks),
        (texts.criticals_of_all, _criticals(seating)),
        (
            texts.revokes_found,
            Counter(
                seating.name(finding.position, finding.seat)
                for finding in context.view.table.findings
                if finding.kind is Kind.REVOKE
                and finding.seat is not None
                and seating.is_this_evening(finding.position)
            ),
        ),
        (texts.corrections, Counter({texts.table: corrected})),
    )
    shown = [
        (title, tuple((name, str(number)) for name, number in count.most_common())) for title, count in counts if +count
    ]
    if meetings := pairs_against_pairs(context, games):
        shown.insert(0, (texts.meetings, meetings))
    return tuple(shown)


def _criticals(seating: Seating) -> Counter[str]:
    played: Counter[str] = Counter()
    for position, fact in seating.cards():
        game, card = seating.game(position), fact.card
        if game is None or card not in game.match.game.pack.cards:
            continue
        title = game.match.game.card_title(card, game.match.game.all_trumps[0])
        if title is not None and title.german in CRITICAL_TITLES:
            played[seating.name(position, fact.seat)] += 1
    return played
