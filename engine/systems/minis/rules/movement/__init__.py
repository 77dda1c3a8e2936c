"""Pieces of movement: how far, by which way, what stops them, and flight."""
