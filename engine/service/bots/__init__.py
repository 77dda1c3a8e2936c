"""Bots: how they choose, try and run moves; and simulated encounters."""
