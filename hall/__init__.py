"""The hall: a tournament of many tables, in a process of its own."""
