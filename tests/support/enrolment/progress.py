"""What an enrolment session reports of frames: all of it, the cards that it accepts, the reasons of its refusals."""

from collections.abc import Iterable

from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Acceptance, Progress, Refusal
from vision.enrolment.showing.session import EnrolmentSession
from vision.types import Frame


def watch(session: EnrolmentSession, *parts: Iterable[Frame]) -> list[Progress]:
    return [progress for part in parts for frame in part for progress in session.process(frame)]


def accepted_cards(progress: Iterable[Progress]) -> list[str]:
    return [str(each.card) for each in progress if isinstance(each, Acceptance)]


def refusal_reasons(progress: Iterable[Progress]) -> list[Reason]:
    return [each.reason for each in progress if isinstance(each, Refusal)]
