"""The owner's own accuracy test at his table, deck and lamp: a fixed plan, its scoring, and a bound in words."""
