"""The rules of one hand, for columns of hands: compiled."""
