"""German, and what the regions call their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.phrases import CardNames, Phrases

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.phrases import Region

GERMAN = Phrases(
    seats=("Süd", "West", "Nord", "Ost"),
    ok="OK",
    back="zurück",
    later="später",
    go_on="weiter",
    yes="ja",
    no="nein",
    fold="aussteigen",
    play="spielen",
    insist="trotzdem",
    tricks="Stiche",
    trump_is="Trumpf {suit}",
    start="Kiebitz",
    trust="Kiebitz sieht nur die Karten auf dem Tisch und speichert keine Bilder.",
    aim="Ausrichten",
    aim_advice="Kamera auf den Tisch richten",
    who_deals="Wer gibt?",
    cutting="Abheben",
    cuts="{seat} hebt ab",
    deals="{seat} gibt",
    has_taken="{seat} hat {cards}",
    critical="Ein Kritischer",
    takes_it="{seat} nimmt ihn?",
    takes="nimmt",
    is_upcard="Trumpfkarte",
    upcard="Aufdecken",
    turns_upcard="{seat} deckt die Trumpfkarte auf",
    plays_or_folds="{seat}: dabei?",
    playing="dabei: {seats}",
    folded="aus: {seats}",
    fold_barred="Nicht aussteigen",
    exchange="Tauschen",
    exchanges="{seat} tauscht",
    exchange_of="von {limit}",
    takes_upcard="{seat} nimmt die Trumpfkarte?",
    leads="{seat} kommt raus",
    lays="{seat} ist dran",
    trick="{number}. Stich",
    takes_trick="{seat} sticht",
    tricks_done="Stich {number}: {seat}",
    which_card="Welche Karte?",
    seen_twice="Zweimal gesehen",
    which_upcard="Welche Trumpfkarte?",
    wrong_card="Richtig ist …",
    missed_card="Welche fehlt?",
    no_card="keine Karte",
    undo="rück- gängig",
    undo_undo="doch wieder",
    out_of_turn="Nicht dran",
    revoke="Falsch zugegeben",
    revoke_text="{trick}. Stich: {seat} gab {card} auf {led}. Im {later}. kam {proof}.",
    not_follow="Nicht bedient",
    not_overtake="Nicht überstochen",
    not_trump="Nicht getrumpft",
    not_overtrump="Nicht übertrumpft",
    not_undertrump="Nicht untertrumpft",
    doubtful="Karte prüfen",
    noticed="Aufgefallen",
    taken_back="zurücknehmen",
    counted="werten",
    stands="passt schon",
    undo_title="Zurücknehmen?",
    which_wrong="Welche ist falsch?",
    was_turn="{seat} war’s",
    was_missed="{seat} fehlt",
    removed="keine Karte",
    tricks_count="{number} St.",
    trump="Trumpf",
    score="Stand",
    dealer_next="{seat} gibt",
    wins="{seats} gewinnt",
    win="{seats} gewinnen",
    new_game="neues Spiel",
    pause="Pause",
    no_camera="Keine Kamera",
    no_camera_text="Die Stiche lassen sich von Hand eingeben.",
    by_hand="eingeben",
    which_trump="Trumpf war",
    tricks_of="{seat}: Stiche",
    none="aus",
    not_saved="Nicht gespeichert",
    not_saved_text="Kein Platz oder schreibgeschützt. Das Spiel geht weiter.",
    no_pack="Kein Blatt gelernt",
    no_pack_text="Karten einlernen mit: kiebitz enrol",
    new_journal_text="Das alte war unlesbar. Eine Kopie ist aufgehoben.",
    new_journal="Neues Tagebuch",
)

_RANKS = {
    "A": "Sau", "K": "König", "O": "Ober", "U": "Unter", "10": "Zehner", "9": "Neuner", "8": "Achter", "7": "Siebener",
    "6": "Sechser",
}  # fmt: skip


def _german(leaves: str, ace: str = "Sau") -> CardNames:
    suits = {"E": "Eichel", "L": leaves, "H": "Herz", "S": "Schellen"}
    return CardNames(suits, {**_RANKS, "A": ace}, "{suit}-{rank}", {})


GERMAN_REGIONS: Mapping[Region, CardNames] = {
    "bavarian": _german("Gras"),
    "franconian": _german("Laub"),
    "saxon": _german("Grün", "Daus"),
    "tell": _german("Laub", "Ass"),
    "french": CardNames(
        {"C": "Kreuz", "S": "Pik", "H": "Herz", "D": "Karo"},
        {
            "A": "Ass", "K": "König", "Q": "Dame", "J": "Bube", "10": "Zehn", "9": "Neun", "8": "Acht", "7": "Sieben",
            "6": "Sechs", "5": "Fünf", "4": "Vier", "3": "Drei", "2": "Zwei",
        },
        "{suit}-{rank}",
        {"Q": "D", "J": "B"},
    ),
}  # fmt: skip
