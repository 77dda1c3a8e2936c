"""Spells, readied ones, and techniques."""
