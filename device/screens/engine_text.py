"""Texts of the engine with this table's names and drawn cards: calls, trumps and findings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from common.texts.keys import PhraseKey
from common.texts.phrases import Text
from common.texts.words import TableWords
from device.display.text_layout import TEXT_BOTTOM, TILE_TEXT_PX, fits_below, shorten_to_room, text_width, wrap
from engine.cards import Card, Pack, Rank, Seat, Suit, Trump
from engine.events import Announced, CardTaken, Exchanged, Fact, UpcardTurned
from engine.notation.explain import Names
from engine.notation.explain_findings import sentence, unmet_duties
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.rules.game import Game
from engine.text import Words

RULED: Mapping[str, PhraseKey] = {
    "counted": "judged_counted",
    "stands": "judged_stands",
    "taken_back": "judged_taken_back",
}
"""What the table has decided, by ruling."""


@dataclass(frozen=True, slots=True)
class TableNames(Names):
    """Names of seats, suits and cards at this table; `as_tokens`: cards as the canvas draws them."""

    words: TableWords
    as_tokens: bool = False

    def card(self, card: Card) -> str:
        return self.words.token(card) if self.as_tokens else self.words.card(card)

    def seat(self, seat: Seat) -> Words:
        return Words(self.words.seat(seat), self.words.seat(seat))

    def suit(self, suit: Suit, pack: Pack) -> Words:
        name = self.words.suit(suit) if suit in self.words.names.suits else suit
        return Words(name, name)

    def rank(self, rank: Rank, pack: Pack) -> Words:
        return Words(self.words.rank_name(rank), self.words.rank_name(rank))


def title_for(finding: Finding, game: Game, words: TableWords) -> Text:
    """Returns a title of two or three words; for a revoke, the duty that was not met, unless the game has its own
    words.
    """
    rungs = unmet_duties(finding.breach, game) if finding.breach and finding.kind == Kind.REVOKE else ()
    rung = rungs[0] if len(rungs) == 1 else ""
    duty = None if rung in game.book.duties else UNMET_DUTIES.get(rung)
    return words.phrase(duty or TITLES.get(finding.kind, "noticed"))


PACK_NAMES: Mapping[str, PhraseKey] = {
    "bavarian32": "kind_bavarian32",
    "german33": "kind_german33",
    "french20": "kind_french20",
    "french32": "kind_french32",
    "french52": "kind_french52",
}
SENTENCE_HEIGHT_PX = 13, TEXT_BOTTOM
"""px: height between the bar and the keys."""
UNMET_DUTIES: Mapping[str, PhraseKey] = {
    "follow": "not_follow",
    "overtake": "not_overtake",
    "trump": "not_trump",
    "overtrump": "not_overtrump",
    "undertrump": "not_undertrump",
}
TITLES: Mapping[Kind, PhraseKey] = {
    Kind.SEEN_TWICE: "seen_twice",
    Kind.OUT_OF_TURN: "out_of_turn",
    Kind.MISSED_CARD: "missing_before",
    Kind.REVOKE: "revoke",
    Kind.REVOKE_AMONG: "revoke",
    Kind.DOUBTFUL_REVOKE: "doubtful",
    Kind.CALL_OUT_OF_TURN: "out_of_turn",
    Kind.CALL_NOT_ALLOWED: "wrong_call",
    Kind.UNKNOWN_CALL: "wrong_call",
    Kind.FALSE_MELD: "false_meld",
    Kind.KRANK_BID: "krank_bid",
    Kind.WILD_BID: "wild_bid",
    Kind.MISDEAL: "misdealt",
    Kind.PEEKED: "peeked",
    Kind.SIGNALLED: "signalled",
    Kind.WRONG_HAND: "wrong_hand",
}


def call_sentence(call: Announced, game: Game, words: TableWords) -> str:
    """Returns a call as a sentence, such as "Toni spielt mit.", or in the words of the game."""
    seat = words.seat(call.seat)
    if call.call in ("play", "fold") and call.call not in game.book.calls:
        return words.phrase("story_play" if call.call == "play" else "story_fold", seat=seat)
    return words.phrase("story_call", seat=seat, what=option_text(call, game, words, as_tokens=False))


def option_text(option: Fact, game: Game, words: TableWords, as_tokens: bool = True) -> Text:
    """Returns the text of a call or action without its seat; `drawn`: suits and cards as drawn tokens."""
    match option:
        case Announced(_, call, value):
            description = game.book.calls.get(call)
            if description is None and call in ("play", "fold"):
                return Text(words.phrase("play") if call == "play" else words.phrase("fold"))
            if description is None:
                return Text(f"{call} {value}".strip().replace("_", " "))
            text = words.translate(description.meaning)
            value_shown = value_text(description.value, value, game, words, as_tokens)
            return Text(text.format(value=value_shown) if "{value}" in text else f"{text} {value_shown}".strip())
        case Exchanged(_, count):
            return words.phrase("exchanges_count" if count else "exchanges_nothing", count=count)
        case CardTaken(_, card):
            return words.phrase("takes_card", card=words.token(card) if as_tokens else words.card(card))
        case UpcardTurned():
            return Text(words.phrase("turns_card"))
    return Text(words.phrase("shows_cards"))


def tile_text(text: str) -> Text:
    """Returns a text that fits on a tile, with long words hyphenated; dots if it cannot fit."""
    broken = " ".join(part for word in text.split() for part in _hyphenate(word))
    rows = wrap(broken, "small", TILE_TEXT_PX)
    fits = len(rows) <= MAX_TILE_ROWS and all(text_width(row, "small") <= TILE_TEXT_PX for row in rows)
    return Text(broken) if fits else DOTS


MAX_TILE_ROWS = 4
DOTS = Text("…")
_SYLLABLE = re.compile("(?<![cs])(?=(?:sch|ch|st|[bcdfghjklmnpqrstvwxz])[aeiouyäöü])", re.IGNORECASE)
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)


def _hyphenate(word: str) -> list[str]:
    """Hyphenates a long word before the last consonant between two vowels, as far right as it fits."""
    if text_width(word, "small") <= TILE_TEXT_PX:
        return [word]
    for end in reversed([match.start() for match in _SYLLABLE.finditer(word)]):
        head = f"{word[:end]}-"
        if _VOWEL.search(head) and text_width(head, "small") <= TILE_TEXT_PX:
            return [head, *_hyphenate(word[end:])]
    return [word]


def value_text(kind: str, value: str, game: Game, words: TableWords, as_tokens: bool = True) -> str:
    """Returns the text of the value of a call: a suit, a rank, a card or a number."""
    if kind == "suit" and value in words.names.suits:
        sign = f"{words.suit_token(value)} " if as_tokens else ""
        return sign + words.suit(value)
    if kind == "rank":
        return words.rank_name(value)
    if kind == "card" and value in map(str, game.pack.cards):
        card = game.pack.card(value)
        return words.token(card) if as_tokens else words.card(card)
    return value


def worth_text(game: Game, deal: Deal, words: TableWords) -> str:
    """Returns the stake or the contract, with the suit of a called card."""
    worth, suit = game.worth(deal), game.called_suit(deal)
    return ", ".join(filter(None, (worth and words.translate(worth), suit and words.suit(suit))))


def trump_text(trump: Trump, game: Game, words: TableWords) -> str:
    """Returns suit and rank of trump, as far as it has them."""
    suit, rank = game.trump_suit(trump), game.trump_rank(trump)
    names = ("" if suit is None else words.suit(suit), "" if rank is None else words.rank_name(rank))
    return " ".join(filter(None, names))


def sentence_for(finding: Finding, game: Game, words: TableWords) -> str:
    """Returns what *finding* says, short enough for the display; cards as the canvas draws them."""
    if finding.kind == Kind.REVOKE and (text := _revoke(finding, game, words)):
        return text
    text = words.translate(sentence(finding, game, TableNames(words, as_tokens=True)))
    if finding.kind is Kind.REVOKE_AMONG:
        text = text.partition("; ")[0]  # the count of the cards does not fit
    if not fits_below(text, *SENTENCE_HEIGHT_PX):
        # Nor does a long rule; a revoke has its trick before the first colon.
        text = ": ".join(text.split(": ")[: 2 if finding.kind is Kind.REVOKE else 1])
    return shorten_to_room(text, *SENTENCE_HEIGHT_PX)


def _revoke(finding: Finding, game: Game, words: TableWords) -> str:
    """Returns both plays of a revoke that a later card proved, or the count that did; empty if something else did.

    A card that is trump in every suit has its title, such as the Maxi.
    """
    left = finding.breach.left if finding.breach else None
    played = next((entry for entry in finding.evidence if entry.position == finding.position), None)
    if left is not None and played and None not in (played.trick, played.card, finding.seat):
        return words.phrase(
            "revoke_count",
            seat=words.seat(cast("Seat", finding.seat)),
            trick=played.trick,
            card=words.token(cast("Card", played.card)),
            count=finding.count,
            cards=" ".join(map(words.token, left)) or "–",
        )
    proof = next((entry for entry in finding.evidence if entry.position != finding.position), None)
    led = finding.breach.led if finding.breach else None
    if not played or not proof or None in (played.trick, proof.trick, played.card, proof.card, led, finding.seat):
        return ""
    return words.phrase(
        "revoke_text",
        seat=words.seat(cast("Seat", finding.seat)),
        trick=played.trick,
        later=proof.trick,
        card=words.token(cast("Card", played.card)),
        proof=_token_with_title(cast("Card", proof.card), finding.trump, game, words),
        led=_token_with_title(cast("Card", led), finding.trump, game, words),
    )


def _token_with_title(card: Card, trump: Trump | None, game: Game, words: TableWords) -> str:
    """Returns the card as drawn, with its title if it is trump without being of the trump suit."""
    title = None if trump is None or card.suit == game.trump_suit(trump) else game.card_title(card, trump)
    token = words.token(card)
    return token if title is None else f"{token} ({words.translate(title)})"
