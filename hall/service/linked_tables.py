"""The devices at tables for the views of the hall, from the state of the receiver and the stored events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.tables.live_tables import Device, LiveMatch
from link.messages import PairingId

if TYPE_CHECKING:
    from hall.broker.folder import BrokerFolder
    from hall.receiver.receiver import Receiver, TableStatus
    from hall.service.stored_findings import StoredFindings
    from hall.tables.live_tables import MatchFindings


class LinkedTables:
    """The tables of a receiver. Call `changed` whenever one of them has changed."""

    fault = ""

    def __init__(self, receiver: Receiver, findings: StoredFindings, folder: BrokerFolder, tournament: str) -> None:
        self._receiver, self._findings, self._folder, self._tournament = receiver, findings, folder, tournament
        self._version = 0

    @property
    def version(self) -> int:
        return self._version

    def changed(self) -> None:
        self._version += 1

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        status = self._receiver.tables.get(str(table))
        if status is None or not _is_known(status):
            return None
        report = status.report
        if report is None or report.pairing != PairingId(self._tournament, round_number, attempt):
            return LiveMatch(status.is_up)
        return LiveMatch(
            status.is_up,
            report.stage,
            report.games,
            report.score,
            report.calls_referee,
            report.findings,
            status.last_event,
        )

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        return self._findings.find(round_number, attempt, table)

    def devices(self) -> tuple[Device, ...]:
        return tuple(
            Device(int(name), _is_known(status), status.is_up, status.report.camera if status.report else "")
            for name, status in self._receiver.tables.items()
        )

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        name = self._folder.table_file(str(table))
        path = self._folder.tables / name
        return (name, path.read_bytes()) if str(table) in self._receiver.tables and path.is_file() else None


def _is_known(status: TableStatus) -> bool:
    return bool(status.changed or status.report is not None)
