"""A tournament as a fold of its events."""
