"""Positions, distances, cover, movement, traps."""
