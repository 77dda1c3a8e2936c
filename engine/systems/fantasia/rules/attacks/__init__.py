"""Attacks, from the hit roll to fumbles, and reactions to them."""
