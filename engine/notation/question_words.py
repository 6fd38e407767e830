"""The words of questions: those that show what a part is about, and those without a meaning for it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.notation.card_words import NOISE, folded

Topic: TypeAlias = Literal["hand", "trick", "trump", "striker", "ask"]


LED = folded("led lead leads ausgespielt angespielt ausgspuit ogspuit")
LIES = folded("lies lie liegt liegen lag lagen liagt lieng")
HOLDS = folded("hold habe hab halte hob ham haben")
_TRICK = """lay laid played plays trick table gelegt glegt gespielt gspuit legt legte spielt spielte stich tisch"""
_HAND = "holding have got hand hands cards card hast karten karte"
TRUMP = folded("trump trumps trumpf trümpfe farbe foarb angesagt ansage ogsogt announced announcement")
STRIKER = folded("striker schlag schlog")
TOPICS: dict[Topic, frozenset[str]] = {
    "trick": LED | LIES | folded(_TRICK),
    "hand": HOLDS | folded(_HAND),
    "trump": TRUMP,
    "striker": STRIKER,
}
"""The words that show what a part is about; the first topic with a word in it counts."""
PLACES = folded("hand hands stich trick tisch table")
PREPOSITIONS = folded("in im am auf on at from of aus vom zum with mit bei um")
MANY = folded("liegen lie lagen lieng are were sind")
"""A part about cards that lie with one of these words names at least two."""
ONE = LED | folded("liegt lies liagt lag")
"""A part about cards that lie with one of these words, and none of the others, names one."""
THEN = folded("dann danach darauf drauf then")
"""A part that begins with one of these words continues the part before it."""
OTHERS_HOLD = folded("hat hod has")
EARLIER = folded("letzter letzte letzten letztes last")
"""Words that may be about another trick than the one that lies."""
LAYS = folded("legt legte spielt spielte hat hod plays played laid lays led leads")
"""The verbs that may follow the name of a player."""
ASKS = folded(
    "what which why how may can could must should was welche welcher welches warum wie darf derf dürfen kann muss soll"
)
WITH = folded("mit with")
NONE = folded(
    """nothing nobody no not none without empty nichts niemand nix kein keine keinen keinem koa koan koane nicht ned nit
    ohne leer"""
)
PEOPLE = folded("i ich we wir")
ANNOUNCED_AS = ("es ist ", "somit ist es ", "it is ", "wir spielen ", "we play ", "gespielt wird ")
"""The beginnings of a part that says what is trump without a word for it."""
ROLES = folded("rechter rechten rechte rechta haube hauptschlag guter guten guate linker linken linke linggi")
"""The names of cards that depend on trump, which may describe the cards after a colon."""
COUNTED = folded("trümpfe trümpf trumps unfarben unfarbe karten karte cards card")
NUMBERS = {
    **dict.fromkeys(folded("1 ein eine einen one a an"), 1),
    **dict.fromkeys(folded("2 zwei zwoa two"), 2),
    **dict.fromkeys(folded("3 drei three"), 3),
    **dict.fromkeys(folded("4 vier four"), 4),
    **dict.fromkeys(folded("5 fünf five"), 5),
}
WITHOUT_MEANING = (
    NOISE
    | frozenset().union(*TOPICS.values())
    | folded(
        """with mit has hat hod who wer first erst erste zuerst spiele spiel spielen play leading legen aus dran vorn
        reihe turn yet alles been to frage question eine kurze guten tag abend"""
    )
)
"""The folded words of a part that belong to no name of a card."""
GERMAN = folded(
    """ich habe hab hob halte ist liegt ausgespielt trumpf und darf was warum farbe schlag auf der die das den von mein
    noch nur"""
)
ENGLISH = folded("i hold have is was led lies trump trumps and may what why play striker the of my only")
EXAMPLE = "I hold HK H9 EU, H7 was led, trump leaves"
EXAMPLE_GERMAN = "Ich habe HK H9 EU, H7 ist ausgespielt, Laub ist Trumpf"
