"""The rules for columns of hands: the same as one level up, compiled."""
