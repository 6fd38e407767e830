"""The templates of `engine.notation.explain_findings`, short enough for three lines of the display."""

from __future__ import annotations

from engine.rules.findings import Kind
from engine.text import Words

DUTIES = {
    "overtake": Words("überstechen", "overtake"),
    "follow": Words("bedienen", "follow"),
    "overtrump": Words("übertrumpfen", "overtrump"),
    "trump": Words("trumpfen", "trump"),
    "undertrump": Words("untertrumpfen", "undertrump"),
}
"""By name of a rung; the book of a game has words for others (`[duty.NAME]`)."""

SENTENCES = {
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
    Kind.ACTED_AFTER_FOLDING: Words("{seat} spielt in diesem Spiel nicht mehr mit", "{seat} is out of this deal"),
    Kind.WRONG_TAKER: Words(
        "Der Stich gehört {seats}: {evidence} ist am höchsten", "The trick is {seats}'s: {evidence} is highest"
    ),
    Kind.SEEN_TWICE: Words("{card} war schon da: {evidence}", "{card} was seen before: {evidence}"),
    Kind.FOREIGN_CARD: Words("{card} ist hier nicht dabei", "{card} is not in this pack"),
    Kind.CARD_TOO_MANY: Words("{card} ist eine Karte zu viel", "{card} is one card too many"),
    Kind.SHORT_TRICK: Words("Im Stich liegen {count} von {limit} Karten", "{count} of {limit} cards lie in the trick"),
    Kind.MISSED_CARD: Words(
        "{seat} legte {card}. Fehlt mir davor eine Karte von {seats}?",
        "{seat} laid {card}. Did I miss a card of {seats} before it?",
    ),
    Kind.STRANGER: Words("{seat} spielt nicht mit", "Nobody plays at {seat}"),
    Kind.UPCARD_TURNED_TWICE: Words("Es liegt schon eine Trumpfkarte", "An upcard lies already"),
    Kind.OTHER_UPCARD: Words("{card} ist nicht die aufgedeckte Karte", "{card} is not the upcard"),
    Kind.WRONG_DEALER: Words("{seats} ist mit Geben dran", "It is {seats}'s deal"),
    Kind.DEAL_UNFINISHED: Words("Das letzte Spiel wurde abgebrochen", "The deal before was not finished"),
    Kind.CUT_CARD_NOT_ALLOWED: Words("{seat} darf {card} nicht nehmen{because}", "{seat} may not take {card}{because}"),
    Kind.WRONG_UPCARD_TAKER: Words("{seat} darf {card} nicht nehmen{because}", "{seat} may not take {card}{because}"),
    Kind.FOLD_NOT_ALLOWED: Words("{seat} darf nicht aussteigen{because}", "{seat} may not fold{because}"),
    Kind.DECLARED_TWICE: Words("{seat} hat sich schon erklärt", "{seat} has declared already"),
    Kind.DECLARED_OUT_OF_TURN: Words(
        "{seat} ist noch nicht dran{because}", "It is not {seat}'s turn to declare{because}"
    ),
    Kind.UNKNOWN_CALL: Words("Diese Ansage gibt es hier nicht{because}", "There is no such call in this game{because}"),
    Kind.TOO_MANY_EXCHANGED: Words(
        "{seat} tauscht {count} statt höchstens {limit}{because}", "{seat} exchanges {count}, {limit} at most{because}"
    ),
    Kind.EXCHANGED_TWICE: Words("{seat} hat schon getauscht{because}", "{seat} has exchanged already{because}"),
    Kind.TOO_LATE: Words("Dafür ist es zu spät{because}", "It is too late for that{because}"),
    Kind.WRONG_COUNT: Words(
        "Eingetragen: {count}, zusammen sind es immer {limit}", "{count} entered, but together it is always {limit}"
    ),
    Kind.TRUMP_MISSING: Words(
        "Was war Trumpf? Bei Herz zählt alles doppelt", "What was trump? With hearts everything counts double"
    ),
    Kind.FALSE_MELD: Words("{seat} meldet ein Paar, das fehlt{by}", "{seat} melds a pair that is not there{by}"),
    Kind.KRANK_BID: Words("{seat} darf nicht bieten: {krank}", "{seat} may not bid: {krank}"),
    Kind.WILD_BID: Words("{seat} hat wild geboten{by}{because}", "{seat} made a wild bid{by}{because}"),
    Kind.CALL_OUT_OF_TURN: Words("{seat} ist nicht dran, sondern {seats}", "It is not {seat}'s turn but {seats}'s"),
    Kind.CALL_NOT_ALLOWED: Words("{seat} darf das jetzt nicht{because}", "{seat} may not do that now{because}"),
    Kind.MISDEAL: Words("Vergeben{because}", "A misdeal{because}"),
    Kind.PEEKED: Words("{seat} hat hineingeschaut{because}", "{seat} has peeked{because}"),
    Kind.SIGNALLED: Words("{seat} hat gedeutet{because}", "{seat} has signalled{because}"),
    Kind.WRONG_HAND: Words(
        "{seat} hält {count} statt {limit} Karten{because}", "{seat} holds {count} instead of {limit} cards{because}"
    ),
    Kind.TAKEN_BACK: Words("{seat} nimmt {card} zurück", "{seat} takes {card} back"),
}
"""By kind. `{because}` is the text of the rule and `{by}` the evidence, each after a colon, or empty."""

WITH_ITS_CALL = {
    Kind.UNKNOWN_CALL: Words("„{call}“ gibt es hier nicht{because}", "There is no “{call}” in this game{because}"),
    Kind.FALSE_MELD: Words("{seat}: „{call}“, aber das Paar fehlt{by}", "{seat}: “{call}” without the pair{by}"),
    Kind.CALL_OUT_OF_TURN: Words("„{call}“ sagt {seats}, nicht {seat}", "“{call}” is for {seats} to say, not {seat}"),
    Kind.CALL_NOT_ALLOWED: Words("{seat} darf nicht: „{call}“{because}", "{seat} may not say “{call}”{because}"),
    Kind.TOO_LATE: Words("Zu spät für „{call}“{because}", "Too late for “{call}”{because}"),
}
"""Used instead if the call is known."""

WITHOUT_SEATS = {
    Kind.CALL_OUT_OF_TURN: Words("{seat} ist nicht dran{because}", "It is not {seat}'s turn{because}"),
}
"""Used instead if no seat was entitled."""

ONE_OF_SEVERAL = {
    Kind.OUT_OF_TURN: Words(
        "{seat} legte {card}, aber dran ist einer von {seats}",
        "{seat} laid {card}, but it is the turn of one of {seats}",
    ),
    Kind.WRONG_TAKER: Words(
        "{seat} kann den Stich nicht gemacht haben, sondern einer von {seats}",
        "{seat} cannot have taken the trick, but one of {seats}",
    ),
}
"""Used instead if there are several seats."""

WHATEVER_IS_TRUMP = Words(
    "Falsch zugegeben hat einer von {seats}, was immer Trumpf ist: {evidence}",
    "One of {seats} revoked, whatever is trump: {evidence}",
)
ONE_OF_HIS_WHATEVER_IS_TRUMP = Words(
    "{seat} hat mindestens einmal falsch zugegeben, was immer Trumpf ist: {evidence}",
    "{seat} revoked at least once, whatever is trump: {evidence}",
)
ONE_OF_HIS_PLAYS = Words(
    "{seat} hat mindestens einmal falsch zugegeben: {evidence}; sonst fehlen ihm Karten",
    "{seat} revoked at least once: {evidence}; there are not enough cards left otherwise",
)
