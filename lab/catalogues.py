"""Compiles the catalogues of `common/texts/locale`, and writes the type of their keys: `python -m lab.catalogues`.

Run it after each change of a `.po` file; a test compares the results with the files.
"""

from __future__ import annotations

import io
import textwrap
from itertools import product
from pathlib import Path
from typing import get_args

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from common.texts.phrases import LANGUAGES, Domain, Language, catalogue_file

KEYS_FILE = Path(__file__).parents[1] / "common" / "texts" / "keys.py"
_KEYS_MODULE = '''"""The keys of the phrases, written by `python -m lab.catalogues` from the German catalogue."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

PhraseKey = Literal[
{keys}
]  # fmt: skip


class FilledPhrase(NamedTuple):
    """A phrase with what its placeholders are filled with."""

    key: PhraseKey
    values: Mapping[str, str | int]


Phrase: TypeAlias = PhraseKey | FilledPhrase
"""A phrase in no language yet; so it crosses from one process to another."""
'''


def read_source(language: Language, domain: Domain) -> Catalog:
    """Returns the phrases of one language; of a dialect, those that differ."""
    with catalogue_file(language, domain).with_suffix(".po").open("rb") as file:
        return read_po(file, language, abort_invalid=True)


def compiled(language: Language, domain: Domain) -> bytes:
    """Returns the content of the `.mo` file."""
    written = io.BytesIO()
    write_mo(written, read_source(language, domain))
    return written.getvalue()


def keys_module() -> str:
    """Returns the content of `common/texts/keys.py`."""
    keys = [str(message.id) for message in read_source("de", "kiebitz") if message.id and not message.context]
    return _KEYS_MODULE.format(keys=textwrap.indent(textwrap.fill(" ".join(f'"{key}",' for key in keys), 116), "    "))


def main() -> None:
    for language, domain in product(LANGUAGES, get_args(Domain)):
        catalogue_file(language, domain).write_bytes(compiled(language, domain))
    KEYS_FILE.write_text(keys_module(), encoding="utf-8")


if __name__ == "__main__":
    main()
