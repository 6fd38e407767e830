"""Outputs of the appliance, and its speech."""

import importlib.util
import io
import re
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from cli.main import main
from common.files.paths import journal_file
from common.texts.phrases import Language
from common.texts.words import words_for
from device.reporting.story import as_spoken
from device.runtime import outputs, request_handler
from device.runtime.appliance import Appliance
from device.runtime.outputs import MAX_WAITING, NO_SPEECH, Sentence, Speaker, Speech
from device.screens.base import Notice
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.requests import Choose, SpeechLevel
from device.settings.table_setup import Setup
from device.storage.journal import Journal
from engine.events import DealStarted, GameStarted
from tests.support.appliance import PARTLESS, SETTLED, recorded_frames, watched_by
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME, press

PATIENCE_S = 20.0
DEAL = ("E9", "L7", "L10", "clear")


class Heard(Speaker):
    """Notes what would be spoken, and what that displaces."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[list[str], bool]] = []
        self.sentences: list[Sentence] = []

    def say(self, sentences: list[Sentence], alone: bool = False) -> None:
        self.said.append(([sentence.text for sentence in sentences], alone))
        self.sentences += sentences

    @property
    def texts(self) -> list[str]:
        return [text for texts, _ in self.said for text in texts]


def spoken(level: SpeechLevel, language: Language, sees: Sequence[str] = DEAL) -> Heard:
    """Returns what is spoken of two players' first trick."""
    heard = Heard()
    setup = Setup(GAME, (0, 2), names=((0, "Resi"), (2, "Toni")))
    controller = SessionController(setup, words_for(language, "bavarian"))
    controller.view.appliance.speech = level
    loop = SessionLoop(controller, Storage(), ScriptedTracker(list(sees)), listeners=[Speech(heard)])
    loop.start(2)
    for _ in sees:
        loop.step(frame())
    return heard


@pytest.mark.parametrize(
    ("level", "language", "texts"),
    [
        ("off", "de", []),
        ("results", "de", ["Toni nimmt den Stich."]),
        ("results", "en", ["Toni takes the trick."]),
        ("results", "bar", ["Toni nimmt den Stich."]),
        (
            "cards",
            "de",
            ["Gespielt wird Böhmisch Watten.", "Toni gibt.", "Aufgedeckt: Eichel-Neuner. Eichel ist Trumpf.",
             "Resi: Gras-Siebener.", "Toni: Gras-Zehner.", "Toni nimmt den Stich."],
        ),
        (
            "cards",
            "en",
            ["A game of Bohemian Watten.", "Toni deals.", "Upcard nine of acorns: Acorns are trumps.",
             "Resi: seven of leaves.", "Toni: ten of leaves.", "Toni takes the trick."],
        ),
    ],
)  # fmt: skip
def test_each_level_says_its_sentences_once(level: SpeechLevel, language: Language, texts: list[str]) -> None:
    heard = spoken(level, language)
    assert heard.texts == texts
    assert {sentence.voice for sentence in heard.sentences} <= {"en" if language == "en" else "de"}
    assert bool(heard.said) == (level != "off")


def test_a_question_is_one_sentence_and_displaces_what_waits() -> None:
    heard = spoken("cards", "de", ("E9", "L7", "L8/L9"))
    texts, alone = heard.said[-1]
    assert (texts, alone) == (["Toni: welche Karte war das? Gras-Achter oder Gras-Neuner"], True)
    assert not any(alone for _, alone in heard.said[:-1])


def test_without_a_question_of_its_own_nothing_is_said_while_one_is_open() -> None:
    heard = spoken("results", "de", ("E9", "L7", "L8/L9"))
    assert heard.said[-1] == ([], True)


def test_whoever_chooses_a_volume_hears_it() -> None:
    heard = Heard()
    controller = SessionController(Setup(GAME, (0, 2)), words_for("en", "bavarian"))
    loop = SessionLoop(controller, Storage(), listeners=[Speech(heard)])
    for request in (Choose(speech="results"), Choose(volume=100)):
        controller.ask_for(request)
        loop.press(press("UP"))
    assert heard.sentences == [Sentence("This is how I sound.", "en", 50), Sentence("This is how I sound.", "en", 100)]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("! Süd legte Herz-König", "Süd legte Herz-König"),
        ("Stand: Resi 5 (+2) · Toni −3 (−3)", "Stand: Resi 5, plus 2, Toni minus 3, minus 3"),
        ("  Es war Herz-König.", "Es war Herz-König."),
        ("Stand: Süd–Nord 4", "Stand: Süd – Nord 4"),
    ],
)
def test_signs_are_spoken_as_words(written: str, said: str) -> None:
    assert as_spoken(written) == said


# The program


def program(folder: Path, does: str) -> str:
    file = folder / "espeak-ng"
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)
    return str(file)


def sentences(*texts: str) -> list[Sentence]:
    return [Sentence(text, "de", 30) for text in texts]


