"""The web pages of one table, for phones, tablets and a television, in a process of their own."""
