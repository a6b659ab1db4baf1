"""The wall a seed makes: of one kyoku and of many."""
