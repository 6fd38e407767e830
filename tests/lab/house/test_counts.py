"""What `python -m lab.house` counts."""

from pathlib import Path

import pytest

from lab.house.__main__ import HERE, packages_of
from lab.house.calls import counted
from lab.house.counts import formatted, names_of, size_of

WITHIN = "class A:\n    pass\n"
INSIDE_ANOTHER = "\n\nclass B:\n    class A:\n        pass\n"


def test_lines_count_as_the_formatter_writes_them(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.py").write_text("x = 1; y = [\n  1,\n  2]\n\n\n\n\nprint(x)\n")
    (tmp_path / "a" / "none.py").touch()
    files = formatted(tmp_path, ["a"])
    assert sorted(files) == ["", "x = 1\ny = [1, 2]\n\n\nprint(x)\n"]
    assert size_of(files) == (5, 2, 3, 1, 5)


def test_folders_that_are_left_out_do_not_count(tmp_path: Path) -> None:
    for name in ("a/b/one.py", "a/two.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"NAME = '{name[-6:-3]}'\n")
    assert formatted(tmp_path, ["a"], ["a/b"]) == ['NAME = "two"\n']


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("import a\nfrom b import (\n    c,\n)\n\nd = 1\n", "import_share", 4 / 6),
        ("def _f():\n    pass\n\n\n_f()\n", "once", 1),
        ("def _f():\n    pass\n\n\n_f()\n_f()\n", "once", 0),
        ("def __len__(self):\n    pass\n\n\na.__len__()\n", "once", 0),
        (WITHIN, "repeated_classes", 0),
        (WITHIN + INSIDE_ANOTHER, "repeated_classes", 1),
        ("def f(x, _):\n    y = x\n    long = y\n", "one_letter", 3),
        ("def f():\n    a()\n    b()\n", "longest_function", 3),
    ],
)
def test_names_are_counted(text: str, field: str, expected: float) -> None:
    assert getattr(names_of([text]), field) == expected


def test_calls_of_the_checkout_alone_are_counted(tmp_path: Path) -> None:
    (tmp_path / "called.py").write_text("def f():\n    return [len('a'), g()]\n\n\ndef g():\n    return 1\n")
    names: dict[str, object] = {}
    path = tmp_path / "called.py"
    exec(compile(path.read_text(), str(path), "exec"), names)
    called = names["f"]
    assert callable(called)
    assert counted(called, tmp_path) == (2, 1)
    assert counted(called, tmp_path / "elsewhere") == (0, 0)


def test_what_is_installed_is_counted_in_this_checkout_and_in_older_ones(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.hatch.build.targets.wheel]\npackages = ['a', 'b']\n")
    assert packages_of(tmp_path) == ["a", "b"]
    packages = packages_of(HERE)
    assert {"engine", "vision", "device"} <= set(packages)
    assert not {"docs", "lab", "tests"} & set(packages)
