"""A shell completes commands, options, choices and files by the script of `kiebitz complete`."""

import shlex
import subprocess
from pathlib import Path

import pytest

from cli.main import COMMANDS, main
from tests.support.command_line import CommandLine


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["complete", "bash"]) == 0
    path = tmp_path / "kiebitz.bash"
    path.write_text(capsys.readouterr().out)
    return path


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("kiebitz re", {"read", "restore"}),
        ("kiebitz rules --la", {"--language"}),
        ("kiebitz rules --language b", {"bar"}),
        ("kiebitz read pho", {"photograph.jpg"}),
        ("kiebitz read --pack pu", {"pub.npz"}),
    ],
)
def test_bash_completes(script: Path, words: str, offered: set[str]) -> None:
    for name in ("photograph.jpg", "pub.npz"):
        (script.parent / name).touch()
    line = words.split()
    bash = f"""
        source {script}
        COMP_WORDS=({shlex.join(line)}) COMP_CWORD={len(line) - 1}
        COMP_LINE={shlex.quote(words)} COMP_POINT={len(words)}
        "$(complete -p kiebitz | sed 's/.*-F \\([^ ]*\\).*/\\1/')" kiebitz {line[-1]} {line[-2]}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    printed = subprocess.run(["bash", "-c", bash], cwd=script.parent, capture_output=True, text=True, check=True)
    assert set(printed.stdout.split()) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_every_shell_is_offered_all_commands(shell: str, kiebitz: CommandLine) -> None:
    text = kiebitz.prints("complete", shell)
    assert [name for name in COMMANDS if name not in text] == []
