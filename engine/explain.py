"""Sentences for people: why a card may not be played, why nobody may fold, what a finding says. German and English."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.findings import Breach, Evidence, Finding, Kind
from engine.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card, Seat
    from engine.rules import Game

_SUITS = {
    "german": {"E": "Eichel", "L": "Laub", "H": "Herz", "S": "Schellen"},
    "english": {"E": "acorns", "L": "leaves", "H": "hearts", "S": "bells"},
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the table calls cards, seats and suits; these are the plain ones."""

    def card(self, card: Card) -> str:
        return str(card)

    def seat(self, seat: Seat) -> Words:
        return Words(f"Platz {seat}", f"seat {seat}")

    def led(self, card: Card, trumps: Iterable[Card]) -> Words:
        """What the card led demands."""
        if card in trumps:
            return Words("Trumpf", "trumps")
        return Words(_SUITS["german"].get(card.suit, card.suit), _SUITS["english"].get(card.suit, card.suit))


PLAIN = Names()

_DUTIES = {
    "overtake": Words("überstechen", "overtake"),
    "follow": Words("bedienen", "follow"),
    "overtrump": Words("übertrumpfen", "overtrump"),
    "trump": Words("trumpfen", "trump"),
    "undertrump": Words("untertrumpfen", "undertrump"),
}


def duty(breach: Breach, game: Game, trump: str, names: Names = PLAIN) -> Words:
    """Returns why a card may not be played, such as "must overtake: leaves led, LK lies, you hold LA"."""
    must = _DUTIES.get(breach.rung, Words(breach.rung, breach.rung))
    held = " ".join(names.card(card) for card in breach.withheld)
    if breach.led is None or breach.best is None:
        return Words(f"muss {must.german}: du hast {held}", f"must {must.english}: you hold {held}")
    led = names.led(breach.led, game.trumps(trump))
    best = names.card(breach.best)
    return Words(
        f"muss {must.german}: {led.german} ausgespielt, {best} liegt, du hast {held}",
        f"must {must.english}: {led.english} led, {best} lies, you hold {held}",
    )


def rule(game: Game, rule_id: str) -> Words:
    """Returns what the rule says, or its id if there is no sentence for it."""
    return game.book.reasons.get(rule_id, Words(rule_id, rule_id))


_SENTENCES = {
    Kind.REVOKE: Words(
        "Stich {trick}: {seat} legte {card}, musste aber {duty}: {proof}",
        "Trick {trick}: {seat} laid {card}, but had to {duty}: {proof}",
    ),
    Kind.REVOKE_AMONG: Words(
        "Falsch zugegeben hat einer von {seats}: {evidence}; für alle reichen die Karten nicht",
        "One of {seats} revoked: {evidence}; there are not enough cards left for all",
    ),
    Kind.DOUBTFUL_REVOKE: Words(
        "Bitte zeigen: {evidence}. Davon hängt ab, ob {card} erlaubt war",
        "Please show {evidence}: whether {card} was legal depends on it",
    ),
    Kind.OUT_OF_TURN: Words(
        "{seat} legte {card}, aber {seats} ist dran", "{seat} laid {card}, but it is {seats}'s turn"
    ),
    Kind.ACTED_AFTER_FOLDING: Words("{seat} ist ausgestiegen", "{seat} has folded"),
    Kind.WRONG_TAKER: Words(
        "Der Stich gehört {seats}: {evidence} ist am höchsten", "The trick is {seats}'s: {evidence} is highest"
    ),
    Kind.SEEN_TWICE: Words("{card} war schon da: {evidence}", "{card} was seen before: {evidence}"),
    Kind.FOREIGN_CARD: Words("{card} gehört nicht zum Spiel", "{card} is not in this pack"),
    Kind.CARD_TOO_MANY: Words("{card} ist eine Karte zu viel", "{card} is one card too many"),
    Kind.SHORT_TRICK: Words("Im Stich liegen {count} von {limit} Karten", "{count} of {limit} cards lie in the trick"),
    Kind.STRANGER: Words("{seat} spielt nicht mit", "Nobody plays at {seat}"),
    Kind.UPCARD_TURNED_TWICE: Words("Es liegt schon eine Trumpfkarte", "An upcard lies already"),
    Kind.OTHER_UPCARD: Words("{card} ist nicht die aufgedeckte Karte", "{card} is not the upcard"),
    Kind.WRONG_DEALER: Words("{seats} ist mit Geben dran", "It is {seats}'s deal"),
    Kind.DEAL_UNFINISHED: Words("Das letzte Spiel wurde abgebrochen", "The deal before was not finished"),
    Kind.GAME_OVER: Words("Das Spiel ist schon entschieden", "The game is over"),
    Kind.CUT_CARD_NOT_ALLOWED: Words("{seat} darf {card} nicht nehmen: {rule}", "{seat} may not take {card}: {rule}"),
    Kind.WRONG_UPCARD_TAKER: Words("Die Trumpfkarte gehört {seats}", "The upcard is {seats}'s"),
    Kind.FOLD_NOT_ALLOWED: Words("{seat} darf nicht aussteigen: {rule}", "{seat} may not fold: {rule}"),
    Kind.DECLARED_TWICE: Words("{seat} hat sich schon erklärt", "{seat} has declared already"),
    Kind.DECLARED_OUT_OF_TURN: Words(
        "{seat} ist noch nicht dran: {rule}", "It is not {seat}'s turn to declare: {rule}"
    ),
    Kind.UNKNOWN_CALL: Words("Diese Ansage gibt es hier nicht", "There is no such call in this game"),
    Kind.TOO_MANY_EXCHANGED: Words(
        "{seat} tauscht {count} statt höchstens {limit}: {rule}", "{seat} exchanges {count}, {limit} at most: {rule}"
    ),
    Kind.EXCHANGED_TWICE: Words("{seat} hat schon getauscht", "{seat} has exchanged already"),
    Kind.TOO_LATE: Words("Dafür ist es zu spät", "It is too late for that"),
    Kind.WRONG_COUNT: Words(
        "Eingetragen sind {count} statt {limit} Stiche", "{count} tricks are entered instead of {limit}"
    ),
    Kind.FALSE_MELD: Words(
        "{seat} hat gemeldet, aber das Paar nicht: {evidence}", "{seat} melded without the pair: {evidence}"
    ),
    Kind.KRANK_BID: Words("{seat} ist krank und darf nicht bieten: {rule}", "{seat} is krank and may not bid: {rule}"),
    Kind.WILD_BID: Words("{seat} hat wild geboten: {rule}", "{seat} made a wild bid: {rule}"),
    Kind.CALL_OUT_OF_TURN: Words("{seat} ist nicht dran, sondern {seats}", "It is not {seat}'s turn but {seats}'s"),
    Kind.CALL_NOT_ALLOWED: Words("{seat} darf das nicht ansagen: {rule}", "{seat} may not say that: {rule}"),
    Kind.MISDEAL: Words("Vergeben: {rule}", "A misdeal: {rule}"),
    Kind.PEEKED: Words("{seat} hat in die Karten geschaut: {rule}", "{seat} looked at the cards: {rule}"),
    Kind.WRONG_HAND: Words(
        "{seat} hat {count} Karten statt {limit} auf der Hand", "{seat} holds {count} cards instead of {limit}"
    ),
    Kind.TAKEN_BACK: Words("{seat} nimmt {card} zurück", "{seat} takes {card} back"),
}


