"""Boarisch: the German of the engine, translated word by word in an easily legible spelling of Central Bavarian."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    "abend": "obnd", "aber": "aba", "abgehobene": "ogehobene", "abgehobenen": "oghobenen", "abgeworfene": "wegworfne",
    "abgeworfenen": "wegworfnen", "abheben": "ohebn", "abheber": "oheber", "abhebt": "ohebt", "abwerfen": "wegwerfn",
    "alle": "olle", "allein": "alloa", "allen": "olle", "alles": "ois", "als": "ois", "anderen": "andern",
    "angesagt": "ogsogt", "ansage": "osog", "ansagen": "osogn", "ansager": "osoger", "antworten": "antwortn",
    "auch": "aa", "aufgedeckt": "aufdeckt", "aufgedeckte": "aufdeckte", "ausgespielt": "ausgspuit",
    "ausgespielte": "ausgspuite", "ausgespielter": "ausgspuita", "ausgestiegen": "ausgstieng", "ausspielen": "ausspuin",
    "ausspielt": "ausspuit", "aussteigen": "aussteing", "beenden": "beendn", "beide": "olle zwoa",
    "bekennen": "bekenna", "bekommen": "kriang", "bekommt": "kriagt", "bieten": "biatn", "bietet": "biat",
    "bitte": "bittschön", "bleiben": "bleim", "blieben": "bleibadn", "darf": "derf", "das": "des", "der": "da",
    "deuten": "deitn", "die": "de", "dran": "dro", "dürfen": "derfan", "eichel": "oachl", "eigene": "oagne",
    "eigenen": "oagna", "eigener": "oagna", "ein": "a", "eine": "a", "einen": "an", "einer": "oana",
    "einfach": "oafach", "einig": "oanig", "einmal": "oamoi", "eins": "oans", "einstecken": "eistecka",
    "einverstanden": "eivastandn", "ende": "end", "entscheidet": "entscheidt", "ersten": "erstn", "etwas": "wos",
    "farbe": "farb", "fehlen": "fein", "fehlt": "feit", "fragt": "frogt", "geben": "gebn", "geboten": "botn",
    "gedeutet": "deit", "gegeben": "gebn", "gegen": "gega", "gehen": "geh", "gehört": "ghert", "gelegt": "glegt",
    "gelesen": "glesn", "gemacht": "gmacht", "gemeldet": "gmeldt", "gemischt": "gmischt", "genau": "grod",
    "genommen": "gnumma", "genügt": "glangt", "gerade": "grod", "geschleckt": "gschleckt", "gespielt": "gspuit",
    "gespritzt": "gspritzt", "gestrichen": "gstricha", "getauscht": "tauscht", "getroffen": "troffa",
    "getrumpften": "trumpftn", "gewertet": "gwertet", "gewinnt": "gwinnt", "gewonnen": "gwonna", "gezeigt": "zoagt",
    "haben": "ham", "hält": "hoit", "hat": "hod", "hier": "do", "hineingeschaut": "neigschaut",
    "hineinschauen": "neischaun", "höchste": "hechste", "höchsten": "hechstn", "höchstens": "hechstens",
    "höher": "hecha", "ihm": "eahm", "ihn": "eahm", "immer": "oiwei", "ist": "is", "jede": "a jede", "jeder": "jeda",
    "jetzt": "jetz", "kann": "ko", "karte": "kartn", "karten": "kartn", "kein": "koa", "keine": "koane",
    "keinen": "koan", "keiner": "koana", "kommen": "kemma", "kommt": "kimmt", "könig": "kini", "kritisch": "griddisch",
    "kritische": "griddige", "kritischen": "griddign", "kritischer": "griddiga", "lassen": "lassn", "letzten": "letztn",
    "liegen": "liegn", "löschen": "löschn", "mal": "moi", "man": "ma", "mehr": "mehra", "meisten": "meistn",
    "melden": "meldn", "meldet": "meldt", "mindestens": "mindastns", "muss": "muaß", "müssen": "miassn",
    "nächsten": "nächstn", "namen": "nama", "nehmen": "nehma", "nein": "na", "neu": "nei", "neue": "neie",
    "nicht": "ned", "nichts": "nix", "nirgends": "nirgads", "noch": "no", "nur": "bloß", "oder": "oda",
    "punkte": "punkt", "punkten": "punkt", "rechten": "rechtn", "rechter": "rechte", "regeln": "regln", "reihe": "reih",
    "rufen": "ruafn", "ruft": "ruaft", "runde": "rundn", "sagt": "sogt", "schauen": "schaun", "schellen": "schelln",
    "schlag": "schlog", "schlagtausch": "schlogtausch", "schlecken": "schlecka", "schon": "scho",
    "schöneres": "schenas", "schreiben": "schreim", "selbst": "selba", "sich": "se", "sieben": "simma", "sind": "san",
    "solange": "solang", "sondern": "sondan", "spät": "spaad", "spiel": "spui", "spiele": "spui", "spielen": "spuin",
    "spielern": "spiela", "spiels": "spuis", "spielt": "spuit", "stechen": "stecha", "stiche": "stich",
    "streichen": "streicha", "tauschen": "tauschn", "trumpfen": "trumpfn", "trumpfkarte": "trumpfkartn", "über": "üba",
    "überstechen": "übastecha", "überstochen": "übastocha", "übertrumpfen": "übatrumpfn", "übertrumpft": "übatrumpft",
    "umdrehen": "umdrahn", "untertrumpfen": "untatrumpfn", "vergeben": "vergebn", "verloren": "verlorn", "viel": "vui",
    "viele": "vui", "vielen": "vui", "vier": "viere", "von": "vo", "was": "wos", "wechselt": "wexlt", "weiter": "weida",
    "weitergespielt": "weidagspuit", "weiterschreiben": "weidaschreim", "weniger": "weniga", "werden": "wern",
    "wie": "wia", "wieder": "wieda", "wild": "wuid", "wird": "werd", "wissen": "wissn", "wollen": "woin",
    "zählen": "zoin", "zählt": "zoit", "zeigen": "zoagn", "zeigt": "zoagt", "zuerst": "zerst", "zugeben": "zuagebn",
    "zugegeben": "zuagebn", "zugibt": "zuagibt", "zuletzt": "zletzt", "zurück": "zruck",
    "zurückgenommen": "zruckgnumma", "zurücknehmen": "zrucknehma", "zusammen": "zamm",
    "zusammengeschmissen": "zammgschmissn", "zusammenschmeißen": "zammschmeißn", "zwei": "zwoa", "zweimal": "zwoamoi",
}  # fmt: skip
"""Translations of whole words of the engine's German; other words are kept."""
CONSTRUCTIONS: tuple[tuple[str, str], ...] = (
    (r"(\S+) legte (.+?), musste aber (.+?):", r"\1 hod \2 glegt und hätt \3 miassn:"),
    (r"(\S+) legte (.+?), aber", r"\1 hod \2 glegt, aba"),
    (r"\bwar ausgespielt", "is gspuit worn"),
    (r"\bdes Gebers\b", "vom Geber"),
    (r"(?<=[a-zß] )der anderen\b", "vo de andern"),
    (r"\b[Gg]ehen die\b", "Gengan de"),
    (r"\b(mit|von) einer\b", r"\1 ana"),
    (r"\beine davon\b", "oane davo"),
    (r"\b(nimmt|sticht) ihn\b", r"\1’n"),
    (r"\bwurde abgebrochen", "is obrocha worn"),
)
"""Replacements of constructions: Boarisch has hardly a preterite and no genitive."""
_WORD = re.compile(r"(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?![\w}:\]])|(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?=:(?: |$))")


@lru_cache(maxsize=1024)
def in_bavarian(german: str) -> str:
    """Returns a German sentence of the engine in Boarisch; cards and placeholders are kept."""
    for habit, dialect in CONSTRUCTIONS:
        german = re.sub(habit, dialect, german)
    return _WORD.sub(_translate_word, german)


def _translate_word(word: re.Match[str]) -> str:
    bavarian = GLOSSARY.get(word[0].lower(), "")
    return word[0] if not bavarian else bavarian.capitalize() if word[0][0].isupper() else bavarian
