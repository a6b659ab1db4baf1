"""Changes of one fact in the text of a log, made without any knowledge of how the text is read.

What a parser drops cannot be changed in the columns; so the text is changed, and something must notice.
"""
