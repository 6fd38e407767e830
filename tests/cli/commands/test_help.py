"""`kiebitz help` prints the documents that come with the program; every hint to one of them leads there."""

import io
import re
from contextlib import redirect_stdout

import pytest

from cli.commands.help import CHECKOUT, plain_text
from cli.main import COMMANDS, main
from tests.support.command_line import CommandLine


def test_without_a_name_all_documents_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.partition("\n\n")[0].splitlines()]
    assert listed == sorted(path.stem for path in CHECKOUT.glob("*.md"))


def test_a_document_is_text_without_links_and_pictures(kiebitz: CommandLine) -> None:
    text = kiebitz.prints("help", "packs")
    assert text.startswith("# Packs\n")
    assert not re.search(r"!\[|\]\(|<!--", text)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("as [the\nhall](hall.md#draw) says", "as the\nhall says"),
        ("![a table](pictures/table.jpg)\nBelow", "Below"),
        ("<!-- parts -->\n\n| a |\n", "| a |"),
        ("`cards[0]` (the first)", "`cards[0]` (the first)"),
    ],
)
def test_markdown_as_text(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


def test_the_name_of_a_command_shows_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["help", "judge"])
    assert "usage: kiebitz judge" in capsys.readouterr().out


def test_an_unknown_name_is_answered_in_one_line(kiebitz: CommandLine) -> None:
    assert "got 'ruels', expected one of adding-a-game" in kiebitz.refuses("help", "ruels")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_commands_names_documents_that_are_installed(command: str) -> None:
    written = io.StringIO()
    with redirect_stdout(written), pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    text = " ".join(written.getvalue().split())
    assert text.startswith(f"usage: kiebitz {command}")
    assert "docs/" not in text
    for name in re.findall(r"kiebitz help ([a-z-]+)", text):
        assert (CHECKOUT / f"{name}.md").is_file()
