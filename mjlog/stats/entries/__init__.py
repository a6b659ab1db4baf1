"""The statistics of the registry, a line each."""
