"""The file of a hall: the events of the tournament and of all tables in one SQLite database."""
