"""Attacks: open combat, missiles, opportunity attacks, and what a hit does."""
