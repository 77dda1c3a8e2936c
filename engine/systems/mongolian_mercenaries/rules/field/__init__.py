"""Positions, cover, screens, movement, mounts, and what an action takes of the budget."""