def until_quiet(speaker: Speaker) -> None:
    """Waits until the thread of the speaker waits for sentences."""
    quiet = threading.Event()
    original = speaker._speak
    speaker._speak = lambda sentence: quiet.set() or True if sentence.text == "END" else original(sentence)  # type: ignore[method-assign]
    speaker.say(sentences("END"))
    assert quiet.wait(PATIENCE_S)
    speaker._speak = original  # type: ignore[method-assign]


def test_sentences_are_spoken_in_order_with_voice_and_volume(tmp_path: Path) -> None:
    log = tmp_path / "log"
    speaker = Speaker(program(tmp_path, f'echo "$* $(cat)" >>{log}'))
    speaker.say(sentences("-v ist kein Schalter", "zwei"))
    until_quiet(speaker)
    assert log.read_text().splitlines() == ["-v de -a 60 --stdin -v ist kein Schalter", "-v de -a 60 --stdin zwei"]


def test_old_sentences_are_dropped_rather_than_spoken_late() -> None:
    speaker = Speaker("unused")
    speaker._thread = threading.Thread()  # which never begins
    speaker.say(sentences(*map(str, range(10))))
    assert [sentence.text for sentence in speaker._waiting] == [str(each) for each in range(10 - MAX_WAITING, 10)]
    speaker.say(sentences("a", "question"), alone=True)
    assert [sentence.text for sentence in speaker._waiting] == ["question"]


@pytest.mark.parametrize("does", ["exit 1", "sleep 60", None])
def test_a_program_that_fails_hangs_or_is_missing_is_left_alone_for_a_while(
    does: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs, "MAX_SENTENCE_S", 0.05)
    now = [0.0]
    failed = threading.Event()

    class Watched(Speaker):
        def _speak(self, sentence: Sentence) -> bool:
            works = super()._speak(sentence)
            if not works:
                failed.set()
            return works

    speaker = Watched(program(tmp_path, does) if does else str(tmp_path / "missing"), lambda: now[0])
    speaker.say(sentences("eins", "zwei"))
    assert failed.wait(PATIENCE_S)
    while speaker._try_at < 0:
        threading.Event().wait(0.001)
    speaker.say(sentences("drei"))
    assert not speaker._waiting, "nothing is tried for a while"
    now[0] = outputs.PAUSE_S + 1
    failed.clear()
    speaker.say(sentences("vier"))
    assert failed.wait(PATIENCE_S)


@pytest.mark.parametrize(("is_installed", "notices"), [(True, []), (False, [NO_SPEECH])])
def test_a_missing_program_is_told_when_a_voice_is_chosen(
    is_installed: bool, notices: list[Notice], own_folders: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_handler, "can_speak", lambda: is_installed)
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        appliance.carry_out(Choose(speech="results"))
        appliance.carry_out(Choose(speech="off"))
        assert appliance.session._notices == notices
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        chosen = appliance.session.controller.view.appliance
        assert (chosen.speech, chosen.volume_percent) == ("off", 50)


OUTPUT = """
from pathlib import Path

from device.session.results import StepResult


def write(result: StepResult) -> None:
    with Path({file!r}).open("a") as file:
        for each in result.recorded:
            print(type(each.event).__name__, result.view.table.phase, file=file)
"""


@pytest.fixture
def run_in_a_deal(
    pins: MockFactory, own_folders: None, _signals: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The command that runs on a folder of frames, in which a card is seen, in the middle of a deal."""
    settings = tmp_path / "kiebitz.toml"
    settings.write_text(f"seats = [0, 2]\npack = {__file__!r}", encoding="utf-8")
    with Journal(journal_file()) as journal:
        for event in (GameStarted(GAME, (0, 2), 2), DealStarted(2)):
            journal.append(event, 0.0)
    watched_by(ScriptedTracker(["E9"]), monkeypatch)
    return ["run", "--config", str(settings), "--camera", str(recorded_frames(tmp_path / "frames"))]


def test_a_new_output_is_one_file_and_one_line(
    run_in_a_deal: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard.txt"
    (tmp_path / "own_output.py").write_text(OUTPUT.format(file=str(heard)), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("own_output", tmp_path / "own_output.py")
    assert spec is not None
    assert spec.loader is not None
    own_output = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own_output)
    monkeypatch.setattr(outputs, "LISTENERS", (own_output.write,))

    assert main(run_in_a_deal) == 0
    assert heard.read_text().splitlines() == ["UpcardTurned declare"]


@pytest.mark.slow
def test_run_with_its_page_prints_the_address(
    run_in_a_deal: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    assert main([*run_in_a_deal, "--page"]) == 0
    assert re.search(r"^http://127\.0\.0\.1:83\d\d/j/[A-Z2-9]{6}$", capfd.readouterr().out, re.MULTILINE)
    assert not (tmp_path / "run" / "table.sock").exists()
