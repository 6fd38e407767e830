"""The page: the web pages of a table for phones, tablets and a television, in a process of its own."""
