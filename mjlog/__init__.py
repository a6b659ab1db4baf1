"""Riichi-mahjong game logs to parquet tables, audited scores and statistics."""
