"""The page: what phones, tablets and a television show of the table, in a process of its own."""
