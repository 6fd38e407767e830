"""Errors as one line for the person at the command line: what was got, what was expected, what to do."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

MAX_LINE_LENGTH = 600
"""Characters. Of a longer line the middle is left out: its beginning says what was got, its end what to do."""
OWN_PACKAGES = (
    "common", "engine", "vision", "simulator", "device", "link", "hall", "web", "cli", "models", "firmware_config",
)  # fmt: skip


class CommandError(ValueError):
    """Raised by a command for unusable input; the message is for the person who gave it."""


def check_extra(extra: str, *packages: str) -> None:
    """Checks that the *packages* of an *extra* of Kiebitz are there, by the names under which they are imported.

    Kiebitz is in no package index, so the extra is installed from its sources or from the wheel of a release.

    :raises CommandError: if one is not installed.
    """
    for package in missing_packages(*packages):
        sources = f"in the folder of its sources, {sys.executable} -m pip install '.[{extra}]'"
        release = f"of a release, pipx or uv tool install --force 'kiebitz[{extra}] @ file:///…/kiebitz-….whl'"
        raise CommandError(f"got no {package}, expected the extra {extra}: {sources}; {release}")


def explain_error(error: BaseException) -> str | None:
    """Returns a line about *error* for people, or None if it is a fault of the program."""
    match error:
        case UnicodeDecodeError():
            return "got a file that is not text in UTF-8, expected a record or settings, check which file it is"
        case ValueError() if _root(type(error).__module__) in OWN_PACKAGES:
            return one_line(str(error))
        case OSError() if error.filename is not None:
            reason = (error.strerror or "cannot be used").lower()
            expected = "expected a path that can be used, check it and its permissions"
            return one_line(f"got {error.filename}: {reason}, {expected}")
        case OSError() if error.errno is not None:
            reason = os.strerror(error.errno).lower()
            return f"got {reason!r} while writing, expected room for what comes out, check the disk and where it goes"
        case ModuleNotFoundError() if error.name is not None and _root(error.name) not in OWN_PACKAGES:
            package = _root(error.name)
            if package in sys.stdlib_module_names:
                return f"got a system without Python's module {package}, expected Linux"
            return f"got no Python package {package}, expected it to be installed, install Kiebitz with what it needs"
    return None


def one_line(text: str) -> str:
    """Returns the text as one printable line of limited length, whatever control characters it contains."""
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in " ".join(text.split()))
    if len(line) <= MAX_LINE_LENGTH:
        return line
    return f"{line[: MAX_LINE_LENGTH // 2]} … {line[-MAX_LINE_LENGTH // 2 :]}"


def print_fault(line: str) -> None:
    """Prints a line about a fault that does not end the command to standard error."""
    print(f"kiebitz: {one_line(line)}", file=sys.stderr)


def raise_all(failures: Sequence[ValueError | OSError]) -> None:
    """Prints all failures but the last to standard error, and raises the last."""
    for failure in failures[:-1]:
        line = explain_error(failure)
        if line is None:
            raise failure
        print(f"kiebitz: {line}", file=sys.stderr)
    if failures:
        raise failures[-1]


def _root(module: str) -> str:
    return module.partition(".")[0]


WEB_PACKAGES = ("starlette", "uvicorn", "jinja2", "segno")
"""What web pages need, by the names under which it is imported; segno draws the codes on the display."""


def missing_packages(*names: str) -> tuple[str, ...]:
    return tuple(name for name in names if find_spec(name) is None)
