"""The command line: help, errors in one line, exit codes."""

import argparse
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from cli import main as cli
from cli.terminal import progress
from common import errors
from common.errors import CommandError
from engine.cards import BAVARIAN_32


def command(behaviour: object) -> ModuleType:
    """A command module that does what *behaviour* does."""

    def run(arguments: argparse.Namespace) -> int:
        if isinstance(behaviour, BaseException):
            raise behaviour
        if callable(behaviour):
            behaviour()
        return 0

    module = ModuleType("cli.commands.sample")
    module.configure = lambda parser: parser.add_argument("--number", type=int)  # type: ignore[attr-defined]
    module.run = run  # type: ignore[attr-defined]
    return module


def run_sample(monkeypatch: pytest.MonkeyPatch, behaviour: object, *arguments: str) -> int:
    monkeypatch.setitem(sys.modules, "cli.commands.sample", command(behaviour))
    monkeypatch.setattr(cli, "COMMANDS", {"sample": "do a sample"})
    return cli.main(["sample", *arguments])


def test_a_command_returns_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_sample(monkeypatch, None) == 0


@pytest.mark.parametrize(
    ("error", "says"),
    [
        pytest.param(CommandError("got 3, expected 4,\n add one"), "got 3, expected 4, add one", id="ours"),
        pytest.param(FileNotFoundError(2, "No such file or directory", "a.jpg"), "got a.jpg: no such file", id="file"),
        pytest.param(PermissionError(13, "Permission denied", "b"), "got b: permission denied", id="permission"),
        pytest.param(OSError(28, "No space left on device"), "no space left on device", id="full disk"),
        pytest.param(ModuleNotFoundError("No module", name="torch.nn"), "no Python package torch", id="package"),
        pytest.param(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "not text in UTF-8", id="binary"),
    ],
)
def test_bad_input_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, says: str
) -> None:
    assert run_sample(monkeypatch, error) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kiebitz: got ")
    assert says in err
    assert err.count("\n") == 1


def test_an_unknown_card_is_bad_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_sample(monkeypatch, lambda: BAVARIAN_32.card("X9")) == 2
    assert "got card 'X9', expected" in capsys.readouterr().err


@pytest.mark.parametrize("extra", ["page", "link", "hall"])
def test_a_missing_extra_is_installed_where_this_kiebitz_is(
    extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kiebitz is in no package index: the name `kiebitz[page]` would install nothing, or something else."""
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    assert cli.main([extra]) == 2
    assert capsys.readouterr().err.endswith(
        f"in the folder of its sources, {sys.executable} -m pip install '.[{extra}]'; "
        f"of a release, pipx or uv tool install --force 'kiebitz[{extra}] @ file:///…/kiebitz-….whl'\n"
    )


@pytest.mark.parametrize(
    "error",
    [pytest.param(ValueError("bug"), id="value"), pytest.param(ModuleNotFoundError("x", name="engine.x"), id="module")],
)
def test_internal_errors_are_raised(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    with pytest.raises(type(error)):
        run_sample(monkeypatch, error)


def test_interrupt_ends_quietly_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_sample(monkeypatch, KeyboardInterrupt()) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["sample", "--number", "x"], "kiebitz sample: argument --number: invalid int", id="wrong_value"),
        pytest.param(
            ["sample", "--nmber", "1"],
            "kiebitz sample: unrecognized arguments: --nmber 1; see",
            id="unknown_option",
        ),
        pytest.param(["smaple"], "kiebitz: got command 'smaple', expected one of sample; did", id="unknown_command"),
    ],
)
def test_a_wrong_command_line_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    monkeypatch.setitem(sys.modules, "cli.commands.sample", command(None))
    monkeypatch.setattr(cli, "COMMANDS", {"sample": "do a sample"})
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    err = capsys.readouterr().err
    assert stop.value.code == 2
    assert err.startswith(says)
    assert err.count("\n") == 1
    assert "--help" in err


def test_commands_are_listed_if_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: kiebitz")
    assert all(f"\n    {name} " in err for name in cli.COMMANDS)


def test_every_command_is_listed() -> None:
    assert set(cli.COMMANDS) == {path.stem for path in Path(cli.__file__).parent.glob("commands/[!_]*.py")}


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from cli.main import COMMANDS, parser; parser(*COMMANDS).format_help(); "
        "print(*sorted({'numpy', 'cv2', 'PIL', 'gpiozero', 'luma'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


class Terminal:
    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None: ...


def test_progress_is_drawn_on_a_terminal_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    clock = SimpleNamespace(now=0.0)

    def tick() -> float:
        clock.now += 1.0
        return clock.now

    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("cli.terminal.time.monotonic", tick)
    assert list(progress(range(4), 4, "dealing")) == [0, 1, 2, 3]
    assert "dealing" in terminal.text
    assert " 50 %" in terminal.text
    assert terminal.text.endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("redirection", "code", "says"),
    [
        pytest.param(">&-", 0, "", id="closed"),
        pytest.param("> /dev/full", 2, "no space left on device", id="full", marks=pytest.mark.slow),
    ],
)
def test_closed_output_exits_with_141(redirection: str, code: int, says: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    program = "import sys; from cli.main import main; sys.exit(main(['simulate', '--deals', '1']))"
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -c "$1" {redirection}', sys.executable, program],
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (code, code // 2)
    assert says in done.stderr


def test_json_is_another_name_of_jsonl(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for flag in ("--jsonl", "--json"):
        assert cli.main(["rules", "--game", "gras", flag]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].startswith("{")
