"""Formats: what a tournament plays and how it counts, declared in a TOML file."""
