"""Commands of organisers, tables and phones: functions of the tournament that return events, or raise HallRefusal."""
