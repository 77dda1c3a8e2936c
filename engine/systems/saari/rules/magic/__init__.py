"""Spells, and what provokes attacks."""
