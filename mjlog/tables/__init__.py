"""The parquet tables: one row class per table, and what is built, stored and documented from it."""
