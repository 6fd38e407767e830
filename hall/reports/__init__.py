"""Exports of a hall: rankings, pairings and results as CSV, JSON and JSON Lines."""
