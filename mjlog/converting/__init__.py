"""Games of one format written in another."""
