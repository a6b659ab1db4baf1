"""Complete games by simple players, for samples, tests and load."""
