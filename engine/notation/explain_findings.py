"""Findings with their evidence in sentences, and calls, in German and English."""

from __future__ import annotations

from engine.events import Announced
from engine.games import game as game_called
from engine.notation import explain
from engine.rules.findings import RULE_SEPARATOR, Breach, Evidence, Finding, Kind
from engine.rules.game import Game
from engine.text import Words

_NOTHING = Words("", "")


def sentence(finding: Finding, game: Game, names: explain.Names = explain.PLAIN) -> Words:
    """Returns a sentence for *finding* with reason and evidence; the short form ends at the first colon.

    *game* is used for a finding that does not say in which game it was made.
    """
    game = _game_of(finding, game)
    evidence = [entry for entry in finding.evidence if entry.card is not None]
    proof_text = explain.join_words([_entry(entry, names) for entry in evidence], ", ")
    reason = game.book.reasons.get(finding.rule)
    parts: dict[str, object] = {
        "seat": _NOTHING if finding.seat is None else names.seat(finding.seat),
        "seats": explain.join_words(map(names.seat, finding.seats), ", "),
        "evidence": proof_text,
        "by": explain.join_words([_NOTHING, proof_text], ": ") if evidence else _NOTHING,
        "duty": _NOTHING,
        "proof": _proof(finding.breach, finding, game, names) if finding.breach else _NOTHING,
        "because": _NOTHING if reason is None else explain.join_words([_NOTHING, reason], ": "),
        "call": _NOTHING if finding.call is None else call(finding.call, game, names),
        "krank": _krank(finding, names),
        "card": "" if finding.card is None else names.card(finding.card),
        "trick": next((entry.trick for entry in evidence if entry.position == finding.position), ""),
        "count": finding.count,
        "limit": finding.limit,
    }
    if finding.breach:
        parts["duty"] = explain.any_of(explain.duty_of_rung(rung, game) for rung in unmet_duties(finding.breach, game))
    return Words(*(text[0].upper() + text[1:] for text in _template(finding).format(**parts)))


def full_sentence(finding: Finding, game: Game, names: explain.Names = explain.PLAIN) -> Words:
    """Returns a sentence for *finding* with its rule id, and the text of the rule unless it suspects the camera."""
    game = _game_of(finding, game)
    rules = () if finding.suspects_camera else finding.rule.split(RULE_SEPARATOR)
    reasons = [game.book.reasons[each] for each in rules if each in game.book.reasons]
    paragraphs = [
        "; ".join([text, *(reason[index] for reason in reasons if reason[index] not in text)])
        for index, text in enumerate(sentence(finding, game, names))
    ]
    return explain.with_rule(Words(*paragraphs), finding.rule)


def _game_of(finding: Finding, game: Game) -> Game:
    """Returns the game in which *finding* was made, which may have been another one than the current *game*."""
    is_this = (finding.game, finding.rules) == (game.name, game.rules.changes)
    return game if is_this or not finding.game else game_called(finding.game, dict(finding.rules))


def _template(finding: Finding) -> Words:
    if finding.kind is Kind.REVOKE_AMONG:
        case = "_".join(["his"] * (finding.seat is not None) + ["any_trump"] * (finding.count == 0))
    else:
        cases = {
            "several": len(finding.seats) > 1,
            "without_seats": not finding.seats,
            "with_call": finding.call is not None,
        }
        fitting = (name for name, holds in cases.items() if holds)
        case = next((name for name in fitting if f"{finding.kind}.{name}" in explain.templates()), "")
    return explain.templates()[f"{finding.kind}.{case}" if case else finding.kind]


def call(fact: Announced, game: Game, names: explain.Names = explain.PLAIN) -> Words:
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


def _krank(finding: Finding, names: explain.Names) -> Words:
    """Returns the krank side, and its points if they are known."""
    german, english = ("" if finding.count is None else f" {word} {finding.count}" for word in ("mit", "at"))
    if len(finding.seats) < 2:
        return Words(f"krank{german}", f"krank{english}")
    side = Words(*("–".join(texts) for texts in zip(*map(names.seat, finding.seats), strict=True)))
    return Words(f"{side.german} sind krank{german}", f"{side.english} are krank{english}")


def _entry(entry: Evidence, names: explain.Names) -> Words:
    card = "" if entry.card is None else names.card(entry.card)
    return explain.say("proof.in_trick" if entry.trick else "proof.in_view", card=card, trick=entry.trick)


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


def _proof(breach: Breach, finding: Finding, game: Game, names: explain.Names) -> Words:
    """Returns the card that caused the duty, the best one if it had to be beaten, and what proves the revoke."""
    lay = explain.say("proof.leading")
    if breach.rung in ("overtake", "overtrump") and breach.best is not None:
        lay = explain.say("proof.best", card=explain.name_with_title(breach.best, game, breach.trump, names))
    elif breach.led is not None:
        lay = explain.say("proof.led", card=explain.name_with_title(breach.led, game, breach.trump, names))
    witnesses = [entry for entry in finding.evidence if entry.position != finding.position and entry.card]
    cards = ", ".join(names.card(entry.card) for entry in witnesses if entry.card)
    proof = explain.say("proof.held")
    if len(witnesses) > 1:
        proof = explain.say("proof.one_of", count=finding.count, cards=cards)
    elif witnesses and (trick := witnesses[0].trick) is not None:
        proof = explain.say("proof.later", cards=cards, trick=trick)
    elif witnesses:
        proof = _entry(witnesses[0], names)
    elif breach.left is not None:  # no card shows it: too few would be left
        left = " ".join(map(names.card, breach.left))
        proof = explain.say("proof.left" if left else "proof.none_left", count=finding.count, cards=left)
    return explain.join_words([lay, proof], ", ")
