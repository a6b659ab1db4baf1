"""Tenhou's replay formats."""
