"""The events of a table: progress, result and findings of its match."""
