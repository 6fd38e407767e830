"""Outputs of the appliance besides display and light: speech by espeak-ng, off until somebody chooses it.

Each sentence is a program of its own, started in a thread: the loop never waits for it. One that hangs is ended, and
after failures nothing is tried for a while.
"""

import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from common.texts.phrases import Language
from device.reporting.story import SpokenStory
from device.screens.base import Notice
from device.session.results import Listener, StepResult
from device.settings.requests import Choose
from device.state.conclusions import question_to_show

PROGRAM = "espeak-ng"
VOICES: dict[Language, str] = {"de": "de", "bar": "de", "en": "en"}
"""espeak-ng has no voice for Boarisch."""
MAX_WAITING = 4
"""Sentences that wait; older ones are dropped, so that speech never lags behind the table."""
MAX_SENTENCE_S = 10.0
"""Seconds after which a sentence is cut off: a program that hangs, as without a sound card."""
PAUSE_S = 60.0
"""Seconds without an attempt after the program failed."""
AMPLITUDE_OF_PERCENT = 2.0
"""espeak-ng takes an amplitude from 0 to 200."""

NO_SPEECH = Notice("no_speech", "no_speech_text")


class Sentence(NamedTuple):
    text: str
    voice: str
    volume_percent: int


def can_speak() -> bool:
    return shutil.which(PROGRAM) is not None


class Speaker:
    """Speaks sentences one after the other, in a thread that begins with the first."""

    def __init__(self, program: str = PROGRAM, clock: Callable[[], float] = time.monotonic) -> None:
        self._program, self._clock = program, clock
        self._waiting: deque[Sentence] = deque(maxlen=MAX_WAITING)
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._try_at = float("-inf")

    def say(self, sentences: list[Sentence], alone: bool = False) -> None:
        """Queues sentences; *alone*: only the last of them is spoken, and nothing that waits."""
        if not sentences and not alone:
            return
        with self._change:
            if alone:
                self._waiting.clear()
                sentences = sentences[-1:]
            if self._clock() < self._try_at:
                return
            self._waiting.extend(sentences)
            if self._thread is None and self._waiting:
                self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
                self._thread.start()
            self._change.notify()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting)
                sentence = self._waiting.popleft()
            if not self._speak(sentence):
                with self._change:
                    self._waiting.clear()
                    self._try_at = self._clock() + PAUSE_S

    def _speak(self, sentence: Sentence) -> bool:
        amplitude = round(sentence.volume_percent * AMPLITUDE_OF_PERCENT)
        command = (self._program, "-v", sentence.voice, "-a", str(amplitude), "--stdin")
        try:
            done = subprocess.run(
                command,
                input=sentence.text.encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=MAX_SENTENCE_S,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):  # it hung, is not installed, or cannot be started
            return False
        return done.returncode == 0


class Speech:
    """A listener (`device.session.loop`): the level and the volume are those of the view."""

    def __init__(self, speaker: Speaker | None = None) -> None:
        self._speaker = speaker if speaker is not None else Speaker()
        self._story: SpokenStory | None = None

    def __call__(self, result: StepResult) -> None:
        view = result.view
        if view.appliance.speech == "off":
            return
        if self._story is None:
            self._story = SpokenStory(view.words, lambda _: None)
        asks = question_to_show(view)
        sentences = self._story.sentences(result, view.appliance.speech, asks)
        chosen = (request for request in result.requests if isinstance(request, Choose))
        if any(request.speech is not None or request.volume is not None for request in chosen):
            sentences = [view.words.phrase("speech_sample")]  # by which somebody hears how loud it is
        voice, volume = VOICES[view.words.language], view.appliance.volume_percent
        self._speaker.say([Sentence(text, voice, volume) for text in sentences], alone=asks is not None)


LISTENERS: tuple[Listener, ...] = (Speech(),)
"""The outputs: functions that the loop calls with every `StepResult` (`device.session.loop`). Add a new one here."""
