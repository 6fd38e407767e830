"""The web pages of a hall, for organisers, players and spectators."""
