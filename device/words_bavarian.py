"""Boarisch: German with what a Bavarian says differently. Middle Bavarian, spelt so that it is read at a glance."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from device.phrases import CardNames
from device.words_german import GERMAN, GERMAN_REGIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.phrases import Region

BAVARIAN = replace(
    GERMAN,
    own_language="Boarisch",
    back="zruck",
    later="spada",
    go_on="weida",
    no="na",
    fold="aussteing",
    play="spuin",
    tricks="Stich",
    trust="Kiebitz siehgt bloß de Kartn am Tisch und hebt koane Buidl auf.",
    aim="Ausrichtn",
    aim_advice="Kamera aufn Tisch richtn",
    house_rule="Hausregl",
    as_usual="Ois wia oiwei",
    cutting="Ohebn",
    cuts="{seat} hebt o",
    has_taken="{seat} hod {cards}",
    critical="A Griddiga",
    takes_it="Nimmt’n {seat}?",
    is_upcard="Trumpfkartn",
    upcard="Aufdecka",
    turns_upcard="{seat} deckt de Trumpfkartn auf",
    must_play="{seat} muaß spuin",
    folded="draußn: {seats}",
    fold_barred="Aussteing geht ned",
    exchange="Tauschn",
    exchange_of="vo {limit}",
    turns_card="deckt a Kartn auf",
    shows_cards="zoagt Kartn",
    say="Osogn",
    misdeal="vergebn",
    misdeal_tile="ver- gebn",
    peek_tile="nei- gschaut",
    card_missing="a Kartn feit",
    takes_upcard="Nimmt {seat} de Trumpfkartn?",
    leads="{seat} kimmt aussa",
    lays="{seat} is dro",
    which_card="Wos für oane?",
    seen_twice="Zwoamoi gseng",
    which_upcard="Welche Trumpfkartn?",
    wrong_card="Richtig is …",
    missed_card="Welche feit?",
    no_card="koa Kartn",
    undo="zruck- nehma",
    undo_undo="doch wieda",
    out_of_turn="Ned dro",
    revoke="Ned zuagebn",
    revoke_text="{trick}. Stich: {seat} hod {card} auf {led} gebn. Im {later}. is {proof} kemma.",
    not_follow="Ned bedient",
    not_overtake="Ned übastocha",
    not_trump="Ned trumpft",
    not_overtrump="Ned übatrumpft",
    not_undertrump="Ned untatrumpft",
    doubtful="Kartn oschaun",
    noticed="Aufgfoin",
    wrong_call="Falsch ogsogt",
    false_meld="Falsch gmeldt",
    krank_bid="Krank botn",
    wild_bid="Wuid botn",
    misdealt="Vergebn",
    peeked="Neigschaut",
    wrong_hand="Kartnzahl",
    taken_back="zrucknehma",
    counted="wertn",
    stands="passt scho",
    undo_title="Zrucknehma?",
    who="Wer hod {what}?",
    which_wrong="Welche is falsch?",
    was_missed="{seat} feit",
    removed="koa Kartn",
    card_points="{number} Augn",
    more="mehra",
    after_deal="Nachm Spui",
    plays_open="{number} ned klar",
    play_open="1 ned klar",
    look_back="Stich oschaun",
    show_rest="{seat} zoagt an Rest",
    still="no {number}",
    wins="{seats} gwinnt",
    win="{seats} gwinnan",
    new_game="neis Spui",
    lens_covered="Linsn zuadeckt?",
    no_camera="Koa Kamera",
    no_camera_text="De Stich ko ma vo Hand eigebn.",
    by_hand="eigebn",
    tricks_of="{seat}: Stich",
    points_of="{seat}: Punkt",
    none="draußn",
    not_saved="Ned gspeichert",
    not_saved_text="Koa Platz oder schreibgschützt. Des Spui geht weida.",
    no_pack="Koa Blattl glernt",
    no_pack_text="Kartn eilerna mit: kiebitz enrol",
    new_journal_text="Des oide hod ma ned lesn kenna. A Kopie is aufghebt.",
    new_journal="Neis Tagebuach",
    teach="Kartn lerna",
    teach_advice="Freier Tisch unta da Kamera. Kartn oanzeln hilegn und wieda wegnehma.",
    which_kind="Wos für a Blattl?",
    kind_bavarian32="Deitsch, 32",
    kind_german33="Deitsch, 33 mit Weli",
    show_card="Jetz zoagn",
    show_row="Reih zoagn",
    last_taken="zletzt {card}",
    skip="auslassn",
    fits_text="Des Blattl kenn i scho.",
    learn_anew="nei lerna",
    take_it="nehma",
    in_use="Blattl: {pack}",
    in_use_text="Spuit’s mit dem Blattl?",
    quiz="Prob",
    quiz_advice="A paar Kartn zoagn, wia’s grod kemman",
    recognised="{right} vo {count} dakennt",
    grade_very_good="sehr guad",
    grade_good="guad",
    grade_fair="geht so",
    show_again="no amoi zoagn: {cards}",
    advice_hand="Hand weg, na werd glesn",
    advice_cut="Ganz ins Buidl legn",
    advice_no_card="Koa Rand zum Seng: andere Untalog",
    advice_small="Z kloa: Kamera nähara",
    advice_plain="Buidlseitn nauf",
    advice_blurred="Unscharf: liegn lassn, mehra Liacht",
    advice_double="Scho zoagt: {card}",
    advice_several="Bloß oa Kartn auf oamoi",
    advice_count="{seen} vo {count} gseng: Abstand lassn",
    advice_doubtful="{card} oder {other}? Aufd Seitn legn",
)

_SUITS = {"Eichel": "Oachl", "Schellen": "Schelln", "Kreuz": "Kreiz"}
_RANKS = {
    "König": "Kini", "Bube": "Bua", "Zehner": "Zehna", "Neuner": "Neina", "Achter": "Achta", "Siebener": "Simma",
    "Zehn": "Zehna", "Neun": "Neina", "Acht": "Achta", "Sieben": "Simma", "Sechs": "Sechsa", "Fünf": "Fünfa",
    "Vier": "Viera", "Drei": "Dreia", "Zwei": "Zwoara",
}  # fmt: skip


def _bavarian(german: CardNames) -> CardNames:
    suits = {letter: _SUITS.get(name, name) for letter, name in german.suits.items()}
    ranks = {letter: _RANKS.get(name, name) for letter, name in german.ranks.items()}
    return CardNames(suits, ranks, german.card, german.corners)


BAVARIAN_REGIONS: Mapping[Region, CardNames] = {name: _bavarian(region) for name, region in GERMAN_REGIONS.items()}

GLOSSARY: Mapping[str, str] = {
    "aber": "aba", "abgehobene": "ogehobene", "abheben": "ohebn", "abheber": "oheber", "abhebt": "ohebt",
    "abwerfen": "wegwerfn", "alle": "olle", "allein": "alloa", "allen": "olle", "alles": "ois", "als": "ois",
    "anderen": "andern", "angesagt": "ogsogt", "ansage": "osog", "ansagen": "osogn", "ansager": "osoger",
    "auch": "aa", "aufgedeckt": "aufdeckt", "ausgespielt": "ausgspuit", "ausgespielte": "ausgspuite",
    "ausgespielter": "ausgspuita", "ausgestiegen": "ausgstieng", "ausspielen": "ausspuin", "ausspielt": "ausspuit",
    "aussteigen": "aussteing", "beide": "olle zwoa", "bekennen": "bekenna", "bekommen": "kriang", "bekommt": "kriagt",
    "bieten": "biatn", "bietet": "biat", "bleiben": "bleim", "darf": "derf", "das": "des", "der": "da",
    "deuten": "deitn", "die": "de", "dran": "dro", "dürfen": "derfan", "eichel": "oachl", "eigene": "oagne",
    "eigenen": "oagna", "eigener": "oagna", "ein": "a", "eine": "a", "einen": "an", "einer": "oana",
    "einfach": "oafach", "einig": "oanig", "einmal": "oamoi", "eins": "oans", "einverstanden": "eivastandn",
    "farbe": "farb", "fehlen": "fein", "fehlt": "feit", "fragt": "frogt", "geben": "gebn", "geboten": "botn",
    "gedeutet": "deit", "gegeben": "gebn", "gegen": "gega", "gehen": "geh", "gehört": "ghert", "gemacht": "gmacht",
    "gemeldet": "gmeldt", "genau": "grod", "genügt": "glangt", "geschleckt": "gschleckt", "gespielt": "gspuit",
    "gestrichen": "gstricha", "getauscht": "tauscht", "gewertet": "gwertet", "gewinnt": "gwinnt",
    "gewonnen": "gwonna", "gezeigt": "zoagt", "haben": "ham", "hält": "hoit", "hat": "hod", "hier": "do",
    "hineingeschaut": "neigschaut", "hineinschauen": "neischaun", "höchste": "hechste", "höchsten": "hechstn",
    "höchstens": "hechstens", "höher": "hecha", "ihm": "eahm", "ihn": "eahm", "immer": "oiwei", "ist": "is",
    "jede": "a jede", "jeder": "jeda", "jetzt": "jetz", "kann": "ko", "karte": "kartn", "karten": "kartn",
    "kein": "koa", "keine": "koane", "keinen": "koan", "keiner": "koana", "kommt": "kimmt", "könig": "kini",
    "kritisch": "griddisch", "kritische": "griddige", "kritischen": "griddign", "kritischer": "griddiga",
    "lassen": "lassn", "letzten": "letztn", "liegen": "liegn", "mal": "moi", "man": "ma", "mehr": "mehra",
    "melden": "meldn", "meldet": "meldt", "muss": "muaß", "müssen": "miassn", "nehmen": "nehma", "nein": "na",
    "neu": "nei", "neue": "neie", "nicht": "ned", "nichts": "nix", "noch": "no", "nur": "bloß", "punkte": "punkt",
    "punkten": "punkt", "rechten": "rechtn", "rechter": "rechte", "regeln": "regln", "reihe": "reih",
    "rufen": "ruafn", "ruft": "ruaft", "runde": "rundn", "sagt": "sogt", "schauen": "schaun", "schellen": "schelln",
    "schlag": "schlog", "schlagtausch": "schlogtausch", "schlecken": "schlecka", "schon": "scho",
    "schöneres": "schenas", "schreiben": "schreim", "selbst": "selba", "sich": "se", "sieben": "simma", "sind": "san",
    "solange": "solang", "spiel": "spui", "spielen": "spuin", "spielern": "spiela", "spiels": "spuis",
    "spielt": "spuit", "stechen": "stecha", "stiche": "stich", "streichen": "streicha", "tauschen": "tauschn",
    "trumpfen": "trumpfn", "trumpfkarte": "trumpfkartn", "über": "üba", "überstechen": "übastecha",
    "überstochen": "übastocha", "übertrumpfen": "übatrumpfn", "übertrumpft": "übatrumpft", "umdrehen": "umdrahn",
    "unter": "unta", "untertrumpfen": "untatrumpfn", "vergeben": "vergebn", "verloren": "verlorn", "viel": "vui",
    "viele": "vui", "vier": "viere", "von": "vo", "was": "wos", "weiter": "weida", "weitergespielt": "weidagspuit",
    "wenig": "weng", "weniger": "weniga", "werden": "wern", "wie": "wia", "wieder": "wieda", "wild": "wuid",
    "wird": "werd", "wissen": "wissn", "wollen": "woin", "zählen": "zoin", "zählt": "zoit", "zeigen": "zoagn",
    "zeigt": "zoagt", "zuerst": "zerst", "zugeben": "zuagebn", "zugegeben": "zuagebn", "zugibt": "zuagibt",
    "zuletzt": "zletzt", "zurück": "zruck", "zurückgenommen": "zruckgnumma", "zurücknehmen": "zrucknehma",
    "zusammen": "zamm", "zusammengeschmissen": "zammgschmissn", "zusammenschmeißen": "zammschmeißn", "zwei": "zwoa",
    "zweimal": "zwoamoi",
}  # fmt: skip
"""Whole words of the German that the engine speaks; what is not in it stays as it is."""
HABITS: tuple[tuple[str, str], ...] = (
    (r"(\S+) legte (.+?), musste aber (.+?):", r"\1 hod \2 glegt und hätt \3 miassn:"),
    (r"(\S+) legte (.+?), aber", r"\1 hod \2 glegt, aba"),
    (r"\bkam im (\d+\. Stich)", r"is im \1 kemma"),
    (r"\bwar ausgespielt", "is gspuit worn"),
    (r"\bdes Gebers\b", "vom Geber"),
    (r"(?<=[a-zß] )der anderen\b", "vo de andern"),
    (r"\b[Gg]ehen die\b", "Gengan de"),
    (r"\b(mit|von) einer\b", r"\1 ana"),
    (r"\beine davon\b", "oane davo"),
    (r"\bwurde abgebrochen", "is obrocha worn"),
)
"""What is not said word by word: Boarisch has hardly a preterite and no genitive."""
_WORD = re.compile(r"(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?![\w}:\]])|(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?=:(?: |$))")


@lru_cache(maxsize=1024)
def in_bavarian(german: str) -> str:
    """Returns a German sentence of the engine as a Bavarian would say it; cards and gaps in it stay."""
    for habit, said in HABITS:
        german = re.sub(habit, said, german)
    return _WORD.sub(_said, german)


def _said(word: re.Match[str]) -> str:
    bavarian = GLOSSARY.get(word[0].lower(), "")
    return word[0] if not bavarian else bavarian.capitalize() if word[0][0].isupper() else bavarian
