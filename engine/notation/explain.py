"""Sentences in German and English: legal cards, duties, and findings with their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games import game as game_called
from engine.notation.explain_words import (
    DUTIES,
    ONE_OF_HIS_PLAYS,
    ONE_OF_HIS_WHATEVER_IS_TRUMP,
    ONE_OF_SEVERAL,
    SENTENCES,
    WHATEVER_IS_TRUMP,
    WITH_ITS_CALL,
    WITHOUT_SEATS,
)
from engine.notation.vocabulary import rank_name, suit_name
from engine.rules.findings import RULE_SEPARATOR, Breach, Evidence, Finding, Kind
from engine.rules.obligations import binding_rung, union_allowed
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, CardSet, Pack, Rank, Seat, Suit
    from engine.events import Announced
    from engine.rules.game import Game
    from engine.rules.obligations import Ladder
    from engine.rules.values import Cards, Trump


@dataclass(frozen=True, slots=True)
class Names:
    """The names of cards, seats, suits and ranks; this base class has the default names."""

    def card(self, card: Card) -> str:
        return str(card)

    def seat(self, seat: Seat) -> Words:
        return Words(f"Platz {seat}", f"seat {seat}")

    def suit(self, suit: Suit, pack: Pack) -> Words:
        return suit_name(suit, pack)

    def rank(self, rank: Rank, pack: Pack) -> Words:
        return rank_name(rank, pack)


PLAIN = Names()
_NOTHING = Words("", "")


# Legal cards


def legal(game: Game, hand: Cards, trick: Cards, trump: Trump | None, names: Names = PLAIN) -> Words:
    """Returns the reason why only the legal cards of *hand* may be played on *trick*: the duty, or why there is none.

    :raises UnknownCard: for what is not in the pack.
    """
    trick_so_far, hand_set = game.cards(trick), game.pack.set(game.cards(hand))
    leads = Words("jede Karte: du spielst aus", "any card: you lead")
    if trump is None and not trick_so_far:
        return leads
    if trump is None:
        return Words("jede Karte: was Trumpf ist, ist nicht bekannt", "any card: it is not known what is trump")
    ladder = game.ladder(trick_so_far, trump)
    rung = binding_rung(ladder, hand_set)
    if rung is None and not trick_so_far:
        return leads
    if rung is None:
        return _reason_without_duty(game, hand_set, trick_so_far, ladder, trump, names)
    breach = game.breach(rung, hand_set, trick_so_far, trump)
    return _with_rule(duty(breach, game, trump, names), breach.rule)


def why_not(
    game: Game, card: Card | str, hand: Cards, trick: Cards, trump: Trump | None, names: Names = PLAIN
) -> Words | None:
    """Returns why *card* may not be played, or None if it may."""
    breach = game.why_not(card, hand, trick, trump)
    if breach is None or trump is None:
        return None
    (played,) = game.cards(card if isinstance(card, str) else (card,))
    name, must = name_with_title(played, game, trump, names), duty(breach, game, trump, names)
    return _with_rule(Words(f"{name.german} nicht: {must.german}", f"not {name.english}: {must.english}"), breach.rule)


def duty(breach: Breach, game: Game, trump: Trump, names: Names = PLAIN) -> Words:
    """Returns why a card may not be played, such as "must overtake: leaves led, LK lies, you hold LA"."""
    must = duty_of_rung(breach.rung, game)
    held = join_words([name_with_title(card, game, trump, names) for card in breach.withheld])
    if breach.led is None or breach.best is None:
        return Words(f"muss {must.german}: du hast {held.german}", f"must {must.english}: you hold {held.english}")
    led = _suit_led(breach.led, breach.withheld, breach.rung, game, trump, names)
    best = name_with_title(breach.best, game, trump, names)
    return Words(
        f"muss {must.german}: {led.german} ausgespielt, {best.german} liegt, du hast {held.german}",
        f"must {must.english}: {led.english} led, {best.english} lies, you hold {held.english}",
    )


def trumps(game: Game, trump: Trump, names: Names = PLAIN) -> Words:
    """Returns trump in words, such as "hearts are trumps, Unter is the striker"; a rank alone is trump in all suits."""
    suit, rank = game.trump_suit(trump), game.trump_rank(trump)
    trump_names = (
        [] if suit is None else [_format_with_name(names.suit(suit, game.pack), "{} ist Trumpf", "{} are trumps")]
    )
    if rank is not None:
        texts = ("{} sind Trumpf", "{} are trumps") if suit is None else ("{} ist Schlag", "{} is the striker")
        trump_names.append(_format_with_name(names.rank(rank, game.pack), *texts))
    return (
        Words(*(", ".join(texts) for texts in zip(*trump_names, strict=True)))
        if trump_names
        else Words("kein Trumpf", "no trumps")
    )


def _format_with_name(name: Words, german: str, english: str) -> Words:
    return Words(german.format(name.german), english.format(name.english))


def _reason_without_duty(
    game: Game, hand: CardSet, trick_so_far: Sequence[Card], ladder: Ladder, trump: Trump, names: Names
) -> Words:
    if not ladder:
        led = name_with_title(trick_so_far[0], game, trump, names)
        return Words(f"jede Karte: {led.german} verlangt nichts", f"any card: {led.english} led demands nothing")
    led = _suit_led(trick_so_far[0], (), ladder[0].rule, game, trump, names)
    exempt = game.pack.members(hand & union_allowed(ladder))
    if exempt:
        cards = join_words([name_with_title(card, game, trump, names) for card in exempt])
        free = Words(
            f"jede Karte: {led.german} ausgespielt, {cards.german} musst du nicht zugeben",
            f"any card: {led.english} led, you need not give {cards.english}",
        )
        return _with_rule(free, game.rule_of(ladder[-1].rule))
    duties = list(dict.fromkeys(duty_of_rung(rung.rule, game) for rung in ladder))
    german = _join_texts([each.german for each in duties], "oder")
    english = _join_texts([each.english for each in duties], "or")
    free = Words(
        f"jede Karte: {led.german} ausgespielt, du kannst nicht {german}",
        f"any card: {led.english} led, you cannot {english}",
    )
    return _with_rule(free, game.rule_of(ladder[-1].rule))


def _with_rule(words: Words, rule_id: str) -> Words:
    return Words(f"{words.german} ({rule_id})", f"{words.english} ({rule_id})")


def duty_of_rung(rung: str, game: Game) -> Words:
    return game.book.duties.get(rung) or DUTIES.get(rung, Words(rung, rung))


def unmet_duties(breach: Breach, game: Game) -> tuple[str, ...]:
    """Returns the names of the rungs as players call them: only a card of the suit overtakes, with a trump one trumps.

    There are several if the proof leaves open which one was broken.
    """
    led, withheld, rungs = breach.led, breach.withheld, (breach.rung, *breach.other_rungs)
    if "overtake" not in rungs or led is None or breach.trump is None or led in game.trumps(breach.trump):
        return rungs
    if any(rung.startswith("follow") for rung in rungs):
        trumping = True  # with a card of the suit he would have followed
    else:
        trumps = game.trumps(breach.trump)
        trumping = bool(withheld) and all(card in trumps and card.suit != led.suit for card in withheld)
    return tuple(dict.fromkeys("trump" if rung == "overtake" and trumping else rung for rung in rungs))


def _suit_led(led: Card, withheld: Sequence[Card], rung: str, game: Game, trump: Trump, names: Names) -> Words:
    """Returns the suit that the card led demands: trumps for a trump, unless its printed suit had to be followed."""
    all_trumps = game.trumps(trump)
    printed = rung in ("follow", "overtake") and any(card not in all_trumps for card in withheld)
    if led in all_trumps and not printed:
        return Words("Trumpf", "trumps")
    return names.suit(led.suit, game.pack)


def name_with_title(card: Card, game: Game, trump: Trump | None, names: Names) -> Words:
    """Returns the card with its title, such as the right or a Critical."""
    name, title = names.card(card), None if trump is None else game.card_title(card, trump)
    return Words(name, name) if title is None else Words(f"{name} ({title.german})", f"{name} ({title.english})")


def join_words(words: Iterable[Words], separator: str = " ") -> Words:
    pairs = list(words)
    return Words(separator.join(each.german for each in pairs), separator.join(each.english for each in pairs))


def _join_texts(texts: Sequence[str], last: str) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


# Findings


def rule(game: Game, rule_id: str) -> Words:
    """Returns the text of the rule, or its id if the book has none."""
    return game.book.reasons.get(rule_id, Words(rule_id, rule_id))


def sentence(finding: Finding, game: Game, names: Names = PLAIN) -> Words:
    """Returns a sentence for *finding* with reason and evidence; the short form ends at the first colon.

    *game* is used for a finding that does not say in which game it was made.
    """
    game = _game_of(finding, game)
    evidence = [entry for entry in finding.evidence if entry.card is not None]
    proof_text = join_words([_entry(entry, names) for entry in evidence], ", ")
    reason = game.book.reasons.get(finding.rule)
    parts = {
        "seat": _NOTHING if finding.seat is None else names.seat(finding.seat),
        "seats": join_words(map(names.seat, finding.seats), ", "),
        "evidence": proof_text,
        "by": Words(f": {proof_text.german}", f": {proof_text.english}") if evidence else _NOTHING,
        "duty": _duties_owed(finding.breach, game) if finding.breach else _NOTHING,
        "proof": _proof(finding.breach, finding, game, names) if finding.breach else _NOTHING,
        "because": _NOTHING if reason is None else Words(f": {reason.german}", f": {reason.english}"),
        "call": _NOTHING if finding.call is None else call(finding.call, game, names),
        "krank": _krank(finding, names),
    }
    numbers = {
        "card": "" if finding.card is None else names.card(finding.card),
        "trick": next((entry.trick for entry in evidence if entry.position == finding.position), ""),
        "count": finding.count,
        "limit": finding.limit,
    }
    templates = zip(_template(finding), zip(*parts.values(), strict=True), strict=True)
    texts = [text.format(**dict(zip(parts, said, strict=True)), **numbers) for text, said in templates]
    return Words(*(text[0].upper() + text[1:] for text in texts))


def full_sentence(finding: Finding, game: Game, names: Names = PLAIN) -> Words:
    """Returns a sentence for *finding* with its rule id, and the text of the rule unless it suspects the camera."""
    game = _game_of(finding, game)
    rules = () if finding.suspects_camera else finding.rule.split(RULE_SEPARATOR)
    reasons = [game.book.reasons[each] for each in rules if each in game.book.reasons]
    paragraphs = [
        "; ".join([text, *(reason[index] for reason in reasons if reason[index] not in text)])
        for index, text in enumerate(sentence(finding, game, names))
    ]
    return _with_rule(Words(*paragraphs), finding.rule)


def _game_of(finding: Finding, game: Game) -> Game:
    """Returns the game in which *finding* was made, which may have been another one than the current *game*."""
    is_this = (finding.game, finding.rules) == (game.name, game.rules.changes)
    return game if is_this or not finding.game else game_called(finding.game, dict(finding.rules))


def _template(finding: Finding) -> Words:
    if finding.kind is Kind.REVOKE_AMONG and finding.count == 0:
        return WHATEVER_IS_TRUMP if finding.seat is None else ONE_OF_HIS_WHATEVER_IS_TRUMP
    if finding.kind is Kind.REVOKE_AMONG and finding.seat is not None:
        return ONE_OF_HIS_PLAYS
    if len(finding.seats) > 1 and finding.kind in ONE_OF_SEVERAL:
        return ONE_OF_SEVERAL[finding.kind]
    if not finding.seats and finding.kind in WITHOUT_SEATS:
        return WITHOUT_SEATS[finding.kind]
    if finding.call is not None and finding.kind in WITH_ITS_CALL:
        return WITH_ITS_CALL[finding.kind]
    return SENTENCES[finding.kind]


def call(fact: Announced, game: Game, names: Names = PLAIN) -> Words:
    """Returns the call in the words of the book."""
    entry, pack = game.book.calls.get(fact.call), game.pack
    if entry is None:
        text = f"{fact.call} {fact.value}".strip().replace("_", " ")
        return Words(text, text)
    value = Words(fact.value or "…", fact.value or "…")
    if entry.value == "suit" and fact.value:
        value = names.suit(fact.value, pack)
    elif entry.value == "rank" and fact.value:
        value = names.rank(fact.value, pack)
    elif entry.value == "card" and fact.value in map(str, pack.cards):
        value = Words(*[names.card(pack.card(fact.value))] * 2)
    return Words(entry.meaning.german.format(value=value.german), entry.meaning.english.format(value=value.english))


def _krank(finding: Finding, names: Names) -> Words:
    """Returns the krank side, and its points if they are known."""
    german, english = ("" if finding.count is None else f" {word} {finding.count}" for word in ("mit", "at"))
    if len(finding.seats) < 2:
        return Words(f"krank{german}", f"krank{english}")
    side = Words(*("–".join(texts) for texts in zip(*map(names.seat, finding.seats), strict=True)))
    return Words(f"{side.german} sind krank{german}", f"{side.english} are krank{english}")


def _entry(entry: Evidence, names: Names) -> Words:
    card = "" if entry.card is None else names.card(entry.card)
    if entry.trick:
        return Words(f"{card} (Stich {entry.trick})", f"{card} (trick {entry.trick})")
    return Words(f"{card} (offen gesehen)", f"{card} (seen by all)")


def _duties_owed(breach: Breach, game: Game) -> Words:
    duties = [duty_of_rung(rung, game) for rung in unmet_duties(breach, game)]
    german, english = (list(dict.fromkeys(texts)) for texts in zip(*duties, strict=True))
    return Words(_join_texts(german, "oder"), _join_texts(english, "or"))


def _proof(breach: Breach, finding: Finding, game: Game, names: Names) -> Words:
    """Returns the card that caused the duty, the best one if it had to be beaten, and what proves the revoke."""
    lay = Words("beim Ausspielen", "when leading")
    if breach.rung in ("overtake", "overtrump") and breach.best is not None:
        lay = _format_with_name(name_with_title(breach.best, game, breach.trump, names), "{} lag", "{} lay")
    elif breach.led is not None:
        led = name_with_title(breach.led, game, breach.trump, names)
        lay = _format_with_name(led, "{} war ausgespielt", "{} was led")
    witnesses = [entry for entry in finding.evidence if entry.position != finding.position and entry.card]
    cards = ", ".join(names.card(entry.card) for entry in witnesses if entry.card)
    proof = Words("so eine Karte war sicher da", "such a card was certainly held")
    if len(witnesses) > 1:
        proof = Words(
            f"mindestens {finding.count} von {cards} auf der Hand", f"at least {finding.count} of {cards} in hand"
        )
    elif witnesses and (trick := witnesses[0].trick) is not None:
        proof = Words(f"{cards} kam im {trick}. Stich", f"{cards} came in trick {trick}")
    elif witnesses:
        proof = _entry(witnesses[0], names)
    elif breach.left is not None:  # no card shows it: too few would be left
        left = " ".join(map(names.card, breach.left))
        proof = Words(
            f"sonst blieben für {finding.count} Karten auf der Hand {f'nur {left}' if left else 'keine'}",
            f"or else {f'only {left}' if left else 'none'} would be left for {finding.count} cards in hand",
        )
    return join_words([lay, proof], ", ")
