"""What organisers, tables and phones do: functions of the tournament that return events, or raise HallRefusal."""