_ONE_OF_HIS_PLAYS = Words(
    "{seat} hat mindestens einmal falsch zugegeben: {evidence}; sonst fehlen ihm Karten",
    "{seat} revoked at least once: {evidence}; there are not enough cards left otherwise",
)


class _Language(NamedTuple):
    """The small words that a sentence is put together from."""

    which: int
    trick: str
    shown: str


_GERMAN = _Language(0, "Stich", "offen gesehen")
_ENGLISH = _Language(1, "trick", "seen by all")


def sentence(finding: Finding, game: Game, names: Names = PLAIN) -> Words:
    """Returns what *finding* says, with its reason and evidence."""
    return Words(_say(finding, game, names, _GERMAN), _say(finding, game, names, _ENGLISH))


def _say(finding: Finding, game: Game, names: Names, language: _Language) -> str:
    index = language.which
    evidence = [entry for entry in finding.evidence if entry.card is not None]
    breach = finding.breach
    must = _DUTIES.get(breach.rung, Words(breach.rung, breach.rung))[index] if breach else ""
    alone = finding.kind is Kind.REVOKE_AMONG and finding.seat is not None
    text = (_ONE_OF_HIS_PLAYS if alone else _SENTENCES[finding.kind])[index].format(
        seat="" if finding.seat is None else names.seat(finding.seat)[index],
        seats=", ".join(names.seat(seat)[index] for seat in finding.seats),
        card="" if finding.card is None else names.card(finding.card),
        evidence=", ".join(_entry(entry, names, language) for entry in evidence),
        trick=next((entry.trick for entry in evidence if entry.position == finding.position), ""),
        duty=must,
        proof=_proof(finding, game, names, language),
        rule=rule(game, finding.rule)[index],
        count=finding.count,
        limit=finding.limit,
    )
    return text[0].upper() + text[1:]


def _entry(entry: Evidence, names: Names, language: _Language) -> str:
    card = "" if entry.card is None else names.card(entry.card)
    return f"{card} ({language.trick} {entry.trick})" if entry.trick else f"{card} ({language.shown})"


def _proof(finding: Finding, game: Game, names: Names, language: _Language) -> str:
    """Returns what lay, and the card that gives it away."""
    breach = finding.breach
    if breach is None or breach.led is None or breach.best is None:
        return ""
    lay = _situation(breach, names, language)
    witnesses = [entry for entry in finding.evidence if entry.position != finding.position and entry.card]
    if len(witnesses) > 1:
        among = ", ".join(names.card(entry.card) for entry in witnesses if entry.card)
        held = (f"mindestens {finding.count} von {among} auf der Hand", f"at least {finding.count} of {among} in hand")
        return f"{lay}, {held[language.which]}"
    if witnesses:
        return f"{lay}, {_came(witnesses[0], names, language)}"
    cards = " ".join(names.card(card) for card in breach.withheld)
    left = ("es blieben nur", "only these were left:")[language.which]
    return f"{lay}, {left} {cards}"


def _situation(breach: Breach, names: Names, language: _Language) -> str:
    """Returns the card that made it a duty: the best one lying where it had to be beaten, otherwise the one led."""
    if breach.rung in ("overtake", "overtrump") and breach.best is not None:
        return names.card(breach.best) + (" lag", " lay")[language.which]
    led = "" if breach.led is None else names.card(breach.led)
    return led + (" war ausgespielt", " was led")[language.which]


def _came(entry: Evidence, names: Names, language: _Language) -> str:
    """Returns when the card that gives it away was seen."""
    card = "" if entry.card is None else names.card(entry.card)
    if entry.trick is None:
        return f"{card} ({language.shown})"
    return card + (f" kam im {entry.trick}. Stich", f" came in trick {entry.trick}")[language.which]
