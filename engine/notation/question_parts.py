"""The parts of a question, and what each is about: hand, trick, trump, or what is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card, Pack
from engine.notation import vocabulary
from engine.notation.advice import QuestionError
from engine.notation.card_names import (
    Item,
    cards_of,
    code_of,
    items_of,
    lone_suits,
    names_nothing,
    some_cards,
    suggestion,
    unknown,
)
from engine.notation.explain import say
from engine.notation.vocabulary import Topic, fold


@dataclass(frozen=True, slots=True)
class Part:
    item: Item
    words: tuple[str, ...]
    """Its words without names of players and prepositions of places."""
    topic: Topic | None
    leads: bool
    """Whether the word that shows its topic stands before its cards, so that parts after it may continue it."""

    @property
    def folded(self) -> frozenset[str]:
        return frozenset(map(fold, self.words))

    @property
    def asks(self) -> bool:
        return _asks(self.words)

    def has_code(self, pack: Pack) -> bool:
        """Returns whether it has the code of a card, which may be another word, such as "so"."""
        return any(code_of(word, pack) for word in self.words)

    def cards(self, pack: Pack, *, after_code: bool = False) -> tuple[Card, ...]:
        """Returns the cards that it names.

        :raises UnknownName: for words that are no certain names of cards.
        :raises QuestionError: for a card that it negates.
        """
        if not self.folded & vocabulary.NONE:
            noise = (vocabulary.WITHOUT_MEANING | vocabulary.ASKS) - (
                vocabulary.EARLIER if self.topic == "trick" else frozenset()
            )
            cards = cards_of(self.words, pack, noise, after_code=after_code)
            if not cards and self.has_code(pack):  # "so liegt" may be a card
                raise unknown(self.words, pack, vocabulary.WITHOUT_MEANING)
            return cards
        if any(names_nothing(word, pack, vocabulary.WITHOUT_MEANING | vocabulary.NONE) for word in self.words):
            raise unknown(self.words, pack, vocabulary.WITHOUT_MEANING | vocabulary.NONE)
        if some_cards(self.words, pack):
            raise QuestionError(*say("question.negated", got=self.item.text))
        return ()


def parts_of(text: str, pack: Pack) -> list[Part]:
    """Returns the parts of a sentence that say something.

    :raises QuestionError: for one that names cards and a trump, or cards in the hand and others that lie.
    """
    text = re.sub(r"\bas (?=trumps?\b)", "", text.lower() if text.isupper() else text)
    parts: list[Part] = []
    for item in items_of(text, pack):
        words = _without_players(_without_prepositions(item.words), pack)
        topic = _topic(item, words, pack)
        marks = vocabulary.TOPICS.get(topic, frozenset()) if topic is not None else frozenset()
        first_mark = next((place for place, word in enumerate(words) if fold(word) in marks), 0)
        leads = all(fold(word) in vocabulary.WITHOUT_MEANING | vocabulary.ASKS for word in words[:first_mark])
        part = Part(item, words, topic, leads)
        if topic or some_cards(words, pack) or not part.folded <= vocabulary.WITHOUT_MEANING:
            parts.append(part)
    if (
        len(parts) > 1
        and parts[0].topic is None
        and not parts[0].item.text.isupper()
        and code_of(parts[1].words[0], pack) is None
    ):
        is_word = all(fold(word) in vocabulary.WITHOUT_MEANING for word in parts[0].words)  # as in "so, I hold"
        return parts[is_word:]
    return parts


def _without_prepositions(words: Sequence[str]) -> tuple[str, ...]:
    """Returns *words* without prepositions before a place, such as those of "in der Hand"."""
    remaining_words: list[str] = []
    for word in words:
        end = len(remaining_words)
        while (
            fold(word) in vocabulary.PLACES
            and end
            and fold(remaining_words[end - 1]) in vocabulary.NOISE - vocabulary.EARLIER
        ):
            end -= 1
        if fold(word) in vocabulary.PLACES and end and fold(remaining_words[end - 1]) in vocabulary.PREPOSITIONS:
            del remaining_words[end - 1 :]
        remaining_words.append(word)
    return tuple(remaining_words)


def _without_players(words: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """Returns *words* without an unknown name before a verb, as in "Anna legt H7"."""
    for place, word in enumerate(words[1:]):
        others = (*words[:place], *words[place + 1 :])
        is_name = fold(word) in vocabulary.LAYS and names_nothing(
            words[place], pack, vocabulary.WITHOUT_MEANING | vocabulary.ASKS | vocabulary.NONE
        )
        if is_name and some_cards(others, pack) and not suggestion(words[place : place + 1], pack).english:
            return others
    return tuple(words)


def _topic(item: Item, words: Sequence[str], pack: Pack) -> Topic | None:
    folded = [fold(word) for word in words]
    found = next((topic for topic, known in vocabulary.TOPICS.items() if known.intersection(folded)), None)
    has_cards, has_suits = some_cards(words, pack), lone_suits(words, pack)
    asks = _asks(words)
    if has_cards and vocabulary.HOLDS.intersection(folded) and vocabulary.LIES.intersection(folded):
        raise QuestionError(*say("question.hand_and_trick", got=item.text, example=vocabulary.EXAMPLE))
    if found in ("hand", "trick") and has_suits and vocabulary.TRUMP.intersection(folded):
        if has_cards:
            raise QuestionError(*say("question.cards_and_trump", got=item.text, example=vocabulary.EXAMPLE))
        return "trump"
    if asks and found in ("hand", None):
        return "hand" if has_cards and vocabulary.WITH.intersection(folded) else "ask"
    if found is None and " ".join(folded).startswith(vocabulary.ANNOUNCED_AS) and (has_cards or has_suits):
        return "trump"
    return found


def _asks(words: Sequence[str]) -> bool:
    folded = [fold(word) for word in words[:2]]
    return bool(vocabulary.ASKS.intersection(folded[:1]) or (vocabulary.ASKS - {"was"}).intersection(folded[1:]))


# Parts that do not say what they are about


def assign(parts: Sequence[Part], pack: Pack) -> list[Part]:
    """Returns the parts with a topic each: that of a part before that leads, or of one after that does not.

    :raises QuestionError: if it may be either.
    """
    assigned: list[Part] = []
    waiting: list[Part] = []
    left: Part | None = None
    for part in parts:
        lies_next = bool(vocabulary.THEN.intersection(map(fold, part.words[:1]))) and bool(assigned)
        before = assigned[-1] if lies_next else left
        is_trump = left is not None and left.topic in ("trump", "striker") and not some_cards(part.words, pack)
        if part.topic is None and before is not None and (lies_next or is_trump) and not waiting:
            assigned.append(replace(part, topic=before.topic))
        elif part.topic is None and part.folded & vocabulary.OTHERS_HOLD:
            raise hand_or_trick(part)
        elif part.topic is None:
            waiting.append(part)
        else:
            about_cards = part.topic in ("hand", "trick")
            assigned += [*_between(left, waiting, part if about_cards and not part.leads else None, pack), part]
            waiting, left = [], part if part.leads and part.topic != "ask" else None
    return [*assigned, *_between(left, waiting, None, pack)]


def _between(left: Part | None, waiting: Sequence[Part], right: Part | None, pack: Pack) -> list[Part]:
    """Returns the parts *waiting* with the topic of *left*, which they continue, or of *right*, which they begin."""
    left = left if left is not None and left.topic in ("hand", "trick") else None
    if left is not None and right is not None and waiting:
        begins = len(waiting) - _beginning_of(right, left, waiting, pack)
        return [replace(part, topic=(left if place < begins else right).topic) for place, part in enumerate(waiting)]
    if waiting and left is None and right is None:
        raise hand_or_trick(waiting[0])
    topic = left.topic if left is not None else right.topic if right is not None else None
    return [replace(part, topic=topic) for part in waiting]


def _beginning_of(right: Part, left: Part, waiting: Sequence[Part], pack: Pack) -> int:
    """Returns how many of the parts *waiting* begin *right*; the others continue *left*."""
    count, is_many = len(waiting), bool(right.folded & vocabulary.MANY)
    says_one = left.topic == "trick" and bool(left.folded & vocabulary.ONE) and not left.folded & vocabulary.MANY
    if says_one and right.topic == "hand" and some_cards(left.words, pack):
        return count
    breaks = [place for place, part in enumerate([*waiting, right]) if part.item.before in (";", ":")]
    if not some_cards(left.words, pack) and 0 in breaks:
        breaks.remove(0)  # such as "Hand: HK"
    if right.topic == "trick" and (len(right.cards(pack)) > 1 if is_many else not breaks or breaks[-1] == count):
        return 0
    if breaks[1:] or (breaks and not is_many and right.topic == "trick"):
        raise hand_or_trick(waiting[-1])
    if breaks:
        return count - breaks[0]
    joined = next(back for back, part in enumerate([right, *reversed(waiting), left]) if part.item.before != "and")
    joined = min(joined, count)
    rest = waiting[: count - joined]
    is_list_before = not rest or rest[-1].item.before == "and"
    if right.topic == "trick" and is_list_before and (joined == 1 or (joined and waiting[-joined].item.before == ",")):
        return joined
    raise hand_or_trick(waiting[-1])


def hand_or_trick(part: Part) -> QuestionError:
    """Returns the error about a part with cards that may lie or be in the hand."""
    return QuestionError(*say("question.hand_or_trick", got=part.item.text, example=vocabulary.EXAMPLE))
