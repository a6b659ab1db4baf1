"""Games as columns: what they are, how they are built and looked at."""
