"""A recorded deal as one file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from tests.support.examples import one_in
from tests.support.fed_table import evening
from web.table.replay import TooLongToReplay, write_replay

GOLDEN = Path(__file__).parents[2] / "engine" / "golden"


def content(folder: Path) -> dict[str, Any]:
    text = (folder / "index.html").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text.partition("const REPLAY = ")[2].partition(";\n")[0])
    return loaded


def test_a_deal_is_replayed_in_three_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = GOLDEN / "revoke_shown_by_a_later_card.txt"
    assert main(["page", "--replay", str(record), "--to", str(tmp_path / "deal")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "deal" / "index.html")
    replay = content(tmp_path / "deal")
    assert set(replay["texts"]) == {"de", "bar", "en"}
    last = {
        language: " ".join(replay["html"][number] for number in replay["steps"][-1][language])
        for language in replay["texts"]
    }
    assert "nicht bedient" in last["de"].lower()
    assert "did not follow" in last["en"].lower()
    assert not re.search(r"[0-9]:[0-9]{2}:[0-9]{2}", last["de"]), "the record knows no times"
    assert len(replay["steps"]) > 15


@pytest.mark.parametrize("game", one_in(4, ["watten", "bauerchen", "gras", "bohemian-watten"]))
def test_it_begins_with_the_first_deal(tmp_path: Path, game: str) -> None:
    write_replay(evening(game, 4, 1, 5, ("Toni", "Vroni", "Sepp", "Kathi")), tmp_path, "de")
    replay = content(tmp_path)
    first = "".join(replay["html"][number] for number in replay["steps"][0]["de"])
    assert 'class="tally' in first
    assert "Toni" in first


def test_all_that_is_shown_is_in_the_file(tmp_path: Path) -> None:
    index = write_replay(evening("watten", 2, 1), tmp_path, "de")
    assert list(tmp_path.iterdir()) == [index]
    html = "".join(content(tmp_path)["html"])
    shown = set(re.findall(r'src="([^"]+)"', html))
    assert shown
    assert content(tmp_path)["cards"].keys() == shown
    assert "src=" not in index.read_text(encoding="utf-8").partition("<script>")[0]
    assert "href" not in html
    assert "data-action" not in html


@pytest.mark.parametrize("events", [[], evening("gras", 4, 1)[:1]], ids=["nothing", "no game"])
def test_what_cannot_be_replayed(tmp_path: Path, events: Any) -> None:
    with pytest.raises(TooLongToReplay, match="expected a game"):
        write_replay(events, tmp_path, "de")


def test_both_options_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--replay", "deal.record"]) == 2
    assert "expected both" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--host", "kiebitz.local"], "expected a number such as 127.0.0.1"),
        (["--port", "0"], "expected a number from 1 to 65535"),
    ],
)
def test_addresses_that_cannot_be(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", *options]) == 2
    assert message in capsys.readouterr().err
