"""English, and what the regions call their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.phrases import CardNames, Phrases

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.phrases import Region

ENGLISH = Phrases(
    seats=("South", "West", "North", "East"),
    ok="OK",
    back="back",
    later="later",
    go_on="go on",
    yes="yes",
    no="no",
    fold="fold",
    play="play",
    insist="insist",
    tricks="tricks",
    trump_is="Trump {suit}",
    start="Kiebitz",
    trust="Kiebitz sees only the cards on the table and keeps no pictures.",
    aim="Aim",
    aim_advice="Point the camera at the table",
    who_deals="Who deals?",
    cutting="Cut",
    cuts="{seat} cuts",
    deals="{seat} deals",
    has_taken="{seat} has {cards}",
    critical="A Critical",
    takes_it="{seat} takes it?",
    takes="takes it",
    is_upcard="upcard",
    upcard="Upcard",
    turns_upcard="{seat} turns the upcard",
    plays_or_folds="{seat}: in?",
    playing="in: {seats}",
    folded="out: {seats}",
    fold_barred="May not fold",
    exchange="Exchange",
    exchanges="{seat} exchanges",
    exchange_of="of {limit}",
    takes_upcard="{seat} takes the upcard?",
    leads="{seat} leads",
    lays="{seat} to play",
    trick="trick {number}",
    takes_trick="{seat} takes it",
    tricks_done="Trick {number}: {seat}",
    which_card="Which card?",
    seen_twice="Seen twice",
    which_upcard="Which upcard?",
    wrong_card="It is …",
    missed_card="Missing card?",
    no_card="no card",
    undo="undo",
    undo_undo="as before",
    out_of_turn="Out of turn",
    revoke="Revoke",
    revoke_text="Trick {trick}: {seat} gave {card} on {led}. Trick {later}: {proof}.",
    not_follow="Did not follow",
    not_overtake="Did not overtake",
    not_trump="Did not trump",
    not_overtrump="Did not overtrump",
    not_undertrump="Did not undertrump",
    doubtful="Check the card",
    noticed="Noticed",
    taken_back="take back",
    counted="count it",
    stands="let it stand",
    undo_title="Undo?",
    which_wrong="Which is wrong?",
    was_turn="{seat} did",
    was_missed="{seat} missed",
    removed="no card",
    tricks_count="{number} tr.",
    trump="trumps",
    score="Score",
    dealer_next="{seat} deals",
    wins="{seats} wins",
    win="{seats} win",
    new_game="new game",
    pause="Pause",
    no_camera="No camera",
    no_camera_text="You can enter the tricks by hand.",
    by_hand="enter",
    which_trump="Trump was",
    tricks_of="{seat}: tricks",
    none="out",
    not_saved="Not saved",
    not_saved_text="No space, or write-protected. Play goes on.",
    no_pack="No deck learned",
    no_pack_text="Teach the cards with: kiebitz enrol",
    new_journal_text="The old one was unreadable. A copy is kept.",
    new_journal="New journal",
)

_RANKS = {
    "A": "ace", "K": "king", "O": "Ober", "U": "Unter", "Q": "queen", "J": "jack", "10": "ten", "9": "nine",
    "8": "eight", "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip


def _english(leaves: str) -> CardNames:
    return CardNames({"E": "acorns", "L": leaves, "H": "hearts", "S": "bells"}, _RANKS, "{rank} of {suit}", {})


ENGLISH_REGIONS: Mapping[Region, CardNames] = {
    "bavarian": _english("leaves"),
    "franconian": _english("leaves"),
    "saxon": _english("leaves"),
    "tell": _english("leaves"),
    "french": CardNames({"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}, _RANKS, "{rank} of {suit}", {}),
}
