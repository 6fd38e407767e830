"""Load tests: many simulated tables that play real deals, while processes are killed at random."""
