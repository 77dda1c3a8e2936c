"""Attacks at one and at areas, free strikes, and getting away."""
