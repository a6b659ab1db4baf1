"""Functions that answer a question with a table of their own."""
