"""Tenhou's mjlog XML."""
