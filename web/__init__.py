"""The web pages: of one table and of a hall, on one kit."""
