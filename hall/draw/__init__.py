"""Draws: the pairings of a round as pure functions of the field, its history and a seed."""
