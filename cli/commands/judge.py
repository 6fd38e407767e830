"""kiebitz judge: referees recorded games."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.record_files import Record, read_record
from common.errors import raise_all
from common.texts.phrases import LANGUAGES, Language, region_for, spoken_language
from common.texts.words import TableWords, words_for
from engine.cards import BAVARIAN_32, Pack

if TYPE_CHECKING:
    from cli.judged_deal import JudgedDeal


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("records", nargs="+", metavar="RECORD", type=Path, help="notation, JSON Lines, or a journal")
    parser.add_argument("--jsonl", "--json", action="store_true", help="JSON Lines, see kiebitz help commands")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help="of the text (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Judges every record that can be read, and raises for the first that cannot at the end.

    :raises ValueError: for a broken record; faults of other records are printed.
    :raises OSError: for a record that cannot be opened; likewise.
    """
    from cli.judged_deal import judge

    failures: list[ValueError | OSError] = []
    for path in arguments.records:
        try:
            record = read_record(path)
            deals = judge(record.events)
        except (ValueError, OSError) as failure:
            failures.append(failure)
            continue
        if arguments.jsonl:
            from cli.judged_deal import deal_lines

            lines = [line for deal in deals for line in deal_lines(deal, _words_of(arguments.language, deal.game.pack))]
            if record.cut_off:
                lines.append({"event": "cut_off"})
            for line in lines:
                print(json.dumps({"record": str(path), **line}, ensure_ascii=False))
        else:
            _print_text(path, record, deals, arguments.language, with_title=len(arguments.records) > 1)
    raise_all(failures)
    return 0


def _words_of(language: Language, pack: Pack = BAVARIAN_32) -> TableWords:
    return words_for(language, region_for(pack, "franconian"))  # German sentences call leaves Laub


def _print_text(path: Path, record: Record, deals: list[JudgedDeal], language: Language, with_title: bool) -> None:
    from cli.judged_text import JudgedText

    words = _words_of(language)
    if with_title:
        print(path)
    game = None
    for deal in deals:
        if game is None or (game.name, game.rules) != (deal.game.name, deal.game.rules):
            game = deal.game
            print(*JudgedText(words).game(game), sep="\n")
        print(*JudgedText(_words_of(language, deal.game.pack), deal.players).lines(deal), sep="\n")
    if not deals:
        print(words.phrase("judged_nothing"))
    if record.cut_off:
        print(f"kiebitz: {path}: {words.phrase('judged_cut_off')}", file=sys.stderr)
