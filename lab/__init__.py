"""What measures, trains and draws: not installed, and not imported by the program."""
