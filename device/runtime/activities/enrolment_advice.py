"""What a person reads about a picture that was refused, and about a pack that fits."""

from collections.abc import Mapping

from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from device.screens.engine_text import PACK_NAMES
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Refusal
from vision.recognition.pack import EnrolledPack

ADVICE: Mapping[Reason, PhraseKey] = {
    Reason.HAND: "advice_hand",
    Reason.CUT: "advice_cut",
    Reason.NO_CARD: "advice_no_card",
    Reason.SMALL: "advice_small",
    Reason.PLAIN: "advice_plain",
    Reason.BLURRED: "advice_blurred",
    Reason.SEVERAL: "advice_several",
    Reason.ASKEW: "advice_askew",
}
"""Reasons whose advice does not name the cards."""


def advice(refusal: Refusal, words: TableWords, as_tokens: bool = False) -> str:
    """Returns the advice for a refusal; *as_tokens*: cards are tokens for the canvas."""
    names = [words.token(card) if as_tokens else words.card(card) for card in refusal.like]
    match refusal.reason:
        case Reason.DOUBLE:
            return words.phrase("advice_double", card=names[0])
        case Reason.COUNT:
            if refusal.cards_at_gaps:
                names = [words.token(card) if as_tokens else words.card(card) for card in refusal.cards_at_gaps]
                return words.phrase("advice_unseen", cards=(" " if as_tokens else ", ").join(names))
            phrase: PhraseKey = "advice_too_many" if refusal.card_count > len(refusal.like) else "advice_count"
            return words.phrase(phrase, seen=refusal.card_count, count=len(refusal.like))
        case Reason.DOUBTFUL:
            return words.phrase("advice_doubtful", card=names[0], other=names[-1])
    text = words.phrase(ADVICE[refusal.reason])
    return f"{names[0]}: {text}" if len(names) == 1 else text


def pack_title(pack: EnrolledPack, words: TableWords) -> str:
    return f"{words.phrase(PACK_NAMES[pack.kind])} ({pack.name})"
