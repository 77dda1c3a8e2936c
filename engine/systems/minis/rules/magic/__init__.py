"""Casters and their spells, and the minis that they control or bring into play."""
